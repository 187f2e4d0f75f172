// SPDX-License-Identifier: Apache-2.0
// What a person is asked about a table, one question at a time, in the order that matters for seeing stuck
// rows: what the table keeps, what shows the state, what each value means, since when a row is there, when it
// is stuck, what a row is called; then what may stay open. The console and oncectl ask the same. Pure.
#pragma once

#include "core/tables/detect/mapping.h"

namespace onceover::tables {

struct Choice {
  std::string id;         // for answer()
  std::string words;      // "zustand"
  std::string help = {};  // "offen (10), fertig (10)"; may be empty
};

struct Question {
  std::string about;     // "state", "lease", a role; "meaning:2" of the third line of the state
  std::string text;      // "Which column shows whether the work is finished?"
  std::string why = {};  // sentences; may be empty
  std::vector<Choice> choices = {};
  std::string typed = {};  // what may be typed instead: "a time such as 90s or 15m"; empty: nothing
  std::vector<std::size_t> rows = {};  // sampled rows to show with it, at most three
  bool is_needed = true;               // false: it may be left open, by the answer ""
};

// nullopt: nothing is left to ask. Questions that are not needed come last.
std::optional<Question> next_question(const Mapping& mapping);
// Rows in which the column has a value, or is true, are set aside, or are not.
void say_aside(Mapping& mapping, const std::string& column, bool is_aside);
// What this column is, as a question.
Question question_of_column(const Mapping& mapping, const std::string& column);
// given: the id of a choice, or what was typed. A sentence where it is no answer; then nothing changes.
std::optional<std::string> answer(Mapping& mapping, const Question& question, const std::string& given);

// The roles that the column has: "key", "lease", "set_aside".
std::vector<std::string> roles_of_column(const Mapping& mapping, const std::string& column);
// A sampled value for a person: one line, cut where it is long. Of documents only the names of their fields,
// and of bytes the number: bodies are shown only where they are asked for.
std::string shown_cell(const ColumnFacts& column, std::size_t row);

}  // namespace onceover::tables
