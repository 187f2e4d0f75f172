// One client's retries under a policy, drawn as data: when each attempt comes, and how likely it is done by then. Pure; where a policy has
// jitter the spreads are measured over many drawn clients, so one seed is one drawing.
#pragma once

#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/planner/policy.h"
#include "core/planner/progress.h"

namespace onceover::planner {

// How attempts fail: all that begin during the outage, and of the others each by itself with chance p.
struct FailureModel {
  double p = 0.5;        // 0 to 1
  Duration outage{};     // length of it
  bool anywhere = true;  // the first attempt meets it at any moment, so that what is left of it is evenly spread; false: at its beginning
};

struct ScheduleOptions {
  Duration attempt_takes{};  // from the start of an attempt until it has failed: a timeout, or the time to be refused
  FailureModel failure;
  unsigned rows = 64;       // attempts listed at most
  unsigned clients = 4000;  // drawn where there is jitter
  unsigned points = 200;    // of the curve
};

struct Spread {
  Duration least, mean, p50, p95, most;
};

struct AttemptRow {
  unsigned attempt = 1;  // 1 is the first
  // Of the wait before it; least and most by the formula, as far as the total lets them. The first attempt has none: all 0.
  Spread delay{};
  // Its start, since the first one's.
  Spread at{};
  double reached = 1;  // share of clients that come to it if all before it fail
};

struct ChancePoint {
  Duration by;
  double done = 0;
};

struct Schedule {
  std::vector<AttemptRow> attempts;
  bool more = false;                      // attempts beyond the listed ones
  std::optional<Duration> horizon;        // from the first attempt's start to the end of the last there can be; nullopt: without bound
  std::optional<Duration> asked_horizon;  // the same of a client that heeds Retry-After
  std::vector<ChancePoint> chance;        // ascending, from 0 on, over the horizon; where there is none, over the listed attempts
  double in_the_end = 0;                  // chance that it is done when the client gives up
  double mean_attempts = 0;               // made under the failure model
  bool cut =
      false;  // a client makes more than 20,000 attempts (with jitter 1,000), which were not followed: the chances are at least these
};

// The longest that a client goes on by itself; nullopt: without bound. What the window must exceed. No dice; exact for 200 attempts, never
// too short beyond. A client that heeds Retry-After waits as long as servers ask, so that nothing but its total bounds it.
std::optional<Duration> horizon_of(const Policy& policy, Duration attempt_takes = {}, bool heeds_retry_after = false);

// invalid_input: no row, client or point, more than a million clients, p that is no chance. cancelled.
Result<Schedule> draw_schedule(const Policy& policy, const ScheduleOptions& options, Random& random, const Progress& progress = {});

}  // namespace onceover::planner
