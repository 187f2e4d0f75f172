// SPDX-License-Identifier: GPL-3.0-or-later
// What was done to the store in the range a dashboard shows, read over its session and drawn on its charts.
#pragma once

#include "core/metrics/chart.h"
#include "ui/bridge/session.h"
#include "ui/charts/plane_chart.h"

namespace onceover::metrics {

class MetricsPage;

// Asked for from `from` on. Where acts are known only since later, a marker says so.
QVector<charts::Marker> markersOf(const Marks& marks, Timestamp from);

// Reads them over the session as long as the page lives. Where the store has no trail, or it may not be read, charts have no marks.
void feedMarks(bridge::Session& session, MetricsPage& page);

}  // namespace onceover::metrics
