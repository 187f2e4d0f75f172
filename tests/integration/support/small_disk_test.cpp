// SPDX-License-Identifier: Apache-2.0
#include "tests/support/small_disk.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/raw.h"

namespace onceover::test {
namespace {

TEST(SmallDiskTest, IsFullUntilItIsFreedAndSeenByItsServerAlone) {
  if (const std::string why = SmallDiskServer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  SmallDiskServer disk;
  disk.create_database("shop");
  RawConnection raw(disk.server().conninfo("shop"));
  raw.exec("CREATE TABLE things (text text)");
  raw.exec("ALTER TABLE things ALTER COLUMN text SET STORAGE PLAIN");
  raw.exec("INSERT INTO things VALUES (repeat('x', 8000))");
  disk.fill();
  EXPECT_EQ(raw.sqlstate_of("INSERT INTO things VALUES (repeat('x', 8000))"), "53100");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM things"), "1");
  raw.exec("CREATE TABLE elsewhere (n int) TABLESPACE pg_default");
  raw.exec("INSERT INTO elsewhere VALUES (1)");  // the rest of the server has room
  disk.free();
  raw.exec("INSERT INTO things VALUES (repeat('x', 8000))");
  for (const auto& entry : std::filesystem::directory_iterator("/mnt"))
    EXPECT_FALSE(entry.path().filename().string().starts_with("PG_")) << "the disk is mounted for everybody";
}

}  // namespace
}  // namespace onceover::test
