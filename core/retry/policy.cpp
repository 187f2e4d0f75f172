// SPDX-License-Identifier: Apache-2.0
#include "core/retry/policy.h"

#include "core/base/enum_names.h"

namespace onceover::retry {

Decision decide_retry(const Policy& policy, unsigned attempt, Duration elapsed, Outcome outcome,
                      std::optional<Duration> retry_after, std::optional<Duration> previous_delay,
                      Random& random) {
  if (outcome == Outcome::done) return GiveUp{GiveUpReason::done};
  if (outcome == Outcome::permanent) return GiveUp{GiveUpReason::permanent};
  if (attempt >= policy.attempts) return GiveUp{GiveUpReason::attempts_exhausted};
  const unsigned n = attempt == 0 ? 0 : attempt - 1;
  const Duration computed = next_delay(policy.strategy, n, policy.base, policy.cap, previous_delay, random);
  const Duration delay = std::max(retry_after.value_or(computed), Duration::zero());
  // Not elapsed + delay: a Retry-After may be arbitrarily long.
  if (delay >= policy.total - std::max(elapsed, Duration::zero())) return GiveUp{GiveUpReason::out_of_time};
  return RetryAfter{delay};
}

namespace {

// min(cap, base·2^n), without computing a power that does not fit.
Duration doubled(unsigned n, Duration base, Duration cap) {
  const bool reaches_cap = n >= 63 || base.count() > cap.count() >> n;
  if (base == Duration::zero()) return base;
  return reaches_cap ? cap : Duration(base.count() << n);
}

// As doubles, since three times a delay may overflow; values at or above the cap become the cap before the
// conversion back.
Duration random_up_to_cap(double low, double high, Duration cap, Random& random) {
  const double drawn = random.between(low, high);
  return drawn < static_cast<double>(cap.count()) ? Duration(static_cast<Duration::rep>(drawn)) : cap;
}

double count_of(Duration span) { return static_cast<double>(span.count()); }

}  // namespace

constexpr auto strategy_words = enum_names<Strategy>();

std::string_view word(Strategy strategy) { return strategy_words.of(strategy); }

Duration next_delay(Strategy strategy, unsigned n, Duration base, Duration cap,
                    std::optional<Duration> previous, Random& random) {
  base = std::max(base, Duration::zero());
  cap = std::max(cap, Duration::zero());
  const Duration grown = doubled(n, base, cap);
  switch (strategy) {
    case Strategy::exponential: return grown;
    case Strategy::full_jitter: return random_up_to_cap(0, count_of(grown), grown, random);
    case Strategy::equal_jitter: {
      const Duration half = grown / 2;
      return half + random_up_to_cap(0, count_of(half), half, random);
    }
    case Strategy::decorrelated_jitter:
      return random_up_to_cap(count_of(base), 3 * count_of(previous.value_or(base)), cap, random);
  }
  return grown;
}

Outcome classify(int http_status, std::optional<std::string_view> error_code) {
  if (http_status >= 100 && http_status < 400) return Outcome::done;
  if (error_code == "PROVIDER.duplicate") return Outcome::permanent;
  if (http_status == 409) {
    const bool still_at_it = error_code == "CONFLICT.idempotency.in_progress" ||
                             error_code == "CONFLICT.idempotency.awaiting_reconciliation";
    return still_at_it ? Outcome::retryable : Outcome::permanent;
  }
  if (http_status == 408 || http_status == 429 || (http_status >= 500 && http_status <= 599))
    return Outcome::retryable;
  return Outcome::permanent;
}

namespace {

constexpr Duration longest_rest = std::chrono::seconds(1);

}  // namespace

Pace::Pace(const PaceConfig& config)
    : config_(config), batch_(std::min(std::max(config.least, config.first), config.most)) {}

void Pace::went(int rows, Duration longest, bool may_grow) {
  const double elapsed = static_cast<double>(std::max<std::int64_t>(1, longest.count()));
  // By half at most: one hiccup of the machine is not the store's pace.
  double factor = std::clamp(static_cast<double>(config_.aim.count()) / elapsed, 0.5, 1.5);
  if (rows < batch_ || !may_grow) factor = std::min(factor, 1.0);
  batch_ = std::clamp(static_cast<int>(batch_ * factor), std::min(config_.least, config_.most), config_.most);
}

Duration Pace::rest(Duration worked, Duration idle) const {
  const double whole = static_cast<double>(worked.count()) * (1 / config_.share - 1);
  const Duration rest = Duration(static_cast<std::int64_t>(std::min(whole, 1e12))) - idle;
  return std::clamp(rest, Duration{0}, longest_rest);
}

}  // namespace onceover::retry
