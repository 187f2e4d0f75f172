// The data of a bundle as JSON, and back. Inside the room only.
#pragma once

#include <string>
#include <string_view>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

// Printable ASCII and line ends, without backticks and angle brackets: nothing in it can end a fenced block or be rendered.
std::string to_json(const Bundle& bundle);
// invalid_input names the first thing that is not as it should be.
Result<Bundle> from_json(std::string_view json);

// How many values and members at most: a reader's memory is bounded by them.
inline constexpr std::size_t max_values = 3'000'000;
std::size_t count_values(std::string_view json);

}  // namespace onceover::bundle
