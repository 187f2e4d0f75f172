#include "core/retry/breaker.h"

#include <algorithm>

#include "core/base/words.h"

namespace onceover::retry {

constexpr auto breaker_state_words =
    words<BreakerState>({{BreakerState::closed, "closed"}, {BreakerState::open, "open"}, {BreakerState::half_open, "half_open"}});

std::string_view word(BreakerState state) { return breaker_state_words.of(state); }

std::optional<Breaker::Ticket> Breaker::allow(Steady::time_point now) {
  switch (state(now)) {
    case BreakerState::open: return std::nullopt;
    case BreakerState::closed: return Ticket{spell_};
    case BreakerState::half_open: break;
  }
  const unsigned wanted = std::max(1U, config_.probes);
  if (probes_sent_ >= wanted) {
    if (now - since_ < config_.probe_timeout) return std::nullopt;
    enter(BreakerState::half_open, now);
  }
  ++probes_sent_;
  return Ticket{spell_};
}

void Breaker::record(Ticket ticket, bool succeeded, Steady::time_point now) {
  if (ticket.spell != spell_) return;
  if (state_ == BreakerState::closed) {
    count(succeeded, now);
    if (has_failed_too_often(now)) enter(BreakerState::open, now);
  } else if (!succeeded) {
    enter(BreakerState::open, now);
  } else if (++probes_succeeded_ >= std::max(1U, config_.probes)) {
    enter(BreakerState::closed, now);
  }
}

BreakerState Breaker::state(Steady::time_point now) {
  if (state_ == BreakerState::open && now - since_ >= config_.open_for) enter(BreakerState::half_open, now);
  return state_;
}

Duration Breaker::wait(Steady::time_point now) {
  if (state(now) != BreakerState::open) return Duration::zero();
  return std::chrono::ceil<Duration>(config_.open_for - (now - since_));
}

void Breaker::enter(BreakerState state, Steady::time_point now) {
  state_ = state;
  since_ = now;
  ++spell_;
  probes_sent_ = probes_succeeded_ = 0;
  slices_ = {};
}

void Breaker::count(bool succeeded, Steady::time_point now) {
  const std::int64_t number = slice_number(now);
  Slice& slice = slices_[static_cast<std::size_t>(number) % slices_.size()];
  if (slice.number != number) slice = {number, 0, 0};
  ++slice.calls;
  slice.failures += succeeded ? 0 : 1;
}

bool Breaker::has_failed_too_often(Steady::time_point now) const {
  unsigned calls = 0, failures = 0;
  const std::int64_t newest = slice_number(now);
  for (const Slice& slice : slices_) {
    if (slice.number <= newest - static_cast<std::int64_t>(slices_.size())) continue;
    calls += slice.calls;
    failures += slice.failures;
  }
  return failures >= std::max(1U, config_.failures) && failures >= config_.rate * calls;
}

std::int64_t Breaker::slice_number(Steady::time_point now) const {
  const auto slice = std::max(config_.window / static_cast<std::int64_t>(slices_.size()), Duration(1));
  return now.time_since_epoch() / slice;
}

}  // namespace onceover::retry
