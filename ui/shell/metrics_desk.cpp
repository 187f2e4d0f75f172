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
#include "ui/workspace/sample_store.h"

namespace onceover::shell {
namespace {

// A file that is opened and used in a thread of its own.
template <class Store>
auto confined(const QString& path) {
  return std::make_shared<bridge::Confined<Store>>([path] { return Store::open(path); });
}

}  // namespace

void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace) {
  const auto file = [&workspace](const char* name) { return workspace.fileBeside(QString::fromLatin1(name)); };
  page.addSource(new metrics::CountersSource(session));
  // Before the rows, which tell of levels how they stand and not how they stood.
  auto* samples = new metrics::SamplesSource(session, workspace, confined<workspace::SampleStore>(file("samples.sqlite")));
  page.addSource(samples);
  auto* take = new QAction(metrics::MetricsPage::tr("Take samples of levels"), &page);
  take->setCheckable(true);
  take->setChecked(samples->isAllowed());
  page.addAction(take);
  QObject::connect(take, &QAction::toggled, samples, &metrics::SamplesSource::setAllowed);
  page.addSource(new metrics::RowsSource(session, confined<workspace::CellStore>(file("cells.sqlite"))));
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
