#include "core/gateway/rate_limit.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace onceover::gateway {

RateLimit::RateLimit(const Rate& rate)
    : between_(std::chrono::duration_cast<Steady::duration>(rate.span) / std::max(rate.requests, 1)),
      ahead_(between_ * (std::max(rate.burst, 1) - 1)),
      next_(Deadline::min()) {}

std::optional<Deadline> RateLimit::take(Deadline now, Deadline latest) {
  const std::lock_guard lock(mutex_);
  const Deadline due = std::max(next_, now);
  const Deadline begins = std::max(now, due - ahead_);
  if (begins > latest) return std::nullopt;
  next_ = due + between_;
  return begins;
}

std::shared_ptr<RateLimit> shared_rate_limit(const Config& config) {
  if (!config.rate) return nullptr;
  // The only process-wide state of this room: two configurations with one address are one gateway.
  static std::mutex mutex;
  static std::map<std::tuple<std::string, int, Duration, int>, std::weak_ptr<RateLimit>> known;
  const std::lock_guard lock(mutex);
  std::erase_if(known, [](const auto& each) { return each.second.expired(); });
  auto& kept = known[{config.base_url, config.rate->requests, config.rate->span, config.rate->burst}];
  auto limit = kept.lock();
  if (!limit) kept = limit = std::make_shared<RateLimit>(*config.rate);
  return limit;
}

}  // namespace onceover::gateway
