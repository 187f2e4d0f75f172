#include "core/detect/proposal_writes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/detect/detect.h"
#include "core/profile/parts.h"

namespace onceover::profile {
namespace {

using key::State;
using Value = Assignment::Value;
using Set = std::vector<Assignment>;

class Writing {
 public:
  // is_suggestion: a user asked for it and checks each line.
  Writing(const Profile& p, const ColumnOf& column, bool is_suggestion) : p_(p), column_(column), is_suggestion_(is_suggestion) {}

  ProposedWrites all() {
    if (p_.identity.empty()) {
      for (const Verb verb : all_verbs) leave(verb, "no columns identify a row (identity).");
      return std::move(out_);
    }
    ended(Verb::succeed, State::succeeded);
    ended(Verb::fail, State::failed);
    released();
    extended();
    requeued();
    leave(Verb::discard, "the database does not show whether a discarded dead letter gets its own word or is deleted.");
    return std::move(out_);
  }

 private:
  void leave(Verb verb, std::string why) { out_.unknown.emplace_back(verb, std::move(why)); }

  static void add(Set& set, Assignment assignment) {
    const auto same = [&](const Assignment& a) { return a.column == assignment.column; };
    if (!assignment.column.empty() && std::ranges::none_of(set, same)) set.push_back(std::move(assignment));
  }
  // What is written with the state must not change it.
  void beside(Set& set, Assignment assignment) const {
    for (const StateRule& rule : p_.states.rules) {
      for (const Condition& c : rule.when) {
        if (c.column == assignment.column) return;
      }
    }
    add(set, std::move(assignment));
  }
  static Assignment as(const std::string& column, Value value) { return {.column = column, .value = value}; }

  bool may_be_null(const std::string& name) const {
    const ColumnFacts* column = column_(name);
    return column != nullptr && !column->not_null;
  }
  bool is_number(const std::string& name) const {
    const ColumnFacts* column = column_(name);
    return column != nullptr && column->is_number();
  }
  bool is_text(const std::string& name) const {
    const ColumnFacts* column = column_(name);
    return column != nullptr && column->is_text();
  }

  // now, in the form in which the profile reads the column, or in its type's.
  std::optional<Assignment> now(const std::string& name) const {
    const ColumnFacts* column = column_(name);
    if (column == nullptr || (instant_in(p_, name) == nullptr && !column->is_instant())) return std::nullopt;
    const Instant at = instant_kept_in(p_, *column);
    return Assignment{.column = name, .value = Value::now, .form = at.form, .zone = at.zone};
  }

  // What makes one condition hold; nullopt where that is not known.
  std::optional<Assignment> held(const Condition& c) const {
    using Is = Condition::Is;
    switch (c.is) {
      case Is::one_of:
        if (c.values.empty() || (c.values.size() > 1 && !is_suggestion_)) return std::nullopt;
        return Assignment{.column = c.column, .text = c.values[0]};
      case Is::yes: return Assignment{.column = c.column, .text = "true"};
      case Is::no: return Assignment{.column = c.column, .text = "false"};
      case Is::null: return may_be_null(c.column) ? std::optional(as(c.column, Value::null)) : std::nullopt;
      case Is::not_null: return c.column == p_.response_code ? as(c.column, Value::code) : now(c.column);
      case Is::between: return c.column == p_.response_code ? std::optional(as(c.column, Value::code)) : std::nullopt;
    }
    return std::nullopt;
  }
  std::optional<Set> held(const StateRule& rule) const {
    Set set;
    for (const Condition& condition : rule.when) {
      auto one = held(condition);
      if (!one) return std::nullopt;
      add(set, std::move(*one));
    }
    return set;
  }
  // What makes no rule hold, so that the state is what it is otherwise.
  std::optional<Set> none_held() const {
    Set set;
    for (const StateRule& rule : p_.states.rules) {
      const Condition& c = rule.when.front();
      if (c.is == Condition::Is::yes) {
        add(set, {.column = c.column, .text = "false"});
      } else if (c.is == Condition::Is::not_null && may_be_null(c.column)) {
        add(set, as(c.column, Value::null));
      } else {
        return std::nullopt;
      }
    }
    return set.empty() ? std::nullopt : std::optional(std::move(set));
  }

  // The assignments that bring a row into the state; a sentence where they are not known.
  Result<Set> into(State state) const {
    const auto unknown = [](std::string why) { return fail(ErrorKind::unsupported, std::move(why)); };
    std::vector<const StateRule*> rules;
    std::vector<std::string> words;
    for (const StateRule& rule : p_.states.rules) {
      if (rule.state != state || rule.may_retry) continue;
      rules.push_back(&rule);
      for (const Condition& c : rule.when) {
        for (const std::string& value : c.values) words.push_back('"' + visible(value) + '"');
      }
    }
    const std::string ours(key::word(state));
    if (!is_suggestion_ && (rules.size() > 1 || words.size() > 1)) {
      if (words.empty()) return unknown(fmt::format("more than one rule means {}.", ours));
      return unknown(fmt::format("several words mean {} ({}). Please choose one.", ours, fmt::join(words, ", ")));
    }
    std::optional<Set> set;
    if (!rules.empty()) {
      set = held(*rules[0]);
    } else if (p_.states.otherwise && p_.states.otherwise->state == state) {
      set = none_held();
    } else {
      return unknown(fmt::format("the profile has no word for {}.", ours));
    }
    if (!set) return unknown(fmt::format("the database does not show how {} is written.", ours));
    for (const Assignment& a : *set) {
      if (std::ranges::find(p_.identity, a.column) != p_.identity.end()) {
        return unknown(fmt::format("\"{}\" holds the state and is part of the identity.", visible(a.column)));
      }
    }
    return *std::move(set);
  }

  void end_lease(Set& set) const {
    if (!p_.lease.is_observable()) return;
    const std::string& column = p_.lease.at.column;
    if (!p_.lease.free.empty()) {
      beside(set, {.column = column, .text = p_.lease.free});
    } else if (may_be_null(column)) {
      beside(set, as(column, Value::null));
    } else if (p_.lease.form == Lease::Form::deadline) {
      if (auto at = now(column)) beside(set, std::move(*at));
    }
  }
  void free_owner(Set& set) const {
    if (!p_.owner.empty() && may_be_null(p_.owner)) beside(set, as(p_.owner, Value::null));
  }
  void stamp(Set& set, const Instant& at) const {
    if (at.empty() || !at.only_in.empty()) return;
    if (auto moment = now(at.column)) beside(set, std::move(*moment));
  }
  void propose(Verb verb, Set set, std::vector<State> from = {}) {
    stamp(set, p_.updated_at);
    out_.writes[verb] = {.deletes = false, .set = std::move(set), .guard = {}, .from = std::move(from)};
  }

  void ended(Verb verb, State state) {
    auto set = into(state);
    if (!set) return leave(verb, set.error().what);
    if (verb == Verb::succeed) {
      if (is_number(p_.response_code) || is_text(p_.response_code)) beside(*set, as(p_.response_code, Value::code));
      if (!p_.response_body.empty() && !p_.response_body.is_pointer()) beside(*set, as(p_.response_body.column, Value::body));
    } else if (!p_.error.empty() && p_.error.path.empty() && is_text(p_.error.column)) {
      beside(*set, as(p_.error.column, Value::reason));
    }
    stamp(*set, p_.completed_at);
    end_lease(*set);
    free_owner(*set);
    propose(verb, std::move(*set));
  }

  // No catalog says whether a request without a lease is taken up again; consumed events and events to publish wait.
  void released() {
    auto set = into(State::released);
    if (!set && (is_suggestion_ || p_.kind != Kind::idempotency)) {
      set = Set{};
      end_lease(*set);
      free_owner(*set);
      if (set->empty()) set = fail(ErrorKind::unsupported, "the table has no lease that could be ended.");
    } else if (set) {
      end_lease(*set);
      free_owner(*set);
    } else {
      set = fail(ErrorKind::unsupported,
                 set.error().what +
                     " The database does not show whether the service resumes a row without a lease, or expects the row to be "
                     "deleted.");
    }
    if (!set) return leave(Verb::release, set.error().what);
    propose(Verb::release, std::move(*set));
  }

  void extended() {
    if (!p_.lease.is_observable()) return leave(Verb::extend, "the profile has no lease with a time.");
    Assignment at{.column = p_.lease.at.column, .value = Value::now, .form = p_.lease.at.form, .zone = p_.lease.at.zone};
    if (p_.lease.form == Lease::Form::deadline) at.value = Value::lease_end;
    propose(Verb::extend, {std::move(at)});
  }

  void requeued() {
    auto set = into(State::released);
    if (!set && (is_suggestion_ || p_.kind != Kind::idempotency)) set = into(State::in_progress);
    const bool fails = std::ranges::any_of(p_.states.rules, [](const StateRule& rule) { return rule.state == State::failed; });
    if (!fails) set = fail(ErrorKind::unsupported, "the profile has no state for dead letters.");
    if (!set) return leave(Verb::requeue, set.error().what);
    for (const std::string& counter : p_.attempts) {
      if (is_number(counter)) beside(*set, as(counter, Value::zero));
    }
    end_lease(*set);
    if (is_suggestion_ && !p_.error.empty() && p_.error.path.empty() && may_be_null(p_.error.column)) {
      beside(*set, as(p_.error.column, Value::null));
    }
    propose(Verb::requeue, std::move(*set));
  }

  const Profile& p_;
  const ColumnOf& column_;
  const bool is_suggestion_;
  ProposedWrites out_;
};

}  // namespace

ProposedWrites propose_writes(const Profile& profile, const ColumnOf& column) { return Writing(profile, column, false).all(); }

Write suggested_write(const Profile& profile, const ColumnOf& column, Verb verb) {
  return Writing(profile, column, true).all().writes[verb];
}

}  // namespace onceover::profile
