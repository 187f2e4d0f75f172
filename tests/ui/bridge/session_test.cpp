// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <atomic>

#include "core/pg/transaction.h"
#include "tests/support/backend.h"
#include "tests/support/database.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"
#include "tests/support/raw.h"
#include "tests/support/schema_template.h"
#include "tests/ui/bridge/spin.h"

namespace onceover::bridge {
namespace {

using test::spinUntil;

ConnectionProfile profileOf(const std::string& conninfo) {
  ConnectionProfile profile;
  profile.conninfo = QString::fromStdString(conninfo);
  return profile;
}

// Stays in the server until it is cancelled, or for long enough to fail the test.
std::function<Result<int>(Reader&)> sleepingJob(std::atomic<bool>& begun) {
  return [&begun](Reader& reader) -> Result<int> {
    begun = true;
    auto rows = reader.connection().exec("SELECT pg_sleep(60)");
    if (!rows) return fail(rows.error());
    return 1;
  };
}

std::function<Result<int>(Reader&)> numberJob(int number) {
  return [number](Reader& reader) -> Result<int> {
    auto rows = reader.connection().exec("SELECT " + std::to_string(number) + "::int8");
    if (!rows) return fail(rows.error());
    return static_cast<int>(rows->integer(0, 0));
  };
}

class SessionTest : public testing::Test {
 protected:
  void connectNow() {
    session.connectTo(profileOf(database.conninfo()));
    ASSERT_TRUE(spinUntil([this] { return session.state() != SessionState::connecting; }));
    ASSERT_EQ(session.state(), SessionState::ready) << session.lastError().sentence();
  }
  Result<int> readNumber(int number) {
    std::optional<Result<int>> got;
    session.read<int>(&context, QStringLiteral("number"), numberJob(number),
                      [&got](Result<int> result) { got = std::move(result); });
    if (!spinUntil([&got] { return got.has_value(); })) return fail(ErrorKind::timeout, "no answer");
    return *got;
  }

  test::TestDatabase database{test::installed_schema()};
  QObject context;
  Session session;
};

TEST_F(SessionTest, ARoleWithoutRightsIsToldWhichItLacksAndNotThatNothingIsInstalled) {
  auto raw = database.connect();
  const std::string role = "blind_" + database.name();
  raw.exec("CREATE ROLE " + role + " LOGIN");
  session.connectTo(profileOf(database.conninfo() + " user=" + role));
  ASSERT_TRUE(spinUntil([this] { return session.state() != SessionState::connecting; }));
  ASSERT_EQ(session.state(), SessionState::ready) << session.lastError().sentence();
  const ServerFacts& facts = session.facts();
  EXPECT_FALSE(facts.version.isEmpty());
  EXPECT_EQ(facts.schema.fit, schema::Fit::unreadable);
  EXPECT_TRUE(facts.schemaSentence.contains(QStringLiteral("GRANT USAGE ON SCHEMA onceover TO ")))
      << facts.schemaSentence.toStdString();
  EXPECT_FALSE(facts.canSettle());
  session.disconnectFromServer();
  raw.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + role + "'");
  raw.exec("DROP ROLE " + role);
}

// An earlier console on a store that was upgraded.
TEST_F(SessionTest, AStoreOfALaterVersionIsReadAndNothingIsSettledThere) {
  database.connect().exec("INSERT INTO onceover.schema_version (version, name) VALUES (9999, 'later')");
  connectNow();
  const ServerFacts& facts = session.facts();
  EXPECT_EQ(facts.schema.fit, schema::Fit::newer);
  EXPECT_TRUE(facts.schema.is_readable());
  EXPECT_FALSE(facts.canSettle());
  EXPECT_TRUE(facts.schemaSentence.contains(QStringLiteral("at version 9999, newer than this program's")))
      << facts.schemaSentence.toStdString();
}

TEST_F(SessionTest, AnErrorOfALockNamesWhoHoldsIt) {
  auto raw = database.connect();
  raw.exec("SET application_name = 'migrate'");
  raw.exec("BEGIN; LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  connectNow();
  std::optional<Error> error;
  session.read<browse::Page>(
      &context, QStringLiteral("Keys"), [](Reader& reader) { return reader.browser().page({}); },
      [&](Result<browse::Page> page) { error = page ? Error{} : page.error(); });
  ASSERT_TRUE(spinUntil([&] { return error.has_value(); }));
  EXPECT_EQ(error->sqlstate, "55P03") << error->sentence();
  EXPECT_NE(error->next.find("pid " + std::to_string(raw.backend_pid()) + ", migrate, in a transaction for "),
            std::string::npos)
      << error->next;
  raw.exec("ROLLBACK");
}

TEST_F(SessionTest, ConnectingTellsWhatTheServerIs) {
  connectNow();
  const ServerFacts& facts = session.facts();
  EXPECT_EQ(facts.database.toStdString(), database.name());
  EXPECT_EQ(facts.user, QStringLiteral("postgres"));
  EXPECT_FALSE(facts.version.isEmpty());
  EXPECT_TRUE(facts.canSettle()) << facts.schemaSentence.toStdString();
  EXPECT_TRUE(facts.isLocal);
  ASSERT_TRUE(facts.clockSkew.has_value());
  EXPECT_LT(std::chrono::abs(*facts.clockSkew), std::chrono::seconds(2)) << "the same machine has one clock";
}

TEST_F(SessionTest, ABareDatabaseNameAndAPasswordConnect) {
  ::setenv("PGHOST", test::shared_server().socket_dir().c_str(), 1);
  ::setenv("PGUSER", "postgres", 1);
  session.connectTo(profileOf(database.name()), QStringLiteral("it's a secret"));
  ASSERT_TRUE(spinUntil([this] { return session.state() != SessionState::connecting; }));
  ::unsetenv("PGHOST");
  ::unsetenv("PGUSER");
  ASSERT_EQ(session.state(), SessionState::ready) << session.lastError().sentence();
  EXPECT_EQ(session.facts().database.toStdString(), database.name());
  EXPECT_TRUE(session.facts().sslmodeWarning.isEmpty());
}

// A tunnel: the address is here, but the name is not.
TEST_F(SessionTest, AConnectionThatDoesNotProveTheServerSaysWhichSourceChoseThat) {
  const test::PgProxy proxy(test::shared_server().socket_dir());
  session.connectTo(profileOf(
      "host=db.example hostaddr=127.0.0.1 user=postgres sslmode=disable gssencmode=disable dbname=" +
      database.name() + " port=" + std::to_string(proxy.port())));
  ASSERT_TRUE(spinUntil([this] { return session.state() != SessionState::connecting; }));
  ASSERT_EQ(session.state(), SessionState::ready) << session.lastError().sentence();
  EXPECT_FALSE(session.facts().isLocal);
  EXPECT_TRUE(session.facts().sslmodeWarning.startsWith(
      QStringLiteral("sslmode=disable is set by the connection string")))
      << session.facts().sslmodeWarning.toStdString();
}

TEST_F(SessionTest, JobsReadTheTableThatWasChosenWhenTheyWereGiven) {
  test::RawConnection raw(database.conninfo());
  raw.exec("CREATE TABLE public.seen (id text PRIMARY KEY); INSERT INTO public.seen VALUES ('e-1'), ('e-2')");
  auto seen = std::make_shared<tables::Profile>();
  seen->name = "seen";
  seen->schema = "public";
  seen->table = "seen";
  seen->identity = {"id"};
  seen->key = "id";
  seen->states.otherwise = tables::StateRule{{}, key::State::succeeded, "seen"};
  connectNow();
  const auto count = [this] {
    std::optional<Result<browse::Page>> got;
    session.read<browse::Page>(
        &context, QStringLiteral("rows"), [](Reader& reader) { return reader.browser().page({}); },
        [&got](Result<browse::Page> page) { got = std::move(page); });
    EXPECT_TRUE(spinUntil([&got] { return got.has_value(); }));
    return got && *got ? static_cast<int>((*got)->rows.size()) : -1;
  };
  EXPECT_EQ(count(), 0);
  QSignalSpy changed(&session, &Session::profileChanged);
  session.useProfile(seen);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(count(), 2);
  session.retry();
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  EXPECT_EQ(count(), 2) << "kept over a new connection to the same store";
  connectNow();
  EXPECT_EQ(session.profile().name, "onceover") << "another store has other tables";
}

TEST_F(SessionTest, AnAnswerNeverComesWithinTheCallThatAsked) {
  connectNow();
  bool came = false;
  session.read<int>(&context, QStringLiteral("n"), numberJob(7), [&came](Result<int>) { came = true; });
  EXPECT_FALSE(came);
  EXPECT_TRUE(session.isBusy());
  EXPECT_TRUE(spinUntil([&came] { return came; }));
  EXPECT_FALSE(session.isBusy());
}

TEST_F(SessionTest, TheLatestJobOfAChannelWinsAndTheOlderOneIsCancelled) {
  connectNow();
  std::atomic<bool> begun = false;
  std::vector<int> answers;
  const auto note = [&answers](Result<int> result) { answers.push_back(result.value_or(-1)); };
  session.read<int>(&context, QStringLiteral("keys"), sleepingJob(begun), note);
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  session.read<int>(&context, QStringLiteral("keys"), numberJob(2), note);
  session.read<int>(&context, QStringLiteral("keys"), numberJob(3), note);
  ASSERT_TRUE(spinUntil([&answers] { return !answers.empty(); }));
  EXPECT_FALSE(session.isBusy());
  EXPECT_EQ(answers, std::vector<int>{3});
  EXPECT_TRUE(session.isReady());
}

TEST_F(SessionTest, ChannelsOfDifferentContextsDoNotSupersedeEachOther) {
  connectNow();
  QObject other;
  std::vector<int> answers;
  const auto note = [&answers](Result<int> result) { answers.push_back(result.value_or(-1)); };
  session.read<int>(&context, QStringLiteral("keys"), numberJob(1), note);
  session.read<int>(&other, QStringLiteral("keys"), numberJob(2), note);
  ASSERT_TRUE(spinUntil([&answers] { return answers.size() == 2; }));
  EXPECT_EQ(answers, (std::vector<int>{1, 2}));
}

TEST_F(SessionTest, ACancelledJobSaysSoAndTheConnectionStaysUsable) {
  connectNow();
  std::atomic<bool> begun = false;
  std::optional<Result<int>> got;
  const JobId job = session.read<int>(&context, QStringLiteral("slow"), sleepingJob(begun),
                                      [&got](Result<int> result) { got = std::move(result); });
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  session.cancel(job);
  ASSERT_TRUE(spinUntil([&got] { return got.has_value(); }));
  ASSERT_FALSE(got->has_value());
  EXPECT_TRUE(got->error().is_cancelled());
  EXPECT_EQ(readNumber(5).value_or(-1), 5);
}

TEST_F(SessionTest, AQueuedJobIsCancelledWithoutBeingRun) {
  connectNow();
  std::atomic<bool> begun = false, ran = false;
  std::optional<Result<int>> got;
  const JobId slow =
      session.read<int>(&context, QStringLiteral("slow"), sleepingJob(begun), [](Result<int>) {});
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  const JobId queued = session.read<int>(
      &context, QStringLiteral("queued"),
      [&ran](Reader&) -> Result<int> {
        ran = true;
        return 1;
      },
      [&got](Result<int> result) { got = std::move(result); });
  session.cancel(queued);
  ASSERT_TRUE(spinUntil([&got] { return got.has_value(); }));
  EXPECT_TRUE(got->error().is_cancelled());
  session.cancel(slow);
  ASSERT_TRUE(spinUntil([this] { return !session.isBusy(); }));
  EXPECT_FALSE(ran);
}

TEST_F(SessionTest, NobodyIsCalledForAContextThatIsGone) {
  connectNow();
  auto owner = std::make_unique<QObject>();
  bool came = false;
  session.read<int>(owner.get(), QStringLiteral("n"), numberJob(1), [&came](Result<int>) { came = true; });
  owner.reset();
  EXPECT_EQ(readNumber(2).value_or(-1), 2) << "the queue goes on";
  EXPECT_FALSE(came);
}

// A page that is being destroyed is no page any more when its jobs are taken back, and still connected.
TEST_F(SessionTest, NobodyWhoIsBeingDestroyedIsToldOfIt) {
  struct Listener : QObject {
    explicit Listener(int& times) : heard(times) {}
    void hear() { ++heard; }
    int& heard;
  };
  connectNow();
  int heard = 0;
  auto* listener = new Listener(heard);
  std::atomic<bool> begun = false;
  session.read<int>(listener, QStringLiteral("sleep"), sleepingJob(begun),
                    [](const Result<int>&) { FAIL(); });
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  ASSERT_TRUE(session.isBusy());
  QObject::connect(&session, &Session::jobsChanged, listener, &Listener::hear);
  QSignalSpy busy(&session, &Session::busyChanged);
  delete listener;
  EXPECT_EQ(heard, 0);
  ASSERT_TRUE(spinUntil([&busy] { return busy.count() == 1; })) << "everybody else is";
  EXPECT_FALSE(session.isBusy());
}

TEST_F(SessionTest, ProgressOfALongJobIsTold) {
  connectNow();
  QSignalSpy changes(&session, &Session::jobsChanged);
  std::atomic<bool> go = false;
  bool came = false;
  session.read<int>(
      &context, QStringLiteral("plan"),
      [&go](Reader& reader) -> Result<int> {
        reader.progress(3, 12);
        while (!go) std::this_thread::yield();
        return 1;
      },
      [&came](Result<int>) { came = true; });
  EXPECT_TRUE(spinUntil([this] {
    return !session.jobs().isEmpty() && session.jobs().front().done == 3 &&
           session.jobs().front().total == 12;
  }));
  go = true;
  EXPECT_TRUE(spinUntil([&came] { return came; }));
}

TEST_F(SessionTest, WithoutAConnectionAReadIsAnErrorInWords) {
  const Result<int> got = readNumber(1);
  ASSERT_FALSE(got.has_value());
  EXPECT_EQ(got.error().kind, ErrorKind::connection);
}

TEST_F(SessionTest, AServerThatCannotBeReachedIsTheLostState) {
  session.connectTo(profileOf("host=127.0.0.1 port=1 dbname=nothing"));
  ASSERT_TRUE(spinUntil([this] { return session.state() != SessionState::connecting; }));
  EXPECT_EQ(session.state(), SessionState::lost);
  EXPECT_EQ(session.lastError().kind, ErrorKind::connection);
}

TEST_F(SessionTest, ALostConnectionIsAStateAndRetryLeadsOutOfIt) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  session.connectTo(profileOf(proxy.conninfo(database.name())));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  proxy.cut_now();
  const Result<int> got = readNumber(1);
  ASSERT_FALSE(got.has_value());
  EXPECT_TRUE(got.error().is_connection_lost()) << got.error().sentence();
  EXPECT_EQ(session.state(), SessionState::lost);
  EXPECT_FALSE(readNumber(2).has_value()) << "nothing is read while there is no connection";
  EXPECT_TRUE(session.reconnects());
  session.retry();
  EXPECT_EQ(session.reconnectsIn(), Duration(0)) << "asked for, it does not wait";
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  EXPECT_EQ(readNumber(3).value_or(-1), 3);
}

TEST_F(SessionTest, AConnectionThatWasCutWhileNothingRanIsMadeAgainByItself) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  session.connectTo(profileOf(proxy.conninfo(database.name())));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  QSignalSpy states(&session, &Session::stateChanged);
  const QString host = session.facts().host;
  proxy.cut_now();
  ASSERT_TRUE(spinUntil([this] { return session.state() == SessionState::lost; })) << "nothing was asked";
  EXPECT_EQ(session.facts().host, host) << "what is known of the store stays";
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  EXPECT_EQ(states.count(), 2) << "lost, then ready: it never says that it connects to something new";
  EXPECT_FALSE(session.reconnects());
  EXPECT_EQ(readNumber(3).value_or(-1), 3);
}

TEST_F(SessionTest, AFirstConnectionThatFailsIsNotTriedAgain) {
  session.connectTo(profileOf("host=127.0.0.1 port=1 dbname=nothing"));
  ASSERT_TRUE(spinUntil([this] { return session.state() == SessionState::lost; }));
  EXPECT_FALSE(session.reconnects());
}

// The address of a store may lead to another one after a restart: rows of two stores are never shown as
// one's.
TEST_F(SessionTest, AnotherDatabaseBehindTheSameAddressIsNotTakenForTheOneBefore) {
  test::TestDatabase other{test::installed_schema()};
  test::RawConnection admin(test::shared_server().conninfo());
  const auto rename = [&admin](const std::string& from, const std::string& to) {
    admin.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + from + "'");
    admin.exec("ALTER DATABASE " + from + " RENAME TO " + to);
  };
  connectNow();
  rename(database.name(), "away");
  ASSERT_TRUE(spinUntil([this] { return session.state() == SessionState::lost; }));
  rename(other.name(), database.name());
  session.retry();
  ASSERT_TRUE(spinUntil([this] { return session.lastError().kind == ErrorKind::unsupported; }))
      << session.lastError().sentence();
  EXPECT_EQ(session.state(), SessionState::lost);
  EXPECT_FALSE(session.reconnects()) << "it does not become the one before by waiting";
  rename(database.name(), other.name());
  rename("away", database.name());
}

TEST_F(SessionTest, TheServersFactsAreReadAgainWhenAsked) {
  test::TestDatabase bare;
  session.connectTo(profileOf(bare.conninfo()));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  ASSERT_EQ(session.facts().schema.fit, schema::Fit::missing);
  auto installing = pg::Connection::open({.conninfo = bare.conninfo()});
  ASSERT_TRUE(installing && schema::install(*installing));
  QSignalSpy changed(&session, &Session::factsChanged);
  bool isDone = false;
  session.readFactsAgain(&context, [&isDone] { isDone = true; });
  ASSERT_TRUE(spinUntil([&isDone] { return isDone; }));
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(session.facts().schema.fit, schema::Fit::current);
  EXPECT_FALSE(session.facts().eventTables.empty());
}

TEST_F(SessionTest, WritesAreRefusedUntilArmed) {
  connectNow();
  std::atomic<bool> ran = false;
  std::optional<Result<int>> got;
  session.write<int>(
      &context, QStringLiteral("settle"),
      [&ran](Reader&) -> Result<int> {
        ran = true;
        return 1;
      },
      [&got](Result<int> result) { got = std::move(result); });
  ASSERT_TRUE(spinUntil([&got] { return got.has_value(); }));
  ASSERT_FALSE(got->has_value());
  EXPECT_EQ(got->error().kind, ErrorKind::read_only);
  EXPECT_FALSE(got->error().not_done.empty());
  EXPECT_FALSE(ran);
}

TEST_F(SessionTest, ArmedWritesRunOnAConnectionOfTheirOwnAndAllOfThem) {
  connectNow();
  session.arm(std::chrono::minutes(1));
  ASSERT_TRUE(spinUntil([this] { return session.isArmed(); }));
  EXPECT_GT(session.armedFor(), std::chrono::seconds(50));
  const auto pid = [](Reader& reader) -> Result<int> { return test::backend_pid(reader.connection()); };
  std::vector<int> pids;
  const auto note = [&pids](Result<int> result) { pids.push_back(result.value_or(-1)); };
  session.read<int>(&context, QStringLiteral("pid"), pid, note);
  ASSERT_TRUE(spinUntil([&pids] { return pids.size() == 1; }));
  session.write<int>(&context, QStringLiteral("pid"), pid, note);
  session.write<int>(&context, QStringLiteral("pid"), pid, note);
  ASSERT_TRUE(spinUntil([&pids] { return pids.size() == 3; })) << "a write is never superseded";
  EXPECT_NE(pids[0], pids[1]);
  EXPECT_EQ(pids[1], pids[2]);
  EXPECT_GT(pids[1], 0);
}

// The address leads to another database than the one on the screen, which looks the same.
TEST_F(SessionTest, AnotherDatabaseAtTheSameAddressIsNotArmedNorWritten) {
  const auto moves = [this](const std::string& to) {
    test::RawConnection admin(test::shared_server().conninfo("postgres"));
    admin.exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" +
               database.name() + "'");
    admin.exec("ALTER DATABASE " + database.name() + " RENAME TO " + to);
    admin.exec("CREATE DATABASE " + database.name() + " TEMPLATE " + to);
    admin.exec("DROP DATABASE " + to);
  };
  connectNow();
  QSignalSpy failed(&session, &Session::armFailed);
  moves(database.name() + "_a");
  session.arm(std::chrono::minutes(1));
  ASSERT_TRUE(spinUntil([&failed] { return !failed.isEmpty(); }));
  EXPECT_FALSE(session.isArmed());
  EXPECT_EQ(failed.first().first().value<Error>().kind, ErrorKind::unsupported);
  session.retry();
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  session.arm(std::chrono::minutes(1));
  ASSERT_TRUE(spinUntil([this] { return session.isArmed(); }));
  std::optional<Result<int>> got;
  session.write<int>(
      &context, QStringLiteral("settle"),
      [&](Reader& reader) -> Result<int> {
        moves(database.name() + "_b");
        (void)reader.connection().exec("SELECT 1");
        if (auto opened = reader.connection().reopen(); !opened) return fail(opened.error());
        auto transaction = pg::Transaction::begin(reader.connection(), {});
        if (!transaction) return fail(transaction.error());
        return 1;
      },
      [&got](Result<int> result) { got = std::move(result); });
  ASSERT_TRUE(spinUntil([&got] { return got.has_value(); }));
  ASSERT_FALSE(got->has_value());
  EXPECT_EQ(got->error().kind, ErrorKind::unsupported) << got->error().sentence();
}

TEST_F(SessionTest, AWriteGivenInTheAnswerToTheOneBeforeGoesOnWhereThatWas) {
  connectNow();
  session.arm(std::chrono::minutes(1));
  ASSERT_TRUE(spinUntil([this] { return session.isArmed(); }));
  const auto job = [](Reader& reader) -> Result<int> {
    reader.progress(7, 10);
    return 1;
  };
  QList<JobInfo> before, next, other;
  session.write<int>(&context, QStringLiteral("run"), job, [&](const Result<int>&) {
    session.write<int>(&context, QStringLiteral("run"), job, [](const Result<int>&) {});
    next = session.jobs();
    session.write<int>(&context, QStringLiteral("settle"), job, [](const Result<int>&) {});
    other = session.jobs();
  });
  before = session.jobs();
  ASSERT_TRUE(spinUntil([this] { return !session.isBusy(); }));
  ASSERT_EQ(next.size(), 1);
  EXPECT_EQ(next[0].since, before[0].since) << "shown as one piece of work, with one Cancel that stays";
  EXPECT_EQ(next[0].done, 7);
  EXPECT_EQ(next[0].total, 10);
  ASSERT_EQ(other.size(), 2);
  EXPECT_GT(other[1].since, before[0].since);
  EXPECT_EQ(other[1].done, 0);
}

TEST_F(SessionTest, ItDisarmsItselfAndFinishesTheWriteUnderWay) {
  connectNow();
  QSignalSpy armed(&session, &Session::armedChanged);
  session.arm(std::chrono::milliseconds(150));
  ASSERT_TRUE(spinUntil([this] { return session.isArmed(); }));
  std::atomic<bool> go = false;
  std::optional<Result<int>> first, second;
  session.write<int>(
      &context, QStringLiteral("first"),
      [&go](Reader& reader) -> Result<int> {
        while (!go) std::this_thread::yield();
        auto rows = reader.connection().exec("SELECT 1::int8");
        if (!rows) return fail(rows.error());
        return 1;
      },
      [&first](Result<int> result) { first = std::move(result); });
  session.write<int>(&context, QStringLiteral("second"), numberJob(2),
                     [&second](Result<int> result) { second = std::move(result); });
  ASSERT_TRUE(spinUntil([this] { return !session.isArmed(); }));
  ASSERT_TRUE(spinUntil([&second] { return second.has_value(); }));
  EXPECT_EQ(second->error().kind, ErrorKind::read_only) << "what had not begun is refused";
  EXPECT_FALSE(first.has_value());
  go = true;
  ASSERT_TRUE(spinUntil([&first] { return first.has_value(); }));
  EXPECT_TRUE(first->has_value()) << "what was under way is finished";
  ASSERT_EQ(armed.size(), 2);
  EXPECT_FALSE(armed[1][0].toBool());
}

TEST_F(SessionTest, GoingAwayDoesNotWaitForASilentServer) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  auto silent = std::make_unique<Session>();
  silent->connectTo(profileOf(proxy.conninfo(database.name())));
  ASSERT_TRUE(spinUntil([&silent] { return silent->isReady(); }));
  proxy.silence();
  bool came = false;
  std::atomic<bool> begun = false;
  silent->read<int>(&context, QStringLiteral("slow"), sleepingJob(begun),
                    [&came](Result<int>) { came = true; });
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  QElapsedTimer elapsed;
  elapsed.start();
  silent.reset();
  EXPECT_LT(elapsed.elapsed(), test::well_before_half_a_minute.count());
  EXPECT_FALSE(came);
}

TEST_F(SessionTest, ACancelThatASilentServerIgnoresEndsAsALostConnection) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  session.connectTo(profileOf(proxy.conninfo(database.name())));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  proxy.silence();
  std::atomic<bool> begun = false;
  std::optional<Result<int>> got;
  session.read<int>(&context, QStringLiteral("slow"), sleepingJob(begun),
                    [&got](Result<int> result) { got = std::move(result); });
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  session.cancelAll();
  ASSERT_TRUE(spinUntil([&got] { return got.has_value(); }));
  EXPECT_TRUE(got->error().is_cancelled());
  EXPECT_EQ(session.state(), SessionState::lost);
  EXPECT_EQ(session.lastError().kind, ErrorKind::connection);
}

TEST_F(SessionTest, TheThreadOfASilentServerEndsByItself) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  session.connectTo(profileOf(proxy.conninfo(database.name())));
  ASSERT_TRUE(spinUntil([this] { return session.isReady(); }));
  proxy.silence();
  std::atomic<bool> begun = false;
  session.read<int>(&context, QStringLiteral("slow"), sleepingJob(begun), [](Result<int>) {});
  ASSERT_TRUE(spinUntil([&begun] { return begun.load(); }));
  EXPECT_FALSE(session.stop(std::chrono::milliseconds(0)));
  EXPECT_TRUE(session.stop(std::chrono::seconds(8)));
}

TEST_F(SessionTest, StopTellsWhetherTheThreadsHaveEnded) {
  connectNow();
  EXPECT_TRUE(session.stop(std::chrono::seconds(10)));
}

}  // namespace
}  // namespace onceover::bridge
