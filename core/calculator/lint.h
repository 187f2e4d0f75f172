// SPDX-License-Identifier: Apache-2.0
// A linter for a client's retries: known mistakes, each with its consequence and its remedy. Pure. Settings
// that are not given are not judged.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/calculator/amplification.h"
#include "core/calculator/policy.h"

namespace onceover::calculator {

enum class Severity { note, warning, error };
std::string_view word(Severity severity);

// The client's reaction to an answer.
struct AnswerRule {
  int status = 0;          // HTTP
  std::string error_code;  // of a problem+json body; empty: any, or none
  bool retries = true;
};

enum class KeyUse {
  once,         // made before the first attempt, kept until the answer is known
  per_attempt,  // a new one for each attempt
  none,
};

struct LintInput {
  Policy policy;
  std::optional<Duration> attempt_timeout = std::chrono::seconds(1);  // of one attempt; nullopt: no limit
  std::vector<AnswerRule> answers;                                    // empty: not given
  std::optional<KeyUse> key;                                          // nullopt: not given
  std::optional<bool> honours_retry_after;
  std::optional<bool> budget, breaker;
  Duration manual{};               // how long after the last attempt a person or a batch may try again
  std::optional<Duration> window;  // how long keys are kept
  std::optional<Duration> gateway_window;  // how long the gateway dedupes
  std::optional<Service> layers;           // the whole path, with this client's call as the root
};

enum class Rule {
  attempts_unbounded,       // neither a number nor a time limits them
  time_unbounded,           // a number limits them, no time
  no_cap,                   // waits grow without limit
  cap_below_base,           // every wait is the cap
  no_wait,                  // retries without a wait
  no_jitter,                // clients that failed together retry together
  never_retries,            // one attempt, or a total shorter than the first wait
  total_cuts,               // the total ends the retries before the attempts are used
  no_timeout,               // an attempt may hang
  retries_permanent,        // retries an answer that cannot succeed
  gives_up_retryable,       // does not retry an answer that may succeed
  retry_after_ignored,      //
  no_key,                   // an attempt with a lost answer is repeated without a key
  key_per_attempt,          // each retry is a new request
  no_budget,                // nothing limits retries to a share of the traffic
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
  std::string what, consequence, remedy;  // one or two sentences each
};

// Most severe first, otherwise in the order of Rule. Empty: no known mistake in the given settings.
std::vector<Finding> lint(const LintInput& input);

}  // namespace onceover::calculator
