// How a state can be told, as a person chooses it, and the rules that come of the choice. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::tables {

enum class StateWay {
  words,     // one column's words or codes
  presence,  // a column that is NULL until the work is done; a second one that is there when it was given up
  flags,     // the same with yes and no
  row,       // the row is there: that is all
  rules,     // something else: the rules as somebody wrote them
};

// One line of the table: a condition in words, and what it means. Without a state: unknown, and shown as such.
struct StateLine {
  profile::StateRule rule;
  bool isKnown = true;
  bool isSaid = true;  // false: somebody has still to say what it means
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
// Something tells the state, and every line has its meaning.
bool isAnswered(const StateChoice& choice);

}  // namespace onceover::tables
