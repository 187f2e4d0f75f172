// The readable part of a bundle. Only for this room.
#pragma once

#include <string>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

std::string to_markdown(const Bundle& bundle);

// One line of bars as high as the counts, at most `width`: neighbours are added up. Zero is a dot.
std::string bars(const std::vector<std::int64_t>& counts, std::size_t width);

// Makes a text safe for a fenced block: line ends and tabs remain, everything else that visible() spells out is spelled out, and so are
// backticks in runs of three or more. spelled: set where something was.
std::string for_fence(std::string_view text, bool* spelled = nullptr);

}  // namespace onceover::bundle
