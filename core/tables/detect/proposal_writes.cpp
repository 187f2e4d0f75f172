// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"
#include "core/tables/detect/looks.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/detect/signature.h"
#include "core/tables/detect/signs.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {

using key::State;
using Rows = Looks::Rows;
using Value = Assignment::Value;
using Set = std::vector<Assignment>;

class Writing {
 public:
  // is_suggestion: a user asked for it and checks each line.
  Writing(const Profile& p, const TableFacts& table, bool is_suggestion)
      : p_(p), table_(table), looks_(p, table), is_suggestion_(is_suggestion) {}

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
    leave(Verb::discard,
          "the database does not show whether a discarded dead letter gets its own word or is deleted.");
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
    const auto columns = state_columns(p_);
    if (std::ranges::find(columns, assignment.column) == columns.end()) add(set, std::move(assignment));
  }
  static Assignment as(const std::string& column, Value value) { return {.column = column, .value = value}; }

  // Of a column that the table has not, nothing holds.
  const ColumnFacts& facts(const std::string& name) const {
    static const ColumnFacts none{.not_null = true};
    const ColumnFacts* column = table_.column(name);
    return column != nullptr ? *column : none;
  }
  std::optional<Assignment> now(const std::string& name) const { return now_in(p_, table_, name); }

  // What makes one condition hold; nullopt where that is not known.
  std::optional<Assignment> held(const Condition& c) const {
    using Is = Condition::Is;
    switch (c.is) {
      case Is::one_of:
        if (c.values.empty() || c.values[0].empty() || (c.values.size() > 1 && !is_suggestion_))
          return std::nullopt;
        return Assignment{.column = c.column, .text = c.values.size() > 1 ? "" : c.values[0]};
      case Is::yes: return Assignment{.column = c.column, .text = "true"};
      case Is::no: return Assignment{.column = c.column, .text = "false"};
      case Is::null:
        return facts(c.column).may_be_null() ? std::optional(as(c.column, Value::null)) : std::nullopt;
      case Is::not_null: return c.column == p_.response_code ? as(c.column, Value::code) : now(c.column);
      case Is::between:
        return c.column == p_.response_code ? std::optional(as(c.column, Value::code)) : std::nullopt;
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
      } else if (c.is == Condition::Is::not_null && facts(c.column).may_be_null()) {
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
      if (rule.state != state || rule.may_retry.value_or(false)) continue;
      rules.push_back(&rule);
      for (const Condition& c : rule.when) {
        for (const std::string& value : c.values) words.push_back('"' + visible(value) + '"');
      }
    }
    const std::string ours(key::word(state));
    const auto is_open = [](const Condition& c) { return c.values.size() > 1; };
    if (!is_suggestion_ &&
        (rules.size() > 1 || (rules.size() == 1 && std::ranges::any_of(rules[0]->when, is_open)))) {
      if (words.empty()) return unknown(fmt::format("more than one rule means {}.", ours));
      return unknown(
          fmt::format("several words mean {} ({}). Please choose one.", ours, fmt::join(words, ", ")));
    }
    std::optional<Set> set;
    if (!rules.empty()) {
      set = held(*rules[0]);
      // Of several words none is guessed.
      if (set && rules.size() > 1) {
        for (Assignment& a : *set) {
          if (a.column == p_.states.column) a.text.clear();
        }
      }
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

  // The rows that look as one in this state does after `set`.
  Rows like(const Set& set, State state) const {
    for (const Assignment& a : set) {
      if (a.column == p_.states.column && a.value == Value::text && !a.text.empty())
        return looks_.of(a.column, a.text);
    }
    return looks_.of(state);
  }

  // What brings a row into a state, and the rows that look as it does after that.
  struct Target {
    Set set;
    Rows rows;
  };
  Result<Target> target(State state) const {
    return into(state).map([&](Set set) {
      Rows rows = like(set, state);
      return Target{std::move(set), std::move(rows)};
    });
  }

  // Frees the row as rows in that state are, or where too few of them show it.
  void end_lease(Set& set, const Rows& rows) const {
    const auto is_freed = [&](const std::string& column) {
      return facts(column).may_be_null() && looks_.is_null(column, rows) != false;
    };
    const std::string& column = p_.lease.at.column;
    const auto moment = now(column);
    if (has_time(p_.lease.form) && p_.lease.form != Lease::Form::age) {
      const bool is_kept = looks_.is_null(column, rows) == false && p_.lease.free.empty();
      if (rows.size() < enough_alike && !p_.lease.free.empty()) {
        beside(set, {.column = column, .text = p_.lease.free});
      } else if (is_freed(column)) {
        beside(set, as(column, Value::null));
      } else if (rows.size() < enough_alike && p_.lease.form == Lease::Form::deadline && moment && !is_kept) {
        beside(set, *moment);
      }
    }
    if (is_freed(p_.owner)) beside(set, as(p_.owner, Value::null));
  }
  void stamp(Set& set, const Instant& at) const {
    if (!at.empty() && at.only_in.empty()) beside(set, now(at.column).value_or(as(at.column, Value::now)));
  }

  // What the rows of each state show is taken over; what they contradict is left out.
  void propose(Verb verb, Set set) {
    Write write{.set = std::move(set)};
    const Verdict verdict = complete(p_, table_, verb, write);
    stamp(write.set, p_.updated_at);
    for (Assignment& a : write.set) {
      const Instant* at = writes_instant(a.value) ? instant_in(p_, a.column) : nullptr;
      if (at != nullptr && at->has_unknown_zone())
        return leave(verb, fmt::format("it writes a time to \"{}\", whose time zone is not known (zone).",
                                       visible(a.column)));
    }
    if (verdict.is == Verdict::Is::withheld && !is_suggestion_) return leave(verb, verdict.sentence());
    out_.looks[verb] = verdict.sentence();
    out_.writes[verb] = std::move(write);
  }

  void ended(Verb verb, State state) {
    auto to = target(state);
    if (!to) return leave(verb, to.error().what);
    Set& set = to->set;
    const Rows& rows = to->rows;
    const auto is_kept = [&](const std::string& column) { return looks_.is_null(column, rows) != true; };
    if (verb == Verb::succeed) {
      const bool is_code = facts(p_.response_code).is_number() || facts(p_.response_code).is_text();
      if (is_code && is_kept(p_.response_code)) beside(set, as(p_.response_code, Value::code));
      const Body& body = p_.response_body;
      if (!body.empty() && !body.is_pointer() && is_kept(body.column))
        beside(set, as(body.column, Value::body));
    } else if (p_.error.path.empty() && facts(p_.error.column).is_text() && is_kept(p_.error.column)) {
      beside(set, as(p_.error.column, Value::reason));
    }
    // Failed rows need not have one.
    if (looks_.is_null(p_.completed_at.column, rows) == false || (rows.empty() && verb == Verb::succeed))
      stamp(set, p_.completed_at);
    end_lease(set, rows);
    propose(verb, std::move(set));
  }

  std::vector<std::string> unfinished_words() const {
    std::vector<std::string> words;
    for (const StateRule& rule : p_.states.rules) {
      if (rule.state != State::in_progress) continue;
      for (const Condition& c : rule.when) {
        if (c.column == p_.states.column) words.insert(words.end(), c.values.begin(), c.values.end());
      }
    }
    std::erase(words, "");
    return words;
  }
  // The state word of unfinished rows that are not being worked on.
  Result<Target> waiting() const {
    const std::vector<std::string> words = unfinished_words();
    std::vector<Target> found;
    for (const std::string& word : words) {
      Rows rows = looks_.of(p_.states.column, word);
      if (means_working(word) || nearly_all(looks_.held(rows, true).size(), rows.size())) continue;
      found.push_back({{{.column = p_.states.column, .text = word}}, std::move(rows)});
    }
    // Rows show which of several it is.
    const auto has_none = [](const Target& target) { return target.rows.empty(); };
    if (found.size() > 1 &&
        static_cast<std::size_t>(std::ranges::count_if(found, has_none)) == found.size() - 1)
      std::erase_if(found, has_none);
    if (found.size() == 1) return found[0];
    if (is_suggestion_ && !found.empty())
      return Target{{{.column = p_.states.column}}, looks_.of(State::in_progress)};
    std::vector<std::string> shown;
    for (const std::string& word : words) shown.push_back('"' + visible(word) + '"');
    const std::string all = shown.empty() ? "" : fmt::format(" ({})", fmt::join(shown, ", "));
    return fail(
        ErrorKind::unsupported,
        found.empty()
            ? fmt::format("no word means work that waits{}.", all)
            : fmt::format("rows do not show which word means work that waits{}. Please choose one.", all));
  }

  // No catalog says whether a request without a lease is taken up again; consumed events, events to publish
  // and jobs wait.
  void released() {
    const bool is_request = p_.kind == Kind::idempotency && !is_suggestion_;
    Target to;
    if (is_request || !unfinished_words().empty()) {  // otherwise held and waiting rows are not told apart
      auto known = is_request ? target(State::released) : waiting();
      if (!known)
        return leave(
            Verb::release,
            known.error().what +
                (is_request ? " The database does not show whether the service resumes a row without "
                              "a lease, or expects the row to be deleted."
                            : ""));
      to = *std::move(known);
    }
    const std::size_t of_state = to.set.size();
    end_lease(to.set, to.rows);
    if (!is_request && to.set.size() == of_state) {
      Write write{.set = to.set};
      complete(p_, table_, Verb::release, write);
      if (write.set.size() == of_state)
        return leave(Verb::release, "the table has no lease that could be ended.");
    }
    propose(Verb::release, std::move(to.set));
  }

  void extended() {
    if (!p_.lease.is_observable() || p_.lease.form == Lease::Form::age)
      return leave(Verb::extend, "the profile has no lease with a time.");
    Assignment at{.column = p_.lease.at.column,
                  .value = Value::now,
                  .form = p_.lease.at.form,
                  .zone = p_.lease.at.zone};
    if (p_.lease.form == Lease::Form::deadline) at.value = Value::lease_end;
    propose(Verb::extend, {std::move(at)});
  }

  void requeued() {
    const bool fails = std::ranges::any_of(p_.states.rules,
                                           [](const StateRule& rule) { return rule.state == State::failed; });
    if (!fails) return leave(Verb::requeue, "the profile has no state for dead letters.");
    const auto is_called_off = [](const StateRule& rule) {
      return rule.state == State::failed && std::ranges::any_of(rule.when, [](const Condition& c) {
               return std::ranges::any_of(c.values, means_cancelled);
             });
    };
    if (!is_suggestion_ && std::ranges::any_of(p_.states.rules, is_called_off))
      return leave(Verb::requeue, "it would run cancelled rows again as well.");
    auto to = target(State::released);
    if (!to && (p_.kind != Kind::idempotency || is_suggestion_)) {
      const auto open = [&](Set set) {
        return Target{std::move(set), looks_.of_rule(p_.states.rules.size())};
      };
      to = p_.states.column.empty() ? into(State::in_progress).map(open) : waiting();
    }
    if (!to) return leave(Verb::requeue, to.error().what);
    Set& set = to->set;
    const Rows& rows = to->rows;
    for (const std::string& counter : p_.attempts) {
      if (facts(counter).is_number()) beside(set, as(counter, Value::zero));
    }
    end_lease(set, rows);
    propose(Verb::requeue, std::move(set));
  }

  const Profile& p_;
  const TableFacts& table_;
  const Looks looks_;
  const bool is_suggestion_;
  ProposedWrites out_;
};

}  // namespace

ProposedWrites propose_writes(const Profile& profile, const TableFacts& table) {
  return Writing(profile, table, false).all();
}

Write suggested_write(const Profile& profile, const TableFacts& table, Verb verb) {
  return Writing(profile, table, true).all().writes[verb];
}

}  // namespace onceover::tables
