// What other systems call the states of a key or an event.
#pragma once

#include <optional>
#include <string_view>

#include "core/key/types.h"

namespace onceover::profile {

// The state a word most likely means, whatever its case and separators; nullopt for a word not known here. Known words of work that
// nobody has begun are in_progress too: unfinished is what matters.
std::optional<key::State> usual_meaning(std::string_view word);

// A word of success that is only a station where another word of success stands beside it: "published", "sent", "delivered".
bool may_be_halfway(std::string_view word);

}  // namespace onceover::profile
