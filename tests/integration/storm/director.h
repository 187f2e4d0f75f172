// SPDX-License-Identifier: Apache-2.0
// A storm: real processes on a private server, faults drawn from a seed, then quiet, and a judgement of every
// key.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace onceover::test::storm {

struct StormOptions {
  std::uint64_t seed = 1;
  int seconds = 8;
  int executors = 12;
  int rest_us = 5'000;  // of an executor, on average, between two requests
};

struct StormResult {
  std::map<std::string, std::int64_t> figures;  // in words: "executors killed"
  std::vector<std::string> broken;              // promises, each with its key
  std::vector<std::string> accidents;           // the storm itself did not go as it should
  double storm_s = 0, settling_s = 0, whole_s = 0;
};

StormResult run_storm(const StormOptions& options);

}  // namespace onceover::test::storm
