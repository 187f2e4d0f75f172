// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pgbouncer.h"

#include <gtest/gtest.h>

#include "tests/support/raw.h"

namespace onceover::test {
namespace {

TEST(PgBouncerTest, GivesTheOneConnectionToEachTransactionInTurn) {
  if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  auto server = try_it::PrivateServer::start();
  ASSERT_TRUE(server) << server.error().sentence();
  PgBouncer bouncer(**server);
  RawConnection one(bouncer.conninfo()), other(bouncer.conninfo());
  const std::string backend = one.scalar("SELECT pg_backend_pid()");
  EXPECT_EQ(other.scalar("SELECT pg_backend_pid()"), backend);
  // Why a client must leave nothing behind: a session's settings and statements are the next client's.
  one.exec("SET work_mem = '77MB'");
  EXPECT_EQ(other.scalar("SHOW work_mem"), "77MB");
  one.exec("PREPARE theirs AS SELECT 1");
  EXPECT_EQ(other.sqlstate_of("PREPARE theirs AS SELECT 2"), "42P05");
}

}  // namespace
}  // namespace onceover::test
