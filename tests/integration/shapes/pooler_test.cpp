// SPDX-License-Identifier: Apache-2.0
// PgBouncer in transaction mode with one connection for everybody: a table that is not ours goes its whole
// way through it, and what one client leaves behind the next would find.
#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "core/browse/browser.h"
#include "tests/integration/shapes/whole_way.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/schema_template.h"

namespace onceover::browse {
namespace {

class PoolerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
    bouncer.emplace(test::shared_server());
    other.emplace(bouncer->conninfo(database.name()) + " application_name=other");
    before = session();
  }

  // What the server's one session carries from a client to the next. PgBouncer keeps some settings apart for
  // each client and brings them with it, application_name among them; a client that gives itself none keeps
  // its neighbour's, whoever that is.
  std::string session() {
    std::string out;
    for (const char* question :
         {"coalesce(string_agg(name || '=' || setting, ' ' ORDER BY name), '') FROM pg_settings WHERE source "
          "= 'session' AND name NOT IN ('client_encoding', 'application_name', 'DateStyle', 'TimeZone', "
          "'standard_conforming_strings')",
          "current_setting('application_name')", "current_setting('search_path')",
          "current_setting('DateStyle')", "current_setting('TimeZone')", "current_setting('IntervalStyle')",
          "current_setting('bytea_output')", "current_setting('extra_float_digits')",
          "current_setting('statement_timeout')", "current_setting('lock_timeout')",
          "current_setting('transaction_read_only')", "current_setting('transaction_isolation')",
          "current_setting('synchronous_commit')", "current_user", "count(*) FROM pg_prepared_statements",
          "count(*) FROM pg_cursors WHERE name <> ''", "count(*) FROM pg_listening_channels()",
          "count(*) FROM pg_class WHERE relpersistence = 't'",
          "count(*) FROM pg_locks WHERE locktype = 'advisory'"}) {
      out += other->scalar(std::string("SELECT ") + question) + "\n";
    }
    return out;
  }

  test::TestDatabase database{test::installed_schema()};
  test::RawConnection raw = database.connect();  // not through the pool
  std::optional<test::PgBouncer> bouncer;
  std::optional<test::RawConnection> other;
  std::string before;
};

TEST_F(PoolerTest, ATableThatIsNotOursIsFoundReadExportedAndWrittenAndNothingStays) {
  TableOfKeys table{.schema = "public",
                    .table = "idempotency_keys",
                    .account = "account_id",
                    .key = "idempotency_key",
                    .status = "status",
                    .lease = "lease_until",
                    .code = "response_code",
                    .body = "response_body",
                    .created = "created_at",
                    .error = "last_error",
                    .open = "IN_PROGRESS",
                    .done = "COMPLETED",
                    .bad = "FAILED",
                    .keys = {},
                    .reason = "on call"};
  for (int i = 0; i < 30; ++i) table.keys.push_back("k" + std::to_string(i) + "%");
  table.make(raw);
  const int only = std::stoi(other->scalar("SELECT pg_backend_pid()"));
  auto opened =
      pg::Connection::open({.conninfo = bouncer->conninfo(database.name()), .application_name = "pooled"});
  ASSERT_TRUE(opened) << opened.error().sentence();
  WholeWay way(table, *opened, raw, [&](const char* step) {
    EXPECT_EQ(session(), before) << step;
    EXPECT_EQ(std::stoi(other->scalar("SELECT pg_backend_pid()")), only) << step;
  });
  const tables::Profile profile = way.kept(way.found_and_proposed());
  way.read(profile);
  way.exported(profile);
  way.written(profile);
  // Also where a statement failed, or was given up.
  auto holder = database.connect();
  holder.exec("BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE");
  Browser impatient(*opened, profile, {std::chrono::seconds(60), std::chrono::milliseconds(1)});
  EXPECT_FALSE(impatient.page({}).has_value());
  EXPECT_EQ(session(), before);
  holder.exec("ROLLBACK");
  EXPECT_TRUE(impatient.detail({"7", "", "k0%", {"7", "k0%"}}).has_value());
  EXPECT_FALSE(impatient.page({.filter = {.operation = "no column for it"}}).has_value());
  EXPECT_EQ(session(), before);
}

}  // namespace
}  // namespace onceover::browse
