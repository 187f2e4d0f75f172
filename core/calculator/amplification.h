// SPDX-License-Identifier: Apache-2.0
// Retries multiply through layers: a tree of services, how often each is called for one request, and where
// timeouts grow inward. Hedging: what a second request after some time gains, and what it costs. Pure and
// exact, without random numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/calculator/policy.h"

namespace onceover::calculator {

// A service with its caller's settings. The user's client calls the root.
struct Service {
  std::string name;
  unsigned attempts = 1;            // of the caller, for each of its requests; 0 counts as 1
  std::optional<Duration> timeout;  // of the caller, for one attempt; nullopt: no limit
  Duration waits{};                 // between all these attempts together, at most
  std::optional<double> budget;     // of the caller: retries as a share of its requests; nullopt: none
  double failure = 0;  // chance that an attempt fails because of the service itself, before it calls others
  std::vector<Service> calls;  // one after another; a final failure of one fails it
};

struct Calls {
  std::string name;
  unsigned depth = 0;          // 0: the root
  std::string path;            // "edge > orders > payments"
  double worst = 1;            // calls for one request of the user if everything fails: the product
  std::string product;         // "3 × 3 × 3 = 27"
  double worst_in_budget = 1;  // the same over a long time under the budgets: each layer at most 1 + budget
  double expected = 1;         // with the chances of failure
  double fails = 0;            // chance that one request to it fails for good, its caller's retries included
  std::vector<Calls> calls;
};

// The caller gives up while its callee still works: the result is lost, and the caller's retry adds load.
struct GrowingTimeout {
  std::string caller, callee;
  std::optional<Duration> patience;  // of the caller's caller, for one attempt
  std::optional<Duration> needed;  // by the caller for the callee, all attempts and waits; nullopt: no limit
  bool one_attempt_is_too_long = false;  // even without retries
  std::string what;
};

struct Amplification {
  Calls tree;
  double worst_total = 0, expected_total = 0;  // calls in all, for one request
  double worst_leaf = 0;                       // the most calls that one service gets
  std::string worst_leaf_name;
  unsigned retrying_layers = 0;  // on the longest path of retries
  std::vector<GrowingTimeout> timeouts;
};

// invalid_input: more than 1,000 services, deeper than 50, or an invalid chance.
Result<Amplification> amplify(const Service& root);

// A latency distribution as ascending (share, time) points: linear between them, constant before the first
// and after the last.
struct Latency {
  struct Point {
    double share = 0;  // 0 to 1
    Duration at{};
  };
  std::vector<Point> points;
};

struct Hedging {
  Duration after{};       // when the second request is sent
  double extra_load = 0;  // second requests as a share of the first ones
  struct Quantiles {
    Duration mean, p50, p95, p99, p999;
  };
  Quantiles alone{}, hedged{};
  std::vector<std::string> words;
};

// at: the share of requests that have answered by then; 0.95 is usual. common: the share of slow requests
// with a cause that also slows the second one (a slow record, an overload), so that hedging gains nothing; 0:
// none. The first answer counts, and the slower request is not cancelled. invalid_input: no points, not
// ascending, or an invalid share.
Result<Hedging> hedge(const Latency& latency, double at = 0.95, double common = 0);

}  // namespace onceover::calculator
