// SPDX-License-Identifier: Apache-2.0
// JSON numbers as RFC 8785 writes them, and whether a written number keeps its value in that form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover::key {

// The canonical text of a JSON number: ECMAScript's Number::toString, the shortest digits that read back as the same double; -0 is "0";
// nullopt where the written decimal value differs from the one that its double prints (12345678901234567890, 1e400, 1e-400): otherwise two
// amounts would become one. The decimal point may be any one character, as the parser passes on the locale's.
std::optional<std::string> canonical_number(std::string_view written);

}  // namespace onceover::key
