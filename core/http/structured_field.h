// The one shape of RFC 8941 this contract reads: an Item that is a String, with parameters that are checked and ignored.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace onceover::http {

// The String without its quotes and escapes, or a sentence about what is wrong. No white space around `text` is expected.
tl::expected<std::string, std::string> parse_string_item(std::string_view text);

}  // namespace onceover::http
