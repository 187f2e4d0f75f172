// SPDX-License-Identifier: Apache-2.0
// Installing our schema, and refusing to write where it does not fit.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>

#include "core/pg/transaction.h"
#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/support/hostile_server.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

pg::Connection open_at(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

// What the catalogs say about everything in our schema, without OIDs.
std::string picture(RawConnection& raw) {
  static const char* const parts[] = {
      "SELECT string_agg(c.relname || ' ' || c.relkind::text || ' ' || "
      "coalesce(array_to_string(c.reloptions, ','), ''), E'\\n' ORDER BY c.relname) FROM pg_class c WHERE "
      "c.relnamespace = 'onceover'::regnamespace",
      "SELECT string_agg(a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, "
      "a.atttypmod) || ' ' || a.attnotnull || ' ' || a.attnum || ' ' || a.attcollation || ' ' || "
      "coalesce(pg_get_expr(d.adbin, d.adrelid), ''), E'\\n' ORDER BY a.attrelid::regclass::text, a.attnum) "
      "FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = "
      "a.attrelid AND d.adnum = a.attnum WHERE c.relnamespace = 'onceover'::regnamespace AND a.attnum > 0",
      "SELECT string_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), E'\\n' "
      "ORDER BY conrelid::regclass::text, conname) FROM pg_constraint WHERE connamespace = "
      "'onceover'::regnamespace",
      "SELECT string_agg(indexdef, E'\\n' ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'onceover'",
      "SELECT string_agg(pg_get_functiondef(oid), E'\\n' ORDER BY proname) FROM pg_proc WHERE pronamespace = "
      "'onceover'::regnamespace",
      "SELECT string_agg(pg_get_triggerdef(t.oid), E'\\n' ORDER BY tgname) FROM pg_trigger t JOIN pg_class c "
      "ON c.oid = t.tgrelid WHERE c.relnamespace = 'onceover'::regnamespace AND NOT tgisinternal",
      "SELECT string_agg(version || ' ' || name, E'\\n' ORDER BY version) FROM onceover.schema_version",
      "SELECT count(*)::text FROM onceover.control"};
  std::string out;
  for (const char* part : parts) out += raw.scalar(part) + "\n---\n";
  return out;
}

class SchemaInstall : public testing::Test {
 protected:
  TestDatabase database;
  RawConnection raw = database.connect();
  pg::Connection connection = open_at(database.conninfo());
  schema::Status status() { return schema::status(connection).value(); }
};

TEST_F(SchemaInstall, OnAnEmptyDatabaseRunsEveryMigrationOnce) {
  const auto before = status();
  EXPECT_EQ(before.fit, schema::Fit::missing);
  EXPECT_EQ(before.installed, 0);
  EXPECT_EQ(before.due.size(), static_cast<std::size_t>(sql::migration_count));
  EXPECT_NE(before.sentence().find("schema install"), std::string::npos);
  const auto ran = schema::install(connection);
  ASSERT_TRUE(ran) << ran.error().sentence();
  EXPECT_EQ(*ran, before.due);
  const auto after = status();
  EXPECT_EQ(after.fit, schema::Fit::current);
  EXPECT_EQ(after.installed, after.wanted);
  EXPECT_TRUE(after.due.empty());
  EXPECT_TRUE(schema::require_writable(connection));
  const std::string installed = picture(raw);
  EXPECT_TRUE(schema::install(connection).value().empty());
  EXPECT_EQ(picture(raw), installed);
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(SchemaInstall, WhatIsPrintedMakesTheSame) {
  ASSERT_TRUE(schema::install(connection));
  TestDatabase printed;
  auto by_hand = printed.connect();
  by_hand.exec("BEGIN;\n" + schema::print() + "\nCOMMIT");
  EXPECT_EQ(picture(by_hand), picture(raw));
  auto other = open_at(printed.conninfo());
  EXPECT_TRUE(schema::require_writable(other));
}

TEST_F(SchemaInstall, InstallersAtOnceDoNotMeet) {
  constexpr int installers = 6;
  std::barrier gate(installers);
  std::atomic<int> ran = 0, failed = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < installers; ++i) {
    threads.emplace_back([&] {
      auto mine = open_at(database.conninfo());
      gate.arrive_and_wait();
      const auto result = schema::install(mine);
      if (result) {
        ran += static_cast<int>(result->size());
      } else {
        ++failed;
        ADD_FAILURE() << result.error().sentence();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(ran, sql::migration_count);
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(status().fit, schema::Fit::current);
}

TEST_F(SchemaInstall, AnOlderSchemaIsBroughtForwardAndMeanwhileNotWritten) {
  ASSERT_TRUE(schema::install(connection));
  const sql::Migration later[] = {sql::migrations[0],
                                  {2, "later", "CREATE TABLE onceover.later (a integer);"}};
  const auto before = schema::status(connection, later).value();
  EXPECT_EQ(before.fit, schema::Fit::older);
  EXPECT_EQ(before.due, std::vector<std::string>{"0002_later"});
  EXPECT_NE(before.sentence().find("0002_later"), std::string::npos) << before.sentence();
  raw.exec("DELETE FROM onceover.schema_version");  // as this program sees a store of an earlier version
  const auto refused = schema::require_writable(connection);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::schema);
  EXPECT_NE(refused.error().what.find(status().due.front()), std::string::npos) << refused.error().what;
  raw.exec("INSERT INTO onceover.schema_version (version, name) VALUES (1, 'schema')");
  EXPECT_EQ(schema::install(connection, later).value(), before.due);
  EXPECT_EQ(schema::status(connection, later)->fit, schema::Fit::current);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.later"), "0");
}

TEST_F(SchemaInstall, ANewerSchemaIsNeitherWrittenNorMigrated) {
  ASSERT_TRUE(schema::install(connection));
  raw.exec("INSERT INTO onceover.schema_version (version, name) VALUES (9999, 'from_the_future')");
  EXPECT_EQ(status().fit, schema::Fit::newer);
  for (const Error& error :
       {schema::require_writable(connection).error(), schema::install(connection).error()}) {
    EXPECT_EQ(error.kind, ErrorKind::schema);
    EXPECT_NE(error.what.find("9999"), std::string::npos);
  }
}

TEST_F(SchemaInstall, AMissingSchemaIsNamedToWhoeverWantsToWrite) {
  const auto refused = schema::require_writable(connection);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::schema);
}

TEST_F(SchemaInstall, AServerThatReadsOnlyIsRefused) {
  ASSERT_TRUE(connection.script("SET default_transaction_read_only = on"));
  EXPECT_TRUE(status().is_read_only);
  EXPECT_FALSE(status().is_standby);
  EXPECT_EQ(schema::install(connection).error().kind, ErrorKind::read_only);
  EXPECT_EQ(schema::require_writable(connection).error().kind, ErrorKind::read_only);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM pg_namespace WHERE nspname = 'onceover'"), "0");
}

TEST_F(SchemaInstall, AMigrationThatFailsLeavesNothingOfItself) {
  raw.exec("CREATE SCHEMA onceover; CREATE TABLE onceover.audit (n int)");
  const auto failed = schema::install(connection);
  ASSERT_FALSE(failed);
  EXPECT_FALSE(connection.in_transaction());
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM pg_class WHERE relnamespace = 'onceover'::regnamespace"), "1");
}

TEST_F(SchemaInstall, ARoleWithoutRightsLearnsThatItHasNone) {
  ASSERT_TRUE(schema::install(connection));
  const std::string role = "viewer_" + database.name();
  raw.exec("CREATE ROLE " + role + " LOGIN");
  {
    auto viewer = open_at(database.conninfo() + " user=" + role);
    const auto refused = schema::require_writable(viewer);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::not_permitted) << refused.error().sentence();
    // What it lacks, and what gives it: never that nothing is installed.
    const auto seen = schema::status(viewer);
    ASSERT_TRUE(seen) << seen.error().sentence();
    EXPECT_EQ(seen->fit, schema::Fit::unreadable);
    EXPECT_FALSE(seen->is_readable());
    EXPECT_FALSE(seen->server_version.empty());
    EXPECT_EQ(seen->grants(), "GRANT USAGE ON SCHEMA onceover TO " + role +
                                  "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO " + role + ";");
    EXPECT_NE(seen->sentence().find("oncectl roles print --role viewer --name " + role), std::string::npos)
        << seen->sentence();
    raw.exec(seen->grants());
    EXPECT_EQ(schema::status(viewer)->fit, schema::Fit::current) << "what it says is enough";
    raw.exec("REVOKE USAGE ON SCHEMA onceover FROM " + role +
             "; REVOKE SELECT ON ALL TABLES IN SCHEMA onceover FROM " + role);
  }
  raw.exec("DROP ROLE " + role);
}

TEST_F(SchemaInstall, TheAuditTrailRefusesEveryChange) {
  ASSERT_TRUE(schema::install(connection));
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('settle', 'a', 'h', 'p', "
      "'r')");
  for (const char* change : {"UPDATE onceover.audit SET reason = 'x'", "DELETE FROM onceover.audit",
                             "TRUNCATE onceover.audit", "DELETE FROM onceover.audit WHERE false"}) {
    EXPECT_EQ(raw.sqlstate_of(change), "OC003") << change;
  }
  EXPECT_EQ(raw.scalar("SELECT reason FROM onceover.audit"), "r");
}

TEST_F(SchemaInstall, AFinishedKeyThatCannotBeReplayedIsRefusedByTheTable) {
  ASSERT_TRUE(schema::install(connection));
  const std::string insert =
      "INSERT INTO onceover.keys (tenant, operation, key, fence, fingerprint_kind, fingerprint, state, "
      "response_code, response_version, response_body, completed_at, expires_at) VALUES ('t', 'o', 'k', 1, "
      "'raw-sha256', sha256('x'), 'succeeded', 200, 1, ";
  EXPECT_EQ(raw.sqlstate_of(insert + "NULL, now(), now())"), "23514");
  EXPECT_EQ(raw.sqlstate_of(insert + "'', NULL, now())"), "23514");
  EXPECT_EQ(raw.sqlstate_of(insert + "'', now(), now())"), "");
}

// Without PostgreSQL 13 itself: a server that gives its version, and counts what it is asked to do.
TEST(OldServer, IsRefusedInWordsBeforeAnythingIsSent) {
  std::atomic<int> statements = 0;
  const HostileServer server([&statements](Peer& peer) {
    peer.let_in() && peer.send(wire::authenticated() + wire::parameter("server_version", "13.16") +
                               wire::parameter("client_encoding", "UTF8") +
                               wire::message('K', wire::int32(7) + wire::int32(7)) + wire::ready());
    while (peer.wait_for_query()) ++statements;
  });
  auto connection = open_at(server.conninfo());
  const auto installed = schema::install(connection);
  const auto writable = schema::require_writable(connection);
  const auto begun = pg::Transaction::begin(connection, {});
  ASSERT_FALSE(installed);
  ASSERT_FALSE(writable);
  ASSERT_FALSE(begun);
  for (const Error& error : {installed.error(), writable.error(), begun.error()}) {
    EXPECT_EQ(error.kind, ErrorKind::unsupported);
    EXPECT_EQ(error.what, "The server is PostgreSQL 13.16. Onceover writes only to PostgreSQL 14 or later.");
    EXPECT_NE(error.not_done, "");
  }
  EXPECT_EQ(statements, 0);
}

// What the status, the doctor and the console's connection show instead of the advice to install.
TEST(OldServer, IsNamedByTheStatus) {
  schema::Status status;
  status.fit = schema::Fit::missing;
  status.server_version_num = 130016;
  EXPECT_EQ(status.sentence(),
            "There is no onceover schema in this database. The server is PostgreSQL 13.16. Onceover writes "
            "only to PostgreSQL 14 or later. Upgrade the server to PostgreSQL 14 or later.");
}

TEST(OldServer, ThePrintedSchemaChecksTheVersionFirst) {
  const std::string sql = schema::print();
  EXPECT_LT(sql.find("needs PostgreSQL 14 or later"), sql.find("CREATE "));
}

}  // namespace
}  // namespace onceover::test
