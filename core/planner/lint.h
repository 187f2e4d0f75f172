// A linter for a client's retries: what is known to go wrong, each with its consequence and its remedy. Pure. What is not told is not
// judged.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/planner/amplification.h"
#include "core/planner/policy.h"

namespace onceover::planner {

enum class Severity { note, warning, error };
std::string_view word(Severity severity);

// What a client does with an answer.
struct AnswerRule {
  int status = 0;          // HTTP
  std::string error_code;  // of a problem+json body; empty: whatever it says, or none
  bool retries = true;
};

enum class KeyUse {
  once,         // made before the first attempt, kept until the answer is known
  per_attempt,  // another one each time
  none,
};

struct LintInput {
  Policy policy;
  std::optional<Duration> attempt_timeout = std::chrono::seconds(1);  // of one attempt; nullopt: it waits for ever
  std::vector<AnswerRule> answers;                                    // empty: not told
  std::optional<KeyUse> key;                                          // nullopt: not told
  std::optional<bool> honours_retry_after;
  std::optional<bool> budget, breaker;
  Duration manual{};                       // how long after the last attempt a person or a batch may try again
  std::optional<Duration> window;          // how long keys are kept
  std::optional<Duration> gateway_window;  // how long the gateway dedupes
  std::optional<Service> layers;           // the whole path, this client's call at its root
};

enum class Rule {
  attempts_unbounded,       // no number and no time ends them
  time_unbounded,           // a number does, no time
  no_cap,                   // waits grow without end
  cap_below_base,           // every wait is the cap
  no_wait,                  // retries at once
  no_jitter,                // clients that failed together come back together
  never_retries,            // one attempt, or a total that the first wait already passes
  total_cuts,               // the total ends it before the attempts are used
  no_timeout,               // an attempt may hang
  retries_permanent,        // what will not succeed
  gives_up_retryable,       // what would have
  retry_after_ignored,      //
  no_key,                   // an attempt whose answer was lost is repeated without a key
  key_per_attempt,          // each retry is a new request
  no_budget,                // retries have no share of the traffic that they stay under
  layers_multiply,          // several layers retry
  budget_missing_at_layer,  // of several layers that retry, one has none
  timeouts_grow_inward,     //
  window_too_short,         //
  window_tight,             //
  gateway_window_too_short  //
};

std::string_view word(Rule rule);

struct Finding {
  Rule rule;
  Severity severity;
  std::string what, consequence, remedy;  // a sentence or two each
};

// The gravest first, else in the order of Rule. Empty: nothing is known to be wrong with what was told.
std::vector<Finding> lint(const LintInput& input);

}  // namespace onceover::planner
