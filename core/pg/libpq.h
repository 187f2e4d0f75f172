// Values made from libpq's results. Only for this room.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>

#include "core/base/result.h"

namespace onceover::pg {

struct ClearResult {
  void operator()(pg_result* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<pg_result, ClearResult>;

// A message as a person may see it: without trailing line ends and secrets, each line as visible() makes it (a function on the server can
// put anything into its messages); null: empty.
std::string trimmed(const char* text);
// PG_DIAG_*; empty if missing.
std::string field(const pg_result* result, int code);
bool is_failure(const pg_result* result);
Error error_of(const pg_result* result);
// The last message of the connection.
Error send_failed(pg_conn* connection);

}  // namespace onceover::pg
