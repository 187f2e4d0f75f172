// What each verdict would write, as the sampled rows of each state look today, and as far as a profile's states, lease and times show it.
// For a person to read and to enable: what else a service expects to find written is in no catalog. Pure.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::profile {

struct ProposedWrites {
  std::map<Verb, Write> writes;
  std::map<Verb, std::string> looks;                  // "as 214 rows look today", or that no row shows it
  std::vector<std::pair<Verb, std::string>> unknown;  // verb → why it is left out
};
// A verb whose word or column is not known is left out, with the reason; so is one that would leave a time past or empty where finished
// rows have one that lies after their end, since the service may take such a row again.
ProposedWrites propose_writes(const Profile& profile, const TableFacts& table);

// The profile's own writes that would leave a time past or empty where finished rows have one after their end, or of which too few finished
// rows show whether they do, and that do not say what becomes of it: why.
std::vector<std::pair<Verb, std::string>> writes_that_reopen(const Profile& profile, const TableFacts& table);

// A draft for a user who offers this verb and corrects each line: of several words the first is taken. Empty where nothing is known.
Write suggested_write(const Profile& profile, const TableFacts& table, Verb verb);

}  // namespace onceover::profile
