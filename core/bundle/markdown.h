// What a person reads of a bundle. Inside the room only.
#pragma once

#include <string>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

std::string to_markdown(const Bundle& bundle);

// One line with bars as high as the counts, `width` of them at most: neighbours are added up. Zero is a dot.
std::string bars(const std::vector<std::int64_t>& counts, std::size_t width);

// Fit for the inside of a fenced block: line ends and tabs stay, all else that visible() spells is spelled, and so are the backticks of
// runs of three or more. spelled: set where something was.
std::string for_fence(std::string_view text, bool* spelled = nullptr);

}  // namespace onceover::bundle
