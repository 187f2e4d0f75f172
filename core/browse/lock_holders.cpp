#include "core/browse/lock_holders.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/tables/sql.h"

namespace onceover::browse {
namespace {

// Whoever locks a row locks its table too, in a mode that lets others read.
constexpr std::string_view holders_sql =
    "SELECT a.pid, COALESCE(a.application_name, ''), COALESCE(a.state, ''), "
    "(extract(epoch FROM pg_catalog.clock_timestamp() - a.xact_start) * 1000000)::pg_catalog.int8 "
    "FROM pg_catalog.pg_stat_activity a "
    "WHERE a.pid <> pg_catalog.pg_backend_pid() AND EXISTS (SELECT FROM pg_catalog.pg_locks l WHERE l.pid = a.pid AND l.granted "
    "AND l.relation = pg_catalog.to_regclass($1::pg_catalog.text) AND l.mode <> 'AccessShareLock') "
    "ORDER BY a.xact_start NULLS LAST LIMIT 3";

}  // namespace

bool is_lock_timeout(const Error& error) { return error.sqlstate == "55P03"; }

std::string lock_holders(pg::Connection& connection, const tables::Profile& profile) {
  return lock_holders(connection, tables::table_name(profile));
}

std::string lock_holders(pg::Connection& connection, const std::string& table) {
  if (!connection.is_open()) return {};
  if (connection.in_transaction()) {
    if (auto ended = connection.script("ROLLBACK"); !ended) return {};
  }
  const auto rows = connection.exec(holders_sql, pg::params(table));
  if (!rows) return {};
  std::string out;
  for (int row = 0; row < rows->size(); ++row) {
    if (!out.empty()) out += "; ";
    out += fmt::format("pid {}", rows->integer(row, 0));
    if (!rows->view(row, 1).empty()) out += ", " + visible(rows->view(row, 1));
    if (const auto age = rows->optional_integer(row, 3)) out += ", in a transaction for " + human(Duration(*age));
    if (!rows->view(row, 2).empty()) out += fmt::format(" ({})", rows->view(row, 2));
  }
  return out;
}

}  // namespace onceover::browse
