// How what was counted stands in the store: blocks of a minute or an hour with 60 parts each, and the inbox beside them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

enum class Grain { second, minute, hour };
Duration unit(Grain grain);

// Names that are no metrics: what a process writes that has nothing to count, and rows as they came in, of any name.
inline constexpr std::string_view heartbeat = "heartbeat", alive = "alive";

// For a transaction that reads: what is moved meanwhile is neither missed nor counted twice. Compiling would take longer than the reading.
inline constexpr std::string_view in_one_snapshot = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL jit = off";

struct RollupState {
  Timestamp now;                                                                       // the database's clock
  Timestamp seconds_from = Timestamp::minus_infinity(), minutes_from{}, hours_from{};  // since when each is kept
  Timestamp watched_from;                                                              // since when processes say that they count
  bool is_behind = false;  // the inbox holds what should have been moved long ago
  Timestamp since(Grain grain) const;
};
// In the caller's transaction. ErrorKind::schema where the store is older than the roll-up.
Result<RollupState> rollup_state(pg::Connection& connection);

// What a statement over the roll-up failed with, said as ErrorKind::schema where its tables are not there.
Error without_rollup(Error error);

// The kind of series that tells one tenant, one operation, both or none apart; and the parameter that stands for one or all.
std::string_view kind_of(bool tenant, bool operation);
std::optional<std::string> or_all(const std::string& text);

Timestamp floor_to(Timestamp at, Duration unit);
Timestamp ceil_to(Timestamp at, Duration unit);

// A row of the statements chart.sql and chart_alive.sql: n at `at`, or, where parts ("{1,0,…}") are there, each at its own.
void each_part(Timestamp at, std::int64_t n, std::string_view parts, Duration part,
               const std::function<void(Timestamp at, std::int64_t n)>& on_part);

// Moves the inbox into the roll-up, oldest first, at most so many rows; how many it moved, and −1 where another is at it or was within
// not_within. Commits; never waits for a lock. The store's own function does it (onceover.roll_up_counters).
Result<std::int64_t> roll_up(pg::Connection& connection, std::int64_t most = 100'000, Duration not_within = Duration{0});

}  // namespace onceover::metrics
