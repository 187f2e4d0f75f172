// SPDX-License-Identifier: Apache-2.0
// Writing to the database that was looked at, and to no other.
#include "core/pg/server_identity.h"
#include "tests/integration/pg/fixture.h"

namespace onceover::test {
namespace {

class IdentityTest : public PgTest {
 protected:
  // Another database under the same name, which holds all that this one holds.
  void moves() {
    connection.close();
    const std::string name = database.name();
    RawConnection admin(shared_server().conninfo("postgres"));
    admin.exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name + "'");
    admin.exec("ALTER DATABASE " + name + " RENAME TO " + name + "_old");
    admin.exec("CREATE DATABASE " + name + " TEMPLATE " + name + "_old");
    admin.exec("DROP DATABASE " + name + "_old");
  }
};

TEST_F(IdentityTest, IsTheSameAtEachConnectionAndAnotherOfAnotherDatabase) {
  const auto here = value_of(pg::server_identity(connection));
  EXPECT_EQ(here.database, database.name());
  ASSERT_TRUE(here.system_identifier.has_value());
  auto again = open_pg(database.conninfo());
  EXPECT_EQ(value_of(pg::server_identity(again)), here);
  TestDatabase other;
  auto there = open_pg(other.conninfo());
  EXPECT_NE(value_of(pg::server_identity(there)), here);
}

TEST_F(IdentityTest, ATransactionThatWritesIsRefusedElsewhere) {
  raw.exec("CREATE TABLE public.t (n int)");
  pg::write_only_to(connection, value_of(pg::server_identity(connection)));
  {
    auto transaction = value_of(pg::Transaction::begin(connection, {}));
    value_of(transaction.exec("INSERT INTO public.t VALUES (1)"));
    value_of(transaction.commit());
  }
  moves();
  ASSERT_TRUE(connection.reopen().has_value());
  const auto refused = pg::Transaction::begin(connection, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(refused.error().not_done, "Nothing was written.");
  EXPECT_FALSE(connection.in_transaction());
  EXPECT_TRUE(pg::Transaction::begin(connection, {.read_only = true}).has_value())
      << "it may still be looked at";
}

TEST_F(IdentityTest, OfAnotherClusterTheSameDatabaseIsAnother) {
  auto elsewhere = value_of(pg::server_identity(connection));
  elsewhere.system_identifier = "1";
  pg::write_only_to(connection, elsewhere);
  EXPECT_FALSE(pg::Transaction::begin(connection, {}));
}

TEST_F(IdentityTest, ADatabasesNameMayHoldAnything) {
  const std::string odd = "o'd\\d \"$onceover$\" " + database.name();
  std::string quoted = "\"";
  for (const char c : odd) quoted += c == '"' ? "\"\"" : std::string(1, c);
  quoted += '"';
  RawConnection admin(shared_server().conninfo("postgres"));
  admin.exec("CREATE DATABASE " + quoted);
  {
    std::string value;
    for (const char c : odd) value += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    auto there = open_pg(shared_server().conninfo("postgres") + " dbname='" + value + "'");
    const auto identity = value_of(pg::server_identity(there));
    EXPECT_EQ(identity.database, odd);
    pg::write_only_to(there, identity);
    EXPECT_TRUE(pg::Transaction::begin(there, {}).has_value());
  }
  admin.exec("DROP DATABASE " + quoted + " WITH (FORCE)");
}

}  // namespace
}  // namespace onceover::test
