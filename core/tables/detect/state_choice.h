// SPDX-License-Identifier: Apache-2.0
// What shows the state of a row, as a person chooses it, and the rules that follow from the choice. Pure.
#pragma once

#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

enum class StateWay {
  words,  // the values of one column
  // a column that is NULL until the work is done; a second one that has a value when the work was given up
  presence,
  flags,  // the same with yes and no
  row,    // the row is there: that is all
  rules,  // something else: the rules as they were written
};
inline constexpr auto state_ways = words<StateWay>({{StateWay::words, "the values of one column"},
                                                    {StateWay::presence, "a column that is empty until then"},
                                                    {StateWay::flags, "a column of yes and no"},
                                                    {StateWay::row, "nothing: the row is there"},
                                                    {StateWay::rules, "the profile's own rules"}});

// What a person puts the rows of one value under.
enum class Meaning { waiting, in_progress, succeeded, failed, set_aside, released, unknown };
inline constexpr auto meaning_words = words<Meaning>({{Meaning::waiting, "waiting"},
                                                      {Meaning::in_progress, "in progress"},
                                                      {Meaning::succeeded, "succeeded"},
                                                      {Meaning::failed, "failed"},
                                                      {Meaning::set_aside, "set aside"},
                                                      {Meaning::released, "released"},
                                                      {Meaning::unknown, "not known"}});
struct MeaningFacts {
  std::optional<key::State> state;  // none: the row is set aside, or the profile names no state
  std::string_view help;            // a sentence
};
MeaningFacts meaning_facts(Meaning meaning);
// One condition, and what its rows mean. The last line may have none: every other row.
struct StateLine {
  StateRule rule;
  std::optional<Meaning> meaning;  // none: it has still to be said
  bool is_rest() const { return rule.when.empty(); }
};

struct StateChoice {
  StateWay way = StateWay::words;
  std::string column, failed_column;
  std::vector<StateLine> lines;
  std::vector<Condition> aside = {};  // rows that are set aside by another column
  bool is_blank() const { return lines.empty(); }
};

// Those that rows of this line may have. Only a key is released: the next request with the same key runs the
// work again.
std::vector<Meaning> meanings_of(Kind kind, const StateLine& line);

StateChoice choice_of(const States& states, const std::vector<Condition>& set_aside);
// The lines that this way and these columns suggest, to be corrected.
StateChoice suggested(StateWay way, const TableFacts& facts, const std::string& column,
                      const std::string& failed_column);
void set_meaning(StateLine& line, Meaning meaning);
// A value that no row showed.
void add_value(StateChoice& choice, const std::string& value);
// Values of the column that rows or the catalog show and no line names.
void add_seen_values(StateChoice& choice, const TableFacts& facts);
States states_of(const StateChoice& choice);
std::vector<Condition> set_aside_of(const StateChoice& choice);
// The first line whose meaning has still to be said.
std::optional<std::size_t> unsaid_line(const StateChoice& choice);

// "zustand = offen"; "every other row".
std::string words_of(const Condition& condition);
std::string line_words(const StateChoice& choice, const StateLine& line);
// The sampled rows that the line takes and no line before it does, by their number in the sample.
std::vector<std::size_t> rows_of_line(const StateChoice& choice, std::size_t line, const TableFacts& facts);

}  // namespace onceover::tables
