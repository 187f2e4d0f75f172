// SPDX-License-Identifier: Apache-2.0
#include "core/key/canonical_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/key/money.h"

namespace onceover::key {
namespace {

bool has_noncharacter(std::u16string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char16_t unit = text[i];
    if ((unit >= 0xFDD0 && unit <= 0xFDEF) || unit >= 0xFFFE) return true;
    // The last two code points of a plane: a high surrogate ending in six one-bits, then DFFE or DFFF.
    if (unit >= 0xD800 && unit <= 0xDBFF && (unit & 0x3F) == 0x3F && text[i + 1] >= 0xDFFE) return true;
  }
  return false;
}

// Writes the canonical text into one buffer while the parser reads the body; an object's members are sorted
// at its end.
class CanonicalWriter : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string out;
  NotCanonical why = NotCanonical::not_json;

  bool null() override { return literal("null"); }
  bool boolean(bool value) override { return literal(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& written) override { return number(written); }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

  // The parser has checked that texts are UTF-8.
  bool string(string_t& value) override {
    if (has_noncharacter(to_utf16(value))) return refuse(NotCanonical::noncharacter);
    before_value();
    append_quoted(value);
    return true;
  }

  bool key(string_t& name) override {
    std::u16string order = to_utf16(name);
    if (has_noncharacter(order)) return refuse(NotCanonical::noncharacter);
    end_member();
    open_.back().members.push_back({std::move(order), out.size(), 0});
    append_quoted(name);
    out += ':';
    return true;
  }

  bool start_object(std::size_t) override { return start('{', true); }
  bool start_array(std::size_t) override { return start('[', false); }

  bool end_array() override {
    out += ']';
    open_.pop_back();
    return true;
  }

  bool end_object() override {
    end_member();
    Container& object = open_.back();
    if (!put_in_order(object)) return refuse(NotCanonical::duplicate_name);
    out += '}';
    open_.pop_back();
    return true;
  }

 private:
  struct Member {
    std::u16string name;
    std::size_t begin, end;  // of "name":value in out
  };
  struct Container {
    bool is_object;
    std::size_t begin;  // after the bracket
    bool has_values = false;
    std::vector<Member> members;
  };

  bool refuse(NotCanonical reason) {
    why = reason;
    return false;
  }

  bool literal(std::string_view text) {
    before_value();
    out += text;
    return true;
  }

  bool number(std::string_view written) {
    const auto text = canonical_number(written);
    return text ? literal(*text) : refuse(NotCanonical::inexact_number);
  }

  bool start(char bracket, bool is_object) {
    if (open_.size() == max_json_depth) return refuse(NotCanonical::too_deep);
    before_value();
    out += bracket;
    open_.push_back({is_object, out.size(), false, {}});
    return true;
  }

  void before_value() {
    if (open_.empty() || open_.back().is_object) return;
    if (open_.back().has_values) out += ',';
    open_.back().has_values = true;
  }

  void end_member() {
    if (!open_.back().members.empty()) open_.back().members.back().end = out.size();
  }

  // False: two members have the same name.
  bool put_in_order(Container& object) {
    std::vector<Member>& members = object.members;
    std::sort(members.begin(), members.end(),
              [](const Member& a, const Member& b) { return a.name < b.name; });
    const auto same = [](const Member& a, const Member& b) { return a.name == b.name; };
    if (std::adjacent_find(members.begin(), members.end(), same) != members.end()) return false;
    std::string ordered;
    ordered.reserve(out.size() - object.begin + members.size());
    for (const Member& member : members) {
      if (!ordered.empty()) ordered += ',';
      ordered.append(out, member.begin, member.end - member.begin);
    }
    out.replace(object.begin, std::string::npos, ordered);
    return true;
  }

  void append_quoted(std::string_view text) {
    out += '"';
    out += json::escaped(text);
    out += '"';
  }

  std::vector<Container> open_;
};

}  // namespace

Canonical canonical_json(std::string_view body) {
  // The parser treats NUL as the end of its input and skips a byte order mark: bodies that differ there must
  // not be equal.
  if (body.find('\0') != std::string_view::npos || body.substr(0, 3) == "\xEF\xBB\xBF")
    return tl::unexpected(NotCanonical::not_json);
  CanonicalWriter writer;
  if (!nlohmann::json::sax_parse(body.begin(), body.end(), &writer)) return tl::unexpected(writer.why);
  return std::move(writer.out);
}

namespace {

// value is finite.
Decimal shortest_decimal(double value) {
  // Always scientific: the plain form may print the exact digits of a large integer instead of the shortest
  // ones.
  std::array<char, 40> buffer{};
  const auto [end, ec] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  return trimmed(decimal_of({buffer.data(), static_cast<std::size_t>(end - buffer.data())}));
}

std::string laid_out(const Decimal& number) {
  if (number.digits.empty()) return "0";
  const std::string& digits = number.digits;
  const auto count = static_cast<std::int64_t>(digits.size()), point = count - number.places;
  const auto zeros = [](std::int64_t n) { return std::string(static_cast<std::size_t>(n), '0'); };
  std::string out = number.negative ? "-" : "";
  if (count <= point && point <= 21) return out + digits + zeros(point - count);
  if (0 < point && point <= 21) {
    const auto whole = static_cast<std::size_t>(point);
    return out + digits.substr(0, whole) + "." + digits.substr(whole);
  }
  if (-6 < point && point <= 0) return out + "0." + zeros(-point) + digits;
  out += digits.front();
  if (count > 1) out += "." + digits.substr(1);
  const std::int64_t exponent = point - 1;
  return out + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace

std::optional<std::string> canonical_number(std::string_view written) {
  std::string text(written);
  for (char& c : text) {
    if (!is_ascii_digit(c) && c != '-' && c != '+' && c != 'e' && c != 'E') c = '.';
  }
  const Decimal exact = trimmed(decimal_of(text));
  // from_chars calls 0e999 out of range on some libraries; zero needs no double.
  if (exact.digits.empty()) return "0";
  double value = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (ec != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  const Decimal shortest = shortest_decimal(value);
  if (shortest != exact) return std::nullopt;
  return laid_out(shortest);
}

}  // namespace onceover::key
