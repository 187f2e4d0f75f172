// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/own_rows.h"

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/promises.h"
#include "core/pg/one_row.h"
#include "core/pg/transaction.h"
#include "core/reconcile/write_row.h"
#include "core/reconcile/write_row_sql.h"
#include "core/roles/row_functions.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

using tables::Verb;

// Of a time that this program has written: an end that no lease and no pause has was written while the clock
// was ahead.
std::string is_past(std::string_view end) {
  return fmt::format(
      "({0} IS NULL OR {0} <= pg_catalog.clock_timestamp() OR {0} > pg_catalog.clock_timestamp() + interval "
      "'{1} hours')",
      end, key::no_end_is_later / std::chrono::hours(1));
}

// True of a row that has no owner and that no person has to decide. The case is looked up row by row, by its
// primary key: a subquery that is a value is never turned into a join that reads all cases.
void add_nobody_has_it(tables::Query& query, const tables::Profile& p, bool only_fresh) {
  query << " AND COALESCE((SELECT (c.status = 'settled'";
  if (!only_fresh) query << " OR c.status = 'open' AND " << is_past("c.next_try_at");
  query << ") AND " << is_past("c.locked_until") << " FROM onceover.row_cases c WHERE c.relation = ";
  query.text(tables::table_name(p)) << " AND c.row_digest = "
                                    << tables::row_digest_sql("(" + roles::row_key_sql(p) +
                                                              ")::pg_catalog.jsonb")
                                    << "), TRUE)";
}

Result<tables::Query> due_query(const tables::Profile& p, const std::string& columns,
                                const std::optional<browse::Cursor>& after, const OwnRowsOptions& options) {
  tables::Query query("SELECT " + columns);
  query << " FROM " << browse::key_row_source(p) << " WHERE ";
  require(browse::where_sql(query, p, {.stuck = true}));
  if (after) browse::behind_sql(query, p, *after, false);
  add_nobody_has_it(query, p, options.only_fresh);
  query << " AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)" << browse::order_sql(p, false)
        << " LIMIT ";
  // What another transaction has locked is at work, or another sweeper's in a moment.
  query.integer(options.limit) << " FOR NO KEY UPDATE OF k SKIP LOCKED";
  return query;
}

std::string owned_columns(const tables::Profile& p) {
  return fmt::format("{}, {}, pg_catalog.clock_timestamp()", browse::key_row_columns(p),
                     roles::row_key_sql(p));
}

std::string sweeper_name(const audit::Actor& actor) {
  return fmt::format("{}@{}/{}", actor.name, actor.host, actor.program);
}

}  // namespace

std::optional<std::string> why_not_swept(const tables::Profile& p, const tables::Access& access,
                                         const gateway::Gateway& gateway) {
  if (tables::is_own(p)) return "Keys in the onceover schema are swept under their own fence.";
  if (const auto why = access.why_not_read(); !why.empty()) return why.front();
  if (!p.lease.is_observable()) return browse::worker_is_unseen(p) + " Its profile describes no lease.";
  if (tables::order_columns(p).empty()) return "Nothing distinguishes this table's rows.";
  std::vector<std::string> why;
  bool any = false;
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    const auto offer = access.offers.find(verb);
    if (offer == access.offers.end()) continue;
    any = any || offer->second.is_offered();
    for (const std::string& sentence : offer->second.why_not) {
      if (std::ranges::find(why, sentence) == why.end()) why.push_back(sentence);
    }
  }
  if (!any && why.empty()) return "The profile does not state what succeed, fail or release writes.";
  if (!any) return fmt::format("{}", fmt::join(why, " "));
  if (!p.operation.empty()) return std::nullopt;  // each row says what it is about
  const gateway::Declaration* declaration = gateway.declaration(p.operation_name);
  if (declaration == nullptr)
    return fmt::format("The gateway does not serve the operation \"{}\".", visible(p.operation_name));
  if (declaration->lookup_by_key && p.gateway_key.empty())
    return "The gateway is looked up by key, and the profile does not say (gateway_key) what it calls a row.";
  return std::nullopt;
}

Result<RowsOwned> own_rows(pg::Connection& connection, const tables::Profile& p,
                           const std::optional<browse::Cursor>& after, const OwnRowsOptions& options,
                           const audit::Actor& actor) {
  return as_result([&] {
    auto query = due_query(p, owned_columns(p), after, options).value();
    const std::string settings = std::string(plain_values) + "; SET LOCAL jit = off";
    auto transaction =
        pg::Transaction::begin(
            connection, {.statement_timeout = std::chrono::seconds(10), .durable = true, .also = settings})
            .value();
    auto rows = transaction.exec(query.sql(), query.params()).value();
    RowsOwned out;
    out.is_end = rows.size() < options.limit;
    if (rows.empty()) return out;
    const int width = browse::key_row_width(p);
    std::vector<OwnedRow> due;
    std::vector<std::string> keys, tenants, operations, names, states, correlations;
    for (int i = 0; i < rows.size(); ++i) {
      OwnedRow one{browse::key_row_from(p, rows, i), rows.text(i, width), 0};
      const key::Identity known = known_of({.row = one.row});
      keys.push_back(one.row_key_json);
      tenants.push_back(known.tenant);
      operations.push_back(known.operation);
      names.push_back(known.key);
      states.emplace_back(key::word(one.row.state));
      correlations.push_back(one.row.correlation_id);
      due.push_back(std::move(one));
    }
    out.as_of = rows.timestamp(0, width + 1);
    out.last = browse::cursor_of(due.back().row);
    const pg::Rows owned =
        transaction
            .exec(sql::row_case_own,
                  pg::params(tables::table_name(p), p.name, keys, tenants, operations, names, states,
                             correlations, sweeper_name(actor), options.lease, actor.host, actor.program,
                             key::no_end_is_later))
            .value();
    for (int i = 0; i < owned.size(); ++i) {
      OwnedRow& one = due.at(static_cast<std::size_t>(owned.integer(i, 0) - 1));
      one.fence = owned.integer(i, 1);
      one.row.case_status = "open";
      one.row.case_attempts = static_cast<int>(owned.integer(i, 2));
      out.rows.push_back(std::move(one));
    }
    // A commit in doubt is not looked into: the rows are either ours until the lease ends, or were never
    // taken.
    out.unconfirmed = transaction.commit().value().unconfirmed;
    return out;
  });
}

Result<std::optional<FirstRow>> first_row(pg::Connection& connection, const tables::Profile& p,
                                          const std::optional<browse::Cursor>& after,
                                          const OwnRowsOptions& options) {
  return as_result([&]() -> Result<std::optional<FirstRow>> {
    OwnRowsOptions first = options;
    first.limit = 1;
    const int width = browse::place_width(p);
    auto query = due_query(p, browse::place_columns(p) + ", " + roles::row_key_sql(p), after, first).value();
    const std::string settings = std::string(plain_values) + "; SET LOCAL jit = off";
    const pg::Rows rows = pg::run(connection, query.sql(), query.params(),
                                  {.statement_timeout = std::chrono::seconds(10), .also = settings})
                              .value();
    if (rows.empty()) return std::nullopt;
    browse::KeyRow row = browse::place_from(p, rows, 0);
    return FirstRow{known_of({.row = row}), rows.text(0, width), browse::cursor_of(row)};
  });
}

Result<std::optional<std::string>> set_aside(pg::Connection& connection, const tables::Profile& p,
                                             const FirstRow& row, const Aside& aside,
                                             const audit::Actor& actor) {
  return as_result([&]() -> Result<std::optional<std::string>> {
    const auto rows =
        pg::run(connection, sql::row_case_aside,
                pg::params(tables::table_name(p), row.row_key_json, p.name, row.id.tenant, row.id.operation,
                           row.id.key, storable_text(aside.why), aside.next_try_in, aside.max_attempts,
                           actor.name, actor.host, actor.program),
                {.durable = true})
            .value();
    return rows.empty() ? std::nullopt : rows.optional_text(0, 0);
  });
}

Result<void> let_go(pg::Connection& connection, const tables::Profile& p, const std::string& row_key_json,
                    std::int64_t fence, const std::string& why_closed, Duration next_try_in) {
  const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::min<Duration>(next_try_in, key::longest_lease))
                        .count();
  const auto gone = pg::run(
      connection, sql::row_case_let_go,
      pg::params(tables::table_name(p), row_key_json, fence, !why_closed.empty(), why_closed, wait), {});
  return gone ? Result<void>() : fail(gone.error());
}

Result<int> close_stale_cases(pg::Connection& connection, const tables::Profile& p,
                              const tables::Access& access, int limit) {
  return as_result([&] {
    const std::string table = tables::table_name(p);
    const pg::Rows stale =
        pg::run(connection, sql::row_case_stale, pg::params(table, limit, key::no_end_is_later)).value();
    int closed = 0;
    for (int i = 0; i < stale.size(); ++i) {
      auto columns = audit::row_key_values(p.identity, stale.view(i, 0));
      if (!columns) continue;  // of an older profile, with another identity
      const auto looked =
          contained([&] { return read_row(connection, p, access, {.columns = std::move(*columns)}); });
      if (!looked && pg::may_be_one_row(looked.error())) continue;  // the sweep sets it aside
      const auto& seen = looked.value();
      if (seen && seen->row.is_stuck(seen->as_of)) continue;
      const std::string_view why =
          seen ? "The row is no longer stuck: its service went on with it." : "The row is gone.";
      require(pg::run(connection, sql::row_case_close,
                      pg::params(table, stale.view(i, 0), stale.timestamp(i, 1), why), {}));
      ++closed;
    }
    return closed;
  });
}

}  // namespace onceover::reconcile
