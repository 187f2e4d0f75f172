// SPDX-License-Identifier: Apache-2.0
// Connections that break, and servers that fall silent.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "tests/integration/pg/fixture.h"
#include "tests/support/backend.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using pg::Connection;
using pg::Statement;
using std::chrono::milliseconds;
using std::chrono::seconds;

class LostTest : public PgTest {
 protected:
  LostTest() { raw.exec("CREATE TABLE t (n int)"); }
  PgProxy proxy{shared_server().socket_dir()};
  Connection via(Duration deadline = seconds(30)) {
    return open_pg(proxy.conninfo(database.name()), deadline);
  }
  std::string rows() { return raw.scalar("SELECT count(*) FROM t"); }
  void terminate(Connection& victim) {
    raw.exec("SELECT pg_terminate_backend(" + std::to_string(test::backend_pid(victim)) + ", 20000)");
  }
  static Statement insert() { return {"INSERT INTO public.t VALUES (1)", {}}; }
};

TEST_F(LostTest, ASilentServerCostsTheDeadlineAndNoMore) {
  auto client = via(milliseconds(300));
  ASSERT_TRUE(client.exec("SELECT 1"));
  proxy.silence();
  const auto before = Steady::now();
  const auto silent = client.exec("SELECT 1");
  const auto took = Steady::now() - before;
  ASSERT_FALSE(silent);
  EXPECT_EQ(silent.error().kind, ErrorKind::timeout);
  EXPECT_GE(took, milliseconds(300));
  EXPECT_LT(took, test::well_before_half_a_minute);
  EXPECT_FALSE(client.is_open());
  EXPECT_EQ(client.exec("SELECT 1").error().kind, ErrorKind::connection);
  proxy.pass();
  ASSERT_TRUE(client.reopen());
  EXPECT_TRUE(client.exec("SELECT 1"));
}

TEST_F(LostTest, ASilentServerCostsAScriptAndAPipelineTheSame) {
  for (const bool pipeline : {false, true}) {
    auto client = via(milliseconds(200));
    proxy.silence();
    const std::array statements{Statement{"SELECT 1", {}}, Statement{"SELECT 2", {}}};
    const ErrorKind kind = pipeline ? client.pipeline(statements, Connection::Ends::open).error().kind
                                    : client.script("SELECT 1").error().kind;
    EXPECT_EQ(kind, ErrorKind::timeout);
    EXPECT_FALSE(client.is_open());
    proxy.pass();
  }
}

TEST_F(LostTest, AListenerThatSaysNothingCostsTheConnectTimeout) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
  const auto before = Steady::now();
  const auto opened = Connection::open(
      {.conninfo = "host=127.0.0.1 user=u password=hush port=" + std::to_string(ntohs(address.sin_port)),
       .connect_timeout = milliseconds(250)});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::connection);
  EXPECT_LT(Steady::now() - before, test::well_before_half_a_minute);
  EXPECT_EQ(opened.error().sentence().find("hush"), std::string::npos);
  ::close(listener);
}

TEST_F(LostTest, ABackendTerminatedBetweenStatementsSaysWhy) {
  for (const bool pipeline : {false, true}) {
    auto client = open_pg(database.conninfo());
    terminate(client);
    const auto statement = insert();
    const Error error = pipeline ? client.pipeline({&statement, 1}, Connection::Ends::open).error()
                                 : client.exec(statement.sql).error();
    EXPECT_EQ(error.kind, ErrorKind::connection);
    EXPECT_EQ(error.sqlstate, "57P01") << error.sentence();
    EXPECT_FALSE(client.is_open());
    ASSERT_TRUE(client.reopen());
    EXPECT_TRUE(client.exec("SELECT 1"));
  }
  EXPECT_EQ(rows(), "0");
}

TEST_F(LostTest, ABackendTerminatedDuringAStatementSaysWhy) {
  for (const bool pipeline : {false, true}) {
    auto client = open_pg(database.conninfo());
    const Statement slow{"SELECT pg_catalog.pg_sleep(20)", {}};
    std::thread killer([&, pid = test::backend_pid(client)] {
      auto look = database.connect();
      eventually([&] {
        return look.scalar("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid = " +
                           std::to_string(pid)) == "1";
      });
      look.exec("SELECT pg_terminate_backend(" + std::to_string(pid) + ")");
    });
    const Error error = pipeline ? client.pipeline({&slow, 1}, Connection::Ends::open).error()
                                 : client.exec(slow.sql).error();
    killer.join();
    EXPECT_EQ(error.kind, ErrorKind::connection);
    EXPECT_EQ(error.sqlstate, "57P01") << error.sentence();
    EXPECT_FALSE(client.is_open());
  }
}

TEST_F(LostTest, ATransactionLeftIdleIsEndedByTheServerAndSaysSo) {
  const std::string pid = std::to_string(test::backend_pid(connection));
  ASSERT_TRUE(connection.script(
      "SET idle_in_transaction_session_timeout = 50; BEGIN; INSERT INTO public.t VALUES (1)"));
  ASSERT_TRUE(eventually(
      [&] { return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid) == "0"; }));
  const auto gone = connection.exec("SELECT 1");
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().kind, ErrorKind::connection);
  EXPECT_EQ(gone.error().sqlstate, "25P03") << gone.error().sentence();
  EXPECT_EQ(rows(), "0");
}

// F13: too many clients (53300).
TEST_F(LostTest, TooManyClientsIsBusyAndAWrongPasswordOrDatabaseIsNot) {
  raw.exec("CREATE ROLE narrow_" + database.name() + " LOGIN CONNECTION LIMIT 0");
  const auto crowded =
      Connection::open({.conninfo = database.conninfo() + " user=narrow_" + database.name()});
  ASSERT_FALSE(crowded);
  EXPECT_EQ(crowded.error().sqlstate, "53300") << crowded.error().sentence();
  EXPECT_TRUE(crowded.error().is_retryable());
  EXPECT_EQ(crowded.error().detail.find("LOCATION"), std::string::npos) << crowded.error().detail;
  raw.exec("DROP ROLE narrow_" + database.name());
  const auto nobody = Connection::open({.conninfo = database.conninfo() + " user=nobody_here"});
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().kind, ErrorKind::not_permitted);
  const auto nowhere = Connection::open({.conninfo = shared_server().conninfo("no_such_database")});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().kind, ErrorKind::connection);
  EXPECT_EQ(nowhere.error().sqlstate, "3D000");
  EXPECT_FALSE(nowhere.error().next.empty());
}

struct CommitCase {
  const char* name;
  TrapThen then;
  const char* rows_after;  // nullptr: nobody can know yet
};

class CommitLost : public LostTest, public testing::WithParamInterface<CommitCase> {
 protected:
  // Who gives up also asks the server to cancel, beside the proxy's held link: a COMMIT let through while
  // that request is under way may rightly be cancelled, so it must have come and gone first.
  void expect_rows() {
    if (GetParam().then == TrapThen::silent_before) {
      ASSERT_TRUE(eventually([&] { return proxy.accepted() == 2 && proxy.connections() == 1; }));
    }
    proxy.pass();
    EXPECT_TRUE(eventually([&] { return rows() == GetParam().rows_after; })) << rows();
  }
};

INSTANTIATE_TEST_SUITE_P(Ways, CommitLost,
                         testing::Values(CommitCase{"CutBefore", TrapThen::cut_before, "0"},
                                         CommitCase{"CutAfter", TrapThen::cut_after, "1"},
                                         CommitCase{"Swallowed", TrapThen::swallow, "1"},
                                         CommitCase{"ArrivesLate", TrapThen::silent_before, "1"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(CommitLost, OfATransactionIsInDoubt) {
  auto client = via(milliseconds(400));
  auto transaction = value_of(pg::Transaction::begin(client, {}));
  ASSERT_TRUE(transaction.exec("INSERT INTO public.t VALUES (1)"));
  proxy.trap(TrapAt::commit, GetParam().then);
  const auto committed = transaction.commit();
  ASSERT_FALSE(committed);
  EXPECT_TRUE(committed.error().is_in_doubt()) << committed.error().sentence();
  EXPECT_EQ(committed.error().sqlstate, "");
  EXPECT_FALSE(client.is_open());
  EXPECT_TRUE(proxy.wait_sprung());
  expect_rows();
}

TEST_P(CommitLost, OfAPipelinesImplicitTransactionIsInDoubt) {
  auto client = via(milliseconds(400));
  proxy.trap(TrapAt::sync, GetParam().then);
  const auto statement = insert();
  const auto done = client.pipeline({&statement, 1}, Connection::Ends::commits);
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().is_in_doubt()) << done.error().sentence();
  EXPECT_TRUE(proxy.wait_sprung());
  expect_rows();
}

TEST_P(CommitLost, WhatWasNoCommitIsNotInDoubt) {
  auto client = via(milliseconds(400));
  ASSERT_TRUE(client.script("BEGIN"));
  proxy.trap(TrapAt::text, GetParam().then, "INSERT");
  const auto done = client.exec("INSERT INTO public.t VALUES (1)");
  ASSERT_FALSE(done);
  EXPECT_FALSE(done.error().is_in_doubt()) << done.error().sentence();
  EXPECT_FALSE(client.is_open());
  proxy.cut_now();
  EXPECT_EQ(rows(), "0");
}

TEST_F(LostTest, ABackendTerminatedBeforeItsCommitIsInDoubtAndSaysWhy) {
  auto transaction = value_of(pg::Transaction::begin(connection, {}));
  ASSERT_TRUE(transaction.exec("INSERT INTO public.t VALUES (1)"));
  terminate(connection);
  const auto committed = transaction.commit();
  ASSERT_FALSE(committed);
  EXPECT_TRUE(committed.error().is_in_doubt());
  EXPECT_EQ(committed.error().sqlstate, "57P01");
  EXPECT_EQ(rows(), "0");
}

TEST_F(LostTest, APipelineWhoseStatementFailedIsNotInDoubtThoughTheConnectionLives) {
  auto client = via();
  const std::array statements{insert(), Statement{"SELECT 1/0", {}}};
  const auto done = client.pipeline(statements, Connection::Ends::commits);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::database);
  EXPECT_EQ(rows(), "0");
}

}  // namespace
}  // namespace onceover::test
