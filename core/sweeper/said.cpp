#include "core/sweeper/said.h"

namespace onceover::sweeper {

LogRecord said_of(const browse::KeyRow& row, LogLevel level, std::string message, std::string_view to, std::string_view verdict,
                  std::string_view error_code) {
  const int attempt = row.case_status == "settled" ? 1 : row.case_attempts + 1;
  LogRecord record{level, std::move(message), {{"key", row.id.key}, {"operation", row.id.operation}, {"tenant", row.id.tenant}}};
  const auto add = [&](const char* name, std::string value) {
    if (!value.empty()) record.fields.emplace_back(name, std::move(value));
  };
  add("attempt", std::to_string(attempt));
  add("from", std::string(key::word(row.state)));
  add("to", std::string(to));
  add("verdict", std::string(verdict));
  add("error_code", std::string(error_code));
  add("correlation_id", row.correlation_id);
  return record;
}

}  // namespace onceover::sweeper
