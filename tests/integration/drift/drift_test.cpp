// SPDX-License-Identifier: Apache-2.0
// Both ledgers are real: keys in PostgreSQL, effects at a gateway over HTTP or in another table.
#include "core/drift/drift.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gateway/http_gateway.h"
#include "core/gateway/sql_gateway.h"
#include "core/key/identity.h"
#include "tests/integration/drift/ledger.h"
#include "tests/support/database.h"
#include "tests/support/ledger_toml.h"
#include "tests/support/schema_template.h"

namespace onceover::drift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DriftTest : public testing::Test {
 protected:
  DriftTest() {
    options_.from = *parse_iso("2026-01-01T00:00:00Z");
    options_.to = *parse_iso("2026-01-01T01:00:00Z");
  }

  static key::Identity id(const std::string& key) { return {"acme", "pay", key}; }
  static std::string sent(const std::string& key) { return key::downstream_key(id(key), "charge"); }

  void row(const std::string& key, const std::string& state,
           const std::string& created_at = "2026-01-01 00:01:00+00") {
    const bool finished = state == "succeeded" || state == "failed";
    raw_.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "amount, currency, locked_until" +
            std::string(finished
                            ? ", response_code, response_version, response_body, completed_at, expires_at"
                            : "") +
            ", created_at) VALUES ('acme', 'pay', $1, $2, nextval('onceover.fence'), 'raw-sha256', "
            "sha256('body'), 12.50, 'EUR', " +
            (finished
                 ? "NULL, 201, 1, 'done', $3::timestamptz + interval '1 second', now() + interval '30 days'"
                 : "$3::timestamptz + interval '30 seconds'") +
            ", $3::timestamptz)",
        {key, state, created_at});
  }
  // A row and its effect, which agree.
  void good(const std::string& key) {
    row(key, "succeeded");
    ledger_.happened(sent(key));
  }

  Result<Report> run(bool listing = true, const std::function<bool(const Progress&)>& go_on = {}) {
    auto config = gateway::parse_config(ledger_.toml(listing, more_toml_), "ledger.toml");
    if (!config) throw std::runtime_error(config.error().sentence());
    gateway::HttpGateway gateway(*config, std::nullopt);
    return run_with(gateway, go_on);
  }
  Result<Report> run_with(gateway::Gateway& gateway, const std::function<bool(const Progress&)>& go_on = {}) {
    auto connection =
        pg::Connection::open({.conninfo = database_.conninfo(), .application_name = "drift-test"});
    if (!connection) return fail(connection.error());
    browse::Browser browser(*connection, tables::own(), {std::chrono::seconds(20)});
    return compare(browser, tables::own(), gateway, options_, go_on);
  }
  static std::vector<std::string> told(const Report& report) {
    std::vector<std::string> out;
    for (const Found& found : report.found)
      out.push_back(std::string(word(found.kind)) + " " + (found.ours ? found.ours->id.key : "-") + " " +
                    (found.theirs && !found.theirs->id.empty() ? found.theirs->id : "-"));
    std::ranges::sort(out);
    return out;
  }
  std::string everything() {
    std::string all;
    for (const char* table : {"keys", "cases", "row_cases", "audit", "control"})
      all += raw_.scalar(std::string("SELECT count(*) || ':' || md5(coalesce(string_agg(t::text || "
                                     "t.xmin::text, '|' ORDER BY t::text), '')) FROM onceover.") +
                         table + " t");
    return all + raw_.scalar("SELECT last_value FROM onceover.fence");
  }

  test::TestDatabase database_{test::installed_schema()};
  test::RawConnection raw_ = database_.connect();
  LedgerServer ledger_;
  Options options_;
  std::string more_toml_;
};

TEST_F(DriftTest, BothLedgersAreHeldAgainstEachOtherAndNothingIsWritten) {
  for (int i = 0; i < 40; ++i) good("good-" + std::to_string(i));
  row("lost", "succeeded");
  row("paid-and-failed", "failed");
  ledger_.happened(sent("paid-and-failed"));
  row("paid-and-stuck", "in_progress");
  ledger_.happened(sent("paid-and-stuck"));
  row("twice", "succeeded");
  ledger_.happened(sent("twice"));
  ledger_.happened(sent("twice"));
  row("other-amount", "succeeded");
  ledger_.happened(sent("other-amount"), "12.51");
  row("refused-there", "succeeded");
  ledger_.happened(sent("refused-there"), "12.50", 1'767'225'700, "declined");
  ledger_.happened("a-stranger's-key");
  row("failed-and-refused", "failed");
  ledger_.happened(sent("failed-and-refused"), "12.50", 1'767'225'700, "declined");
  const std::string before = everything();
  const auto report = run();
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(told(*report),
              ElementsAre("duplicate_effects twice -", "effect_without_key - e-47",
                          "effect_without_succeeded paid-and-failed -",
                          "effect_without_succeeded paid-and-stuck e-42", "succeeded_without_effect lost -",
                          "succeeded_without_effect refused-there -", "value_differs other-amount -"));
  EXPECT_EQ(report->rows, 47);
  EXPECT_EQ(report->finished, 46);
  EXPECT_EQ(report->asked, 46);
  EXPECT_EQ(report->agreed, 41);
  EXPECT_TRUE(report->listing_complete);
  EXPECT_EQ(report->effects, 48);
  EXPECT_TRUE(report->is_complete());
  EXPECT_EQ(everything(), before);
}

TEST_F(DriftTest, TheMarginFindsTheRowOfAnEffectAtTheEdge) {
  row("before-midnight", "succeeded", "2025-12-31 23:59:59+00");
  ledger_.happened(sent("before-midnight"), "12.50", 1'767'225'601);
  auto report = run();
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(told(*report), ElementsAre());
  EXPECT_EQ(report->rows, 0) << "the margin's rows are not the range's";
  EXPECT_EQ(report->asked, 0);
  options_.margin = Duration{0};
  report = run();
  ASSERT_TRUE(report);
  EXPECT_THAT(told(*report), ElementsAre("effect_without_key - e-1"));
}

TEST_F(DriftTest, RowsAndEffectsOutsideOfTheRangeAreLeftAlone) {
  row("earlier", "succeeded", "2025-12-30 00:00:00+00");
  row("at-the-end", "succeeded", "2026-01-01 01:00:00+00");
  ledger_.happened("a-stranger's-key", "12.50", 1'767'229'200);
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_THAT(told(*report), ElementsAre());
  EXPECT_EQ(report->effects, 0);
}

TEST_F(DriftTest, WithoutAListingTheFinishedKeysAreAskedAbout) {
  good("good");
  row("lost", "succeeded");
  row("paid-and-failed", "failed");
  ledger_.happened(sent("paid-and-failed"));
  ledger_.happened("a-stranger's-key");
  const auto report = run(false);
  ASSERT_TRUE(report);
  EXPECT_THAT(told(*report),
              ElementsAre("effect_without_succeeded paid-and-failed -", "succeeded_without_effect lost -"));
  EXPECT_FALSE(report->listing_declared);
}

TEST_F(DriftTest, ASampleAsksAboutSoManyAndIsTheSameForASeed) {
  for (int i = 0; i < 60; ++i) row("k" + std::to_string(i), "succeeded");
  options_.sample = 10;
  const auto one = run(false), same = run(false);
  ASSERT_TRUE(one && same);
  EXPECT_EQ(one->finished, 60);
  EXPECT_EQ(one->asked, 10);
  EXPECT_EQ(ledger_.looked_up(), 20);
  EXPECT_EQ(told(*one).size(), 10U);
  EXPECT_EQ(told(*one), told(*same));
  options_.seed = 2;
  EXPECT_NE(told(*run(false)), told(*one));
}

TEST_F(DriftTest, ASilentGatewayIsNotAskedOnAndProvesNothing) {
  for (int i = 0; i < 200; ++i) row("k" + std::to_string(i), "succeeded");
  ledger_.down = true;
  options_.at_once = 10;
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_THAT(told(*report), ElementsAre());
  EXPECT_EQ(ledger_.looked_up(), 30);
  EXPECT_FALSE(report->is_complete());
  EXPECT_THAT(report->ended_early, HasSubstr("answers in a row without proof"));
  EXPECT_THAT(report->listing_problem, HasSubstr("503"));
  EXPECT_EQ(report->open.at("HTTP 503"), 30);
}

TEST_F(DriftTest, AListingThatBreaksOffIsSaidAndWhatItToldStands) {
  for (int i = 0; i < 20; ++i) good("good-" + std::to_string(i));
  for (int i = 0; i < 20; ++i) ledger_.happened("stranger-" + std::to_string(i));
  ledger_.pages_until_it_breaks = 4;
  const auto report = run();
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->listing_complete);
  EXPECT_FALSE(report->is_complete());
  EXPECT_EQ(report->counts.at(Kind::effect_without_key), 8);
}

TEST_F(DriftTest, ItCanBeStopped) {
  for (int i = 0; i < 200; ++i) row("k" + std::to_string(i), "succeeded");
  options_.at_once = 10;
  const auto report = run(false, [](const Progress& progress) { return progress.asked < 50; });
  ASSERT_TRUE(report);
  EXPECT_EQ(report->asked, 50);
  EXPECT_EQ(report->ended_early, "it was stopped");
}

TEST_F(DriftTest, WithoutATimeOfCreationNothingIsAskedAndWhatToMapIsSaid) {
  auto untimed = tables::own();
  untimed.created_at = {};
  auto config = gateway::parse_config(ledger_.toml(true, more_toml_), "ledger.toml");
  ASSERT_TRUE(config);
  gateway::HttpGateway gateway(*config, std::nullopt);
  auto connection =
      pg::Connection::open({.conninfo = database_.conninfo(), .application_name = "drift-test"});
  ASSERT_TRUE(connection);
  browse::Browser browser(*connection, untimed, {std::chrono::seconds(20)});
  const auto report = compare(browser, untimed, gateway, options_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().what, "No column is mapped as the time of creation, which the range is of.");
  EXPECT_EQ(report.error().next, "Map one in the profile (times.created_at).");
}

TEST_F(DriftTest, ARangeThatIsEmptyOrTooLargeIsRefused) {
  for (int i = 0; i < 20; ++i) row("k" + std::to_string(i), "succeeded");
  options_.max_rows = 10;
  EXPECT_THAT(run().error().what, HasSubstr("more than 10 rows"));
  options_.to = options_.from;
  EXPECT_THAT(run().error().what, HasSubstr("empty"));
}

TEST_F(DriftTest, AnOwnLedgerTableIsComparedOverSql) {
  raw_.exec(
      "CREATE SCHEMA ledger; CREATE TABLE ledger.effects (id bigint GENERATED ALWAYS AS IDENTITY, k text, "
      "amount numeric, at timestamptz)");
  const auto posted = [&](const std::string& key, const std::string& amount) {
    raw_.exec("INSERT INTO ledger.effects (k, amount, at) VALUES ($1, $2, '2026-01-01 00:02:00+00')",
              {key, amount});
  };
  for (int i = 0; i < 300; ++i) {
    const std::string key = "good-" + std::to_string(i);
    row(key, "succeeded");
    posted(sent(key), "12.50");
  }
  row("lost", "succeeded");
  row("other-amount", "succeeded");
  posted(sent("other-amount"), "12.49");
  posted("stranger", "1");
  auto config = gateway::parse_sql_config(test::ledger_toml(database_.name()), "ledger.toml");
  ASSERT_TRUE(config) << config.error().sentence();
  gateway::SqlGateway gateway(*config);
  const auto report = run_with(gateway);
  ASSERT_TRUE(report) << report.error().sentence();
  EXPECT_THAT(told(*report), ElementsAre("effect_without_key - 302", "succeeded_without_effect lost -",
                                         "value_differs other-amount -"));
  EXPECT_EQ(report->asked, 302);
  EXPECT_TRUE(report->is_complete());
}

}  // namespace
}  // namespace onceover::drift
