// SPDX-License-Identifier: GPL-3.0-or-later
// Work of minutes runs beside what pages read, on a connection of its own.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <atomic>
#include <stdexcept>

#include "core/tables/profile.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"
#include "tests/ui/bridge/spin.h"
#include "ui/bridge/confined.h"
#include "ui/bridge/session.h"

namespace onceover::bridge {
namespace {

using test::spinUntil;

class BackgroundTest : public testing::Test {
 protected:
  void SetUp() override {
    ConnectionProfile profile;
    profile.conninfo = QString::fromStdString(database.conninfo());
    session.connectTo(profile);
    ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  }
  // Stays in the server until it is cancelled, or for long enough to fail the test.
  JobId sleepAside() {
    return session.background<int>(
        &context, QStringLiteral("aside"),
        [this](Reader& reader) -> Result<int> {
          auto pid = reader.connection().exec("SELECT pg_backend_pid()::int8");
          if (pid) aside = static_cast<int>(pid->integer(0, 0));
          auto rows = reader.connection().exec("SELECT pg_sleep(60)");
          if (!rows) return fail(rows.error());
          return 1;
        },
        [this](Result<int> result) { came = std::move(result); });
  }
  Result<int> readNumber(int number) {
    std::optional<Result<int>> got;
    session.read<int>(
        &context, QStringLiteral("number"), [number](Reader&) -> Result<int> { return number; },
        [&got](Result<int> result) { got = std::move(result); });
    if (!spinUntil([&got] { return got.has_value(); })) return fail(ErrorKind::timeout, "no answer");
    return *got;
  }

  test::TestDatabase database{test::installed_schema()};
  test::RawConnection raw = database.connect();
  QObject context;
  std::atomic<int> aside = 0;
  std::optional<Result<int>> came;
  Session session;
};

TEST_F(BackgroundTest, PagesAreReadMeanwhileAndItDoesNotCountAsBusy) {
  const JobId job = sleepAside();
  ASSERT_TRUE(spinUntil([this] { return aside != 0; }));
  EXPECT_EQ(readNumber(7).value_or(-1), 7);
  EXPECT_FALSE(session.isBusy());
  ASSERT_EQ(session.jobs().size(), 1);
  EXPECT_TRUE(session.jobs().front().background);
  session.cancel(job);
  ASSERT_TRUE(spinUntil([this] { return came.has_value(); }));
  EXPECT_TRUE(!*came && came->error().is_cancelled());
  EXPECT_TRUE(session.isReady());
}

TEST_F(BackgroundTest, ItsConnectionIsClosedBehindIt) {
  const JobId job = sleepAside();
  ASSERT_TRUE(spinUntil([this] { return aside != 0; }));
  session.cancel(job);
  ASSERT_TRUE(spinUntil([this] { return came.has_value(); }));
  EXPECT_TRUE(spinUntil([this] {
    return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE pid = " + std::to_string(aside)) == "0";
  }));
}

TEST_F(BackgroundTest, AnotherTableThatIsChosenMeanwhileDoesNotEndIt) {
  sleepAside();
  ASSERT_TRUE(spinUntil([this] { return aside != 0; }));
  session.useProfile(std::make_shared<const tables::Profile>(tables::own()));
  EXPECT_EQ(readNumber(1).value_or(-1), 1);
  EXPECT_FALSE(came);
  EXPECT_EQ(session.jobs().size(), 1);
}

TEST_F(BackgroundTest, AConnectionOfItsOwnThatIsLostIsItsLossAlone) {
  sleepAside();
  ASSERT_TRUE(spinUntil([this] { return aside != 0; }));
  raw.exec("SELECT pg_terminate_backend(" + std::to_string(aside) + ")");
  ASSERT_TRUE(spinUntil([this] { return came.has_value(); }));
  EXPECT_FALSE(*came);
  EXPECT_TRUE(session.isReady());
  aside = 0;
  came.reset();
  sleepAside();
  EXPECT_TRUE(spinUntil([this] { return aside != 0; })) << "the next one opens another";
}

TEST_F(BackgroundTest, AConnectionThatIsLeftTakesItAlong) {
  sleepAside();
  ASSERT_TRUE(spinUntil([this] { return aside != 0; }));
  session.disconnectFromServer();
  ASSERT_TRUE(spinUntil([this] { return came.has_value(); }));
  EXPECT_FALSE(*came);
  EXPECT_TRUE(spinUntil([this] {
    return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE pid = " + std::to_string(aside)) == "0";
  }));
}

// A thread of its own without a connection.
TEST(InBackgroundTest, AJobThatThrowsIsAnErrorAndTheConsoleGoesOn) {
  QObject context;
  std::optional<Result<int>> thrown, sound;
  inBackground<int>(
      &context, []() -> Result<int> { throw std::runtime_error("torn page"); },
      [&](Result<int> value) { thrown = std::move(value); });
  inBackground<int>(
      &context, []() -> Result<int> { return 7; }, [&](Result<int> value) { sound = std::move(value); });
  ASSERT_TRUE(spinUntil([&] { return thrown && sound; }));
  ASSERT_FALSE(*thrown);
  EXPECT_NE(thrown->error().what.find("torn page"), std::string::npos) << thrown->error().sentence();
  EXPECT_EQ(sound->value_or(0), 7);
}

}  // namespace
}  // namespace onceover::bridge
