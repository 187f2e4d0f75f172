// What the dashboard is given beside the counters: the sources that this desktop keeps or reaches by itself, and what was done as marks.
#pragma once

#include "ui/bridge/session.h"
#include "ui/metrics/metrics_page.h"
#include "ui/workspace/workspace.h"

namespace onceover::shell {

// session and workspace must outlive the page.
void furnishMetrics(metrics::MetricsPage& page, bridge::Session& session, workspace::Workspace& workspace);

}  // namespace onceover::shell
