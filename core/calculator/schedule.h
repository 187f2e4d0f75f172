// SPDX-License-Identifier: Apache-2.0
// One client's retries under a policy as data: when each attempt starts, and the chance that the request is
// done by then. Pure. With jitter, ranges are measured over many simulated clients; the same seed gives the
// same result.
#pragma once

#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/calculator/figure.h"
#include "core/calculator/policy.h"

namespace onceover::calculator {

// How attempts fail: all that begin during the outage, and of the others each with chance p.
struct FailureModel {
  double p = 0.5;     // 0 to 1
  Duration outage{};  // length of it
  bool anywhere =
      // the first attempt is at a random moment of the outage, so that its rest is evenly distributed; false:
      // at its beginning
      true;
};

struct ScheduleOptions {
  // from the start of an attempt until it has failed: a timeout, or the time of a refusal
  Duration attempt_takes{};
  FailureModel failure;
  unsigned rows = 64;       // limit of the listed attempts
  unsigned clients = 4000;  // simulated where there is jitter
  unsigned points = 200;    // of the curve
};

struct Spread {
  Duration least, mean, p50, p95, most;
};

struct AttemptRow {
  unsigned attempt = 1;  // 1 is the first
  // The wait before it; least and most by the formula, within the total. The first attempt has none: all 0.
  Spread delay{};
  // Its start, since the first one's.
  Spread at{};
  double reached = 1;  // share of clients that reach it if all earlier attempts fail
};

struct ChancePoint {
  Duration by;
  double done = 0;
};

struct Schedule {
  std::vector<AttemptRow> attempts;
  bool more = false;  // attempts beyond the listed ones
  std::optional<Duration>
      horizon;  // from the first attempt's start to the end of the last possible one; nullopt: no limit
  std::optional<Duration> asked_horizon;  // the same for a client that respects Retry-After
  std::vector<ChancePoint>
      chance;             // ascending, from 0 over the horizon; without a horizon, over the listed attempts
  double in_the_end = 0;  // chance that the request succeeds before the client gives up
  double mean_attempts = 0;  // made under the failure model
  bool cut =
      // a client makes more than 20,000 attempts (with jitter 1,000), and the rest was not followed: the
      // chances are lower bounds
      false;
};

// The longest time that a client retries by itself; nullopt: no limit. The window must be longer. Without
// random numbers; exact for 200 attempts, never too short beyond. A client that respects Retry-After waits as
// long as servers ask, so that only its total limits it.
std::optional<Duration> horizon_of(const Policy& policy, Duration attempt_takes = {},
                                   bool heeds_retry_after = false);

// invalid_input: no row, client or point, more than a million clients, or an invalid p. cancelled.
Result<Schedule> draw_schedule(const Policy& policy, const ScheduleOptions& options, Random& random,
                               const Progress& progress = {});

}  // namespace onceover::calculator
