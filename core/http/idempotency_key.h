// SPDX-License-Identifier: Apache-2.0
// The Idempotency-Key header of a request.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "core/key/types.h"

namespace onceover::http {

inline constexpr std::string_view idempotency_key_header = "Idempotency-Key";

struct KeyMissing {};  // no such header
// A printable sentence for the caller
struct KeyMalformed {
  std::string reason;
};
// Accepted by key::make_identity
struct KeyGiven {
  std::string key;
};

using KeyHeader = std::variant<KeyMissing, KeyMalformed, KeyGiven>;

// One line, either a String of RFC 8941 ("abc", with \" and \\ inside and parameters after it, which are
// ignored) or bare printable ASCII (abc); both give the key abc. A bare key has no comma: a proxy joins two
// lines with one, and two keys must not be read as a third.
KeyHeader parse_idempotency_key(const std::vector<key::Header>& headers);

// Safe methods (GET, HEAD, OPTIONS, TRACE) never need a key; for all others the operation decides. Methods
// are case-sensitive.
bool needs_key(std::string_view method, bool operation_requires_key);

// The one type of RFC 8941 that the contract uses: an Item that is a String, with parameters that are checked
// and ignored. The String without its quotes and escapes, or a sentence with the error. `text` must have no
// white space around it.
tl::expected<std::string, std::string> parse_string_item(std::string_view text);

}  // namespace onceover::http
