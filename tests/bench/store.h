// SPDX-License-Identifier: Apache-2.0
// A large store for benchmarks: a private server, a template database filled by one statement, and a fresh,
// warm copy of it for each turn, so that no way pays for the dead rows of another. Failures throw
// std::runtime_error.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/try/private_server.h"
#include "core/base/time.h"
#include "tests/bench/common.h"

namespace onceover::bench {

// Of each ten keys, spread over the table: so many are unfinished under an expired lease, so many finished
// and past their window. The others are finished and kept. Each hundredth of what is past its window has a
// settled case.
struct Fill {
  int keys = 1'000'000;
  int stuck_of_ten = 0, past_of_ten = 0;
};

// Installs our schema in an empty database and fills it.
void fill_own(const std::string& conninfo, const Fill& fill);

class BigStore {
 public:
  BigStore(const Fill& fill, bool fsync);
  // A copy of the template, read once; the copy before is dropped. Conninfo. A checkpoint has just ended, so
  // that every page's first change is logged in full, as it is after each checkpoint of a server at work.
  std::string fresh();
  std::string server_version() const;

 private:
  std::unique_ptr<try_it::PrivateServer> server_;
};

// The q-quantile, 0 to 1, nearest rank; 0.5 is the median, the upper one of an even number. 0 of none.
double quantile(std::vector<double> values, double q);
// Processor time that the calling thread has used so far: what a way costs, whatever else the machine does.
double own_cpu_seconds();
double seconds_since(Steady::time_point from);

// Each way once a round, in turn, for so many rounds; every second round backwards, so that none always
// follows the same other.
void in_turn(int rounds, const std::vector<std::function<void()>>& ways);

}  // namespace onceover::bench
