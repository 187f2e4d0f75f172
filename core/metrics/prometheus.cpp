// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/prometheus.h"

#include <fmt/format.h>

#include <cmath>

namespace onceover::metrics::prometheus {
namespace {

std::string promql_string(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Matches exactly this value, in an expression that Prometheus anchors.
std::string any_of(const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) {
    if (&value != &values.front()) out += '|';
    for (const char c : value) {
      if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string seconds_text(Timestamp at) {
  const std::int64_t ms = at.us / 1000;
  return fmt::format("{}{}.{:03}", ms < 0 ? "-" : "", std::abs(ms / 1000), std::abs(ms % 1000));
}

std::string form_field(std::string_view name, std::string_view value) {
  return std::string(name) + '=' + percent_encoded(value);
}

}  // namespace

std::string path_of(const Question& question) {
  return question.form == Question::Form::range ? "/api/v1/query_range" : "/api/v1/query";
}

std::string form_of(const Question& question, Duration patience) {
  std::string out = form_field("query", question.promql) + '&';
  if (question.form == Question::Form::range) {
    out += form_field("start", seconds_text(question.start)) + '&' +
           form_field("end", seconds_text(question.end)) + '&' +
           form_field("step", promql_duration(question.step));
  } else {
    out += form_field("time", seconds_text(question.end));
  }
  return out + '&' + form_field("timeout", promql_duration(patience));
}

Result<Reading> Reading::begin(Settings settings, Request request) {
  if (auto sound = check(settings); !sound) return fail(sound.error());
  if (auto steps = steps_of(request); !steps) return fail(steps.error());
  Reading out(std::move(settings), std::move(request));
  const bool is_narrowed = !out.request_.tenant.empty() || !out.request_.operation.empty();
  const auto ask = [&](const std::string& name, bool is_distribution) {
    const std::string expression = expression_of(out.settings_, name);
    const bool needs_labels = is_narrowed || (!is_distribution && out.request_.by != By::nothing);
    if (expression.empty()) {
      out.warnings_.push_back(label_of(name) + ": it has no expression.");
    } else if (needs_labels && !is_split(expression)) {
      out.warnings_.push_back(label_of(name) + ": not available by tenant, operation or code.");
    } else {
      out.asked_.push_back({name, expression, is_distribution});
    }
  };
  for (const std::string& name : out.request_.metrics) ask(name, false);
  for (const std::string& name : out.request_.distributions) ask(name, true);
  if (out.asked_.empty()) {
    return fail(ErrorKind::unsupported,
                place_of(out.settings_) + " was not asked: " +
                    (out.warnings_.empty() ? std::string("nothing was selected.") : out.warnings_.front()),
                "", "Give an expression in the mapping, or choose another source.");
  }
  // An increase needs two samples within its step.
  Duration step = (out.request_.step + millisecond - Duration{1}) / millisecond * millisecond;
  const bool is_counted = std::ranges::any_of(out.asked_, [](const MetricQuery& asked) {
    const Metric* metric = metric_named(asked.name);
    return asked.is_distribution || metric == nullptr || metric->kind == Kind::flow;
  });
  const Duration least = 2 * out.settings_.scrape;
  if (is_counted && step < least) step *= (least.count() + step.count() - 1) / step.count();
  out.request_.step = step;
  auto steps = steps_of(out.request_);
  if (!steps) return fail(steps.error());
  out.steps_ = static_cast<std::size_t>(*steps);
  return out;
}

const std::string& Reading::label() const {
  switch (request_.by) {
    case By::operation: return settings_.operation_label;
    case By::code: return settings_.code_label;
    default: return settings_.tenant_label;
  }
}

std::string Reading::filled(const MetricQuery& asked, const std::string& label, const std::string& matcher,
                            Duration step) const {
  std::string filter = settings_.filter;
  while (!filter.empty() && (filter.back() == ',' || filter.back() == ' ' || filter.back() == '\t'))
    filter.pop_back();
  const auto add = [&](const std::string& more) {
    if (!more.empty()) filter += (filter.empty() ? "" : ",") + more;
  };
  if (!request_.tenant.empty()) add(settings_.tenant_label + "=" + promql_string(request_.tenant));
  if (!request_.operation.empty()) add(settings_.operation_label + "=" + promql_string(request_.operation));
  add(matcher);
  const std::string by = asked.is_distribution ? " by (le)" : label.empty() ? "" : " by (" + label + ")";
  const std::pair<std::string_view, std::string> fills[] = {
      {"$filter", filter}, {"$step", promql_duration(step)}, {"$by", by}};
  // In one pass, so that an inserted value is never taken for a placeholder.
  std::string out;
  for (std::size_t i = 0; i < asked.expression.size();) {
    const std::string_view rest = std::string_view(asked.expression).substr(i);
    const auto* fill =
        std::ranges::find_if(fills, [&](const auto& each) { return rest.starts_with(each.first); });
    if (fill == std::end(fills)) {
      out += asked.expression[i++];
    } else {
      out += fill->second;
      i += fill->first.size();
    }
  }
  return out;
}

std::optional<Question> Reading::ranking() const {
  const auto first = std::find_if(asked_.begin() + static_cast<std::ptrdiff_t>(ranked_), asked_.end(),
                                  [](const MetricQuery& asked) { return !asked.is_distribution; });
  if (request_.by == By::nothing || !groups_.empty() || first == asked_.end()) return std::nullopt;
  const Duration range =
      (request_.to - request_.from + millisecond - Duration{1}) / millisecond * millisecond;
  const Metric* metric = metric_named(first->name);
  const bool is_level = metric != nullptr && metric->kind == Kind::level;
  Question out;
  out.form = Question::Form::instant;
  out.name = first->name;
  out.end = request_.to;
  if (is_level) {
    const Duration grain = std::max(request_.step, range / 500 / millisecond * millisecond);
    out.promql = fmt::format("topk({}, max_over_time(({})[{}:{}]))", std::max(1, request_.top),
                             filled(*first, label(), {}, request_.step), promql_duration(range),
                             promql_duration(grain));
  } else {
    out.promql = fmt::format("topk({}, {})", std::max(1, request_.top), filled(*first, label(), {}, range));
  }
  return out;
}

void Reading::ranked(const Answer& answer) {
  std::map<std::string, double> heights;
  for (const TimeSeries& series : answer.series) {
    const std::string* group = series.label(label());
    if (series.samples.empty() || std::isnan(series.samples.front().value)) continue;
    heights[group == nullptr ? std::string() : *group] = series.samples.front().value;
  }
  ranked_at_ = answer.date;
  ++ranked_;  // metrics come before distributions
  for (const auto& [group, height] : heights) groups_.push_back(group);
  std::ranges::stable_sort(
      groups_, [&](const std::string& a, const std::string& b) { return heights[a] > heights[b]; });
  groups_.resize(std::min(groups_.size(), static_cast<std::size_t>(std::max(1, request_.top))));
}

Question Reading::question(const MetricQuery& asked, bool is_rest) const {
  Question out;
  out.name = asked.name;
  out.is_rest = is_rest;
  out.step = request_.step;
  const bool is_split = request_.by != By::nothing && !asked.is_distribution;
  const std::string matcher =
      !is_split ? "" : label() + (is_rest ? "!~" : "=~") + promql_string(any_of(groups_));
  out.promql = filled(asked, is_split && !is_rest ? label() : std::string(), matcher, request_.step);
  return out;
}

std::vector<Question> Reading::questions(int points) const {
  std::vector<Question> out;
  const auto add = [&](const Question& whole) {
    for (std::size_t begin = 0; begin < steps_; begin += static_cast<std::size_t>(std::max(1, points))) {
      const std::size_t end = std::min(steps_, begin + static_cast<std::size_t>(std::max(1, points)));
      Question part = whole;
      part.start = request_.from + request_.step * static_cast<std::int64_t>(begin + 1);
      part.end = request_.from + request_.step * static_cast<std::int64_t>(end);
      out.push_back(std::move(part));
    }
  };
  for (const MetricQuery& asked : asked_) {
    const bool is_split = request_.by != By::nothing && !asked.is_distribution;
    if (is_split && groups_.empty()) continue;
    add(question(asked, false));
    if (is_split && groups_.size() >= static_cast<std::size_t>(std::max(1, request_.top)))
      add(question(asked, true));
  }
  return out;
}

}  // namespace onceover::metrics::prometheus
