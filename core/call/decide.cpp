// SPDX-License-Identifier: Apache-2.0
#include "core/call/decide.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/enum_names.h"
#include "core/http/error_code.h"
#include "core/http/headers.h"
#include "core/http/problem.h"

namespace onceover::call {

constexpr auto stop_words = enum_names<Stop>();
std::string_view word(Stop stop) { return stop_words.of(stop); }

Duration longest(const Config& config) {
  return config.policy.attempts <= 1 ? config.attempt_timeout : config.policy.total + config.attempt_timeout;
}

std::optional<Error> wrong_with(const Config& config) {
  const auto invalid = [](std::string what, std::string next) {
    return Error{ErrorKind::invalid_input, std::move(what), "No caller was made.", std::move(next), {}, {}};
  };
  if (config.attempt_timeout <= Duration{0} || config.policy.attempts == 0) return invalid("A call needs an attempt and a timeout.", {});
  if (!config.lease || *config.lease > longest(config)) return std::nullopt;
  return invalid(fmt::format("The lease of {} is not longer than a call, which can take {}.", human(*config.lease), human(longest(config))),
                 "Use a longer lease, a shorter total time, or a shorter timeout.");
}

Incoming incoming_of(const std::vector<key::Header>& headers, Steady::time_point arrived) {
  const auto left = http::request_timeout_of(headers);
  return {left ? arrived + *left : Deadline::max(), !http::asks_not_to_retry(headers)};
}

Judged judge(const Reply& reply, const key::FinalPolicy& final) {
  if (reply.status == 0 || !reply.why.empty()) {
    const auto code = reply.is_unsent ? http::error_code::dependency_unavailable : http::error_code::dependency_timeout;
    return {retry::network_error, key::FinalOutcome::not_final, true, std::string(code)};
  }
  const auto code = reply.status < 400 ? std::nullopt : http::error_code_of(reply.body);
  Judged judged{retry::classify(reply.status, code), final.of(reply.status), reply.status == 408 || reply.status >= 500,
                code.value_or(std::string(reply.status < 400 ? std::string_view() : http::error_code::provider_refused))};
  // Declared by the operation: the answer stays the same.
  if (judged.final == key::FinalOutcome::failed) judged.retry = retry::Outcome::permanent;
  return judged;
}

Next next_after(const Config& config, const Incoming& incoming, const Progress& progress, retry::Outcome outcome,
                std::optional<Duration> retry_after, Steady::time_point now, Random& random) {
  const auto decision =
      retry::decide_retry(config.policy, progress.attempts, progress.elapsed, outcome, retry_after, progress.previous_delay, random);
  if (const auto* give_up = std::get_if<retry::GiveUp>(&decision)) {
    switch (give_up->reason) {
      case retry::GiveUpReason::done: return Stop::answered;
      case retry::GiveUpReason::permanent: return Stop::refused;
      case retry::GiveUpReason::attempts_exhausted: return Stop::attempts_exhausted;
      case retry::GiveUpReason::out_of_time: return Stop::out_of_time;
    }
  }
  if (!incoming.may_retry) return Stop::not_allowed;
  const Duration delay = std::get<retry::RetryAfter>(decision).delay;
  if (delay >= incoming.deadline - now) return Stop::out_of_time;
  return delay;
}

Duration timeout_of(const Config& config, const Incoming& incoming, Steady::time_point now) {
  const auto left = std::chrono::duration_cast<Duration>(incoming.deadline - now);
  return std::clamp(left, Duration{0}, config.attempt_timeout);
}

}  // namespace onceover::call
