#include "core/retry/budget.h"

#include <algorithm>
#include <cmath>

namespace onceover::retry {
namespace {

constexpr std::int64_t one_token = 1'000'000;

// A million tokens exceeds any real budget, and keeps the sums far from overflow.
std::int64_t parts_of(double tokens) { return std::isnan(tokens) ? 0 : std::llround(std::clamp(tokens, 0.0, 1e6) * one_token); }

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
  // The remainder below one part is kept, or a client with frequent calls would earn less than one with rare calls.
  const double whole = std::floor(earned);
  earn(static_cast<std::int64_t>(whole));
  last_ += std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(whole / static_cast<double>(per_second_)));
}

}  // namespace onceover::retry
