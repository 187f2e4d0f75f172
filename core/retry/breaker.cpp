// SPDX-License-Identifier: Apache-2.0
#include "core/retry/breaker.h"

#include <cmath>

#include "core/base/enum_names.h"

namespace onceover::retry {

constexpr auto breaker_state_words = enum_names<BreakerState>();

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

namespace {

constexpr std::int64_t one_token = 1'000'000;

// A million tokens exceeds any real budget, and keeps the sums far from overflow.
std::int64_t parts_of(double tokens) {
  return std::isnan(tokens) ? 0 : std::llround(std::clamp(tokens, 0.0, 1e6) * one_token);
}

}  // namespace

Budget::Budget(const BudgetConfig& config, Steady::time_point now)
    : per_request_(parts_of(config.ratio)),
      per_second_(parts_of(config.per_second)),
      most_(parts_of(config.burst)),
      held_(most_),
      last_(now) {}

void Budget::on_request(Steady::time_point now) {
  pass_time(now);
  earn(per_request_);
}

bool Budget::try_spend(Steady::time_point now) {
  pass_time(now);
  if (held_ < one_token) return false;
  held_ -= one_token;
  return true;
}

std::int64_t Budget::tokens(Steady::time_point now) {
  pass_time(now);
  return held_ / one_token;
}

void Budget::earn(std::int64_t parts) { held_ = std::min(most_, held_ + parts); }

void Budget::pass_time(Steady::time_point now) {
  if (now <= last_ || per_second_ == 0) return;
  const double earned = std::chrono::duration<double>(now - last_).count() * static_cast<double>(per_second_);
  if (earned >= static_cast<double>(most_)) {
    held_ = most_;
    last_ = now;
    return;
  }
  // The remainder below one part is kept, or a client with frequent calls would earn less than one with rare
  // calls.
  const double whole = std::floor(earned);
  earn(static_cast<std::int64_t>(whole));
  last_ += std::chrono::duration_cast<Steady::duration>(
      std::chrono::duration<double>(whole / static_cast<double>(per_second_)));
}

}  // namespace onceover::retry
