// Retries multiply through layers: a tree of services, how often each is called for one request, and where timeouts grow inward. Hedging:
// what a second request after a while wins, and what it costs. Pure, exact, no dice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/planner/policy.h"

namespace onceover::planner {

// A service as its caller calls it. The root is what the user's client calls.
struct Service {
  std::string name;
  unsigned attempts = 1;            // of the caller, for each request it works on; 0 counts as 1
  std::optional<Duration> timeout;  // of the caller, for one attempt; nullopt: it waits for ever
  Duration waits{};                 // between all these attempts together, at most
  std::optional<double> budget;     // of the caller: retries as a share of its requests; nullopt: none
  double failure = 0;               // chance that an attempt fails by the service's own fault, before it calls others
  std::vector<Service> calls;       // one after another; the first that fails for good fails it
};

struct Calls {
  std::string name;
  unsigned depth = 0;          // 0: the root
  std::string path;            // "edge > orders > payments"
  double worst = 1;            // for one request of the user, everything failing: the product
  std::string product;         // "3 × 3 × 3 = 27"
  double worst_in_budget = 1;  // the same, lasting, under the budgets: each layer at most 1 + budget
  double expected = 1;         // under the chances of failure
  double fails = 0;            // chance that one request to it, its caller's retries included, fails for good
  std::vector<Calls> calls;
};

// The caller gives up while the one it called is still at it: the work goes on for nobody, and the caller's retry adds to it.
struct GrowingTimeout {
  std::string caller, callee;
  std::optional<Duration> patience;      // of whoever calls the caller, for one attempt
  std::optional<Duration> needed;        // by the caller for the callee, all attempts and waits; nullopt: without bound
  bool one_attempt_is_too_long = false;  // not the retries alone
  std::string what;
};

struct Amplification {
  Calls tree;
  double worst_total = 0, expected_total = 0;  // calls in all, for one request
  double worst_leaf = 0;                       // most calls that one service gets
  std::string worst_leaf_name;
  unsigned retrying_layers = 0;  // on the longest path of retries
  std::vector<GrowingTimeout> timeouts;
};

// invalid_input: more than 1,000 services, deeper than 50, a chance that is none.
Result<Amplification> amplify(const Service& root);

// A distribution of latency, as ascending (share, time) points; between them it is linear, before the first and behind the last it is
// theirs.
struct Latency {
  struct Point {
    double share = 0;  // 0 to 1
    Duration at{};
  };
  std::vector<Point> points;
};

Latency latency_of(std::vector<Duration> samples);

struct Hedging {
  Duration after{};       // the second request is sent then
  double extra_load = 0;  // second requests as a share of the first ones
  struct Quantiles {
    Duration mean, p50, p95, p99, p999;
  };
  Quantiles alone{}, hedged{};
  std::vector<std::string> words;
};

// at: the share of requests that have answered by then: 0.95 is the usual one. common: share of slow requests that are slow for a reason
// that the second one meets too (a slow record, an overload), and which therefore win nothing; 0: none. The first answer counts, and the
// slower request is not taken back. invalid_input: no points, not ascending, a share that is none.
Result<Hedging> hedge(const Latency& latency, double at = 0.95, double common = 0);

}  // namespace onceover::planner
