// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace onceover::calculator {
namespace {

using namespace std::chrono_literals;

// All is told, and nothing is wrong with it.
LintInput sound() {
  LintInput input;
  input.answers = {{408, ""},
                   {429, ""},
                   {500, ""},
                   {502, ""},
                   {503, ""},
                   {504, ""},
                   {409, "CONFLICT.idempotency.in_progress"},
                   {400, "", false},
                   {409, "", false},
                   {422, "", false},
                   {200, "", false}};
  input.key = KeyUse::once;
  input.honours_retry_after = true;
  input.budget = input.breaker = true;
  input.window = 24h;
  input.gateway_window = 24h;
  input.layers = Service{.name = "edge",
                         .timeout = 10s,
                         .calls = {{.name = "payments", .attempts = 3, .timeout = 2s, .budget = 0.1}}};
  return input;
}

std::vector<Rule> rules(const std::vector<Finding>& findings) {
  std::vector<Rule> out;
  for (const Finding& one : findings) out.push_back(one.rule);
  return out;
}

struct Flaw {
  const char* name;
  std::function<void(LintInput&)> put;
  Rule rule;
  Severity severity;
};

const Flaw flaws[] = {
    {"no bound",
     [](LintInput& in) {
       in.policy.attempts.reset(), in.policy.total.reset(), in.window.reset(), in.gateway_window.reset();
     },
     Rule::attempts_unbounded, Severity::error},
    {"no time", [](LintInput& in) { in.policy.total.reset(), in.honours_retry_after.reset(); },
     Rule::time_unbounded, Severity::note},
    {"no cap", [](LintInput& in) { in.policy.cap.reset(), in.policy.attempts.reset(); }, Rule::no_cap,
     Severity::warning},
    {"no cap within bounds", [](LintInput& in) { in.policy.cap.reset(); }, Rule::no_cap, Severity::note},
    {"cap at the base", [](LintInput& in) { in.policy.cap = in.policy.base; }, Rule::cap_below_base,
     Severity::warning},
    {"no wait", [](LintInput& in) { in.policy.backoff = Backoff::none; }, Rule::no_wait, Severity::error},
    {"a base of nothing", [](LintInput& in) { in.policy.base = 0s; }, Rule::no_wait, Severity::error},
    {"fixed", [](LintInput& in) { in.policy.backoff = Backoff::fixed; }, Rule::no_jitter, Severity::warning},
    {"exponential", [](LintInput& in) { in.policy.backoff = Backoff::exponential; }, Rule::no_jitter,
     Severity::warning},
    {"one attempt", [](LintInput& in) { in.policy.attempts = 1; }, Rule::never_retries, Severity::note},
    {"no time for a second",
     [](LintInput& in) { in.policy.backoff = Backoff::equal_jitter, in.policy.total = 40ms; },
     Rule::never_retries, Severity::note},
    {"fewer than allowed",
     [](LintInput& in) { in.policy.backoff = Backoff::decorrelated_jitter, in.policy.total = 250ms; },
     Rule::total_cuts, Severity::note},
    {"no timeout", [](LintInput& in) { in.attempt_timeout.reset(); }, Rule::no_timeout, Severity::error},
    {"retries 400",
     [](LintInput& in) {
       in.answers.push_back({400, ""});
     },
     Rule::retries_permanent, Severity::error},
    {"retries 409 unread",
     [](LintInput& in) {
       in.answers.push_back({409, ""});
     },
     Rule::retries_permanent, Severity::error},
    {"retries what is done",
     [](LintInput& in) {
       in.answers.push_back({201, ""});
     },
     Rule::retries_permanent, Severity::error},
    {"retries what is applied",
     [](LintInput& in) {
       in.answers.push_back({502, "PROVIDER.duplicate"});
     },
     Rule::retries_permanent, Severity::error},
    {"gives up at 503",
     [](LintInput& in) {
       in.answers.push_back({503, "", false});
     },
     Rule::gives_up_retryable, Severity::note},
    {"deaf", [](LintInput& in) { in.honours_retry_after = false; }, Rule::retry_after_ignored,
     Severity::warning},
    {"no key", [](LintInput& in) { in.key = KeyUse::none; }, Rule::no_key, Severity::error},
    {"a new key", [](LintInput& in) { in.key = KeyUse::per_attempt; }, Rule::key_per_attempt,
     Severity::error},
    {"no protection", [](LintInput& in) { in.budget = in.breaker = false; }, Rule::no_budget,
     Severity::warning},
    {"two layers", [](LintInput& in) { in.layers->attempts = 2, in.layers->budget = 0.1; },
     Rule::layers_multiply, Severity::warning},
    {"inward in all", [](LintInput& in) { in.layers->calls[0].timeout = 4s; }, Rule::timeouts_grow_inward,
     Severity::warning},
    {"inward at once", [](LintInput& in) { in.layers->calls[0].timeout = 20s; }, Rule::timeouts_grow_inward,
     Severity::error},
    {"short window", [](LintInput& in) { in.window = 5s; }, Rule::window_too_short, Severity::error},
    {"a batch by hand", [](LintInput& in) { in.manual = 48h, in.gateway_window.reset(); },
     Rule::window_too_short, Severity::error},
    {"tight window", [](LintInput& in) { in.window = 15s; }, Rule::window_tight, Severity::warning},
    {"short gateway", [](LintInput& in) { in.gateway_window = 2s; }, Rule::gateway_window_too_short,
     Severity::warning},
};

TEST(Lint, FindsNothingWhereNothingIsWrong) {
  EXPECT_TRUE(lint(sound()).empty()) << lint(sound()).front().what;
  EXPECT_TRUE(lint({}).empty()) << "what is not told is not judged";
}

TEST(Lint, FindsEachFlawAndThatOneAlone) {
  for (const Flaw& flaw : flaws) {
    LintInput input = sound();
    flaw.put(input);
    const auto found = lint(input);
    EXPECT_EQ(rules(found), std::vector<Rule>{flaw.rule})
        << flaw.name << ": " << (found.empty() ? "" : found.back().what);
    if (found.empty()) continue;
    EXPECT_EQ(found[0].severity, flaw.severity) << flaw.name;
    for (const std::string& words : {found[0].what, found[0].consequence, found[0].remedy}) {
      EXPECT_FALSE(words.empty()) << flaw.name;
      EXPECT_TRUE(words.ends_with('.')) << flaw.name << ": " << words;
    }
  }
}

TEST(Lint, LayersWithoutABudgetAreNamed) {
  LintInput input = sound();
  input.layers->attempts = 4;
  const auto found = lint(input);
  EXPECT_EQ(rules(found), (std::vector<Rule>{Rule::layers_multiply, Rule::budget_missing_at_layer}));
  EXPECT_EQ(found[0].consequence,
            "When everything fails, one request becomes 12 calls of payments (4 × 3 = 12).");
  EXPECT_EQ(found[1].what, "Layers that retry have no budget: the calls of edge.");
}

// Whoever waits as long as servers ask, without a time of its own, goes on for as long as they ask.
TEST(Lint, RetryAfterWithoutATotalOutlivesEveryWindow) {
  LintInput input = sound();
  input.policy.total.reset();
  EXPECT_EQ(rules(lint(input)), (std::vector<Rule>{Rule::window_too_short, Rule::gateway_window_too_short,
                                                   Rule::time_unbounded}));
}

TEST(Lint, TheGravestIsFirst) {
  LintInput input = sound();
  input.policy.total.reset();
  input.honours_retry_after.reset();
  input.policy.backoff = Backoff::exponential;
  input.key = KeyUse::none;
  EXPECT_EQ(rules(lint(input)), (std::vector<Rule>{Rule::no_key, Rule::no_jitter, Rule::time_unbounded}));
}

TEST(Lint, EveryRuleHasAWordOfItsOwn) {
  std::set<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(Rule::gateway_window_too_short); ++i)
    words.insert(word(static_cast<Rule>(i)));
  EXPECT_EQ(words.size(), static_cast<std::size_t>(Rule::gateway_window_too_short) + 1);
}

}  // namespace
}  // namespace onceover::calculator
