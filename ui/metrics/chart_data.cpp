// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/chart_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/metrics/counters.h"
#include "core/metrics/history.h"
#include "ui/metrics/cards.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

std::optional<widgets::Tone> toneOf(const std::string& name) {
  return name == "stuck" || name == "oldest_stuck_s" ? std::optional(widgets::Tone::danger) : std::nullopt;
}

QString lineName(const Line& line) {
  if (line.is_rest) return QObject::tr("the rest");
  if (line.group) return line.group->empty() ? QObject::tr("(empty)") : widgets::shown(*line.group);
  return labelOf(widgets::text(line.metric));
}

QString milliseconds(double ms) { return widgets::span(Duration(static_cast<std::int64_t>(std::llround(ms * 1000)))); }

QString quantileText(const std::vector<HistogramBin>& bins, double p) {
  const double ms = quantile(bins, p);
  // The last bound itself is what quantile() says for everything beyond it.
  return ms >= bounds_ms.back() ? QObject::tr("more than %1").arg(milliseconds(bounds_ms.back())) : milliseconds(ms);
}

}  // namespace

QVector<DrawnLine> drawnLines(const Chart& chart, const QStringList& metrics) {
  QVector<DrawnLine> out;
  for (const QString& metric : metrics) {
    for (const Line& line : chart.lines) {
      if (line.metric != widgets::bytes(metric)) continue;
      DrawnLine drawn{
          {lineName(line), {}, line.group || line.is_rest ? std::nullopt : toneOf(line.metric)}, line.metric, line.group, line.is_rest};
      drawn.series.points.reserve(static_cast<qsizetype>(line.values.size()));
      for (std::size_t i = 0; i < line.values.size(); ++i) drawn.series.points.append({charts::secondsOf(chart.at(i)), line.values[i]});
      out.append(std::move(drawn));
    }
  }
  return out;
}

QVector<charts::ChartSeries> seriesOf(const QVector<DrawnLine>& lines, Duration back) {
  QVector<charts::ChartSeries> out;
  const double by = static_cast<double>(back.count()) / 1e6;
  for (const DrawnLine& line : lines) {
    out.append(line.series);
    if (by == 0) continue;
    for (charts::ChartPoint& point : out.last().points) point.x += by;
  }
  return out;
}

QVector<charts::ChartGap> gapsOf(const Chart& chart) {
  QVector<charts::ChartGap> out;
  for (const Gap& gap : chart.gaps) {
    const double from = charts::secondsOf(gap.from), to = charts::secondsOf(gap.to);
    const QString why = widgets::text(gap.why);
    if (!out.isEmpty() && out.last().to >= from && out.last().why == why) {
      out.last().to = std::max(out.last().to, to);
    } else {
      out.append({from, to, why});
    }
  }
  return out;
}

std::optional<double> ongoingOf(const Chart& chart) {
  for (std::size_t i = chart.steps; i > 0 && !chart.is_over(i - 1); --i) {
    const bool isFirst = i == 1 || chart.is_over(i - 2);
    if (isFirst && chart.at(i - 1) < chart.as_of) return charts::secondsOf(chart.at(i - 1));
  }
  return std::nullopt;
}

const Distribution* distributionOf(const Chart& chart, const QString& name) {
  const auto found = std::find_if(chart.distributions.begin(), chart.distributions.end(),
                                  [&](const Distribution& one) { return one.name == widgets::bytes(name); });
  return found == chart.distributions.end() ? nullptr : &*found;
}

charts::HeatData heatOf(const Chart& chart, const Distribution& distribution) {
  return {charts::secondsOf(chart.from), static_cast<double>(chart.step.count()) / 1e6,
          QVector<double>(distribution.upper_ms.begin(), distribution.upper_ms.end()),
          QVector<double>(distribution.counts.begin(), distribution.counts.end())};
}

QVector<charts::HeatLine> quantileLines(const Distribution& distribution) {
  QVector<charts::HeatLine> out;
  for (const auto& [name, p] : {std::pair("p50", 0.5), {"p95", 0.95}, {"p99", 0.99}}) {
    const std::vector<double> values = quantile_by_step(distribution, p);
    out.append({QString::fromLatin1(name), QVector<double>(values.begin(), values.end())});
  }
  return out;
}

QVector<charts::Bar> barsOf(const Distribution& distribution) {
  const std::vector<double> totals = total_by_bound(distribution);
  const auto holds = [](double n) { return n != 0; };
  const auto first = std::find_if(totals.begin(), totals.end(), holds);
  const auto end = std::find_if(totals.rbegin(), totals.rend(), holds).base();
  QVector<charts::Bar> bars;
  for (auto n = first; n < end; ++n) {
    bars.append({charts::boundText(distribution.upper_ms[static_cast<std::size_t>(n - totals.begin())]), *n});
  }
  return bars;
}

QString quantilesOf(const Distribution& distribution) {
  const std::vector<double> totals = total_by_bound(distribution);
  std::vector<HistogramBin> bins;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    bins.push_back({distribution.upper_ms[i], std::llround(totals[i])});
    all += bins.back().n;
  }
  if (all == 0) return QObject::tr("nothing counted");
  return QObject::tr("p50 %1 · p95 %2 · p99 %3 · %4 in total")
      .arg(quantileText(bins, 0.5), quantileText(bins, 0.95), quantileText(bins, 0.99), widgets::number(all));
}

bool knowsAnything(const Chart& chart) {
  const auto knows = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
  };
  return std::any_of(chart.lines.begin(), chart.lines.end(), [&](const Line& line) { return knows(line.values); }) ||
         std::any_of(chart.distributions.begin(), chart.distributions.end(), [&](const Distribution& one) { return knows(one.counts); });
}

bool knowsAny(const Chart& chart, const QStringList& metrics) {
  return std::ranges::any_of(chart.lines, [&](const Line& line) {
    return metrics.contains(widgets::text(line.metric)) &&
           !std::ranges::all_of(line.values, [](double value) { return std::isnan(value); });
  });
}

QString whyNothingMatches(const Request& request, const Chart& chart) {
  if (request.tenant.empty() && request.operation.empty()) return {};
  const auto counts = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value) && value != 0; });
  };
  if (std::any_of(chart.lines.begin(), chart.lines.end(), [&](const Line& line) { return counts(line.values); }) ||
      std::any_of(chart.distributions.begin(), chart.distributions.end(), [&](const Distribution& one) { return counts(one.counts); }))
    return {};
  QStringList what;
  if (!request.operation.empty()) what.append(QObject::tr("operation “%1”").arg(widgets::shown(request.operation)));
  if (!request.tenant.empty()) what.append(QObject::tr("tenant “%1”").arg(widgets::shown(request.tenant)));
  return QObject::tr("Nothing of this was counted for %1 in this range. Check the filter, or choose a longer range.")
      .arg(what.join(QStringLiteral(", ")));
}

QString captionOf(const Chart& chart, const QString& notKnown) {
  QStringList words{widgets::text(chart.source), QObject::tr("steps of %1").arg(widgets::span(chart.step))};
  if (chart.resolution > Duration(0) && chart.resolution < chart.step)
    words.append(QObject::tr("resolution %1").arg(widgets::span(chart.resolution)));
  words.append(chart.error.empty() ? QObject::tr("exact") : widgets::text(chart.error));
  Duration missing{0};
  for (const Gap& gap : chart.gaps) missing += gap.to - gap.from;
  if (missing > Duration(0)) words.append(QObject::tr("unknown: %1 in total").arg(widgets::span(missing)));
  if (!notKnown.isEmpty()) words.append(QObject::tr("not available: %1").arg(notKnown));
  for (const std::string& warning : chart.warnings) words.append(widgets::text(warning));
  return words.join(QStringLiteral(" · "));
}

QString captionDetails(const Chart& chart, const QString& notKnown, widgets::ClockChoice clock) {
  QStringList lines{captionOf(chart, notKnown), QObject::tr("As of %1").arg(widgets::exact(chart.as_of, clock))};
  for (const Gap& gap : chart.gaps) {
    if (lines.size() > 12) {
      lines.append(QObject::tr("… %1 gaps in total").arg(chart.gaps.size()));
      break;
    }
    lines.append(QObject::tr("%1 to %2: %3").arg(widgets::exact(gap.from, clock), widgets::exact(gap.to, clock), widgets::text(gap.why)));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace onceover::metrics
