#include "ui/shell/metrics_desk.h"

#include <QAction>

#include "ui/bridge/confined.h"
#include "ui/metrics/counters_source.h"
#include "ui/metrics/marks_feed.h"
#include "ui/metrics/prometheus_dialog.h"
#include "ui/metrics/prometheus_source.h"
#include "ui/metrics/rows_source.h"
#include "ui/metrics/samples_source.h"
#include "ui/shell/keychain.h"
#include "ui/widgets/icon.h"
#include "ui/workspace/cell_store.h"

namespace onceover::shell {
namespace {

using Cells = bridge::Confined<workspace::CellStore>;

// Null where there is no such file and none can be made.
std::shared_ptr<Cells> openCells(const QString& path) {
  auto cells = std::make_shared<Cells>([&]() -> std::unique_ptr<workspace::CellStore> {
    auto opened = workspace::CellStore::open(path);
    return opened ? std::move(*opened) : nullptr;
  });
  return cells->holds() ? cells : nullptr;
}

}  // namespace

void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace) {
  const auto file = [&workspace](const char* name) { return workspace.fileBeside(QString::fromLatin1(name)); };
  page.addSource(new metrics::CountersSource(session));
  // Before the rows, which tell of levels how they stand and not how they stood.
  auto* samples = new metrics::SamplesSource(session, workspace, workspace::SampleStore::open(file("samples.sqlite")));
  page.addSource(samples);
  auto* take = new QAction(metrics::MetricsPage::tr("Take samples of levels"), &page);
  take->setCheckable(true);
  take->setChecked(samples->isAllowed());
  page.addAction(take);
  QObject::connect(take, &QAction::toggled, samples, &metrics::SamplesSource::setAllowed);
  page.addSource(new metrics::RowsSource(session, openCells(file("cells.sqlite"))));
  auto* prometheus = new metrics::PrometheusSource(session, workspace);
  page.addSource(prometheus);
  auto* tell = new QAction(widgets::icon(QStringLiteral("plug")), metrics::MetricsPage::tr("Prometheus server…"), &page);
  page.addAction(tell);
  QObject::connect(tell, &QAction::triggered, &page, [&page, &session, prometheus] {
    auto* dialog = new metrics::PrometheusDialog(session, *prometheus, &page);
    auto* credentials = new SystemCredentials(dialog);
    QObject::connect(dialog, &metrics::PrometheusDialog::credentialGiven, credentials, &SystemCredentials::store);
    QObject::connect(credentials, &SystemCredentials::stored, dialog, &metrics::PrometheusDialog::showStored);
    QObject::connect(credentials, &SystemCredentials::notStored, dialog, &metrics::PrometheusDialog::showNotStored);
    dialog->open();
  });
  metrics::feedMarks(session, page);
}

}  // namespace onceover::shell
