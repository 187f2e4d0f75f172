// SPDX-License-Identifier: Apache-2.0
#include "app/try/private_server.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/raw.h"

namespace onceover::try_it {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using test::Process;
using test::RawConnection;

std::unique_ptr<PrivateServer> started(const PrivateServer::Options& options = {}) {
  auto server = PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  return std::move(*server);
}

// Gone, or a zombie that its new parent has yet to reap.
bool is_gone(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return true;
  return text.substr(text.rfind(')') + 2, 1) == "Z";
}

// A server in a child of ours that says where it is and then does nothing.
Process server_in_child() {
  return Process::forked([]() -> int {
    auto server = PrivateServer::start();
    if (!server) throw std::runtime_error(server.error().sentence());
    std::cout << (*server)->socket_dir() << ' ' << (*server)->pid() << " ready" << std::endl;
    for (;;) ::pause();
  });
}

struct Where {
  std::string directory;
  pid_t pid = 0;
};

Where where(Process& child) {
  if (!child.wait_for_out("ready")) throw std::runtime_error("no server in the child: " + child.err());
  std::istringstream words(child.out());
  Where found;
  words >> found.directory >> found.pid;
  return found;
}

}  // namespace

TEST(PrivateServerTest, AnswersThroughItsSocketAndLeavesNothingBehind) {
  std::string directory;
  pid_t pid = 0;
  {
    const auto server = started();
    directory = server->socket_dir();
    pid = server->pid();
    RawConnection raw(server->conninfo());
    EXPECT_EQ(raw.scalar("SHOW server_encoding"), "UTF8");
    EXPECT_EQ(raw.scalar("SELECT datcollate FROM pg_database WHERE datname = 'postgres'"), "C.UTF-8");
    EXPECT_EQ(raw.scalar("SHOW listen_addresses"), "");
    EXPECT_EQ(raw.scalar("SHOW fsync"), "off");
  }
  EXPECT_FALSE(fs::exists(directory));
  EXPECT_TRUE(is_gone(pid));
}

TEST(PrivateServerTest, IsOutOfOtherUsersReach) {
  const auto server = started();
  struct stat info {};
  ASSERT_EQ(::stat(server->socket_dir().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST(PrivateServerTest, IgnoresThePgVariablesOfOurEnvironment) {
  ::setenv("PGDATA", "/nonexistent", 1);
  ::setenv("PGPORT", "1", 1);
  const auto server = PrivateServer::start();
  ::unsetenv("PGDATA");
  ::unsetenv("PGPORT");
  ASSERT_TRUE(server) << server.error().detail;
  EXPECT_EQ(RawConnection((*server)->conninfo()).scalar("SHOW port"), "5432");
}

TEST(PrivateServerTest, TakesSettingsThatAlterSystemMayStillOverride) {
  PrivateServer::Options options;
  options.settings = {{"work_mem", "5MB"}, {"application_name", "it's \\ here"}};
  options.fsync = true;
  const auto server = started(options);
  RawConnection raw(server->conninfo());
  EXPECT_EQ(raw.scalar("SHOW work_mem"), "5MB");
  EXPECT_EQ(raw.scalar("SELECT reset_val FROM pg_settings WHERE name = 'application_name'"), "it's \\ here");
  EXPECT_EQ(raw.scalar("SHOW fsync"), "on");
  raw.exec("ALTER SYSTEM SET work_mem = '6MB'");
  ASSERT_TRUE(server->signal(SIGHUP));
  EXPECT_TRUE(eventually([&] { return raw.scalar("SHOW work_mem") == "6MB"; }));
}

TEST(PrivateServerTest, RefusesASettingThatWouldBeTwo) {
  PrivateServer::Options options;
  options.settings = {{"work_mem", "5MB'\nfsync = 'off"}};
  const auto server = PrivateServer::start(options);
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().kind, ErrorKind::invalid_input);
}

TEST(PrivateServerTest, ShowsTheLogWhenItDoesNotComeUp) {
  PrivateServer::Options options;
  options.settings = {{"no_such_setting_at_all", "1"}};
  const auto server = PrivateServer::start(options);
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().kind, ErrorKind::io);
  EXPECT_NE(server.error().detail.find("no_such_setting_at_all"), std::string::npos) << server.error().detail;
}

TEST(PrivateServerTest, SaysWhichPackageIsMissing) {
  ::setenv("PG_BINDIR", "/nonexistent", 1);
  const auto misled = PrivateServer::start();
  ::unsetenv("PG_BINDIR");
  ASSERT_FALSE(misled);
  EXPECT_NE(misled.error().what.find("PG_BINDIR"), std::string::npos);
  EXPECT_FALSE(misled.error().next.empty());
}

TEST(PrivateServerTest, ComesBackAfterEveryWayToStop) {
  const auto server = started();
  RawConnection(server->conninfo()).exec("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
  for (StopMode mode : {StopMode::smart, StopMode::fast, StopMode::immediate}) {
    const auto stopped = server->stop(mode);
    ASSERT_TRUE(stopped) << stopped.error().sentence();
    EXPECT_EQ(server->pid(), 0);
    EXPECT_TRUE(server->stop(mode));
    const auto running = server->start_again();
    ASSERT_TRUE(running) << running.error().sentence() << running.error().detail;
    EXPECT_TRUE(server->start_again());
    EXPECT_EQ(RawConnection(server->conninfo()).scalar("SELECT n FROM kept"), "7");
  }
}

TEST(PrivateServerTest, ComesBackAfterItsPostmasterWasKilled) {
  const auto server = started();
  RawConnection raw(server->conninfo());
  raw.exec("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
  ASSERT_TRUE(server->signal(SIGKILL));
  const auto running = server->start_again();
  ASSERT_TRUE(running) << running.error().sentence() << running.error().detail;
  EXPECT_EQ(RawConnection(server->conninfo()).scalar("SELECT n FROM kept"), "7");
}

TEST(PrivateServerTest, SaysThatASmartStopWaitsForItsClients) {
  const auto server = started();
  {
    RawConnection raw(server->conninfo());
    const auto stopped = server->stop(StopMode::smart, std::chrono::milliseconds(50));
    ASSERT_FALSE(stopped);
    EXPECT_TRUE(stopped.error().is_timeout());
  }
  EXPECT_TRUE(server->stop(StopMode::smart));
}

TEST(PrivateServerTest, IsGoneWhenItsOwnerIsKilled) {
  Process owner = server_in_child();
  const Where server = where(owner);
  ASSERT_FALSE(is_gone(server.pid));
  RawConnection raw("host=" + server.directory + " user=postgres dbname=postgres");
  const int backend = raw.backend_pid();
  owner.kill(SIGKILL);
  EXPECT_TRUE(eventually([&] { return is_gone(server.pid) && is_gone(backend); }));
  EXPECT_TRUE(eventually([&] { return !fs::exists(server.directory); }));
}

TEST(PrivateServerTest, IsGoneThoughItWasStoppedWhenItsOwnerWasKilled) {
  Process owner = server_in_child();
  const Where server = where(owner);
  ::kill(server.pid, SIGSTOP);
  owner.kill(SIGKILL);
  EXPECT_TRUE(eventually([&] { return is_gone(server.pid) && !fs::exists(server.directory); }));
}

TEST(PrivateServerTest, IsGoneWhenItsOwnerIsKilledWhileAForkOfItLives) {
  Process fork_holder = Process::forked([]() -> int {
    auto server = PrivateServer::start();
    if (!server) throw std::runtime_error(server.error().sentence());
    const pid_t fork = ::fork();
    if (fork == 0) {
      for (;;) ::pause();
    }
    std::cout << (*server)->socket_dir() << ' ' << (*server)->pid() << " ready " << fork << std::endl;
    for (;;) ::pause();
  });
  const Where server = where(fork_holder);
  std::istringstream words(fork_holder.out());
  std::string skipped;
  pid_t fork = 0;
  words >> skipped >> skipped >> skipped >> fork;
  fork_holder.kill(SIGKILL);
  EXPECT_TRUE(eventually([&] { return is_gone(server.pid) && !fs::exists(server.directory); }));
  EXPECT_FALSE(is_gone(fork));
  ::kill(fork, SIGKILL);
}

TEST(PrivateServerTest, IsGoneWhenItsOwnerIsKilledWhileTheClusterIsMade) {
  std::string parent = "/tmp/onceover-parent-XXXXXX";
  ASSERT_NE(::mkdtemp(parent.data()), nullptr);
  ::chmod(parent.c_str(), 0755);  // the server's user must get through
  Process owner = Process::forked([&]() -> int {
    PrivateServer::Options options;
    options.parent_dir = parent;
    auto server = PrivateServer::start(options);
    for (;;) ::pause();
  });
  const auto initdb_has_begun = [&] {
    for (const auto& entry : fs::directory_iterator(parent)) {
      if (fs::exists(entry.path() / "data" / "base")) return true;
    }
    return false;
  };
  ASSERT_TRUE(eventually(initdb_has_begun));
  owner.kill(SIGKILL);
  EXPECT_TRUE(eventually([&] { return fs::is_empty(parent); }));
  fs::remove_all(parent);
}

TEST(PrivateServerTest, IsGoneWithItsSupervisorAndSaysSo) {
  auto server = started();
  const pid_t pid = server->pid();
  const std::string directory = server->socket_dir();
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  pid_t supervisor = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("PPid:")) supervisor = std::stoi(line.substr(5));
  }
  ASSERT_GT(supervisor, 1);
  ASSERT_NE(supervisor, ::getpid());
  ::kill(supervisor, SIGKILL);
  EXPECT_TRUE(eventually([&] { return is_gone(pid); }));
  EXPECT_EQ(server->pid(), 0);
  const auto again = server->start_again();
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::io);
  server.reset();
  EXPECT_FALSE(fs::exists(directory));
}

TEST(PrivateServerTest, OutlivesTheThreadThatStartedIt) {
  std::unique_ptr<PrivateServer> server;
  std::thread([&] { server = started(); }).join();
  EXPECT_EQ(RawConnection(server->conninfo()).scalar("SELECT 1"), "1");
  EXPECT_NE(server->pid(), 0);
}

TEST(PrivateServerTest, IsLeftAloneByAForkThatEnds) {
  const auto server = started();
  Process fork = Process::forked([&] {
    const_cast<std::unique_ptr<PrivateServer>&>(server).reset();
    return 0;
  });
  EXPECT_EQ(fork.wait(), (test::Exit{0, 0}));
  EXPECT_EQ(RawConnection(server->conninfo()).scalar("SELECT 1"), "1");
}

TEST(PrivateServerTest, RunsForAnOrdinaryUserToo) {
  if (::geteuid() != 0) GTEST_SKIP() << "every other test here has just shown it";
  Process owner = Process::forked([] {
    const passwd* nobody = ::getpwnam("nobody");
    if (!nobody || ::setgid(nobody->pw_gid) != 0 || ::setuid(nobody->pw_uid) != 0) return 2;
    auto server = PrivateServer::start();
    if (!server) throw std::runtime_error(server.error().sentence() + server.error().detail);
    const std::string directory = (*server)->socket_dir();
    RawConnection((*server)->conninfo()).exec("SELECT 1");
    server->reset();
    return fs::exists(directory) ? 3 : 0;
  });
  EXPECT_EQ(owner.wait(), (test::Exit{0, 0})) << owner.err();
}

TEST(PrivateServerTest, MakesAStandbyThatCanBePromoted) {
  PrivateServer::Options options;
  const auto primary = started(options);
  options.standby_of = primary->conninfo();
  const auto standby = started(options);
  RawConnection raw(standby->conninfo());
  EXPECT_EQ(raw.scalar("SELECT pg_is_in_recovery()"), "t");
  RawConnection(primary->conninfo()).exec("CREATE TABLE sent (n int)");
  EXPECT_TRUE(
      eventually([&] { return raw.scalar("SELECT count(*) FROM pg_class WHERE relname = 'sent'") == "1"; }));
  raw.exec("SELECT pg_promote()");
  EXPECT_EQ(raw.scalar("SELECT pg_is_in_recovery()"), "f");
}

TEST(PrivateServerTest, CopiesAClusterThatWasMadeBefore) {
  std::string parent = "/tmp/onceover-cache-XXXXXX";
  ASSERT_NE(::mkdtemp(parent.data()), nullptr);
  ::chmod(parent.c_str(), 0755);  // the server's user must get through
  PrivateServer::Options options;
  options.template_cache = parent + "/clusters";
  std::string identifier;
  for (int round = 0; round < 2; ++round) {
    const auto server = started(options);
    const std::string seen =
        RawConnection(server->conninfo()).scalar("SELECT system_identifier FROM pg_control_system()");
    if (round == 0) identifier = seen;
    EXPECT_EQ(seen, identifier);
  }
  ::chmod(options.template_cache.c_str(), 0755);
  const auto refused = PrivateServer::start(options);
  EXPECT_FALSE(refused);
  fs::remove_all(parent);
}

TEST(PrivateServerTest, RefusesADirectoryTooLongForASocket) {
  PrivateServer::Options options;
  options.parent_dir = "/tmp/" + std::string(90, 'x');
  const auto server = PrivateServer::start(options);
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().kind, ErrorKind::invalid_input);
}

}  // namespace onceover::try_it
