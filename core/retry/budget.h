// SPDX-License-Identifier: Apache-2.0
// A retry budget: retries remain a fraction of requests, so that a failing dependency does not get a multiple of its load.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace onceover::retry {

struct BudgetConfig {
  double ratio = 0.1;       // tokens that a request earns; a retry costs one
  double per_second = 0.1;  // tokens earned by time, so that a quiet client can retry at all
  double burst = 10;        // maximum of tokens, and the initial number
};

// A token bucket. Over any span: retries ≤ burst + ratio · requests + per_second · seconds. Not thread-safe: its owner protects it.
class Budget {
 public:
  Budget(const BudgetConfig& config, Steady::time_point now);

  // Call for a first attempt; retries are not requests.
  void on_request(Steady::time_point now);
  // Takes a token for a retry; false: there is none, and the retry must not be made.
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
