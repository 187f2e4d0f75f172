// SPDX-License-Identifier: Apache-2.0
// Waiting for what has no event to wait on (pg_stat_activity, a file): a bounded poll. Never a substitute for
// a condition variable, a pidfd or a reply.
#pragma once

#include <chrono>
#include <thread>

#include "tests/support/patience.h"

namespace onceover::test {

// True as soon as condition() is; false where it never was within the time. Asked at least once. 5 ms between
// two looks: short beside what is waited for, long beside what a look costs.
template <class Condition>
bool eventually(Condition condition, std::chrono::milliseconds within = patience) {
  const auto until = std::chrono::steady_clock::now() + within;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace onceover::test
