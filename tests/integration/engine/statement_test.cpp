// SPDX-License-Identifier: Apache-2.0
// Which index each statement of a service uses.
#include "core/sql/statements.h"
#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

class StatementTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
};

// An index on what is unfinished must never tempt the planner: it would complete keys by scanning it, at
// twice the cost.
TEST_F(StatementTest, EachStatementOfTheEngineFindsItsKeyByItsKey) {
  raw.exec("CREATE INDEX tempting ON onceover.keys (created_at) WHERE completed_at IS NULL");
  raw.exec("SET plan_cache_mode = force_generic_plan");
  const auto plans_by_key = [&](const std::string& statistics) {
    const std::pair<const char*, std::string_view> statements[] = {
        {"key_finish", sql::key_finish},     {"key_lock", sql::key_lock},
        {"key_lock_any", sql::key_lock_any}, {"key_read", sql::key_read},
        {"key_release", sql::key_release},   {"key_renew", sql::key_renew},
        {"key_replay", sql::key_replay},     {"key_take_over", sql::key_take_over},
        {"claim_insert", sql::claim_insert}, {"claim_insert_final", sql::claim_insert_final}};
    for (const auto& [name, text] : statements) {
      int most = 0;
      for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1))
        most = std::max(most, std::atoi(text.data() + at + 1));
      std::string nothing;
      for (int i = 0; i < most; ++i) nothing += i == 0 ? "NULL" : ", NULL";
      raw.exec("PREPARE " + std::string(name) + " AS " + std::string(text));
      std::string plan;
      for (const RawRow& row : raw.exec("EXPLAIN EXECUTE " + std::string(name) + "(" + nothing + ")"))
        plan += *row[0] + '\n';
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
      "INSERT INTO onceover.keys (tenant, operation, key, fence, completed_at, expires_at, response_code, "
      "response_version, state, fingerprint_kind, fingerprint, response_body) SELECT 'acme', 'POST "
      "/refunds', 'k' || i, i, now(), now(), 201, 1, 'succeeded', 'raw-sha256', sha256('x'), '{}' FROM "
      "generate_series(1, 20000) i");
  plans_by_key("statistics of an empty table, and many rows");
  raw.exec("ANALYZE onceover.keys");
  plans_by_key("statistics that say that nothing is unfinished");
}

}  // namespace
}  // namespace onceover::test
