#include "ui/metrics/behind.h"

#include <QObject>
#include <charconv>

#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

void narrow(browse::Filter& filter, const Place& place) {
  if (!place.tenant.empty()) filter.tenant = place.tenant;
  if (!place.operation.empty()) filter.operation = place.operation;
  if (!place.group) return;
  if (place.by == By::tenant) filter.tenant = *place.group;
  if (place.by == By::operation) filter.operation = *place.group;
  if (place.by != By::code) return;
  int code = 0;
  const auto [end, problem] = std::from_chars(place.group->data(), place.group->data() + place.group->size(), code);
  if (problem == std::errc() && end == place.group->data() + place.group->size()) {
    filter.response_code = code;
  } else {
    filter.error_code = *place.group;
  }
}

bool isOneOf(const std::string& name, std::initializer_list<const char*> names) {
  for (const char* one : names) {
    if (name == one) return true;
  }
  return false;
}

}  // namespace

Behind behind(const Place& place) {
  Behind out;
  browse::Filter filter;
  const std::string& metric = place.metric;
  if (isOneOf(metric, {"replayed", "mismatch", "retry_delay_ms"})) {
    out.whyNot = QObject::tr("A replayed or refused request leaves no row of its own.");
    return out;
  }
  if (metric == "reaped") {
    out.whyNot = QObject::tr("Reaped rows are gone.");
    return out;
  }
  if (isOneOf(metric, {"taken_over", "lost_ownership"})) {
    out.whyNot = QObject::tr("An executor that took over a key, or lost it, leaves no row of its own.");
    return out;
  }
  if (metric.starts_with("settled.") || metric == "lease_age_at_settling_ms") {
    out.acts = true;
    return out;
  }
  // What happened in the step.
  if (isOneOf(metric, {"created", "completed", "failed", "released", "time_to_completion_ms"})) {
    filter.from = place.from;
    filter.to = place.to;
    if (isOneOf(metric, {"completed", "time_to_completion_ms"})) filter.states = {key::State::succeeded};
    if (metric == "failed") filter.states = {key::State::failed};
    if (metric == "released") filter.states = {key::State::released};
  } else if (isOneOf(metric, {"stuck", "oldest_stuck_s"})) {
    filter.stuck = true;
    filter.to = place.to;
  } else if (isOneOf(metric, {"needs_human", "awaiting_human"})) {
    filter.needs_human = true;
    filter.to = place.to;
  } else if (metric == "dead_letters") {
    filter.dead = true;
    filter.to = place.to;
  } else if (isOneOf(metric, {"conflict", "in_progress", "oldest_in_progress_s"})) {
    filter.states = {key::State::in_progress};
    filter.to = place.to;
  } else if (isOneOf(metric, {"backlog", "lag_s"})) {
    filter.states = {key::State::in_progress, key::State::released};
    filter.to = place.to;
  } else {
    out.whyNot = QObject::tr("The rows behind “%1” are unknown.").arg(widgets::shown(metric));
    return out;
  }
  narrow(filter, place);
  out.rows = filter;
  return out;
}

}  // namespace onceover::metrics
