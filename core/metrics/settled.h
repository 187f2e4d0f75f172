// Settlements that no process counts: those of plans and of people, from the audit trail. Sweepers count their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::metrics {

struct SettledElsewhere {
  std::string name;  // "settled.succeeded", as the counter
  Timestamp at;      // the beginning of its step
  std::string tenant, operation;
  std::int64_t n = 0;
};

// From `from` to before `to`, in steps from `from`. tenant, operation: empty: all. Empty where this user may not read the trail.
// In the caller's transaction, or in none.
Result<std::vector<SettledElsewhere>> settled_elsewhere(pg::Connection& connection, Timestamp from, Timestamp to, Duration step,
                                                        const std::string& tenant = {}, const std::string& operation = {});

}  // namespace onceover::metrics
