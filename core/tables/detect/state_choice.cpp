// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/state_choice.h"

#include "core/tables/detect/looks.h"
#include "core/tables/detect/signs.h"

namespace onceover::tables {
namespace {

using Is = Condition::Is;
using key::State;

StateLine line_of(std::vector<Condition> when, std::optional<Meaning> meaning, std::string word) {
  StateLine line{.rule = {.when = std::move(when), .word = std::move(word)}, .meaning = {}};
  if (meaning) set_meaning(line, *meaning);
  return line;
}

Meaning meaning_of(State state, bool waits) {
  switch (state) {
    case State::in_progress: return waits ? Meaning::waiting : Meaning::in_progress;
    case State::released: return Meaning::released;
    case State::succeeded: return Meaning::succeeded;
    case State::failed: return Meaning::failed;
  }
  return Meaning::unknown;
}

std::optional<Meaning> usual(const std::string& value) {
  const auto state = usual_meaning(value);
  return state ? std::optional(meaning_of(*state, !means_working(value))) : std::nullopt;
}

bool usually_waits(const StateRule& rule) {
  return rule.when.size() == 1 && rule.when[0].is == Is::one_of && rule.when[0].values.size() == 1 &&
         usual(rule.when[0].values[0]) == Meaning::waiting;
}

StateLine line_of(const StateRule& rule) {
  return {rule, meaning_of(rule.state, rule.waits.value_or(usually_waits(rule)))};
}

bool each_is(const States& states, Is is) {
  return !states.rules.empty() && states.rules.size() <= 2 &&
         std::ranges::all_of(states.rules,
                             [is](const StateRule& r) { return r.when.size() == 1 && r.when[0].is == is; });
}

bool are_values_of_one_column(const States& states) {
  return !states.rules.empty() && std::ranges::all_of(states.rules, [&](const StateRule& r) {
    return r.when.size() == 1 && r.when[0].is == Is::one_of &&
           r.when[0].column == states.rules[0].when[0].column;
  });
}

bool names(const StateChoice& choice, const std::string& value) {
  return std::ranges::any_of(choice.lines, [&](const StateLine& line) {
    return !line.is_rest() &&
           std::ranges::find(line.rule.when[0].values, value) != line.rule.when[0].values.end();
  });
}

void end_with(StateChoice& choice, std::optional<Meaning> meaning, const std::string& word) {
  choice.lines.push_back(line_of({}, meaning, word));
}

// As a value of the state's column where it is one.
void add_aside(StateChoice& choice, const Condition& condition) {
  if (choice.way != StateWay::words || condition.column != choice.column || condition.is != Is::one_of)
    return choice.aside.push_back(condition);
  for (const std::string& value : condition.values)
    choice.lines.push_back(line_of({{.column = condition.column, .is = Is::one_of, .values = {value}}},
                                   Meaning::set_aside, value));
}

}  // namespace

MeaningFacts meaning_facts(Meaning meaning) {
  switch (meaning) {
    case Meaning::waiting: return {State::in_progress, "Nothing has begun the work yet."};
    case Meaning::in_progress: return {State::in_progress, "The work has begun and is not finished."};
    case Meaning::succeeded: return {State::succeeded, "The work is finished."};
    case Meaning::failed: return {State::failed, "The work was given up."};
    case Meaning::set_aside:
      return {std::nullopt, "It is deleted, archived or cancelled: no one works on it."};
    case Meaning::released:
      return {State::released, "The next request with the same key runs the work again."};
    case Meaning::unknown: break;
  }
  return {std::nullopt, "The rows have an unknown state, and may be stuck."};
}

std::vector<Meaning> meanings_of(Kind kind, const StateLine& line) {
  std::vector<Meaning> all{Meaning::waiting, Meaning::in_progress, Meaning::succeeded, Meaning::failed};
  if (line.rule.when.size() == 1) all.push_back(Meaning::set_aside);
  if (kind == Kind::idempotency) all.push_back(Meaning::released);
  all.push_back(Meaning::unknown);
  return all;
}

void set_meaning(StateLine& line, Meaning meaning) {
  line.meaning = meaning;
  line.rule.state = meaning_facts(meaning).state.value_or(State::in_progress);
  if (meaning != Meaning::failed) line.rule.may_retry.reset();
  // Only what the word does not show is stored.
  const bool waits = meaning == Meaning::waiting,
             is_said = (waits || meaning == Meaning::in_progress) && waits != usually_waits(line.rule);
  line.rule.waits = is_said ? std::optional(waits) : std::nullopt;
}

StateChoice choice_of(const States& states, const std::vector<Condition>& set_aside) {
  StateChoice choice;
  if (states.rules.empty()) {
    choice.way = states.otherwise && states.column.empty() ? StateWay::row : StateWay::words;
    choice.column = states.column;
  } else if (are_values_of_one_column(states)) {
    choice.column = states.rules[0].when[0].column;
    for (const StateRule& rule : states.rules) {
      for (const std::string& value : rule.when[0].values) {
        StateRule one = rule;
        one.when[0].values = {value};
        if (rule.when[0].values.size() > 1) one.word = value;
        choice.lines.push_back(line_of(one));
      }
    }
  } else {
    const bool present = each_is(states, Is::not_null), flagged = each_is(states, Is::yes);
    choice.way = present ? StateWay::presence : flagged ? StateWay::flags : StateWay::rules;
    for (const StateRule& rule : states.rules) {
      choice.lines.push_back(line_of(rule));
      if (present || flagged)
        (rule.state == State::failed ? choice.failed_column : choice.column) = rule.when[0].column;
    }
  }
  for (const Condition& condition : set_aside) add_aside(choice, condition);
  if (states.otherwise) {
    choice.lines.push_back(line_of(*states.otherwise));
  } else if (!choice.is_blank()) {
    end_with(choice, Meaning::unknown, "");
  }
  return choice;
}

StateChoice suggested(StateWay way, const TableFacts& facts, const std::string& column,
                      const std::string& failed_column) {
  StateChoice choice{.way = way, .column = column, .failed_column = failed_column, .lines = {}};
  const Is there = way == StateWay::flags ? Is::yes : Is::not_null;
  switch (way) {
    case StateWay::words: add_seen_values(choice, facts); break;
    case StateWay::presence:
    case StateWay::flags: {
      if (!failed_column.empty())
        choice.lines.push_back(
            line_of({{.column = failed_column, .is = there}}, Meaning::failed, failed_column));
      // A flag may as well say that the work is open.
      const auto finished = way == StateWay::flags ? usual(column) : Meaning::succeeded;
      if (!column.empty())
        choice.lines.push_back(line_of({{.column = column, .is = there}}, finished, column));
      if (choice.is_blank()) break;
      const bool is_said = finished && *finished != Meaning::waiting && *finished != Meaning::in_progress;
      end_with(choice, is_said ? std::optional(Meaning::in_progress) : std::nullopt, "open");
      break;
    }
    case StateWay::row: end_with(choice, Meaning::succeeded, "present"); break;
    case StateWay::rules: break;
  }
  return choice;
}

void add_value(StateChoice& choice, const std::string& value) {
  if (choice.column.empty() || names(choice, value)) return;
  if (choice.is_blank()) end_with(choice, Meaning::unknown, "");
  choice.lines.insert(
      choice.lines.end() - 1,
      line_of({{.column = choice.column, .is = Is::one_of, .values = {value}}}, usual(value), value));
}

void add_seen_values(StateChoice& choice, const TableFacts& facts) {
  const ColumnFacts* column = facts.column(choice.column);
  if (choice.way != StateWay::words || column == nullptr || column->vocabulary().size() > most_state_words)
    return;
  for (const std::string& value : column->vocabulary()) add_value(choice, value);
}

States states_of(const StateChoice& choice) {
  States states;
  if (choice.way == StateWay::words) states.column = choice.column;
  for (const StateLine& line : choice.lines) {
    if (!line.meaning || !meaning_facts(*line.meaning).state) continue;
    if (line.is_rest()) {
      states.otherwise = line.rule;
    } else {
      states.rules.push_back(line.rule);
    }
  }
  return states;
}

std::vector<Condition> set_aside_of(const StateChoice& choice) {
  std::vector<Condition> conditions = choice.aside;
  for (const StateLine& line : choice.lines) {
    if (line.meaning == Meaning::set_aside) conditions.push_back(line.rule.when.at(0));
  }
  return conditions;
}

std::optional<std::size_t> unsaid_line(const StateChoice& choice) {
  const auto line = std::ranges::find_if(choice.lines, [](const StateLine& each) { return !each.meaning; });
  if (line == choice.lines.end()) return std::nullopt;
  return static_cast<std::size_t>(line - choice.lines.begin());
}

std::string words_of(const Condition& condition) {
  const std::string column = visible(condition.column);
  switch (condition.is) {
    case Is::null: return column + " is empty";
    case Is::not_null: return column + " has a value";
    case Is::yes: return column + " is true";
    case Is::no: return column + " is false";
    case Is::between: return fmt::format("{} is from {} to {}", column, condition.lowest, condition.highest);
    case Is::one_of: break;
  }
  std::vector<std::string> values;
  for (const std::string& value : condition.values) values.push_back(visible(value));
  return fmt::format("{} is {}", column, fmt::join(values, ", "));
}

std::string line_words(const StateChoice& choice, const StateLine& line) {
  if (line.is_rest())
    return choice.lines.size() == 1        ? "every row"
           : choice.way == StateWay::words ? "any other value, or none"
                                           : "any other row";
  if (choice.way == StateWay::words) return visible(line.rule.when[0].values[0]);
  std::vector<std::string> all;
  for (const Condition& condition : line.rule.when) all.push_back(words_of(condition));
  return fmt::format("{}", fmt::join(all, " and "));
}

std::vector<std::size_t> rows_of_line(const StateChoice& choice, std::size_t line, const TableFacts& facts) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < facts.sampled_rows(); ++row) {
    const CellOf cell = cells_of(facts, row);
    const auto takes = [&](const StateLine& each) { return holds(each.rule.when, cell); };
    const auto first = std::ranges::find_if(choice.lines, takes);
    if (first - choice.lines.begin() == static_cast<std::ptrdiff_t>(line)) rows.push_back(row);
  }
  return rows;
}

}  // namespace onceover::tables
