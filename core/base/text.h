// Text from outside: shown exactly, never trusted.
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
// False: text is not hex of even length; out is then unchanged.
bool from_hex(std::string_view text, std::string& out);

bool is_utf8(std::string_view bytes);

// One line that a person can read and compare: control and bidirectional characters, unassigned and zero-width ones become \n, \t,
// \u{202e}; a backslash remains; if the bytes are not UTF-8, all become \x6865…. No length limit.
std::string visible(std::string_view bytes);

// At most `max` bytes of text, cut at a code point, with "…" where it was cut.
std::string elided(std::string_view text, std::size_t max);

// The text with every password, token and userinfo of a connection string or URL replaced by "***".
std::string redacted(std::string_view text);

}  // namespace onceover
