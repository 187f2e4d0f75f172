// SPDX-License-Identifier: Apache-2.0
// The rules for a new key, and the key of its effects at the gateway.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/key/types.h"

namespace onceover::key {

// Bytes. Long enough for any UUID, URN or hash; short enough for an index entry.
inline constexpr std::size_t max_name_bytes = 255;

// nullopt if the caller's key may be stored: 1 to 255 bytes of printable ASCII, with spaces only inside.
// Otherwise a sentence about the first error, safe to display.
std::optional<std::string> wrong_with_key(std::string_view key);

// Checks all three before any of them reaches the database; ErrorKind::invalid_input if one is refused.
// tenant (may be empty) and operation (may not): UTF-8 of at most 255 bytes, without control and
// bidirectional characters.
Result<Identity> make_identity(std::string tenant, std::string operation, std::string key);

// The key under which `effect` is sent to the gateway: 46 characters of [A-Za-z0-9_-], always the same for
// the same four values, and never made from a row's id: a claim that was lost with its server must give the
// same key again. `effect` names one of several effects of a request; it may be empty.
std::string downstream_key(const Identity& identity, std::string_view effect);

}  // namespace onceover::key
