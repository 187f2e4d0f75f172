// SPDX-License-Identifier: Apache-2.0
// Calls to another service, with what keeps them from doing harm: attempts and total time of a policy, a retry budget, a circuit breaker,
// a timeout of each attempt that is cut to what the incoming request has left. Retry-After is honoured; an outer layer that retries already
// is obeyed. A retry is counted by the budget when it is sent, not when it is planned.
//
// To the other service go Onceover-Do-Not-Retry, where we retry ourselves or were asked not to, and X-Request-Timeout, so that timeouts
// shrink inward.
//
// Not hedged: the second request of an effect meets the first one's key and gets 409. A read that needs it sends two calls.
//
// Threads: one Caller for each other service, used by any number of threads at once; each waits for its own answer.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/call/decide.h"
#include "core/metrics/event.h"
#include "core/web/client.h"

namespace onceover::call {

struct Attempt {
  unsigned resend_count = 0;  // as OpenTelemetry's http.request.resend_count: 0 for the first one that is sent
  Duration timeout{0};
  std::vector<key::Header> headers;  // to be sent with it
};

// What a call came to.
struct Called {
  Reply reply;    // to the last attempt that was sent
  Judged judged;  // of this reply
  unsigned sent = 0;
  Stop stop = Stop::answered;
  bool is_no_effect = true;  // known: no attempt reached the other service
  // A sentence for people and logs about why there is no final answer.
  std::string sentence() const;
};

// For tests.
struct Time {
  std::function<Steady::time_point()> now = Steady::now;
  std::function<bool(Duration)> pause = {};  // false: give up (Stop::cancelled). Empty: the thread sleeps
};

class Caller {
 public:
  // invalid_input: wrong_with(config). rules: of send(); its timeouts are ours.
  static Result<std::unique_ptr<Caller>> make(Config config, web::Rules rules = {}, metrics::EventSink on_event = {}, Time time = {});

  // By any function, which must keep to the attempt's timeout. What it throws is no answer.
  Called run(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt);
  // By HTTP. Only a safe method, or a request with an Idempotency-Key, is sent again.
  Called send(const Incoming& incoming, const web::Request& request);

  Duration longest() const { return call::longest(config_); }
  const Config& config() const { return config_; }

 private:
  Caller(Config config, web::Rules rules, metrics::EventSink on_event, Time time);
  void attempt_all(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt, Called& called);
  void report(std::string_view outcome, const Called& called) const;
  using Allowed = std::variant<std::optional<retry::Breaker::Ticket>, Stop>;
  Allowed allow(bool is_first, bool is_retry);
  Reply by_http(web::Request request, const Attempt& attempt);

  const Config config_;
  web::Rules rules_;
  metrics::EventSink on_event_;
  Time time_;
  std::mutex mutex_;  // for what follows
  Random random_;
  std::optional<retry::Budget> budget_;
  std::optional<retry::Breaker> breaker_;
  std::vector<web::Client> idle_;
};

}  // namespace onceover::call
