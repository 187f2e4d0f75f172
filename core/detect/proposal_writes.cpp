#include "core/detect/proposal_writes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/detect/columns.h"
#include "core/detect/detect.h"
#include "core/detect/looks.h"
#include "core/detect/state_words.h"
#include "core/profile/parts.h"

namespace onceover::profile {
namespace {

using key::State;
using Value = Assignment::Value;
using Set = std::vector<Assignment>;

// A time at least so much after another is later, and not the same moment.
constexpr double later_s = 1;
// With fewer rows nothing is shown.
constexpr std::size_t enough_alike = 3;

class Writing {
 public:
  // is_suggestion: a user asked for it and checks each line.
  Writing(const Profile& p, const TableFacts& table, bool is_suggestion)
      : p_(p), table_(table), looks_(p, table), unfinished_(looks_.of(State::in_progress)), is_suggestion_(is_suggestion) {}

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

  // Why a write of the profile's own may make a finished row be taken again; nullopt: nothing shows that.
  std::optional<std::string> reopens(Verb verb, const Write& write) const {
    const State state = verb == Verb::succeed ? State::succeeded : State::failed;
    Set set = write.set;
    if (auto why = keep_later_times(set, like(set, state), true))
      return "It would leave a finished row as one that may be taken again: " + *why;
    return std::nullopt;
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
    const ColumnFacts* column = column_of(name);
    return column != nullptr && !column->not_null;
  }
  bool is_number(const std::string& name) const {
    const ColumnFacts* column = column_of(name);
    return column != nullptr && column->is_number();
  }
  bool is_text(const std::string& name) const {
    const ColumnFacts* column = column_of(name);
    return column != nullptr && column->is_text();
  }

  // now, in the form in which the profile reads the column, or in its type's.
  std::optional<Assignment> now(const std::string& name) const {
    const ColumnFacts* column = column_of(name);
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
      if (rule.state != state || rule.may_retry.value_or(false)) continue;
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

  // The rows that look as one in this state does after `set`.
  Looks::Rows like(const Set& set, State state) const {
    for (const Assignment& a : set) {
      if (a.column == p_.states.column && a.value == Value::text) return looks_.of(a.column, a.text);
    }
    return looks_.of(state);
  }

  // Ends a lease as rows in that state show it. Where those rows keep their time, it is not changed.
  void end_lease(Set& set, const Looks::Rows& rows) const {
    const bool has_time =
        p_.lease.form != Lease::Form::none && p_.lease.form != Lease::Form::owner_only && p_.lease.form != Lease::Form::age;
    if (!has_time) return;
    const std::string& column = p_.lease.at.column;
    // In a zone that is not known only NULL can be written.
    const auto moment = p_.lease.at.has_unknown_zone() ? std::nullopt : now(column);
    if (looks_.is_null(column, rows) == false && p_.lease.free.empty()) {
      // Some systems take what was never taken: a row that waits gets the time that finished ones have.
      const bool may_wait = p_.lease.form != Lease::Form::deadline && looks_.filled(column, unfinished_) < unfinished_.size();
      if (may_wait && may_be_null(column) && moment) beside(set, *moment);
      return;
    }
    if (!p_.lease.free.empty()) {
      beside(set, {.column = column, .text = p_.lease.free});
    } else if (may_be_null(column)) {
      beside(set, as(column, Value::null));
    } else if (p_.lease.form == Lease::Form::deadline && moment) {
      beside(set, *moment);
    }
  }
  void free_owner(Set& set, const Looks::Rows& rows) const {
    if (!p_.owner.empty() && may_be_null(p_.owner) && looks_.is_null(p_.owner, rows) != false) beside(set, as(p_.owner, Value::null));
  }
  void stamp(Set& set, const Instant& at) const {
    if (at.empty() || !at.only_in.empty()) return;
    if (auto moment = now(at.column)) beside(set, std::move(*moment));
  }
  // rows: that look so today.
  void propose(Verb verb, Set set, const Looks::Rows& rows, std::vector<State> from = {}) {
    stamp(set, p_.updated_at);
    for (const Assignment& a : set) {
      if (writes_instant(a.value) && a.form == TimeForm::timestamp && a.zone == unknown_zone)
        return leave(verb, fmt::format("it writes a time to \"{}\", whose time zone is not known (zone).", visible(a.column)));
    }
    out_.looks[verb] = rows.size() >= enough_alike ? fmt::format("as {} rows look today", rows.size())
                                                   : "no rows show it: check each line against the service's code";
    out_.writes[verb] = {.deletes = false, .set = std::move(set), .guard = {}, .from = std::move(from)};
  }

  // The column that shows when a finished row ended: of those that the profile knows the first that these rows have.
  std::string end_of(const Looks::Rows& rows) const {
    for (const Instant* at : {&p_.completed_at, &p_.updated_at}) {
      if (!at->empty() && looks_.filled(at->column, rows) >= enough_alike) return at->column;
    }
    return {};
  }
  // As a time that every row has since its creation, so much later: it does not change with the end.
  bool is_set_at_creation(const std::string& column, const Looks::Rows& finished) const {
    if (p_.created_at.empty()) return false;
    const auto before = looks_.spans(p_.created_at.column, column, looks_.of(State::in_progress));
    const auto after = looks_.spans(p_.created_at.column, column, finished);
    if (before.size() < enough_alike || after.size() < enough_alike) return false;
    const double low = std::min(before.front(), after.front()), high = std::max(before.back(), after.back());
    return high - low <= std::max(5.0, 0.01 * high);
  }

  // A time that finished rows have after their end, which the write would leave past or empty: then the service may take the row again. It
  // is written as the rows have it, where they all agree; nullopt: it can be proposed.
  // is_said: the set is a person's, and what it names is meant so.
  std::optional<std::string> keep_later_times(Set& set, const Looks::Rows& finished, bool is_said = false) const {
    const std::string end = end_of(finished);
    for (const ColumnFacts& column : table_.columns) {
      const bool is_known =
          column.name == p_.created_at.column || column.name == p_.updated_at.column || column.name == p_.completed_at.column;
      if (is_known || !time_form(Column(column))) continue;
      const bool is_deadline = column.name == p_.lease.at.column && p_.lease.form == Lease::Form::deadline;
      const bool may_keep = is_deadline || column.name == p_.expires_at.column;
      const auto written = std::ranges::find(set, column.name, &Assignment::column);
      if (is_said && written != set.end()) continue;
      if (finished.size() < enough_alike || column.sample.empty()) {
        if (!may_keep || is_set_at_creation(column.name, looks_.of(State::succeeded))) continue;
        return fmt::format("fewer than {} finished rows show what \"{}\" holds then. Say what to write there.", enough_alike,
                           visible(column.name));
      }
      if (looks_.filled(column.name, finished) < enough_alike) continue;
      const auto spans = end.empty() ? std::vector<double>() : looks_.spans(end, column.name, finished);
      if (spans.size() < enough_alike) {
        if (!may_keep || is_set_at_creation(column.name, finished)) continue;
        return fmt::format("finished rows have a time in \"{}\", and no column shows when they ended. Say what to write there.",
                           visible(column.name));
      }
      const auto later = std::ranges::count_if(spans, [](double span) { return span > later_s; });
      if (2 * static_cast<std::size_t>(later) < spans.size() || is_set_at_creation(column.name, finished)) continue;
      const double shortest = spans[spans.size() - static_cast<std::size_t>(later)], longest = spans.back();
      const bool is_same = longest - shortest <= std::max(5.0, 0.02 * longest);
      auto moment = is_same && !is_said ? now(column.name) : std::nullopt;
      if (!moment) {
        return fmt::format("finished rows have a time in \"{}\" that is after their end ({} of {}){}. Say what to write there.",
                           visible(column.name), later, spans.size(), is_same ? "" : ", at different distances");
      }
      moment->plus = std::chrono::seconds(std::llround(spans[spans.size() - static_cast<std::size_t>(later) / 2 - 1]));
      if (written != set.end()) {
        *written = std::move(*moment);
      } else {
        beside(set, std::move(*moment));
      }
    }
    return std::nullopt;
  }

  // Flags that all rows of the state have one way and some unfinished ones the other: "ready". A row that kept its own may be taken again.
  void set_flags(Set& set, const Looks::Rows& rows) const {
    if (rows.size() < enough_alike) return;
    for (const ColumnFacts& column : table_.columns) {
      if (column.type != ColumnFacts::Type::boolean) continue;
      const auto at_end = looks_.value(column.name, rows);
      const auto differs = [&](std::size_t row) { return looks_.value(column.name, {row}) != at_end; };
      if (at_end && std::ranges::any_of(unfinished_, differs)) beside(set, {.column = column.name, .text = *at_end});
    }
  }

  void ended(Verb verb, State state) {
    auto set = into(state);
    if (!set) return leave(verb, set.error().what);
    const Looks::Rows rows = like(*set, state);
    if (verb == Verb::succeed) {
      if (is_number(p_.response_code) || is_text(p_.response_code)) beside(*set, as(p_.response_code, Value::code));
      if (!p_.response_body.empty() && !p_.response_body.is_pointer()) beside(*set, as(p_.response_body.column, Value::body));
    } else if (!p_.error.empty() && p_.error.path.empty() && is_text(p_.error.column)) {
      beside(*set, as(p_.error.column, Value::reason));
    }
    // Failed rows need not have one.
    if (looks_.is_null(p_.completed_at.column, rows) == false || (rows.empty() && verb == Verb::succeed)) stamp(*set, p_.completed_at);
    end_lease(*set, rows);
    free_owner(*set, rows);
    set_flags(*set, rows);
    if (auto why = keep_later_times(*set, rows); why && !is_suggestion_) return leave(verb, std::move(*why));
    propose(verb, std::move(*set), rows);
  }

  // Flags that all held rows have one way and all waiting ones the other: "picked".
  void lower_flags(Set& set) const {
    Looks::Rows held, waiting;
    for (const std::size_t row : unfinished_) (are_held({row}) ? held : waiting).push_back(row);
    if (held.size() < enough_alike || waiting.size() < enough_alike) return;
    for (const ColumnFacts& column : table_.columns) {
      if (column.type != ColumnFacts::Type::boolean) continue;
      const auto of_held = looks_.value(column.name, held), of_waiting = looks_.value(column.name, waiting);
      if (of_held && of_waiting && *of_held != *of_waiting) beside(set, {.column = column.name, .text = *of_waiting});
    }
  }

  // State words of unfinished rows that are not being worked on.
  struct Waiting {
    std::string word;  // empty: the state is in no word, or every unfinished row has the same
    Looks::Rows rows;
  };
  bool are_held(const Looks::Rows& rows) const {
    const auto is_held = [&](const std::string& column) {
      if (column.empty() || looks_.is_null(column, rows) != false) return false;
      return p_.lease.free.empty() || column != p_.lease.at.column || looks_.value(column, rows) != p_.lease.free;
    };
    return !rows.empty() &&
           (is_held(p_.owner) || (p_.lease.is_observable() && p_.lease.form != Lease::Form::age && is_held(p_.lease.at.column)));
  }
  Result<Waiting> waiting() const {
    std::vector<std::string> words;
    for (const StateRule& rule : p_.states.rules) {
      if (rule.state != State::in_progress) continue;
      for (const Condition& c : rule.when) {
        if (c.column == p_.states.column) words.insert(words.end(), c.values.begin(), c.values.end());
      }
    }
    if (words.empty()) return Waiting{{}, looks_.of(State::in_progress)};
    std::vector<Waiting> found;
    for (const std::string& word : words) {
      Looks::Rows rows = looks_.of(p_.states.column, word);
      if (means_working(word) || are_held(rows)) continue;
      found.push_back({word, std::move(rows)});
    }
    // Rows show which of several it is.
    if (found.size() > 1 && std::ranges::count_if(found, [](const Waiting& w) { return !w.rows.empty(); }) == 1)
      std::erase_if(found, [](const Waiting& w) { return w.rows.empty(); });
    if (found.size() == 1 || (is_suggestion_ && !found.empty())) return found[0];
    std::vector<std::string> shown;
    for (const std::string& word : words) shown.push_back('"' + visible(word) + '"');
    return fail(ErrorKind::unsupported,
                found.empty()
                    ? fmt::format("no word means work that waits ({}).", fmt::join(shown, ", "))
                    : fmt::format("rows do not show which word means work that waits ({}). Please choose one.", fmt::join(shown, ", ")));
  }

  // No catalog says whether a request without a lease is taken up again; consumed events, events to publish and jobs wait.
  void released() {
    if (p_.kind == Kind::idempotency && !is_suggestion_) {
      auto set = into(State::released);
      if (!set) {
        return leave(
            Verb::release,
            set.error().what +
                " The database does not show whether the service resumes a row without a lease, or expects the row to be deleted.");
      }
      const Looks::Rows rows = like(*set, State::released);
      end_lease(*set, rows);
      free_owner(*set, rows);
      return propose(Verb::release, std::move(*set), rows);
    }
    auto to = waiting();
    if (!to) return leave(Verb::release, to.error().what);
    Set set;
    if (!to->word.empty()) add(set, {.column = p_.states.column, .text = to->word});
    const std::size_t of_state = set.size();
    const Looks::Rows rows = to->word.empty() ? Looks::Rows{} : to->rows;  // held and waiting ones are not told apart
    end_lease(set, rows);
    free_owner(set, rows);
    lower_flags(set);
    if (set.size() == of_state) return leave(Verb::release, "the table has no lease that could be ended.");
    propose(Verb::release, std::move(set), to->rows);
  }

  void extended() {
    if (!p_.lease.is_observable() || p_.lease.form == Lease::Form::age) return leave(Verb::extend, "the profile has no lease with a time.");
    Assignment at{.column = p_.lease.at.column, .value = Value::now, .form = p_.lease.at.form, .zone = p_.lease.at.zone};
    if (p_.lease.form == Lease::Form::deadline) at.value = Value::lease_end;
    propose(Verb::extend, {std::move(at)}, looks_.of(State::in_progress));
  }

  void requeued() {
    const bool fails = std::ranges::any_of(p_.states.rules, [](const StateRule& rule) { return rule.state == State::failed; });
    if (!fails) return leave(Verb::requeue, "the profile has no state for dead letters.");
    Set set;
    Looks::Rows rows;
    if (auto free = into(State::released); free) {
      set = std::move(*free);
      rows = like(set, State::released);
    } else if (p_.kind == Kind::idempotency && !is_suggestion_) {
      return leave(Verb::requeue, free.error().what);
    } else if (p_.states.column.empty()) {
      auto open = into(State::in_progress);
      if (!open) return leave(Verb::requeue, open.error().what);
      set = std::move(*open);
      rows = looks_.of_rest();
    } else {
      auto to = waiting();
      if (!to) return leave(Verb::requeue, to.error().what);
      add(set, {.column = p_.states.column, .text = to->word});
      rows = std::move(to->rows);
    }
    for (const std::string& counter : p_.attempts) {
      if (is_number(counter)) beside(set, as(counter, Value::zero));
    }
    end_lease(set, rows);
    free_owner(set, rows);
    const Looks::Rows failed = looks_.of(State::failed);
    const auto clear = [&](const std::string& column) {
      if (!column.empty() && may_be_null(column) && looks_.is_null(column, rows) == true && looks_.any_filled(column, failed))
        beside(set, as(column, Value::null));
    };
    if (p_.error.path.empty()) clear(p_.error.column);
    clear(p_.completed_at.column);
    clear(p_.expires_at.column);
    propose(Verb::requeue, std::move(set), rows);
  }

  const ColumnFacts* column_of(const std::string& name) const { return table_.column(name); }

  const Profile& p_;
  const TableFacts& table_;
  const Looks looks_;
  const Looks::Rows unfinished_;
  const bool is_suggestion_;
  ProposedWrites out_;
};

}  // namespace

ProposedWrites propose_writes(const Profile& profile, const TableFacts& table) { return Writing(profile, table, false).all(); }

std::vector<std::pair<Verb, std::string>> writes_that_reopen(const Profile& profile, const TableFacts& table) {
  std::vector<std::pair<Verb, std::string>> out;
  for (const Verb verb : {Verb::succeed, Verb::fail}) {
    const auto write = profile.writes.find(verb);
    if (write == profile.writes.end() || write->second.deletes) continue;
    if (auto why = Writing(profile, table, false).reopens(verb, write->second)) out.emplace_back(verb, std::move(*why));
  }
  return out;
}

Write suggested_write(const Profile& profile, const TableFacts& table, Verb verb) {
  return Writing(profile, table, true).all().writes[verb];
}

}  // namespace onceover::profile
