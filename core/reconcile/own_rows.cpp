#include "core/reconcile/own_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/pg/transaction.h"
#include "core/profile/sql.h"
#include "core/reconcile/write_row.h"
#include "core/reconcile/write_row_sql.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"

namespace onceover::reconcile {
namespace {

using profile::Verb;

constexpr std::string_view digest_sql = "pg_catalog.sha256(pg_catalog.convert_to(({})::pg_catalog.jsonb::pg_catalog.text, 'UTF8'))";

// True of a row that nobody owns or waits for. The case is looked up row by row, by its primary key: a subquery that is a value is never
// turned into a join that reads all cases.
void add_nobody_has_it(profile::Query& query, const profile::Profile& p, bool only_fresh) {
  query << " AND COALESCE((SELECT (c.status = 'settled'";
  if (!only_fresh) query << " OR c.status = 'open' AND (c.next_try_at IS NULL OR c.next_try_at <= pg_catalog.clock_timestamp())";
  query << ") AND (c.locked_until IS NULL OR c.locked_until <= pg_catalog.clock_timestamp()) FROM onceover.row_cases c WHERE c.relation = ";
  query.text(profile::table_name(p)) << " AND c.row_digest = " << fmt::format(fmt::runtime(digest_sql), row_key_sql(p)) << "), TRUE)";
}

Result<profile::Query> due_query(const profile::Profile& p, const std::optional<browse::Cursor>& after, const OwnRowsOptions& options) {
  profile::Query query("SELECT " + browse::key_row_columns(p));
  query << ", " << row_key_sql(p) << ", pg_catalog.clock_timestamp() FROM " << browse::key_row_source(p) << " WHERE ";
  if (auto done = browse::where_sql(query, p, {.stuck = true}); !done) return fail(done.error());
  if (after) browse::behind_sql(query, p, *after, false);
  add_nobody_has_it(query, p, options.only_fresh);
  query << " AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)" << browse::order_sql(p, false) << " LIMIT ";
  // What another transaction has locked is at work, or another sweeper's in a moment.
  query.integer(options.limit) << " FOR NO KEY UPDATE OF k SKIP LOCKED";
  return query;
}

std::string sweeper_name(const audit::Actor& actor) { return fmt::format("{}@{}/{}", actor.name, actor.host, actor.program); }

}  // namespace

std::optional<std::string> why_not_swept(const profile::Profile& p, const profile::Access& access, const gateway::Gateway& gateway) {
  if (profile::is_own(p)) return "Keys in the onceover schema are swept under their own fence.";
  if (const auto why = access.why_not_read(); !why.empty()) return why.front();
  if (!p.lease.is_observable())
    return "Nobody can tell from this table whether somebody is at work on a row: its profile describes no lease.";
  if (profile::order_columns(p).empty()) return "Nothing tells this table's rows apart.";
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
  if (!any && why.empty()) return "The profile says what none of succeed, fail and release writes.";
  if (!any) return fmt::format("{}", fmt::join(why, " "));
  if (!p.operation.empty()) return std::nullopt;  // each row says what it is about
  const gateway::Declaration* declaration = gateway.declaration(p.operation_name);
  if (declaration == nullptr) return fmt::format("The gateway does not serve the operation \"{}\".", visible(p.operation_name));
  if (declaration->lookup_by_key && p.gateway_key.empty())
    return "The gateway is looked up by key, and the profile does not say (gateway_key) what it calls a row.";
  return std::nullopt;
}

Result<RowsOwned> own_rows(pg::Connection& connection, const profile::Profile& p, const std::optional<browse::Cursor>& after,
                           const OwnRowsOptions& options, const audit::Actor& actor) {
  auto query = due_query(p, after, options);
  if (!query) return fail(query.error());
  const std::string settings = std::string(plain_values) + "; SET LOCAL jit = off";
  auto transaction = pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(10), .durable = true, .also = settings});
  if (!transaction) return fail(transaction.error());
  auto rows = transaction->exec(query->sql(), query->params());
  if (!rows) return fail(rows.error());
  RowsOwned out;
  out.is_end = rows->size() < options.limit;
  if (rows->empty()) return out;
  const int width = browse::key_row_width(p);
  std::vector<OwnedRow> due;
  std::vector<std::string> keys, tenants, operations, names, states, correlations;
  for (int i = 0; i < rows->size(); ++i) {
    OwnedRow one{browse::key_row_from(p, *rows, i), rows->text(i, width), 0};
    const key::Identity known = known_of({.row = one.row});
    keys.push_back(one.row_key_json);
    tenants.push_back(known.tenant);
    operations.push_back(known.operation);
    names.push_back(known.key);
    states.emplace_back(key::word(one.row.state));
    correlations.push_back(one.row.correlation_id);
    due.push_back(std::move(one));
  }
  out.as_of = rows->timestamp(0, width + 1);
  out.last = browse::cursor_of(due.back().row);
  pg::Params params;
  params.text(profile::table_name(p)).text(p.name).texts(keys).texts(tenants).texts(operations).texts(names).texts(states);
  params.texts(correlations).text(sweeper_name(actor)).interval(options.lease).text(actor.host).text(actor.program);
  auto owned = transaction->exec(sql::row_case_own, params);
  if (!owned) return fail(owned.error());
  for (int i = 0; i < owned->size(); ++i) {
    OwnedRow& one = due.at(static_cast<std::size_t>(owned->integer(i, 0) - 1));
    one.fence = owned->integer(i, 1);
    one.row.case_status = "open";
    one.row.case_attempts = static_cast<int>(owned->integer(i, 2));
    out.rows.push_back(std::move(one));
  }
  // A commit in doubt is not looked into: the rows are either ours until the lease ends, or were never taken.
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  out.unconfirmed = committed->unconfirmed;
  return out;
}

Result<void> let_go(pg::Connection& connection, const profile::Profile& p, const std::string& row_key_json, std::int64_t fence,
                    const std::string& why_closed, Duration next_try_in) {
  auto transaction = pg::Transaction::begin(connection, {});
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.text(profile::table_name(p)).text(row_key_json).integer(fence).boolean(!why_closed.empty()).text(why_closed);
  params.integer(std::chrono::duration_cast<std::chrono::milliseconds>(next_try_in).count());
  if (auto gone = transaction->exec(sql::row_case_let_go, params); !gone) return fail(gone.error());
  auto committed = transaction->commit();
  if (!committed) return fail(committed.error());
  return {};
}

Result<int> close_stale_cases(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, int limit) {
  struct Stale {
    std::string row_key_json;
    Timestamp updated_at;
  };
  std::vector<Stale> stale;
  {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true});
    if (!transaction) return fail(transaction.error());
    pg::Params params;
    params.text(profile::table_name(p)).integer(limit);
    auto rows = transaction->exec(sql::row_case_stale, params);
    if (!rows) return fail(rows.error());
    for (int i = 0; i < rows->size(); ++i) stale.push_back({rows->text(i, 0), rows->timestamp(i, 1)});
  }
  int closed = 0;
  for (const Stale& one : stale) {
    const auto key = nlohmann::json::parse(one.row_key_json, nullptr, false);
    key::Identity id;
    for (const std::string& column : p.identity) {
      if (!key.is_object() || !key.contains(column)) break;  // of an older profile, with another identity
      id.columns.push_back(key[column].is_string() ? std::optional(key[column].get<std::string>()) : std::nullopt);
    }
    if (id.columns.size() != p.identity.size()) continue;
    auto seen = look(connection, p, access, id);
    if (!seen) return fail(seen.error());
    if (*seen && (*seen)->row.is_stuck((*seen)->as_of)) continue;
    auto transaction = pg::Transaction::begin(connection, {});
    if (!transaction) return fail(transaction.error());
    pg::Params params;
    params.text(profile::table_name(p)).text(one.row_key_json).timestamp(one.updated_at);
    params.text(*seen ? "The row is stuck no more: somebody else went on with it." : "The row is gone.");
    auto done = transaction->exec(sql::row_case_close, params);
    if (!done) return fail(done.error());
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
    ++closed;
  }
  return closed;
}

}  // namespace onceover::reconcile
