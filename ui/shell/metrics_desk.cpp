#include "ui/shell/metrics_desk.h"

#include <QAction>

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

// As long as the page and what reads from it.
struct Kept : QObject {
  std::unique_ptr<workspace::CellStore> cells;
};

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
  auto* kept = new Kept;
  if (auto cells = workspace::CellStore::open(file("cells.sqlite"))) kept->cells = std::move(*cells);
  page.addSource(new metrics::RowsSource(session, kept->cells.get()));
  kept->setParent(&page);  // behind the source, and gone behind it
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
  new metrics::MarksFeed(session, page);
}

}  // namespace onceover::shell
