#include "core/pg/libpq.h"

#include "core/base/text.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

std::string trimmed(const char* text) {
  std::string out = text != nullptr ? text : "";
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return visible_lines(redacted(out));
}

std::string field(const pg_result* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

Error error_of(const pg_result* result) {
  Error error;
  error.sqlstate = field(result, PG_DIAG_SQLSTATE);
  error.kind = kind_of(error.sqlstate);
  error.what = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (error.what.empty()) error.what = trimmed(PQresultErrorMessage(result));
  if (error.what.empty()) error.what = "The server closed the connection.";
  error.detail = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL));
  error.next = advice_for(error.sqlstate);
  return error;
}

bool is_failure(const pg_result* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

Error send_failed(pg_conn* connection) {
  return {ErrorKind::connection,
          "The statement could not be sent.",
          "Nothing was done.",
          "Connect again.",
          "",
          trimmed(PQerrorMessage(connection))};
}

}  // namespace onceover::pg
