#include "ui/widgets/time_axis.h"

#include <QTimeZone>
#include <algorithm>
#include <cmath>

#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

constexpr double roundTimes[] = {1,    2,    5,    10,    15,    30,    60,    120,    300,    600,    900,
                                 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 2592000};

double roundTime(double range, int most) {
  for (const double step : roundTimes) {
    if (range / step <= most) return step;
  }
  return std::ceil(range / most / 2592000) * 2592000;
}

double roundNumber(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

QString chartText(double value, ChartUnit unit) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (unit == ChartUnit::seconds) {
    return span(Duration(static_cast<std::int64_t>(std::llround(std::clamp(value, -1e12, 1e12) * 1e6))));
  }
  if (std::abs(value) < 1e15 && std::abs(value - std::round(value)) < 1e-9) return number(std::llround(value));
  return QString::number(value, 'g', 3);
}

QDateTime dateTimeOf(double seconds, ClockChoice clock) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(std::llround(seconds * 1000)),
                                        clock == ClockChoice::utc ? Qt::UTC : Qt::LocalTime);
}

QString fullTimeText(double seconds, ClockChoice clock) {
  return dateTimeOf(seconds, clock).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString timeText(double seconds, double range, ClockChoice clock) {
  return dateTimeOf(seconds, clock).toString(range > 86400 ? QStringLiteral("MM-dd HH:mm") : QStringLiteral("HH:mm:ss"));
}

QVector<TimeTick> timeTicks(double from, double to, int most, ClockChoice clock) {
  QVector<TimeTick> out;
  if (!(to > from)) return out;
  const double step = roundTime(to - from, std::max(1, most));
  const double offset = clock == ClockChoice::local ? dateTimeOf(to, clock).offsetFromUtc() : 0;
  for (double t = std::ceil((from + offset) / step) * step - offset; t <= to; t += step) {
    const QDateTime at = dateTimeOf(t, clock);
    const bool isDay = at.time().msecsSinceStartOfDay() == 0 && to - from > 7200;
    out.append({t, at.toString(isDay || step >= 86400 ? QStringLiteral("MM-dd")
                               : step < 60            ? QStringLiteral("HH:mm:ss")
                                                      : QStringLiteral("HH:mm"))});
  }
  return out;
}

QVector<double> ValueScale::ticks() const {
  QVector<double> out;
  for (double tick = 0; tick <= top + step * 1e-6; tick += step) out.append(tick);
  return out;
}

ValueScale valueScale(double highest, ChartUnit unit) {
  if (!(highest > 0) || !std::isfinite(highest)) return {};
  ValueScale out;
  out.step = unit == ChartUnit::seconds && highest > 5 ? roundTime(highest, 5) : roundNumber(highest / 5);
  out.top = std::ceil(highest / out.step - 1e-9) * out.step;
  return out;
}

}  // namespace onceover::widgets
