#include "core/retry/backoff.h"

#include <algorithm>

#include "core/base/words.h"

namespace onceover::retry {
namespace {

// min(cap, base·2^n), without computing a power that does not fit.
Duration doubled(unsigned n, Duration base, Duration cap) {
  const bool reaches_cap = n >= 63 || base.count() > cap.count() >> n;
  if (base == Duration::zero()) return base;
  return reaches_cap ? cap : Duration(base.count() << n);
}

// As doubles, since three times a delay may overflow; values at or above the cap become the cap before the conversion back.
Duration random_up_to_cap(double low, double high, Duration cap, Random& random) {
  const double drawn = random.between(low, high);
  return drawn < static_cast<double>(cap.count()) ? Duration(static_cast<Duration::rep>(drawn)) : cap;
}

double count_of(Duration span) { return static_cast<double>(span.count()); }

}  // namespace

constexpr auto strategy_words = words<Strategy>({{Strategy::exponential, "exponential"},
                                                 {Strategy::full_jitter, "full_jitter"},
                                                 {Strategy::equal_jitter, "equal_jitter"},
                                                 {Strategy::decorrelated_jitter, "decorrelated_jitter"}});

std::string_view word(Strategy strategy) { return strategy_words.of(strategy); }

Duration next_delay(Strategy strategy, unsigned n, Duration base, Duration cap, std::optional<Duration> previous, Random& random) {
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
    case Strategy::decorrelated_jitter: return random_up_to_cap(count_of(base), 3 * count_of(previous.value_or(base)), cap, random);
  }
  return grown;
}

}  // namespace onceover::retry
