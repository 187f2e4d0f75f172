#include "ui/tables/write_choice.h"

#include <algorithm>

#include "ui/tables/draft.h"

namespace onceover::tables {
namespace {

using profile::Assignment;
using profile::Condition;
using profile::Verb;
using Value = Assignment::Value;

struct Writing {
  const profile::Profile& profile;
  const profile::TableFacts& facts;
  profile::Write write;

  bool isTaken(const std::string& column) const {
    return column.empty() || std::ranges::find(write.set, column, &Assignment::column) != write.set.end();
  }
  void set(const std::string& column, Value value) {
    if (!isTaken(column)) write.set.push_back(assignmentFor(profile, facts, column, value));
  }
  void text(const std::string& column, const std::string& value) {
    if (!isTaken(column)) write.set.push_back({.column = column, .value = Value::text, .text = value});
  }
  void clear(const std::string& column) {
    const profile::ColumnFacts* known = facts.column(column);
    if (known != nullptr && !known->not_null) set(column, Value::null);
  }
};

bool isTime(const profile::TableFacts& facts, const std::string& column) {
  const profile::ColumnFacts* known = facts.column(column);
  return known != nullptr && timeFormOf(*known).has_value();
}

// So that the condition holds, or so that it does not.
void make(Writing& w, const Condition& condition, bool holds) {
  switch (condition.is) {
    case Condition::Is::null: holds ? w.clear(condition.column) : void(); break;
    case Condition::Is::not_null:
      if (!holds) w.clear(condition.column);
      if (holds && isTime(w.facts, condition.column)) w.set(condition.column, Value::now);
      break;
    case Condition::Is::yes: w.text(condition.column, holds ? "true" : "false"); break;
    case Condition::Is::no: w.text(condition.column, holds ? "false" : "true"); break;
    case Condition::Is::one_of:
      if (holds && !condition.values.empty()) w.text(condition.column, condition.values.front());
      break;
    case Condition::Is::between: break;  // which of its numbers is for a person to say
  }
}

// The first rule of the state is made to hold, and those before it not to.
bool setState(Writing& w, key::State state) {
  const profile::States& states = w.profile.states;
  const auto rule = std::ranges::find(states.rules, state, &profile::StateRule::state);
  const bool isElse = rule == states.rules.end();
  if (isElse && (!states.otherwise || states.otherwise->state != state)) return false;
  if (!isElse) {
    for (const Condition& condition : rule->when) make(w, condition, true);
  }
  for (auto before = states.rules.begin(); before != rule; ++before) {
    for (const Condition& condition : before->when) make(w, condition, false);
  }
  return true;
}

void freeLease(Writing& w) {
  const profile::Lease& lease = w.profile.lease;
  if (!lease.is_observable()) return;
  lease.free.empty() ? w.clear(lease.at.column) : w.text(lease.at.column, lease.free);
}

void finish(Writing& w, bool succeeded) {
  setState(w, succeeded ? key::State::succeeded : key::State::failed);
  if (succeeded) {
    w.set(w.profile.response_code, Value::code);
    if (!w.profile.response_body.is_pointer()) w.set(w.profile.response_body.column, Value::body);
  } else if (w.profile.error.path.empty()) {
    w.set(w.profile.error.column, Value::reason);
  }
  freeLease(w);
  w.set(w.profile.completed_at.column, Value::now);
}

void reopen(Writing& w) {
  if (!setState(w, key::State::released)) setState(w, key::State::in_progress);
  freeLease(w);
  w.clear(w.profile.owner);
}

}  // namespace

std::optional<Verb> verbOf(const std::string& role) {
  const std::string prefix = "write.";
  return role.starts_with(prefix) ? profile::verb_from_word(role.substr(prefix.size())) : std::nullopt;
}

std::string roleOf(Verb verb) { return "write." + std::string(profile::word(verb)); }

Assignment assignmentFor(const profile::Profile& profile, const profile::TableFacts& facts, const std::string& column, Value value) {
  Assignment assignment{.column = column, .value = value};
  if (value != Value::now && value != Value::lease_end) return assignment;
  for (const profile::Instant* at :
       {&profile.lease.at, &profile.created_at, &profile.updated_at, &profile.completed_at, &profile.expires_at}) {
    if (at->column != column) continue;
    assignment.form = at->form;
    assignment.zone = at->zone;
    return assignment;
  }
  if (const profile::ColumnFacts* known = facts.column(column)) assignment.form = timeFormOf(*known).value_or(epochFormOf(*known));
  if (assignment.form == profile::TimeForm::timestamp) assignment.zone = profile.created_at.zone;
  return assignment;
}

profile::Write proposedWrite(const profile::Profile& profile, const profile::TableFacts& facts, Verb verb) {
  Writing w{profile, facts, {}};
  switch (verb) {
    case Verb::succeed: finish(w, true); break;
    case Verb::fail: finish(w, false); break;
    case Verb::release: reopen(w); break;
    case Verb::extend:
      if (profile.lease.is_observable())
        w.set(profile.lease.at.column, profile.lease.form == profile::Lease::Form::deadline ? Value::lease_end : Value::now);
      break;
    case Verb::requeue:
      reopen(w);
      if (!profile.attempts.empty()) w.set(profile.attempts.front(), Value::zero);
      if (profile.error.path.empty()) w.clear(profile.error.column);
      break;
    case Verb::discard: break;
  }
  if (!w.write.set.empty()) w.set(profile.updated_at.column, Value::now);
  return w.write;
}

}  // namespace onceover::tables
