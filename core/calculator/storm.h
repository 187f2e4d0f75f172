// SPDX-License-Identifier: Apache-2.0
// What many clients that fail together do to a server, and what it does to them: an event simulation of one
// storm, and of storms over the number of clients. Pure: random numbers are passed in; the same seed gives
// the same storm.
//
// Two servers:
//
// Optimistic: one row with a version. A client reads the version and writes with it; the write succeeds if
// the version is unchanged. Each leg (request and answer, of read and of write) takes the network's delay, so
// an attempt is four of them. A call is a write that reaches the server, as in the published experiment on
// backoff and jitter; there are as many reads.
//
// Capacity: one queue of limited length, served in order at a given rate; a request that finds it full is
// refused at once. A client whose patience ends leaves; the server does not know, and still serves the
// request. A call is a request that reaches the server.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/calculator/figure.h"
#include "core/calculator/policy.h"
#include "core/retry/breaker.h"

namespace onceover::calculator {

struct Optimistic {};

struct Capacity {
  double per_second = 100;                      // requests served
  unsigned queue = 100;                         // that may wait
  Duration patience = std::chrono::seconds(1);  // of a client, for one attempt
  Duration outage{};                            // from the start: everything is refused at once
  // requests have keys: a duplicate of a waiting request is refused (in progress), of a finished one it is
  // replayed;
  bool keyed = true;
  // both cost nothing
};

// One way, normally distributed; negative values are made positive.
struct Network {
  double mean_ms = 10, deviation_ms = 2;
};

struct Storm {
  unsigned clients = 100;  // each needs one success
  Policy policy;
  std::variant<Optimistic, Capacity> server;
  Network network;
  Duration arrive_within{};  // clients begin evenly spread over this time; 0: all at once
  // Shared by the clients of one process; clients are assigned to `processes` in turn. The breaker comes
  // before the budget: a call that it refuses costs no token, fails at once, and is backed off from like any
  // failure. It counts refusals and clients that gave up waiting; a lost optimistic write is an answer, not a
  // failure of the dependency.
  std::optional<retry::BudgetConfig> budget;
  std::optional<retry::BreakerConfig> breaker;
  unsigned processes = 1;
  // after this many calls, or four times as many events, it ends early: complete is false
  std::uint64_t most_calls = 5'000'000;
};

// The published experiment: delay normal with mean 10 and deviation 2 ms, base 5 ms, cap 2 s, exponent
// counted from 1, no limits.
Storm published_storm(unsigned clients, Backoff backoff);

struct LoadPoint {
  Duration from;
  std::uint64_t calls = 0, succeeded = 0;  // that reached the server; that succeeded, in this slice of time
  std::uint64_t waiting = 0;               // the most in the queue
};

struct StormResult {
  std::uint64_t calls = 0;
  std::uint64_t wasted =
      0;  // calls without progress: a lost write, a refusal, an answer to a client that was gone
  std::uint64_t replayed = 0;  // stored answers, at no cost
  unsigned succeeded = 0;      // clients; the others gave up:
  unsigned out_of_attempts = 0, out_of_time = 0, out_of_budget = 0;
  std::uint64_t stopped_by_breaker = 0;  // attempts that never left the client
  Duration time{};                       // until the last client finished
  Duration p50{}, p95{};                 // of the clients that succeeded, from their own start
  Duration slice{};                      // of load
  std::vector<LoadPoint>
      load;  // 100 to 200 slices where it took long enough for that; slices of at least 1 ms
  bool complete = true;
};

// invalid_input: no client, more than 100,000, or a server without capacity. cancelled.
Result<StormResult> simulate(const Storm& storm, Random& random, const Progress& progress = {});

// Storms over the number of clients, one curve for each backoff: what the published experiment shows, for any
// server.

struct CurvesOptions {
  Storm like;  // its number of clients and its backoff are replaced
  std::vector<Backoff> backoffs{Backoff::none, Backoff::exponential, Backoff::full_jitter,
                                Backoff::equal_jitter, Backoff::decorrelated_jitter};
  std::vector<unsigned> clients{10, 30, 50, 70, 90, 110, 130, 150, 170, 190};
  unsigned runs = 5;  // for each point; results are means
};

struct CurvePoint {
  unsigned clients = 0;
  double calls = 0, time_ms = 0, succeeded = 0;  // means over the runs
  bool complete = true;                          // every run was
};

struct Curve {
  Backoff backoff;
  std::vector<CurvePoint> points;
};

// The errors of simulate(). The same seed gives the same curves.
Result<std::vector<Curve>> curves(const CurvesOptions& options, Random& random,
                                  const Progress& progress = {});

}  // namespace onceover::calculator
