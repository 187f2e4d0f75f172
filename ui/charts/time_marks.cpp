#include "ui/charts/time_marks.h"

#include <QObject>
#include <algorithm>

#include "ui/charts/axis.h"

namespace onceover::charts {
namespace {

constexpr qsizetype mostRemarks = 10;  // more is not listened to

}  // namespace

QString TimeMarks::remarkAt(double t, double range) const {
  QStringList words;
  for (const ChartGap& gap : gaps) {
    if (t >= gap.from && t < gap.to) words.append(QObject::tr("unknown: %1").arg(gap.why));
  }
  if (ongoing && t >= *ongoing) words.append(QObject::tr("so far"));
  const double reach = std::max(step, range / 400);
  for (const Marker& marker : markers) {
    if (t + reach > marker.t && t <= marker.until.value_or(marker.t)) words.append(marker.kind + QStringLiteral(": ") + marker.text);
  }
  return words.join(QStringLiteral(" · "));
}

QStringList TimeMarks::remarks(double range) const {
  const auto time = [&](double t) { return timeText(t, range, clock); };
  const auto left = [](qsizetype size) { return std::max<qsizetype>(0, size - mostRemarks); };
  QStringList words;
  if (left(gaps.size()) > 0) words.append(QObject::tr("Unknown at %1 earlier times.").arg(left(gaps.size())));
  for (const ChartGap& gap : gaps.mid(left(gaps.size()))) {
    words.append(QObject::tr("Unknown from %1 to %2: %3.").arg(time(gap.from), time(gap.to), gap.why));
  }
  if (left(markers.size()) > 0) words.append(QObject::tr("%1 earlier marks.").arg(left(markers.size())));
  for (const Marker& marker : markers.mid(left(markers.size()))) {
    words.append(QObject::tr("%1 at %2: %3.").arg(marker.kind, time(marker.t), marker.text));
  }
  if (ongoing) words.append(QObject::tr("Incomplete from %1 on.").arg(time(*ongoing)));
  return words;
}

QString TimeMarks::rowText(double t) const {
  return fullTimeText(t, clock) + (ongoing && t >= *ongoing ? QObject::tr(" (so far)") : QString());
}

}  // namespace onceover::charts
