#include "core/pg/libpq.h"

#include <algorithm>
#include <cstring>

#include "core/base/text.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

std::string trimmed(const char* text) {
  if (text == nullptr) return {};
  std::string out = elided({text, ::strnlen(text, most_message_bytes + 1)}, most_message_bytes);
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return visible_lines(redacted(out));
}

std::string_view field(const pg_result* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

std::string sqlstate_of(const pg_result* result) {
  const std::string_view state = field(result, PG_DIAG_SQLSTATE);
  const auto is_state = [](char c) { return is_ascii_digit(c) || (c >= 'A' && c <= 'Z'); };
  return std::string(state.empty() || (state.size() == 5 && std::ranges::all_of(state, is_state)) ? state : sqlstate::internal_error);
}

namespace {

// Details of refused or unreadable values, and those that a trigger or a function raises: "Failing row contains (…)", "Key (iban)=(…)
// already exists". They are values of a row, which a listing masks.
bool may_hold_values(std::string_view sqlstate) {
  for (const std::string_view group : {"22", "23", "27", "2F", "38", "39", "44", "P0"}) {
    if (sqlstate.starts_with(group)) return true;
  }
  return false;
}

std::string detail_of(const pg_result* result, std::string_view sqlstate) {
  std::string detail = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL));
  return detail.empty() || !may_hold_values(sqlstate) ? detail : "The server's detail is not shown: it may contain values of a row.";
}

}  // namespace

Error error_of(const pg_result* result) {
  Error error;
  error.sqlstate = sqlstate_of(result);
  error.kind = kind_of(error.sqlstate);
  error.what = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (error.what.empty()) error.what = trimmed(PQresultErrorMessage(result));
  if (error.what.empty()) error.what = "The server closed the connection.";
  error.detail = detail_of(result, error.sqlstate);
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
