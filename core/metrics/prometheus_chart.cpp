#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/metrics/prometheus.h"
#include "core/metrics/prometheus_grid.h"

namespace onceover::metrics::prometheus {
namespace {

bool knows_anything(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

bool knows_anything(const Chart& chart) {
  return std::ranges::any_of(chart.lines, [](const Line& line) { return knows_anything(line.values); }) ||
         std::ranges::any_of(chart.distributions, [](const Distribution& each) { return knows_anything(each.counts); });
}

// The server's clock; without it, the newest sample.
Timestamp clock_of(const std::vector<Reading::Told>& told, Timestamp otherwise) {
  std::optional<Timestamp> date, newest;
  const auto later = [](std::optional<Timestamp>& than, Timestamp at) { than = than ? std::max(*than, at) : at; };
  for (const Reading::Told& each : told) {
    if (!each.answer) continue;
    if (each.answer->date) later(date, *each.answer->date);
    for (const TimeSeries& series : each.answer->series) {
      for (const Sample& sample : series.samples) later(newest, sample.at);
    }
  }
  return date ? *date : newest.value_or(otherwise);
}

// The number of steps that have begun. Future steps are unknown, although Prometheus would return a level for them.
std::size_t begun_steps(const Chart& chart) {
  const Duration since = chart.as_of - chart.from;
  if (since <= Duration{0}) return 0;
  return std::min(chart.steps, static_cast<std::size_t>((since.count() + chart.step.count() - 1) / chart.step.count()));
}

std::string asked_of(const std::vector<Reading::Told>& told, const std::string& url) {
  std::string out;
  std::set<std::string> seen;
  for (const Reading::Told& each : told) {
    if (!seen.insert(each.question.promql).second) continue;
    out += fmt::format("{}POST {}{}\nquery: {}\nstep: {}", out.empty() ? "" : "\n\n", url, path_of(each.question), each.question.promql,
                       promql_duration(each.question.step));
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

void take_lines(const Reading::Told& told, const std::string& label, const Grid& grid, Gathered& out) {
  std::set<std::string> seen;
  for (const TimeSeries& series : told.answer->series) {
    const std::string* found = label.empty() ? nullptr : series.label(label);
    const std::string group = found == nullptr ? std::string() : *found;
    auto& values = told.question.is_rest ? out.rest : out.by_group[group];
    if (!seen.insert(group).second) {
      out.problems.push_back(
          fmt::format("the expression gives {} series where one is needed: use sum or max.", told.answer->series.size()));
      values.assign(grid.steps(), not_known);
      return;
    }
    values.resize(grid.steps(), not_known);
    grid.lay(series.samples, values, out.laid);
  }
}

}  // namespace

Result<Chart> Reading::chart(const std::vector<Told>& told) const {
  if (!told.empty() && std::ranges::none_of(told, [](const Told& each) { return each.answer.has_value(); })) {
    return fail(told.front().answer.error());
  }
  Chart out;
  out.origin = Origin::prometheus;
  out.source = place_of(settings_);
  out.from = request_.from;
  out.step = request_.step;
  out.steps = steps_;
  out.resolution = std::min(settings_.scrape, request_.step);
  out.as_of = clock_of(told, ranked_at_.value_or(request_.to));
  out.error = fmt::format(
      "counts are increases that Prometheus extrapolates to the ends of a step, rarely whole numbers; a level is the last sample, up to {} "
      "before",
      human(settings_.scrape));
  out.asked = asked_of(told, settings_.url);

  Sayings sayings(warnings_);
  if (is_in_the_clear(settings_)) sayings.say("Read over plain http: others on the network can read and change these numbers.");
  const Grid grid(request_.from, request_.step, steps_);
  const std::size_t begun = begun_steps(out);
  bool is_whole = true;
  for (const Asked& asked : asked_) {
    const bool is_split = request_.by != By::nothing && !asked.is_distribution;
    Gathered gathered;
    for (const Told& each : told) {
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
  out.gaps = unknown_steps(out, !is_whole ? "not answered" : knows_anything(out) ? "Prometheus has no samples" : "no such series");
  std::erase_if(out.gaps, [&](const Gap& gap) { return gap.from >= out.as_of; });
  if (!out.gaps.empty()) out.gaps.back().to = std::min(out.gaps.back().to, out.as_of);
  out.warnings = std::move(sayings).all();
  return out;
}

}  // namespace onceover::metrics::prometheus
