// A retry budget: retries stay a fraction of requests, so that a failing dependency is not asked many times over.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace onceover::retry {

struct BudgetConfig {
  double ratio = 0.1;       // tokens a request earns; a retry costs one
  double per_second = 0.1;  // tokens earned by time alone, so that a quiet client may retry at all
  double burst = 10;        // tokens kept at most, and held at the start
};

// A token bucket. Over any span: retries ≤ burst + ratio · requests + per_second · seconds. Not thread-safe: its owner guards it.
class Budget {
 public:
  Budget(const BudgetConfig& config, Steady::time_point now);

  // A first attempt is being made; retries are not requests.
  void on_request(Steady::time_point now);
  // Takes a token for a retry; false where there is none, and then the retry must not be made.
  bool try_spend(Steady::time_point now);
  // Whole tokens left.
  std::int64_t tokens(Steady::time_point now);

 private:
  void earn(std::int64_t parts);
  void pass_time(Steady::time_point now);

  // Millionths of a token: ten earnings of 0.1 are exactly one retry.
  std::int64_t per_request_, per_second_, most_, held_;
  Steady::time_point last_;
};

}  // namespace onceover::retry
