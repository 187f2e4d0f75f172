// SPDX-License-Identifier: Apache-2.0
#include "core/base/bounded_program.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace onceover {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

ProgramRun shell(const std::string& text, Duration within = seconds(30), std::size_t most = 1000) {
  return run_bounded({"/bin/sh", "-c", text}, within, most, StandardError::heard);
}

TEST(BoundedProgram, IsFoundOnPathAndReadByNoShell) {
  const ProgramRun run = run_bounded({"printf", "%s|", "a b", "$HOME"}, seconds(30), 1000);
  EXPECT_EQ(run.printed, "a b|$HOME|");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run_bounded({"no-such-program-of-ours"}, seconds(30), 1000).not_started, ENOENT);
}

TEST(BoundedProgram, TellsHowItEnded) {
  EXPECT_EQ(shell("exit 3").exit_code, 3);
  EXPECT_EQ(shell("kill -9 $$").exit_code, -1);
  EXPECT_FALSE(shell("echo said").complained);
  EXPECT_TRUE(shell("echo wrong >&2; echo said").complained);
  EXPECT_TRUE(shell("exec >&-; echo wrong >&2").complained);
}

TEST(BoundedProgram, WhateverItWritesItsOutputIsHeardToTheEnd) {
  const ProgramRun run = shell("head -c 200000 /dev/zero >&2; printf end");
  EXPECT_EQ(run.printed, "end");
  EXPECT_TRUE(run.in_time);
}

TEST(BoundedProgram, IsEndedWhereItTakesLongerOrPrintsMore) {
  EXPECT_FALSE(shell("exec sleep 300", milliseconds(100)).in_time);
  EXPECT_FALSE(shell("exec >&- 2>&-; exec sleep 300", milliseconds(100)).in_time);
  const ProgramRun endless = shell("yes");
  EXPECT_GT(endless.printed.size(), 1000U);
  EXPECT_LT(endless.printed.size(), 10'000U);
}

// Whether the process ends within ten seconds; one that is no more has ended.
bool ends(pid_t pid) {
  const auto process = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (process < 0) return errno == ESRCH;
  pollfd polled{process, POLLIN, 0};
  const int ready = ::poll(&polled, 1, 10'000);
  ::close(process);
  return ready > 0;
}

TEST(BoundedProgram, IsEndedWithItsChildrenWhichHoldItsOutput) {
  for (const char* text : {"sleep 300 & printf $!", "sleep 300 & printf $!; wait"}) {
    const ProgramRun run = shell(text, milliseconds(500));
    EXPECT_FALSE(run.in_time) << text;
    const pid_t child = std::stoi(run.printed);
    EXPECT_TRUE(ends(child)) << text;
    ::kill(child, SIGKILL);  // where it was left
  }
}

TEST(BoundedProgram, CanBeEndedBySignalsThatWeBlockOrIgnore) {
  sigset_t term, before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &before);
  const auto pipe_before = std::signal(SIGPIPE, SIG_IGN);
  for (const char* text : {"kill -TERM $$; printf survived", "kill -PIPE $$; printf survived"}) {
    const ProgramRun run = shell(text);
    EXPECT_EQ(run.printed, "") << text;
    EXPECT_EQ(run.exit_code, -1) << text;
  }
  std::signal(SIGPIPE, pipe_before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace
}  // namespace onceover
