// Which database of which cluster is connected. An address may later lead to another one: a name is redirected, or a database is restored
// under the old name. A promoted standby is the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::pg {

struct ServerIdentity {
  std::optional<std::string> system_identifier;  // none: this user may not read it
  std::int64_t database_oid = 0;
  std::string database;
  bool operator==(const ServerIdentity&) const = default;
};

Result<ServerIdentity> server_identity(Connection& connection);

// The system identifier as an SQL expression of type text: NULL where this user may not read it.
Result<std::string> system_identifier_sql(Connection& connection);

// From now on the connection's own writing transactions (transaction.h) are refused on any other database, with ErrorKind::unsupported,
// before anything of them is sent: also after a reopen(), and through a pooler.
void write_only_to(Connection& connection, const ServerIdentity& identity);

}  // namespace onceover::pg
