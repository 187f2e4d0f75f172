// SPDX-License-Identifier: Apache-2.0
#include "tests/support/proxy.h"

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <stdexcept>

#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy_messages.h"

namespace onceover::test {
namespace {

using std::chrono::milliseconds;

enum class Protocol { simple, extended, prepared, pipeline };

class ProxyTest : public ::testing::Test {
 protected:
  ProxyTest() { look_.exec("CREATE TABLE effect (n int)"); }

  static bool hears_something(RawConnection& client, milliseconds within) {
    pollfd fd{client.socket(), POLLIN, 0};
    return ::poll(&fd, 1, static_cast<int>(within.count())) > 0;
  }

  static bool is_cut(RawConnection& client) {
    if (!hears_something(client, milliseconds(20'000))) return false;
    PQconsumeInput(client.native());  // idle, PQgetResult would not read at all
    while (PGresult* result = PQgetResult(client.native())) PQclear(result);
    return client.is_broken();
  }

  std::string effects() { return look_.scalar("SELECT count(*) FROM effect"); }

  // Sessions other than ours: until they are gone, an open transaction might still commit.
  bool server_has_let_go() {
    return eventually([&] {
      return look_.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
                 "pg_backend_pid()") == "0";
    });
  }

  TestDatabase database_;
  RawConnection look_ = database_.connect();
  PgProxy proxy_{shared_server().socket_dir()};
};

class ProxyAtCommit : public ProxyTest, public ::testing::WithParamInterface<Protocol> {
 protected:
  void begin_and_insert(RawConnection& client) {
    if (GetParam() == Protocol::prepared) PQclear(PQprepare(client.native(), "finish", "COMMIT", 0, nullptr));
    client.exec("BEGIN");
    client.exec("INSERT INTO effect VALUES (1)");
  }

  // Sends the COMMIT without waiting for its answer.
  void send_commit(RawConnection& client) {
    PGconn* native = client.native();
    switch (GetParam()) {
      case Protocol::simple: ASSERT_EQ(PQsendQuery(native, "commit"), 1); break;
      case Protocol::extended:
        ASSERT_EQ(PQsendQueryParams(native, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0), 1);
        break;
      case Protocol::prepared:
        ASSERT_EQ(PQsendQueryPrepared(native, "finish", 0, nullptr, nullptr, nullptr, 0), 1);
        break;
      case Protocol::pipeline:
        ASSERT_EQ(PQenterPipelineMode(native), 1);
        ASSERT_EQ(PQsendQueryParams(native, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0), 1);
        ASSERT_EQ(PQpipelineSync(native), 1);
        break;
    }
    PQflush(native);
  }
};

std::string protocol_name(const ::testing::TestParamInfo<Protocol>& info) {
  return std::array{"Simple", "Extended", "Prepared", "Pipeline"}[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Protocols, ProxyAtCommit,
                         ::testing::Values(Protocol::simple, Protocol::extended, Protocol::prepared,
                                           Protocol::pipeline),
                         protocol_name);

TEST_P(ProxyAtCommit, PassesACommit) {
  RawConnection client(proxy_.conninfo(database_.name()));
  begin_and_insert(client);
  send_commit(client);
  ASSERT_TRUE(hears_something(client, milliseconds(20'000)));
  EXPECT_TRUE(eventually([&] { return effects() == "1"; }));
  EXPECT_EQ(proxy_.commits(), 1);
}

TEST_P(ProxyAtCommit, CutsBeforeTheCommitArrives) {
  RawConnection client(proxy_.conninfo(database_.name()));
  begin_and_insert(client);
  proxy_.trap(TrapAt::commit, TrapThen::cut_before);
  send_commit(client);
  EXPECT_TRUE(proxy_.wait_sprung());
  EXPECT_TRUE(is_cut(client));
  ASSERT_TRUE(server_has_let_go());
  EXPECT_EQ(effects(), "0");
}

TEST_P(ProxyAtCommit, CutsAfterTheServerHasCommitted) {
  RawConnection client(proxy_.conninfo(database_.name()));
  begin_and_insert(client);
  proxy_.trap(TrapAt::commit, TrapThen::cut_after);
  send_commit(client);
  EXPECT_TRUE(proxy_.wait_sprung());
  EXPECT_EQ(effects(), "1");
  EXPECT_TRUE(is_cut(client));
}

TEST_P(ProxyAtCommit, SwallowsTheAnswerAndKeepsTheConnection) {
  RawConnection client(proxy_.conninfo(database_.name()));
  begin_and_insert(client);
  proxy_.trap(TrapAt::commit, TrapThen::swallow);
  send_commit(client);
  EXPECT_TRUE(proxy_.wait_sprung());
  EXPECT_EQ(effects(), "1");
  EXPECT_FALSE(hears_something(client, milliseconds(30)));
  EXPECT_EQ(proxy_.connections(), 1);
}

TEST_P(ProxyAtCommit, HoldsTheCommitBackAndDeliversItLate) {
  RawConnection client(proxy_.conninfo(database_.name()));
  begin_and_insert(client);
  proxy_.trap(TrapAt::commit, TrapThen::silent_before);
  send_commit(client);
  EXPECT_TRUE(proxy_.wait_sprung());
  // Others go on meanwhile, through the same proxy.
  EXPECT_EQ(RawConnection(proxy_.conninfo(database_.name())).scalar("SELECT 1"), "1");
  EXPECT_FALSE(hears_something(client, milliseconds(30)));
  EXPECT_EQ(effects(), "0");
  proxy_.pass();
  EXPECT_TRUE(hears_something(client, milliseconds(20'000)));
  EXPECT_TRUE(eventually([&] { return effects() == "1"; }));
}

TEST_F(ProxyTest, SpringsOnlyAfterTheOccurrencesToSkip) {
  RawConnection client(proxy_.conninfo(database_.name()));
  proxy_.trap(TrapAt::commit, TrapThen::cut_before, {}, 1);
  client.exec("BEGIN; INSERT INTO effect VALUES (1)");
  client.exec("COMMIT");
  client.exec("BEGIN; INSERT INTO effect VALUES (2)");
  EXPECT_THROW(client.exec("COMMIT"), std::runtime_error);
  ASSERT_TRUE(server_has_let_go());
  EXPECT_EQ(effects(), "1");
}

TEST_F(ProxyTest, SpringsAtAStatementThatContainsAText) {
  RawConnection client(proxy_.conninfo(database_.name()));
  proxy_.trap(TrapAt::text, TrapThen::cut_after, "INTO effect");
  client.exec("SELECT 1");
  EXPECT_THROW(client.exec("INSERT INTO effect VALUES ($1::int)", {"1"}), std::runtime_error);
  EXPECT_TRUE(proxy_.wait_sprung());
  EXPECT_EQ(effects(), "1");
}

TEST_F(ProxyTest, SpringsAtTheSyncThatCommitsAPipeline) {
  RawConnection client(proxy_.conninfo(database_.name()));
  proxy_.trap(TrapAt::sync, TrapThen::cut_before);
  EXPECT_THROW(client.exec("INSERT INTO effect VALUES ($1::int)", {"1"}), std::runtime_error);
  ASSERT_TRUE(server_has_let_go());
  EXPECT_EQ(effects(), "0");
}

TEST_F(ProxyTest, WaitsForTheSyncThatAsksForTheAnswer) {
  RawConnection client(proxy_.conninfo(database_.name()));
  client.exec("BEGIN; INSERT INTO effect VALUES (1)");
  proxy_.trap(TrapAt::commit, TrapThen::cut_after);
  PGconn* native = client.native();
  ASSERT_EQ(PQenterPipelineMode(native), 1);
  ASSERT_EQ(PQsendQueryParams(native, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0), 1);
  ASSERT_EQ(PQflush(native), 0);
  EXPECT_TRUE(eventually([&] { return proxy_.commits() == 1; }));
  EXPECT_FALSE(proxy_.wait_sprung(milliseconds(30)));
  ASSERT_EQ(PQpipelineSync(native), 1);
  EXPECT_TRUE(proxy_.wait_sprung());
  EXPECT_EQ(effects(), "1");
}

TEST_F(ProxyTest, StaysSilentInEachDirectionUntilToldToPass) {
  for (Direction direction : {Direction::to_server, Direction::to_client, Direction::both}) {
    RawConnection client(proxy_.conninfo(database_.name()));
    proxy_.silence(direction);
    ASSERT_EQ(PQsendQuery(client.native(), "SELECT 1"), 1);
    EXPECT_FALSE(hears_something(client, milliseconds(30)));
    proxy_.pass();
    EXPECT_TRUE(hears_something(client, milliseconds(20'000)));
  }
}

TEST_F(ProxyTest, DelaysByWhatItWasTold) {
  RawConnection client(proxy_.conninfo(database_.name()));
  proxy_.delay(milliseconds(40));
  const auto before = std::chrono::steady_clock::now();
  client.exec("SELECT 1");
  EXPECT_GE(std::chrono::steady_clock::now() - before, milliseconds(80));
}

TEST_F(ProxyTest, CutsWhatThereIsAndRefusesWhatComes) {
  RawConnection client(proxy_.conninfo(database_.name()));
  EXPECT_EQ(proxy_.connections(), 1);
  proxy_.cut_now();
  EXPECT_EQ(proxy_.connections(), 0);
  EXPECT_TRUE(is_cut(client));
  proxy_.refuse(true);
  EXPECT_THROW(RawConnection(proxy_.conninfo(database_.name())), std::runtime_error);
  proxy_.refuse(false);
  EXPECT_EQ(RawConnection(proxy_.conninfo(database_.name())).scalar("SELECT 1"), "1");
}

TEST_F(ProxyTest, CarriesMegabytesBothWays) {
  RawConnection client(proxy_.conninfo(database_.name()));
  const std::string text(3'000'000, 'x');
  EXPECT_EQ(client.scalar("SELECT $1::text", {text}), text);
}

TEST_F(ProxyTest, LetsACancelRequestThrough) {
  RawConnection client(proxy_.conninfo(database_.name()));
  ASSERT_EQ(PQsendQuery(client.native(), "SELECT pg_sleep(600)"), 1);
  char why[256];
  PGcancel* cancel = PQgetCancel(client.native());
  // The first one may come before the statement has begun.
  EXPECT_TRUE(eventually(
      [&] { return PQcancel(cancel, why, sizeof why) && hears_something(client, milliseconds(20)); }));
  PQfreeCancel(cancel);
}

TEST(ProxyMessages, ACommitIsRecognisedAmongStatements) {
  for (const char* sql :
       {"COMMIT", " commit ;", "END", "SELECT 1; COMMIT", "COMMIT AND CHAIN", "commit\nwork"}) {
    EXPECT_TRUE(has_commit(sql)) << sql;
  }
  for (const char* sql : {"", ";", "ROLLBACK", "SELECT 'x' AS commit", "COMMITTED", "SELECT 1"})
    EXPECT_FALSE(has_commit(sql)) << sql;
}

}  // namespace
}  // namespace onceover::test
