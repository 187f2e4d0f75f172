// Values made from libpq's results. Only for this room.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace onceover::pg {

struct ClearResult {
  void operator()(pg_result* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<pg_result, ClearResult>;

// A message as a person may see it: without trailing line ends and secrets, each line as visible() makes it (a function on the server can
// put anything into its messages), cut at most_message_bytes; null: empty.
inline constexpr std::size_t most_message_bytes = 16'384;
std::string trimmed(const char* text);
// PG_DIAG_*; empty if missing.
std::string_view field(const pg_result* result, int code);
// The SQLSTATE; internal_error where the server sent something else in its place.
std::string sqlstate_of(const pg_result* result);
bool is_failure(const pg_result* result);
Error error_of(const pg_result* result);
// The last message of the connection.
Error send_failed(pg_conn* connection);

}  // namespace onceover::pg
