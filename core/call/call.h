// SPDX-License-Identifier: Apache-2.0
// Calls to another service, with what keeps them from doing harm: attempts and total time of a policy, a
// retry budget, a circuit breaker, a timeout of each attempt that is cut to what the incoming request has
// left. Retry-After is honoured; an outer layer that retries already is obeyed. A retry is counted by the
// budget when it is sent, not when it is planned.
//
// To the other service go Onceover-Do-Not-Retry, where we retry ourselves or were asked not to, and
// X-Request-Timeout, so that timeouts shrink inward.
//
// Not hedged: the second request of an effect meets the first one's key and gets 409. A read that needs it
// sends two calls.
//
// Threads: one Caller for each other service, used by any number of threads at once; each waits for its own
// answer.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/decide.h"
#include "core/key/types.h"
#include "core/metrics/event.h"
#include "core/retry/breaker.h"
#include "core/retry/policy.h"
#include "core/web/client.h"

namespace onceover::call {

// The decisions of a call to another service: what an answer means, whether to try again, and how long an
// attempt may take. Pure.

struct Config {
  std::string name;           // of the other service, for counters: "gateway"
  retry::Policy policy = {};  // attempts: 1 is never to retry
  Duration attempt_timeout = std::chrono::seconds(2);
  // Of the key under which the call is an effect: it must be longer than the call can take, or others settle
  // the key meanwhile. None: the call is no effect, or its key has no lease.
  std::optional<Duration> lease = {};
  std::optional<retry::BudgetConfig> budget =
      retry::BudgetConfig{};  // none: every request may use all its attempts
  std::optional<retry::BreakerConfig> breaker = retry::BreakerConfig{};  // none: each attempt is sent
  key::FinalPolicy final = key::FinalPolicy::for_gateway();
};

// From the first attempt to the end of the last.
Duration longest(const Config& config);
// A lease that is not longer than the longest call, no attempt, or a timeout of 0: invalid_input.
std::optional<Error> wrong_with(const Config& config);

// What the request that caused the call has left.
struct Incoming {
  Deadline deadline = Deadline::max();
  bool may_retry = true;  // false: an outer layer retries already
};
// From X-Request-Timeout and Onceover-Do-Not-Retry of a request that arrived then.
Incoming incoming_of(const std::vector<key::Header>& headers, Steady::time_point arrived);

// What came of one attempt.
struct Reply {
  int status = 0;  // 0: no answer
  std::vector<key::Header> headers = {};
  std::string body = {};
  std::optional<Duration> retry_after = {};
  std::string why = {};    // why there is no whole answer; empty: it is whole
  bool is_unsent = false;  // known: nothing reached the other service
};

struct Judged {
  retry::Outcome retry = retry::Outcome::retryable;
  key::FinalOutcome final = key::FinalOutcome::not_final;  // never final and retryable
  // of the service, as the breaker counts: no answer, 408, 5xx. It is well where it says 409 or 429
  bool is_failure = true;
  std::string error_code;  // of the answer's body, else ours; empty: it is no error
};
// The one table that says both whether the request may be sent again, and whether the answer finishes the
// key.
Judged judge(const Reply& reply, const key::FinalPolicy& final);

enum class Stop {
  answered,     // below 400
  refused,      // the same request will not succeed
  not_allowed,  // it may succeed, but an outer layer retries, or the request has no key
  attempts_exhausted,
  out_of_time,    // of the policy, or of the request that caused the call
  out_of_budget,  // too many requests were retried lately
  circuit_open,   // not one attempt was sent
  cancelled,
};
std::string_view word(Stop stop);

struct Progress {
  unsigned attempts = 0;  // made, also those that the breaker refused
  Duration elapsed{0};    // since the first began
  std::optional<Duration> previous_delay = {};
};
// The wait before the next attempt, or why there is none.
using Next = std::variant<Duration, Stop>;
Next next_after(const Config& config, const Incoming& incoming, const Progress& progress,
                retry::Outcome outcome, std::optional<Duration> retry_after, Steady::time_point now,
                Random& random);

// Of an attempt that begins now: cut to what the request has left. 0: there is no time for one.
Duration timeout_of(const Config& config, const Incoming& incoming, Steady::time_point now);

struct Attempt {
  // as OpenTelemetry's http.request.resend_count: 0 for the first one that is sent
  unsigned resend_count = 0;
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
  static Result<std::unique_ptr<Caller>> make(Config config, web::Rules rules = {},
                                              metrics::EventSink on_event = {}, Time time = {});

  // By any function, which must keep to the attempt's timeout. What it throws is no answer.
  Called run(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt);
  // By HTTP. Only a safe method, or a request with an Idempotency-Key, is sent again.
  Called send(const Incoming& incoming, const web::Request& request);

  Duration longest() const { return call::longest(config_); }
  const Config& config() const { return config_; }

 private:
  Caller(Config config, web::Rules rules, metrics::EventSink on_event, Time time);
  void attempt_all(const Incoming& incoming, const std::function<Reply(const Attempt&)>& attempt,
                   Called& called);
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
