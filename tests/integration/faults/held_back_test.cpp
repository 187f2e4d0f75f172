// SPDX-License-Identifier: Apache-2.0
// F21: a transaction that is idle for hours holds back vacuum. Health names it, with the statement that ends
// it.
#include "tests/integration/faults/fixture.h"
#include "tests/support/fake_clock.h"

namespace onceover::test {
namespace {

TEST_F(FaultTest, F21_ATransactionIdleForHoursIsNamedUntilItEnds) {
  if (const std::string why = FakeClock::unavailable(); !why.empty()) GTEST_SKIP() << why;
  FakeClock clock;
  const auto server = own_server({.settings = {{"autovacuum", "off"}}, .environment = clock.environment()});
  install_schema(server->conninfo());
  Executor executor(server->conninfo());
  RawConnection idle(server->conninfo()), raw(server->conninfo());
  idle.exec(
      "SET application_name = 'report-3'; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM "
      "onceover.keys");
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(serve(executor, "k" + std::to_string(i)));
  // What vacuum leaves for the idle transaction to read.
  const auto dead_rows = [&] {
    raw.exec("VACUUM onceover.keys");
    return std::stol(
        raw.scalar("SELECT n_dead_tup FROM pg_stat_all_tables WHERE relid = 'onceover.keys'::regclass"));
  };
  const auto doctor = [&] { return run_oncectl({"--json", "--dsn", server->conninfo(), "doctor"}); };
  EXPECT_GE(dead_rows(), 20);
  const std::string finding = "transaction-held-open";
  EXPECT_EQ(doctor().out.find(finding), std::string::npos) << "it has only begun";
  clock.step(std::chrono::hours(3));
  const auto told = doctor();
  EXPECT_EQ(told.code, 12) << told.err;
  EXPECT_NE(told.out.find(finding), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("report-3"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("pg_terminate_backend(" + std::to_string(idle.backend_pid()) + ")"),
            std::string::npos)
      << told.out;
  raw.exec("SELECT pg_terminate_backend($1::int)", {std::to_string(idle.backend_pid())});
  EXPECT_TRUE(eventually([&] { return doctor().out.find(finding) == std::string::npos; })) << doctor().out;
  EXPECT_TRUE(eventually([&] { return dead_rows() == 0; }));
  check(raw);
}

}  // namespace
}  // namespace onceover::test
