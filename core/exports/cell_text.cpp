// SPDX-License-Identifier: Apache-2.0
#include "core/exports/cell_text.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>

#include "core/base/text.h"

namespace onceover::exports {
namespace {

enum : unsigned char { quoted_in_csv = 1, escaped_in_json = 2, escaped_in_markdown = 4, beyond_ascii = 8 };

constexpr std::array<unsigned char, 256> make_classes() {
  std::array<unsigned char, 256> classes{};
  for (std::size_t c = 0; c < 0x20; ++c) classes[c] = escaped_in_json | escaped_in_markdown;
  classes[0x7F] = escaped_in_json | escaped_in_markdown;
  for (std::size_t c = 0x80; c < 0x100; ++c) classes[c] = beyond_ascii;
  for (const char c : std::string_view(",\"\r\n")) classes[static_cast<unsigned char>(c)] |= quoted_in_csv;
  for (const char c : std::string_view("\"\\")) classes[static_cast<unsigned char>(c)] |= escaped_in_json;
  for (const char c : std::string_view("\\`*_{}[]<>|~&$#!"))
    classes[static_cast<unsigned char>(c)] |= escaped_in_markdown;
  return classes;
}
constexpr std::array<unsigned char, 256> classes = make_classes();

unsigned classes_in(std::string_view text) {
  unsigned found = 0;
  for (const char c : text) found |= classes[static_cast<unsigned char>(c)];
  return found;
}

void append_hex(std::string& out, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char c : bytes) {
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
}

void append_json_escape(std::string& out, std::uint32_t c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  if (c < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800 + ((c - 0x10000) >> 10),
                   0xDC00 + ((c - 0x10000) & 0x3FF));
  }
}

void append_markdown_escape(std::string& out, std::uint32_t c) {
  switch (c) {
    case '\n': out += "<br>"; return;
    case '\t': out += "\\\\t"; return;
    case '<': out += "&lt;"; return;
    case '>': out += "&gt;"; return;
    case '&': out += "&amp;"; return;
    default: break;
  }
  if (c > 0x20 && c < 0x7F) {
    out += '\\';
    out += static_cast<char>(c);
  } else {
    fmt::format_to(std::back_inserter(out), "\\\\u{{{:x}}}", c);
  }
}

// Markdown reads no emphasis there: "in_progress".
bool is_within_word(std::string_view text, std::size_t at) {
  const auto is_of_word = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  return at > 0 && is_of_word(at - 1) && is_of_word(at + 1);
}

// Runs without special characters are copied as a whole; escape spells out the rest.
template <class Escape>
void append_escaped(std::string& out, std::string_view text, unsigned char which, bool beyond,
                    Escape escape) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char found = classes[static_cast<unsigned char>(text[at])];
    if ((found & (which | (beyond ? beyond_ascii : 0))) == 0) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    const auto c = static_cast<std::uint32_t>(next_code_point(text, at));
    if (c >= 0x80 && !moves_or_hides(static_cast<std::int32_t>(c))) continue;
    if (c == '_' && is_within_word(text, start)) continue;
    out.append(text, from, start - from);
    escape(out, c);
    from = at;
  }
  out.append(text, from);
}

}  // namespace

bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  switch (text[0]) {
    case '=':
    case '+':
    case '-':
    case '@':
    case '\t':
    case '\r':
    case '\n': return true;
    case '\xEF': break;
    default: return false;
  }
  for (const std::string_view wide : {"＝", "＋", "－", "＠"}) {
    if (text.starts_with(wide)) return true;
  }
  return false;
}

bool is_plain_number(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - from;
  };
  const auto skip = [&](std::string_view any) {
    const bool here = at < text.size() && any.find(text[at]) != std::string_view::npos;
    at += here ? 1 : 0;
    return here;
  };
  skip("-");
  const std::size_t whole = at;
  const std::size_t count = digits();
  if (count == 0 || (count > 1 && text[whole] == '0')) return false;
  if (skip(".") && digits() == 0) return false;
  if (skip("eE")) {
    skip("+-");
    if (digits() == 0) return false;
  }
  return at == text.size();
}

void append_csv(std::string& out, std::string_view text, bool neutralise, std::string_view null_text) {
  const unsigned found = classes_in(text);
  if ((found & beyond_ascii) != 0 && !is_utf8(text)) {
    out += "\\x";
    append_hex(out, text);
    return;
  }
  const bool guarded = neutralise && is_formula(text);
  // A line with only \. ends the data for PostgreSQL.
  const bool quotes = (found & quoted_in_csv) != 0 || text.empty() || text == null_text ||
                      text.front() == ' ' || text.back() == ' ' || text == "\\.";
  if (!quotes) {
    if (guarded) out += '\'';
    out += text;
    return;
  }
  out += guarded ? "\"'" : "\"";
  for (std::size_t at = 0;;) {
    const std::size_t quote = text.find('"', at);
    if (quote == std::string_view::npos) {
      out.append(text, at);
      break;
    }
    out.append(text, at, quote - at);
    out += "\"\"";
    at = quote + 1;
  }
  out += '"';
}

void append_json(std::string& out, std::string_view text) {
  const unsigned found = classes_in(text);
  const bool beyond = (found & beyond_ascii) != 0;
  if (beyond && !is_utf8(text)) {
    out += "{\"hex\": \"";
    append_hex(out, text);
    out += "\"}";
    return;
  }
  out += '"';
  if (beyond || (found & escaped_in_json) != 0) {
    append_escaped(out, text, escaped_in_json, beyond, append_json_escape);
  } else {
    out += text;
  }
  out += '"';
}

void append_markdown(std::string& out, std::string_view text, bool neutralise) {
  const unsigned found = classes_in(text);
  const bool beyond = (found & beyond_ascii) != 0;
  if (beyond && !is_utf8(text)) {
    out += "\\\\x";
    append_hex(out, text);
    return;
  }
  if (neutralise && is_formula(text)) out += '\'';
  if (beyond || (found & escaped_in_markdown) != 0) {
    append_escaped(out, text, escaped_in_markdown, beyond, append_markdown_escape);
  } else {
    out += text;
  }
}

}  // namespace onceover::exports
