// SPDX-License-Identifier: Apache-2.0
// A circuit breaker: after too many failures a dependency is not called for a while, then tested with a few
// calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.h"

namespace onceover::retry {

struct BreakerConfig {
  unsigned failures = 5;  // in the window, at least this many …
  double rate = 0.5;  // … and at least this share of the calls: the circuit opens; 0: only the count decides
  Duration window = std::chrono::seconds(10);   // counted in ten slices
  Duration open_for = std::chrono::seconds(5);  // before probes are allowed
  unsigned probes = 1;                          // this many successes close it again; no more run at once
  // a probe without a result is given up, or the circuit could remain half-open
  Duration probe_timeout = std::chrono::seconds(30);
};

enum class BreakerState { closed, open, half_open };
// "closed", "open", "half_open".
std::string_view word(BreakerState state);

// Not thread-safe: its owner protects it. `now` must not decrease.
class Breaker {
 public:
  // Belongs to one call; records in which state of the circuit it was allowed.
  struct Ticket {
    std::uint64_t spell;
  };

  explicit Breaker(const BreakerConfig& config) : config_(config) {}

  // A ticket if the call may be made; otherwise nullopt.
  std::optional<Ticket> allow(Steady::time_point now);
  // The result of the call. A call allowed before the last change of the circuit is not counted.
  void record(Ticket ticket, bool succeeded, Steady::time_point now);

  // Open becomes half_open after its time.
  BreakerState state(Steady::time_point now);
  // Time until a call may be allowed: 0 if it may be now, or a probe is running.
  Duration wait(Steady::time_point now);

 private:
  struct Slice {
    std::int64_t number = 0;  // of this slice since the clock's epoch
    unsigned calls = 0, failures = 0;
  };

  void enter(BreakerState state, Steady::time_point now);
  void count(bool succeeded, Steady::time_point now);
  bool has_failed_too_often(Steady::time_point now) const;
  std::int64_t slice_number(Steady::time_point now) const;

  BreakerConfig config_;
  BreakerState state_ = BreakerState::closed;
  std::uint64_t spell_ = 0;
  Steady::time_point since_{};
  unsigned probes_sent_ = 0, probes_succeeded_ = 0;
  std::array<Slice, 10> slices_{};
};

// A retry budget: retries remain a fraction of requests, so that a failing dependency does not get a multiple
// of its load.

struct BudgetConfig {
  double ratio = 0.1;       // tokens that a request earns; a retry costs one
  double per_second = 0.1;  // tokens earned by time, so that a quiet client can retry at all
  double burst = 10;        // maximum of tokens, and the initial number
};

// A token bucket. Over any span: retries ≤ burst + ratio · requests + per_second · seconds. Not thread-safe:
// its owner protects it.
class Budget {
 public:
  Budget(const BudgetConfig& config, Steady::time_point now);

  // Call for a first attempt; retries are not requests.
  void on_request(Steady::time_point now);
  // Takes a token for a retry; false: there is none, and the retry must not be made.
  bool try_spend(Steady::time_point now);
  // Whole tokens left.
  std::int64_t tokens(Steady::time_point now);

 private:
  void earn(std::int64_t parts);
  void pass_time(Steady::time_point now);

  // Millionths of a token: ten earnings of 0.1 are exactly one retry.
  std::int64_t per_request_, per_second_, most_, held_;
  Steady::time_point last_;
};

}  // namespace onceover::retry
