// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/rollup.h"

#include "core/pg/sqlstate.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::metrics {

Duration unit(Grain grain) {
  switch (grain) {
    case Grain::second: return std::chrono::seconds(1);
    case Grain::minute: return std::chrono::minutes(1);
    case Grain::hour: return std::chrono::hours(1);
  }
  return std::chrono::seconds(1);
}

Timestamp RollupState::since(Grain grain) const {
  switch (grain) {
    case Grain::second: return seconds_from;
    case Grain::minute: return minutes_from;
    case Grain::hour: return hours_from;
  }
  return hours_from;
}

Error without_rollup(Error error) {
  if (error.sqlstate != pg::sqlstate::undefined_table) return error;
  error.kind = ErrorKind::schema;
  error.what = "The roll-up of counts does not exist: the onceover schema is missing here.";
  error.next = "Run `oncectl schema install`.";
  return error;
}

Result<RollupState> rollup_state(pg::Connection& connection) {
  auto rows = connection.exec_prepared(sql::chart_state);
  if (!rows) return fail(without_rollup(rows.error()));
  if (rows->size() != 1) {
    return fail(ErrorKind::schema, "onceover.counter_rollup has no row.", "Nothing was read.",
                "Put it back: INSERT INTO onceover.counter_rollup DEFAULT VALUES.");
  }
  return RollupState{rows->timestamp(0, 0), rows->timestamp(0, 1), rows->timestamp(0, 2),
                     rows->timestamp(0, 3), rows->timestamp(0, 4), rows->boolean(0, 5)};
}

std::string_view kind_of(bool tenant, bool operation) {
  return tenant && operation ? "both" : tenant ? "tenant" : operation ? "operation" : "all";
}

std::optional<std::string> or_all(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void each_part(Timestamp at, std::int64_t n, std::string_view parts, Duration part,
               const std::function<void(Timestamp, std::int64_t)>& on_part) {
  if (parts.empty()) {
    on_part(at, n);
    return;
  }
  const char* end = parts.data() + parts.size();
  for (const char* from = parts.data() + 1; from < end; at = at + part) {
    std::int64_t value = 0;
    const auto [behind, error] = std::from_chars(from, end, value);
    if (error != std::errc{}) return;
    if (value != 0) on_part(at, value);
    from = behind + 1;
  }
}

Result<std::int64_t> roll_up(pg::Connection& connection, std::int64_t most, Duration not_within,
                             bool is_dry) {
  return as_result([&]() -> std::int64_t {
    auto transaction =
        pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(60)}).value();
    auto rows = transaction.exec_prepared(sql::counters_roll, pg::Params().integer(most).interval(not_within))
                    .value();
    const std::int64_t moved = rows.optional_integer(0, 0).value_or(-1);
    if (!is_dry) require(transaction.commit());
    return moved;
  });
}

}  // namespace onceover::metrics
