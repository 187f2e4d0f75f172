// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/axis.h"

#include <QDateTime>

#include "ui/widgets/text.h"

namespace onceover::charts {
namespace {

constexpr int mostRows = 5;
constexpr double roundTimes[] = {1,     2,     5,      10,     15,     30,     60,     120,
                                 300,   600,   900,    1800,   3600,   7200,   10800,  21600,
                                 43200, 86400, 172800, 432000, 604800, 864000, 2592000};

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

double stepOf(double range, int most, ChartUnit unit) {
  const double second = unit == ChartUnit::seconds ? 1 : unit == ChartUnit::milliseconds ? 1000 : 0;
  const double time = second > 0 ? roundTime(range / second, most) * second : INFINITY,
               number = roundNumber(range / most);
  if (range > 2 * time) return time;
  // Half an attempt is none.
  return unit == ChartUnit::number && range >= 1 ? std::max(1.0, number) : number;
}

QString digits(double value) { return widgets::number(value, 'g', 3); }

QString millisecondsText(double ms) {
  const std::pair<double, const char*> units[] = {
      {86'400'000, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1'000, "s"}};
  for (const auto& [size, name] : units) {
    if (std::abs(ms) < size * 0.9995) continue;
    return (ms / size >= 999.5 ? widgets::number(std::llround(ms / size)) : digits(ms / size)) +
           QLatin1Char(' ') + QLatin1String(name);
  }
  return ms == 0 ? QStringLiteral("0") : digits(ms) + QStringLiteral(" ms");
}

QDateTime dateTimeOf(double seconds, ClockChoice clock) {
  return QDateTime::fromMSecsSinceEpoch(std::llround(seconds * 1000),
                                        clock == ClockChoice::utc ? Qt::UTC : Qt::LocalTime);
}

}  // namespace

QFont smallFont(QFont font) {
  font.setPointSizeF((font.pointSizeF() > 0 ? font.pointSizeF() : 10) * 0.85);
  return font;
}

QByteArray utcCell(double seconds) {
  return QDateTime::fromMSecsSinceEpoch(std::llround(seconds * 1000), Qt::UTC)
      .toString(Qt::ISODateWithMs)
      .toLatin1();
}
QByteArray numberCell(double value) {
  return std::isnan(value) ? QByteArray() : QByteArray::number(value, 'g', 15);
}

QString chartText(double value, ChartUnit unit) {
  if (std::isnan(value)) return QStringLiteral("–");
  switch (unit) {
    case ChartUnit::seconds:
      return widgets::span(Duration(std::llround(std::clamp(value, -1e12, 1e12) * 1e6)));
    case ChartUnit::milliseconds: return millisecondsText(value);
    case ChartUnit::share: return digits(value * 100) + QStringLiteral(" %");
    case ChartUnit::number: break;
  }
  const bool isWhole = std::abs(value) >= 999.5 || std::abs(value - std::round(value)) < 1e-9;
  return isWhole && std::abs(value) < 1e15 ? widgets::number(std::llround(value)) : digits(value);
}

QString fullTimeText(double seconds, ClockChoice clock) {
  return dateTimeOf(seconds, clock).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString timeText(double seconds, double range, ClockChoice clock) {
  return dateTimeOf(seconds, clock)
      .toString(range > 86400 ? QStringLiteral("MM-dd HH:mm") : QStringLiteral("HH:mm:ss"));
}

QVector<Tick> timeTicks(double from, double to, int most, ClockChoice clock) {
  QVector<Tick> out;
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

QVector<Tick> valueTicks(double from, double to, int most, ChartUnit unit) {
  if (!(to > from)) return {{from, chartText(from, unit)}};
  QVector<Tick> out;
  const double step = stepOf(to - from, most, unit);
  for (double tick = std::ceil(from / step - 1e-9) * step; tick <= to + step * 1e-6; tick += step)
    out.append({tick, chartText(tick, unit)});
  return out;
}

Scale valueScale(double highest, ChartUnit unit) {
  Scale out;
  if (highest > 0 && std::isfinite(highest)) {
    const double step = stepOf(highest, mostRows, unit);
    out.top = std::ceil(highest / step - 1e-9) * step;
    // More than a half of all is seen as a part of all.
    if (unit == ChartUnit::share && highest > 0.5) out.top = std::max(out.top, 1.0);
  }
  out.ticks = valueTicks(0, out.top, mostRows, unit);
  return out;
}

Scale decadeScale(double lowest, double highest, ChartUnit unit) {
  const double bottom = std::floor(std::log10(lowest)),
               top = std::max(bottom + 1, std::ceil(std::log10(highest) - 1e-9));
  Scale out{bottom, top, {}, [bottom](double value) {
              return value > 0 ? std::max(bottom, std::log10(value)) : bottom;
            }};
  for (double power = bottom; power <= top; power += std::max(1.0, std::ceil((top - bottom) / 6))) {
    const double value = std::pow(10, power);
    // Decades of time are decades of seconds.
    const bool isLong = unit == ChartUnit::milliseconds && value >= 60'000;
    out.ticks.append({power, isLong ? chartText(value / 1000, ChartUnit::number) + QStringLiteral(" s")
                                    : chartText(value, unit)});
  }
  return out;
}

double secondsOf(Timestamp at) { return static_cast<double>(at.us) / 1e6; }

QVector<ChartPoint> decimated(const QVector<ChartPoint>& points, double from, double to, int columns) {
  if (points.size() <= 2 * columns || columns < 1 || !(to > from)) return points;
  QVector<ChartPoint> out;
  out.reserve(4 * columns);
  const double scale = columns / (to - from);
  qsizetype low = -1, high = -1;  // of the column
  int column = 0, gapIn = -1;
  const auto flush = [&] {
    if (low < 0) return;
    out.append(points[std::min(low, high)]);
    if (low != high) out.append(points[std::max(low, high)]);
    low = high = -1;
  };
  for (qsizetype i = 0; i < points.size(); ++i) {
    const ChartPoint& point = points[i];
    const int at = static_cast<int>(std::clamp((point.x - from) * scale, 0.0, columns - 1.0));
    if (std::exchange(column, at) != at) flush();
    if (!std::isnan(point.y)) {
      if (low < 0 || point.y < points[low].y) low = i;
      if (high < 0 || point.y > points[high].y) high = i;
      continue;
    }
    // Values and gaps that take turns within a column look like one gap.
    if (std::exchange(gapIn, at) == at) continue;
    flush();
    if (out.isEmpty() || !std::isnan(out.constLast().y)) out.append(point);
  }
  flush();
  return out;
}

}  // namespace onceover::charts
