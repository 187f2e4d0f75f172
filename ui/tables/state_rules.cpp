#include "ui/tables/state_rules.h"

#include <algorithm>

#include "core/detect/state_words.h"

namespace onceover::tables {
namespace {

using Is = profile::Condition::Is;
using key::State;

profile::StateRule rule(const std::string& column, Is is, State state, std::string word) {
  return {.when = {{.column = column, .is = is}}, .state = state, .word = std::move(word)};
}

bool eachIs(const profile::States& states, Is is) {
  return !states.rules.empty() && states.rules.size() <= 2 &&
         std::ranges::all_of(states.rules, [is](const profile::StateRule& r) { return r.when.size() == 1 && r.when[0].is == is; });
}

bool areWordsOfOneColumn(const profile::States& states) {
  return !states.rules.empty() && std::ranges::all_of(states.rules, [&](const profile::StateRule& r) {
    return r.when.size() == 1 && r.when[0].is == Is::one_of && r.when[0].column == states.rules[0].when[0].column;
  });
}

StateLine wordLine(const std::string& column, const std::string& word) {
  const auto meaning = profile::usual_meaning(word);
  return {{.when = {{.column = column, .is = Is::one_of, .values = {word}}}, .state = meaning.value_or(State::in_progress), .word = word},
          meaning.has_value(),
          meaning.has_value()};
}

bool names(const StateChoice& choice, const std::string& word) {
  return std::ranges::any_of(choice.lines, [&](const StateLine& line) {
    return !line.rule.when.empty() && std::ranges::find(line.rule.when[0].values, word) != line.rule.when[0].values.end();
  });
}

}  // namespace

StateChoice choiceOf(const profile::States& states) {
  StateChoice choice;
  choice.otherwise = states.otherwise;
  if (states.rules.empty()) {
    choice.way = states.otherwise ? StateWay::row : StateWay::words;
    return choice;
  }
  if (areWordsOfOneColumn(states)) {
    choice.column = states.rules[0].when[0].column;
    for (const profile::StateRule& rule : states.rules) {
      for (const std::string& value : rule.when[0].values) {
        StateLine line{rule, true};
        line.rule.when[0].values = {value};
        line.rule.word = rule.when[0].values.size() == 1 ? rule.word : value;
        choice.lines.push_back(std::move(line));
      }
    }
    return choice;
  }
  const bool present = eachIs(states, Is::not_null), flagged = eachIs(states, Is::yes);
  choice.way = present ? StateWay::presence : flagged ? StateWay::flags : StateWay::rules;
  for (const profile::StateRule& rule : states.rules) {
    choice.lines.push_back({rule, true});
    if (present || flagged) (rule.state == State::failed ? choice.failedColumn : choice.column) = rule.when[0].column;
  }
  return choice;
}

StateChoice suggested(StateWay way, const profile::TableFacts& facts, const std::string& column, const std::string& failedColumn) {
  StateChoice choice{.way = way, .column = column, .failedColumn = failedColumn};
  const Is there = way == StateWay::flags ? Is::yes : Is::not_null;
  switch (way) {
    case StateWay::words: addSeenWords(choice, facts); break;
    case StateWay::presence:
    case StateWay::flags:
      if (!failedColumn.empty()) choice.lines.push_back({rule(failedColumn, there, State::failed, failedColumn), true});
      if (!column.empty()) choice.lines.push_back({rule(column, there, State::succeeded, column), true});
      if (!choice.lines.empty()) choice.otherwise = profile::StateRule{.state = State::in_progress, .word = "open"};
      break;
    case StateWay::row: choice.otherwise = profile::StateRule{.state = State::succeeded, .word = "present"}; break;
    case StateWay::rules: break;
  }
  return choice;
}

void addWord(StateChoice& choice, const std::string& word) {
  if (!choice.column.empty() && !names(choice, word)) choice.lines.push_back(wordLine(choice.column, word));
}

void addSeenWords(StateChoice& choice, const profile::TableFacts& facts) {
  const profile::ColumnFacts* column = facts.column(choice.column);
  if (choice.way != StateWay::words || column == nullptr) return;
  if (column->vocabulary().size() > profile::most_state_words) return;
  for (const std::string& word : column->vocabulary()) addWord(choice, word);
}

bool isAnswered(const StateChoice& choice) {
  return (!choice.lines.empty() || choice.otherwise) && std::ranges::all_of(choice.lines, &StateLine::isSaid);
}

profile::States statesOf(const StateChoice& choice) {
  profile::States states;
  if (choice.way == StateWay::words) states.column = choice.column;
  for (const StateLine& line : choice.lines) {
    if (line.isKnown) states.rules.push_back(line.rule);
  }
  states.otherwise = choice.otherwise;
  return states;
}

}  // namespace onceover::tables
