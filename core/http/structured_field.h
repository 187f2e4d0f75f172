// The one type of RFC 8941 that the contract uses: an Item that is a String, with parameters that are checked and ignored.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace onceover::http {

// The String without its quotes and escapes, or a sentence with the error. `text` must have no white space around it.
tl::expected<std::string, std::string> parse_string_item(std::string_view text);

}  // namespace onceover::http
