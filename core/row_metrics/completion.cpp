// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/browse/sight.h"
#include "core/row_metrics/flow.h"

namespace onceover::row_metrics {
namespace {

using tables::Condition;
using tables::StateRule;

std::optional<What> what_of(const StateRule& rule) {
  if (rule.state == key::State::succeeded) return What::succeeded;
  if (rule.state == key::State::failed && !rule.may_retry.value_or(false)) return What::failed;
  return std::nullopt;
}

key::State state_of(What what) {
  return what == What::succeeded ? key::State::succeeded : key::State::failed;
}

bool asks(const StateRule& rule, const std::string& column, Condition::Is is) {
  return std::ranges::any_of(rule.when, [&](const Condition& c) { return c.column == column && c.is == is; });
}

// Whether rows of this kind always have NULL there: their rule requires it, or an earlier rule took every row
// with a value.
bool is_always_null(const tables::Profile& p, const std::string& column, What what) {
  bool taken = false;  // by a rule of another kind
  bool any = false;
  for (const StateRule& rule : p.states.rules) {
    const auto is = what_of(rule);
    any = any || is == what;
    if (is == what && !taken && !asks(rule, column, Condition::Is::null)) return false;
    if (is != what && rule.when.size() == 1 && asks(rule, column, Condition::Is::not_null)) taken = true;
  }
  if (p.states.otherwise && what_of(*p.states.otherwise) == what) {
    any = true;
    if (!taken) return false;
  }
  return any;
}

bool tells(const tables::Profile& p, const tables::Instant& instant, What what) {
  if (instant.empty() || instant.has_unknown_zone()) return false;
  const bool covers =
      instant.only_in.empty() || std::ranges::find(instant.only_in, state_of(what)) != instant.only_in.end();
  return covers && !is_always_null(p, instant.column, what);
}

Finish finish_of(const tables::Profile& p, What what) {
  const auto is_this = [&](const StateRule& rule) { return what_of(rule) == what; };
  Finish out;
  out.exists =
      std::ranges::any_of(p.states.rules, is_this) || (p.states.otherwise && is_this(*p.states.otherwise));
  if (tells(p, p.completed_at, what)) {
    out.dated = Dated::by_completion;
    out.at = p.completed_at;
  } else if (tells(p, p.updated_at, what)) {
    out.dated = Dated::by_update;
    out.at = p.updated_at;
  }
  return out;
}

}  // namespace

const tables::Instant* Completions::shared() const {
  if (succeeded.exists && succeeded.at.empty()) return nullptr;
  if (failed.exists && failed.at.empty()) return nullptr;
  if (succeeded.exists && failed.exists && !(succeeded.at == failed.at)) return nullptr;
  if (succeeded.exists) return &succeeded.at;
  return failed.exists ? &failed.at : nullptr;
}

bool Completions::tells_durations() const {
  return (succeeded.exists && !succeeded.at.empty()) || (failed.exists && !failed.at.empty());
}

Completions completions_of(const tables::Profile& profile) {
  return {finish_of(profile, What::succeeded), finish_of(profile, What::failed)};
}

std::vector<std::optional<What>> what_by_rule(const tables::Profile& p) {
  std::vector<std::optional<What>> out;
  for (const StateRule& rule : p.states.rules) out.push_back(what_of(rule));
  if (p.states.otherwise) out.push_back(what_of(*p.states.otherwise));
  return out;
}

Knowledge knowledge_of(const tables::Profile& p) {
  Knowledge out;
  const Completions how = completions_of(p);
  const bool has_created = !p.created_at.empty() && !p.created_at.has_unknown_zone();
  if (has_created) {
    out.metrics.emplace_back("created");
    if (how.succeeded.exists) out.metrics.emplace_back("completed");
    if (how.failed.exists) out.metrics.emplace_back("failed");
    if (how.tells_durations()) out.distributions.emplace_back("time_to_completion_ms");
    if (!p.tenant.empty()) out.by.push_back(metrics::By::tenant);
    if (!p.operation.empty()) out.by.push_back(metrics::By::operation);
    if (!p.response_code.empty()) out.by.push_back(metrics::By::code);
  } else if (p.created_at.has_unknown_zone()) {
    out.why_not = browse::why_no_instant(p.created_at) + " Rows cannot be counted by it. " +
                  browse::give_zone("times.created_at");
  } else {
    out.why_not = "The profile maps no time of creation, so created rows cannot be counted.";
  }
  if (p.kind == tables::Kind::idempotency) {
    out.metrics.emplace_back("in_progress");
    if (has_created) out.metrics.emplace_back("oldest_in_progress_s");
    if (p.lease.is_observable()) {
      out.metrics.emplace_back("stuck");
      out.metrics.emplace_back("oldest_stuck_s");
    }
    if (tables::is_own(p)) out.metrics.emplace_back("awaiting_human");
  } else {
    out.metrics.emplace_back("backlog");
    if (has_created) out.metrics.emplace_back("lag_s");
    out.metrics.emplace_back("dead_letters");
  }
  return out;
}

}  // namespace onceover::row_metrics
