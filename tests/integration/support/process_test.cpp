// SPDX-License-Identifier: Apache-2.0
#include "tests/support/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

namespace onceover::test {

using std::chrono::milliseconds;

TEST(ProcessTest, CapturesBothStreamsAndTheExitCode) {
  Process child = Process::forked([] {
    std::cout << "to out" << std::flush;
    std::cerr << "to err";
    return 3;
  });
  EXPECT_EQ(child.wait(), (Exit{3, 0}));
  EXPECT_TRUE(child.wait_for_out("to out"));
  EXPECT_TRUE(child.wait_for_err("to err"));
  EXPECT_FALSE(child.wait_for_out("never"));
}

TEST(ProcessTest, RunsAProgramWithOurEnvironmentAndMore) {
  Process child = Process::spawn({"/usr/bin/env"}, {{"ONCEOVER_PROBE", "yes"}, {"PATH", "/bin"}});
  EXPECT_EQ(child.wait(), (Exit{0, 0}));
  EXPECT_TRUE(child.wait_for_out("ONCEOVER_PROBE=yes\n"));
  EXPECT_TRUE(child.wait_for_out("PATH=/bin\n"));
}

TEST(ProcessTest, ReadsWhatIsWrittenToItUntilItEnds) {
  Process child = Process::spawn({"/bin/sed", "-u", "s/^/told /;/end/q"}, {}, Input::written);
  EXPECT_TRUE(child.write("first\n"));
  EXPECT_TRUE(child.wait_for_out("told first\n"));
  EXPECT_TRUE(child.write("end\n"));
  EXPECT_EQ(child.wait(), (Exit{0, 0}));
  EXPECT_FALSE(child.write("nobody reads this\n"));
}

TEST(ProcessTest, AProgramThatIsNotThereExitsWith127) {
  EXPECT_EQ(Process::spawn({"/nonexistent/program"}).wait(), (Exit{127, 0}));
}

TEST(ProcessTest, AnEscapingExceptionIsAnExitCodeToo) {
  Process child = Process::forked([]() -> int { throw std::runtime_error("told"); });
  EXPECT_EQ(child.wait(), (Exit{125, 0}));
  EXPECT_TRUE(child.wait_for_err("told"));
}

TEST(ProcessTest, StopsContinuesAndKills) {
  Process child = Process::forked([]() -> int {
    for (;;) ::pause();
  });
  child.stop();
  EXPECT_FALSE(child.wait(milliseconds(20)));
  child.resume();
  EXPECT_TRUE(child.is_running());
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, SIGTERM}));
  EXPECT_FALSE(child.is_running());
}

TEST(ProcessTest, DiesWithItsObject) {
  pid_t pid = 0;
  {
    Process child = Process::forked([]() -> int {
      for (;;) ::pause();
    });
    pid = child.pid();
  }
  EXPECT_EQ(::kill(pid, 0), -1);
}

TEST(ProcessTest, AFloodOfOutputDoesNotBlockIt) {
  Process child = Process::forked([] {
    for (int i = 0; i < 20'000; ++i) std::cout << "a line that fills a pipe many times over\n";
    return 0;
  });
  EXPECT_EQ(child.wait(), (Exit{0, 0}));
}

}  // namespace onceover::test
