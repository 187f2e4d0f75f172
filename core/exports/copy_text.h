// Reads the text form of COPY: cells separated by tabs, \N for NULL, backslash escapes. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/exports/format.h"

namespace onceover::exports {

// The cells of one line without its line end. They point into line or scratch, and are valid while both are unchanged.
void split_copy_line(std::string_view line, std::string& scratch, std::vector<Cell>& cells);

}  // namespace onceover::exports
