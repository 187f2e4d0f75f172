// SPDX-License-Identifier: Apache-2.0
// Files that are read whole: what is refused, by name, and without waiting.
#include "core/base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace onceover {
namespace {

namespace fs = std::filesystem;

class ReadWholeFile : public testing::Test {
 protected:
  ReadWholeFile() { fs::create_directories(directory_); }
  ~ReadWholeFile() override { fs::remove_all(directory_); }
  std::string file(const std::string& content, mode_t mode) {
    const std::string path = directory_ / "one";
    std::ofstream(path, std::ios::binary) << content;
    ::chmod(path.c_str(), mode);
    return path;
  }
  static std::string refusal(const std::string& path, FileRules rules) {
    rules.not_done = "Nothing was read.";
    const auto text = read_whole_file(path, rules);
    if (text) return "";
    EXPECT_EQ(text.error().kind, ErrorKind::invalid_input);
    EXPECT_NE(text.error().what.find(path), std::string::npos) << text.error().what;
    EXPECT_EQ(text.error().not_done, "Nothing was read.");
    EXPECT_FALSE(text.error().next.empty());
    return text.error().what.substr(text.error().what.find(path) + path.size());
  }
  fs::path directory_ = fs::temp_directory_path() / ("onceover-file-test-" + std::to_string(::getpid()));
};

TEST_F(ReadWholeFile, GivesEveryByte) {
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_whole_file(file(bytes, 0600), {.max_bytes = 6}).value(), bytes);
  EXPECT_EQ(read_whole_file(file("", 0600), {.max_bytes = 6}).value(), "");
}

TEST_F(ReadWholeFile, RefusesWhatIsNoFileWithoutWaiting) {
  const std::string pipe = directory_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(pipe, {.max_bytes = 6}), " is not a regular file.");
  EXPECT_EQ(refusal(directory_, {.max_bytes = 6}), " is not a regular file.");
  EXPECT_EQ(refusal("/dev/zero", {.max_bytes = 6}), " is not a regular file.");
  EXPECT_EQ(refusal(directory_ / "none", {.max_bytes = 6}), " cannot be read: No such file or directory.");
  EXPECT_FALSE(read_whole_file(std::string("a\0b", 3), {.max_bytes = 6}));
  if (::geteuid() != 0) {
    EXPECT_EQ(refusal(file("x", 0), {.max_bytes = 6}), " cannot be read: Permission denied.");
  }
}

TEST_F(ReadWholeFile, RefusesMoreThanItsLimit) {
  EXPECT_EQ(refusal(file("1234567", 0600), {.max_bytes = 6}), " has more than 6 bytes.");
}

TEST_F(ReadWholeFile, LooksAtWhatOthersMayDo) {
  struct Row {
    mode_t mode;
    OthersMay others;
    const char* refusal;
  };
  for (const Row& row :
       {Row{0666, OthersMay::write, ""}, Row{0644, OthersMay::read, ""}, Row{0600, OthersMay::nothing, ""},
        Row{0664, OthersMay::read, " can be changed by others (mode 0664)."},
        Row{0602, OthersMay::read, " can be changed by others (mode 0602)."},
        Row{0640, OthersMay::nothing, " is open to others (mode 0640)."},
        Row{0601, OthersMay::nothing, " is open to others (mode 0601)."}}) {
    EXPECT_EQ(refusal(file("x", row.mode), {.max_bytes = 6, .others = row.others}), row.refusal)
        << std::oct << row.mode;
  }
  if (::geteuid() == 0) {
    const std::string path = file("x", 0600);
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_EQ(refusal(path, {.max_bytes = 6}), "");
    EXPECT_EQ(refusal(path, {.max_bytes = 6, .others = OthersMay::nothing}), " belongs to another user.");
  }
}

}  // namespace
}  // namespace onceover
