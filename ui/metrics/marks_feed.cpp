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
  const auto seconds = [](Timestamp at) { return static_cast<double>(at.us) / 1e6; };
  if (marks.since > from) {
    out.append({seconds(marks.since), widgets::text(word(Mark::Kind::act)), MarksFeed::tr("Too many acts before this to show")});
  }
  for (const Mark& mark : marks.marks) {
    charts::Marker marker{seconds(mark.at), widgets::text(word(mark.kind)), widgets::shown(mark.text), {}};
    if (mark.until) marker.until = seconds(*mark.until);
    out.append(marker);
  }
  return out;
}

MarksFeed::MarksFeed(bridge::Session& session, MetricsPage& page) : QObject(&page), session_(session), page_(page) {
  connect(&page, &MetricsPage::rangeShown, this, &MarksFeed::read);
}

void MarksFeed::read(Timestamp from, Timestamp to) {
  if (!session_.isReady() || session_.facts().schema.fit == schema::Fit::missing) return page_.showMarks({});
  session_.read<Marks>(
      this, tr("Reading the audit trail"),
      [from, to](bridge::Reader& reader) { return marks(reader.connection(), from, to, step_for(to - from, mostMarkSteps)); },
      [this, from](const Result<Marks>& read) {
        if (read) return page_.showMarks(markersOf(*read, from));
        if (!read.error().is_cancelled()) page_.showMarks({});
      });
}

}  // namespace onceover::metrics
