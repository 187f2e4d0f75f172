// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/marks_feed.h"

#include "core/metrics/chart.h"
#include "ui/metrics/metrics_page.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

// Marks closer than this on a chart cannot be told apart.
constexpr int mostMarkSteps = 200;

}  // namespace

QVector<charts::Marker> markersOf(const Marks& marks, Timestamp from) {
  QVector<charts::Marker> out;
  if (marks.since > from) {
    out.append({charts::secondsOf(marks.since), widgets::text(word(Mark::Kind::act)), QObject::tr("Too many acts before this to show")});
  }
  for (const Mark& mark : marks.marks) {
    charts::Marker marker{charts::secondsOf(mark.at), widgets::text(word(mark.kind)), widgets::shown(mark.text), {}};
    if (mark.until) marker.until = charts::secondsOf(*mark.until);
    out.append(marker);
  }
  return out;
}

void feedMarks(bridge::Session& session, MetricsPage& page) {
  QObject::connect(&page, &MetricsPage::rangeShown, &page, [&session, &page](Timestamp from, Timestamp to) {
    if (!session.isReady() || !session.facts().schema.is_readable()) return page.showMarks({});
    session.read<Marks>(
        &page, QObject::tr("Reading the audit trail"),
        [from, to](bridge::Reader& reader) { return marks(reader.connection(), from, to, step_for(to - from, mostMarkSteps)); },
        [&page, from](const Result<Marks>& read) {
          if (read) return page.showMarks(markersOf(*read, from));
          if (!read.error().is_cancelled()) page.showMarks({});
        });
  });
}

}  // namespace onceover::metrics
