// The data of a bundle read back. Inside the room only.
#pragma once

#include <string_view>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

// invalid_input names the first thing that is not as it should be.
Result<Bundle> from_json(std::string_view json);

// How many values and members at most: a reader's memory is bounded by them.
inline constexpr std::size_t max_values = 3'000'000;
std::size_t count_values(std::string_view json);

}  // namespace onceover::bundle
