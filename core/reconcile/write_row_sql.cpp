#include "core/reconcile/write_row_sql.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/browse/key_row_sql.h"
#include "core/roles/row_sql.h"
#include "core/tables/instants.h"
#include "core/tables/states.h"

namespace onceover::reconcile {
namespace {

using tables::Access;
using tables::Profile;
using tables::quoted_name;

void add_once(std::vector<std::string>& columns, const std::string& column) {
  if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
}

std::string raw_text(const std::string& column, bool digest) {
  // Exact, whatever the column's collation calls equal.
  const std::string text = fmt::format("k.{}::pg_catalog.text COLLATE pg_catalog.\"C\"", quoted_name(column));
  if (!digest) return text;
  return fmt::format("(pg_catalog.octet_length({0})::pg_catalog.text || ':' || pg_catalog.hashtextextended({0}, 0)::pg_catalog.text)",
                     text);
}

std::string guard_of(const tables::Write& write) {
  std::string all;
  for (const tables::Condition& condition : write.guard) all += (all.empty() ? "" : " AND ") + tables::condition_sql(condition);
  return all;
}

}  // namespace

std::vector<SeenRow::Raw> compared_columns(const Profile& p, const Access& access) {
  std::vector<std::string> exact = p.identity;
  for (const std::string& column : tables::state_columns(p)) add_once(exact, column);
  for (const std::string& column : tables::lease_columns(p)) add_once(exact, column);
  std::vector<SeenRow::Raw> compared;
  for (const std::string& column : exact) compared.push_back({column, {}, false});
  if (access.reads_xmin) return compared;
  for (const std::string& column : tables::columns_named(p)) {
    const Access::Column* known = access.column(column);
    const bool readable = known != nullptr && known->may_select;
    if (readable && std::ranges::find(exact, column) == exact.end()) compared.push_back({column, {}, true});
  }
  return compared;
}

tables::Query look_query(const Profile& p, const Access& access, const key::Identity& id) {
  tables::Query query("SELECT " + browse::key_row_columns(p));
  query << ", pg_catalog.clock_timestamp(), " << tables::lease_is_over(p) << ", " << roles::row_key_sql(p) << ", "
        << roles::before_sql(p, access) << ", " << roles::whole_sql(p, access) << ", "
        << (access.reads_xmin ? "k.xmin::pg_catalog.text" : "NULL::pg_catalog.text");
  for (const auto& [verb, write] : p.writes) {
    const std::string guard = guard_of(write);
    query << (guard.empty() ? ", TRUE" : ", COALESCE((" + guard + "), FALSE)");
  }
  for (const SeenRow::Raw& raw : compared_columns(p, access)) query << ", " << raw_text(raw.column, raw.is_digest);
  query << " FROM " << browse::key_row_source(p) << " WHERE ";
  browse::key_row_is(query, p, id);
  return query << " LIMIT 2";
}

tables::Query lock_query(const Profile& p, const SeenRow& seen) {
  tables::Query query("SELECT FROM " + tables::table_name(p) + " AS k WHERE ");
  browse::key_row_is(query, p, seen.row.id);
  return query << " FOR NO KEY UPDATE";
}

bool asks_for_lease(const Profile& p, const SeenRow& seen, const WriteRequest& request) {
  if (tables::is_for_live_leases(request.verb) || request.although_held) return false;
  if (!p.lease.is_observable()) return seen.row.state == key::State::in_progress;
  const auto& states = p.lease.at.only_in;
  return seen.row.state != key::State::succeeded && (states.empty() || std::ranges::find(states, seen.row.state) != states.end());
}

tables::Query write_query(const Profile& p, const Access& access, const SeenRow& seen, const WriteRequest& request, bool with_stop_switch) {
  const tables::Write& write = p.writes.at(request.verb);
  tables::Query query;
  tables::begin_write(query, p, access.columns, write, request.values);
  query << "\nWHERE ";
  browse::key_row_is(query, p, seen.row.id);
  query << "\n  AND " << tables::state_is(p, {seen.row.state});
  for (const SeenRow::Raw& raw : seen.raw) {
    query << "\n  AND " << raw_text(raw.column, raw.is_digest) << " IS NOT DISTINCT FROM ";
    if (raw.value) {
      query.text(*raw.value);
    } else {
      query << "NULL";
    }
  }
  if (seen.xmin) {
    query << "\n  AND k.xmin::pg_catalog.text = ";
    query.text(*seen.xmin);
  }
  if (const std::string guard = guard_of(write); !guard.empty()) query << "\n  AND " << guard;
  if (asks_for_lease(p, seen, request)) query << "\n  AND " << tables::lease_is_over(p);
  if (with_stop_switch) query << "\n  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)";
  query << "\nRETURNING ";
  if (write.deletes) return query << "NULL::pg_catalog.int8, NULL::pg_catalog.text";
  return query << "(" << tables::state_number(p) << ")::pg_catalog.int8, " << roles::before_sql(p, access);
}

key::Identity known_of(const SeenRow& seen) {
  constexpr std::size_t indexed = 500;
  const key::Identity& id = seen.row.id;
  return {elided(id.tenant, indexed), elided(id.operation, indexed), elided(id.key, indexed)};
}

}  // namespace onceover::reconcile
