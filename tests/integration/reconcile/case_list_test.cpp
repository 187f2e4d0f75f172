// SPDX-License-Identifier: Apache-2.0
// What waits, ours and elsewhere, in one list.
#include "core/reconcile/case_list.h"

#include <gmock/gmock.h>

#include "core/base/text.h"
#include "core/reconcile/second_approver.h"
#include "core/tables/toml.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::test {
namespace {

using reconcile::Shout;
using testing::ElementsAre;
using testing::HasSubstr;

class CaseListTest : public StuckTest {
 protected:
  // Filed `minutes` ago; a key stands behind it.
  void filed(const std::string& key, const std::string& status, int minutes,
             const std::string& evidence = "{}", const std::string& state = "in_progress") {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "customer, amount, currency, locked_until, completed_at, expires_at, response_code, "
        "response_version, response_body) SELECT 'acme', 'POST /refunds', $1, $2::text, "
        "nextval('onceover.fence'), 'raw-sha256', sha256('x'), 'c_1', 10.00, 'EUR', CASE WHEN $2::text = "
        "'in_progress' THEN now() END, CASE WHEN $2::text <> 'in_progress' THEN now() END, now(), 201, 1, ''",
        {key, state});
    raw.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, opened_at, "
        "fence, verdict, reason, evidence) VALUES ('acme', 'POST /refunds', $1, $2, 3, now() + interval '1 "
        "minute', now() - $3::int * interval '1 minute', 1, 'needs_human', 'because', $4)",
        {key, status, std::to_string(minutes), evidence});
  }
  void filed_elsewhere(const std::string& request, const std::string& status, int minutes,
                       const std::string& evidence = "{}") {
    raw.exec(
        "INSERT INTO onceover.row_cases (relation, row_digest, row_key, profile, tenant, operation, key, "
        "status, opened_at, verdict, reason, evidence) SELECT '\"shop\".\"requests\"', "
        "sha256(convert_to(k.row_key::text, 'UTF8')), k.row_key, 'requests', '7', 'refund', $1, $2, now() - "
        "$3::int * interval '1 minute', 'needs_human', 'because', $4 FROM (SELECT "
        "jsonb_build_object('merchant', '7', 'request', $1::text) AS row_key) k",
        {request, status, std::to_string(minutes), evidence});
  }
  reconcile::CaseList listed(const reconcile::CaseListRequest& request = {},
                             const std::vector<std::shared_ptr<const tables::Profile>>& tables = {}) {
    auto list = reconcile::list_cases(connection, request, tables);
    if (!list) throw std::runtime_error(list.error().sentence() + list.error().detail);
    return std::move(*list);
  }
  std::vector<std::string> keys_of(const reconcile::CaseList& list) {
    std::vector<std::string> keys;
    for (const auto& one : list.cases) keys.push_back(one.id.key);
    return keys;
  }
};

TEST_F(CaseListTest, WhatShoutsStandsFirstThenWhatNeedsAPersonThenWhatIsAskedAgain) {
  filed("old", "needs_human", 60);
  filed("open", "open", 600);
  filed("young", "needs_human", 1);
  filed("settled", "settled", 600, "{}", "succeeded");
  filed("twice", "needs_human", 2, R"({"duplicate_effects": true})");
  filed_elsewhere("other", "needs_human", 3, R"({"other_effect": true})");
  filed_elsewhere("there", "needs_human", 30);
  filed_elsewhere("there-open", "open", 601);
  EXPECT_THAT(keys_of(listed()), ElementsAre("other", "twice", "old", "there", "young"));
  const auto all = listed({.open_too = true});
  EXPECT_THAT(keys_of(all), ElementsAre("other", "twice", "old", "there", "young", "there-open", "open"));
  EXPECT_EQ(all.cases[0].shout, Shout::another_effect);
  EXPECT_EQ(all.cases[1].shout, Shout::two_effects);
  EXPECT_EQ(all.cases[2].shout, Shout::none);
  EXPECT_EQ(all.cases[2].subject->customer, "c_1");
  EXPECT_EQ(all.cases[2].subject->amount, "10.00");
  EXPECT_EQ(all.cases[2].attempts, 3);
  EXPECT_EQ(all.cases[2].reason, "because");
  EXPECT_GE(all.as_of - all.cases[2].opened_at, std::chrono::minutes(60));
  EXPECT_TRUE(all.cases[0].relation == "\"shop\".\"requests\"" && all.cases[0].profile == "requests" &&
              !all.cases[0].is_own());
  EXPECT_FALSE(all.next);
}

TEST_F(CaseListTest, WhatWasFinishedMeanwhileOrIsGoneNeedsNobodyUnlessItShouts) {
  filed("woke", "needs_human", 5, "{}", "succeeded");
  filed("woke-twice", "needs_human", 5, R"({"duplicate_effects": true})", "succeeded");
  filed("gone", "needs_human", 4);
  filed("gone-twice", "needs_human", 4, R"({"duplicate_effects": true})");
  raw.tamper("DELETE FROM onceover.keys WHERE key LIKE 'gone%'");
  const auto list = listed({.open_too = true});
  EXPECT_THAT(keys_of(list), ElementsAre("woke-twice", "gone-twice"));
  EXPECT_EQ(list.cases[0].state, key::State::succeeded);
  EXPECT_FALSE(list.cases[1].state);
}

TEST_F(CaseListTest, PagesOfAnyLengthShowEachCaseOnce) {
  for (int i = 0; i < 9; ++i) {
    filed("k-" + std::to_string(i), i % 3 == 0 ? "open" : "needs_human", 0);
    filed_elsewhere("r-" + std::to_string(i), i % 3 == 0 ? "open" : "needs_human", 0);
  }
  // All at two instants: the order within one is told by the rest.
  raw.exec(
      "UPDATE onceover.cases SET opened_at = CASE WHEN key < 'k-4' THEN timestamptz '2026-01-01' ELSE "
      "'2026-01-02' END");
  raw.exec(
      "UPDATE onceover.row_cases SET opened_at = CASE WHEN key < 'r-6' THEN timestamptz '2026-01-01' ELSE "
      "'2026-01-02' END");
  raw.exec("UPDATE onceover.cases SET evidence = '{\"duplicate_effects\": true}' WHERE key = 'k-8'");
  const auto whole = keys_of(listed({.open_too = true}));
  ASSERT_EQ(whole.size(), 18U);
  for (const int limit : {1, 2, 3, 5, 17, 18}) {
    std::vector<std::string> pieces;
    reconcile::CaseListRequest request{.open_too = true, .after = {}, .limit = limit};
    do {
      const auto page = listed(request);
      for (const auto& one : page.cases) pieces.push_back(one.id.key);
      request.after.reset();
      if (page.next) request.after = reconcile::case_place(reconcile::to_text(*page.next));
    } while (request.after && pieces.size() < 40);
    EXPECT_EQ(pieces, whole) << limit;
  }
  EXPECT_FALSE(reconcile::case_place("no place"));
  EXPECT_FALSE(reconcile::case_place(onceover::to_hex("[1,2,3]")));
}

TEST_F(CaseListTest, WhatAGatewayTellsOfTwoEffectsOrOfAnotherOneShouts) {
  stuck("twice");
  stuck("another");
  stuck("pending");
  gateway.perform(downstream("twice"));
  gateway.perform(downstream("twice"));
  gateway.perform(downstream("another"), "99.00");
  gateway.answer = [this](const gateway::Question& question) {
    return question.id.key == "pending" ? FakeGateway::of(gateway::Finding::pending, "busy")
                                        : gateway.look_up(question);
  };
  (void)sweep();
  const auto list = listed({.open_too = true});
  ASSERT_EQ(list.cases.size(), 3U);
  std::map<std::string, Shout> shouts;
  for (const auto& one : list.cases) shouts[one.id.key] = one.shout;
  EXPECT_EQ(shouts["twice"], Shout::two_effects);
  EXPECT_EQ(shouts["another"], Shout::another_effect);
  EXPECT_EQ(shouts["pending"], Shout::none);
  EXPECT_EQ(list.cases[2].id.key, "pending");
  EXPECT_TRUE(list.cases[2].next_try_at);
}

TEST_F(CaseListTest, WhatShoutsGoesOnShoutingWhileASecondPersonIsAsked) {
  stuck("twice");
  gateway.perform(downstream("twice"));
  gateway.perform(downstream("twice"));
  (void)sweep();
  const auto owned = own("twice");
  reconcile::Settlement word{.id = owned.id, .fence = owned.fence, .verb = tables::Verb::succeed};
  word.response = key::StoredResponse{1, 201, {}, "paid"};
  word.verdict = "needs_human";
  word.reason = "one of them was refunded";
  word.evidence_json = R"({"said": "page 3"})";
  ASSERT_TRUE(reconcile::ask_approval(connection, profile, word, alice, "INC-1").has_value());
  const auto list = listed({});
  ASSERT_EQ(list.cases.size(), 1U);
  EXPECT_EQ(list.cases[0].shout, Shout::two_effects);
  EXPECT_EQ(raw.scalar("SELECT evidence ->> 'said' FROM onceover.cases"), "page 3");
}

TEST_F(CaseListTest, OfRowsElsewhereWhoAndHowMuchComesFromTheirTableWhereItIsDescribed) {
  raw.exec(shop_table);
  raw.exec(
      "INSERT INTO shop.requests (merchant, request, phase, amount, currency) VALUES (7, 'a', 'RUNNING', "
      "12.50, 'EUR')");
  filed_elsewhere("a", "needs_human", 3);
  filed_elsewhere("gone", "needs_human", 2);
  auto profiles = tables::profiles_from_toml(shop_profile("{key}"), "test");
  ASSERT_TRUE(profiles);
  const auto shop = std::make_shared<const tables::Profile>(profiles->front());
  auto broken = *shop;
  broken.amount.column = "no_such_column";
  EXPECT_FALSE(listed().cases[0].subject);
  const auto list = listed({}, {shop});
  ASSERT_EQ(list.cases.size(), 2U);
  EXPECT_EQ(list.cases[0].subject->amount, "12.50");
  EXPECT_EQ(list.cases[0].state, key::State::in_progress);
  EXPECT_EQ(list.cases[0].state_word, "RUNNING");
  EXPECT_FALSE(list.cases[1].state);
  EXPECT_THAT(reconcile::row_of(list.cases[0], *shop)->columns, ElementsAre("7", "a"));
  EXPECT_FALSE(reconcile::row_of(list.cases[0], tables::own()));
  EXPECT_EQ(listed({}, {std::make_shared<const tables::Profile>(broken)}).cases.size(), 2U)
      << "a description that is wrong hides nothing";
}

TEST_F(CaseListTest, AnAmountInCentsIsComparedWithTheGatewaysInWholeUnits) {
  raw.exec(shop_table);
  raw.exec(
      "INSERT INTO shop.requests (merchant, request, phase, amount, currency) VALUES (7, 'a', 'RUNNING', "
      "99999, 'EUR')");
  filed_elsewhere("a", "needs_human", 3);
  auto profiles = tables::profiles_from_toml(shop_profile("{key}"), "test");
  ASSERT_TRUE(profiles);
  profiles->front().amount_decimals = 2;
  const auto list = listed({}, {std::make_shared<const tables::Profile>(profiles->front())});
  ASSERT_EQ(list.cases.size(), 1U);
  const key::Subject& ours = *list.cases[0].subject;
  EXPECT_EQ(ours.amount, "999.99");
  for (const auto& [theirs, is_ours] :
       {std::pair{"999.99", true}, std::pair{"99999", false}, std::pair{"999.9", false}}) {
    gateway::Evidence evidence;
    evidence.finding = gateway::Finding::done;
    evidence.echoed.amount = theirs;
    gateway::Declaration declared;
    declared.lookup_by_key = declared.echoes_amount = true;
    reconcile::RowFacts row;
    row.subject = ours;
    const auto verdict = reconcile::verdict(row, evidence, &declared, Timestamp{}, {});
    EXPECT_EQ(verdict.why.find("The gateway has another effect under this key") == std::string::npos, is_ours)
        << theirs << ": " << verdict.why;
  }
}

TEST_F(CaseListTest, IsServedByItsIndexesHoweverManyCasesAreSettled) {
  raw.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, fence, verdict, reason) SELECT 't', 'o', "
      "i::text, CASE WHEN i % 100 = 0 THEN 'needs_human' ELSE 'settled' END, 1, 'needs_human', '' FROM "
      "generate_series(1, 20000) i");
  raw.exec(
      "INSERT INTO onceover.row_cases (relation, row_digest, row_key, profile, tenant, operation, key, "
      "status, verdict, reason) SELECT 'r', sha256(i::text::bytea), '{}', 'p', 't', 'o', i::text, CASE WHEN "
      "i % 100 = 0 THEN 'needs_human' ELSE 'settled' END, 'needs_human', '' FROM generate_series(1, 20000) "
      "i");
  raw.exec("ANALYZE onceover.cases; ANALYZE onceover.row_cases");
  std::string sql = listed().sql;
  const std::vector<std::pair<std::string, std::string>> values{
      {"$10", "201"}, {"$1", "1"},  {"$2", "-1"}, {"$3", "'-infinity'"}, {"$4", "false"},
      {"$5", "''"},   {"$6", "''"}, {"$7", "''"}, {"$8", "''"},          {"$9", "''"}};
  sql = sql.substr(sql.find("SELECT * FROM"));
  for (const auto& [name, value] : values) {
    for (auto at = sql.find(name); at != std::string::npos; at = sql.find(name))
      sql.replace(at, name.size(), value);
  }
  std::string plan;
  for (const auto& line : raw.exec("EXPLAIN " + sql)) plan += *line[0] + '\n';
  EXPECT_THAT(plan, HasSubstr("cases_by_urgency on cases"));
  EXPECT_THAT(plan, HasSubstr("row_cases_by_urgency on row_cases"));
  EXPECT_THAT(plan, testing::Not(HasSubstr("Seq Scan on cases")));
}

TEST_F(CaseListTest, WithoutTheSchemaThatIsTheAnswer) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  const auto list = reconcile::list_cases(connection, {});
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().kind, ErrorKind::schema);
}

}  // namespace
}  // namespace onceover::test
