// SPDX-License-Identifier: Apache-2.0
// RFC 8785 against a second writer of it, and the fingerprints that rest on it.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/text.h"
#include "core/key/canonical_json.h"
#include "core/key/fingerprint.h"
#include "tests/fuzz/check.h"

namespace onceover::fuzz {
namespace {

using key::canonical_json;
using key::NotCanonical;
using nlohmann::json;

// For sorting as UTF-16 does: there, a surrogate (U+10000 and above) comes before U+E000 to U+FFFF.
std::u32string utf16_order(const std::string& text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? first : first & (0x7F >> length);
    for (int j = 1; j < length; ++j)
      c = c << 6 | (static_cast<unsigned char>(text[i + static_cast<std::size_t>(j)]) & 0x3F);
    out += c >= 0xE000 && c <= 0xFFFF ? c + 0x200000 : c;
    i += static_cast<std::size_t>(length);
  }
  return out;
}

// ECMAScript's text of a double; nullopt: JSON has none for it.
std::optional<std::string> number(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  char buffer[40];
  return key::canonical_number(
      {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr});
}

// By the parser's own tree, from the leaves up.
std::string written(const json& value) {
  std::string out;
  switch (value.type()) {
    case json::value_t::object: {
      std::vector<std::pair<std::u32string, std::string>> members;
      for (const auto& [name, member] : value.items())
        members.emplace_back(utf16_order(name), json(name).dump() + ":" + written(member));
      std::sort(members.begin(), members.end());
      for (const auto& [name, text] : members) out += (out.empty() ? "" : ",") + text;
      return "{" + out + "}";
    }
    case json::value_t::array:
      for (const json& item : value) out += (out.empty() ? "" : ",") + written(item);
      return "[" + out + "]";
    case json::value_t::number_float: return *number(value.get<double>());
    // DEL, which the library escapes only on demand, and all else is as RFC 8785 has it.
    default: return value.dump();
  }
}

// Blanks wherever JSON allows them.
std::string spread(std::string_view canonical) {
  std::string out = "\n ";
  bool in_string = false;
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    const char c = canonical[i];
    if (in_string && c == '\\') {
      out += c;
      out += canonical[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    const bool is_structural = !in_string && std::string_view("{}[]:,").find(c) != std::string_view::npos;
    out += is_structural ? std::string(" \t") + c + "\r\n" : std::string(1, c);
  }
  return out + "\t";
}

void check_canonical(std::string_view body) {
  const auto canonical = canonical_json(body);
  const bool is_json = json::accept(body.begin(), body.end());
  const key::Fingerprint fingerprint = key::fingerprint(body);
  check(key::fingerprint_from_text(key::text(fingerprint)) == fingerprint,
        "a fingerprint written reads back");
  check(key::fingerprint(body, "salt") != fingerprint, "a salt changes the fingerprint");
  check(key::fingerprint_raw(body) != key::fingerprint(body, "salt"), "a salted fingerprint is no raw one");
  if (!canonical) {
    check(fingerprint == key::fingerprint_raw(body),
          "what has no canonical form is fingerprinted by its bytes");
    const bool is_doubtful = body.find('\0') != std::string_view::npos || body.starts_with("\xEF\xBB\xBF");
    check(canonical.error() != NotCanonical::not_json || !is_json || is_doubtful,
          "JSON is not called anything else");
    return;
  }
  check(is_json, "only JSON has a canonical form");
  check(is_utf8(*canonical), "a canonical form is UTF-8");
  check(canonical_json(*canonical) == *canonical, "a canonical form is its own");
  check(canonical_json(spread(*canonical)) == *canonical, "blanks change nothing");
  check(key::fingerprint(*canonical) == fingerprint, "one value, one fingerprint");
  check(fingerprint.kind == key::FingerprintKind::jcs_sha256, "a canonical form is what is fingerprinted");
  const json value = json::parse(body);
  check(json::parse(*canonical) == value, "a canonical form is the same value");
  check(written(value) == *canonical, "both writers agree");
}

void check_number(std::string_view bytes) {
  double value = 0;
  if (bytes.size() < sizeof value) return;
  std::memcpy(&value, bytes.data(), sizeof value);
  const auto text = number(value);
  check(text.has_value() == std::isfinite(value), "every finite number is written");
  if (!text) return;
  double back = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), back);
  check(error == std::errc{} && end == text->data() + text->size() && back == value,
        "a number written reads back");
  check(key::canonical_number(*text) == *text, "a canonical number is its own");
  check(canonical_json("[" + *text + "]") == "[" + *text + "]", "a canonical number is JSON");
}

}  // namespace
}  // namespace onceover::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onceover::fuzz;
  check_canonical(text_of(data, size));
  check_number(text_of(data, size));
  return 0;
}
