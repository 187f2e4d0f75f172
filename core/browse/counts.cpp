#include <fmt/format.h>

#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/browse/row_cases.h"
#include "core/browse/unfinished_rows.h"
#include "core/profile/instants.h"
#include "core/profile/states.h"

namespace onceover::browse {
namespace {

using profile::Query;

// How many rows at both ends of a large table to search for unfinished keys, where nothing finds them. New ones are at the young end; those
// that the reaper left are at the old end.
constexpr std::int64_t young_walk = 50'000;
constexpr std::int64_t old_walk = 20'000;
void filtered_count(Query& query, const profile::Profile& p, key::State state) {
  query << ", pg_catalog.count(*) FILTER (WHERE ";
  state_sql(query, p, {state});
  query << ")";
}

// Seven numbers and three times, over rows named `k` with their case `c`.
Query tally(const profile::Profile& p) {
  Query query("SELECT pg_catalog.now(), pg_catalog.count(*) FILTER (WHERE ");
  stuck_sql(query, p);
  query << ")";
  for (const key::State state : {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed})
    filtered_count(query, p, state);
  query << ", pg_catalog.min(" << profile::shown_instant(p, p.created_at) << ") FILTER (WHERE ";
  state_sql(query, p, {key::State::in_progress});
  query << "), pg_catalog.min(" << lease_end_sql(p) << ") FILTER (WHERE ";
  stuck_sql(query, p);
  query << "), pg_catalog.count(*) FILTER (WHERE ";
  unretried_sql(query, p);
  query << "), pg_catalog.min(" << lease_end_sql(p) << ") FILTER (WHERE ";
  stuck_sql(query, p);
  query << " AND NOT ";
  unretried_sql(query, p);
  query << "), pg_catalog.count(*) FILTER (WHERE " << profile::state_is_unknown(p) << ")";
  return query;
}

// The unfinished rows at both ends of the order by time, and those whose case needs a person. served: without an index for that order the
// ends are not read, since that would be a scan.
void ends_of_table(Query& query, const profile::Profile& p, bool served) {
  std::vector<std::string> needed;  // by name, as UNION compares them, and json columns cannot be compared
  const auto need = [&](const std::string& column) {
    const std::string name = "k." + profile::quoted_name(column);
    if (!column.empty() && std::ranges::find(needed, name) == needed.end()) needed.push_back(name);
  };
  std::ranges::for_each(p.identity, need);
  std::ranges::for_each(profile::order_columns(p), need);
  std::ranges::for_each(profile::state_columns(p), need);
  std::ranges::for_each(profile::lease_columns(p), need);
  need(p.created_at.column);
  need(p.retry_before);
  if (profile::is_own(p)) need("stuck_since");
  const std::string columns = fmt::format("{}", fmt::join(needed, ", "));
  const auto end = [&](bool descending, std::int64_t rows) {
    query << "SELECT " << columns << " FROM (SELECT " << columns << " FROM " << profile::table_name(p) << " k" << order_sql(p, descending)
          << " LIMIT ";
    query.integer(rows) << ") k WHERE ";
    unfinished_sql(query, p);
  };
  query << "(";
  end(true, served ? young_walk : 0);
  query << " UNION ";
  end(false, served ? old_walk : 0);
  query << ") k";
}

void take(StateCounts& counts, const pg::Rows& rows) {
  unfinished::Answer& u = counts.unfinished;
  counts.as_of = u.knowledge.as_of = rows.timestamp(0, 0);
  u.stuck = rows.integer(0, 1);
  u.in_progress = rows.integer(0, 2);
  u.released = rows.integer(0, 3);
  counts.succeeded = rows.integer(0, 4);
  counts.failed = rows.integer(0, 5);
  u.oldest_in_progress = rows.optional_timestamp(0, 6);
  u.oldest_stuck = rows.optional_timestamp(0, 7);
  u.unretried = rows.integer(0, 8);
  u.oldest_ended_lease = rows.optional_timestamp(0, 9);
  counts.unknown = rows.integer(0, 10);
  for (auto* at : {&u.oldest_stuck, &u.oldest_ended_lease}) {
    if (*at == Timestamp::minus_infinity()) at->reset();  // no row shows it
  }
}

// Of an external table. Where there are no cases, none needs a person.
bool has_cases(Reading& reading, const profile::Profile& p) {
  if (profile::is_own(p) || p.identity.empty()) return false;
  auto may = reading.run(Query(std::string(may_read_cases_sql))).value();
  return !may.empty() && may.boolean(0, 0);
}

// Few keys need a person, so their cases are read first. A key that its executor finished later does not count. Of an external table the
// cases count that are open: what its own service finished leaves them with the next sweep.
std::int64_t people_needed(Reading& reading, const profile::Profile& p) {
  if (!profile::is_own(p)) {
    if (!has_cases(reading, p)) return 0;
    Query query("SELECT pg_catalog.count(*) FROM onceover.row_cases c WHERE c.status = 'needs_human' AND c.relation = ");
    query.text(profile::table_name(p));
    return reading.run(query).value().integer(0, 0);
  }
  Query query(
      "SELECT pg_catalog.count(*) FROM onceover.cases c CROSS JOIN LATERAL (SELECT FROM onceover.keys k WHERE k.key = c.key AND "
      "k.operation = c.operation AND k.tenant = c.tenant AND ");
  unfinished_sql(query, p);
  query << " OFFSET 0) k WHERE c.status = 'needs_human'";
  return reading.run(query).value().integer(0, 0);
}

std::int64_t resting_keys(Reading& reading, Timestamp since, std::string& sql) {
  Query query("SELECT pg_catalog.count(*) FROM onceover.unfinished u WHERE u.look_at > pg_catalog.now() AND u.created_at < ");
  query.timestamp(since);
  auto rows = reading.run(query).value();
  sql += ";\n\n" + query.spelled_out();
  return rows.integer(0, 0);
}

// condition: over rows named `k`.
std::int64_t estimate_of(Reading& reading, const profile::Profile& p, const std::string& condition) {
  return static_cast<std::int64_t>(estimated_rows(reading, Query("SELECT FROM " + profile::table_name(p) + " k WHERE " + condition)));
}

}  // namespace

Result<StateCounts> Browser::state_counts(bool resting_too) {
  if (reads_both()) return state_counts_of_both(resting_too);
  return begun(connection_, profile_, limits_, [&](Reading& reading) { return counted(reading, resting_too); });
}

StateCounts Browser::counted(Reading& reading, bool resting_too) {
  auto source = unfinished_rows(reading, profile_, walk_, limits_.whole_up_to);
  StateCounts counts;
  counts.finished_exact = source.table_rows <= limits_.whole_up_to;
  std::int64_t succeeded = 0, failed = 0, unknown = 0;
  if (!counts.finished_exact) {
    succeeded = estimate_of(reading, profile_, profile::state_is(profile_, {key::State::succeeded}));
    failed = estimate_of(reading, profile_, profile::state_is(profile_, {key::State::failed}));
    if (!profile::is_own(profile_)) unknown = estimate_of(reading, profile_, profile::state_is_unknown(profile_));
  }
  counts.needs_human = people_needed(reading, profile_);
  counts.unfinished.knowledge = source.knowledge;
  counts.unfinished.leases_are_seen = profile_.lease.is_observable() || is_alone_;

  Query query = tally(profile_);
  query << " FROM ";
  if (counts.finished_exact) {
    source.from(query, profile_, true);
  } else if (source.way == UnfinishedRows::Way::unserved) {
    ends_of_table(query, profile_, ends_are_served(reading, profile_));
  } else {
    source.from(query, profile_, false);
    query << " WHERE ";
    unfinished_sql(query, profile_);
  }
  take(counts, reading.run(query).value());
  counts.sql = query.spelled_out();
  counts.needs_human_known = {
      .known = source.hidden.empty() ? unfinished::Known::exact : unfinished::Known::at_least, .as_of = counts.as_of, .why = source.hidden};
  if (!counts.finished_exact) {
    counts.succeeded = succeeded;
    counts.failed = failed;
    counts.unknown = unknown;
  }
  unfinished::Answer& u = counts.unfinished;
  if (resting_too && source.way == UnfinishedRows::Way::listed) {
    u.released += resting_keys(reading, source.since, counts.sql);
  }
  if (u.knowledge.known == unfinished::Known::unknown && u.in_progress + u.released > 0) u.knowledge.known = unfinished::Known::at_least;
  return counts;
}

Result<StuckGroups> Browser::stuck_groups(int limit, Scan scan) {
  // An archive of finished rows has no leases and needs none.
  if (auto seen = leases_are_seen(profile_); !seen && !is_alone_) return fail(seen.error());
  if (reads_both()) return stuck_groups_of_both(limit, scan);
  return begun(connection_, profile_, limits_, [&](Reading& reading) { return grouped(reading, limit, scan); });
}

StuckGroups Browser::grouped(Reading& reading, int limit, Scan scan) {
  const profile::Profile& p = profile_;
  const std::string operation = p.operation.empty() ? profile::literal(p.operation_name) : "k." + profile::quoted_name(p.operation);
  // Without the suffix that separates one claim from another (owner_name): the rows of one process are one group.
  const std::string stored_owner = "k." + profile::quoted_name(p.owner);
  const std::string owner = p.owner.empty()      ? "''"
                            : profile::is_own(p) ? "pg_catalog.split_part(" + stored_owner + ", '#', 1)"
                                                 : stored_owner;
  const std::string end = lease_end_sql(p);
  // Ages that need different actions: a short delay, a deployment, today's incident, forgotten keys.
  const std::string age = fmt::format(
      "CASE WHEN {0} > pg_catalog.now() - interval '15 minutes' THEN 0 WHEN {0} > pg_catalog.now() - interval '1 hour' THEN 1 "
      "WHEN {0} > pg_catalog.now() - interval '1 day' THEN 2 ELSE 3 END",
      end);
  auto source = unfinished_rows(reading, p, walk_, limits_.whole_up_to);
  const std::string people =
      profile::is_own(p) ? "pg_catalog.count(*) FILTER (WHERE c.status = 'needs_human')"
      : has_cases(reading, p)
          ? fmt::format(
                "pg_catalog.count(*) FILTER (WHERE {} IN (SELECT n.row_digest FROM onceover.row_cases n WHERE n.relation = {} AND "
                "n.status = 'needs_human'))",
                row_digest_sql(p), profile::literal(profile::table_name(p)))
          : "0::pg_catalog.int8";
  Query query(fmt::format(
      "SELECT COALESCE({}::pg_catalog.text, ''), COALESCE({}::pg_catalog.text, ''), {}, pg_catalog.count(*), {}, pg_catalog.min({}), "
      "pg_catalog.max({}), pg_catalog.sum(pg_catalog.count(*)) OVER ()::pg_catalog.int8, "
      "pg_catalog.min(pg_catalog.min({})) OVER (), pg_catalog.count(*) FILTER (WHERE ",
      operation, owner, age, people, end, end, end));
  unretried_sql(query, p);
  query << ") AS unretried, pg_catalog.sum(pg_catalog.count(*) FILTER (WHERE ";
  unretried_sql(query, p);
  query << ")) OVER ()::pg_catalog.int8 FROM ";
  source.from(query, p, false);
  query << " WHERE ";
  stuck_sql(query, p);
  query << " GROUP BY 1, 2, 3 ORDER BY 6, 1, 2 LIMIT ";
  query.integer(std::clamp(limit, 1, 10'000));
  StuckGroups out;
  out.unfinished.knowledge = source.knowledge;
  out.as_of = source.knowledge.as_of;
  if (source.way == UnfinishedRows::Way::unserved) {
    out.cost = cost_of_groups(reading);
    if (scan == Scan::never || (scan == Scan::if_quick && out.cost.scans)) return out;
  }
  auto rows = reading.run(query).value();
  out.sql = query.spelled_out();
  out.unfinished.knowledge = source.after_reading();
  unfinished::Answer& u = out.unfinished;
  for (int i = 0; i < rows.size(); ++i) {
    out.groups.push_back({rows.text(i, 0), rows.text(i, 1), rows.integer(i, 3), rows.integer(i, 4), rows.timestamp(i, 5),
                          rows.timestamp(i, 6), rows.integer(i, 9)});
    u.stuck = rows.integer(i, 7);
    u.oldest_stuck = rows.timestamp(i, 8);
    u.unretried = rows.integer(i, 10);
  }
  if (u.oldest_stuck == Timestamp::minus_infinity()) u.oldest_stuck.reset();
  if (u.knowledge.known == unfinished::Known::unknown && u.stuck > 0) u.knowledge.known = unfinished::Known::at_least;
  return out;
}

}  // namespace onceover::browse
