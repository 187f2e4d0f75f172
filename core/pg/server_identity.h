// SPDX-License-Identifier: Apache-2.0
// Which database of which cluster is connected. An address may later lead to another one: a name is
// redirected, or a database is restored under the old name. A promoted standby is the same.
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

// From now on the connection's own writing transactions (transaction.h) are refused on any other database,
// with ErrorKind::unsupported, before anything of them is sent: also after a reopen(), and through a pooler.
void write_only_to(Connection& connection, const ServerIdentity& identity);

// What the caller remembers from now on is of the server that answers now, and of its timeline. The
// connection's own writing transactions are refused once another one answers, as behind a pooler after a
// promotion: with ErrorKind::connection, and the connection is closed, as if it had been lost. Returns the
// history: after a reopen() another one means that what was remembered before is void.
Result<std::string> hold_to_history(Connection& connection);
Result<std::string> history_of(Connection& connection);
// As the first statement of a transaction: another_history, unless this is the history.
std::string history_guard(const std::string& history);

}  // namespace onceover::pg
