// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "core/base/text.h"
#include "core/metrics/prometheus.h"

namespace onceover::metrics::prometheus {
namespace {

bool knows_anything(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

bool knows_anything(const Chart& chart) {
  return std::ranges::any_of(chart.lines, [](const Line& line) { return knows_anything(line.values); }) ||
         std::ranges::any_of(chart.distributions,
                             [](const Distribution& each) { return knows_anything(each.counts); });
}

// The server's clock; without it, the newest sample.
Timestamp clock_of(const std::vector<Reading::Answered>& replies, Timestamp otherwise) {
  std::optional<Timestamp> date, newest;
  const auto later = [](std::optional<Timestamp>& than, Timestamp at) {
    than = than ? std::max(*than, at) : at;
  };
  for (const Reading::Answered& each : replies) {
    if (!each.answer) continue;
    if (each.answer->date) later(date, *each.answer->date);
    for (const TimeSeries& series : each.answer->series) {
      for (const Sample& sample : series.samples) later(newest, sample.at);
    }
  }
  return date ? *date : newest.value_or(otherwise);
}

// The number of steps that have begun. Future steps are unknown, although Prometheus would return a level for
// them.
std::size_t begun_steps(const Chart& chart) {
  const Duration since = chart.as_of - chart.from;
  if (since <= Duration{0}) return 0;
  return std::min(chart.steps,
                  static_cast<std::size_t>((since.count() + chart.step.count() - 1) / chart.step.count()));
}

std::string asked_of(const std::vector<Reading::Answered>& replies, const std::string& url) {
  std::string out;
  std::set<std::string> seen;
  for (const Reading::Answered& each : replies) {
    if (!seen.insert(each.question.promql).second) continue;
    out += fmt::format("{}POST {}{}\nquery: {}\nstep: {}", out.empty() ? "" : "\n\n", url,
                       path_of(each.question), each.question.promql, promql_duration(each.question.step));
  }
  return out;
}

// The answer for one metric or distribution.
struct Gathered {
  std::map<std::string, std::vector<double>> by_group;
  std::vector<double> rest;
  Buckets buckets;
  Laid laid;
  std::vector<std::string> problems;
};

void take_lines(const Reading::Answered& replies, const std::string& label, const Grid& grid, Gathered& out) {
  std::set<std::string> seen;
  for (const TimeSeries& series : replies.answer->series) {
    const std::string* found = label.empty() ? nullptr : series.label(label);
    const std::string group = found == nullptr ? std::string() : *found;
    auto& values = replies.question.is_rest ? out.rest : out.by_group[group];
    if (!seen.insert(group).second) {
      out.problems.push_back(
          fmt::format("the expression gives {} series where one is needed: use sum or max.",
                      replies.answer->series.size()));
      values.assign(grid.steps(), not_known);
      return;
    }
    values.resize(grid.steps(), not_known);
    grid.lay(series.samples, values, out.laid);
  }
}

}  // namespace

Result<Chart> Reading::chart(const std::vector<Answered>& replies) const {
  if (!replies.empty() &&
      std::ranges::none_of(replies, [](const Answered& each) { return each.answer.has_value(); })) {
    return fail(replies.front().answer.error());
  }
  Chart out;
  out.origin = Origin::prometheus;
  out.source = place_of(settings_);
  out.from = request_.from;
  out.step = request_.step;
  out.steps = steps_;
  out.resolution = std::min(settings_.scrape, request_.step);
  out.as_of = clock_of(replies, ranked_at_.value_or(request_.to));
  out.error = fmt::format(
      "counts are increases that Prometheus extrapolates to the ends of a step, rarely whole numbers; a "
      "level is the last sample, up to {} before",
      human(settings_.scrape));
  out.asked = asked_of(replies, settings_.url);

  Sayings sayings(warnings_);
  if (is_in_the_clear(settings_))
    sayings.say("Read over plain http: others on the network can read and change these numbers.");
  const Grid grid(request_.from, request_.step, steps_);
  const std::size_t begun = begun_steps(out);
  bool is_whole = true;
  for (const MetricQuery& asked : asked_) {
    const bool is_split = request_.by != By::nothing && !asked.is_distribution;
    Gathered gathered;
    for (const Answered& each : replies) {
      if (each.question.name != asked.name) continue;
      if (!each.answer) {
        gathered.problems.push_back(each.answer.error().what);
        continue;
      }
      for (const std::string& words : each.answer->warnings) sayings.say(out.source + " warns: " + words);
      if (!asked.is_distribution) {
        take_lines(each, is_split && !each.question.is_rest ? label() : std::string(), grid, gathered);
      } else if (auto taken = take_buckets(*each.answer, grid, gathered.buckets, gathered.laid); !taken) {
        gathered.problems.push_back(taken.error().what);
      }
    }
    if (!gathered.buckets.empty() && !std::isinf(gathered.buckets.rbegin()->first)) {
      gathered.problems.push_back("the histogram has no bucket le=\"+Inf\": the longest times are missing.");
    }
    // A partial histogram would be wrong.
    if (!gathered.problems.empty()) gathered.buckets.clear();

    bool is_known = false;
    const auto forget_what_is_to_come = [&](std::vector<double>& values, std::size_t width) {
      values.resize(steps_ * width, not_known);
      std::fill(values.begin() + static_cast<std::ptrdiff_t>(begun * width), values.end(), not_known);
      is_known = is_known || knows_anything(values);
    };
    const auto add_line = [&](std::optional<std::string> group, bool is_rest, std::vector<double> values) {
      forget_what_is_to_come(values, 1);
      out.lines.push_back({asked.name, std::move(group), is_rest, std::move(values)});
    };
    if (asked.is_distribution) {
      out.distributions.push_back(distribution_of(asked.name, gathered.buckets, steps_));
      forget_what_is_to_come(out.distributions.back().counts, gathered.buckets.size());
    } else if (!is_split || groups_.empty()) {
      add_line(std::nullopt, false, std::move(gathered.by_group[""]));
    } else {
      for (const std::string& group : groups_) add_line(group, false, std::move(gathered.by_group[group]));
      if (knows_anything(gathered.rest)) add_line(std::nullopt, true, std::move(gathered.rest));
    }
    for (const std::string& problem : gathered.problems) sayings.say(label_of(asked.name) + ": " + problem);
    sayings.say(label_of(asked.name), gathered.laid);
    if (!is_known && gathered.problems.empty() && gathered.laid.odd + gathered.laid.doubled == 0) {
      sayings.say(label_of(asked.name) + ": no such series in this range; it may not be zero.");
    }
    is_whole = is_whole && gathered.problems.empty();
  }
  out.gaps = unknown_steps(out, !is_whole             ? "not answered"
                                : knows_anything(out) ? "Prometheus has no samples"
                                                      : "no such series");
  std::erase_if(out.gaps, [&](const Gap& gap) { return gap.from >= out.as_of; });
  if (!out.gaps.empty()) out.gaps.back().to = std::min(out.gaps.back().to, out.as_of);
  out.warnings = std::move(sayings).all();
  return out;
}

namespace {

constexpr std::size_t warnings_shown = 20;

// In ms; nullopt: not a bucket bound.
std::optional<double> bound_of(const TimeSeries& series) {
  const std::string* le = series.label("le");
  if (le == nullptr || le->empty()) return std::nullopt;
  char* end = nullptr;
  const double seconds = std::strtod(le->c_str(), &end);  // strtod reads "+Inf" as infinity, too
  if (*end != '\0' || std::isnan(seconds)) return std::nullopt;
  return std::isinf(seconds) ? seconds : std::round(seconds * 1e9) / 1e6;
}

}  // namespace

std::string promql_duration(Duration span) {
  const auto ms = span / millisecond;
  return ms % 1000 == 0 ? fmt::format("{}s", ms / 1000) : fmt::format("{}ms", ms);
}

std::string label_of(std::string_view name) {
  const Metric* metric = metric_named(name);
  return metric == nullptr ? std::string(name) : std::string(metric->label);
}

std::optional<std::size_t> Grid::step_of(Timestamp at, Laid& laid) const {
  const Duration since = at - from_;
  if (since < Duration{0}) return std::nullopt;
  const std::int64_t nearest = (since + step_ / 2).count() / step_.count();
  if (nearest < 1 || nearest > static_cast<std::int64_t>(steps_)) return std::nullopt;
  if (std::chrono::abs(since - step_ * nearest) > 2 * millisecond) ++laid.moved;
  return static_cast<std::size_t>(nearest - 1);
}

void Grid::lay(const std::vector<Sample>& samples, std::vector<double>& values, Laid& laid) const {
  std::map<std::size_t, double> replies;
  std::set<std::size_t> doubled;
  for (const Sample& sample : samples) {
    const auto step = step_of(sample.at, laid);
    if (!step) continue;
    const bool is_odd = !std::isfinite(sample.value) || sample.value < 0;
    laid.odd += is_odd ? 1 : 0;
    const double value = is_odd ? not_known : sample.value;
    const auto [before, is_first] = replies.try_emplace(*step, value);
    const bool is_same = before->second == value || (std::isnan(before->second) && std::isnan(value));
    if (!is_first && !is_same) doubled.insert(*step);
  }
  for (const auto& [step, value] : replies) values[step] = doubled.contains(step) ? not_known : value;
  laid.doubled += doubled.size();
}

void Sayings::say(const std::string& sentence) {
  if (std::ranges::find(said_, sentence) == said_.end()) said_.push_back(sentence);
}

void Sayings::say(const std::string& label, const Laid& laid) {
  const auto at = [](std::size_t steps) { return "at " + counted(static_cast<std::int64_t>(steps), "step"); };
  if (laid.odd > 0) say(fmt::format("{}: NaN, infinite or negative {}: shown as gaps.", label, at(laid.odd)));
  if (laid.doubled > 0)
    say(fmt::format("{}: two values for one time {}: shown as gaps.", label, at(laid.doubled)));
  if (laid.moved > 0)
    say(fmt::format("{}: for other times than asked {}: moved to the nearest.", label, at(laid.moved)));
}

std::vector<std::string> Sayings::all() && {
  if (said_.size() > warnings_shown) {
    const std::size_t more = said_.size() - warnings_shown;
    said_.resize(warnings_shown);
    said_.push_back(fmt::format("And {} more warnings.", more));
  }
  return std::move(said_);
}

Result<void> take_buckets(const Answer& answer, const Grid& grid, Buckets& buckets, Laid& laid) {
  std::set<double> seen;
  for (const TimeSeries& series : answer.series) {
    const auto bound = bound_of(series);
    if (!bound)
      return fail(ErrorKind::invalid_input, "the expression gives series without a bucket bound (le).");
    if (!seen.insert(*bound).second) {
      return fail(ErrorKind::invalid_input,
                  "the expression gives several series for one bucket: sum them by (le).");
    }
    auto& values = buckets[*bound];
    values.resize(grid.steps(), not_known);
    grid.lay(series.samples, values, laid);
  }
  return {};
}

Distribution distribution_of(const std::string& name, const Buckets& buckets, std::size_t steps) {
  Distribution out;
  out.name = name;
  for (const auto& [upper, values] : buckets) out.upper_ms.push_back(upper);
  out.counts.assign(steps * out.upper_ms.size(), not_known);
  for (std::size_t step = 0; step < steps; ++step) {
    if (std::ranges::any_of(buckets, [&](const auto& bucket) { return std::isnan(bucket.second[step]); }))
      continue;
    double below = 0;
    std::size_t at = step * out.upper_ms.size();
    for (const auto& [upper, values] : buckets) {
      // Prometheus extrapolates each bucket on its own: one may be slightly below the next smaller one.
      const double up_to = std::max(below, values[step]);
      out.counts[at++] = up_to - below;
      below = up_to;
    }
  }
  return out;
}

}  // namespace onceover::metrics::prometheus
