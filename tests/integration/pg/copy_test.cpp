// SPDX-License-Identifier: Apache-2.0
// Rows that stream: every end that a COPY can have.
#include "tests/integration/pg/fixture.h"
#include "tests/support/backend.h"
#include "tests/support/proxy.h"

namespace onceover::pg {
namespace {

using test::PgTest;
using Limits = CopyLimits;

// In the select list: in FROM it would be gathered on the server's disk first.
const std::string endless = "COPY (SELECT generate_series(1, 1000000000000), repeat('x', 100)) TO STDOUT";

Result<void> ignore(std::string_view) { return {}; }

class PgCopy : public PgTest {
 protected:
  void expect_usable() {
    connection.rearm();
    EXPECT_TRUE(connection.is_open());
    EXPECT_EQ(scalar("SELECT 'still here'"), "still here");
  }
};

TEST_F(PgCopy, HandsOutEachLineWithoutItsEnd) {
  std::vector<std::string> lines;
  const auto done =
      connection.copy_out("COPY (SELECT * FROM (VALUES (1, 'a'), (2, NULL), (3, E'x\\ty\\n')) v) TO STDOUT",
                          {}, [&](std::string_view line) -> Result<void> {
                            lines.emplace_back(line);
                            return {};
                          });
  ASSERT_TRUE(done) << done.error().sentence();
  EXPECT_EQ(*done, 3);
  EXPECT_EQ(lines, (std::vector<std::string>{"1\ta", "2\t\\N", "3\tx\\ty\\n"}));
  expect_usable();
}

TEST_F(PgCopy, NoRowsAreNoError) {
  const auto done = connection.copy_out("COPY (SELECT 1 WHERE false) TO STDOUT", {}, ignore);
  ASSERT_TRUE(done);
  EXPECT_EQ(*done, 0);
  expect_usable();
}

TEST_F(PgCopy, AnErrorInTheMiddleKeepsItsSqlstate) {
  std::int64_t seen = 0;
  const auto done =
      connection.copy_out("COPY (SELECT 1 / (50000 - i) FROM generate_series(1, 100000) i) TO STDOUT", {},
                          [&](std::string_view) -> Result<void> {
                            ++seen;
                            return {};
                          });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().sqlstate, "22012");
  EXPECT_EQ(seen, 49999);
  expect_usable();
}

TEST_F(PgCopy, OneStatementThatIsACopyToTheClient) {
  EXPECT_EQ(connection.copy_out("COPY (SELECT 1) TO STDOUT; SELECT 2", {}, ignore).error().sqlstate, "42601");
  EXPECT_EQ(connection.copy_out("SELECT 1", {}, ignore).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(connection.copy_out("COPY nothing TO STDOUT", {}, ignore).error().sqlstate, "42P01");
  expect_usable();
  raw.exec("CREATE TABLE t (a int)");
  EXPECT_EQ(connection.copy_out("COPY t FROM STDIN", {}, ignore).error().kind, ErrorKind::unsupported);
}

TEST_F(PgCopy, ACancelFromTheReaderEndsIt) {
  const CancelHandle handle = connection.cancel_handle();
  std::int64_t seen = 0;
  const auto done = connection.copy_out(endless, {}, [&](std::string_view) -> Result<void> {
    if (++seen == 1000) handle.cancel();
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::cancelled);
  EXPECT_EQ(seen, 1000);
  expect_usable();
}

TEST_F(PgCopy, ACancelBeforeTheFirstRowEndsIt) {
  const CancelHandle handle = connection.cancel_handle();
  std::thread canceller([&] {
    EXPECT_TRUE(is_running("pg_sleep"));
    handle.cancel();
  });
  const auto done = connection.copy_out("COPY (SELECT pg_sleep(600)) TO STDOUT",
                                        {.silence = std::chrono::minutes(5)}, ignore);
  canceller.join();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::cancelled);
  expect_usable();
}

TEST_F(PgCopy, AnErrorOfTheReaderEndsItAndIsTheError) {
  const auto done = connection.copy_out(
      endless, {}, [](std::string_view) -> Result<void> { return fail(ErrorKind::io, "The disk is full."); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::io);
  EXPECT_EQ(done.error().what, "The disk is full.");
  expect_usable();
}

TEST_F(PgCopy, TheTimeForAllOfItIsOver) {
  const auto done =
      connection.copy_out(endless, {.until = Steady::now() + std::chrono::milliseconds(100)}, ignore);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::timeout);
  EXPECT_EQ(done.error().what, "The time limit was reached.");
  expect_usable();
}

TEST_F(PgCopy, TheTimeForAllOfItIsLookedAtBeforeEachLine) {
  const Deadline until = Steady::now() + std::chrono::seconds(2);
  std::int64_t seen = 0;
  const auto done = connection.copy_out(endless, {.until = until}, [&](std::string_view) -> Result<void> {
    ++seen;
    EXPECT_TRUE(test::eventually([&] { return Steady::now() >= until; }));  // a reader as slow as that
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::timeout);
  EXPECT_LE(seen, 1);
  expect_usable();
}

TEST_F(PgCopy, TheTimeForAllOfItIsOverWithoutARow) {
  const auto done = connection.copy_out("COPY (SELECT pg_sleep(600)) TO STDOUT",
                                        {.until = Steady::now() + std::chrono::milliseconds(100)}, ignore);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().what, "The time limit was reached.");
  expect_usable();
}

TEST_F(PgCopy, ASilentServerCostsTheConnection) {
  const auto done = connection.copy_out("COPY (SELECT pg_sleep(600)) TO STDOUT",
                                        {.silence = std::chrono::milliseconds(100)}, ignore);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::timeout);
  EXPECT_FALSE(connection.is_open());
  EXPECT_EQ(connection.copy_out("COPY (SELECT 1) TO STDOUT", {}, ignore).error().kind, ErrorKind::connection);
}

TEST_F(PgCopy, ABackendThatIsTerminatedIsALostConnectionWithItsReason) {
  std::int64_t seen = 0;
  const std::string pid = std::to_string(test::backend_pid(connection));
  const auto done = connection.copy_out(endless, {}, [&](std::string_view) -> Result<void> {
    if (++seen == 1000) raw.exec("SELECT pg_terminate_backend($1::int)", {pid});
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::connection);
  EXPECT_FALSE(connection.is_open());
}

TEST_F(PgCopy, AConnectionCutInTheMiddleIsLost) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  auto through = test::open_pg(proxy.conninfo(database.name()));
  std::int64_t seen = 0;
  const auto done = through.copy_out(endless, {}, [&](std::string_view) -> Result<void> {
    if (++seen == 1000) proxy.cut_now();
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::connection);
  EXPECT_FALSE(through.is_open());
}

TEST_F(PgCopy, ALentConnectionIsGivenBackUsable) {
  Connection lent = Connection::borrow(raw.native());
  std::int64_t seen = 0;
  const auto done = lent.copy_out(endless, {}, [&](std::string_view) -> Result<void> {
    return ++seen < 10 ? Result<void>{} : fail(ErrorKind::io, "enough");
  });
  EXPECT_FALSE(done);
  ASSERT_TRUE(lent.exec("SELECT 1"));
}

}  // namespace
}  // namespace onceover::pg
