// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/signature.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/tables/detect/detect.h"
#include "core/tables/detect/looks.h"
#include "core/tables/detect/signs.h"
#include "core/tables/parts.h"
#include "core/tables/states.h"
#include "core/tables/writes.h"

namespace onceover::tables {
namespace {

using key::State;
using Value = Assignment::Value;

// A time at least so much after another is later, and not the same moment.
constexpr double later_s = 1;
// More different values are not few.
constexpr std::size_t few_values = 10;
// A longer one is content, and says something of its row.
constexpr std::size_t longest_value = 40;

std::string_view called(Verb verb) {
  switch (verb) {
    case Verb::succeed: return "finished";
    case Verb::fail: return "failed";
    case Verb::extend: return "held";
    default: return "waiting";
  }
}

// What a worker notes while it works and when it ends, what it plans, and errors: no traces of a submission.
// Every other time or reference that rows under way have, and waiting rows have not, may be one.
bool is_of_work(const ColumnFacts& column, bool is_time) {
  const Name name(column.name);
  return fits(name,
              "^lock|lease|claim|worker|owner|host|node|thread|pid|fence|instance|consumer|error|excep|fail|"
              "reason|trace|stack|"
              "state|status|correl|version|processing") ||
         (is_time && fits(name,
                          "^start|begin|begun|pick|take|reserve|fetch|acquire|attempt|try|tried|retr|run|"
                          "rerun|heart|beat|process|"
                          "exec|perform|schedul|next|due|delay|avail|until|finish|end|complet|done|dead|"
                          "discard|cancel|aband|expir|"
                          "visib|touch|updat|modif|seen|wait|step"));
}

// What a cell says of its row's end beside the columns' own values: members of a document that are named so,
// and whether a range ends.
std::map<std::string, std::string> parts_of(const ColumnFacts& column, const Looks::Cell& cell) {
  std::map<std::string, std::string> parts;
  if (!cell) return parts;
  if (column.base.ends_with("range")) {
    const bool is_open = cell->ends_with(",)") || cell->ends_with(",]") ||
                         cell->find("infinity", cell->find(',')) != std::string::npos;
    parts["the end"] = is_open ? "none" : "a value";
  }
  const auto document = column.is_json() || cell->starts_with('{')
                            ? nlohmann::json::parse(*cell, nullptr, false)
                            : nlohmann::json();
  if (!document.is_object()) return parts;
  for (const auto& [name, value] : document.items()) {
    if (value.is_primitive() &&
        fits(Name(name), "state|status|phase|stage|progress|percent|done|finished|completed"))
      parts[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return parts;
}

class Rehearsal {
 public:
  Rehearsal(const Profile& p, const TableFacts& table, Verb verb, const Write& write)
      : p_(p), table_(table), verb_(verb), write_(write), looks_(p, table) {
    for (const State state : offered_from(write, verb)) {
      const auto rows = looks_.of(state);
      from_.insert(from_.end(), rows.begin(), rows.end());
    }
    if (verb == Verb::extend) {
      from_ = to_ = looks_.held(from_, true);
      return;
    }
    std::erase_if(from_, [&](std::size_t row) { return !holds(write.guard, cells_of(table, row)); });
    to_ = target();
    if (verb == Verb::release) {
      std::erase_if(from_, [&](std::size_t row) { return std::ranges::binary_search(to_, row); });
    } else if (const auto worked = looks_.held(from_, true); !worked.empty() && verb != Verb::requeue) {
      idle_ = looks_.held(std::move(from_), false);
      from_ = worked;
    }
  }

  Verdict verdict() {
    out_.target = called(verb_);
    out_.rehearsed = from_.size();
    out_.owners = to_.size();
    if (write_.deletes) {  // no row is left to compare
      const auto column = write_.declared ? std::string() : deleted_softly();
      out_.is = column.empty() ? Verdict::Is::offered : Verdict::Is::withheld;
      if (!column.empty())
        out_.why.push_back(
            fmt::format("rows are deleted softly (\"{}\"): this write would delete one for good. Compare it "
                        "with the service's code, then declare it (declared = true)",
                        visible(column)));
      return std::move(out_);
    }
    alike_ = to_;
    if (verb_ != Verb::extend) {
      for (const ColumnFacts& column : table_.columns) compare(column);
      for (const std::string& counter : p_.attempts) spare_untried(counter);
    }
    const auto refuse = [&](const std::vector<std::string>& columns, std::string_view why) {
      if (columns.empty()) return;
      is_surely_wrong_ = true;
      out_.why.push_back(fmt::format("rows {}. Set gateway_deduplicates if the gateway recognises a repeat",
                                     fmt::format(fmt::runtime(why), fmt::join(columns, ", "))));
    };
    refuse(traces_,
           "carry what a submission leaves ({}), and rows that wait for their first attempt do not: the "
           "request may have been sent");
    refuse(submitted_, "that wait have a reference of the gateway ({}): the request was sent");
    for (const auto& unshown : {what_no_row_shows(), what_no_value_shows()}) {
      if (!unshown || write_.declared) continue;
      is_surely_wrong_ = true;
      out_.why.push_back(*unshown +
                         ". Compare it with the service's code, then declare it (declared = true)");
    }
    out_.alike = alike_.size();
    const bool differs = !out_.also.empty() || !out_.guard.empty() || !out_.why.empty();
    const bool is_rehearsed = !from_.empty() && out_.owners >= enough_to_compare;
    out_.is = is_surely_wrong_ || (is_rehearsed && differs) ? Verdict::Is::withheld
              : is_rehearsed || write_.declared             ? Verdict::Is::offered
                                                            : Verdict::Is::not_rehearsed;
    return std::move(out_);
  }

 private:
  const Assignment* written(const std::string& column) const {
    const auto found = std::ranges::find(write_.set, column, &Assignment::column);
    return found == write_.set.end() ? nullptr : &*found;
  }
  // What the write leaves in a cell. A value that is only known at the time of writing is a mark that is no
  // word.
  Looks::Cell composed(const Assignment& a) const {
    switch (a.value) {
      case Value::text: return a.text;
      case Value::null: return std::nullopt;
      case Value::zero: return "0";
      case Value::code: return "200";
      default: return std::string(1, '\x01');
    }
  }

  Looks::Rows target() const {
    const Assignment* word = written(p_.states.column);
    Looks::Rows rows;
    const bool is_by_word =
        std::ranges::all_of(p_.states.rules, [](const StateRule& rule) { return rule.when.size() == 1; });
    if (word != nullptr && word->value == Value::text && (is_by_word || from_.empty())) {
      rows = looks_.of(word->column, word->text);
    } else if (!from_.empty()) {
      std::vector<Looks::Cell> made;
      made.reserve(write_.set.size());
      for (const Assignment& a : write_.set) made.push_back(composed(a));
      rows = looks_.of_rule(rule_of(p_.states, [&](const std::string& column) {
        const Assignment* a = written(column);
        return a == nullptr ? looks_.cell(column, from_.front())
                            : &made[static_cast<std::size_t>(a - write_.set.data())];
      }));
    } else {
      rows = looks_.of(verb_ == Verb::succeed ? State::succeeded
                       : verb_ == Verb::fail  ? State::failed
                                              : State::in_progress);
    }
    return gives_back() ? looks_.held(std::move(rows), false) : rows;
  }
  bool gives_back() const { return verb_ == Verb::release || verb_ == Verb::requeue; }

  // What the service does besides this row, or would not do, so that only its code shows whether the write is
  // right.
  std::optional<std::string> what_no_row_shows() const {
    if (p_.kind != Kind::queue) return std::nullopt;
    if (gives_back() && !is_taken_again())
      return "no row shows that the service runs work a second time, or looks for rows that wait: no attempt "
             "is counted, no lease ends and no retry is due";
    if ((verb_ == Verb::succeed || verb_ == Verb::fail) && moves_money())
      return "the row is about money, which the service books elsewhere when it ends: this write would leave "
             "that out";
    return std::nullopt;
  }
  // The column that sets a deleted row aside; empty: none, or it is the state's.
  std::string deleted_softly() const {
    Profile of_rules = p_;
    of_rules.set_aside.clear();
    const auto states = state_columns(of_rules);
    const auto found = std::ranges::find_if(
        p_.set_aside, [&](const Condition& condition) { return !is_among(states, condition.column); });
    return found == p_.set_aside.end() ? std::string() : found->column;
  }
  // What the service makes anew with each change, or counts beside the table.
  std::optional<std::string> what_no_value_shows() const {
    for (const ColumnFacts& column : table_.columns) {
      if (column.always_generated || written(column.name) != nullptr) continue;
      const bool is_own = column.is_text() || column.is_bytes() || column.type == ColumnFacts::Type::uuid;
      if (is_own && fits(Name(column.name), sign::made_anew))
        return fmt::format("{} is new with each change of a row, or covers it: this write would leave it",
                           shown(column));
      if (verb_ != Verb::release && verb_ != Verb::extend && !column.counters.empty())
        return fmt::format("rows of {} count these ({}): this write would leave the counts",
                           visible(column.references), visible(column.counters));
    }
    return std::nullopt;
  }
  bool is_taken_again() const {
    const auto is_counted = [&](const std::string& counter) {
      const Looks::Held held = looks_.held_in(counter, looks_.of(State::in_progress));
      const ColumnFacts* column = table_.column(counter);
      return held.filled > held.blank ||
             (column != nullptr && std::ranges::any_of(column->values, [](const std::string& n) {
                return number_from<double>(n).value_or(0) > 1;
              }));
    };
    const auto speaks_of_it = [](const ColumnFacts& column) {
      return fits(Column(column),
                  "max|maximum attempt|retry|try; @number priority; @time retry|next; ^claim|lock|lease");
    };
    return has_time(p_.lease.form) || !p_.due.empty() || std::ranges::any_of(p_.attempts, is_counted) ||
           std::ranges::any_of(table_.columns, speaks_of_it);
  }
  bool moves_money() const {
    return !p_.amount.empty() || std::ranges::any_of(table_.columns, [](const ColumnFacts& column) {
      return column.type == ColumnFacts::Type::numeric &&
             fits(Column(column), "-@time amount|balance|sum|fee|price");
    });
  }

  bool is_compared(const ColumnFacts& column) const {
    if (column.sample.empty() || column.always_generated || is_among(p_.identity, column.name)) return false;
    if (column.name == p_.created_at.column || column.name == p_.updated_at.column) return false;
    // Counters count on.
    return !is_among(p_.attempts, column.name) && !is_among(state_columns(p_), column.name);
  }

  void compare(const ColumnFacts& column) {
    if (!is_compared(column)) return;
    if (counts_changes(column)) {
      if (written(column.name) == nullptr)
        add({.column = column.name, .value = Value::increment},
            fmt::format("{} counts the changes of a row; this write would leave it", shown(column)));
      return;
    }
    const Looks::Held owners = looks_.held_in(column.name, to_), before = looks_.held_in(column.name, from_);
    if (is_trace(column, before)) return;
    if (const Assignment* a = written(column.name)) return compare_written(column, *a, owners);
    if (owners.rows == 0 || differs_in_part(column)) return;
    if (owners.rows < enough_alike) {
      if (owners.is_filled()) std::ignore = left_as_it_is(column, owners, before);
      if (owners.is_null()) left_filled(column, owners, before);
      return;
    }
    if (owners.filled >= enough_alike && is_later(column)) return;
    if (owners.is_filled() && before.filled > 0 && is_time_of_end(column)) {
      const std::string why =
          fmt::format("{} is the time of the end in every {} row; this write would leave an earlier one",
                      shown(column), called(verb_));
      auto now = now_in(p_, table_, column.name);
      return now ? add(std::move(*now), why) : differ(column, why, false);
    }
    const bool is_left_empty =
        (owners.is_filled() && before.is_null()) || (owners.is_set() && before.is_blank());
    if (before.rows > 0 && is_left_empty) return left_empty(column, owners);
    if (owners.is_null()) {
      if (owners.rows >= enough_to_compare && owners.filled == 0 && is_of_recurrence(column))
        spare(column, Condition::Is::null);
      // The guard admits rows that no worker has, too: an earlier attempt may have left something there.
      Looks::Rows admitted = from_;
      admitted.insert(admitted.end(), idle_.begin(), idle_.end());
      return left_filled(column, owners, looks_.held_in(column.name, admitted));
    }
    if (!owners.is_filled()) return;
    const bool follows = left_as_it_is(column, owners, before);
    if (!follows && owners.rows >= enough_to_compare && before.filled > 0 && !comes_later(column))
      spare(column, Condition::Is::not_null);
  }

  // Rows that lack what every row of the target state got before its end, as those that no worker has had,
  // are no target; nor are rows that recur, where none of the target state does.
  void spare(const ColumnFacts& column, Condition::Is is) {
    const auto is_spared = [&](std::size_t row) {
      return looks_.cell(column.name, row)->has_value() != (is == Condition::Is::not_null);
    };
    if (std::erase_if(idle_, is_spared) + std::erase_if(from_, is_spared) > 0)
      out_.guard.push_back({.column = column.name, .is = is});
  }
  // Each row of the target state was tried, and some of the source state were not.
  void spare_untried(const std::string& counter) {
    const auto is_tried = [&](std::size_t row) {
      const Looks::Cell* at = looks_.cell(counter, row);
      return at != nullptr && *at && number_from<double>(**at).value_or(0) > 0;
    };
    const auto is_untried = [&](std::size_t row) { return !is_tried(row); };
    if (gives_back() || written(counter) != nullptr || from_.empty() || to_.size() < enough_to_compare ||
        !std::ranges::all_of(to_, is_tried))
      return;
    if (std::ranges::all_of(from_, is_untried))
      return add({.column = counter, .value = Value::increment},
                 fmt::format("every {} row was tried, and none that this is for: \"{}\" counts up at the end",
                             called(verb_), visible(counter)));
    if (std::erase_if(idle_, is_untried) + std::erase_if(from_, is_untried) > 0)
      out_.guard.push_back({.column = counter,
                            .is = Condition::Is::between,
                            .lowest = 1,
                            .highest = std::numeric_limits<std::int32_t>::max()});
  }
  // By which a row runs again and again.
  bool is_of_recurrence(const ColumnFacts& column) const {
    return !gives_back() && fits(Name(column.name),
                                 "interval|schedule|cron|recurrence|recurring|rrule|period|frequency|repeat|"
                                 "crontab|every -at|id");
  }

  // Each change of a row adds to it, and a worker that wakes up late looks there whether the row is still its
  // own.
  bool counts_changes(const ColumnFacts& column) const {
    const Name name(column.name);
    if (!column.is_integer() || column.values.size() < 2) return false;
    if (fits(name, "=lock.version|row.version|record.version|opt.lock|optlock|opt.lock.version")) return true;
    if (!fits(name, "$version|revision|rev")) return false;
    const auto least = [&](State state) {
      std::optional<double> out;
      for (const std::size_t row : looks_.of(state)) {
        const auto value = number_from<double>(looks_.cell(column.name, row)->value_or(""));
        if (value) out = std::min(out.value_or(*value), *value);
      }
      return out;
    };
    // The version of something else is as low in finished rows.
    const auto open = least(State::in_progress), done = least(State::succeeded);
    return open && done && *open < *done;
  }

  // Within a document or a range, every row of the target state says the same of its end, and no row of the
  // source state does.
  bool differs_in_part(const ColumnFacts& column) {
    if (to_.size() < enough_to_compare) return false;
    std::map<std::string, std::map<std::string, std::size_t>> theirs, ours;
    for (auto [rows, parts] : {std::pair{&to_, &theirs}, {&from_, &ours}}) {
      for (const std::size_t row : *rows) {
        for (const auto& [part, value] : parts_of(column, *looks_.cell(column.name, row)))
          ++(*parts)[part][value];
      }
    }
    for (const auto& [part, values] : theirs) {
      const auto& [value, n] =
          *std::ranges::max_element(values, {}, &std::pair<const std::string, std::size_t>::second);
      if (!nearly_all(n, to_.size()) || ours[part].empty() || ours[part].contains(value)) continue;
      differ(column,
             fmt::format("every {} row has {} {} in {}; this write would leave {}", called(verb_), part,
                         quoted(value), shown(column), quoted(ours[part].begin()->first)),
             false);
      return true;
    }
    return false;
  }

  // Every row of the target state has a value, and the write would leave none.
  void left_empty(const ColumnFacts& column, const Looks::Held& owners) {
    if (comes_later(column)) return;
    const std::string why = fmt::format("every {} row has a value in {}; this write would leave it empty",
                                        called(verb_), shown(column));
    if (auto value = usual(column, owners)) return take_over(column, owners, std::move(*value), why, true);
    if (auto moment = moment_of(column)) return add(std::move(*moment), why);
    differ(column, why, true);
  }

  // No row of the target state has a value, and the write would leave one.
  void left_filled(const ColumnFacts& column, const Looks::Held& owners, const Looks::Held& before) {
    const bool is_of_lease = column.name == p_.lease.at.column || column.name == p_.owner ||
                             (p_.error.path.empty() && column.name == p_.error.column) ||
                             column.name == p_.completed_at.column ||
                             (gives_back() && column.name == p_.expires_at.column);
    const bool is_clear = owners.filled == 0 && owners.rows >= enough_to_compare && is_of_work(column, true);
    const bool is_shown = owners.rows >= enough_alike && (before.is_filled() || is_clear);
    if (before.filled == 0 || column.not_null || (!is_of_lease && !is_shown)) return;
    add({.column = column.name, .value = Value::null},
        fmt::format("no {} row has a value in {}; this write would leave one", called(verb_), shown(column)));
  }

  // Both have a value: whether it follows the state, and the write was told so.
  bool left_as_it_is(const ColumnFacts& column, const Looks::Held& owners, const Looks::Held& before) {
    if (!owners.usual || !nearly_all(owners.usually, owners.rows) || before.filled == 0) return false;
    std::size_t same = 0;
    for (const std::size_t row : from_) same += *looks_.cell(column.name, row) == owners.usual ? 1 : 0;
    // At the end one flag that differs is enough: a worker takes what is ready, whatever its state.
    const bool is_flag = !gives_back() && is_yes_or_no(column) && owners.usually == owners.rows &&
                         same < from_.size() && !is_by_chance(same, owners.rows);
    if (!is_flag && same > 0) return false;
    // A few rows are alike by chance, unless the column holds few words.
    if (owners.rows < enough_to_compare && column.values.size() > few_values && !is_freed(column, owners))
      return false;
    const std::string why =
        fmt::format("every {} row has {} in {}; this write would leave {}", called(verb_),
                    quoted(*owners.usual), shown(column), quoted(before.usual.value_or("")));
    if (auto value = usual(column, owners))
      take_over(column, owners, std::move(*value), why, false);
    else
      differ(column, why, false);
    return true;
  }

  // Of the rows of the source state so many have the value: would so many rows of the target state all have
  // it anyway?
  bool is_by_chance(std::size_t same, std::size_t rows) const {
    return std::pow(static_cast<double>(same) / static_cast<double>(from_.size()),
                    static_cast<double>(rows)) > 0.05;
  }

  // What a worker notes, in a column that holds 0, "" or an early time where no worker has the row.
  bool is_freed(const ColumnFacts& column, const Looks::Held& owners) const {
    if (!gives_back() || owners.usually < owners.rows || !is_of_work(column, looks_.is_time(column.name)))
      return false;
    const std::string& value = *owners.usual;
    return value.empty() || value == "0" || value.starts_with("0001-01-01") ||
           value.starts_with("1970-01-01 00:00:00");
  }

  void compare_written(const ColumnFacts& column, const Assignment& a, const Looks::Held& owners) {
    if (owners.rows < enough_to_compare) return;
    const auto say = [&](std::string why) { differ(column, std::move(why), a.value != Value::null); };
    if (a.value == Value::null) {
      if (owners.is_filled() && !comes_later(column))
        say(fmt::format("every {} row has a value in {}; this write would empty it", called(verb_),
                        shown(column)));
      return;
    }
    if (owners.filled == 0)
      return say(
          fmt::format("no {} row has a value in {}; this write would set one", called(verb_), shown(column)));
    const bool is_word = (a.value == Value::text || a.value == Value::zero) && owners.is_filled() &&
                         owners.distinct <= few_values;
    if (!is_word || looks_.moment(column.name, to_.front())) return;
    const std::string value = composed(a).value_or("");
    const bool is_known =
        std::ranges::any_of(to_, [&](std::size_t row) { return *looks_.cell(column.name, row) == value; });
    if (!is_known)
      say(fmt::format("no {} row has {} in {}; this write would set it", called(verb_), quoted(value),
                      shown(column)));
  }

  // Rows that lack the value are the youngest: another worker writes it later.
  bool comes_later(const ColumnFacts& column) const {
    const std::string by = end_of().empty() ? p_.created_at.column : end_of();
    std::vector<double> with, without;
    for (const std::size_t row : to_) {
      const auto at = looks_.moment(by, row);
      if (at) (*looks_.cell(column.name, row) ? with : without).push_back(*at);
    }
    if (with.empty() || without.empty()) return false;
    std::ranges::sort(with);
    return *std::ranges::min_element(without) > with[with.size() / 2];
  }

  // Rows of the source state carry what a submission left, and rows that wait for their first one do not: the
  // effect may have happened.
  bool is_trace(const ColumnFacts& column, const Looks::Held& before) {
    if (!gives_back() || p_.gateway_deduplicates || before.filled == before.blank ||
        !column.references.empty())
      return false;
    for (const std::string& known :
         {p_.lease.at.column, p_.owner, p_.error.column, p_.completed_at.column, p_.expires_at.column,
          p_.response_code, p_.response_body.column, p_.correlation_id, p_.payload.column}) {
      if (column.name == known) return false;
    }
    const bool is_time = looks_.is_time(column.name);
    if (is_of_work(column, is_time)) return false;
    const bool is_reference =
        (column.is_text() || column.is_bytes() || column.type == ColumnFacts::Type::uuid) &&
        10 * before.distinct >= 9 * before.filled;
    if (!is_reference && !is_time) return false;
    const Looks::Held waiting = looks_.held_in(column.name, fresh()),
                      finished = looks_.held_in(column.name, looks_.of(State::succeeded));
    const std::size_t carry = before.filled - before.blank;
    // Where the gateway itself gave it, each row was sent before it was written.
    if (is_reference && waiting.is_set() && before.is_set() && fits(Name(column.name), sign::of_gateway)) {
      submitted_.push_back(fmt::format("{} in {} of {}", shown(column), carry, before.rows));
      return true;
    }
    if (waiting.rows == 0 || !waiting.is_blank()) return false;
    // What was sent successfully has it too.
    const bool is_left = finished.rows < enough_alike
                             ? carry >= enough_alike
                             : 2 * (finished.filled - finished.blank) >= finished.rows;
    if (!is_left && !before.is_set()) return false;
    traces_.push_back(fmt::format("{} in {} of {}", shown(column), carry, before.rows));
    return true;
  }
  // Rows of the target state with the fewest attempts.
  Looks::Rows fresh() const {
    Looks::Rows rows = to_;
    for (const std::string& counter : p_.attempts) {
      const auto count = [&](std::size_t row) {
        const Looks::Cell* at = looks_.cell(counter, row);
        return at != nullptr && *at ? number_from<double>(**at).value_or(0) : 0;
      };
      const double fewest = rows.empty() ? 0 : count(*std::ranges::min_element(rows, {}, count));
      std::erase_if(rows, [&](std::size_t row) { return count(row) > fewest; });
    }
    return rows;
  }

  // A time that rows of the target state have after their end, which the write would leave past: the service
  // may take such a row again.
  bool is_later(const ColumnFacts& column) {
    if (column.name == p_.completed_at.column || !looks_.is_time(column.name) || gives_back()) return false;
    const bool may_keep = (column.name == p_.lease.at.column && p_.lease.form == Lease::Form::deadline) ||
                          column.name == p_.expires_at.column;
    const std::string end = end_of();
    const auto spans = end.empty() ? std::vector<double>() : looks_.spans(end, column.name, to_);
    if (is_set_at_creation(column.name)) return true;
    const auto refuse = [&](std::string why) {
      is_surely_wrong_ = true;
      out_.why.push_back(std::move(why) + ": the service may take such a row again. Say what to write there");
      return true;
    };
    if (spans.size() < enough_alike) {
      if (!may_keep) return false;
      return refuse(
          fmt::format("finished rows have a time in {}, and no column shows when they ended", shown(column)));
    }
    const auto later = std::ranges::count_if(spans, [](double span) { return span > later_s; });
    // most rows of the target state have no such time
    if (2 * static_cast<std::size_t>(later) < to_.size()) return false;
    if (usual(column, looks_.held_in(column.name, to_))) return false;  // the same moment in all of them
    const std::string why = fmt::format("finished rows have a time in {} that is after their end ({} of {})",
                                        shown(column), later, spans.size());
    if (auto moment = moment_of(column)) {
      is_surely_wrong_ = true;
      add(std::move(*moment), why);
      return true;
    }
    return refuse(why);
  }
  // Each change sets it: in rows of the target state it is their end, however long after their creation that
  // is.
  bool is_time_of_end(const ColumnFacts& column) const {
    const std::string end = end_of();
    // Where all work is short, its start is that too.
    if (gives_back() || end.empty() || end == column.name || p_.created_at.empty() ||
        !looks_.is_time(column.name) ||
        fits(Name(column.name), "^start|begin|begun|pick|take|reserve|fetch|acquire|lock|lease|claim"))
      return false;
    const auto apart = looks_.spans(end, column.name, to_),
               after = looks_.spans(p_.created_at.column, column.name, to_);
    constexpr double at_once_s = 2, varied_s = 5;
    return apart.size() >= enough_to_compare && apart.front() >= -at_once_s && apart.back() <= at_once_s &&
           after.size() >= enough_to_compare && after.back() - after.front() > varied_s;
  }
  // The column that shows when a row of the target state ended: of those that the profile knows the first
  // that these rows have.
  std::string end_of() const {
    for (const Instant* at : {&p_.completed_at, &p_.updated_at}) {
      if (!at->empty() && looks_.filled(at->column, to_) >= enough_alike) return at->column;
    }
    return {};
  }
  // As a time that every row has since its creation, so much later: it does not change with the end.
  bool is_set_at_creation(const std::string& column) const {
    if (p_.created_at.empty()) return false;
    const auto open = looks_.of(State::in_progress);
    const auto before = looks_.spans(p_.created_at.column, column, open);
    const auto after = looks_.spans(p_.created_at.column, column, to_);
    if (before.size() < enough_alike || before.size() < open.size() || after.size() < enough_alike)
      return false;
    const double low = std::min(before.front(), after.front()), high = std::max(before.back(), after.back());
    return high - low <= std::max(5.0, 0.01 * high);
  }
  // The moment that rows of the target state have there, where it is as far from their end in all of them.
  std::optional<Assignment> moment_of(const ColumnFacts& column) const {
    const std::string end = end_of();
    const auto spans = end.empty() ? std::vector<double>() : looks_.spans(end, column.name, to_);
    if (spans.size() < enough_alike) return std::nullopt;
    const auto later =
        static_cast<std::size_t>(std::ranges::count_if(spans, [](double span) { return span > later_s; }));
    const double typical = spans[spans.size() - 1 - later / 2];
    const double shortest = later > 0 ? spans[spans.size() - later] : spans.front(), longest = spans.back();
    if (longest - shortest > std::max(5.0, 0.02 * longest) || typical < -later_s) return std::nullopt;
    auto moment = now_in(p_, table_, column.name);
    if (moment && later > 0) moment->plus = std::chrono::seconds(std::llround(typical));
    return moment;
  }

  // The value that all rows of the target state have. A name, a text, a count or a length that they share may
  // differ in the next row; a flag, a word of a closed list or of a state, what the table itself sets, and
  // what means "none" do not.
  void take_over(const ColumnFacts& column, const Looks::Held& owners, Assignment value,
                 const std::string& why, bool empty) {
    const std::string &text = value.text, &made = column.default_sql;
    if (is_yes_or_no(column) || text.empty() || text == p_.lease.free || is_freed(column, owners) ||
        is_among(column.words, text) || made == text || made.starts_with('\'' + text + '\'') ||
        fits(Column(column), sign::state))
      return add(std::move(value), why);
    differ(column,
           fmt::format("every {} row has a value in {} that does not follow from the row", called(verb_),
                       shown(column)),
           empty);
  }

  // The value that (almost) all rows of the target state have. Few rows show only a flag or a free lease.
  std::optional<Assignment> usual(const ColumnFacts& column, const Looks::Held& owners) const {
    if (!owners.usual || !nearly_all(owners.usually, owners.filled) || owners.usual->size() > longest_value)
      return std::nullopt;
    const bool is_plain = column.type == ColumnFacts::Type::boolean ||
                          (!owners.usual->empty() && *owners.usual == p_.lease.free) ||
                          (owners.rows >= enough_alike && is_freed(column, owners));
    if (owners.rows < enough_to_compare && !is_plain) return std::nullopt;
    return Assignment{.column = column.name, .text = *owners.usual};
  }

  void add(Assignment set, const std::string& why) {
    count_alike(set.column, composed(set), set.value == Value::text);
    out_.also.push_back({std::move(set), why});
  }
  void differ(const ColumnFacts& column, std::string why, bool empty) {
    count_alike(column.name, empty ? Looks::Cell() : Looks::Cell("\x01"), !empty);
    out_.why.push_back(std::move(why));
  }
  // Of the rows of the target state those that have this there as well.
  void count_alike(const std::string& column, const Looks::Cell& value, bool by_value) {
    std::erase_if(alike_, [&](std::size_t row) {
      const Looks::Cell& at = *looks_.cell(column, row);
      return by_value ? at != value : at.has_value() != value.has_value();
    });
  }
  static std::string shown(const ColumnFacts& column) { return '"' + visible(column.name) + '"'; }
  static std::string quoted(const std::string& value) { return '"' + visible(elided(value, 40)) + '"'; }

  const Profile& p_;
  const TableFacts& table_;
  const Verb verb_;
  const Write& write_;
  const Looks looks_;
  Looks::Rows from_, to_, alike_;
  Looks::Rows idle_;  // of the source state those that no worker has, and that the guard admits
  std::vector<std::string> traces_, submitted_;
  bool is_surely_wrong_ = false;
  Verdict out_;
};

}  // namespace

std::optional<Assignment> now_in(const Profile& p, const TableFacts& table, const std::string& name) {
  const ColumnFacts* column = table.column(name);
  if (column == nullptr || (instant_in(p, name) == nullptr && !column->is_instant())) return std::nullopt;
  Instant at = instant_kept_in(p, *column);
  if (at.has_unknown_zone() && instant_in(p, name) == nullptr) at.zone = zone_of_timestamps(table).zone;
  if (at.has_unknown_zone()) return std::nullopt;
  return Assignment{.column = name, .value = Value::now, .form = at.form, .zone = at.zone};
}

std::string Verdict::sentence() const {
  std::vector<std::string> differences = why;
  for (const Addition& one : also) differences.push_back(one.why);
  for (const Condition& one : guard) {
    const std::string column = '"' + visible(one.column) + '"';
    switch (one.is) {
      case Condition::Is::null:
        differences.push_back(fmt::format(
            "no {0} row has a value in {1}, and rows that have one run again: the write needs guard = "
            "[{{ column = {1}, is = \"null\" }}]",
            target, column));
        break;
      case Condition::Is::between:
        differences.push_back(fmt::format(
            "every {0} row was tried, and rows that were not have 0 in {1}: the write needs guard = "
            "[{{ column = {1}, is = {{ between = [{2}, {3}] }} }}]",
            target, column, one.lowest, one.highest));
        break;
      default:
        differences.push_back(fmt::format(
            "every {0} row has a value in {1}, and rows that wait for a worker have none: the write needs "
            "guard = [{{ column = {1}, is = \"not null\" }}]",
            target, column));
    }
  }
  const std::string because = fmt::format("{}", fmt::join(differences, "; "));
  switch (is) {
    case Is::offered:
      if (owners < enough_to_compare || rehearsed == 0) return "declared by the owner";
      return fmt::format("rehearsed on {}; the result is like {} of {} {} rows",
                         counted(static_cast<std::int64_t>(rehearsed), "row"), alike, owners, target);
    case Is::withheld: return because + ".";
    case Is::not_rehearsed: break;
  }
  const std::string few = rehearsed == 0 ? "0 rows. No row is there that the verb is for"
                                         : fmt::format("{}. {} {} rows are needed to compare with",
                                                       counted(static_cast<std::int64_t>(owners), "row"),
                                                       enough_to_compare, target);
  return fmt::format(
      "not rehearsed: {}.{} Compare it with the service's code, then declare it (declared = true).", few,
      because.empty() ? "" : fmt::format(" So far, {}.", because));
}

Verdict verdict_on(const Profile& profile, const TableFacts& table, Verb verb, const Write& write) {
  return Rehearsal(profile, table, verb, write).verdict();
}

Verdict complete(const Profile& profile, const TableFacts& table, Verb verb, Write& write) {
  Verdict first = verdict_on(profile, table, verb, write);
  if (first.also.empty() && first.guard.empty()) return first;
  for (Verdict::Addition& one : first.also) write.set.push_back(std::move(one.set));
  std::ranges::move(first.guard, std::back_inserter(write.guard));
  return verdict_on(profile, table, verb, write);
}

}  // namespace onceover::tables
