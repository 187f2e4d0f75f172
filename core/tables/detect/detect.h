// SPDX-License-Identifier: Apache-2.0
// Which tables of a database keep idempotency keys, consumed events, events to publish or jobs, and which
// column plays which role. A pure judgement over facts: types, keys, checks, enums, indexes, defaults,
// statistics and a bounded sample. A name proves nothing by itself: it is believed where the type and, where
// there are rows, the values confirm it. A role that is not clear is unknown, which is better than wrong.
#pragma once

#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

struct RoleAnswer {
  enum class Is { found, unknown, none };
  Is is = Is::none;                  // none: the table has nothing for it
  std::vector<std::string> columns;  // found; empty for a state that is the row's presence
  std::string form;                  // how it is expressed: "enum", "deadline", "epoch_ms", "hex", …
  std::map<std::string, std::string> meanings;  // of a state: the table's word → ours, or "unknown"
  double confidence = 0;                        // 0…1
  std::string why;                              // in words, for people
  States states;                                // of the state: its rules, as far as they are known
  std::vector<std::string> asks;                // what a person must still say of it, in sentences
};

// The roles in the order in which they are listed.
const std::vector<std::string_view>& role_names();

struct Candidate {
  std::string schema, table;
  Kind kind = Kind::idempotency;
  double confidence = 0;
  std::string why;
  std::vector<std::pair<std::string, RoleAnswer>> roles;  // every role once, in the order of role_names()

  const RoleAnswer& role(std::string_view name) const;
};

// nullopt: it looks like none of these.
std::optional<Candidate> detect(const TableFacts& table);
// The roles of a table that a person knows to be of this kind: confidence 1.
Candidate detect_as(const TableFacts& table, Kind kind);
// Of a table in which detect() finds nothing: what its rows show although its names do not, as a sentence.
// Nothing is proposed for it until a person says what it keeps. nullopt: nothing does.
std::optional<std::string> may_be(const TableFacts& table);
// Why detect() finds nothing: which signs were missing and what spoke against it, in sentences. Empty where
// it finds something.
std::string why_not_proposed(const TableFacts& table);

// How a column that is known to hold an instant keeps it: by its type, or by the values of its sample.
// How many decimals are folded into a column's number, by its name: 2 where it says cents or minor units, 0
// otherwise.
int likely_amount_decimals(const ColumnFacts& column);
TimeForm likely_time_form(const ColumnFacts& column);
// As the profile reads the column already, or else as it most likely keeps one.
Instant instant_kept_in(const Profile& profile, const ColumnFacts& column);

}  // namespace onceover::tables
