// What each verdict would write, as far as a profile's states, lease and times tell it. For a person to read and to enable: which words a
// service takes up again, and what else it expects to find written, is in no catalog. A verb whose word or column is not known is left out,
// with the reason. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/profile/profile.h"

namespace onceover::profile {

struct ColumnTraits {
  bool may_be_null = false, is_text = false, is_number = false;
  std::optional<TimeForm> time;  // where its type alone tells it
};
using TraitsOf = std::function<ColumnTraits(const std::string& column)>;

struct ProposedWrites {
  std::map<Verb, Write> writes;
  std::vector<std::pair<Verb, std::string>> unknown;  // verb → why it is left out
};
ProposedWrites propose_writes(const Profile& profile, const TraitsOf& traits);

}  // namespace onceover::profile
