// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/text.h"
#include "core/browse/browser.h"
#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(blanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

char lower(char c) { return c == '_' ? '-' : ascii_lower(c); }

bool is_name_char(char c) { return is_ascii_alnum(c) || c == '-' || c == '_'; }

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// Up to the closing quote, with \" and \\ of JSON and RFC 8941 undone; nullopt where it is missing.
std::optional<std::string> unquoted(std::string_view text) {
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == text[0]) return out;
    if (text[i] == '\\' && i + 1 < text.size() &&
        (text[i + 1] == '"' || text[i + 1] == '\\' || text[i + 1] == '/'))
      ++i;
    out += text[i];
  }
  return std::nullopt;
}

struct Named {
  std::size_t from;        // of the name
  std::string_view value;  // after its ':' or '='
};

// The first place where `name` is a whole word, followed by ':' or '='.
std::optional<Named> find_named(std::string_view text, std::string_view name) {
  const auto same = [](char a, char b) { return lower(a) == b; };
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), name.begin(), name.end(), same);
    if (at == text.end()) return std::nullopt;
    const auto from = static_cast<std::size_t>(at - text.begin());
    // "api_key" and "X-Idempotency-Key" both end in one of the names; only the second is a match.
    const bool joined = from > 0 && is_name_char(text[from - 1]);
    if (joined && !(name != "key" && from > 1 && lower(text[from - 2]) == 'x' &&
                    (from == 2 || !is_name_char(text[from - 3]))))
      continue;
    std::string_view rest = text.substr(from + name.size());
    if (!rest.empty() && is_quote(rest[0])) rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t")));
    if (rest.empty() || (rest[0] != ':' && rest[0] != '=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t")));
    if (!rest.empty()) return Named{from, rest};
  }
}

// A value without quotes: to the end of the line where the name starts the line with a colon, as a header
// does; else one word.
std::string bare_value(std::string_view text, const Named& found) {
  const std::string_view before = text.substr(0, found.from);
  const auto line_start = before.find_last_of("\r\n");
  const std::string_view on_line =
      line_start == std::string_view::npos ? before : before.substr(line_start + 1);
  const bool is_header = trimmed(on_line).empty() && *(found.value.data() - 1) != '=' &&
                         text.substr(found.from).find(':') < text.substr(found.from).find('=');
  const auto end = found.value.find_first_of(is_header ? "\r\n" : " \t\r\n,;&)]}\"'`");
  return std::string(trimmed(found.value.substr(0, end)));
}

}  // namespace

std::string trimmed_paste(std::string_view pasted) { return std::string(trimmed(pasted)); }

std::string key_from_paste(std::string_view pasted) {
  const std::string_view text = trimmed(pasted);
  for (const std::string_view name : {"idempotency-key", "idempotencykey", "key"}) {
    const auto found = find_named(text, name);
    if (!found) continue;
    // A quoted line with a name in the middle is also searched: logs quote headers.
    if (is_quote(found->value[0])) {
      if (auto value = unquoted(found->value)) return *value;
    }
    return bare_value(text, *found);
  }
  if (text.size() >= 2 && is_quote(text.front()) && text.back() == text.front()) {
    const auto inner = unquoted(text);
    if (inner) return *inner;
  }
  return std::string(text);
}

std::vector<std::string> keys_from_paste(std::string_view pasted) {
  std::vector<std::string> out;
  const auto add = [&out](std::string guess) {
    if (!guess.empty() && std::ranges::find(out, guess) == out.end()) out.push_back(std::move(guess));
  };
  add(std::string(pasted));
  add(trimmed_paste(pasted));
  const std::string key = key_from_paste(pasted);
  add(key);
  // The digits of a bytea key, or of the uuid that it holds.
  std::string digits = key, bytes;
  std::erase(digits, '-');
  if (digits.size() >= 8 && from_hex(digits, bytes)) add("\\x" + digits);
  return out;
}

namespace {

// Enough to include every frequent value, and few enough for a few milliseconds.
constexpr int newest_rows = 2'000;
constexpr int most_values = 500;

std::vector<std::string> values_of(Reading& reading, const tables::Profile& p, const std::string& column) {
  if (column.empty()) return {};
  auto served = ends_are_served(reading, p);
  tables::Query query(
      "SELECT v FROM (SELECT pg_catalog.unnest(s.most_common_vals::pg_catalog.text::pg_catalog.text[]) AS v "
      "FROM pg_catalog.pg_stats s WHERE s.schemaname = ");
  query.text(p.schema) << " AND s.tablename = ";
  query.text(p.table) << " AND s.attname = ";
  query.text(column) << " UNION SELECT n.v FROM (SELECT k." << tables::quoted_name(column)
                     << "::pg_catalog.text AS v FROM " << tables::table_name(p) << " k" << order_sql(p, true)
                     << " LIMIT ";
  query.integer(served ? newest_rows : 0) << ") n) known WHERE v IS NOT NULL ORDER BY v COLLATE \"C\" LIMIT ";
  query.integer(most_values);
  return reading.run(query).value().texts(0);
}

// Both lists, each value once and in the order of its bytes.
Result<std::vector<std::string>> together(Result<std::vector<std::string>> live,
                                          Result<std::vector<std::string>> archived) {
  if (!live || !archived) return live ? archived : live;
  std::vector<std::string> all;
  std::ranges::set_union(*live, *archived, std::back_inserter(all));
  return all;
}

}  // namespace

Result<std::vector<std::string>> Browser::operations() {
  if (reads_both()) return together(live().operations(), archive().operations());
  return begun(connection_, profile_, limits_,
               [&](Reading& reading) { return values_of(reading, profile_, profile_.operation); });
}

Result<std::vector<std::string>> Browser::tenants() {
  if (reads_both()) return together(live().tenants(), archive().tenants());
  return begun(connection_, profile_, limits_,
               [&](Reading& reading) { return values_of(reading, profile_, profile_.tenant); });
}

}  // namespace onceover::browse
