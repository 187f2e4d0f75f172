// What the gateway of *Try it* may do wrong. Plain values, seeded by their owner.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/time.h"

namespace onceover::try_it {

enum class Fault {
  none,
  slow,                  // answers late, still in time
  timeout_after_effect,  // charges, and never answers
  error_after_effect,    // charges, and answers 500
  error_before_effect,   // answers 503 and charges nothing
  arrives_late,          // takes the request, answers nothing, "not found" for a while; then it is charged
  rate_limited,          // 429 with Retry-After, from before its own idempotency layer
  wrong_key_echoed,      // charges, and answers about another key
  declined,              // refuses for good: 402
  stays_pending,         // takes the request and keeps "processing" it
};

// "timeout_after_effect"; as scripts name it.
std::string_view word(Fault fault);
std::optional<Fault> fault_from_word(std::string_view word);

// Probabilities of each request; what is left of 1 goes well.
struct FaultRates {
  double slow = 0, timeout_after_effect = 0, error_after_effect = 0, error_before_effect = 0, arrives_late = 0, rate_limited = 0,
         wrong_key_echoed = 0, declined = 0;

  static FaultRates none() { return {}; }
  // Enough to see each within minutes at the default traffic, few enough that most payments simply work.
  static FaultRates lively() {
    return {.slow = 0.03,
            .timeout_after_effect = 0.004,
            .error_after_effect = 0.004,
            .error_before_effect = 0.006,
            .arrives_late = 0.002,
            .rate_limited = 0.01,
            .wrong_key_echoed = 0.001,
            .declined = 0.02};
  }
};

// Each rate with its fault, in the order in which the dice are read; the fault's word is the rate's name.
struct FaultRate {
  Fault fault;
  double FaultRates::*rate;
};
inline constexpr FaultRate fault_rates[] = {{Fault::slow, &FaultRates::slow},
                                            {Fault::timeout_after_effect, &FaultRates::timeout_after_effect},
                                            {Fault::error_after_effect, &FaultRates::error_after_effect},
                                            {Fault::error_before_effect, &FaultRates::error_before_effect},
                                            {Fault::arrives_late, &FaultRates::arrives_late},
                                            {Fault::rate_limited, &FaultRates::rate_limited},
                                            {Fault::wrong_key_echoed, &FaultRates::wrong_key_echoed},
                                            {Fault::declined, &FaultRates::declined}};

}  // namespace onceover::try_it
