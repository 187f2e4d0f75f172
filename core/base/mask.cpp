// SPDX-License-Identifier: Apache-2.0
#include "core/base/mask.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/text.h"

namespace onceover {
namespace {

// JSON in a query in JSON: more than anybody writes by accident, and each costs a pass.
constexpr int most_layers = 5;

// A text, and where each of its bytes came from in the original.
struct Traced {
  std::string text;
  std::vector<std::uint32_t> from, to;
};

int hex_digit(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char low = ascii_lower(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// A number of `digits` hex digits at `at`.
std::optional<std::uint32_t> hex_at(std::string_view text, std::size_t at, std::size_t digits) {
  if (at + digits > text.size()) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int digit = hex_digit(text[at + i]);
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint32_t>(digit);
  }
  return value;
}

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  const auto tail = [&](std::uint32_t shift) { return byte(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), tail(0)};
  if (code < 0x10000) return {byte(0xE0 | code >> 12), tail(6), tail(0)};
  if (code < 0x110000) return {byte(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
  return {};
}

struct Escape {
  std::string means;
  std::size_t size = 0;
};

std::optional<Escape> backslash(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return std::nullopt;
  switch (text[at + 1]) {
    case 'n': return Escape{"\n", 2};
    case 't': return Escape{"\t", 2};
    case 'r': return Escape{"\r", 2};
    case 'b': return Escape{"\b", 2};
    case 'f': return Escape{"\f", 2};
    case 'x':
      if (const auto code = hex_at(text, at + 2, 2))
        return Escape{std::string(1, static_cast<char>(*code)), 4};
      return std::nullopt;
    case 'u': {
      const auto code = hex_at(text, at + 2, 4);
      if (!code) return std::nullopt;
      if (*code >= 0xD800 && *code < 0xDC00 && text.substr(at + 6, 2) == "\\u") {
        if (const auto low = hex_at(text, at + 8, 4); low && *low >= 0xDC00 && *low < 0xE000) {
          return Escape{utf8(0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00)), 12};
        }
      }
      return Escape{utf8(*code), 6};
    }
    default: return Escape{std::string(1, text[at + 1]), 2};
  }
}

std::optional<Escape> entity(std::string_view text, std::size_t at) {
  const std::size_t end = text.substr(at, 12).find(';');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(at + 1, end - 1);
  if (name.starts_with("#x") || name.starts_with("#X")) {
    const auto code = name.size() > 2 && name.size() <= 10 ? hex_at(name, 2, name.size() - 2) : std::nullopt;
    return code ? std::optional(Escape{utf8(*code), end + 1}) : std::nullopt;
  }
  if (name.starts_with('#')) {
    const auto code = number_from<std::uint32_t>(name.substr(1));
    return code ? std::optional(Escape{utf8(*code), end + 1}) : std::nullopt;
  }
  for (const auto& [word, means] : {std::pair{"amp", "&"},
                                    {"lt", "<"},
                                    {"gt", ">"},
                                    {"quot", "\""},
                                    {"apos", "'"},
                                    {"sol", "/"},
                                    {"plus", "+"},
                                    {"equals", "="},
                                    {"colon", ":"}}) {
    if (name == word) return Escape{means, end + 1};
  }
  return std::nullopt;
}

std::optional<Escape> escape_at(std::string_view text, std::size_t at) {
  if (text[at] == '\\') return backslash(text, at);
  if (text[at] == '&') return entity(text, at);
  if (text[at] != '%') return std::nullopt;
  const auto code = hex_at(text, at + 1, 2);
  return code ? std::optional(Escape{std::string(1, static_cast<char>(*code)), 3}) : std::nullopt;
}

bool has_escapes(std::string_view text) { return text.find_first_of("\\%&") != std::string_view::npos; }

// Every escape of one layer decoded. False: there was none.
bool decode(Traced& traced) {
  Traced out;
  bool any = false;
  for (std::size_t at = 0; at < traced.text.size();) {
    const auto escape = escape_at(traced.text, at);
    const std::size_t size = escape ? escape->size : 1;
    const std::string_view means =
        escape ? std::string_view(escape->means) : std::string_view(traced.text).substr(at, 1);
    for (const char c : means) {
      out.text += c;
      out.from.push_back(traced.from[at]);
      out.to.push_back(traced.to[at + size - 1]);
    }
    any = any || escape;
    at += size;
  }
  traced = std::move(out);
  return any;
}

Traced traced(std::string text) {
  Traced out{std::move(text), {}, {}};
  for (std::uint32_t i = 0; i < out.text.size(); ++i) {
    out.from.push_back(i);
    out.to.push_back(i + 1);
  }
  return out;
}

// What of its Base64 does not depend on the bytes around it, at each of the three places in a group.
void add_base64(std::vector<std::string>& out, const std::string& secret) {
  for (std::size_t before = 0; before < 3; ++before) {
    std::string text = to_base64(std::string(before, '\0') + secret);
    while (text.ends_with('=')) text.pop_back();
    const std::size_t from = before == 0 ? 0 : before + 1;
    const std::size_t ours = (before + secret.size()) * 8 / 6;  // whole characters
    if (ours <= from) continue;
    text = text.substr(from, ours - from);
    std::string url = text;
    std::ranges::replace(url, '+', '-');
    std::ranges::replace(url, '/', '_');
    out.push_back(std::move(text));
    out.push_back(std::move(url));
  }
}

struct Range {
  std::size_t from, to;
};

void find_all(const Traced& traced, const std::vector<std::string>& secrets, std::vector<Range>& found) {
  for (const std::string& secret : secrets) {
    for (std::size_t at = traced.text.find(secret); at != std::string::npos;
         at = traced.text.find(secret, at + secret.size())) {
      found.push_back({traced.from[at], traced.to[at + secret.size() - 1]});
    }
  }
}

}  // namespace

Mask::Mask(std::vector<std::string> secrets, std::size_t shortest) {
  for (std::string& secret : secrets) {
    if (secret.size() < shortest) continue;
    Traced layers = traced(secret);
    for (int i = 0; i < most_layers && decode(layers); ++i) {
      if (layers.text.size() >= shortest) decoded_.push_back(layers.text);
    }
    add_base64(literal_, secret);
    std::string hex = to_hex(secret), upper = hex;
    std::ranges::transform(upper, upper.begin(), [](char c) {
      return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    literal_.push_back(std::move(hex));
    literal_.push_back(std::move(upper));
    literal_.push_back(std::move(secret));
  }
  std::erase_if(literal_, [&](const std::string& each) { return each.size() < shortest; });
  std::ranges::sort(literal_, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  literal_.erase(std::ranges::unique(literal_).begin(), literal_.end());
}

std::string Mask::operator()(std::string text) const {
  if (literal_.empty()) return text;
  std::vector<Range> found;
  if (has_escapes(text)) {
    Traced layers = traced(text);
    find_all(layers, literal_, found);
    for (int i = 0; i < most_layers && decode(layers); ++i) {
      find_all(layers, literal_, found);
      find_all(layers, decoded_, found);
    }
  } else if (std::ranges::any_of(literal_,
                                 [&](const auto& each) { return text.find(each) != std::string::npos; })) {
    find_all(traced(text), literal_, found);
  }
  if (found.empty()) return text;
  std::ranges::sort(found, {}, &Range::from);
  std::string out;
  std::size_t at = 0;  // what is before it is written
  for (std::size_t i = 0; i < found.size();) {
    std::size_t end = found[i].to;
    std::size_t next = i + 1;
    // The value within the header's value is one secret.
    for (; next < found.size() && found[next].from < end; ++next) end = std::max(end, found[next].to);
    out.append(text, at, found[i].from - at).append("***");
    at = end;
    i = next;
  }
  return out.append(text, at);
}

}  // namespace onceover
