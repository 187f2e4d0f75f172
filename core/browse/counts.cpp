// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/browse/browser.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/reading.h"
#include "core/browse/unfinished_rows.h"
#include "core/key/money.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::browse {
namespace {

using tables::Query;

// How many rows at both ends of a large table to search for unfinished keys, where nothing finds them. New
// ones are at the young end; those that the reaper left are at the old end.
constexpr std::int64_t young_walk = 50'000;
constexpr std::int64_t old_walk = 20'000;
void filtered_count(Query& query, const tables::Profile& p, key::State state) {
  query << ", pg_catalog.count(*) FILTER (WHERE ";
  state_sql(query, p, {state});
  query << ")";
}

// Seven numbers and three times, over rows named `k` with their case `c`.
Query tally(const tables::Profile& p) {
  Query query("SELECT pg_catalog.now(), pg_catalog.count(*) FILTER (WHERE ");
  stuck_sql(query, p);
  query << ")";
  for (const key::State state :
       {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed})
    filtered_count(query, p, state);
  query << ", pg_catalog.min(" << tables::waits_since(p) << ") FILTER (WHERE ";
  state_sql(query, p, {key::State::in_progress});
  if (!p.due.empty()) query << " AND " << tables::is_due(p);
  query << "), pg_catalog.min(" << lease_end_sql(p) << ") FILTER (WHERE ";
  stuck_sql(query, p);
  query << "), pg_catalog.count(*) FILTER (WHERE ";
  unretried_sql(query, p);
  query << "), pg_catalog.min(" << lease_end_sql(p) << ") FILTER (WHERE ";
  stuck_sql(query, p);
  query << " AND NOT ";
  unretried_sql(query, p);
  query << "), pg_catalog.count(*) FILTER (WHERE " << tables::state_is_unknown(p) << ")";
  return query;
}

// The unfinished rows at both ends of the order by time, and those whose case needs a person. served: without
// an index for that order the ends are not read, since that would be a scan.
void ends_of_table(Query& query, const tables::Profile& p, bool served) {
  std::vector<std::string> needed;  // by name, as UNION compares them, and json columns cannot be compared
  const auto need = [&](const std::string& column) {
    const std::string name = "k." + tables::quoted_name(column);
    if (!column.empty() && std::ranges::find(needed, name) == needed.end()) needed.push_back(name);
  };
  std::ranges::for_each(p.identity, need);
  std::ranges::for_each(tables::order_columns(p), need);
  std::ranges::for_each(tables::state_columns(p), need);
  std::ranges::for_each(tables::lease_columns(p), need);
  need(p.created_at.column);
  need(p.retry_before);
  if (tables::is_own(p)) need("stuck_since");
  const std::string columns = fmt::format("{}", fmt::join(needed, ", "));
  const auto end = [&](bool descending, std::int64_t rows) {
    query << "SELECT " << columns << " FROM (SELECT " << columns << " FROM " << tables::table_name(p) << " k"
          << order_sql(p, descending) << " LIMIT ";
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
  rows.read(0, 0, counts.as_of, u.stuck, u.in_progress, u.released, counts.succeeded, counts.failed,
            u.oldest_in_progress, u.oldest_stuck, u.unretried, u.oldest_ended_lease, counts.unknown);
  u.knowledge.as_of = counts.as_of;
  for (auto* at : {&u.oldest_stuck, &u.oldest_ended_lease}) {
    if (*at == Timestamp::minus_infinity()) at->reset();  // no row shows it
  }
}

// Of an external table. Where there are no cases, none needs a person.
bool has_cases(Reading& reading, const tables::Profile& p) {
  if (tables::is_own(p) || p.identity.empty()) return false;
  auto may = reading.run(Query(std::string(may_read_cases_sql))).value();
  return !may.empty() && may.boolean(0, 0);
}

// Few keys need a person, so their cases are read first. A key that its executor finished later does not
// count. Of an external table the cases count that are open: what its own service finished leaves them with
// the next sweep.
std::int64_t people_needed(Reading& reading, const tables::Profile& p) {
  if (!tables::is_own(p)) {
    if (!has_cases(reading, p)) return 0;
    Query query(
        "SELECT pg_catalog.count(*) FROM onceover.row_cases c WHERE c.status = 'needs_human' AND c.relation "
        "= ");
    query.text(tables::table_name(p));
    return reading.run(query).value().integer(0, 0);
  }
  Query query(
      "SELECT pg_catalog.count(*) FROM onceover.cases c CROSS JOIN LATERAL (SELECT FROM onceover.keys k "
      "WHERE k.key = c.key AND k.operation = c.operation AND k.tenant = c.tenant AND ");
  unfinished_sql(query, p);
  query << " OFFSET 0) k WHERE c.status = 'needs_human'";
  return reading.run(query).value().integer(0, 0);
}

std::int64_t resting_keys(Reading& reading, Timestamp since, std::string& sql) {
  Query query(
      "SELECT pg_catalog.count(*) FROM onceover.unfinished u WHERE u.look_at > pg_catalog.now() AND "
      "u.created_at < ");
  query.timestamp(since);
  auto rows = reading.run(query).value();
  sql += ";\n\n" + query.spelled_out();
  return rows.integer(0, 0);
}

// condition: over rows named `k`.
std::int64_t estimate_of(Reading& reading, const tables::Profile& p, const std::string& condition) {
  return static_cast<std::int64_t>(
      estimated_rows(reading, Query("SELECT FROM " + tables::table_name(p) + " k WHERE " + condition)));
}

}  // namespace

Result<StateCounts> Browser::state_counts(bool resting_too) {
  if (reads_both()) return state_counts_of_both(resting_too);
  return begun(connection_, profile_, limits_,
               [&](Reading& reading) { return counted(reading, resting_too); });
}

StateCounts Browser::counted(Reading& reading, bool resting_too) {
  auto source = unfinished_rows(reading, profile_, walk_, limits_.whole_up_to);
  StateCounts counts;
  const bool is_counted = source.table_rows <= limits_.whole_up_to;
  std::int64_t succeeded = 0, failed = 0, unknown = 0;
  if (!is_counted) {
    succeeded = estimate_of(reading, profile_, tables::state_is(profile_, {key::State::succeeded}));
    failed = estimate_of(reading, profile_, tables::state_is(profile_, {key::State::failed}));
    if (!tables::is_own(profile_))
      unknown = estimate_of(reading, profile_, tables::state_is_unknown(profile_));
  }
  counts.needs_human = people_needed(reading, profile_);
  counts.unfinished.knowledge = source.knowledge;
  counts.unfinished.leases_are_seen = profile_.lease.is_observable() || is_alone_;

  Query query = tally(profile_);
  query << " FROM ";
  if (is_counted) {
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
  const Sight sight{.rows = source.hidden};
  counts.finished = sight.of_rows(counts.as_of);
  counts.needs_human_known = known_people(reading, profile_, source.hidden, counts.as_of);
  if (!is_counted) {
    counts.finished.known = unfinished::Known::unknown;
    counts.succeeded = succeeded;
    counts.failed = failed;
    counts.unknown = unknown;
  }
  unfinished::Answer& u = counts.unfinished;
  if (resting_too && source.way == UnfinishedRows::Way::listed) {
    u.released += resting_keys(reading, source.since, counts.sql);
  }
  if (u.knowledge.known == unfinished::Known::unknown && u.in_progress + u.released > 0)
    u.knowledge.known = unfinished::Known::at_least;
  return counts;
}

namespace {

// What each stuck row is grouped by, in the order in which groups that are equally old are listed; '' and
// none stand for what they are not grouped by.
struct GroupedBy {
  std::string operation = "''::pg_catalog.text", owner = "''::pg_catalog.text",
              tenant = "''::pg_catalog.text", age = "-1";
};

GroupedBy grouped_by(const tables::Profile& p, StuckBy by, const std::string& end) {
  const auto column = [](const std::string& name) {
    return "k." + tables::quoted_name(name) + "::pg_catalog.text";
  };
  GroupedBy out;
  if (by == StuckBy::operation || by == StuckBy::operation_owner_age)
    out.operation =
        p.operation.empty() ? tables::literal(p.operation_name) + "::pg_catalog.text" : column(p.operation);
  if (by == StuckBy::operation_owner_age) out.owner = owner_name_sql(p);
  if (by == StuckBy::host) out.owner = host_sql(p);
  if (by == StuckBy::tenant && !p.tenant.empty()) out.tenant = column(p.tenant);
  if (by == StuckBy::age || by == StuckBy::operation_owner_age)
    out.age = fmt::format(
        "CASE WHEN {0} > pg_catalog.now() - interval '15 minutes' THEN 0 WHEN {0} > pg_catalog.now() - "
        "interval '1 hour' THEN 1 WHEN {0} > pg_catalog.now() - interval '1 day' THEN 2 ELSE 3 END",
        end);
  return out;
}

// Why the server cannot sum the amounts; empty: it can, or the table has none.
std::string why_no_sums(const tables::Profile& p) {
  for (const tables::Place* place : {&p.amount, &p.currency}) {
    if (!place->empty() && !is_told_by_server(*place))
      return "The amounts are in documents that the server cannot read.";
  }
  return {};
}

// Columns of stuck_by_group(): the group, then its numbers, for each currency of it.
namespace stuck_column {
enum {
  Operation,
  Owner,
  Tenant,
  Age,
  IsAll,
  Rows,
  People,
  Oldest,
  Newest,
  Unretried,
  Currency,
  Total,
  Plain,
  Unreadable
};
}

// All rows by currency, then the groups by currency, the longest stuck first; of at most `limit` groups.
Query stuck_by_group(const tables::Profile& p, const UnfinishedRows& source, StuckBy by,
                     const std::string& people, int limit) {
  const std::string end = lease_end_sql(p);
  const GroupedBy grouped = grouped_by(p, by, end);
  const bool has_sums = !p.amount.empty() && why_no_sums(p).empty();
  const std::string amount = has_sums ? amount_sql(p) : "NULL::pg_catalog.text";
  const std::string currency =
      has_sums && !p.currency.empty() ? place_sql(p.currency) : "NULL::pg_catalog.text";
  Query query(
      "SELECT g.operation, g.owner, g.tenant, g.age, g.is_all, g.n, g.people, g.oldest, g.newest, "
      "g.unretried, g.currency, g.total, g.plain, g.unreadable FROM (SELECT w.*, pg_catalog.dense_rank() "
      "OVER (ORDER BY w.is_all DESC, w.since, w.operation, w.owner, w.tenant, w.age) AS place FROM (SELECT "
      "s.*, pg_catalog.min(s.oldest) OVER (PARTITION BY s.is_all, s.operation, s.owner, s.tenant, s.age) AS "
      "since FROM (SELECT r.operation, r.owner, r.tenant, r.age, r.currency, GROUPING(r.operation) = 1 AS "
      "is_all, pg_catalog.count(*) AS n, pg_catalog.count(*) FILTER (WHERE r.needs_human) AS people, "
      "pg_catalog.min(r.ended) AS oldest, pg_catalog.max(r.ended) AS newest, pg_catalog.count(*) FILTER "
      "(WHERE r.unretried) AS unretried, pg_catalog.sum(CASE WHEN r.amount ~ ");
  query << tables::literal(key::amount_pattern)
        << " THEN r.amount::pg_catalog.numeric END)::pg_catalog.text AS total, pg_catalog.count(*) FILTER "
           "(WHERE r.amount ~ "
        << tables::literal(key::amount_pattern)
        << ") AS plain, pg_catalog.count(*) FILTER (WHERE r.amount !~ "
        << tables::literal(key::amount_pattern) << ") AS unreadable FROM (SELECT COALESCE("
        << grouped.operation << ", '') AS operation, COALESCE(" << grouped.owner
        << ", '') AS owner, COALESCE(" << grouped.tenant << ", '') AS tenant, " << grouped.age
        << " AS age, COALESCE(" << currency << ", '') AS currency, " << amount << " AS amount, " << end
        << " AS ended, " << people << " AS needs_human, ";
  unretried_sql(query, p);
  query << " AS unretried FROM ";
  source.from(query, p, false);
  query << " WHERE ";
  stuck_sql(query, p);
  (query << ") r GROUP BY GROUPING SETS ((r.operation, r.owner, r.tenant, r.age, r.currency), (r.currency))) "
            "s) w) g WHERE g.place <= ")
          .integer(std::clamp(limit, 1, 10'000) + 1)
      << " ORDER BY g.place, g.currency";
  return query;
}

// Adds one currency's numbers to its group.
void add_currency(StuckGroup& group, const pg::Rows& rows, int i, bool has_amounts) {
  const std::int64_t n = rows.integer(i, stuck_column::Rows), plain = rows.integer(i, stuck_column::Plain),
                     unreadable = rows.integer(i, stuck_column::Unreadable);
  group.oldest = group.n == 0 ? rows.timestamp(i, stuck_column::Oldest)
                              : std::min(group.oldest, rows.timestamp(i, stuck_column::Oldest));
  group.newest = group.n == 0 ? rows.timestamp(i, stuck_column::Newest)
                              : std::max(group.newest, rows.timestamp(i, stuck_column::Newest));
  group.n += n;
  group.needs_human += rows.integer(i, stuck_column::People);
  group.unretried += rows.integer(i, stuck_column::Unretried);
  if (!has_amounts) return group.money.add_without(n);
  if (plain > 0)
    group.money.add(rows.view(i, stuck_column::Currency), rows.view(i, stuck_column::Total), plain);
  group.money.add_unreadable(unreadable);
  group.money.add_without(n - plain - unreadable);
}

bool is_alike(const StuckGroup& group, const StuckGroup& other) {
  return group.operation == other.operation && group.owner == other.owner && group.tenant == other.tenant &&
         group.age == other.age;
}

void take(StuckGroups& out, const pg::Rows& rows, const tables::Profile& p) {
  const bool has_amounts = !p.amount.empty();
  const std::string why = why_no_sums(p);
  for (int i = 0; i < rows.size(); ++i) {
    if (rows.boolean(i, stuck_column::IsAll)) {
      add_currency(out.all, rows, i, has_amounts);
      continue;
    }
    StuckGroup group{.operation = rows.text(i, stuck_column::Operation),
                     .owner = rows.text(i, stuck_column::Owner),
                     .tenant = rows.text(i, stuck_column::Tenant)};
    if (const auto age = rows.integer(i, stuck_column::Age); age >= 0) group.age = static_cast<StuckAge>(age);
    if (out.groups.empty() || !is_alike(out.groups.back(), group)) out.groups.push_back(std::move(group));
    add_currency(out.groups.back(), rows, i, has_amounts);
  }
  if (why.empty()) return;
  for (StuckGroup& group : out.groups) group.money.set_unknown(why);
  out.all.money.set_unknown(why);
}

}  // namespace

std::string_view word(StuckBy by) { return stuck_by_words.of(by); }
std::optional<StuckBy> stuck_by_from_word(std::string_view word) { return stuck_by_words.from(word); }
std::string_view word(StuckAge age) { return stuck_age_words.of(age); }

Filter filter_of(const StuckGroup& group, StuckBy by, const tables::Profile& p) {
  Filter filter;
  filter.stuck = true;
  const bool is_triple = by == StuckBy::operation_owner_age;
  if ((is_triple || by == StuckBy::operation) && !p.operation.empty()) filter.operation = group.operation;
  if (is_triple && !p.owner.empty()) filter.owner = group.owner;
  if (by == StuckBy::host && !p.owner.empty()) filter.host = group.owner;
  if (by == StuckBy::tenant && !p.tenant.empty()) filter.tenant = group.tenant;
  if (!group.age) return filter;
  if (group.oldest.is_finite()) filter.lease_from = group.oldest;
  filter.lease_to = group.newest + std::chrono::microseconds(1);
  return filter;
}

Result<StuckGroups> Browser::stuck_groups(int limit, Scan scan, StuckBy by) {
  // An archive of finished rows has no leases and needs none.
  if (auto seen = leases_are_seen(profile_); !seen && !is_alone_) return fail(seen.error());
  if (reads_both()) return stuck_groups_of_both(limit, scan, by);
  return begun(connection_, profile_, limits_,
               [&](Reading& reading) { return grouped(reading, limit, scan, by); });
}

StuckGroups Browser::grouped(Reading& reading, int limit, Scan scan, StuckBy by) {
  const tables::Profile& p = profile_;
  StuckGroups out;
  out.by = by;
  // While a walk is under way, reading the whole table gives more, where that is short or a person waits for
  // it.
  const bool is_walking = scan != Scan::never && walk_ != nullptr && !walk_->is_complete;
  auto source = unfinished_rows(reading, p, is_walking ? nullptr : walk_, limits_.whole_up_to);
  if (source.way == UnfinishedRows::Way::unserved) {
    out.cost = cost_of_groups(reading);
    if (scan == Scan::never || (scan == Scan::if_quick && out.cost.scans)) {
      if (is_walking) source = unfinished_rows(reading, p, walk_, limits_.whole_up_to);
      out.unfinished.knowledge = source.knowledge;
      out.as_of = source.knowledge.as_of;
      if (source.way == UnfinishedRows::Way::unserved) return out;
    }
  }
  const std::string people = tables::is_own(p) ? "COALESCE(c.status = 'needs_human', FALSE)"
                             : has_cases(reading, p)
                                 ? fmt::format(
                                       "{} IN (SELECT n.row_digest FROM onceover.row_cases n WHERE "
                                       "n.relation = {} AND n.status = 'needs_human')",
                                       row_digest_sql(p), tables::literal(tables::table_name(p)))
                                 : "FALSE";
  out.unfinished.knowledge = source.knowledge;
  out.as_of = source.knowledge.as_of;
  out.people = known_people(reading, p, source.hidden, out.as_of);
  const Query query = stuck_by_group(p, source, by, people, limit);
  auto rows = reading.run(query).value();
  out.sql = query.spelled_out();
  out.unfinished.knowledge = source.after_reading();
  take(out, rows, p);
  unfinished::Answer& u = out.unfinished;
  u.stuck = out.all.n;
  u.unretried = out.all.unretried;
  if (out.all.n > 0 && out.all.oldest.is_finite()) u.oldest_stuck = out.all.oldest;
  if (u.knowledge.known == unfinished::Known::unknown && u.stuck > 0)
    u.knowledge.known = unfinished::Known::at_least;
  return out;
}

Result<StuckSummary> stuck_summary(Browser& browser, int oldest) {
  auto groups = browser.stuck_groups(1, Scan::if_quick, StuckBy::operation);
  if (!groups) return fail(groups.error());
  StuckSummary summary{groups->unfinished, {}, groups->as_of};
  if (!summary.answer.some_are_stuck()) return summary;
  auto page = browser.page({.filter = {.stuck = true}, .limit = oldest, .longest_stuck_first = true});
  if (!page) return fail(page.error());
  summary.oldest = std::move(page->rows);
  return summary;
}

}  // namespace onceover::browse
