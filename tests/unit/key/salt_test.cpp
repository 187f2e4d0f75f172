// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "core/key/fingerprint.h"

namespace onceover::key {
namespace {

class SaltTest : public testing::Test {
 protected:
  SaltTest() {
    char name[] = "/tmp/onceover-salt-XXXXXX";
    dir_ = ::mkdtemp(name);
  }
  ~SaltTest() override {
    ::unsetenv("ONCEOVER_SALTS");
    for (const std::string& file : files_) ::unlink(file.c_str());
    ::rmdir(dir_.c_str());
  }
  std::string file(const std::string& text, mode_t mode = 0600) {
    files_.push_back(dir_ + "/" + std::to_string(files_.size()));
    std::ofstream(files_.back()) << text;
    ::chmod(files_.back().c_str(), mode);
    return files_.back();
  }
  static std::string refused(const std::vector<std::string>& sources) {
    const auto salts = read_salts(sources);
    return salts ? "taken" : salts.error().sentence();
  }
  std::string dir_;
  std::vector<std::string> files_;
};

using Salts = std::vector<std::string>;

TEST_F(SaltTest, AreOfFilesAndCommandsInTheirOrder) {
  EXPECT_EQ(read_salts({file("salt of sixteen.\r\n"), "command:/bin/echo another salt of a program"}).value(),
            (Salts{"salt of sixteen.", "another salt of a program"}));
  EXPECT_EQ(read_salts().value(), Salts());
  const std::string fresh = file("the new salt of all"), old = file("the old salt of all");
  ::setenv("ONCEOVER_SALTS", (fresh + ";" + old).c_str(), 1);
  EXPECT_EQ(read_salts().value(), (Salts{"the new salt of all", "the old salt of all"}));
  EXPECT_EQ(read_salts({old}).value(), (Salts{"the old salt of all"}));
}

TEST_F(SaltTest, WhatOthersMayKnowIsRefusedAndNoMessageHasASalt) {
  const std::string secret = "not for everyone's eyes";
  for (const std::string& source :
       {file(secret, 0640), file(secret.substr(0, 15)), dir_ + "/none", std::string("command:/bin/false")})
    EXPECT_EQ(refused({file(secret), source}).find("not for every"), std::string::npos) << source;
  EXPECT_NE(refused({file(secret, 0640)}), "taken");
  EXPECT_NE(refused({file(secret.substr(0, 15))}), "taken");
  EXPECT_NE(refused({"command:/bin/false"}), "taken");
}

}  // namespace
}  // namespace onceover::key
