#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/tables/instants.h"

namespace onceover::browse {
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

std::optional<Timestamp> oldest_at_the_old_end(Reading& reading, const tables::Profile& p, const Counted& counted) {
  if (!is_ordered_by_time(p)) return std::nullopt;
  if (!ends_are_served(reading, p)) return std::nullopt;
  Query query("SELECT pg_catalog.min(" + counted.since + ") FROM (SELECT * FROM " + tables::table_name(p) + " k" + order_sql(p, false) +
              " LIMIT ");
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
    if (!part.oldest) part.why_no_oldest = p.created_at.empty() ? "This table has no time of creation." : "It would take a full scan.";
  }
}

Backlog::Part part_of(Reading& reading, const tables::Profile& p, const Counted& counted, bool small, const Sight& sight, Backlog& all) {
  Query found("SELECT FROM " + tables::table_name(p) + " k WHERE ");
  counted.condition(found, p);
  auto plan = explain(reading, p, found);
  Backlog::Part part{.knowledge = counted.is_by_due ? sight.of_work(all.as_of) : sight.of_states(all.as_of)};
  part.may_be_older = part.knowledge.known != unfinished::Known::exact;
  if (small || (!plan.whole && (!plan.walks || plan.walked_rows <= small_table))) {
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
    limit(part.knowledge, {"No index finds them in this large table.", "An index on them makes the answer exact: see oncectl doctor."});
    part.knowledge.known = unfinished::Known::unknown;
  }
  find_oldest(part, reading, p, counted);
  return part;
}

}  // namespace

Result<Backlog> Browser::backlog() {
  if (reads_both()) return backlog_of_both();
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    const double rows = explain(reading, profile_, Query("SELECT FROM " + tables::table_name(profile_) + " k")).rows;
    const bool small = rows <= small_table;
    const Sight sight = sight_of(reading, profile_, rows, std::min(small_table, limits_.whole_up_to));
    Backlog all;
    all.as_of = reading.as_of();
    const Counted waiting{waiting_sql, tables::waits_since(profile_), !profile_.due.empty()};
    const Counted dead{dead_sql, tables::shown_instant(profile_, profile_.created_at), false};
    all.unfinished = part_of(reading, profile_, waiting, small, sight, all);
    all.dead = part_of(reading, profile_, dead, small, sight, all);
    return all;
  });
}

}  // namespace onceover::browse
