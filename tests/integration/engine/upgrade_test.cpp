// Migration 11 under running services: those of earlier versions send the same statements, and go on.
#include <atomic>
#include <set>
#include <thread>

#include "core/schema/schema.h"
#include "core/sql/statements.h"
#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

constexpr int before_frontier = 10;

class UpgradeTest : public testing::Test {
 protected:
  TestDatabase database;
  RawConnection raw = database.connect();

  void SetUp() override {
    auto connection = open_or_throw(database.conninfo());
    for (const sql::Migration& migration : sql::migrations) {
      if (migration.version > before_frontier) break;
      ASSERT_TRUE(connection.script(migration.text));
      raw.exec("INSERT INTO onceover.schema_version (version, name) VALUES (" + std::to_string(migration.version) + ", '" +
               std::string(migration.name) + "')");
    }
    raw.exec("DROP ROLE IF EXISTS upgraded_service");
    raw.exec(
        "CREATE ROLE upgraded_service LOGIN; GRANT USAGE ON SCHEMA onceover TO upgraded_service; "
        "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA onceover TO upgraded_service; "
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO upgraded_service");
  }
  void TearDown() override { raw.exec("DROP OWNED BY upgraded_service; DROP ROLE upgraded_service"); }
  std::string as_service() const { return database.conninfo() + " user=upgraded_service"; }
  void install() {
    auto connection = open_or_throw(database.conninfo());
    auto ran = schema::install(connection);
    ASSERT_TRUE(ran) << ran.error().sentence();
    EXPECT_EQ(ran->front(), "0011_frontier");
  }
};

TEST_F(UpgradeTest, AServiceClaimsAndCompletesBeforeWhileAndAfter) {
  std::atomic<bool> is_over = false, is_installed = false;
  std::atomic<int> done = 0, done_after = 0;
  std::string wrong;
  std::jthread service([&] {
    auto connection = open_or_throw(as_service());
    engine::Engine engine(connection, nullptr);
    const engine::OperationPolicy policy{.operation = "POST /refunds"};
    for (int i = 0; !is_over && wrong.empty(); ++i) {
      const bool after = is_installed;
      auto claimed = engine.claim(request_for("k" + std::to_string(i)), policy);
      // The migration locks the table for a moment: a claim that waits too long for it is told so, and tried again.
      if (!claimed && claimed.error().is_retryable()) continue;
      if (!claimed || !std::holds_alternative<engine::Claim>(*claimed)) {
        wrong = claimed ? "another outcome" : claimed.error().sentence();
        break;
      }
      auto completed = engine.complete(std::get<engine::Claim>(*claimed), response_with("{}"));
      if (!completed) wrong = completed.error().sentence();
      ++(after ? done_after : done);
    }
  });
  const auto wait_for = [&](const std::atomic<int>& count) {
    const auto until = Steady::now() + std::chrono::seconds(20);
    while (count < 50 && wrong.empty() && Steady::now() < until) std::this_thread::yield();
    return count >= 50;
  };
  EXPECT_TRUE(wait_for(done)) << wrong;
  install();
  is_installed = true;
  EXPECT_TRUE(wait_for(done_after)) << wrong;
  is_over = true;
  service.join();
  EXPECT_EQ(wrong, "");
}

// What doctor proposes afterwards: this version's services prepare their statements anew.
TEST_F(UpgradeTest, ThisVersionsServicesLiveThroughTheChangeOfTheType) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, fence, state, fingerprint_kind, fingerprint) "
      "VALUES ('t', 'o', 'old', 1, 'in_progress', 'raw-sha256', sha256('x'))");
  install();
  auto connection = open_or_throw(as_service());
  engine::Engine engine(connection, nullptr);
  const engine::OperationPolicy policy{.operation = "POST /refunds"};
  ASSERT_TRUE(engine.claim(request_for("before"), policy));
  raw.exec("SELECT onceover.note_explicit_times(true)");
  EXPECT_EQ(raw.scalar("SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'onceover.keys'::regclass AND attname = 'created_at'"),
            "onceover.key_time");
  for (const char* key : {"after", "before"}) {
    const auto claimed = engine.claim(request_for(key), policy);
    EXPECT_TRUE(claimed) << claimed.error().sentence();
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys"), "3");
}

TEST_F(UpgradeTest, NoRoleButTheOwnerWritesCreatedAtOrTheFrontier) {
  install();
  RawConnection service(as_service());
  const std::string columns = "tenant, operation, key, fence, state, fingerprint_kind, fingerprint";
  const std::string values = "'t', 'o', 'k', 1, 'in_progress', 'raw-sha256', sha256('x')";
  service.exec("INSERT INTO onceover.keys (" + columns + ") VALUES (" + values + ")");
  for (const std::string& sql :
       {"INSERT INTO onceover.keys (" + columns +
            ", created_at) VALUES ('t', 'o', 'k2', 1, 'in_progress', 'raw-sha256', sha256('x'), now())",
        std::string("UPDATE onceover.keys SET created_at = created_at - interval '1 day'"),
        std::string("UPDATE onceover.frontier SET until = now()"), std::string("DELETE FROM onceover.unfinished"),
        std::string("SELECT setval('onceover.floor', 1)"), std::string("SELECT onceover.rewind_frontier('-infinity')")}) {
    EXPECT_THROW(service.exec(sql), std::runtime_error) << sql;
  }
  // What it may do besides: move the frontier on, by the functions that check.
  EXPECT_NO_THROW(service.exec("SELECT onceover.publish_floor()"));
  EXPECT_NO_THROW(service.exec("SELECT * FROM onceover.writers_of_keys()"));
}

TEST_F(UpgradeTest, AnOlderProgramThatWritesIsRefusedByTheVersion) {
  install();
  // As an older program sees it: a schema of a version that it does not know.
  raw.exec("INSERT INTO onceover.schema_version (version, name) VALUES (9999, 'later')");
  auto connection = open_or_throw(database.conninfo());
  const auto refused = schema::require_writable(connection);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::schema);
  EXPECT_NE(refused.error().what.find("newer"), std::string::npos);
}

// A table read through the operator's own view: its columns' types cannot change, and the migration goes on without that check.
TEST_F(UpgradeTest, AViewOverTheKeysDoesNotStopTheMigration) {
  raw.exec("CREATE VIEW public.my_keys AS SELECT key, created_at FROM onceover.keys");
  install();
  EXPECT_EQ(raw.scalar("SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'onceover.keys'::regclass AND attname = 'created_at'"),
            "timestamp with time zone");
  raw.exec("DROP VIEW public.my_keys");
}

// An index on what is unfinished must never tempt the planner: it would complete keys by scanning it, at twice the cost.
TEST_F(UpgradeTest, EachStatementOfTheEngineFindsItsKeyByItsKey) {
  install();
  raw.exec("CREATE INDEX tempting ON onceover.keys (created_at) WHERE completed_at IS NULL");
  raw.exec("SET plan_cache_mode = force_generic_plan");
  const auto plans_by_key = [&](const std::string& statistics) {
    const std::pair<const char*, std::string_view> statements[] = {{"key_finish", sql::key_finish},
                                                                   {"key_lock", sql::key_lock},
                                                                   {"key_lock_any", sql::key_lock_any},
                                                                   {"key_read", sql::key_read},
                                                                   {"key_release", sql::key_release},
                                                                   {"key_renew", sql::key_renew},
                                                                   {"key_replay", sql::key_replay},
                                                                   {"key_take_over", sql::key_take_over},
                                                                   {"claim_read", sql::claim_read},
                                                                   {"claim_read_within", sql::claim_read_within},
                                                                   {"claim_insert", sql::claim_insert},
                                                                   {"claim_insert_final", sql::claim_insert_final}};
    for (const auto& [name, text] : statements) {
      int most = 0;
      for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1))
        most = std::max(most, std::atoi(text.data() + at + 1));
      std::string nothing;
      for (int i = 0; i < most; ++i) nothing += i == 0 ? "NULL" : ", NULL";
      raw.exec("PREPARE " + std::string(name) + " AS " + std::string(text));
      std::string plan;
      for (const RawRow& row : raw.exec("EXPLAIN EXECUTE " + std::string(name) + "(" + nothing + ")")) plan += *row[0] + '\n';
      EXPECT_EQ(plan.find("tempting"), std::string::npos) << name << ", " << statistics << "\n" << plan;
      EXPECT_EQ(plan.find("Seq Scan"), std::string::npos) << name << ", " << statistics << "\n" << plan;
      raw.exec("DEALLOCATE " + std::string(name));
    }
  };
  raw.exec("SET enable_seqscan = off");  // an empty table is read whole, whatever indexes it has
  plans_by_key("no statistics");
  raw.exec("ANALYZE onceover.keys");
  plans_by_key("statistics of an empty table");
  raw.exec("RESET enable_seqscan");
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, fence, completed_at, expires_at, response_code, response_version, state, "
      "fingerprint_kind, fingerprint, response_body) SELECT 'acme', 'POST /refunds', 'k' || i, i, now(), now(), 201, 1, 'succeeded', "
      "'raw-sha256', sha256('x'), '{}' FROM generate_series(1, 20000) i");
  plans_by_key("statistics of an empty table, and many rows");
  raw.exec("ANALYZE onceover.keys");
  plans_by_key("statistics that say that nothing is unfinished");
}

}  // namespace
}  // namespace onceover::test
