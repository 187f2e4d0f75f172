// SPDX-License-Identifier: Apache-2.0
// The path of our own connections, where that of the database begins with a schema of a hostile user.
#include <gtest/gtest.h>

#include "core/pg/connection.h"
#include "core/pg/server_identity.h"
#include "tests/support/database.h"
#include "tests/support/pgbouncer.h"

namespace onceover::test {
namespace {

constexpr const char* hostile =
    "CREATE SCHEMA hostile; CREATE FUNCTION hostile.current_database() RETURNS name LANGUAGE sql AS $$ "
    "SELECT 'another'::name $$; CREATE FUNCTION hostile.equal(bigint, bigint) RETURNS boolean LANGUAGE sql "
    "AS 'SELECT false'; CREATE OPERATOR hostile.= (FUNCTION = hostile.equal, LEFTARG = bigint, RIGHTARG = "
    "bigint); CREATE VIEW hostile.pg_database AS SELECT oid, 'another'::name AS datname FROM "
    "pg_catalog.pg_database";

class PinnedPath : public testing::Test {
 protected:
  PinnedPath() {
    database.connect().exec(hostile);
    RawConnection(shared_server().conninfo())
        .exec("ALTER DATABASE " + quoted_name(database.name()) +
              " SET search_path = hostile, pg_catalog, public");
  }
  pg::Connection open(const std::string& conninfo, bool pins) {
    auto opened = pg::Connection::open({.conninfo = conninfo, .pins_search_path = pins, .prepare = false});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  static std::string path_of(pg::Connection& connection) {
    return connection.exec("SELECT pg_catalog.current_setting('search_path')").value().text(0, 0);
  }
  static bool is_equal(pg::Connection& connection) {
    return connection.exec("SELECT 1::bigint = 1::bigint").value().boolean(0, 0);
  }
  TestDatabase database;
};

TEST_F(PinnedPath, IsPgCatalogOnAConnectionOfOurOwn) {
  auto ours = open(database.conninfo(), true);
  EXPECT_EQ(path_of(ours), "pg_catalog");
  ASSERT_TRUE(ours.reopen());
  EXPECT_EQ(path_of(ours), "pg_catalog");
  EXPECT_TRUE(is_equal(ours));
  auto theirs = open(database.conninfo(), false);
  EXPECT_EQ(path_of(theirs), "hostile, pg_catalog, public");
  EXPECT_FALSE(is_equal(theirs));
}

TEST_F(PinnedPath, StaysOutOfAPoolersSession) {
  if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const PgBouncer bouncer(shared_server());
  auto ours = open(bouncer.conninfo(database.name()), true);
  EXPECT_EQ(path_of(ours), "hostile, pg_catalog, public");
  auto theirs = open(bouncer.conninfo(database.name()), false);
  EXPECT_EQ(path_of(theirs), "hostile, pg_catalog, public");
}

TEST_F(PinnedPath, IsNotNeededToKnowTheServer) {
  auto connection = open(database.conninfo(), false);
  const auto identity = pg::server_identity(connection);
  ASSERT_TRUE(identity) << identity.error().sentence();
  EXPECT_EQ(identity->database, database.name());
}

}  // namespace
}  // namespace onceover::test
