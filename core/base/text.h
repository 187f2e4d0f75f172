// Text that came from somewhere else: shown exactly, never trusted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

using Bytes = std::vector<std::uint8_t>;

std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);
// The standard or the URL alphabet, with or without padding; nullopt for anything else.
std::optional<std::string> from_base64(std::string_view text);
// nullopt-free: false where text is not hex of even length; out is then untouched.
bool from_hex(std::string_view text, std::string& out);

bool is_utf8(std::string_view bytes);

// One line a person can read and tell apart: control and bidirectional characters, unassigned and zero-width ones
// become \n, \t, \u{202e}; a backslash stays; bytes that are not UTF-8 turn the whole into \x6865…. Length unbounded.
std::string visible(std::string_view bytes);

// At most `max` bytes of text, cut at a code point, with "…" where it was cut.
std::string elided(std::string_view text, std::size_t max);

// The text with every password, token and userinfo of a connection string or URL replaced by "***".
std::string redacted(std::string_view text);

}  // namespace onceover
