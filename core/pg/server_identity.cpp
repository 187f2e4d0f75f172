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

}  // namespace

Result<std::string> system_identifier_sql(Connection& connection) {
  return connection.exec("SELECT pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')").map([](const Rows& may) {
    return std::string(may.boolean(0, 0) ? "(SELECT c.system_identifier::pg_catalog.text FROM pg_catalog.pg_control_system() c)"
                                         : "NULL::pg_catalog.text");
  });
}

Result<ServerIdentity> server_identity(Connection& connection) {
  return as_result([&] {
    const auto rows = connection
                          .exec(fmt::format("SELECT {}, d.oid::pg_catalog.int8, d.datname::pg_catalog.text FROM pg_catalog.pg_database d "
                                            "WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()",
                                            system_identifier_sql(connection).value()))
                          .value();
    return ServerIdentity{rows.optional_text(0, 0), rows.integer(0, 1), rows.text(0, 2)};
  });
}

void write_only_to(Connection& connection, const ServerIdentity& identity) {
  const std::string system =
      identity.system_identifier
          ? fmt::format(" AND EXISTS (SELECT FROM pg_catalog.pg_control_system() c WHERE c.system_identifier::pg_catalog.text ={})",
                        literal(*identity.system_identifier))
          : std::string();
  const std::string is_it = fmt::format(
      "EXISTS (SELECT FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database() AND d.datname ={} AND d.oid = {}){}",
      literal(identity.database), identity.database_oid, system);
  std::string tag = "$onceover$";
  for (int i = 1; is_it.find(tag) != std::string::npos; ++i) tag = fmt::format("$onceover{}$", i);
  connection.set_write_guard(
      fmt::format("DO {0} BEGIN IF NOT ({1}) THEN RAISE EXCEPTION 'onceover: another database' USING ERRCODE = '{2}'; END IF; END {0}", tag,
                  is_it, sqlstate::another_database));
}

}  // namespace onceover::pg
