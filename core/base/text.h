// SPDX-License-Identifier: Apache-2.0
// Text from outside: shown exactly, never trusted.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

using Bytes = std::vector<std::uint8_t>;

constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_alnum(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string ascii_lower(std::string_view text);

// All of the text as a number, in std::from_chars' format; nullopt for anything else.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);
// The standard or the URL alphabet, with or without padding; nullopt for anything else.
std::optional<std::string> from_base64(std::string_view text);
// False: text is not hex of even length; out is then unchanged.
bool from_hex(std::string_view text, std::string& out);

// RFC 3986: every byte that is not unreserved as %XX.
std::string percent_encoded(std::string_view text);

bool is_utf8(std::string_view bytes);
// The code point at `at`, which moves behind it; -1, and it stays: these bytes are not UTF-8 (overlong forms
// and surrogates are not).
std::int32_t next_code_point(std::string_view text, std::size_t& at);
// Characters that move or hide their neighbours: C1, soft hyphen, zero-width, bidirectional, line separators,
// tags, BOM.
bool moves_or_hides(std::int32_t code_point);
// Of valid UTF-8: its number of code points; its UTF-16.
std::size_t code_points(std::string_view utf8);
std::u16string to_utf16(std::string_view utf8);

// One line that a person can read and compare: control and bidirectional characters, unassigned and
// zero-width ones become \n, \t, \u{202e}; a backslash remains; if the bytes are not UTF-8, all become
// \x6865…. No length limit.
std::string visible(std::string_view bytes);
// The same for a text of several lines, whose ends remain.
std::string visible_lines(std::string_view text);

// Where to cut a text to at most `max` bytes: before a code point or, in bytes that are not UTF-8, at `max`;
// its end where it is not longer.
std::size_t cut_at(std::string_view text, std::size_t max);
// At most `max` bytes of text, cut at a code point, with "…" where it was cut.
std::string elided(std::string_view text, std::size_t max);

// "1 key", "2 keys".
std::string counted(std::int64_t n, std::string_view one);

// localhost, 127.0.0.0/8 or ::1, as a name or a number; a look-alike such as 127.0.0.1.example is not.
bool is_loopback(std::string_view host);

// The text with every password, token and userinfo of a connection string or URL replaced by "***".
std::string redacted(std::string_view text);

// What PostgreSQL can store: text is UTF-8 without NUL, and jsonb has no U+0000 either.

bool is_storable(const std::string& text);
// Unchanged or, if a text column cannot store it, escaped as for a screen.
std::string storable_text(const std::string& text);

// JSON with the replacement character in place of each \u0000.
std::string storable_json(std::string json);

}  // namespace onceover
