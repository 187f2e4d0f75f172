// The path of our own connections, and of what runs outside a transaction of ours.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "core/pg/connection.h"
#include "core/pg/server_identity.h"
#include "tests/support/database.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/traps.h"

namespace onceover::test {
namespace {

class PinnedPath : public testing::Test {
 protected:
  PinnedPath() {
    set_traps(database.conninfo());
    RawConnection(shared_server().conninfo()).exec(traps_first(database.name()));
  }
  pg::Connection open(const std::string& conninfo, bool pins) {
    auto opened = pg::Connection::open({.conninfo = conninfo, .pins_search_path = pins, .prepare = false});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  static std::string path_of(pg::Connection& connection) {
    return connection.exec("SELECT pg_catalog.current_setting('search_path')").value().text(0, 0);
  }
  // In the server's log.
  static int sprung() {
    std::ifstream log(shared_server().log_file());
    int count = 0;
    for (std::string line; std::getline(log, line);)
      count += line.find("trap ") != std::string::npos && line.find("sprung by") != std::string::npos;
    return count;
  }
  TestDatabase database;
};

TEST_F(PinnedPath, IsPgCatalogOnAConnectionOfOurOwn) {
  auto ours = open(database.conninfo(), true);
  EXPECT_EQ(path_of(ours), "pg_catalog");
  ASSERT_TRUE(ours.reopen());
  EXPECT_EQ(path_of(ours), "pg_catalog");
  const int before = sprung();
  EXPECT_TRUE(ours.exec("SELECT 1::bigint = 1::bigint, now(), 'a'::text").value().boolean(0, 0));
  EXPECT_EQ(sprung(), before);
  auto theirs = open(database.conninfo(), false);
  EXPECT_EQ(path_of(theirs), "traps, pg_catalog, public");
  EXPECT_TRUE(theirs.exec("SELECT 1::bigint = 1::bigint, now(), 'a'::text").value().boolean(0, 0));
  EXPECT_GT(sprung(), before);
}

TEST_F(PinnedPath, StaysOutOfAPoolersSession) {
  if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const PgBouncer bouncer(shared_server());
  auto ours = open(bouncer.conninfo(database.name()), true);
  EXPECT_EQ(path_of(ours), "traps, pg_catalog, public");
  auto theirs = open(bouncer.conninfo(database.name()), false);
  EXPECT_EQ(path_of(theirs), "traps, pg_catalog, public");
}

TEST_F(PinnedPath, IsNotNeededToKnowTheServer) {
  auto connection = open(database.conninfo(), false);
  const int before = sprung();
  const auto identity = pg::server_identity(connection);
  ASSERT_TRUE(identity) << identity.error().sentence();
  EXPECT_EQ(identity->database, database.name());
  EXPECT_EQ(sprung(), before);
}

}  // namespace
}  // namespace onceover::test
