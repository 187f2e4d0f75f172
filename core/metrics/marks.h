// Acts on the store over a time range, to be drawn on charts: sweeps, plans, the stop switch, manual acts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

struct Mark {
  enum class Kind { sweep, plan, stop, act };
  Kind kind = Kind::act;
  Timestamp at;
  std::optional<Timestamp> until;  // none: one moment, or not ended
  std::int64_t n = 1;              // keys, rows or items
  std::string text;                // "alice settled 3 keys as succeeded"; may quote names from the database: not yet visible()
};
std::string_view word(Mark::Kind kind);  // "sweep"

struct Marks {
  std::vector<Mark> marks;  // by time
  Timestamp since;          // acts are complete from here on: later than asked where there were too many to read
};

// Acts of one kind by one actor within a step are one mark. In its own read-only transaction, bounded: of the newest 100,000 acts the
// newest 20,000 that are marks, and 200 plans. Errors: invalid_input for a range that is empty or infinite or a step below a second; of the
// server, where the trail may not be read.
Result<Marks> marks(pg::Connection& connection, Timestamp from, Timestamp to, Duration step);

}  // namespace onceover::metrics
