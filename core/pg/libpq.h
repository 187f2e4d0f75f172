// What libpq hands out, as values of ours. Inside the room only.
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

// A message without the line ends behind it and without secrets; null: empty.
std::string trimmed(const char* text);
// PG_DIAG_*; empty where it is not there.
std::string field(const pg_result* result, int code);
bool is_failure(const pg_result* result);
Error error_of(const pg_result* result);
// The last message of the connection.
Error send_failed(pg_conn* connection);

}  // namespace onceover::pg
