// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace onceover {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Besides those that move or hide: C0, DEL, spaces of other widths, variation selectors, private use and
// noncharacters; combining marks, kana marks and conjoining jamo (an NFD text must differ from its NFC twin).
bool must_be_spelled(std::int32_t c) {
  return moves_or_hides(c) || c < 0x20 || c == 0x7F || (c >= 0x1100 && c <= 0x11FF) || c == 0x3164 ||
         (c >= 0xFFF0 && c < 0xFFF9) || (c >= 0x300 && c <= 0x36F) || (c >= 0x2000 && c <= 0x200A) ||
         c == 0xA0 || c == 0x3000 || c == 0x205F || c == 0x202F || c == 0x1680 || c == 0x2800 ||
         c == 0xFFA0 || c == 0x17B4 || c == 0x17B5 || c == 0x3099 || c == 0x309A ||
         (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
         (c >= 0xFE20 && c <= 0xFE2F) || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE000 && c <= 0xF8FF) ||
         (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE || (c >= 0x1D173 && c <= 0x1D17A) ||
         c >= 0xF0000;
}

constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace

std::string counted(std::int64_t n, std::string_view one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

bool moves_or_hides(std::int32_t c) {
  return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x180B && c <= 0x180F) ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
         c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

std::int32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    ++at;
    return first;
  }
  const int length = first >= 0xF0 && first <= 0xF4  ? 4
                     : first >= 0xE0 && first < 0xF0 ? 3
                     : first >= 0xC2 && first < 0xE0 ? 2
                                                     : 0;
  if (length == 0 || at + static_cast<std::size_t>(length) > text.size()) return -1;
  std::int32_t value = first & (0x7F >> length);
  for (int i = 1; i < length; ++i) {
    const unsigned char next = byte(at + static_cast<std::size_t>(i));
    if ((next & 0xC0) != 0x80) return -1;
    value = value << 6 | (next & 0x3F);
  }
  if ((length == 3 && value < 0x800) || (length == 4 && (value < 0x10000 || value > 0x10FFFF)) ||
      (value >= 0xD800 && value <= 0xDFFF))
    return -1;
  at += static_cast<std::size_t>(length);
  return value;
}

std::size_t code_points(std::string_view utf8) {
  return static_cast<std::size_t>(std::ranges::count_if(utf8, starts_code_point));
}

std::u16string to_utf16(std::string_view utf8) {
  std::u16string out;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::int32_t c = next_code_point(utf8, at);
    if (c < 0) break;
    if (c < 0x10000) {
      out += static_cast<char16_t>(c);
    } else {
      out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  return out;
}

std::string to_hex(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto b = static_cast<unsigned char>(c);
    out += hex_digits[b >> 4];
    out += hex_digits[b & 15];
  }
  return out;
}

std::string to_base64(std::string_view bytes) {
  static constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j <= bytes.size() ? alphabet[group >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+' || c == '-' ? 62
                      : c == '/' || c == '_' ? 63
                                             : -1;
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(group >> bits & 0xFF);
  }
  return out;
}

bool from_hex(std::string_view text, std::string& out) {
  const auto value = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  if (text.size() % 2 != 0) return false;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = value(text[i]), low = value(text[i + 1]);
    if (high < 0 || low < 0) return false;
    bytes += static_cast<char>(high << 4 | low);
  }
  out = std::move(bytes);
  return true;
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_ascii_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (next_code_point(bytes, at) < 0) return false;
  }
  return true;
}

std::string visible(std::string_view bytes) {
  // Most texts are short and have only these characters. Decoding each code point took a fifth of the time of
  // an answer's JSON.
  if (std::ranges::all_of(bytes, [](char c) { return c >= 0x20 && c < 0x7F; })) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t from = at;
    const std::int32_t c = next_code_point(bytes, at);
    if (c < 0) return "\\x" + to_hex(bytes);
    if (!must_be_spelled(c)) {
      out += bytes.substr(from, at - from);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += fmt::format("\\u{{{:x}}}", c);
    }
  }
  return out;
}

std::string visible_lines(std::string_view text) {
  std::string out;
  for (std::size_t from = 0;;) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out += visible(text.substr(from, end - from));
    if (end == text.size()) return out;
    out += '\n';
    from = end + 1;
  }
}

std::size_t cut_at(std::string_view text, std::size_t max) {
  if (text.size() <= max) return text.size();
  std::size_t at = max;
  while (at > 0 && max - at < 3 && !starts_code_point(text[at])) --at;
  return starts_code_point(text[at]) ? at : max;
}

std::string elided(std::string_view text, std::size_t max) {
  if (text.size() <= max) return std::string(text);
  std::size_t cut = max;
  while (cut > 0 && !starts_code_point(text[cut])) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";
constexpr std::array<std::string_view, 8> secret_words{"password", "passwd", "passphrase", "pwd",
                                                       "secret",   "token",  "api_key",    "authorization"};

bool is_word_at(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

// The current run without blanks, and its last '@': found once, so that a scan remains linear.
struct Word {
  std::size_t end = 0, last_at = std::string_view::npos;

  void enter(std::string_view text, std::size_t at) {
    if (at < end) return;
    end = std::min(text.find_first_of(blanks, at), text.size());
    const std::size_t found = text.substr(at, end - at).rfind('@');
    last_at = found == std::string_view::npos ? found : at + found;
  }
};

// Where the userinfo that begins at `from`, right after "://", ends: at its '@'; `from`: there is none. A
// colon without a port number means a password, and an unescaped password may contain '/', '?' and '@'.
std::size_t end_of_userinfo(std::string_view text, std::size_t from, Word& word) {
  word.enter(text, from);
  if (word.last_at == std::string_view::npos || word.last_at < from) return from;
  const std::string_view rest = text.substr(from, word.end - from);
  const std::size_t user_end = rest.find_first_of(":/?#@[");
  if (rest[user_end] == ':') {
    const std::size_t behind_port = rest.find_first_not_of("0123456789", user_end + 1);
    if (behind_port == user_end + 1 ||
        std::string_view("/?#").find(rest[behind_port]) == std::string_view::npos)
      return word.last_at;
  }
  const std::size_t at = rest.substr(0, rest.find_first_of("/?#")).rfind('@');
  return at == std::string_view::npos ? from : from + at;
}

std::size_t end_of_quoted(std::string_view text, std::size_t open) {
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == text[open]) {
      if (at + 1 >= text.size() || text[at + 1] != text[open]) return at + 1;
      ++at;  // doubled, as SQL writes a quote in quotes
    }
  }
  return text.size();
}

// Where the value after a secret word that ends at `from` ends; `from`: there is none. start: its first
// character.
std::size_t end_of_secret(std::string_view text, std::size_t from, bool in_query, std::size_t& start) {
  const auto skip_blanks = [&](std::size_t at) {
    return std::min(text.find_first_not_of(blanks, at), text.size());
  };
  std::size_t at = from;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;  // a JSON name
  at = skip_blanks(at);
  if (at >= text.size()) return from;
  const bool assigned = text[at] == '=' || text[at] == ':';
  if (assigned) at = skip_blanks(at + 1);
  // ALTER ROLE … PASSWORD '…' has no sign between
  if (at >= text.size() || (!assigned && text[at] != '\'')) return from;
  start = at;
  if (text[at] == '"' || text[at] == '\'') return end_of_quoted(text, at);
  for (const std::string_view scheme : {"bearer ", "basic "}) {
    if (is_word_at(text, at, scheme)) at += scheme.size();
  }
  for (;
       at < text.size() && blanks.find(text[at]) == std::string_view::npos && !(in_query && text[at] == '&');
       ++at) {
    if (text[at] == '\\') ++at;  // libpq's way to write a blank in a value
  }
  return std::min(at, text.size());
}

}  // namespace

// By hand and in one pass: a server's message may quote megabytes of an external value, and std::regex
// recurses once per character.
std::string redacted(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_query = false;
  Word word;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at, 3) == "://") {
      out += "://";
      at += 3;
      if (const std::size_t end = end_of_userinfo(text, at, word); end != at) {
        out += "***";
        at = end;
      }
      continue;
    }
    if (text[at] == '?' || text[at] == '&') in_query = true;
    if (blanks.find(text[at]) != std::string_view::npos) in_query = false;
    const auto* secret = std::find_if(secret_words.begin(), secret_words.end(),
                                      [&](std::string_view w) { return is_word_at(text, at, w); });
    if (secret == secret_words.end()) {
      out += text[at++];
      continue;
    }
    std::size_t start = at + secret->size();
    const std::size_t end = end_of_secret(text, start, in_query, start);
    out += text.substr(at, start - at);
    if (end != start) out += "***";
    at = end;
  }
  return out;
}

bool is_loopback(std::string_view host) {
  if (host == "localhost") return true;
  if (host.find('\0') != std::string_view::npos) return false;  // inet_pton would end there
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string number(host);
  in_addr v4{};
  in6_addr v6{};
  if (::inet_pton(AF_INET, number.c_str(), &v4) == 1) return ntohl(v4.s_addr) >> 24 == 127;
  return ::inet_pton(AF_INET6, number.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

bool is_storable(const std::string& text) { return is_utf8(text) && text.find('\0') == std::string::npos; }

std::string storable_text(const std::string& text) { return is_storable(text) ? text : visible(text); }

std::string storable_json(std::string json) {
  for (std::size_t at = json.find('\\'); at != std::string::npos; at = json.find('\\', at + 2)) {
    if (json.compare(at, 6, "\\u0000") == 0) json.replace(at, 6, "\\ufffd");
  }
  return json;
}

}  // namespace onceover
