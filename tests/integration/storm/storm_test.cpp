// SPDX-License-Identifier: Apache-2.0
// Executors and sweepers as processes, killed, stopped and cut off, on a server that is restarted, at
// gateways that fail: what was promised holds for every key all the same. Seconds in every run; minutes and
// hours by hand (tests/README.md, "The storm").
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/integration/storm/director.h"

namespace onceover::test::storm {
namespace {

std::uint64_t number_of(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given != nullptr && *given != '\0' ? std::strtoull(given, nullptr, 10) : otherwise;
}

TEST(Storm, EveryPromiseHoldsWhateverIsKilled) {
  StormOptions options;
  options.seed =
      number_of("ONCEOVER_STORM_SEED", number_of("ONCEOVER_SEED", std::random_device{}() % 1'000'000));
  options.seconds = static_cast<int>(number_of("ONCEOVER_STORM_SECONDS", 8));
  options.executors = std::max(2, static_cast<int>(number_of("ONCEOVER_STORM_EXECUTORS", 12)));
  options.rest_us = static_cast<int>(number_of("ONCEOVER_STORM_REST_MS", 5)) * 1000;
  std::printf("ONCEOVER_STORM_SEED=%llu replays the faults: %d s, %d executors\n",
              static_cast<unsigned long long>(options.seed), options.seconds, options.executors);
  const StormResult result = run_storm(options);
  for (const auto& [name, n] : result.figures)
    std::printf("%12lld %s\n", static_cast<long long>(n), name.c_str());
  std::printf("storm %.1f s, settling %.1f s, whole %.1f s\n", result.storm_s, result.settling_s,
              result.whole_s);
  for (const auto& accident : result.accidents) ADD_FAILURE() << "seed " << options.seed << ": " << accident;
  std::size_t shown = 0;
  for (const auto& broken : result.broken) {
    if (++shown > 30) break;
    ADD_FAILURE() << "seed " << options.seed << ": " << broken;
  }
  EXPECT_EQ(result.broken.size(), 0U);
  // Something has happened.
  const auto at_least = [&](const char* name, std::int64_t n) {
    const auto found = result.figures.find(name);
    EXPECT_GE(found == result.figures.end() ? 0 : found->second, n) << name;
  };
  for (const char* name : {"executors killed", "executors stopped past a lease", "backends terminated",
                           "server restarts", "daemons killed", "replays", "completions",
                           "settled by sweepers", "keys reaped", "gateway faults that executors saw"})
    at_least(name, 1);
  at_least("claims by lease", 100);
}

}  // namespace
}  // namespace onceover::test::storm
