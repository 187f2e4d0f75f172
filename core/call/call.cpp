// SPDX-License-Identifier: Apache-2.0
#include "core/call/call.h"

#include <fmt/format.h>

#include <thread>

#include "core/http/contract.h"
#include "core/http/error_code.h"
#include "core/http/headers.h"
#include "core/http/idempotency_key.h"

namespace onceover::call {

std::string Called::sentence() const {
  if (sent == 0)
    return stop == Stop::circuit_open ? "The service was not called: it failed too often lately."
                                      : "The service was not called.";
  if (!reply.why.empty()) return fmt::format("The service gave no answer: {}.", visible(reply.why));
  if (reply.status == 0) return "The service gave no answer.";
  return fmt::format("The service answered {}.", reply.status);
}

Result<std::unique_ptr<Caller>> Caller::make(Config config, web::Rules rules, metrics::EventSink on_event,
                                             Time time) {
  if (auto wrong = wrong_with(config)) return fail(std::move(*wrong));
  rules.timeout = config.attempt_timeout;
  if (!time.pause) {
    time.pause = [](Duration span) {
      std::this_thread::sleep_for(span);
      return true;
    };
  }
  return std::unique_ptr<Caller>(
      new Caller(std::move(config), std::move(rules), std::move(on_event), std::move(time)));
}

Caller::Caller(Config config, web::Rules rules, metrics::EventSink on_event, Time time)
    : config_(std::move(config)),
      rules_(std::move(rules)),
      on_event_(std::move(on_event)),
      time_(std::move(time)),
      random_(Random::from_system()) {
  if (config_.budget) budget_.emplace(*config_.budget, time_.now());
  if (config_.breaker) breaker_.emplace(*config_.breaker);
}

// is_first: of this call; is_retry: something was sent before.
Caller::Allowed Caller::allow(bool is_first, bool is_retry) {
  const std::lock_guard lock(mutex_);
  const auto now = time_.now();
  if (is_first && budget_) budget_->on_request(now);
  // Asked before the breaker, which would wait for the end of a probe that is never sent.
  if (is_retry && budget_ && budget_->tokens(now) < 1) return Stop::out_of_budget;
  std::optional<retry::Breaker::Ticket> ticket;
  if (breaker_ && !(ticket = breaker_->allow(now))) return Stop::circuit_open;
  if (is_retry && budget_) (void)budget_->try_spend(now);
  return ticket;
}

void Caller::report(std::string_view outcome, const Called& called) const {
  if (!on_event_) return;
  metrics::Event event{.part = metrics::EventPart::call, .operation = config_.name, .outcome = outcome};
  event.attempt = called.sent;
  event.status = called.reply.status;
  event.error_code = called.judged.error_code;
  event.error = called.reply.why;
  on_event_(event);
}

Called Caller::run(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt) {
  Called called;
  attempt_all(incoming, attempt, called);
  report(word(called.stop), called);
  return called;
}

void Caller::attempt_all(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt,
                         Called& called) {
  Progress progress;
  const auto begun = time_.now();
  for (;;) {
    const Duration timeout = timeout_of(config_, incoming, time_.now());
    if (timeout <= Duration{0}) {
      called.stop = Stop::out_of_time;
      return;
    }
    const Allowed allowed = allow(progress.attempts == 0, called.sent > 0);
    ++progress.attempts;
    retry::Outcome outcome = retry::network_error;
    std::optional<Duration> retry_after;
    if (const auto* ticket = std::get_if<std::optional<retry::Breaker::Ticket>>(&allowed)) {
      if (called.sent > 0) report("retried", called);
      Attempt sent{called.sent++, timeout, {http::request_timeout(timeout)}};
      if (config_.policy.attempts > 1 || !incoming.may_retry) sent.headers.push_back(http::do_not_retry());
      try {
        called.reply = attempt(sent);
      } catch (const std::exception& thrown) {
        called.reply = {.why = unexpected(thrown).what};
      }
      called.judged = judge(called.reply, config_.final);
      called.is_no_effect = called.is_no_effect && called.reply.is_unsent;
      outcome = called.judged.retry;
      retry_after = called.reply.retry_after;
      if (*ticket) {
        const std::lock_guard lock(mutex_);
        breaker_->record(**ticket, !called.judged.is_failure, time_.now());
      }
    } else if (std::get<Stop>(allowed) == Stop::out_of_budget) {
      called.stop = Stop::out_of_budget;
      return;
    }
    const auto now = time_.now();
    progress.elapsed = std::chrono::duration_cast<Duration>(now - begun);
    const Next next = [&] {
      const std::lock_guard lock(mutex_);
      return next_after(config_, incoming, progress, outcome, retry_after, now, random_);
    }();
    if (const auto* stop = std::get_if<Stop>(&next)) {
      called.stop = called.sent == 0 ? Stop::circuit_open : *stop;
      return;
    }
    progress.previous_delay = std::get<Duration>(next);
    if (!time_.pause(*progress.previous_delay)) {
      called.stop = Stop::cancelled;
      return;
    }
  }
}

Called Caller::send(const Incoming& incoming, const web::Request& request) {
  Incoming allowed = incoming;
  const bool has_key = !http::values_of(request.headers, http::idempotency_key_header).empty();
  allowed.may_retry = incoming.may_retry && (has_key || !http::needs_key(request.method, true));
  return run(allowed, [&](const Attempt& attempt) { return by_http(request, attempt); });
}

Reply Caller::by_http(web::Request request, const Attempt& attempt) {
  std::optional<web::Client> client;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      client.emplace(std::move(idle_.back()));
      idle_.pop_back();
    }
  }
  if (!client) client.emplace(rules_);
  request.headers.insert(request.headers.end(), attempt.headers.begin(), attempt.headers.end());
  if (!client->begin(1, std::move(request), Steady::now() + attempt.timeout))
    return {.why = "the request could not be made", .is_unsent = true};
  std::vector<web::Reply> replies;
  while (replies.empty()) replies = client->poll(attempt.timeout);
  {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(*client));
  }
  web::Reply& got = replies.front();
  return {got.status,      std::move(got.headers), std::move(got.body),
          got.retry_after, std::move(got.why),     got.is_unreachable};
}

constexpr auto stop_words = enum_names<Stop>();
std::string_view word(Stop stop) { return stop_words.of(stop); }

Duration longest(const Config& config) {
  return config.policy.attempts <= 1 ? config.attempt_timeout : config.policy.total + config.attempt_timeout;
}

std::optional<Error> wrong_with(const Config& config) {
  const auto invalid = [](std::string what, std::string next) {
    return Error{ErrorKind::invalid_input, std::move(what), "No caller was made.", std::move(next), {}, {}};
  };
  if (config.attempt_timeout <= Duration{0} || config.policy.attempts == 0)
    return invalid("A call needs an attempt and a timeout.", {});
  if (!config.lease || *config.lease > longest(config)) return std::nullopt;
  return invalid(fmt::format("The lease of {} is not longer than a call, which can take {}.",
                             human(*config.lease), human(longest(config))),
                 "Use a longer lease, a shorter total time, or a shorter timeout.");
}

Incoming incoming_of(const std::vector<key::Header>& headers, Steady::time_point arrived) {
  const auto left = http::request_timeout_of(headers);
  return {left ? arrived + *left : Deadline::max(), !http::asks_not_to_retry(headers)};
}

Judged judge(const Reply& reply, const key::FinalPolicy& final) {
  if (reply.status == 0 || !reply.why.empty()) {
    const auto code =
        reply.is_unsent ? http::error_code::dependency_unavailable : http::error_code::dependency_timeout;
    return {retry::network_error, key::FinalOutcome::not_final, true, std::string(code)};
  }
  const auto code = reply.status < 400 ? std::nullopt : http::error_code_of(reply.body);
  Judged judged{retry::classify(reply.status, code), final.of(reply.status),
                reply.status == 408 || reply.status >= 500,
                code.value_or(std::string(reply.status < 400 ? std::string_view()
                                                             : http::error_code::provider_refused))};
  // Another effect has our key there, or this one has happened: no refusal of this effect. A retry gets the
  // same answer.
  if (code == http::error_code::provider_duplicate ||
      (reply.status >= 400 && http::is_about_key(reply.body))) {
    judged.final = key::FinalOutcome::not_final;
    if (reply.status == 400 || reply.status == 422) judged.retry = retry::Outcome::permanent;
  }
  // Declared by the operation: the answer stays the same.
  if (judged.final == key::FinalOutcome::failed) judged.retry = retry::Outcome::permanent;
  return judged;
}

Next next_after(const Config& config, const Incoming& incoming, const Progress& progress,
                retry::Outcome outcome, std::optional<Duration> retry_after, Steady::time_point now,
                Random& random) {
  const auto decision = retry::decide_retry(config.policy, progress.attempts, progress.elapsed, outcome,
                                            retry_after, progress.previous_delay, random);
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
