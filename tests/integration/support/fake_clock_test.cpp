// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_clock.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "app/try/private_server.h"
#include "tests/support/raw.h"

namespace onceover::test {
namespace {

long seconds_ahead(RawConnection& raw) {
  return std::atol(raw.scalar("SELECT round(extract(epoch FROM clock_timestamp())) - " +
                              std::to_string(std::time(nullptr)))
                       .c_str());
}

TEST(FakeClockTest, StepsTheClockOfARunningServerAndNobodyElses) {
  if (const std::string why = FakeClock::unavailable(); !why.empty()) GTEST_SKIP() << why;
  FakeClock clock;
  auto server = try_it::PrivateServer::start({.environment = clock.environment()});
  ASSERT_TRUE(server) << server.error().sentence() << server.error().detail;
  RawConnection raw((*server)->conninfo());
  const std::time_t before = std::time(nullptr);
  EXPECT_NEAR(seconds_ahead(raw), 0, 60);
  clock.step(-std::chrono::hours(1));
  EXPECT_NEAR(seconds_ahead(raw), -3600, 60);  // on the connection there was
  clock.step(std::chrono::hours(48));
  EXPECT_NEAR(seconds_ahead(raw), 2 * 86400, 60);
  RawConnection newcomer((*server)->conninfo());
  EXPECT_NEAR(seconds_ahead(newcomer), 2 * 86400, 60);
  EXPECT_LT(std::time(nullptr) - before, 3600);  // ours went on as ever
}

}  // namespace
}  // namespace onceover::test
