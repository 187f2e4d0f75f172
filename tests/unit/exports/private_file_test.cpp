// SPDX-License-Identifier: Apache-2.0
#include "core/exports/private_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/base/random.h"

namespace onceover::exports {
namespace {

namespace fs = std::filesystem;

class PrivateFileTest : public testing::Test {
 protected:
  PrivateFileTest() { fs::create_directory(folder_); }
  ~PrivateFileTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static mode_t mode(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
  }

  fs::path folder_ = fs::temp_directory_path() / ("onceover-private-file-" + new_uuid());
};

TEST_F(PrivateFileTest, AppearsWholeAndForItsOwnerAlone) {
  std::ofstream(path("out.csv")) << "old";
  fs::permissions(path("out.csv"), fs::perms::all);
  const mode_t umask_before = ::umask(0277);
  auto file = PrivateFile::create(path("out.csv"));
  ::umask(umask_before);
  ASSERT_TRUE(file) << file.error().sentence();
  ASSERT_TRUE(file->write("new "));
  EXPECT_EQ(content(path("out.csv")), "old");
  ASSERT_TRUE(file->write("rows"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content(path("out.csv")), "new rows");
  EXPECT_EQ(mode(path("out.csv")), 0600U);
  EXPECT_EQ(files(), 1U);
}

TEST_F(PrivateFileTest, LeavesNothingWithoutCommit) {
  std::ofstream(path("out.csv")) << "old";
  {
    auto file = PrivateFile::create(path("out.csv"));
    ASSERT_TRUE(file);
    auto other = PrivateFile::create(path("new.csv"));
    ASSERT_TRUE(other);
    ASSERT_TRUE(file->write("half"));
    EXPECT_EQ(files(), 3U);
  }
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(content(path("out.csv")), "old");
}

TEST_F(PrivateFileTest, WhatIsNoRegularFileIsRefused) {
  std::ofstream(path("elsewhere")) << "theirs";
  fs::create_symlink("elsewhere", path("link"));
  fs::create_symlink("nowhere", path("dangling"));
  fs::create_directory(path("folder"));
  for (const std::string name : {"link", "dangling", "folder", "folder/", ".", ".."}) {
    const auto file = PrivateFile::create(path(name));
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().kind, ErrorKind::invalid_input) << name;
  }
  EXPECT_FALSE(PrivateFile::create(""));
  EXPECT_EQ(PrivateFile::create(path("missing/out.csv")).error().kind, ErrorKind::io);
  EXPECT_EQ(content(path("elsewhere")), "theirs");
}

TEST_F(PrivateFileTest, ALongNameIsNoProblem) {
  const std::string name(255, 'n');
  auto file = PrivateFile::create(path(name));
  ASSERT_TRUE(file) << file.error().sentence();
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(fs::exists(path(name)));
}

TEST_F(PrivateFileTest, ATargetThatCannotBeReplacedIsAnError) {
  auto file = PrivateFile::create(path("out.csv"));
  ASSERT_TRUE(file);
  fs::create_directory(path("out.csv"));  // meanwhile
  const auto committed = file->commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().kind, ErrorKind::io);
  EXPECT_NE(committed.error().not_done.find("Nothing was exported"), std::string::npos);
}

// As a full disk does, in the middle of a write.
TEST_F(PrivateFileTest, AWriteThatFailsHalfWaySaysSoAndLeavesNothing) {
  std::ofstream(path("out.csv")) << "old";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, before.rlim_max};
  Result<void> written;
  {
    auto file = PrivateFile::create(path("out.csv"));
    ASSERT_TRUE(file);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    written = file->write(std::string(150'000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::io);
  EXPECT_NE(written.error().not_done.find("Nothing was exported"), std::string::npos);
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(content(path("out.csv")), "old");
}

}  // namespace
}  // namespace onceover::exports
