// SPDX-License-Identifier: Apache-2.0
// Makes a profile from what detection found, as far as that goes. What no catalog holds stays unknown, with a
// sentence: a lease without a length is left out rather than guessed, since a wrong one would call living
// work dead. Pure.
#pragma once

#include "core/tables/detect/detect.h"
#include "core/tables/parts.h"

namespace onceover::tables {

// What each verdict would write, as far as a profile's states, lease and times show it, completed by what the
// rows of each state show (signature.h). For a person to read and to enable.
struct ProposedWrites {
  std::map<Verb, Write> writes;
  std::map<Verb, std::string> looks;  // on how many rows it was rehearsed, and what it resembles
  std::vector<std::pair<Verb, std::string>> unknown;  // verb → why it is left out
};
// A verb whose word or column is not known is left out, with the reason; so is one that would leave a row
// unlike those of its new state.
ProposedWrites propose_writes(const Profile& profile, const TableFacts& table);
// A draft for a user who offers this verb and corrects each line: of several words none is taken, and
// misfits() asks for one. Empty where nothing is known.
Write suggested_write(const Profile& profile, const TableFacts& table, Verb verb);

struct Proposal {
  Profile profile;
  std::vector<std::pair<std::string, std::string>> unknown;  // role → why, for a person to choose
  // Where only its length is not known: form and column. The writes end it.
  Lease lease_without_length;
  ProposedWrites writes;  // not in the profile: nothing is written on a proposal's word
};

// Its length is neither given nor in a column.
inline bool lacks_length(const Lease& lease) {
  return lasts_from_start(lease) && lease.length_column.empty() && lease.length <= Duration(0);
}

Proposal propose(const Candidate& candidate, const TableFacts& table);

// The profile as TOML, headed by what is to be chosen as comments. It is read back only once what it needs
// has been chosen. What each verb would write follows, commented out, for a person who knows the service to
// enable.
std::string to_toml(const Proposal& proposal);

}  // namespace onceover::tables
