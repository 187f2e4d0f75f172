// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/change.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace onceover::metrics {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
// Fewer steps on one side are a moment, not a level.
constexpr std::size_t fewest_steps = 3;
// e^8: about one range in a thousand without any change looks so.
constexpr double least_certainty = 8;
constexpr double least_factor = 2;
// Below this many a factor means little, and is said to.
constexpr double few = 20;
// Of a group: longer ones would hide the news.
constexpr std::size_t longest_name = 60;

bool is_value(double value) { return !std::isnan(value); }

// A rise of these means harm; of the others, a fall.
bool means_harm(std::string_view metric) {
  constexpr std::string_view names[] = {"conflict",     "mismatch",       "failed",    "taken_over",
                                        "needs_human",  "stuck",          "backlog",   "awaiting_human",
                                        "dead_letters", "lost_ownership", "relay_lag", "relay_dead",
                                        "relay_parked", "replayed",       "duplicates"};
  return std::ranges::find(names, metric) != std::end(names);
}

double of_poisson(double sum, double steps) { return sum > 0 ? sum * std::log(sum / steps) : 0; }

std::optional<Change> change_of_flow(const Chart& chart, const Line& line) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < std::min(chart.steps, line.values.size()); ++i) {
    if (is_value(line.values[i]) && chart.is_over(i)) known.push_back(i);
  }
  double all = 0;
  for (const std::size_t i : known) all += line.values[i];
  const auto n = static_cast<double>(known.size());
  std::optional<Change> best;
  double first = 0;
  for (std::size_t k = 1; k < known.size(); ++k) {
    first += line.values[known[k - 1]];
    if (k < fewest_steps || known.size() - k < fewest_steps) continue;
    const auto before_steps = static_cast<double>(k);
    const double after_steps = n - before_steps, after = all - first;
    const double certainty =
        of_poisson(first, before_steps) + of_poisson(after, after_steps) - of_poisson(all, n);
    if (certainty < least_certainty || (best && certainty <= best->certainty)) continue;
    best = Change{.metric = line.metric,
                  .since = chart.at(known[k]),
                  .before = first / before_steps,
                  .after = after / after_steps,
                  .counted = after,
                  .is_part_unknown = known[k] - known[k - 1] > 1,
                  .certainty = certainty};
  }
  if (!best) return std::nullopt;
  const double low = std::min(best->before, best->after), high = std::max(best->before, best->after);
  return high >= low * least_factor ? best : std::nullopt;
}

std::optional<Change> change_of_level(const Chart& chart, const Line& line) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < std::min(chart.steps, line.values.size()); ++i) {
    if (is_value(line.values[i])) known.push_back(i);
  }
  if (known.size() < 2) return std::nullopt;
  const double from = line.values[known.front()], to = line.values[known.back()];
  if (to < from * least_factor || to - from < 5) return std::nullopt;
  // It rose from here on: nothing after it is near the beginning again.
  std::size_t begin = known.size() - 1;
  while (begin > 0 && line.values[known[begin - 1]] > from + (to - from) / 10) --begin;
  return Change{.metric = line.metric,
                .since = chart.at(known[begin]),
                .before = from,
                .after = to,
                .counted = 0,
                .is_part_unknown = begin > 0 && known[begin] - known[begin - 1] > 1,
                .certainty = to - from};
}

std::string times(double before, double after) {
  if (before <= 0) return "from none";
  if (after <= 0) return "to none";
  const double factor = after > before ? after / before : before / after;
  return fmt::format("{}{:.{}f}", after > before ? "×" : "÷", factor, factor < 3 ? 1 : 0);
}

struct Part {
  std::string group;
  double before = 0, after = 0, excess = 0;
  double share = 0;  // of the difference of all
};

// The group with most of the difference.
std::optional<Part> part_of(const Chart* split, const Change& change) {
  if (split == nullptr) return std::nullopt;
  std::optional<Part> best;
  double whole = 0;
  for (const Line& line : split->lines) {
    if (line.metric != change.metric) continue;
    double before = 0, after = 0, before_steps = 0, after_steps = 0;
    for (std::size_t i = 0; i < std::min(split->steps, line.values.size()); ++i) {
      if (!is_value(line.values[i]) || !split->is_over(i)) continue;
      const bool is_after = split->at(i) >= change.since;
      (is_after ? after : before) += line.values[i];
      (is_after ? after_steps : before_steps) += 1;
    }
    if (before_steps == 0 || after_steps == 0) continue;
    Part part{line.group.value_or(std::string()), before / before_steps, after / after_steps, 0, 0};
    part.excess = (part.after - part.before) * (change.is_rise() ? 1 : -1);
    whole += std::max(part.excess, 0.0);
    if (line.is_rest || !line.group) continue;
    if (!best || part.excess > best->excess) best = part;
  }
  if (!best || whole <= 0) return std::nullopt;
  best->share = best->excess / whole;
  return best->share >= 0.5 ? best : std::nullopt;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string sentence(const Change& change, const Where& where, const std::string& since) {
  const Metric* metric = metric_named(change.metric);
  const std::string label =
      capitalised(metric == nullptr ? visible(change.metric) : std::string(metric->label));
  const std::string begin = (change.is_part_unknown ? "before " : "") + since;
  if (metric != nullptr && metric->kind == Kind::level)
    return fmt::format("{} {:.0f} → {:.0f} since {}.", label, change.before, change.after, begin);
  std::string out = fmt::format("{} {} since {}", label, times(change.before, change.after), begin);
  std::vector<std::string> places;
  const auto name = [](const Part& part) {
    return part.group.empty() ? std::string("(empty)") : elided(visible(part.group), longest_name);
  };
  if (const auto part = part_of(where.by_operation, change)) {
    const std::string its = times(part->before, part->after);
    places.push_back(its == times(change.before, change.after) ? name(*part)
                                                               : fmt::format("{} {}", name(*part), its));
  }
  if (const auto part = part_of(where.by_tenant, change))
    places.push_back(fmt::format("{} {}", part->share >= 1 ? "only" : "mostly", name(*part)));
  if (!places.empty()) out += fmt::format(": {}", fmt::join(places, ", "));
  if (change.is_rise() && change.counted < few)
    out += fmt::format(" (small numbers: {:.0f} since then)", change.counted);
  return out + ".";
}

bool is_flow(const Line& line) {
  const Metric* metric = metric_named(line.metric);
  return metric == nullptr || metric->kind == Kind::flow;
}

}  // namespace

std::optional<Change> change_in(const Chart& chart, const Line& line) {
  const Metric* metric = metric_named(line.metric);
  if (metric != nullptr && metric->unit == Unit::seconds) return std::nullopt;
  return is_flow(line) ? change_of_flow(chart, line) : change_of_level(chart, line);
}

std::vector<Change> changes_in(const Chart& chart, std::size_t most) {
  std::vector<Change> out;
  for (const Line& line : chart.lines) {
    if (line.group || line.is_rest) continue;
    if (auto change = change_in(chart, line)) out.push_back(*std::move(change));
  }
  std::ranges::stable_sort(out, [](const Change& a, const Change& b) {
    const bool a_harms = means_harm(a.metric) == a.is_rise(), b_harms = means_harm(b.metric) == b.is_rise();
    return a_harms != b_harms ? a_harms : a.certainty > b.certainty;
  });
  if (out.size() > most) out.resize(most);
  return out;
}

std::string in_words(const Chart& chart, const std::vector<Change>& changes,
                     const std::function<Where(const Change&)>& where,
                     const std::function<std::string(Timestamp)>& clock) {
  if (!changes.empty()) {
    std::vector<std::string> sentences;
    for (const Change& change : changes)
      sentences.push_back(sentence(change, where ? where(change) : Where(), clock(change.since)));
    return fmt::format("{}", fmt::join(sentences, " "));
  }
  double counted = 0;
  std::size_t unknown = 0, steps = 0;
  bool has_flow = false;
  for (const Line& line : chart.lines) {
    if (!is_flow(line)) continue;
    has_flow = true;
    for (std::size_t i = 0; i < std::min(chart.steps, line.values.size()); ++i) {
      if (!chart.is_over(i)) continue;
      ++steps;
      is_value(line.values[i]) ? counted += line.values[i] : ++unknown;
    }
  }
  if (!has_flow) return {};
  if (unknown == steps) return "Whether anything changed is unknown: nothing was counted in this range.";
  const std::string part = unknown > 0 ? " Parts of the range are unknown." : "";
  if (counted < few)
    return fmt::format("Too few to compare: {:.0f} were counted in this range.{}", counted, part);
  return "Nothing doubled or halved in this range." + part;
}

Chart smoothed(const Chart& chart, const std::vector<std::string>& flows) {
  constexpr std::size_t fewest_left = 24;
  constexpr double enough = 20;  // of such a number, chance hides or adds a fifth
  double most = 0;               // in a step, of the flow with the most
  for (const Line& line : chart.lines) {
    if (std::ranges::find(flows, line.metric) == flows.end() || line.group || line.is_rest || !is_flow(line))
      continue;
    double sum = 0, steps = 0;
    for (const double value : line.values) {
      if (is_value(value)) sum += value, steps += 1;
    }
    if (steps > 0) most = std::max(most, sum / steps);
  }
  const std::size_t longest = chart.steps / fewest_left;
  if (most <= 0 || longest <= 1 || chart.step <= Duration{0}) return chart;
  std::size_t together = std::min(longest, static_cast<std::size_t>(std::ceil(enough / most)));
  const Duration round = step_for(chart.step * static_cast<std::int64_t>(together), 1);
  if (round % chart.step == Duration{0})
    together = std::min(longest, static_cast<std::size_t>(round / chart.step));
  if (together <= 1) return chart;
  Chart out = chart;
  out.distributions.clear();
  const auto length = static_cast<std::int64_t>(together);
  out.step = chart.step * length;
  const std::int64_t number = chart.from.us / chart.step.count();
  // steps of the first one that lie before the range
  const std::int64_t lead = ((number % length) + length) % length;
  out.from = chart.from - chart.step * lead;
  out.steps = (chart.steps + static_cast<std::size_t>(lead) + together - 1) / together;
  for (Line& line : out.lines) {
    if (!is_flow(line)) {
      // The last value that was seen.
      std::vector<double> values(out.steps, no_value);
      for (std::size_t i = 0; i < line.values.size(); ++i) {
        if (is_value(line.values[i]))
          values[(i + static_cast<std::size_t>(lead)) / together] = line.values[i];
      }
      line.values = std::move(values);
      continue;
    }
    std::vector<double> values(out.steps, 0);
    for (std::size_t step = 0; step < out.steps; ++step) {
      for (std::size_t i = step * together; i < (step + 1) * together; ++i) {
        const bool is_before = i < static_cast<std::size_t>(lead);
        const std::size_t at = is_before ? 0 : i - static_cast<std::size_t>(lead);
        // What is still to come is not missing.
        if (!is_before && at < line.values.size() && chart.at(at) >= chart.as_of && i > step * together)
          continue;
        values[step] += is_before || at >= line.values.size() ? (is_before ? no_value : 0) : line.values[at];
      }
    }
    line.values = std::move(values);
  }
  return out;
}

}  // namespace onceover::metrics
