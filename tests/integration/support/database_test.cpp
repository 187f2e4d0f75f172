// SPDX-License-Identifier: Apache-2.0
#include "tests/support/database.h"

#include <gtest/gtest.h>

namespace onceover::test {

TEST(TestDatabaseTest, EveryTestHasItsOwn) {
  TestDatabase one, other;
  one.connect().exec("CREATE TABLE here (n int)");
  EXPECT_EQ(one.connect().scalar("SELECT count(*) FROM pg_class WHERE relname = 'here'"), "1");
  EXPECT_EQ(other.connect().scalar("SELECT count(*) FROM pg_class WHERE relname = 'here'"), "0");
}

TEST(TestDatabaseTest, ATemplateIsFilledOnceAndCopied) {
  int filled = 0;
  const DatabaseTemplate with_table{
      "with_table", [&](const std::string& conninfo) {
        ++filled;
        RawConnection(conninfo).exec("CREATE TABLE here (n int); INSERT INTO here VALUES (3)");
      }};
  TestDatabase one(with_table), other(with_table);
  EXPECT_EQ(filled, 1);
  EXPECT_EQ(one.connect().scalar("SELECT n FROM here"), "3");
  EXPECT_EQ(other.connect().scalar("SELECT n FROM here"), "3");
}

TEST(TestDatabaseTest, IsDroppedThoughSomebodyIsStillConnected) {
  auto database = std::make_unique<TestDatabase>();
  const std::string name = database->name();
  RawConnection left_open = database->connect();
  database.reset();
  EXPECT_EQ(RawConnection(shared_server().conninfo())
                .scalar("SELECT count(*) FROM pg_database WHERE datname = $1", {name}),
            "0");
}

TEST(RawConnectionTest, KeepsNullsBytesAndErrors) {
  TestDatabase database;
  RawConnection raw = database.connect();
  EXPECT_EQ(raw.exec("SELECT NULL, ''"), (std::vector<RawRow>{{std::nullopt, ""}}));
  EXPECT_EQ(raw.sqlstate_of("SELECT 1/0"), "22012");
  EXPECT_THROW(raw.exec("SELECT 1/0"), std::runtime_error);
  EXPECT_THROW(raw.scalar("SELECT 1 WHERE false"), std::runtime_error);
  EXPECT_EQ(raw.scalar("SELECT " + quoted_text("it's") + " AS " + quoted_name("a \"b\"")), "it's");
}

}  // namespace onceover::test
