#include <fmt/format.h>

#include <algorithm>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/profile/instants.h"
#include "core/profile/states.h"

namespace onceover::browse {
namespace {

using profile::Query;

// Up to here everything is counted exactly: about a hundred milliseconds.
constexpr double count_all_up_to = 500'000;
// How far the two ends of a large table are walked for unfinished keys. New ones stand at the young end; what the reaper
// spared, because it is unfinished, gathers at the old end.
constexpr std::int64_t young_walk = 50'000;
constexpr std::int64_t old_walk = 20'000;

void filtered_count(Query& query, const profile::Profile& p, key::State state) {
  query << ", pg_catalog.count(*) FILTER (WHERE ";
  state_sql(query, p, {state});
  query << ")";
}

// Six numbers and two times, over rows called `k` with their case `c`.
Query tally(const profile::Profile& p) {
  Query query("SELECT pg_catalog.now(), pg_catalog.count(*) FILTER (WHERE ");
  stuck_sql(query, p);
  query << ")";
  for (const key::State state : {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed})
    filtered_count(query, p, state);
  if (profile::is_own(p)) {
    query << ", pg_catalog.count(*) FILTER (WHERE c.status = 'needs_human' AND ";
    unfinished_sql(query, p);
    query << ")";
  } else {
    query << ", 0::pg_catalog.int8";
  }
  query << ", pg_catalog.min(" << profile::shown_instant(p, p.created_at) << ") FILTER (WHERE ";
  state_sql(query, p, {key::State::in_progress});
  query << "), pg_catalog.min(" << lease_end_sql(p) << ") FILTER (WHERE ";
  stuck_sql(query, p);
  query << ")";
  return query;
}

// The unfinished rows at both ends of the order by time, and those with a case that needs a person. served: without an index for that
// order the ends are not looked at, which would be a scan.
void ends_of_table(Query& query, const profile::Profile& p, bool served) {
  std::vector<std::string> needed;  // by name, as UNION compares them, and a json column cannot be compared
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
  if (profile::is_own(p)) {
    query << " UNION SELECT " << columns << " FROM onceover.cases c JOIN " << profile::table_name(p)
          << " k ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = k.key WHERE c.status = 'needs_human' AND ";
    unfinished_sql(query, p);
  }
  query << ") k";
}

void take(StateCounts& counts, const pg::Rows& rows) {
  counts.as_of = rows.timestamp(0, 0);
  counts.stuck = rows.integer(0, 1);
  counts.in_progress = rows.integer(0, 2);
  counts.released = rows.integer(0, 3);
  counts.succeeded = rows.integer(0, 4);
  counts.failed = rows.integer(0, 5);
  counts.needs_human = rows.integer(0, 6);
  counts.oldest_in_progress = rows.optional_timestamp(0, 7);
  counts.oldest_stuck = rows.optional_timestamp(0, 8);
  if (counts.oldest_stuck == Timestamp::minus_infinity()) counts.oldest_stuck.reset();  // no row says
}

std::string with_cases(const profile::Profile& p) {
  return profile::is_own(p) ? " LEFT JOIN onceover.cases c ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = k.key" : "";
}

Result<std::int64_t> estimate_of(Reading& reading, const profile::Profile& p, key::State state) {
  Query query("SELECT FROM " + profile::table_name(p) + " k WHERE ");
  state_sql(query, p, {state});
  auto plan = explain(reading, p, query);
  if (!plan) return fail(plan.error());
  return static_cast<std::int64_t>(plan->rows);
}

// Whether an index finds the unfinished among many rows.
Result<bool> unfinished_are_found(Reading& reading, const profile::Profile& p) {
  Query unfinished("SELECT FROM " + profile::table_name(p) + " k WHERE ");
  unfinished_sql(unfinished, p);
  auto plan = explain(reading, p, unfinished);
  if (!plan) return fail(plan.error());
  return !plan->whole && (!plan->walks || plan->walked_rows <= count_all_up_to);
}

}  // namespace

Result<StateCounts> Browser::state_counts() {
  if (reads_both()) return state_counts_of_both();
  auto reading = Reading::begin(connection_, profile_, limits_);
  if (!reading) return fail(reading.error());
  const std::string table = profile::table_name(profile_);
  auto size = explain(*reading, profile_, Query("SELECT FROM " + table + " k"));
  if (!size) return fail(size.error());

  StateCounts counts;
  counts.exact = size->rows <= count_all_up_to;
  Query query = tally(profile_);
  query << " FROM ";
  if (counts.exact) {
    query << key_row_source(profile_);
  } else {
    auto found = unfinished_are_found(*reading, profile_);
    if (!found) return fail(found.error());
    counts.unfinished_exact = *found;
    if (counts.unfinished_exact) {
      query << key_row_source(profile_) << " WHERE ";
      unfinished_sql(query, profile_);
    } else {
      auto served = ends_are_served(*reading, profile_);
      if (!served) return fail(served.error());
      ends_of_table(query, profile_, *served);
      query << with_cases(profile_);
    }
  }
  auto rows = reading->run(query);
  if (!rows) return fail(rows.error());
  take(counts, *rows);
  counts.sql = query.spelled_out();
  if (counts.exact) return counts;
  for (auto [state, into] : {std::pair{key::State::succeeded, &counts.succeeded}, std::pair{key::State::failed, &counts.failed}}) {
    auto estimated = estimate_of(*reading, profile_, state);
    if (!estimated) return fail(estimated.error());
    *into = *estimated;
  }
  return counts;
}

Result<StuckGroups> Browser::stuck_groups(int limit) {
  // An archive of finished rows has no leases, and needs none.
  if (auto seen = leases_are_seen(profile_); !seen && !is_alone_) return fail(seen.error());
  if (reads_both()) return stuck_groups_of_both(limit);
  const profile::Profile& p = profile_;
  const std::string operation = p.operation.empty() ? profile::literal(p.operation_name) : "k." + profile::quoted_name(p.operation);
  // Without the word that tells one claim from another (owner_name): what one process left behind stands together.
  const std::string stored_owner = "k." + profile::quoted_name(p.owner);
  const std::string owner = p.owner.empty()      ? "''"
                            : profile::is_own(p) ? "pg_catalog.split_part(" + stored_owner + ", '#', 1)"
                                                 : stored_owner;
  const std::string end = lease_end_sql(p);
  // Ages that call for different acts: still a hiccup, a deploy, today's incident, forgotten.
  const std::string age = fmt::format(
      "CASE WHEN {0} > pg_catalog.now() - interval '15 minutes' THEN 0 WHEN {0} > pg_catalog.now() - interval '1 hour' THEN 1 "
      "WHEN {0} > pg_catalog.now() - interval '1 day' THEN 2 ELSE 3 END",
      end);
  Query query(fmt::format(
      "SELECT COALESCE({}::pg_catalog.text, ''), COALESCE({}::pg_catalog.text, ''), {}, pg_catalog.count(*), {}, pg_catalog.min({}), "
      "pg_catalog.max({}) "
      "FROM {} WHERE ",
      operation, owner, age, profile::is_own(p) ? "pg_catalog.count(*) FILTER (WHERE c.status = 'needs_human')" : "0::pg_catalog.int8", end,
      end, key_row_source(p)));
  stuck_sql(query, p);
  query << " GROUP BY 1, 2, 3 ORDER BY 6, 1, 2 LIMIT ";
  query.integer(std::clamp(limit, 1, 10'000));
  auto reading = Reading::begin(connection_, p, limits_);
  if (!reading) return fail(reading.error());
  auto rows = reading->run(query);
  if (!rows) return fail(rows.error());
  StuckGroups out;
  out.sql = query.spelled_out();
  for (int i = 0; i < rows->size(); ++i) {
    out.groups.push_back(
        {rows->text(i, 0), rows->text(i, 1), rows->integer(i, 3), rows->integer(i, 4), rows->timestamp(i, 5), rows->timestamp(i, 6)});
  }
  auto as_of = reading->as_of();
  if (!as_of) return fail(as_of.error());
  out.as_of = *as_of;
  return out;
}

}  // namespace onceover::browse
