// What a person pastes where a key is asked for. Pure.
#pragma once

#include <string>
#include <string_view>

namespace onceover::browse {

// Without blanks and line ends at both ends.
std::string trimmed_paste(std::string_view pasted);

}  // namespace onceover::browse
