// Headers as the JSON object of a column, and back.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover::inbox {

using Headers = std::vector<std::pair<std::string, std::string>>;

// Bytes that are not UTF-8 become the replacement character, and so does U+0000, which jsonb cannot store. Empty: no headers.
std::string headers_json(const Headers& headers);
Headers headers_of(std::string_view json);

}  // namespace onceover::inbox
