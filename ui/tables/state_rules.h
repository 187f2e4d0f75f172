// What shows the state, as the user chooses it, and the rules that follow from the choice. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words.h"
#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::tables {

enum class StateWay {
  words,     // one column's words or codes
  presence,  // a column that is NULL until the work is done; a second one that is there when it was given up
  flags,     // the same with yes and no
  row,       // the row is there: that is all
  rules,     // something else: the rules as they were written
};
inline constexpr auto stateWays = words<StateWay>({{StateWay::words, "the words of one column"},
                                                   {StateWay::presence, "a column that is NULL until then"},
                                                   {StateWay::flags, "a column of yes and no"},
                                                   {StateWay::row, "nothing: the row is there"},
                                                   {StateWay::rules, "the profile's own rules"}});

// One line of the table: a condition in words, and what it means. Without a state: unknown, and shown as such.
struct StateLine {
  profile::StateRule rule;
  bool isKnown = true;
  bool isSaid = true;  // false: its meaning has still to be chosen
};

struct StateChoice {
  StateWay way = StateWay::words;
  std::string column, failedColumn;
  std::vector<StateLine> lines;
  std::optional<profile::StateRule> otherwise;
};

StateChoice choiceOf(const profile::States& states);
// The lines that this way and these columns suggest, to be corrected.
StateChoice suggested(StateWay way, const profile::TableFacts& facts, const std::string& column, const std::string& failedColumn);
// A word that no row showed.
void addWord(StateChoice& choice, const std::string& word);
// Words of the column that rows or the catalog show and no line names.
void addSeenWords(StateChoice& choice, const profile::TableFacts& facts);
profile::States statesOf(const StateChoice& choice);
// Something shows the state, and every line has its meaning.
bool isAnswered(const StateChoice& choice);

}  // namespace onceover::tables
