// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/base/random.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {

namespace fs = std::filesystem;

class ExportTest : public OncectlTest {
 protected:
  ExportTest() { fs::create_directory(folder_); }
  ~ExportTest() override { fs::remove_all(folder_); }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_ = fs::temp_directory_path() / ("onceover-oncectl-export-" + new_uuid());
  std::string file_ = folder_ / "keys.out";
};

TEST_F(ExportTest, EveryKeyThatMatchesIntoAPrivateFile) {
  for (int i = 0; i < 5; ++i) finished("r-" + std::to_string(i), "the secret body");
  finished("=1+1");
  const Ran ran =
      ctl_json({"keys", "export", file_, "--prefix", "r-", "--oldest-first", "--format", "jsonl"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["keys"], 5);
  EXPECT_EQ(ran.json()["bytes"], fs::file_size(file_));
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const std::string lines = content(file_);
  EXPECT_EQ(Json::parse(lines.substr(0, lines.find('\n')))["key"], "r-0");
  EXPECT_EQ(lines.find("secret"), std::string::npos);

  ASSERT_EQ(ctl({"keys", "export", file_, "--reveal"}).code, 0);
  EXPECT_THAT(content(file_), testing::HasSubstr("the secret body"));
  EXPECT_THAT(content(file_), testing::HasSubstr(",'=1+1,"));
  ASSERT_EQ(ctl({"keys", "export", file_, "--raw"}).code, 0);
  EXPECT_THAT(content(file_), testing::HasSubstr(",=1+1,"));
  ASSERT_EQ(ctl({"keys", "export", file_, "--format", "md"}).code, 0);
  EXPECT_TRUE(content(file_).starts_with("| tenant | operation | key |"));
}

TEST_F(ExportTest, NothingFoundIsAFileWithoutRows) {
  EXPECT_EQ(ctl({"keys", "export", file_, "--key", "none"}).code, 3);
  EXPECT_TRUE(content(file_).starts_with("tenant,operation,key,"));
}

TEST_F(ExportTest, APlaceThatCannotBeWrittenIsSaid) {
  const Ran missing = ctl_json({"keys", "export", folder_ / "none" / "keys.csv"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.error()["kind"], "io");
  EXPECT_THAT(missing.error()["not_done"].get<std::string>(), testing::HasSubstr("Nothing was exported"));
  EXPECT_EQ(ctl({"keys", "export", folder_}).code, 2);
  EXPECT_EQ(ctl({"keys", "export", file_, "--format", "xlsx"}).code, 2);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExportTest, ASignalLeavesNothing) {
  finished("r-1");
  raw_.exec("BEGIN; LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");  // the export waits
  test::Process process = start(with_store({"keys", "export", file_}));
  auto look = database_.connect();
  ASSERT_TRUE(test::eventually(
      [&] { return look.scalar("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1"; }));
  process.kill(SIGINT);
  const auto end = process.wait();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 1);
  EXPECT_THAT(process.err(), testing::HasSubstr("It was cancelled."));
  raw_.exec("ROLLBACK");
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace onceover::oncectl
