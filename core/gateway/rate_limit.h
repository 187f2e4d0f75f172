// How often a gateway may be asked: a token bucket as a generic cell rate algorithm (GCRA), without a thread or sleeping.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "core/base/time.h"
#include "core/gateway/config.h"

namespace onceover::gateway {

// Over any span: started ≤ burst + requests · span / Rate::span. Any thread.
class RateLimit {
 public:
  explicit RateLimit(const Rate& rate);
  // Reserves the next request and returns when it may start; `now` if at once. nullopt, without a reservation: that would be after
  // `latest`.
  std::optional<Deadline> take(Deadline now, Deadline latest);

 private:
  std::mutex mutex_;
  Steady::duration between_;  // between evenly spread requests
  Steady::duration ahead_;    // how far a burst may run ahead of that
  Deadline next_;             // when the next one would start if all were evenly spread
};

// One for all gateways of this process with this address and rate: the declared rate is the gateway's limit, not that of one caller. Null:
// no declared rate.
std::shared_ptr<RateLimit> shared_rate_limit(const Config& config);

}  // namespace onceover::gateway
