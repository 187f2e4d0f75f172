// SPDX-License-Identifier: Apache-2.0
// Cancelling from another thread, and connections lent by somebody else.
#include <libpq-fe.h>

#include <atomic>
#include <thread>

#include "tests/integration/pg/fixture.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using pg::Connection;
using std::chrono::milliseconds;
using std::chrono::seconds;

using CancelTest = PgTest;

TEST_F(CancelTest, StopsAStatementOnTheServerAndKeepsTheConnection) {
  for (const bool pipeline : {false, true}) {
    connection.rearm();
    const std::string marker = "/* stop me " + std::to_string(pipeline) + " */";
    std::thread other([&, handle = connection.cancel_handle()] {
      is_running(marker);
      handle.cancel();
    });
    const std::string sql = "SELECT pg_catalog.pg_sleep(30) " + marker;
    const pg::Statement slow{sql, {}};
    const auto before = Steady::now();
    const Error error = pipeline ? connection.pipeline({&slow, 1}, Connection::Ends::open).error()
                                 : connection.exec(sql).error();
    other.join();
    EXPECT_EQ(error.kind, ErrorKind::cancelled);
    EXPECT_EQ(error.sqlstate, "57014");
    EXPECT_LT(Steady::now() - before, seconds(20));
    EXPECT_TRUE(connection.is_open());
    const auto refused = connection.exec("SELECT 1");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::cancelled);
    connection.rearm();
    EXPECT_EQ(scalar("SELECT 'usable'"), "usable");
  }
}

TEST_F(CancelTest, TheServersOwnTimeoutIsNoCancel) {
  ASSERT_TRUE(connection.script("SET statement_timeout = 20"));
  const auto error = connection.exec("SELECT pg_catalog.pg_sleep(30)");
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().kind, ErrorKind::timeout);
  EXPECT_EQ(error.error().sqlstate, "57014");
}

TEST_F(CancelTest, ASilentServerIsGivenUpSoon) {
  PgProxy proxy(shared_server().socket_dir());
  auto client = open_pg(proxy.conninfo(database.name()));
  proxy.silence();
  std::thread other([handle = client.cancel_handle()] { handle.cancel(); });
  const auto before = Steady::now();
  const auto error = client.exec("SELECT pg_catalog.pg_sleep(30)");
  other.join();
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().kind, ErrorKind::cancelled);
  EXPECT_LT(Steady::now() - before, test::well_before_half_a_minute);
  // Where the cancel came first nothing was sent; where the statement did, its answer may still come and must
  // not be read.
  if (!client.is_open()) {
    client.rearm();
    proxy.pass();
    ASSERT_TRUE(client.reopen());
  }
}

TEST_F(CancelTest, ACancelDuringSilenceGivesTheConnectionUpWithinItsGrace) {
  PgProxy proxy(shared_server().socket_dir());
  auto client = open_pg(proxy.conninfo(database.name()));
  std::thread other([&, handle = client.cancel_handle()] {
    is_running("silent_marker");
    proxy.silence();
    handle.cancel();
  });
  const auto before = Steady::now();
  const auto error = client.exec("SELECT pg_catalog.pg_sleep(20) /* silent_marker */");
  other.join();
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().kind, ErrorKind::cancelled);
  EXPECT_LT(Steady::now() - before, test::well_before_half_a_minute);
  EXPECT_FALSE(client.is_open());
}

TEST_F(CancelTest, ACancelThatComesTooLateDoesNotHitTheNextStatement) {
  for (int i = 0; i < 200; ++i) {
    std::thread other([handle = connection.cancel_handle()] { handle.cancel(); });
    (void)connection.exec("SELECT 1");
    other.join();
    connection.rearm();
    const auto next = connection.exec("SELECT pg_catalog.pg_sleep(0.001)");
    ASSERT_TRUE(next) << i << ": " << next.error().sentence();
  }
}

TEST_F(CancelTest, ATransactionThatIsCancelledBeforeItsCommitIsSentIsRolledBack) {
  auto transaction = pg::Transaction::begin(connection, {}).value();
  ASSERT_TRUE(transaction.exec("CREATE TABLE public.locked ()"));
  connection.cancel_handle().cancel();
  const auto committed = transaction.commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().kind, ErrorKind::cancelled);
  EXPECT_FALSE(connection.in_transaction());
  connection.rearm();
  EXPECT_EQ(scalar("SELECT count(*)::text FROM pg_catalog.pg_class WHERE relname = 'locked'"), "0");
}

TEST_F(CancelTest, ARollBackIsCarriedOutWheneverTheCancelComes) {
  for (int i = 0; i < 100; ++i) {
    connection.rearm();
    ASSERT_TRUE(connection.script("BEGIN"));
    std::atomic<bool> is_over = false;
    std::thread other([&is_over, handle = connection.cancel_handle()] {
      while (!is_over) handle.cancel();
    });
    while (!connection.cancel_handle().is_cancelled()) std::this_thread::yield();
    connection.roll_back();
    is_over = true;
    other.join();
    EXPECT_FALSE(connection.in_transaction()) << i;
  }
}

TEST_F(CancelTest, AHandleOutlivesItsConnection) {
  pg::CancelHandle handle;
  handle.cancel();
  EXPECT_FALSE(handle.is_cancelled());
  {
    auto short_lived = open_pg(database.conninfo());
    handle = short_lived.cancel_handle();
  }
  handle.cancel();
  EXPECT_TRUE(handle.is_cancelled());
}

struct Heard {
  std::string text;
  static void hear(void* self, const char* message) { static_cast<Heard*>(self)->text += message; }
};

TEST_F(CancelTest, ALentConnectionKeepsItsBlockingModeAndItsNoticeHandling) {
  for (const int nonblocking : {0, 1}) {
    Heard heard;
    PQsetnonblocking(raw.native(), nonblocking);
    PQsetNoticeProcessor(raw.native(), &Heard::hear, &heard);
    {
      auto lent = Connection::borrow(raw.native());
      ASSERT_TRUE(lent.script("DO $$ BEGIN RAISE NOTICE 'within'; END $$"));
      EXPECT_NE(heard.text.find("within"), std::string::npos);
      auto moved = std::move(lent);
      EXPECT_TRUE(moved.exec("SELECT 1"));
    }
    EXPECT_EQ(PQisnonblocking(raw.native()), nonblocking);
    PQsetnonblocking(raw.native(), 0);
    raw.exec("DO $$ BEGIN RAISE NOTICE 'theirs'; END $$");
    EXPECT_NE(heard.text.find("theirs"), std::string::npos);
    EXPECT_FALSE(raw.is_broken());
  }
}

TEST_F(CancelTest, ALentConnectionsOwnReceiverStays) {
  int heard = 0;
  PQsetNoticeReceiver(
      raw.native(), [](void* count, const PGresult*) { ++*static_cast<int*>(count); }, &heard);
  {
    auto lent = Connection::borrow(raw.native());
    ASSERT_TRUE(lent.script("DO $$ BEGIN RAISE NOTICE 'ours'; END $$"));
  }
  EXPECT_EQ(heard, 1);
  raw.exec("DO $$ BEGIN RAISE NOTICE 'theirs'; END $$");
  EXPECT_EQ(heard, 2);
}

TEST_F(CancelTest, ALentConnectionMeetsItsOwnPreparedStatementsAgain) {
  for (int i = 0; i < 3; ++i) {
    auto lent = Connection::borrow(raw.native(), seconds(30), true);
    const std::vector<pg::Statement> statements{
        {"SELECT 1", {}}, {"SELECT 2", {}}, {"SELECT $1::int8", pg::Params().integer(i)}};
    EXPECT_EQ(value_of(lent.pipeline(statements, Connection::Ends::open)).back().integer(0, 0), i);
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM pg_prepared_statements"), "3");
}

TEST_F(CancelTest, ALentConnectionInItsOwnersTransactionStaysInIt) {
  raw.exec("CREATE TABLE t (n int)");
  raw.exec("BEGIN");
  {
    auto lent = Connection::borrow(raw.native());
    EXPECT_TRUE(lent.in_transaction());
    ASSERT_TRUE(lent.exec("INSERT INTO public.t VALUES (2)"));
    EXPECT_FALSE(lent.reopen());
  }
  raw.exec("ROLLBACK");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM t"), "0");
}

TEST_F(CancelTest, ALentConnectionThatFellSilentIsFoundBrokenByItsOwner) {
  PgProxy proxy(shared_server().socket_dir());
  RawConnection owner(proxy.conninfo(database.name()));
  proxy.silence();
  {
    auto lent = Connection::borrow(owner.native(), milliseconds(200));
    EXPECT_EQ(lent.exec("SELECT 1").error().kind, ErrorKind::timeout);
    EXPECT_FALSE(lent.is_open());
    EXPECT_EQ(lent.exec("SELECT 1").error().kind, ErrorKind::connection);
  }
  EXPECT_ANY_THROW(owner.exec("SELECT 1"));
}

}  // namespace
}  // namespace onceover::test
