// What a new key may hold, and the key its effects carry downstream.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/key/types.h"

namespace onceover::key {

// Bytes. Long enough for any UUID, URN or hash; short enough for an index entry.
inline constexpr std::size_t max_name_bytes = 255;

// nullopt where the caller's key may be stored: 1 to 255 bytes of printable ASCII, spaces inside only. Otherwise a
// sentence about the first thing wrong with it, with nothing of the key in it that a screen could not show.
std::optional<std::string> wrong_with_key(std::string_view key);

// Checks all three before any of them reaches the database; ErrorKind::invalid_input where one is refused.
// tenant (may be empty) and operation (may not): UTF-8 of at most 255 bytes, without control and bidirectional characters.
Result<Identity> make_identity(std::string tenant, std::string operation, std::string key);

// The key under which `effect` is sent downstream: 46 characters of [A-Za-z0-9_-], the same for the same four values for
// ever, and never made from a row's id: a claim that was lost with its server must lead to the same key again.
// `effect` names one of several effects of a request; it may be empty.
std::string downstream_key(const Identity& identity, std::string_view effect);

}  // namespace onceover::key
