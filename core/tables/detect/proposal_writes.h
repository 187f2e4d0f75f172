// What each verdict would write, as far as a profile's states, lease and times show it, completed by what the rows of each state show
// (core/tables/detect/signature.h). For a person to read and to enable. Pure.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

struct ProposedWrites {
  std::map<Verb, Write> writes;
  std::map<Verb, std::string> looks;                  // on how many rows it was rehearsed, and what it resembles
  std::vector<std::pair<Verb, std::string>> unknown;  // verb → why it is left out
};
// A verb whose word or column is not known is left out, with the reason; so is one that would leave a row unlike those of its new state.
ProposedWrites propose_writes(const Profile& profile, const TableFacts& table);

// A draft for a user who offers this verb and corrects each line: of several words the first is taken. Empty where nothing is known.
Write suggested_write(const Profile& profile, const TableFacts& table, Verb verb);

}  // namespace onceover::tables
