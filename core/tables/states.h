// SPDX-License-Identifier: Apache-2.0
// The states of a profile as SQL over a table called `k`. Raw columns are compared with raw values, so that
// the table's indexes, partial ones included, serve. The profile's words are constants of the statement
// (literals), never anybody's input. Pure.
#pragma once

#include "core/tables/profile.h"

namespace onceover::tables {

// `k."status" IN ('A', 'B')`: holds for exactly the rows whose state is one of these, and that are not set
// aside. "FALSE" where no rule gives any of them.
std::string state_is(const Profile& profile, const std::vector<key::State>& states,
                     std::string_view alias = "k.");
// By the rules only, whether or not the row is set aside.
std::string state_by_rules(const Profile& profile, const std::vector<key::State>& states,
                           std::string_view alias = "k.");

// Never NULL. "FALSE" where the profile names no such rows.
std::string is_set_aside(const Profile& profile, std::string_view alias = "k.");

// Holds for exactly the rows whose state no rule gives, and that are not set aside.
std::string state_is_unknown(const Profile& profile, std::string_view alias = "k.");

// An int4 expression: the number of the rule that gives the state, rules.size() for `otherwise`, NULL for
// unknown.
std::string state_number(const Profile& profile);

// The rule by that number; nullptr for NULL.
const StateRule* rule_at(const Profile& profile, std::optional<std::int64_t> number);

// A text expression: the table's own word for the state, as the column holds it. Empty where rule_at() knows
// it.
std::string state_word(const Profile& profile);

// One condition, and its opposite, which holds for NULL as well. alias: "k." or "".
std::string condition_sql(const Condition& condition, std::string_view alias = "k.");
std::string opposite_sql(const Profile& profile, const Condition& condition, std::string_view alias = "k.");

// Every column that the state rests on, each once, in the order of the rules; then those of set_aside.
std::vector<std::string> state_columns(const Profile& profile);
// The words of the column that names the state; empty: it has none.
std::vector<std::string> state_words(const Profile& profile);

// No row holds both: the same column with different values.
bool are_disjoint(const Condition& a, const Condition& b);

}  // namespace onceover::tables
