#include <fmt/format.h>

#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/profile/states.h"

namespace onceover::browse {
namespace {

// Reading this many rows and throwing nearly all away takes tens of milliseconds; more is worth a word beforehand.
constexpr double many_rows = 50'000;
// A full page, and the one row that tells whether there are more.
constexpr double page_rows = 201;

std::string on_table(const profile::Profile& p, const std::vector<std::string>& columns, std::string_view suffix = "") {
  return fmt::format("CREATE INDEX CONCURRENTLY ON {} ({}){}", profile::table_name(p), fmt::join(columns, ", "), suffix);
}

// The index that would serve the rarest part of the filter, and what it costs.
std::string index_that_helps(const profile::Profile& p, const Filter& filter) {
  using profile::quoted_name;
  const std::string time = quoted_name(p.created_at.empty() ? p.key : p.created_at.column), key = quoted_name(p.key);
  if (filter.in_bodies && !filter.contains.empty()) return "No index serves text inside bodies: a time or a state narrows it down.";
  if (!filter.contains.empty()) {
    return fmt::format(
        "Text inside a key needs trigrams (extension pg_trgm): CREATE INDEX CONCURRENTLY ON {} USING gin ({} gin_trgm_ops); it slows every "
        "insert considerably, and serves three characters or more.",
        profile::table_name(p), key);
  }
  if (!filter.key.empty() && filter.prefix) return on_table(p, {key + " text_pattern_ops"}) + " would help.";
  if (!filter.key.empty()) return on_table(p, {key}) + " would help.";
  if (!filter.error_code.empty())
    return on_table(p, {quoted_name(p.error.column), time, key}, fmt::format(" WHERE {} IS NOT NULL", quoted_name(p.error.column))) +
           " would help.";
  if (filter.response_code) return on_table(p, {quoted_name(p.response_code), time, key}) + " would help.";
  if (filter.stuck || filter.needs_human || filter.dead || !filter.states.empty()) {
    const bool unfinished = !filter.dead && std::none_of(filter.states.begin(), filter.states.end(), key::is_final);
    std::vector<std::string> with_state;
    for (const std::string& column : profile::state_columns(p)) with_state.push_back(quoted_name(column));
    with_state.insert(with_state.end(), {time, key});
    const std::string index =
        unfinished ? on_table(p, {time, key}, " WHERE " + profile::state_is(p, {key::State::in_progress, key::State::released}, ""))
                   : on_table(p, with_state);
    return index + " would help; it names the state, so finishing a key is never a heap-only update again.";
  }
  if (filter.operation && filter.tenant) return on_table(p, {quoted_name(p.tenant), quoted_name(p.operation), time, key}) + " would help.";
  if (filter.operation) return on_table(p, {quoted_name(p.operation), time, key}) + " would help.";
  if (filter.tenant) return on_table(p, {quoted_name(p.tenant), time, key}) + " would help.";
  return on_table(p, {time, key}) + " would help.";
}

}  // namespace

Result<Forecast> Browser::forecast(const Filter& filter) {
  if (reads_both()) return forecast_of_both(filter);
  auto told = foretold(filter);
  if (told || !cannot_be(connection_, profile_, limits_, filter, told.error())) return told;
  return Forecast{.why = "No row can hold this value."};
}

Result<Forecast> Browser::foretold(const Filter& filter) {
  auto all = page_sql(profile_, filter, std::nullopt, true);
  if (!all) return fail(all.error());
  auto in_time = page_sql(profile_, {.from = filter.from, .to = filter.to}, std::nullopt, true);
  if (!in_time) return fail(in_time.error());
  profile::Query first = *all;
  (first << " LIMIT ").integer(static_cast<std::int64_t>(page_rows));
  auto reading = Reading::begin(connection_, profile_, limits_);
  if (!reading) return fail(reading.error());
  auto found = explain(*reading, profile_, *all);
  if (!found) return fail(found.error());
  auto page = explain(*reading, profile_, first);
  if (!page) return fail(page.error());
  auto span = explain(*reading, profile_, *in_time);
  if (!span) return fail(span.error());
  auto table = explain(*reading, profile_, profile::Query("SELECT FROM " + profile::table_name(profile_) + " k"));
  if (!table) return fail(table.error());

  Forecast forecast;
  forecast.rows = found->rows;
  forecast.table_rows = table->rows;
  // A walk in the page's order stops when the page is full: the rarer the rows, the longer it is.
  const double until_full = std::min(1.0, page_rows / std::max(found->rows, 1.0));
  const double walked = page->whole     ? table->rows
                        : page->walks   ? std::min(page->walked_rows, table->rows) * until_full
                        : page->by_time ? span->rows * until_full
                                        : 0;
  forecast.scans = walked > many_rows;
  if (forecast.scans) {
    forecast.why = fmt::format("No index serves this: about {:.0f} of {:.0f} rows would be read to find about {:.0f}. {}", walked,
                               table->rows, found->rows, index_that_helps(profile_, filter));
  } else if (page->whole) {
    forecast.why = fmt::format("The table is small: about {:.0f} rows.", table->rows);
  } else if (page->walks) {
    forecast.why = fmt::format("Such rows are frequent: the first page is full after about {:.0f} rows read.", walked);
  } else {
    forecast.why = "An index serves this.";
  }
  return forecast;
}

}  // namespace onceover::browse
