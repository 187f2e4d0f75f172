#include "core/detect/row_signs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/detect/shape.h"
#include "core/detect/signs.h"
#include "core/detect/state_words.h"

namespace onceover::profile {
namespace {

constexpr std::size_t least_rows = 12, most_words = 12;

bool is_object(std::string_view v) { return v.starts_with('{') && v.ends_with('}'); }

// Few values; rows of one of them have a time that rows of another lack: a state as a word, a code or a flag.
bool changes_with_a_time(const Column& words, const std::vector<Column>& columns) {
  const bool may = words.is_wordy() || words.is_integer() || words.is(ColumnFacts::Type::boolean);
  if (!may || time_form(words) || words.facts.sample.size() < least_rows) return false;
  std::map<std::string, std::vector<std::size_t>> rows;
  for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
    if (words.facts.sample[row]) rows[*words.facts.sample[row]].push_back(row);
  }
  if (rows.size() < 2 || rows.size() > most_words) return false;
  return std::ranges::any_of(columns, [&](const Column& time) {
    if (&time == &words || !time_form(time) || time.facts.sample.size() != words.facts.sample.size()) return false;
    bool any_with = false, any_without = false;
    for (const auto& [word, its] : rows) {
      const auto with =
          static_cast<std::size_t>(std::ranges::count_if(its, [&](std::size_t row) { return time.facts.sample[row].has_value(); }));
      if (10 * with >= 9 * its.size()) any_with = true;
      if (10 * with <= its.size()) any_without = true;
    }
    return any_with && any_without;
  });
}

// A time that some rows lack, never before one that every row has.
bool has_a_beginning_and_an_end(const std::vector<Column>& columns) {
  return any(columns, [&](const Column& end) {
    if (!time_form(end) || !has_nulls(end) || !end.has_values()) return false;
    return any(columns, [&](const Column& begin) {
      return &begin != &end && time_form(begin) && !has_nulls(begin) && never_before(end, begin).value_or(false);
    });
  });
}

bool has_a_callers_key(const TableFacts& table, const std::vector<Column>& columns) {
  return any(columns, [&](const Column& c) {
    return c.is_opaque() && !c.facts.generated && in_unique(table, c.facts.name) && c.facts.sample.size() >= least_rows && !has_nulls(c);
  });
}

// Long, of letters and digits: drawn at random, or a digest.
bool looks_drawn(std::string_view value) {
  const auto digits = std::ranges::count_if(value, is_ascii_digit);
  return value.size() >= 16 && digits >= 4 && static_cast<std::size_t>(digits) < value.size() &&
         value.find(' ') == std::string_view::npos && value[0] != '{';
}

// In a unique key, with a long value of its own in each row: what a client draws for a request, or a sender for an event.
bool is_drawn_by_callers(const TableFacts& table, const Column& c) {
  return (c.is_text() || c.is(ColumnFacts::Type::uuid)) && !c.facts.generated && c.facts.references.empty() &&
         c.facts.sample.size() >= least_rows && !has_nulls(c) && !time_form(c) && in_unique(table, c.facts.name) &&
         10 * c.facts.values.size() >= 9 * c.facts.sample.size() && c.all_values(looks_drawn);
}

// Small whole numbers that begin at 0 or 1.
bool counts_something(const Column& c) {
  const auto numbers = c.numbers();
  if (!c.is_integer() || !numbers || numbers->size() < 2 || numbers->size() > 30 || time_form(c) || !c.facts.references.empty())
    return false;
  return std::ranges::all_of(*numbers, [](double n) { return n >= 0 && n <= 50; }) &&
         std::ranges::any_of(*numbers, [](double n) { return n == 0 || n == 1; });
}

// Few values in many rows: a state, or a type of what is kept.
bool has_few_values(const Column& c) {
  const bool may = c.is_wordy() || (c.is_integer() && !time_form(c)) || c.is(ColumnFacts::Type::boolean);
  const std::size_t n = c.facts.values.size();
  return may && !c.facts.generated && c.facts.references.empty() && c.facts.sample.size() >= least_rows && n >= 2 && n <= 8 &&
         3 * n <= c.facts.sample.size() && !has_nulls(c);
}

// Of all columns that a unique key may hold, each was filled by a caller, and none points elsewhere: rows stand by themselves.
bool is_named_by_callers_alone(const TableFacts& table, const std::vector<Column>& columns) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    return index.unique && !index.columns.empty() && std::ranges::all_of(index.columns, [&](const std::string& name) {
             return any(columns, [&](const Column& c) {
               return c.facts.name == name && c.is_opaque() && !c.facts.generated && c.facts.references.empty() &&
                      c.facts.sample.size() >= least_rows && !has_nulls(c);
             });
           });
  });
}

// Bytes that are no digest: content that is read again.
bool holds_bytes(const Column& c) { return c.is_bytes() && c.facts.sample.size() >= least_rows && c.has_values() && !digest_form(c); }

bool names_what_happened(const Column& c) {
  return c.is_text() && c.facts.sample.size() >= least_rows && 2 * c.facts.values.size() <= c.facts.sample.size() &&
         c.all_values(is_past_event);
}

// Half of its names have a word of what such tables, or others, are made of: then names decide.
bool is_named_in_english(const TableFacts& table, const std::vector<Column>& columns) {
  static const std::set<std::string, std::less<>> common{
      "id",          "at",       "name",    "type",  "status", "state", "created", "updated", "key",     "data",  "value",   "user",
      "email",       "address",  "url",     "title", "text",   "body",  "payload", "message", "event",   "count", "number",  "code",
      "amount",      "currency", "account", "time",  "date",   "error", "hash",    "token",   "version", "order", "product", "customer",
      "description", "start",    "end",     "last",  "next",   "run",   "job",     "task",    "is",      "has"};
  std::size_t known = 0;
  for (const Column& c : columns)
    known += std::ranges::any_of(c.name.words(), [](const std::string& word) { return common.contains(word); });
  const Name name(table.name);
  const bool named = std::ranges::any_of(name.words(), [](const std::string& word) { return common.contains(word); });
  return 5 * (known + (named ? 1 : 0)) >= 2 * columns.size();
}

}  // namespace

std::optional<std::string> signs_in_rows(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() < 3 || table.referenced_by > 1 || is_named_in_english(table, columns)) return std::nullopt;
  std::vector<std::string> signs;
  int points = 0;
  const auto add = [&](bool holds, int n, std::string sign) {
    if (!holds) return;
    points += n;
    signs.push_back(std::move(sign));
  };
  const bool lives = any(columns, has_life_words);
  const bool changes = !lives && any(columns, [&](const Column& c) { return changes_with_a_time(c, columns); });
  add(lives, 3, "a column has words of unfinished and of finished work");
  add(changes, 2, "a column with few values changes together with a time");
  add(has_a_beginning_and_an_end(columns), 2, "a time that some rows lack is never before one that all have");
  add(has_a_callers_key(table, columns), 1, "a unique column may hold keys that callers made");
  add(any(columns,
          [](const Column& c) { return (c.is_json() || c.is_text() || c.is_bytes()) && (c.is_json() || c.all_values(is_object)); }),
      1, "a column holds documents");
  add(any(columns, [&](const Column& c) { return digest_form(c) && (c.is_text() || c.has_values()) && !in_unique(table, c.facts.name); }),
      1, "a column holds digests");
  add(any(columns, names_what_happened), 2, "a column names what happened");
  add(!lives && !changes && any(columns, has_few_values), 1, "a column has few values");
  add(any(columns, counts_something), 1, "a column may count attempts");
  const bool stands_alone =
      table.referenced_by == 0 && std::ranges::all_of(columns, [](const Column& c) { return c.facts.references.empty(); });
  add(stands_alone && is_named_by_callers_alone(table, columns), 1, "nothing but what callers gave names a row");
  add(stands_alone, 1, "it is separate");
  add(any(columns, [&](const Column& c) { return is_drawn_by_callers(table, c); }), 1,
      "a unique column has a long value of its own in each row");
  add(any(columns, holds_bytes), 1, "a column holds bytes");
  add(any(columns, [&](const Column& c) { return has_later(c, table.now_s + 1); }), 1, "a time lies ahead in some rows");
  constexpr int enough_signs = 5;
  if (points < enough_signs) return std::nullopt;
  return fmt::format("No name shows it, but rows look like work that is done once: {}.", fmt::join(signs, "; "));
}

}  // namespace onceover::profile
