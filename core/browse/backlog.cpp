#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/profile/instants.h"

namespace onceover::browse {
namespace {

using profile::Query;

constexpr std::int64_t counted_up_to = 10'000;
// How many rows from the old end of a large table to search for the oldest such row.
constexpr std::int64_t oldest_rows = 20'000;

using Condition = void (*)(Query&, const profile::Profile&);

bool is_ordered_by_time(const profile::Profile& p) {
  const auto order = profile::order_columns(p);
  return !order.empty() && !p.created_at.empty() && order.front() == p.created_at.column;
}

Query counting(const profile::Profile& p, Condition condition, bool whole) {
  Query query("SELECT pg_catalog.now(), pg_catalog.count(*), pg_catalog.min(f.created) FROM (SELECT ");
  query << profile::shown_instant(p, p.created_at) << " AS created FROM " << profile::table_name(p) << " k WHERE ";
  condition(query, p);
  if (!whole) (query << " LIMIT ").integer(counted_up_to + 1);
  query << ") f";
  return query;
}

std::optional<Timestamp> oldest_at_the_old_end(Reading& reading, const profile::Profile& p, Condition condition) {
  if (!is_ordered_by_time(p)) return std::nullopt;
  if (!ends_are_served(reading, p)) return std::nullopt;
  Query query("SELECT pg_catalog.min(" + profile::shown_instant(p, p.created_at) + ") FROM (SELECT * FROM " + profile::table_name(p) +
              " k" + order_sql(p, false) + " LIMIT ");
  query.integer(oldest_rows) << ") k WHERE ";
  condition(query, p);
  return reading.run(query).value().optional_timestamp(0, 0);
}

Backlog::Part part_of(Reading& reading, const profile::Profile& p, Condition condition, bool small, Backlog& all) {
  Query found("SELECT FROM " + profile::table_name(p) + " k WHERE ");
  condition(found, p);
  auto plan = explain(reading, p, found);
  Backlog::Part part;
  const bool served = small || (!plan.whole && (!plan.walks || plan.walked_rows <= small_table));
  if (!served) {
    part.n = {static_cast<std::int64_t>(plan.rows), false};
    part.estimated = true;
  } else {
    const Query query = counting(p, condition, small);
    auto rows = reading.run(query).value();
    all.as_of = rows.timestamp(0, 0);
    all.sql += (all.sql.empty() ? "" : ";\n\n") + query.spelled_out();
    const std::int64_t n = rows.integer(0, 1);
    part.n = small ? Count{n, true} : Count{std::min(n, counted_up_to), n <= counted_up_to};
    if (part.n.exact) {
      part.oldest = rows.optional_timestamp(0, 2);
      return part;
    }
  }
  part.oldest = oldest_at_the_old_end(reading, p, condition);
  return part;
}

}  // namespace

Result<Backlog> Browser::backlog() {
  if (reads_both()) return backlog_of_both();
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    const bool small = explain(reading, profile_, Query("SELECT FROM " + profile::table_name(profile_) + " k")).rows <= small_table;
    Backlog all;
    all.as_of = reading.as_of();
    all.unfinished = part_of(reading, profile_, waiting_sql, small, all);
    all.dead = part_of(reading, profile_, dead_sql, small, all);
    return all;
  });
}

}  // namespace onceover::browse
