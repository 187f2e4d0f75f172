#include "ui/shell/metrics_desk.h"

#include "ui/metrics/counters_source.h"
#include "ui/metrics/marks_feed.h"
#include "ui/metrics/prometheus_source.h"
#include "ui/metrics/samples_source.h"

namespace onceover::shell {

void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace) {
  page.addSource(new metrics::CountersSource(session));
  page.addSource(
      new metrics::SamplesSource(session, workspace, workspace::SampleStore::open(workspace.fileBeside(QStringLiteral("samples.sqlite")))));
  page.addSource(new metrics::PrometheusSource(session, workspace));
  new metrics::MarksFeed(session, page);
}

}  // namespace onceover::shell
