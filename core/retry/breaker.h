// A circuit breaker: after too many failures a dependency is left alone for a while, then probed by a few calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.h"

namespace onceover::retry {

struct BreakerConfig {
  unsigned failures = 5;                        // in the window, at least this many …
  double rate = 0.5;                            // … and at least this part of the calls: the circuit opens; 0: the count alone decides
  Duration window = std::chrono::seconds(10);   // counted in ten slices
  Duration open_for = std::chrono::seconds(5);  // before probes are let through
  unsigned probes = 1;                          // that many successes close it again; no more are under way at once
  Duration probe_timeout = std::chrono::seconds(30);  // a probe nobody reported on is given up, or the circuit could stay half-open
};

enum class BreakerState { closed, open, half_open };
// "closed", "open", "half_open".
std::string_view word(BreakerState state);

// Not thread-safe: its owner guards it. `now` must not go back.
class Breaker {
 public:
  // Belongs to one call; says under which spell of the circuit it was allowed.
  struct Ticket {
    std::uint64_t spell;
  };

  explicit Breaker(const BreakerConfig& config) : config_(config) {}

  // A ticket where the call may be made; nullopt where it must not.
  std::optional<Ticket> allow(Steady::time_point now);
  // How the call ended. A call allowed before the circuit last changed says nothing of the dependency now and is not counted.
  void record(Ticket ticket, bool succeeded, Steady::time_point now);

  // Open turns into half_open once its time is over.
  BreakerState state(Steady::time_point now);
  // Until a call may be allowed: 0 where it may be now or a probe is under way.
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

}  // namespace onceover::retry
