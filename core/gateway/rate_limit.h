// How often a gateway may be asked: a token bucket in its form as a time of arrival (GCRA), which needs no thread and no sleeping.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "core/base/time.h"
#include "core/gateway/config.h"

namespace onceover::gateway {

// Over any span: begun ≤ burst + requests · span / Rate::span. Any thread.
class RateLimit {
 public:
  explicit RateLimit(const Rate& rate);
  // The moment at which one more request may begin, which is taken by it; `now` where none has to be waited for. nullopt, and nothing is
  // taken: that would be later than `latest`.
  std::optional<Deadline> take(Deadline now, Deadline latest);

 private:
  std::mutex mutex_;
  Steady::duration between_;  // requests that are evenly spread
  Steady::duration ahead_;    // how far a burst may run ahead of that
  Deadline next_;             // when the next one would begin if all had been spread evenly
};

// One for all gateways of this process with this address and rate: what is declared is the gateway's patience, not one asker's. Null where
// no rate is declared.
std::shared_ptr<RateLimit> shared_rate_limit(const Config& config);

}  // namespace onceover::gateway
