// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/policy.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"

namespace onceover::calculator {
namespace {

std::optional<retry::Strategy> strategy_of(Backoff backoff) {
  switch (backoff) {
    case Backoff::none:
    case Backoff::fixed: return std::nullopt;
    case Backoff::exponential: return retry::Strategy::exponential;
    case Backoff::full_jitter: return retry::Strategy::full_jitter;
    case Backoff::equal_jitter: return retry::Strategy::equal_jitter;
    case Backoff::decorrelated_jitter: return retry::Strategy::decorrelated_jitter;
  }
  return std::nullopt;
}

Duration base_of(const Policy& policy) { return std::clamp(policy.base, Duration::zero(), endless); }
Duration cap_of(const Policy& policy) {
  return std::clamp(policy.cap.value_or(endless), Duration::zero(), endless);
}

unsigned power_of(const Policy& policy, unsigned n) {
  constexpr unsigned beyond_any = 1'000;  // base·2^1000 is above every cap
  return std::min(n, beyond_any) + std::min(policy.first_power, beyond_any);
}

// min(cap, base·factor^power)
Duration grown(const Policy& policy, int factor, unsigned power) {
  Duration delay = std::min(base_of(policy), cap_of(policy));
  if (delay == Duration::zero()) return delay;
  for (unsigned i = 0; i < power && delay < cap_of(policy); ++i)
    delay = std::min(cap_of(policy), delay * factor);
  return delay;
}

}  // namespace

constexpr auto backoff_words = enum_names<Backoff>();

std::string_view word(Backoff backoff) { return backoff_words.of(backoff); }

std::optional<Backoff> backoff_from_word(std::string_view text) { return backoff_words.from(text); }

bool has_jitter(Backoff backoff) {
  return backoff == Backoff::full_jitter || backoff == Backoff::equal_jitter ||
         backoff == Backoff::decorrelated_jitter;
}

bool grows(Backoff backoff) { return backoff != Backoff::none && backoff != Backoff::fixed; }

Policy policy_from(const retry::Policy& policy) {
  Policy out{.base = policy.base, .cap = policy.cap, .attempts = policy.attempts, .total = policy.total};
  out.backoff = *backoff_from_word(retry::word(policy.strategy));
  return out;
}

DelayRange delay_range(const Policy& policy, unsigned n, std::optional<Duration> previous) {
  const Duration whole = grown(policy, 2, power_of(policy, n));
  switch (policy.backoff) {
    case Backoff::none: return {Duration::zero(), Duration::zero()};
    case Backoff::fixed: return {grown(policy, 1, 0), grown(policy, 1, 0)};
    case Backoff::exponential: return {whole, whole};
    case Backoff::full_jitter: return {Duration::zero(), whole};
    case Backoff::equal_jitter: return {whole / 2, whole};
    case Backoff::decorrelated_jitter: break;
  }
  const Duration least = grown(policy, 1, 0);
  if (!previous) return {least, grown(policy, 3, power_of({}, n) + 1)};
  return {least, std::clamp(std::clamp(*previous, Duration::zero(), endless) * 3, least, cap_of(policy))};
}

Duration draw_delay(const Policy& policy, unsigned n, std::optional<Duration> previous, Random& random) {
  const auto strategy = strategy_of(policy.backoff);
  if (!strategy) return delay_range(policy, n).least;
  return retry::next_delay(*strategy, power_of(policy, n), base_of(policy), cap_of(policy), previous, random);
}

std::string describe(const Policy& policy) {
  std::string name(word(policy.backoff));
  std::ranges::replace(name, '_', ' ');
  std::string text = policy.backoff == Backoff::none ? "no wait"
                     : policy.backoff == Backoff::fixed
                         ? fmt::format("a fixed wait of {}", human(policy.base))
                         : fmt::format("{} from {}", name, human(policy.base));
  if (grows(policy.backoff))
    text += policy.cap ? fmt::format(", at most {} a wait", human(*policy.cap)) : ", no cap";
  text += policy.attempts ? ", " + counted(*policy.attempts, "attempt") : ", attempts unbounded";
  return text + (policy.total ? fmt::format(", {} in all", human(*policy.total)) : ", no time limit");
}

}  // namespace onceover::calculator
