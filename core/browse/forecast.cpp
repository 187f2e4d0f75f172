#include <fmt/format.h>

#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/browse/unfinished_rows.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

// Reading this many rows and discarding nearly all takes tens of milliseconds: above that, measure.
constexpr double few_rows_read = 50'000;
// A full page, and one more row that shows whether there are more.
constexpr double page_rows = 201;

double seconds_of(Duration span) { return std::chrono::duration<double>(span).count(); }
Duration duration_of(double seconds) { return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(std::min(seconds, 1e9))); }

// An index that would help, as a statement, with a remark.
struct Proposal {
  std::string index, remark;
};

Proposal on_table(const tables::Profile& p, const std::vector<std::string>& columns, std::string_view suffix = "") {
  return {fmt::format("CREATE INDEX CONCURRENTLY ON {} ({}){}", tables::table_name(p), fmt::join(columns, ", "), suffix), " would help."};
}

// These columns, followed by the listing's order: pages are read from the index one after another, without sorting.
std::vector<std::string> in_order(const tables::Profile& p, const std::vector<std::string>& first = {}) {
  std::vector<std::string> columns, names = first, order = tables::order_columns(p);
  if (order.empty()) order = {p.created_at.empty() ? p.key : p.created_at.column};
  names.insert(names.end(), order.begin(), order.end());
  for (const std::string& name : names) {
    std::string quoted = tables::quoted_name(name);
    if (std::ranges::find(columns, quoted) == columns.end()) columns.push_back(std::move(quoted));
  }
  return columns;
}

std::vector<key::State> states_asked(const Filter& filter) {
  const std::vector<key::State> unfinished{key::State::in_progress, key::State::released};
  if (filter.dead) return {key::State::failed};
  const bool finished = std::ranges::any_of(filter.states, key::is_final);
  return finished ? filter.states : unfinished;  // one small index serves every question about unfinished rows
}

// The index for the rarest part of the filter, and its cost.
Proposal index_that_helps(const tables::Profile& p, const Filter& filter) {
  // Compared as text, whatever the type: an index on the expression also serves a uuid, and for text it is an index on the column.
  const std::string key_text = "(" + tables::quoted_name(p.key) + "::text)";
  if (filter.in_bodies && !filter.contains.empty()) return {"", "No index can serve text in bodies: narrow the search by time or state."};
  if (!filter.contains.empty()) {
    return {fmt::format("CREATE INDEX CONCURRENTLY ON {} USING gin ({} gin_trgm_ops)", tables::table_name(p), key_text),
            " would help; it needs the extension pg_trgm, slows every insert considerably, and serves only three or more characters."};
  }
  if (!filter.key.empty() && filter.prefix) return on_table(p, {key_text + " text_pattern_ops"});
  if (!filter.key.empty()) return on_table(p, {tables::quoted_name(p.key)});
  if (!filter.error_code.empty()) {
    const std::string error = tables::quoted_name(p.error.column);
    return tables::is_own(p) ? on_table(p, in_order(p, {p.error.column}), fmt::format(" WHERE {} IS NOT NULL", error))
                             // Text in a message: rows that have one, in the listing's order.
                             : on_table(p, in_order(p), fmt::format(" WHERE {} IS NOT NULL", error));
  }
  if (filter.response_code) return on_table(p, in_order(p, {p.response_code}));
  if (!filter.correlation_id.empty()) return on_table(p, in_order(p, {p.correlation_id}));
  if (!filter.reference.empty()) {
    if (p.reference.path.empty()) return on_table(p, in_order(p, {p.reference.column}));
    return on_table(p, {"(" + place_sql(p.reference).substr(2) + ")"});  // an index has no "k."
  }
  if (filter.unknown_state) return on_table(p, in_order(p), " WHERE " + tables::state_is_unknown(p, ""));
  if (filter.stuck || filter.needs_human || filter.dead || !filter.states.empty()) {
    // Only the rows in these states: a state may need several words or several columns.
    Proposal out = on_table(p, in_order(p), " WHERE " + tables::state_is(p, states_asked(filter), ""));
    out.remark = " would help; it names the state, so finishing a key is never a heap-only update.";
    return out;
  }
  std::vector<std::string> narrow;
  if (filter.tenant) narrow.push_back(p.tenant);
  if (filter.operation) narrow.push_back(p.operation);
  return on_table(p, in_order(p, narrow));
}

}  // namespace

Result<Forecast> Browser::forecast(const Filter& filter) {
  if (reads_both()) return forecast_of_both(filter);
  auto told = begun(connection_, profile_, limits_, [&](Reading& reading) { return foretold(reading, filter); });
  if (told || !cannot_be(connection_, profile_, limits_, filter, told.error())) return told;
  return Forecast{.why = "No row can hold this value."};
}

// Our own table, where the list of unfinished keys finds them.
std::optional<Forecast> Browser::listed_forecast(Reading& reading) {
  if (!tables::is_own(profile_) || unfinished_rows(reading, profile_, walk_, limits_.whole_up_to).way != UnfinishedRows::Way::listed)
    return std::nullopt;
  return Forecast{.why = "The list of unfinished keys serves this.", .index = {}};
}

Forecast Browser::foretold(Reading& reading, const Filter& filter) {
  if (asks_for_unfinished(filter)) {
    if (auto listed = listed_forecast(reading)) return *listed;
  }
  auto first = page_sql(profile_, filter, std::nullopt, true);
  auto in_time = page_sql(profile_, {.from = filter.from, .to = filter.to}, std::nullopt, true);
  (first << " LIMIT ").integer(static_cast<std::int64_t>(page_rows));
  // Without an order: for a parallel sort, EXPLAIN shows only the rows of its workers.
  tables::Query unordered("SELECT FROM " + key_row_source(profile_) + " WHERE ");
  require(where_sql(unordered, profile_, filter));
  auto found = explain(reading, profile_, unordered);
  auto page = explain(reading, profile_, first);
  auto span = explain(reading, profile_, in_time);
  auto table = explain(reading, profile_, tables::Query("SELECT FROM " + tables::table_name(profile_) + " k"));

  Forecast forecast;
  forecast.rows = found.rows;
  forecast.table_rows = table.rows;
  // A read in the page's order stops when the page is full: the rarer the rows, the longer it takes.
  const double until_full = std::min(1.0, page_rows / std::max(found.rows, 1.0));
  const double walked = page.whole     ? table.rows
                        : page.walks   ? std::min(page.walked_rows, table.rows) * until_full
                        : page.by_time ? span.rows * until_full
                                       : page.sorted_rows;
  if (walked > few_rows_read) {
    forecast.seconds = walked / rows_per_second(reading, profile_, !page.whole);
  }
  forecast.scans = forecast.seconds > seconds_of(limits_.patience);
  if (forecast.seconds > 0) {
    const Proposal proposal = index_that_helps(profile_, filter);
    forecast.index = proposal.index;
    forecast.why =
        fmt::format("No index serves this filter: about {:.0f} of {:.0f} rows would be read to find about {:.0f}, in about {}. {}{}",
                    walked, table.rows, found.rows, human(duration_of(forecast.seconds)), proposal.index, proposal.remark);
  } else if (page.whole) {
    forecast.why = fmt::format("The table is small: about {:.0f} rows.", table.rows);
  } else if (page.walks) {
    forecast.why = fmt::format("Such rows are frequent: the first page is full after reading about {:.0f} rows.", walked);
  } else {
    forecast.why = "An index serves this.";
  }
  return forecast;
}

Result<Forecast> Browser::forecast_stuck_groups() {
  if (reads_both()) return forecast_stuck_groups_of_both();
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    auto listed = listed_forecast(reading);
    return listed ? *listed : cost_of_groups(reading);
  });
}

Forecast Browser::cost_of_groups(Reading& reading) {
  tables::Query stuck("SELECT FROM " + key_row_source(profile_) + " WHERE ");
  stuck_sql(stuck, profile_);
  auto found = explain(reading, profile_, stuck);
  auto table = explain(reading, profile_, tables::Query("SELECT FROM " + tables::table_name(profile_) + " k"));
  Forecast forecast{.rows = found.rows, .table_rows = table.rows, .why = "An index serves this.", .index = {}};
  const double read = found.whole ? table.rows : found.walks ? std::min(found.walked_rows, table.rows) : 0;
  if (read <= few_rows_read) return forecast;
  forecast.seconds = read / rows_per_second(reading, profile_, !found.whole);
  forecast.scans = forecast.seconds > seconds_of(limits_.patience);
  const Proposal proposal = index_that_helps(profile_, {.stuck = true});
  forecast.index = proposal.index;
  forecast.why = fmt::format("No index finds the unfinished rows: about {:.0f} of {:.0f} rows would be read, in about {}. {}{}", read,
                             table.rows, human(duration_of(forecast.seconds)), proposal.index, proposal.remark);
  return forecast;
}

}  // namespace onceover::browse
