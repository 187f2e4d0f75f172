#include "core/detect/columns.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/time.h"

namespace onceover::profile {
namespace {

bool is_hex_digit(char c) { return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_hex(std::string_view text) { return std::all_of(text.begin(), text.end(), is_hex_digit); }

bool is_hex_digest(std::string_view text) {
  return (text.size() == 32 || text.size() == 40 || text.size() == 64 || text.size() == 96 || text.size() == 128) && is_hex(text);
}

bool is_base64_digest(std::string_view text) {
  const std::size_t bare = text.find_last_not_of('=') + 1;
  if (bare != 22 && bare != 27 && bare != 43 && bare != 64 && bare != 86) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bare),
                     [](char c) { return is_ascii_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_'; });
}

bool is_prefixed_digest(std::string_view text) {
  const auto colon = text.find_first_of(":=");
  if (colon == std::string_view::npos || colon == 0 || colon > 20) return false;
  const std::string_view digest = text.substr(colon + 1);
  return is_hex_digest(digest) || is_base64_digest(digest);
}

bool looks_iso(std::string_view text) {
  return text.size() >= 19 && is_ascii_digit(text[0]) && is_ascii_digit(text[3]) && text[4] == '-' && text[7] == '-' &&
         (text[10] == 'T' || text[10] == ' ') && text[13] == ':';
}

// What has no offset is read as UTC.
std::optional<double> iso_seconds(std::string_view text) {
  auto at = parse_iso(text);
  if (!at) at = parse_iso(std::string(text) + "Z");
  if (!at || !at->is_finite()) return std::nullopt;
  return static_cast<double>(at->us) / 1e6;
}

bool speaks_of_time(const Name& name) {
  return name.has_any({"at", "time", "timestamp", "date", "until", "ts", "on", "expiry", "expiration", "deadline", "expire"});
}

// A comment of a few words names a column; a longer one describes it, and names other things too.
Name name_of(const ColumnFacts& column) {
  const Name own(column.name);
  if (!is_mute(own) || column.comment.empty()) return own;
  const Name said(column.comment);
  return said.words().size() <= 4 ? said : own;
}

}  // namespace

Column::Column(const ColumnFacts& column) : facts(column), name(name_of(column)) {}

bool is_mute(const Name& name) {
  return std::all_of(name.words().begin(), name.words().end(),
                     [](const std::string& word) { return word.size() <= 2 && word != "id" && word != "at" && word != "by"; });
}

bool Column::all_values(const std::function<bool(std::string_view)>& holds) const {
  return has_values() && std::all_of(facts.values.begin(), facts.values.end(), holds);
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

std::optional<std::string> time_form(const Column& column) {
  if (column.is(ColumnFacts::Type::timestamptz)) return "timestamptz";
  if (column.is(ColumnFacts::Type::timestamp)) return "timestamp";
  if (column.is_text()) {
    if (!column.all_values(looks_iso)) return std::nullopt;
    return "iso_text";
  }
  if (!column.is_number() || column.facts.integer_bytes == 2) return std::nullopt;
  const auto numbers = column.numbers();
  if (!numbers) return std::nullopt;
  double low = 0, high = 0;
  for (const double n : *numbers) {
    if (n <= 0) continue;  // a sentinel
    low = low == 0 ? n : std::min(low, n);
    high = std::max(high, n);
  }
  // 2001 to 2100, in each unit.
  if (low >= 1e9 && high <= 4.1e9) return "epoch_s";
  if (low >= 1e12 && high <= 4.1e12) return "epoch_ms";
  if (low >= 1e15 && high <= 4.1e15) return "epoch_us";
  // "times_sent" counts, and four bytes named "processing_time" last.
  const bool counts = column.facts.name.starts_with("times") || column.facts.name.starts_with("Times");
  if (high == 0 && speaks_of_time(column.name) && !counts &&
      (column.facts.integer_bytes != 4 || column.name.has_any({"at", "until", "timestamp", "on", "expire", "expiry", "deadline"})))
    return "epoch";
  return std::nullopt;
}

std::optional<double> seconds_of(std::string_view value, std::string_view form) {
  if (form == "timestamptz" || form == "timestamp" || form == "iso_text") return iso_seconds(value);
  const auto n = number_from<double>(value);
  if (!n) return std::nullopt;
  if (form == "epoch_s") return *n;
  if (form == "epoch_ms") return *n / 1e3;
  if (form == "epoch_us") return *n / 1e6;
  return std::nullopt;
}

bool has_later(const Column& column, double moment_s) {
  const auto form = time_form(column);
  return form && std::ranges::any_of(column.facts.values,
                                     [&](const std::string& value) { return seconds_of(value, *form).value_or(0) > moment_s; });
}

bool is_true(std::string_view value) { return value == "true" || value == "t"; }

bool is_default_now(const Column& column) {
  std::string text = column.facts.default_sql;
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text.find("now()") != std::string::npos || text.find("current_timestamp") != std::string::npos ||
         text.find("clock_timestamp()") != std::string::npos || text.find("localtimestamp") != std::string::npos;
}

std::optional<std::string> digest_form(const Column& column) {
  if (column.is_bytes()) {
    // \x and two digits a byte.
    const bool fits = !column.has_values() ||
                      column.all_values([](std::string_view v) { return is_hex_digest(v.substr(std::min<std::size_t>(2, v.size()))); });
    return fits ? std::optional<std::string>("bytea") : std::nullopt;
  }
  if (!column.is_text() || !column.has_values()) return std::nullopt;
  if (column.all_values(is_hex_digest)) return "hex";
  if (column.all_values(is_prefixed_digest)) return "prefixed";
  if (column.all_values(is_base64_digest)) return "base64";
  return std::nullopt;
}

}  // namespace onceover::profile
