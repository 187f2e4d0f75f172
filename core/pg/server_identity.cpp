// SPDX-License-Identifier: Apache-2.0
#include "core/pg/server_identity.h"

#include <fmt/format.h>

#include "core/pg/sqlstate.h"

namespace onceover::pg {
namespace {

std::string literal(const std::string& text) {
  std::string out = " E'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += c;
    out += c;
  }
  return out + '\'';
}

// The control file is late after a promotion. Two servers that were promoted apart can have one timeline.
constexpr std::string_view history =
    "pg_catalog.concat_ws('/', CASE WHEN pg_catalog.pg_is_in_recovery() THEN 'standby' ELSE "
    "pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8) END, "
    "EXTRACT(epoch FROM pg_catalog.pg_postmaster_start_time())::pg_catalog.text)";

}  // namespace

Result<std::string> history_of(Connection& connection) {
  return connection.exec(fmt::format("SELECT {}", history)).map([](const Rows& rows) {
    return rows.text(0, 0);
  });
}

Result<std::string> hold_to_history(Connection& connection) {
  return history_of(connection).map([&](std::string now) {
    connection.set_history(now);
    return now;
  });
}

std::string history_guard(const std::string& expected) {
  return fmt::format(
      "DO $onceover$ BEGIN IF {} OPERATOR(pg_catalog.<>){} THEN RAISE EXCEPTION 'onceover: another history' "
      "USING ERRCODE = '{}'; END IF; END $onceover$",
      history, literal(expected), sqlstate::another_history);
}

Result<std::string> system_identifier_sql(Connection& connection) {
  return connection
      .exec("SELECT pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')")
      .map([](const Rows& may) {
        return std::string(
            may.boolean(0, 0)
                ? "(SELECT c.system_identifier::pg_catalog.text FROM pg_catalog.pg_control_system() c)"
                : "NULL::pg_catalog.text");
      });
}

Result<ServerIdentity> server_identity(Connection& connection) {
  return as_result([&] {
    const auto rows =
        connection
            .exec(fmt::format(
                "SELECT {}, d.oid::pg_catalog.int8, d.datname::pg_catalog.text FROM pg_catalog.pg_database d "
                "WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()",
                system_identifier_sql(connection).value()))
            .value();
    return ServerIdentity{rows.optional_text(0, 0), rows.integer(0, 1), rows.text(0, 2)};
  });
}

void write_only_to(Connection& connection, const ServerIdentity& identity) {
  const std::string system = identity.system_identifier
                                 ? fmt::format(
                                       " AND EXISTS (SELECT FROM pg_catalog.pg_control_system() c WHERE "
                                       "c.system_identifier::pg_catalog.text ={})",
                                       literal(*identity.system_identifier))
                                 : std::string();
  const std::string is_it = fmt::format(
      "EXISTS (SELECT FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database() AND "
      "d.datname ={} AND d.oid = {}){}",
      literal(identity.database), identity.database_oid, system);
  std::string tag = "$onceover$";
  for (int i = 1; is_it.find(tag) != std::string::npos; ++i) tag = fmt::format("$onceover{}$", i);
  connection.set_write_guard(
      fmt::format("DO {0} BEGIN IF NOT ({1}) THEN RAISE EXCEPTION 'onceover: another database' USING ERRCODE "
                  "= '{2}'; END IF; END {0}",
                  tag, is_it, sqlstate::another_database));
}

}  // namespace onceover::pg
