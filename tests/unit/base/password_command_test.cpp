// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/base/bounded_program.h"
#include "tests/support/patience.h"

namespace onceover {
namespace {

TEST(PasswordCommand, IsReadAsWordsAndByNoShell) {
  const auto words = command_words(R"(/bin/echo  'a b' "c'd" e"f g"h $HOME *)");
  ASSERT_TRUE(words);
  EXPECT_EQ(*words, (std::vector<std::string>{"/bin/echo", "a b", "c'd", "ef gh", "$HOME", "*"}));
  for (const char* wrong : {"", "   ", "echo x", "/bin/echo 'open"})
    EXPECT_FALSE(command_words(wrong)) << wrong;
}

TEST(PasswordCommand, TheFirstLineIsThePassword) {
  EXPECT_EQ(password_from("/usr/bin/printf 's3cret pass\\r\\nmore\\n'").value_or(""), "s3cret pass");
  EXPECT_EQ(password_from("/bin/echo -n token").value_or(""), "token");
}

TEST(PasswordCommand, WhatGoesWrongIsSaidWithoutWhatWasPrinted) {
  for (const char* wrong : {"/no/such/program", "/bin/false", "/usr/bin/printf ''"}) {
    const auto password = password_from(wrong);
    ASSERT_FALSE(password) << wrong;
    EXPECT_EQ(password.error().kind, ErrorKind::invalid_input);
  }
  const auto failing = password_from("/bin/sh -c 'echo canary; exit 3'");
  ASSERT_FALSE(failing);
  EXPECT_EQ(failing.error().sentence().find("canary"), std::string::npos);
}

TEST(PasswordCommand, OneThatHangsIsEnded) {
  const auto begun = Steady::now();
  const auto password = password_from("/bin/sleep 60", std::chrono::milliseconds(100));
  ASSERT_FALSE(password);
  EXPECT_TRUE(password.error().is_timeout());
  EXPECT_LT(Steady::now() - begun, test::well_before_half_a_minute);
}

// What closes its output and goes on would be waited for, and so would what prints without end.
TEST(PasswordCommand, OneThatGoesOnBehindItsOutputIsEnded) {
  const auto silent =
      password_from("/bin/sh -c 'echo canary; exec >&-; exec sleep 300'", std::chrono::milliseconds(500));
  ASSERT_FALSE(silent);
  EXPECT_TRUE(silent.error().is_timeout());
  const auto endless = password_from("/bin/sh -c 'trap \"\" PIPE; yes canary 2>/dev/null; exec sleep 300'",
                                     std::chrono::milliseconds(500));
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().sentence().find("canary"), std::string::npos);
}

}  // namespace
}  // namespace onceover
