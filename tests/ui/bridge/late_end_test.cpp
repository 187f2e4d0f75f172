// SPDX-License-Identifier: GPL-3.0-or-later
// F45: a worker of an earlier connection ends late. Its end is credited to no other worker, whichever moment
// it comes at.
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <atomic>

#include "tests/support/database.h"
#include "tests/support/proxy.h"
#include "tests/support/raw.h"
#include "tests/support/schema_template.h"
#include "tests/ui/bridge/spin.h"
#include "ui/bridge/session.h"

namespace onceover::bridge {
namespace {

using test::spinUntil;

ConnectionProfile connectionTo(const std::string& conninfo) {
  ConnectionProfile profile;
  profile.conninfo = QString::fromStdString(conninfo);
  return profile;
}

// One job and what came of it. It waits in the server for an advisory lock.
struct Job {
  std::atomic<bool> begun = false;
  std::optional<Result<int>> end;

  std::function<Result<int>(Reader&)> work(int value) {
    return [this, value](Reader& reader) -> Result<int> {
      begun = true;
      auto rows = reader.connection().exec("SELECT pg_advisory_xact_lock(45)");
      if (!rows) return fail(rows.error());
      return value;
    };
  }
  std::function<void(Result<int>)> done() {
    return [this](Result<int> result) { end = std::move(result); };
  }
};

class LateEndTest : public testing::Test {
 protected:
  LateEndTest() {
    for (auto* raw : {&firstRaw, &otherRaw}) raw->exec("SELECT pg_advisory_lock(45)");
  }
  ~LateEndTest() override { proxy.cut_now(); }

  [[nodiscard]] bool connectTo(const std::string& conninfo) {
    session.connectTo(connectionTo(conninfo));
    return spinUntil([this] { return session.isReady(); });
  }
  [[nodiscard]] bool armed() {
    session.arm(std::chrono::minutes(5));
    return spinUntil([this] { return session.isArmed(); });
  }
  void give(Job& job, int value, bool writes) {
    const QString channel = QStringLiteral("job %1").arg(value);
    writes ? session.write<int>(&context, channel, job.work(value), job.done())
           : session.read<int>(&context, channel, job.work(value), job.done());
  }
  [[nodiscard]] static bool waits(test::RawConnection& raw) {
    return spinUntil([&raw] {
      return raw.scalar(
                 "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = "
                 "current_database() AND "
                 "l.locktype = 'advisory' AND NOT l.granted") != "0";
    });
  }
  // Gives a job on the first store that hangs there.
  [[nodiscard]] bool hangsOnFirst(Job& job, bool writes) {
    if (!connectTo(proxy.conninfo(first.name())) || (writes && !armed())) return false;
    give(job, 1, writes);
    return waits(firstRaw);
  }
  static void release(test::RawConnection& raw) { raw.exec("SELECT pg_advisory_unlock(45)"); }

  test::TestDatabase first{test::installed_schema()}, other{test::installed_schema()};
  test::RawConnection firstRaw = first.connect(), otherRaw = other.connect();
  test::PgProxy proxy{test::shared_server().socket_dir()};
  QObject context;
  Session session;
};

enum class Dies { beforeTheOtherBegins, whileTheOtherWorks, afterTheOtherEnded };

class RetiredWorkerTest : public LateEndTest, public testing::WithParamInterface<std::tuple<bool, Dies>> {};

TEST_P(RetiredWorkerTest, ItsEndIsItsOwnAndTheOtherWorkerGoesOn) {
  const auto [writes, when] = GetParam();
  Job late, job;
  ASSERT_TRUE(hangsOnFirst(late, writes));
  ASSERT_TRUE(connectTo(other.conninfo()));
  // left once more: it is the first one's still
  if (when == Dies::afterTheOtherEnded) session.connectTo(connectionTo(other.conninfo()));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  ASSERT_TRUE(!writes || armed());
  const auto dies = [&] {
    proxy.cut_now();
    return spinUntil([&] { return late.end.has_value(); });
  };
  ASSERT_TRUE(when != Dies::beforeTheOtherBegins || dies());
  give(job, 2, writes);
  if (when == Dies::whileTheOtherWorks) {
    ASSERT_TRUE(waits(otherRaw));
    ASSERT_TRUE(dies());
    EXPECT_FALSE(job.end) << (*job.end ? "ended" : job.end->error().sentence());
  }
  release(otherRaw);
  ASSERT_TRUE(spinUntil([&] { return job.end.has_value(); }));
  ASSERT_TRUE(*job.end) << job.end->error().sentence();
  EXPECT_EQ(**job.end, 2);
  ASSERT_TRUE(when != Dies::afterTheOtherEnded || dies());
  ASSERT_FALSE(*late.end);
  // A write that was under way when the connection died may have been carried out.
  EXPECT_TRUE(!writes || late.end->error().sentence().find(first.name() + " at ") != std::string::npos)
      << late.end->error().sentence();
  EXPECT_TRUE(!writes || late.end->error().sentence().find("Nothing was written") == std::string::npos)
      << late.end->error().sentence();
  EXPECT_EQ(session.state(), SessionState::ready);
  EXPECT_EQ(session.isArmed(), writes);
  Job next;
  give(next, 3, writes);
  ASSERT_TRUE(spinUntil([&] { return next.end.has_value(); }));
  EXPECT_TRUE(*next.end) << next.end->error().sentence();
}

std::string nameOf(const testing::TestParamInfo<std::tuple<bool, Dies>>& one) {
  const std::string words[] = {"BeforeTheOtherBegins", "WhileTheOtherWorks", "AfterTheOtherEnded"};
  return (std::get<0>(one.param) ? "Write" : "Read") + words[static_cast<int>(std::get<1>(one.param))];
}

INSTANTIATE_TEST_SUITE_P(F45, RetiredWorkerTest,
                         testing::Combine(testing::Bool(), testing::Values(Dies::beforeTheOtherBegins,
                                                                           Dies::whileTheOtherWorks,
                                                                           Dies::afterTheOtherEnded)),
                         nameOf);

// F45, the other way round: the current worker dies, and the write of the retired one is still under way.
TEST_F(LateEndTest, AWriteOfTheRetiredWorkerIsNotReportedByTheEndOfTheCurrentOne) {
  Job late, job, queued;
  ASSERT_TRUE(hangsOnFirst(late, true));
  ASSERT_TRUE(connectTo(other.conninfo()));
  ASSERT_TRUE(armed());
  give(job, 2, true);
  give(queued, 3, true);
  ASSERT_TRUE(waits(otherRaw));
  otherRaw.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE d.datname "
      "= current_database() AND locktype = 'advisory' AND NOT granted");
  ASSERT_TRUE(spinUntil([&] { return job.end.has_value() && queued.end.has_value(); }));
  EXPECT_FALSE(*job.end);
  EXPECT_EQ(queued.end->error().kind, ErrorKind::read_only) << "it was never begun";
  EXPECT_FALSE(session.isArmed());
  EXPECT_FALSE(late.end) << late.end->error().sentence();
  release(firstRaw);
  ASSERT_TRUE(spinUntil([&] { return late.end.has_value(); }));
  // Pages show the other store by now: the end names the store that it belongs to.
  ASSERT_FALSE(*late.end);
  EXPECT_EQ(late.end->error().kind, ErrorKind::in_doubt);
  EXPECT_THAT(late.end->error().sentence(), testing::HasSubstr("A write on " + first.name() + " at "));
  EXPECT_THAT(late.end->error().sentence(), testing::HasSubstr("without an error"));
}

}  // namespace
}  // namespace onceover::bridge
