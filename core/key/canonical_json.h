// SPDX-License-Identifier: Apache-2.0
// RFC 8785 canonical JSON, or the reason why a body has no canonical form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace onceover::key {

enum class NotCanonical {
  not_json,  // not one JSON text in UTF-8 without a byte order mark; also lone surrogates and bytes after the
             // end
  duplicate_name,  // an object has two members with one name: readers differ on which one counts
  inexact_number,  // a number that a double would change
  noncharacter,    // U+FFFF and its like in a string, which I-JSON forbids
  too_deep,        // more than max_json_depth nested arrays and objects
};

// Far more than any request needs; a limit, because the sender chooses the depth.
inline constexpr std::size_t max_json_depth = 512;

using Canonical = tl::expected<std::string, NotCanonical>;

// Two bodies have the same canonical text if and only if they are the same JSON value. Never throws on input.
Canonical canonical_json(std::string_view body);

// JSON numbers as RFC 8785 writes them, and whether a written number keeps its value in that form.

// The canonical text of a JSON number: ECMAScript's Number::toString, the shortest digits that read back as
// the same double; -0 is "0"; nullopt where the written decimal value differs from the one that its double
// prints (12345678901234567890, 1e400, 1e-400): otherwise two amounts would become one. The decimal point may
// be any one character, as the parser passes on the locale's.
std::optional<std::string> canonical_number(std::string_view written);

}  // namespace onceover::key
