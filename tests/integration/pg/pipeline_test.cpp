// SPDX-License-Identifier: Apache-2.0
// Statements in one flush, prepared statements, and what COMMIT really said.
#include <array>

#include "tests/integration/pg/fixture.h"
#include "tests/support/backend.h"

namespace onceover::test {
namespace {

using pg::Connection;
using pg::Statement;

class PipelineTest : public PgTest {
 protected:
  PipelineTest() { raw.exec("CREATE TABLE t (n int PRIMARY KEY)"); }
  static Statement insert(int n) {
    return {"INSERT INTO public.t VALUES ($1::int8)", pg::Params().integer(n)};
  }
  std::string rows() { return raw.scalar("SELECT coalesce(string_agg(n::text, ',' ORDER BY n), '') FROM t"); }
};

TEST_F(PipelineTest, RunsInOneTransactionAndReturnsEveryStatementsRows) {
  const std::array statements{insert(1), insert(2), Statement{"SELECT count(*) FROM public.t", {}},
                              Statement{"SELECT pg_catalog.pg_current_xact_id_if_assigned()::text", {}}};
  for (const bool prepared : {false, true}) {
    raw.exec("TRUNCATE t");
    const auto results = value_of(connection.pipeline(statements, Connection::Ends::commits, prepared));
    ASSERT_EQ(results.size(), 4U);
    EXPECT_EQ(results[0].affected(), 1);
    EXPECT_EQ(results[0].tag(), "INSERT 0 1");
    EXPECT_EQ(results[2].integer(0, 0), 2);
    EXPECT_FALSE(results[3].is_null(0, 0));
    EXPECT_EQ(rows(), "1,2");
    EXPECT_FALSE(connection.in_transaction());
  }
}

TEST_F(PipelineTest, SendAndTakeAreTheTwoStepsOfOneCall) {
  EXPECT_EQ(connection.take().error().kind, ErrorKind::unsupported);
  const std::array statements{insert(1), Statement{"SELECT count(*) FROM public.t", {}}};
  for (const bool again : {false, true}) {
    ASSERT_TRUE(connection.send(statements, Connection::Ends::commits));
    EXPECT_TRUE(eventually([&] { return rows() == "1"; })) << "the server does not wait for take()";
    EXPECT_EQ(connection.exec("SELECT 1").error().kind, ErrorKind::busy);
    EXPECT_EQ(connection.exec_prepared("SELECT 1").error().kind, ErrorKind::busy);
    EXPECT_EQ(connection.script("SELECT 1").error().kind, ErrorKind::busy);
    EXPECT_EQ(connection.pipeline(statements, Connection::Ends::open).error().kind, ErrorKind::busy);
    EXPECT_EQ(connection.send(statements, Connection::Ends::open).error().kind, ErrorKind::busy);
    connection.roll_back();
    const auto results = connection.take();
    ASSERT_EQ(results.has_value(), !again);
    if (again) {
      EXPECT_EQ(results.error().sqlstate, "23505");
    } else {
      EXPECT_EQ((*results)[1].integer(0, 0), 1);
    }
    EXPECT_EQ(connection.take().error().kind, ErrorKind::unsupported);
    EXPECT_EQ(value_of(connection.exec("SELECT 2::int8")).integer(0, 0), 2);
  }
}

TEST_F(PipelineTest, SendAndTakeOverAConnectionThatIsLostInBetween) {
  const std::array statements{Statement{"SELECT pg_catalog.pg_sleep(20)", {}}};
  for (const auto ends : {Connection::Ends::open, Connection::Ends::commits}) {
    const std::string pid = std::to_string(test::backend_pid(connection));
    ASSERT_TRUE(connection.send(statements, ends));
    raw.exec("SELECT pg_terminate_backend($1::int)", {pid});
    const auto lost = connection.take();
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().kind,
              ends == Connection::Ends::commits ? ErrorKind::in_doubt : ErrorKind::connection);
    EXPECT_FALSE(connection.is_open());
    EXPECT_EQ(connection.take().error().kind, ErrorKind::connection);
    ASSERT_TRUE(connection.reopen());
    EXPECT_EQ(value_of(connection.exec("SELECT 2::int8")).integer(0, 0), 2);
  }
}

TEST_F(PipelineTest, TheFirstErrorIsReturnedTheRestSkippedAndAllRolledBack) {
  const std::array statements{insert(1), insert(1), Statement{"SELECT 1/0", {}}, insert(3)};
  for (const bool prepared : {false, true}) {
    const auto failed = connection.pipeline(statements, Connection::Ends::commits, prepared);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().sqlstate, "23505");
    EXPECT_FALSE(failed.error().is_in_doubt());
    EXPECT_EQ(rows(), "");
    EXPECT_FALSE(connection.in_transaction());
    EXPECT_TRUE(connection.is_open());
  }
  // What was skipped was never prepared; it is found out without a word.
  EXPECT_TRUE(
      connection.pipeline(std::array{insert(7), Statement{"SELECT 1", {}}}, Connection::Ends::commits));
  EXPECT_EQ(rows(), "7");
}

TEST_F(PipelineTest, ADeferredConstraintFailsAtTheSync) {
  raw.exec(
      "CREATE TABLE parent (n int PRIMARY KEY); CREATE TABLE child (n int REFERENCES parent DEFERRABLE "
      "INITIALLY DEFERRED)");
  const Statement orphan{"INSERT INTO public.child VALUES (1)", {}};
  const auto failed = connection.pipeline({&orphan, 1}, Connection::Ends::commits);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().sqlstate, "23503");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM child"), "0");
  EXPECT_TRUE(connection.is_open());
  EXPECT_EQ(scalar("SELECT 'usable'"), "usable");
}

TEST_F(PipelineTest, AnExplicitTransactionStaysOpenAndThenFailsUntilRolledBack) {
  ASSERT_TRUE(connection.pipeline(std::array{Statement{"BEGIN", {}}, insert(1)}, Connection::Ends::open));
  EXPECT_TRUE(connection.in_transaction());
  EXPECT_EQ(rows(), "");
  ASSERT_FALSE(connection.exec("SELECT 1/0"));
  const auto aborted = connection.exec("SELECT 1");
  ASSERT_FALSE(aborted);
  EXPECT_EQ(aborted.error().sqlstate, "25P02");
  ASSERT_TRUE(connection.script("ROLLBACK"));
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(PipelineTest, MoreThanASocketHoldsGoesThrough) {
  std::vector<Statement> statements;
  for (int i = 0; i < 50; ++i)
    statements.push_back(
        {"SELECT pg_catalog.repeat('x', 200000) || $1::text", pg::Params().text(std::string(200'000, 'y'))});
  const auto results = value_of(connection.pipeline(statements, Connection::Ends::open));
  EXPECT_EQ(results.back().view(0, 0).size(), 400'000U);
}

TEST_F(PipelineTest, NothingToSendIsNothingDone) {
  EXPECT_TRUE(value_of(connection.pipeline({}, Connection::Ends::commits)).empty());
}

TEST_F(PipelineTest, PreparedStatementsSurviveDiscardAll) {
  EXPECT_EQ(value_of(connection.exec_prepared("SELECT $1::int8 + 1", pg::Params().integer(1))).integer(0, 0),
            2);
  EXPECT_EQ(scalar("SELECT count(*)::text FROM pg_catalog.pg_prepared_statements"), "1");
  ASSERT_TRUE(connection.script("DISCARD ALL"));
  EXPECT_EQ(value_of(connection.exec_prepared("SELECT $1::int8 + 1", pg::Params().integer(2))).integer(0, 0),
            3);
  ASSERT_TRUE(connection.script("DISCARD ALL"));
  ASSERT_TRUE(connection.pipeline(std::array{insert(1), insert(2)}, Connection::Ends::commits));
  ASSERT_TRUE(connection.script("DISCARD ALL"));
  ASSERT_TRUE(connection.pipeline(std::array{Statement{"BEGIN", {}}, insert(3), Statement{"COMMIT", {}}},
                                  Connection::Ends::commits));
  EXPECT_EQ(rows(), "1,2,3");
}

TEST_F(PipelineTest, PreparedStatementsSurviveAReopenedConnection) {
  ASSERT_TRUE(connection.exec_prepared("SELECT 1"));
  ASSERT_TRUE(connection.reopen());
  EXPECT_TRUE(connection.exec_prepared("SELECT 1"));
}

TEST_F(PipelineTest, AStatementThatIsGoneInsideATransactionIsATypedError) {
  ASSERT_TRUE(connection.exec_prepared("SELECT 1"));
  ASSERT_TRUE(connection.script("DEALLOCATE ALL; BEGIN"));
  const auto gone = connection.exec_prepared("SELECT 1");
  ASSERT_FALSE(gone);
  EXPECT_TRUE(gone.error().is_retryable());
  ASSERT_TRUE(connection.script("ROLLBACK"));
  EXPECT_TRUE(connection.exec_prepared("SELECT 1"));
}

TEST_F(PipelineTest, WithoutPreparingNothingIsNamedOnTheServer) {
  auto pooled = open_pg(database.conninfo(), std::chrono::seconds(30), false);
  ASSERT_TRUE(pooled.exec_prepared("SELECT 1"));
  ASSERT_TRUE(pooled.pipeline(std::array{insert(1)}, Connection::Ends::commits));
  EXPECT_EQ(value_of(pooled.exec("SELECT count(*) FROM pg_catalog.pg_prepared_statements")).integer(0, 0), 0);
}

TEST_F(PipelineTest, ACommitAfterAnErrorIsNoCommit) {
  auto transaction = value_of(pg::Transaction::begin(connection, {}));
  ASSERT_TRUE(transaction.exec("INSERT INTO public.t VALUES (1)"));
  ASSERT_FALSE(transaction.exec("INSERT INTO public.t VALUES (1)"));
  const auto committed = transaction.commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().kind, ErrorKind::database);
  EXPECT_FALSE(committed.error().is_in_doubt());
  EXPECT_EQ(rows(), "");
}

TEST_F(PipelineTest, ATransactionOutOfScopeIsRolledBack) {
  {
    auto transaction = value_of(pg::Transaction::begin(connection, {}));
    ASSERT_TRUE(transaction.exec("INSERT INTO public.t VALUES (1)"));
  }
  EXPECT_FALSE(connection.in_transaction());
  EXPECT_EQ(rows(), "");
}

TEST_F(PipelineTest, ATransactionHasItsOwnRules) {
  ASSERT_TRUE(
      connection.script("SET search_path = public; SET default_transaction_isolation = serializable; SET "
                        "synchronous_commit = off"));
  {
    auto transaction = value_of(
        pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(3), .durable = true}));
    const auto rules = value_of(
        transaction.exec("SELECT current_setting('search_path'), current_setting('transaction_isolation'), "
                         "current_setting('synchronous_commit'), current_setting('statement_timeout')"));
    EXPECT_EQ(rules.text(0, 0), "pg_catalog");
    EXPECT_EQ(rules.text(0, 1), "read committed");
    EXPECT_EQ(rules.text(0, 2), "on");
    EXPECT_EQ(rules.text(0, 3), "3s");
  }
  EXPECT_EQ(scalar("SHOW search_path"), "public");
  auto reading = value_of(pg::Transaction::begin(connection, {.read_only = true}));
  const auto refused = reading.exec("INSERT INTO public.t VALUES (1)");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::read_only);
}

TEST_F(PipelineTest, CopyToTheClientIsRefusedAndNothingHangs) {
  for (const char* sql : {"COPY public.t FROM STDIN", "COPY public.t TO STDOUT"}) {
    const auto refused = connection.exec(sql);
    ASSERT_FALSE(refused) << sql;
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported) << sql;
    ASSERT_TRUE(connection.reopen());
  }
}

// A function on the server can put anything into its messages: they reach terminals and logs.
TEST_F(PipelineTest, MessagesOfTheServerAreEscapedAsDataIs) {
  const std::string title = "E'\\x1b]0;owned\\x07\\u202edrawkcab'";
  const std::string escaped = "\\u{1b}]0;owned\\u{7}\\u{202e}drawkcab";
  const auto refused =
      connection.exec("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = " + title +
                      ", DETAIL = " + title + " || E'\\nsecond'; END $$");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, escaped);
  EXPECT_EQ(refused.error().detail, escaped + "\nsecond") << "lines remain lines";
}

// Listings mask such values; an error shows them to everyone, and logs keep them.
TEST_F(PipelineTest, NoErrorShowsTheValuesOfARow) {
  ASSERT_TRUE(
      connection.script("CREATE TEMP TABLE cards (pan text PRIMARY KEY, n int CHECK (n < 10), e text, "
                        "EXCLUDE (e WITH =)); INSERT INTO cards VALUES ('4111', 1, '4111'); CREATE TEMP "
                        "TABLE uses (pan text REFERENCES cards); CREATE TEMP TABLE parts (pan text) "
                        "PARTITION BY LIST (pan); CREATE TEMP VIEW few AS SELECT * FROM cards WHERE n < 5 "
                        "WITH CHECK OPTION"));
  for (const std::string sql :
       {"INSERT INTO cards VALUES ('4111', 1)", "INSERT INTO cards VALUES ('4112', 11)",
        "UPDATE cards SET n = 11", "INSERT INTO cards VALUES ('4113', 1, '4111')",
        "INSERT INTO uses VALUES ('4119')", "INSERT INTO parts VALUES ('4119')",
        "INSERT INTO few VALUES ('4119', 7)",
        "DO $$ BEGIN RAISE EXCEPTION 'refused' USING DETAIL = 'the card is 4119'; END $$"}) {
    const auto refused = connection.exec(sql);
    ASSERT_FALSE(refused) << sql;
    EXPECT_EQ(refused.error().sentence().find("41"), std::string::npos) << refused.error().sentence();
    EXPECT_EQ(refused.error().detail, "The server's detail is not shown: it may contain values of a row.")
        << sql;
  }
}

}  // namespace
}  // namespace onceover::test
