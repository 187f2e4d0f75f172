// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/browse/unfinished_rows.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

// Reading this many rows and discarding nearly all takes tens of milliseconds: above that, measure.
constexpr double few_rows_read = 50'000;
// A full page, and one more row that shows whether there are more.
constexpr double page_rows = 201;

double seconds_of(Duration span) { return std::chrono::duration<double>(span).count(); }
Duration duration_of(double seconds) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
}

// An index that would help, as a statement, with a remark.
struct Proposal {
  std::string index, remark;
};

Proposal on_table(const tables::Profile& p, const std::vector<std::string>& columns,
                  std::string_view suffix = "") {
  return {fmt::format("CREATE INDEX CONCURRENTLY ON {} ({}){}", tables::table_name(p),
                      fmt::join(columns, ", "), suffix),
          " would help."};
}

// These columns, followed by the listing's order: pages are read from the index one after another, without
// sorting.
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
  // one small index serves every question about unfinished rows
  return finished ? filter.states : unfinished;
}

// The index for the rarest part of the filter, and its cost.
Proposal index_that_helps(const tables::Profile& p, const Filter& filter) {
  // Compared as text, whatever the type: an index on the expression also serves a uuid, and for text it is an
  // index on the column.
  const std::string key_text = "(" + tables::quoted_name(p.key) + "::text)";
  if (filter.in_bodies && !filter.contains.empty())
    return {"", "No index can serve text in bodies: narrow the search by time or state."};
  if (!filter.contains.empty()) {
    return {fmt::format("CREATE INDEX CONCURRENTLY ON {} USING gin ({} gin_trgm_ops)", tables::table_name(p),
                        key_text),
            " would help; it needs the extension pg_trgm, slows every insert considerably, and serves only "
            "three or more characters."};
  }
  if (!filter.key.empty() && filter.prefix) return on_table(p, {key_text + " text_pattern_ops"});
  if (!filter.key.empty()) return on_table(p, {tables::quoted_name(p.key)});
  if (!filter.error_code.empty()) {
    const std::string error = tables::quoted_name(p.error.column);
    return tables::is_own(p)
               ? on_table(p, in_order(p, {p.error.column}), fmt::format(" WHERE {} IS NOT NULL", error))
               // Text in a message: rows that have one, in the listing's order.
               : on_table(p, in_order(p), fmt::format(" WHERE {} IS NOT NULL", error));
  }
  if (filter.response_code) return on_table(p, in_order(p, {p.response_code}));
  if (!filter.correlation_id.empty()) return on_table(p, in_order(p, {p.correlation_id}));
  for (const auto& [asked, place] :
       {std::pair(&filter.reference, &p.reference), std::pair(&filter.customer, &p.customer)}) {
    if (asked->empty()) continue;
    if (place->path.empty()) return on_table(p, in_order(p, {place->column}));
    return on_table(p, {"(" + place_sql(*place).substr(2) + ")"});  // an index has no "k."
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
  auto forecast_read =
      begun(connection_, profile_, limits_, [&](Reading& reading) { return foretold(reading, filter); });
  if (forecast_read || !cannot_be(connection_, profile_, limits_, filter, forecast_read.error()))
    return forecast_read;
  return Forecast{.why = "No row can hold this value."};
}

// Our own table, where the list of unfinished keys finds them.
std::optional<Forecast> Browser::listed_forecast(Reading& reading) {
  if (!tables::is_own(profile_) ||
      unfinished_rows(reading, profile_, walk_, limits_.whole_up_to).way != UnfinishedRows::Way::listed)
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
  auto table =
      explain(reading, profile_, tables::Query("SELECT FROM " + tables::table_name(profile_) + " k"));

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
    forecast.why = fmt::format(
        "No index serves this filter: about {:.0f} of {:.0f} rows would be read to find about {:.0f}, in "
        "about {}. {}{}",
        walked, table.rows, found.rows, human(duration_of(forecast.seconds)), proposal.index,
        proposal.remark);
  } else if (page.whole) {
    forecast.why = fmt::format("The table is small: about {:.0f} rows.", table.rows);
  } else if (page.walks) {
    forecast.why = fmt::format(
        "Such rows are frequent: the first page is full after reading about {:.0f} rows.", walked);
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
  auto table =
      explain(reading, profile_, tables::Query("SELECT FROM " + tables::table_name(profile_) + " k"));
  Forecast forecast{
      .rows = found.rows, .table_rows = table.rows, .why = "An index serves this.", .index = {}};
  const double read = found.whole ? table.rows : found.walks ? std::min(found.walked_rows, table.rows) : 0;
  if (read <= few_rows_read) return forecast;
  forecast.seconds = read / rows_per_second(reading, profile_, !found.whole);
  forecast.scans = forecast.seconds > seconds_of(limits_.patience);
  const Proposal proposal = index_that_helps(profile_, {.stuck = true});
  forecast.index = proposal.index;
  forecast.why = fmt::format(
      "No index finds the unfinished rows: about {:.0f} of {:.0f} rows would be read, in about {}. {}{}",
      read, table.rows, human(duration_of(forecast.seconds)), proposal.index, proposal.remark);
  return forecast;
}

namespace {

using tables::Query;

constexpr std::int64_t most_counted = 10'000;
// How many rows from the old end of a large table to search for the oldest such row.
constexpr std::int64_t oldest_rows = 20'000;

using Condition = void (*)(Query&, const tables::Profile&);

bool is_ordered_by_time(const tables::Profile& p) {
  const auto order = tables::order_columns(p);
  return !order.empty() && !p.created_at.empty() && order.front() == p.created_at.column;
}

// What is counted, and since when such a row waits.
struct Counted {
  Condition condition;
  std::string since;
  bool is_by_due;
};

Query counting(const tables::Profile& p, const Counted& counted, bool whole) {
  Query query("SELECT pg_catalog.now(), pg_catalog.count(*), pg_catalog.min(f.since) FROM (SELECT ");
  query << counted.since << " AS since FROM " << tables::table_name(p) << " k WHERE ";
  counted.condition(query, p);
  if (!whole) (query << " LIMIT ").integer(most_counted + 1);
  query << ") f";
  return query;
}

std::optional<Timestamp> oldest_at_the_old_end(Reading& reading, const tables::Profile& p,
                                               const Counted& counted) {
  if (!is_ordered_by_time(p)) return std::nullopt;
  if (!ends_are_served(reading, p)) return std::nullopt;
  Query query("SELECT pg_catalog.min(" + counted.since + ") FROM (SELECT * FROM " + tables::table_name(p) +
              " k" + order_sql(p, false) + " LIMIT ");
  query.integer(oldest_rows) << ") k WHERE ";
  counted.condition(query, p);
  return reading.run(query).value().optional_timestamp(0, 0);
}

// The oldest is not looked for by a time that cannot be compared with a clock.
void find_oldest(Backlog::Part& part, Reading& reading, const tables::Profile& p, const Counted& counted) {
  if (part.is_none()) return;
  if (const std::string why = why_no_instant(p.created_at); !why.empty()) {
    part.oldest.reset();
    part.why_no_oldest = why + " " + give_zone("times.created_at");
  } else if (!part.oldest) {
    part.oldest = oldest_at_the_old_end(reading, p, counted);
    // A row that was created later may be due for longer.
    part.may_be_older = part.may_be_older || counted.is_by_due;
    if (!part.oldest)
      part.why_no_oldest =
          p.created_at.empty() ? "This table has no time of creation." : "It would take a full scan.";
  }
}

Plan plan_of(Reading& reading, const tables::Profile& p, const Counted& counted) {
  Query found("SELECT FROM " + tables::table_name(p) + " k WHERE ");
  counted.condition(found, p);
  return explain(reading, p, found);
}

bool is_served(const Plan& plan) { return !plan.whole && (!plan.walks || plan.walked_rows <= small_table); }

Backlog::Part part_of(Reading& reading, const tables::Profile& p, const Counted& counted, bool small,
                      const Sight& sight, Backlog& all) {
  const Plan plan = plan_of(reading, p, counted);
  Backlog::Part part{.knowledge = counted.condition == waiting_sql ? sight.of_work(all.as_of)
                                                                   : sight.of_states(all.as_of)};
  part.may_be_older = part.knowledge.known != unfinished::Known::exact;
  if (small || is_served(plan)) {
    const Query query = counting(p, counted, small);
    auto rows = reading.run(query).value();
    all.as_of = rows.timestamp(0, 0);
    all.sql += (all.sql.empty() ? "" : ";\n\n") + query.spelled_out();
    const std::int64_t n = rows.integer(0, 1);
    part.n = small ? n : std::min(n, most_counted);
    if (part.n < n) limit(part.knowledge, counted_up_to(most_counted));
    if (part.n == n) part.oldest = rows.optional_timestamp(0, 2);
  } else {
    part.n = static_cast<std::int64_t>(plan.rows);
    limit(part.knowledge, {"No index finds them in this large table.",
                           "An index on them makes the answer exact: see oncectl doctor."});
    part.knowledge.known = unfinished::Known::unknown;
  }
  find_oldest(part, reading, p, counted);
  return part;
}

}  // namespace

Result<Backlog> Browser::backlog() {
  if (reads_both()) return backlog_of_both();
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    const double rows =
        explain(reading, profile_, Query("SELECT FROM " + tables::table_name(profile_) + " k")).rows;
    const bool small = rows <= small_table;
    const Counted waiting{waiting_sql, tables::waits_since(profile_), !profile_.due.empty()};
    const Counted dead{dead_sql, tables::shown_instant(profile_, profile_.created_at), false};
    // The table is read for states without a name only where the answer would be exact without them.
    const bool is_exact =
        is_served(plan_of(reading, profile_, waiting)) || is_served(plan_of(reading, profile_, dead));
    const Sight sight = sight_of(reading, profile_, rows,
                                 is_exact ? limits_.whole_up_to : std::min(small_table, limits_.whole_up_to));
    Backlog all;
    all.as_of = reading.as_of();
    all.unfinished = part_of(reading, profile_, waiting, small, sight, all);
    all.dead = part_of(reading, profile_, dead, small, sight, all);
    return all;
  });
}

}  // namespace onceover::browse
