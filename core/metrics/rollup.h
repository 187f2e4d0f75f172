// SPDX-License-Identifier: Apache-2.0
// How counts are stored: blocks of a minute or an hour with 60 parts each, and the inbox.
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

// Names that are no metrics: the heartbeat of a process without counts, and incoming rows of any name.
inline constexpr std::string_view heartbeat = "heartbeat", alive = "alive";

// For a reading transaction: counts that move meanwhile are neither missed nor counted twice. Compiling would
// take longer than reading.
inline constexpr std::string_view in_one_snapshot =
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL jit = off";

struct RollupState {
  Timestamp now;  // the database's clock
  // the start of what is kept at each resolution
  Timestamp seconds_from = Timestamp::minus_infinity(), minutes_from{}, hours_from{};
  Timestamp watched_from;  // since when processes report that they count
  bool is_behind = false;  // the inbox holds counts that should have been moved long ago
  Timestamp since(Grain grain) const;
};
// In the caller's transaction. ErrorKind::schema: the store is older than the roll-up.
Result<RollupState> rollup_state(pg::Connection& connection);

// The error of a statement on the roll-up, as ErrorKind::schema where its tables are missing.
Error without_rollup(Error error);

// The kind of series by tenant, operation, both or neither; and the parameter for one or for all.
std::string_view kind_of(bool tenant, bool operation);
std::optional<std::string> or_all(const std::string& text);

// A row of the statements chart.sql and chart_alive.sql: n at `at` or, with parts ("{1,0,…}"), each at its
// own time.
void each_part(Timestamp at, std::int64_t n, std::string_view parts, Duration part,
               const std::function<void(Timestamp at, std::int64_t n)>& on_part);

// Moves the inbox into the roll-up, oldest first, up to this many rows. Returns how many it moved, or −1
// where another process is moving them or did so within not_within. Commits, unless it is dry; never waits
// for a lock. The function is in the store (onceover.roll_up_counters).
Result<std::int64_t> roll_up(pg::Connection& connection, std::int64_t most = 100'000,
                             Duration not_within = Duration{0}, bool is_dry = false);

}  // namespace onceover::metrics
