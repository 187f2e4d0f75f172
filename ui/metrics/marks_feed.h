// What was done to the store in the range a dashboard shows, read over its session and drawn on its charts.
#pragma once

#include <QObject>

#include "core/metrics/marks.h"
#include "ui/bridge/session.h"
#include "ui/charts/time_marks.h"

namespace onceover::metrics {

class MetricsPage;

// Asked for from `from` on. Where acts are known only since later, a marker says so.
QVector<charts::Marker> markersOf(const Marks& marks, Timestamp from);

class MarksFeed : public QObject {
  Q_OBJECT
 public:
  // Lives as long as the page. Where the store has no trail, or it may not be read, charts have no marks.
  MarksFeed(bridge::Session& session, MetricsPage& page);

 private:
  void read(Timestamp from, Timestamp to);
  bridge::Session& session_;
  MetricsPage& page_;
};

}  // namespace onceover::metrics
