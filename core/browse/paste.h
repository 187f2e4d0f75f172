// Reads a key from a text that a person pasted. Pure.
#pragma once

#include <string>
#include <string_view>

namespace onceover::browse {

// Without blanks and line ends at the start and the end.
std::string trimmed_paste(std::string_view pasted);

}  // namespace onceover::browse
