// SPDX-License-Identifier: Apache-2.0
// A mapping that is being made: the profile so far, its table, and what has still to be said. By a person,
// with what detection found as a beginning; questions.h says what to ask next. Pure.
#pragma once

#include <set>

#include "core/tables/detect/proposal.h"
#include "core/tables/detect/state_choice.h"

namespace onceover::tables {

struct Mapping {
  Profile profile;
  TableFacts facts;
  StateChoice state = {};                       // profile.states and set_aside follow from it: say_state()
  std::map<std::string, RoleAnswer> told = {};  // what detection found for each role
  std::map<std::string, std::string> unknown = {};  // role → why it has to be said
  std::set<std::string> said = {};                  // roles that the person has set, or left open on purpose
  bool has_kind = true;                             // false: what the table keeps is not known either
};

// Of a table with what detection is sure of filled in. candidate: none where nothing was recognised: then the
// kind is asked for first.
Mapping open_mapping(const TableFacts& facts, const std::optional<Candidate>& candidate);
// Of a profile that exists: what it leaves out is left out on purpose.
Mapping mapping_of(const Profile& profile, const TableFacts& facts);

// What the table keeps. The roles of a table of another kind are others: they are looked for again, unless
// the person has set one already.
void say_kind(Mapping& mapping, Kind kind);
void say_state(Mapping& mapping, StateChoice choice);

// What a role is made of, where it is a column and how it is kept: alike for roles of every such sort.
struct RoleFields {
  std::string column;
  std::string second;  // the counter of finished attempts, or the column of a lease's length
  int form = 0;        // a TimeForm, Digest::Form, Body::Form, or the decimals of an amount
  std::string zone = "UTC";
  // a path, a prefix, the operation of every row, the gateway's key, or the value of a free lease
  std::string text;
  Lease::Form lease = Lease::Form::none;
  Duration length{0};  // of the lease
};
RoleFields fields_of(const Profile& profile, const std::string& role);
void set_fields(Mapping& mapping, const std::string& role, const RoleFields& fields);
// How a column of this type and these values is most likely kept.
int likely_form(const std::string& role, const ColumnFacts& column);
// The column in this role, kept as it most likely is; "": none. The role is said then.
void set_column(Mapping& mapping, const std::string& role, const std::string& column);

// Whether something about the role has still to be said.
bool is_open(const Mapping& mapping, const std::string& role);
// What keeps the mapping from being used, in sentences; empty: it can be.
std::vector<std::string> why_not_usable(const Mapping& mapping);

// For to_toml(): the profile as it was mapped, what is still unknown, and what each verb would write.
Proposal proposal_of(const Mapping& mapping);

}  // namespace onceover::tables
