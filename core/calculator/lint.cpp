// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/lint.h"

#include <fmt/format.h>

#include "core/base/enum_names.h"
#include "core/calculator/figure.h"
#include "core/calculator/schedule.h"
#include "core/calculator/sizing.h"

namespace onceover::calculator {
namespace {

class Linter {
 public:
  explicit Linter(const LintInput& input) : in_(input), policy_(input.policy) {
    retries_ = !policy_.attempts || *policy_.attempts > 1;
    if (policy_.total && delay_range(policy_, 0).least >= *policy_.total) retries_ = false;
  }

  std::vector<Finding> run() {
    if (retries_) {
      bounds();
      waits();
      answers();
      protection();
    } else {
      find(Rule::never_retries, Severity::note, "The policy never retries.",
           "Every short network fault becomes an error for the user.",
           "Allow a few attempts with one key: 5 within 10 s are usual.");
    }
    as_result();
    layers();
    windows();
    std::ranges::stable_sort(findings_,
                             [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return std::move(findings_);
  }

 private:
  void find(Rule rule, Severity severity, std::string what, std::string consequence, std::string remedy) {
    findings_.push_back({rule, severity, std::move(what), std::move(consequence), std::move(remedy)});
  }

  void bounds() {
    if (!policy_.attempts && !policy_.total) {
      find(Rule::attempts_unbounded, Severity::error,
           "The retries have no limit, neither by attempts nor by time.",
           "A permanent failure is retried forever, by more and more requests; no window of keys is long "
           "enough.",
           "Limit both: 5 attempts and 10 s in all are usual.");
    } else if (!policy_.total) {
      find(Rule::time_unbounded, Severity::note,
           fmt::format("Retries end after {} attempts, without a time limit.", *policy_.attempts),
           "The duration of a request depends on the server's speed, and so does the window that keys need.",
           "Limit the total time, too.");
    } else if (policy_.attempts && retries_) {
      total_against_attempts();
    }
  }

  // Even with the shortest waits, the total ends the retries before the last attempt.
  void total_against_attempts() {
    Duration least{};
    for (unsigned made = 1; made < *policy_.attempts; ++made) {
      least = std::min(endless, least + delay_range(policy_, made - 1).least);
      if (least < *policy_.total) {
        if (made > 10'000) return;
        continue;
      }
      find(Rule::total_cuts, Severity::note,
           fmt::format("{} attempts are allowed, but {} in all end them after at most {}.", *policy_.attempts,
                       human(*policy_.total), made),
           "The number of attempts has no effect.", "Choose a number and a time that agree.");
      return;
    }
  }

  void waits() {
    const Duration base = std::max(policy_.base, Duration::zero());
    if (policy_.backoff == Backoff::none || base == Duration::zero()) {
      find(Rule::no_wait, Severity::error, "A retry follows without a wait.",
           "An overloaded server gets several times as many requests; a fault of one second outlasts all "
           "attempts.",
           "Wait before each retry: full jitter from 100 ms, at most 2 s.");
      return;
    }
    if (!has_jitter(policy_.backoff)) {
      find(Rule::no_jitter, Severity::warning, "The waits have no jitter.",
           "Clients that failed together retry together, again and again: each wave is as high as the first.",
           "Use full jitter: a random wait between 0 and the current one.");
    }
    if (!grows(policy_.backoff)) return;
    if (!policy_.cap) {
      const unsigned last = policy_.attempts.value_or(21) - 1;
      find(Rule::no_cap, policy_.attempts && policy_.total ? Severity::note : Severity::warning,
           "The waits have no cap.",
           fmt::format("They grow with each attempt; the one before attempt {} may be {}.", last + 1,
                       human(delay_range(policy_, last - 1).most)),
           "Cap one wait: 2 s if a user waits for the answer, 30 s otherwise.");
    } else if (*policy_.cap <= base) {
      find(Rule::cap_below_base, Severity::warning,
           fmt::format("The cap ({}) is not above the base ({}).", human(*policy_.cap), human(base)),
           "The waits never grow: the backoff is fixed.",
           "A cap of about twenty times the base leaves room for four doublings.");
    }
  }

  void answers() {
    std::string permanent, duplicates, retryable;
    const auto add = [](std::string& list, const AnswerRule& rule) {
      list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ", rule.status,
                          rule.error_code.empty() ? "" : " ", rule.error_code);
    };
    for (const AnswerRule& rule : in_.answers) {
      const auto code =
          rule.error_code.empty() ? std::nullopt : std::optional<std::string_view>(rule.error_code);
      const auto outcome = retry::classify(rule.status, code);
      if (rule.retries && outcome == retry::Outcome::done) add(duplicates, rule);
      if (rule.retries && outcome == retry::Outcome::permanent) add(permanent, rule);
      if (!rule.retries && outcome == retry::Outcome::retryable) add(retryable, rule);
    }
    if (!duplicates.empty() || !permanent.empty()) {
      const std::string list = duplicates + (duplicates.empty() || permanent.empty() ? "" : ", ") + permanent;
      find(Rule::retries_permanent, Severity::error,
           fmt::format("Retried although the same request will not succeed: {}.", list),
           "The load is useless, the user waits for the same refusal, and a repeated success is a second "
           "effect where the key is gone.",
           "Retry only 408, 429, 5xx and broken connections; a 409 only if its error code means that the "
           "request is still in progress.");
    }
    if (!retryable.empty()) {
      find(Rule::gives_up_retryable, Severity::note,
           fmt::format("Not retried although it may succeed later: {}.", retryable),
           "Users see errors that a second attempt would have avoided.", "Retry them with the same key.");
    }
    if (in_.honours_retry_after == false) {
      find(Rule::retry_after_ignored, Severity::warning, "Retry-After is ignored.",
           "The client retries before the time that the server gave, and may be blocked for longer after a "
           "429.",
           "Wait as long as Retry-After asks, within the total time.");
    }
  }

  void protection() {
    if (in_.key == KeyUse::none) {
      find(Rule::no_key, Severity::error, "Requests are retried without an idempotency key.",
           "An attempt with a lost answer may have had its effect: the retry is then a second charge.",
           "Send a key, made once before the first attempt.");
    } else if (in_.key == KeyUse::per_attempt) {
      find(Rule::key_per_attempt, Severity::error, "Each attempt has its own key.",
           "The server takes every retry for a new request: the effect happens once for each attempt that "
           "arrives.",
           "Make the key once, before the first attempt, and keep it until the answer is known, also across "
           "restarts.");
    }
    if (in_.budget == false && in_.breaker != true) {
      find(Rule::no_budget, Severity::warning,
           "Neither a retry budget nor a circuit breaker limits the retries.",
           fmt::format("When the server fails, it gets {} the load, at the worst moment.",
                       policy_.attempts ? fmt::format("{} times", *policy_.attempts)
                                        : std::string("any multiple of")),
           "Use a budget of 10 % of the requests, and a breaker that pauses calls to a failing server.");
    }
  }

  void as_result() {
    if (in_.attempt_timeout) return;
    find(Rule::no_timeout, Severity::error, "An attempt has no timeout.",
         "One lost packet blocks a worker forever, and no retry starts.",
         "Limit each attempt to a little more than its 99th percentile.");
  }

  void layers() {
    if (!in_.layers) return;
    const auto amplified = amplify(*in_.layers);
    if (!amplified) return;
    if (amplified->retrying_layers > 1) {
      const Calls* most = find_worst(amplified->tree);
      find(Rule::layers_multiply, Severity::warning,
           fmt::format("{} nested layers retry.", amplified->retrying_layers),
           fmt::format("When everything fails, one request becomes {} calls of {} ({}).",
                       grouped(amplified->worst_leaf), amplified->worst_leaf_name, most ? most->product : ""),
           "Retry in only one layer, and tell the inner layers not to retry.");
      std::string without;
      missing_budgets(*in_.layers, without);
      if (!without.empty()) {
        find(Rule::budget_missing_at_layer, Severity::warning,
             "Layers that retry have no budget: " + without + ".",
             "The full product of calls is possible for as long as the failure lasts.",
             "A retry budget (10 % of the requests) in each layer that retries.");
      }
    }
    for (const GrowingTimeout& one : amplified->timeouts) {
      find(Rule::timeouts_grow_inward, one.one_attempt_is_too_long ? Severity::error : Severity::warning,
           one.what,
           fmt::format("{} is abandoned while it still works: its result is lost, and the retry adds load.",
                       one.caller),
           fmt::format("All attempts at {} must end within {}, with time to spare.", one.callee,
                       human(one.patience.value_or(endless))));
    }
  }

  static const Calls* find_worst(const Calls& calls) {
    const Calls* most = &calls;
    for (const Calls& below : calls.calls) {
      if (const Calls* other = find_worst(below); other->worst > most->worst) most = other;
    }
    return most;
  }

  static void missing_budgets(const Service& service, std::string& list) {
    if (service.attempts > 1 && !service.budget)
      list += (list.empty() ? "the calls of " : ", ") + service.name;
    for (const Service& below : service.calls) missing_budgets(below, list);
  }

  void windows() {
    const Duration takes = in_.attempt_timeout.value_or(Duration::zero());
    const auto automatic =
        retries_ ? horizon_of(policy_, takes, in_.honours_retry_after.value_or(false)) : std::optional(takes);
    const RetryHorizon horizon{automatic, in_.manual};
    if (in_.window) {
      const WindowVerdict verdict = judge_window(*in_.window, horizon, std::nullopt);
      if (verdict.fit == WindowFit::too_short) {
        find(Rule::window_too_short, Severity::error,
             fmt::format("The window of keys ({}) is not longer than the retries.", human(*in_.window)),
             verdict.words.front(),
             "Keep keys for at least twice the longest retry, manual ones included, or retry for a shorter "
             "time.");
      } else if (verdict.fit == WindowFit::tight) {
        find(Rule::window_tight, Severity::warning,
             fmt::format("The window of keys ({}) is less than twice the retries.", human(*in_.window)),
             verdict.words.front(), "Keep keys for at least twice the longest retry, manual ones included.");
      }
    }
    if (in_.gateway_window &&
        judge_window(*in_.gateway_window, horizon, std::nullopt).fit == WindowFit::too_short) {
      find(Rule::gateway_window_too_short, Severity::warning,
           fmt::format("The gateway's window ({}) is not longer than the retries.",
                       human(*in_.gateway_window)),
           "A retry that reaches the gateway later is a new effect there.",
           "Limit the claim of released keys to the gateway's window (retry_before), or retry for a shorter "
           "time.");
    }
  }

  const LintInput& in_;
  const Policy& policy_;
  bool retries_ = true;
  std::vector<Finding> findings_;
};

}  // namespace

constexpr auto severity_words = enum_names<Severity>();

std::string_view word(Severity severity) { return severity_words.of(severity); }

constexpr auto rule_words = enum_names<Rule>();

std::string_view word(Rule rule) { return rule_words.of(rule); }

std::vector<Finding> lint(const LintInput& input) { return Linter(input).run(); }

}  // namespace onceover::calculator
