// Reads the data of a bundle. Only for this room.
#pragma once

#include <string_view>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

// invalid_input names the first error.
Result<Bundle> from_json(std::string_view json);

// The limit of values and members, which limits a reader's memory.
inline constexpr std::size_t max_values = 3'000'000;
std::size_t count_values(std::string_view json);

}  // namespace onceover::bundle
