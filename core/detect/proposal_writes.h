// What each verdict would write, as far as a profile's states, lease and times show it. For a person to read and to enable: which words a
// service takes up again, and what else it expects to find written, is in no catalog. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::profile {

// A column of the profile's table; nullptr where it has none of this name.
using ColumnOf = std::function<const ColumnFacts*(const std::string& name)>;

struct ProposedWrites {
  std::map<Verb, Write> writes;
  std::vector<std::pair<Verb, std::string>> unknown;  // verb → why it is left out
};
// A verb whose word or column is not known is left out, with the reason.
ProposedWrites propose_writes(const Profile& profile, const ColumnOf& column);

// A draft for a user who offers this verb and corrects each line: of several words the first is taken. Empty where nothing is known.
Write suggested_write(const Profile& profile, const ColumnOf& column, Verb verb);

}  // namespace onceover::profile
