#include "ui/metrics/chart_data.h"

#include <QDateTime>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/metrics/counters.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

using std::chrono::seconds;

constexpr std::array<int, 13> steps_s{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600};
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// For each step whether it lies in a run without anything, long enough to be a gap.
std::vector<bool> gapsOf(const History& history, Duration step) {
  std::size_t steps = 0;
  for (const Series& series : history.series) steps = std::max(steps, series.points.size());
  std::vector<bool> silent(steps, true);
  for (const Series& series : history.series) {
    for (std::size_t i = 0; i < series.points.size(); ++i) silent[i] = silent[i] && series.points[i].n == 0;
  }
  const auto least = std::max<std::size_t>(3, static_cast<std::size_t>(seconds(60) / step));
  for (std::size_t begin = 0; begin < steps;) {
    std::size_t end = begin;
    while (end < steps && silent[end]) ++end;
    if (end - begin < least)
      std::fill(silent.begin() + static_cast<std::ptrdiff_t>(begin), silent.begin() + static_cast<std::ptrdiff_t>(end), false);
    begin = std::max(end, begin + 1);
  }
  return silent;
}

// A step that is not over yet has no rate: drawn, it would look like a fall.
double perMinute(const Point& point, Timestamp now, Duration step) {
  return now - point.at < step ? nan : static_cast<double>(point.n) * 60e6 / static_cast<double>(step.count());
}

std::optional<widgets::Tone> toneOf(const std::string& name) {
  return name == "needs_human" ? std::optional(widgets::Tone::danger) : std::nullopt;
}

QString milliseconds(double ms) { return widgets::span(Duration(static_cast<std::int64_t>(std::llround(ms * 1000)))); }

QString quantileText(const std::vector<HistogramBin>& bins, double p) {
  const double ms = quantile(bins, p);
  // The last bound itself is what quantile() says for everything beyond it.
  return ms >= bounds_ms.back() ? QObject::tr("more than %1").arg(milliseconds(bounds_ms.back())) : milliseconds(ms);
}

}  // namespace

Duration stepFor(Duration span) {
  const auto fits = std::find_if(steps_s.begin(), steps_s.end(), [&](int s) { return span <= seconds(s) * 120; });
  return fits == steps_s.end() ? Duration(seconds(steps_s.back())) : Duration(seconds(*fits));
}

Range rangeFor(Timestamp now, Duration span) {
  Range range;
  range.step = stepFor(span);
  const std::int64_t step = range.step.count();
  range.to = Timestamp{(now.us / step + 1) * step};
  range.from = range.to - span;
  return range;
}

QString labelOf(const std::string& name) {
  QString label = widgets::shown(std::string_view(name));
  label.replace('.', QLatin1String(": "));
  label.replace('_', ' ');
  return label;
}

QVector<widgets::ChartSeries> linesOf(const History& history, const QStringList& names, Duration step) {
  const std::vector<bool> gaps = gapsOf(history, step);
  QVector<widgets::ChartSeries> lines;
  for (const QString& name : names) {
    const auto found = std::find_if(history.series.begin(), history.series.end(),
                                    [&](const Series& series) { return series.name == widgets::bytes(name); });
    if (found == history.series.end()) continue;
    widgets::ChartSeries line{labelOf(found->name), {}, toneOf(found->name)};
    for (std::size_t i = 0; i < found->points.size(); ++i) {
      const Point& point = found->points[i];
      line.points.append({widgets::secondsOf(point.at), gaps[i] ? nan : perMinute(point, history.as_of, step)});
    }
    lines.append(line);
  }
  return lines;
}

bool isEmpty(const History& history) {
  const auto counted = [](const auto& points) { return std::any_of(points.begin(), points.end(), [](const auto& p) { return p.n != 0; }); };
  return std::none_of(history.series.begin(), history.series.end(), [&](const Series& series) { return counted(series.points); }) &&
         !counted(history.time_to_completion) && !counted(history.lease_age_at_settling) && !counted(history.retry_delay);
}

QVector<widgets::Bar> barsOf(const std::vector<HistogramBin>& bins) {
  const auto holds = [](const HistogramBin& bin) { return bin.n != 0; };
  const auto first = std::find_if(bins.begin(), bins.end(), holds);
  const auto end = std::find_if(bins.rbegin(), bins.rend(), holds).base();
  QVector<widgets::Bar> bars;
  for (auto bin = first; bin < end; ++bin) {
    const QString label = std::isinf(bin->upper_ms) ? QObject::tr("more") : QStringLiteral("≤ ") + milliseconds(bin->upper_ms);
    bars.append({label, static_cast<double>(bin->n), {}});
  }
  return bars;
}

QString quantilesOf(const std::vector<HistogramBin>& bins) {
  std::int64_t all = 0;
  for (const HistogramBin& bin : bins) all += bin.n;
  if (all == 0) return QObject::tr("nothing counted");
  return QObject::tr("p50 %1 · p95 %2 · p99 %3 · %4 in all")
      .arg(quantileText(bins, 0.5), quantileText(bins, 0.95), quantileText(bins, 0.99), widgets::number(all));
}

QByteArray csvOf(const QVector<widgets::ChartSeries>& lines) {
  QByteArrayList header{"time_utc"};
  qsizetype rows = 0;
  for (const auto& line : lines) {
    header.append(widgets::csvCell(line.name));
    rows = std::max(rows, line.points.size());
  }
  QByteArray out = header.join(',') + "\r\n";
  for (qsizetype row = 0; row < rows; ++row) {
    QByteArrayList cells;
    for (const auto& line : lines) {
      if (row >= line.points.size()) continue;
      const auto& point = line.points[row];
      if (cells.isEmpty()) {
        cells.append(QDateTime::fromMSecsSinceEpoch(std::llround(point.t * 1000), Qt::UTC).toString(Qt::ISODateWithMs).toLatin1());
      }
      cells.append(std::isnan(point.y) ? QByteArray() : QByteArray::number(point.y, 'g', 12));
    }
    out += cells.join(',') + "\r\n";
  }
  return out;
}

QByteArray csvOf(const QVector<widgets::Bar>& bars) {
  QByteArray out = "up_to,n\r\n";
  for (const auto& bar : bars) out += widgets::csvCell(bar.label) + ',' + QByteArray::number(bar.value, 'f', 0) + "\r\n";
  return out;
}

}  // namespace onceover::metrics
