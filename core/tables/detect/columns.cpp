// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/columns.h"

#include <map>
#include <set>
#include <utility>

#include "core/base/time.h"

namespace onceover::tables {
namespace {

bool is_hex_digit(char c) { return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_hex(std::string_view text) { return std::all_of(text.begin(), text.end(), is_hex_digit); }

bool is_hex_digest(std::string_view text) {
  return (text.size() == 32 || text.size() == 40 || text.size() == 64 || text.size() == 96 ||
          text.size() == 128) &&
         is_hex(text);
}

bool is_base64_digest(std::string_view text) {
  const std::size_t bare = text.find_last_not_of('=') + 1;
  if (bare != 22 && bare != 27 && bare != 43 && bare != 64 && bare != 86) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bare), [](char c) {
    return is_ascii_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
  });
}

bool is_prefixed_digest(std::string_view text) {
  const auto colon = text.find_first_of(":=");
  if (colon == std::string_view::npos || colon == 0 || colon > 20) return false;
  const std::string_view digest = text.substr(colon + 1);
  return is_hex_digest(digest) || is_base64_digest(digest);
}

bool looks_iso(std::string_view text) {
  return text.size() >= 19 && is_ascii_digit(text[0]) && is_ascii_digit(text[3]) && text[4] == '-' &&
         text[7] == '-' && (text[10] == 'T' || text[10] == ' ') && text[13] == ':';
}

// What has no offset is read as UTC.
std::optional<double> iso_seconds(std::string_view text) {
  auto at = parse_iso(text);
  if (!at) at = parse_iso(std::string(text) + "Z");
  if (!at || !at->is_finite()) return std::nullopt;
  return static_cast<double>(at->us) / 1e6;
}

// A comment of a few words names a column; a longer one describes it, and names other things too.
Name name_of(const ColumnFacts& column) {
  const Name own(column.name);
  if (!is_mute(own) || column.comment.empty()) return own;
  const Name said(column.comment);
  return said.words().size() <= 4 ? said : own;
}

// Numbers that are times, by their size: 2001 to 2100 in each unit.
std::optional<std::string> form_of_numbers(const Column& column) {
  const auto numbers = column.numbers();
  if (!numbers || column.facts.integer_bytes == 2) return std::nullopt;
  double low = 0, high = 0;
  for (const double n : *numbers) {
    if (n <= 0) continue;  // a sentinel
    low = low == 0 ? n : std::min(low, n);
    high = std::max(high, n);
  }
  for (const auto& [unit, form] :
       {std::pair{1e9, "epoch_s"}, {1e12, "epoch_ms"}, {1e15, "epoch_us"}, {1e18, "epoch_ns"}}) {
    if (low >= unit && high <= 4.1 * unit) return form;
  }
  // "times_sent" counts, and four bytes named "processing_time" last.
  const bool speaks_of_time =
      column.facts.integer_bytes == 4
          ? fits(column, "at|until|timestamp|on|expire|expiry|deadline -@counted")
          : fits(column, "at|time|timestamp|date|until|ts|on|expiry|expiration|deadline|expire -@counted");
  return high == 0 && speaks_of_time ? std::optional<std::string>("epoch") : std::nullopt;
}

std::optional<std::string> time_form_of(const Column& column) {
  if (column.is(ColumnFacts::Type::timestamptz)) return "timestamptz";
  if (column.is(ColumnFacts::Type::timestamp)) return "timestamp";
  if (column.is_text())
    return column.all_values(looks_iso) ? std::optional<std::string>("iso_text") : std::nullopt;
  return column.is_number() ? form_of_numbers(column) : std::nullopt;
}

// "3", and "3.00" of a numeric with decimals.
bool is_whole_number(std::string_view value) {
  const auto point = std::min(value.find('.'), value.size());
  return point > 0 && std::ranges::all_of(value.substr(0, point), is_ascii_digit) &&
         value.find_first_not_of('0', point + 1) == std::string_view::npos;
}

struct Trait {
  std::string_view name;
  bool (*holds)(const Column&);
};
constexpr Trait traits[] = {
    {"text", [](const Column& c) { return c.is_text(); }},
    {"wordy", [](const Column& c) { return c.is_wordy(); }},
    {"opaque", [](const Column& c) { return c.is_opaque(); }},
    {"int", [](const Column& c) { return c.is_integer(); }},
    {"number", [](const Column& c) { return c.is_number(); }},
    {"bytes", [](const Column& c) { return c.is_bytes(); }},
    {"json", [](const Column& c) { return c.is_json(); }},
    {"document", [](const Column& c) { return c.is_json() || c.is_text() || c.is_bytes(); }},
    {"bool", [](const Column& c) { return c.is(ColumnFacts::Type::boolean); }},
    {"enum", [](const Column& c) { return c.is(ColumnFacts::Type::enumeration); }},
    {"uuid", [](const Column& c) { return c.is(ColumnFacts::Type::uuid); }},
    {"array", [](const Column& c) { return c.is(ColumnFacts::Type::array); }},
    {"time", [](const Column& c) { return c.time.has_value(); }},
    {"day", [](const Column& c) { return c.facts.is_day(); }},
    {"short", [](const Column& c) { return c.name.words().size() <= 4; }},
    {"mute", [](const Column& c) { return is_mute(c.name); }},
    {"counted",
     [](const Column& c) {
       return c.name.has("count") || c.name.has("num") || c.facts.name.starts_with("times") ||
              c.facts.name.starts_with("Times");
     }},
    {"whole",
     [](const Column& c) { return c.is_integer() || (c.is_number() && c.all_values(is_whole_number)); }},
    {"needed", [](const Column& c) { return !may_lack(c); }},
    {"nulls", [](const Column& c) { return has_nulls(c); }},
    {"filled", [](const Column& c) { return c.has_values(); }},
    {"now", [](const Column& c) { return is_default_now(c); }},
    {"default", [](const Column& c) { return !c.facts.default_sql.empty(); }},
    {"made", [](const Column& c) { return c.facts.generated; }},
    {"free", [](const Column& c) { return c.facts.references.empty(); }},
};

}  // namespace

Column::Column(const ColumnFacts& column) : facts(column), name(name_of(column)) {
  time = time_form_of(*this);
}

bool has_trait(const Column& column, std::string_view trait) {
  const auto* known = std::ranges::find(traits, trait, &Trait::name);
  return known != std::end(traits) && known->holds(column);
}

bool is_mute(const Name& name) {
  return std::all_of(name.words().begin(), name.words().end(), [](const std::string& word) {
    return word.size() <= 2 && word != "id" && word != "at" && word != "by";
  });
}

bool Column::all_values(const std::function<bool(std::string_view)>& holds) const {
  return has_values() && std::all_of(facts.values.begin(), facts.values.end(), holds);
}

bool Column::any_value(const std::function<bool(std::string_view)>& holds) const {
  return std::ranges::any_of(facts.values, holds);
}

std::optional<std::vector<double>> Column::numbers() const {
  std::vector<double> out;
  for (const std::string& value : facts.values) {
    const auto n = number_from<double>(value);
    if (!n) return std::nullopt;
    out.push_back(*n);
  }
  return out;
}

bool has_no_zone(const Column& column) {
  const auto names_none = [](std::string_view iso) {
    return !iso.ends_with('Z') && iso.find_first_of("+-", 19) == std::string_view::npos;
  };
  return column.is(ColumnFacts::Type::timestamp) || column.facts.is_day() ||
         (column.time == "iso_text" && column.any_value(names_none));
}

std::optional<double> seconds_of(std::string_view value, std::string_view form) {
  if (form == "timestamptz" || form == "timestamp" || form == "iso_text") return iso_seconds(value);
  const auto n = number_from<double>(value);
  if (!n) return std::nullopt;
  if (form == "epoch_s") return *n;
  if (form == "epoch_ms") return *n / 1e3;
  if (form == "epoch_us") return *n / 1e6;
  if (form == "epoch_ns") return *n / 1e9;
  return std::nullopt;
}

bool has_later(const Column& column, double moment_s) {
  const auto form = time_form(column);
  return form && std::ranges::any_of(column.facts.values, [&](const std::string& value) {
           return seconds_of(value, *form).value_or(0) > moment_s;
         });
}

bool is_true(std::string_view value) { return value == "true" || value == "t"; }

bool is_blank(std::string_view value) { return is_listed(value, "|\\x|{}|[]|null|\"\""); }

bool is_yes_or_no(const ColumnFacts& column) {
  return column.type == ColumnFacts::Type::boolean ||
         (column.is_integer() && !column.values.empty() &&
          std::ranges::all_of(column.values, [](const std::string& v) { return v == "0" || v == "1"; }));
}

bool is_default_now(const Column& column) {
  const std::string text = ascii_lower(std::string_view(column.facts.default_sql));
  const auto has = [&](const char* call) { return text.find(call) != std::string::npos; };
  return has("now()") || has("current_timestamp") || has("clock_timestamp()") || has("localtimestamp");
}

std::optional<std::string> digest_form(const Column& column) {
  if (column.is_bytes()) {
    // \x and two digits a byte.
    const bool fits = !column.has_values() || column.all_values([](std::string_view v) {
      return is_hex_digest(v.substr(std::min<std::size_t>(2, v.size())));
    });
    return fits ? std::optional<std::string>("bytea") : std::nullopt;
  }
  if (!column.is_text() || !column.has_values()) return std::nullopt;
  if (column.all_values(is_hex_digest)) return "hex";
  if (column.all_values(is_prefixed_digest)) return "prefixed";
  if (column.all_values(is_base64_digest)) return "base64";
  return std::nullopt;
}

bool means_none(const Column& column, std::string_view value) {
  return column.time && (value == "0" || value == "-1" || value == "-infinity" ||
                         value.starts_with("0001-01-01") || value.starts_with("1970-01-01 00:00:00"));
}

bool has_value(const Column& column, std::size_t row) {
  const auto& cell = column.facts.sample[row];
  return cell && !means_none(column, *cell);
}

bool absent_together(const Column& a, const Column& b) {
  const auto &left = a.facts.sample, &right = b.facts.sample;
  if (left.size() != right.size()) return false;
  std::size_t absent = 0;
  for (std::size_t row = 0; row < left.size(); ++row) {
    if (has_value(a, row) != has_value(b, row)) return false;
    absent += has_value(a, row) ? 0 : 1;
  }
  return absent > 0 && absent < left.size();
}

bool has_nulls(const Column& column) {
  if (column.facts.null_share.value_or(0) > 0) return true;
  return std::ranges::any_of(column.facts.sample,
                             [&](const auto& value) { return !value || means_none(column, *value); });
}

bool may_lack(const Column& column) {
  if (!column.facts.not_null) return true;
  if (!column.time) return false;
  std::string_view made = column.facts.default_sql;
  if (made.starts_with('\'')) made = made.substr(1, made.find('\'', 1) - 1);
  return has_nulls(column) || means_none(column, made);
}

bool fills(const Column& first, const Column& second) {
  const auto& words = first.facts.sample;
  if (words.size() != second.facts.sample.size()) return false;
  // of each value: all, and those that have one there
  std::map<std::string, std::pair<std::size_t, std::size_t>> rows;
  for (std::size_t row = 0; row < words.size(); ++row) {
    if (!words[row]) continue;
    auto& [all, with] = rows[*words[row]];
    ++all;
    with += has_value(second, row) ? 1 : 0;
  }
  return std::ranges::any_of(
             rows, [](const auto& value) { return 10 * value.second.second >= 9 * value.second.first; }) &&
         std::ranges::any_of(
             rows, [](const auto& value) { return 10 * value.second.second <= value.second.first; });
}

std::vector<std::optional<double>> spans_by_row(const Column& from, const Column& to) {
  std::vector<std::optional<double>> out;
  const auto start = time_form(from), end = time_form(to);
  if (!start || !end || from.facts.sample.size() != to.facts.sample.size()) return out;
  for (std::size_t row = 0; row < from.facts.sample.size(); ++row) {
    const auto &begun = from.facts.sample[row], &ended = to.facts.sample[row];
    const double a = begun ? seconds_of(*begun, *start).value_or(0) : 0,
                 b = ended ? seconds_of(*ended, *end).value_or(0) : 0;
    out.push_back(a > 0 && b > 0 ? std::optional(b - a) : std::nullopt);
  }
  return out;
}

std::vector<double> spans(const Column& from, const Column& to) {
  std::vector<double> out;
  for (const auto& span : spans_by_row(from, to)) {
    if (span) out.push_back(*span);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<bool> never_before(const Column& later, const Column& earlier) {
  const std::vector<double> between = spans(earlier, later);
  if (between.size() < 3) return std::nullopt;
  return between.front() >= -1;
}

}  // namespace onceover::tables
