#include "core/pg/sqlstate.h"

namespace onceover::pg {

ErrorKind kind_of(std::string_view state) {
  if (state.empty() || state.starts_with("08") || state == "57P01" || state == "57P02" || state == "57P03" || state == "57P04" ||
      state == "57P05" || state == "25P03" || state == "25P04") {
    return ErrorKind::connection;
  }
  if (state == "40001" || state == "40P01" || state == "55P03" || state == "55006" || state == "26000" || state == "42P05")
    return ErrorKind::busy;
  if (state.starts_with("53")) return ErrorKind::busy;  // disk full, out of memory, too many connections: nothing was done
  if (state == "57014") return ErrorKind::timeout;
  if (state == "25006") return ErrorKind::read_only;
  if (state == sqlstate::insufficient_privilege || state.starts_with("28")) return ErrorKind::not_permitted;
  return ErrorKind::database;
}

bool passes_by_itself(const Error& error) {
  // No connection was made, for a reason that the server knows: only its class tells whether waiting helps.
  if (error.sqlstate == "3D000" || error.sqlstate.starts_with("28")) return false;
  return error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.kind == ErrorKind::read_only;
}

std::string_view advice_for(std::string_view state) {
  if (state == "53100") return "The server's disk is full. Free space there, then try again; nothing was recorded.";
  if (state == sqlstate::too_many_connections)
    return "The server has no free connection. Try again later, close some, or raise max_connections.";
  if (state == "28P01" || state == "28000") return "Check user and password, and pg_hba.conf on the server.";
  if (state == "3D000") return "Check the database's name.";
  if (state == sqlstate::insufficient_privilege) return "Ask for the right in the message, or connect as another role.";
  if (state == "42P01" || state == "3F000") return "Check that the table exists in this database, and its schema's name.";
  if (state == "25006") return "This server or session is read-only. Connect to the primary to write.";
  if (state == "57014") return "The statement reached its time limit. Narrow the request, or raise the limit.";
  if (state == "55P03") return "Another transaction has locked the row. Try again, or find that transaction.";
  return {};
}

}  // namespace onceover::pg
