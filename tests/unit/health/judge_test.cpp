// SPDX-License-Identifier: Apache-2.0
// What makes no finding, and what makes one at which height; that each flaw is found in a real store is shown
// in tests/integration/health.
#include "core/health/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace onceover::health {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Facts of_own() {
  Facts facts;
  facts.as_of = *parse_iso("2026-01-10T00:00:00Z");
  facts.access.relation = tables::Access::Relation::table;
  facts.access.unique = tables::Access::Unique::yes;
  facts.access.may_select = true;
  facts.indexes = {
      {.name = "keys_by_age", .columns = {"created_at", "key"}, .uses = {"created_at", "key"}, .scans = 0}};
  facts.rows = 1'000'000;
  facts.settings = {
      {"synchronous_commit", "on"}, {"default_transaction_isolation", "read committed"}, {"fsync", "on"}};
  facts.activity = Activity{.updated = 100'000, .hot_updated = 99'000, .live = 1'000'000};
  return facts;
}

std::vector<std::string_view> found(const Facts& facts, const Options& options = {},
                                    const tables::Profile& p = tables::own()) {
  std::vector<std::string_view> out;
  for (const Finding& f : judge(p, facts, options)) out.push_back(info(f.check).id);
  return out;
}

SampledKey sampled(const std::string& key, const std::string& fingerprint, int second,
                   const std::string& tenant = "acme") {
  return {tenant, "pay", key, fingerprint, *parse_iso("2026-01-09T00:00:00Z") + std::chrono::seconds(second)};
}

TEST(JudgeServer, OnlyThePrivateStoreOfTryItNeedNotSurviveACrash) {
  Facts facts = of_own();
  facts.settings["fsync"] = facts.settings["full_page_writes"] = "off";
  EXPECT_THAT(found(facts), testing::Contains("server-not-durable"));
  facts.settings["onceover.private_store"] = "on";
  EXPECT_THAT(found(facts), testing::Contains("server-not-durable"))
      << "a server that listens on a network is no private store";
  facts.settings["listen_addresses"] = "*";
  EXPECT_THAT(found(facts), testing::Contains("server-not-durable"));
  facts.settings["listen_addresses"] = "";
  EXPECT_THAT(found(facts), testing::Not(testing::Contains("server-not-durable")));
  facts.settings["onceover.private_store"] = "";
  EXPECT_THAT(found(facts), testing::Contains("server-not-durable")) << "a real store on a socket is judged";
}

// When somebody moved it last is another time: rows with earlier times take it back.
TEST(JudgeFrontier, ALateListNamesTheKeysThatItCovers) {
  Facts facts = of_own();
  const Timestamp now = *parse_iso("2026-01-10T12:00:00Z");
  facts.frontier = unfinished::Frontier{
      .exists = true, .is_valid = true, .until = now - std::chrono::hours(3), .now = now};
  const Findings findings = judge(tables::own(), facts, {});
  ASSERT_THAT(findings, testing::SizeIs(1));
  EXPECT_EQ(findings.front().check, Check::frontier_behind);
  EXPECT_EQ(findings.front().evidence, "It covers the keys made before 2026-01-10 09:00:00 UTC, 3 h ago.");
  facts.frontier->until = now - std::chrono::seconds(1);
  EXPECT_THAT(found(facts), IsEmpty());
}

TEST(ChecksTest, EachIsDescribedInTheOrderOfTheEnum) {
  std::set<std::string_view> ids;
  int n = 0;
  for (const CheckInfo& about : all_checks()) {
    EXPECT_EQ(static_cast<int>(about.check), n++) << about.id;
    EXPECT_TRUE(ids.insert(about.id).second) << about.id;
    EXPECT_FALSE(about.title.empty() || about.consequence.empty());
  }
  EXPECT_EQ(n, static_cast<int>(Check::rows_hidden) + 1);
}

TEST(JudgeTest, OurOwnSchemaHasNothing) { EXPECT_THAT(found(of_own()), IsEmpty()); }

// A role that the mapping leaves out says nothing of the table: a column is offered only where none could be
// it.
TEST(JudgeTest, WhatIsNotMappedIsNotCalledAbsentWhereTheTableMayHaveIt) {
  using Type = tables::ColumnFacts::Type;
  tables::Profile p{.name = "t", .schema = "s", .table = "t", .identity = {"key"}, .key = "key"};
  Facts facts = of_own();
  facts.access.columns = {{"key", {.name = "key", .type = Type::text}},
                          {"n", {.name = "n", .type = Type::numeric}}};
  const auto finding = [&](Check check) {
    const Findings all = judge(p, facts, {});
    const auto at = std::ranges::find(all, check, &Finding::check);
    return at == all.end() ? Finding{} : *at;
  };
  const auto answer = [&](const char* what) {
    for (const ReviewItem& item : review(p, judge(p, facts, {}), {})) {
      if (item.what.starts_with(what)) return item;
    }
    return ReviewItem{};
  };
  const Check roles[] = {Check::fingerprint_not_stored, Check::response_not_stored, Check::lease_not_stored};
  for (const Check check : roles)
    EXPECT_THAT(finding(check).sql, HasSubstr("ADD COLUMN")) << "no column could be it";
  EXPECT_EQ(answer("The fingerprint").answer, ReviewItem::Answer::fails);
  facts.access.columns["request_hash"] = {.name = "request_hash", .type = Type::bytes};
  facts.access.columns["until"] = {.name = "until", .type = Type::timestamptz};
  for (const Check check : roles) {
    const Finding f = finding(check);
    EXPECT_EQ(f.sql, "") << info(check).id;
    EXPECT_THAT(f.evidence, HasSubstr(check == Check::lease_not_stored ? "\"until\"" : "\"request_hash\""))
        << info(check).id;
    EXPECT_THAT(f.advice, HasSubstr("map its column in the profile")) << info(check).id;
    EXPECT_THAT(std::string(info(check).title), HasSubstr("No column is mapped as")) << info(check).id;
  }
  EXPECT_EQ(answer("The fingerprint").answer, ReviewItem::Answer::ask) << "whether it is stored is unknown";
  EXPECT_THAT(answer("A replay has the same").how_to_see, HasSubstr("map its column"));
  p.fingerprint = {.column = "request_hash"};
  EXPECT_EQ(finding(Check::fingerprint_not_stored).evidence, "");
  facts.access.columns.clear();
  EXPECT_EQ(finding(Check::response_not_stored).sql, "") << "which columns there are is unknown";
}

TEST(JudgeTest, OneKeyIsOneRowOnlyWhereAUniqueKeyCoversWhatRequestsAreRecognisedBy) {
  tables::Profile p{.name = "t", .schema = "s", .table = "t", .identity = {"id"}, .key = "merchant_id"};
  Facts facts = of_own();
  const auto answer = [&] {
    for (const ReviewItem& item : review(p, judge(p, facts, {}), {}, {}, facts.access.why_key_not_unique)) {
      if (item.what == "One key is one row") return item;
    }
    return ReviewItem{};
  };
  EXPECT_EQ(answer().answer, ReviewItem::Answer::holds);
  facts.access.why_key_not_unique =
      "No unique key covers only merchant_id: several rows may have the same key.";
  EXPECT_EQ(answer().answer, ReviewItem::Answer::fails);
  EXPECT_THAT(found(facts, {}, p), testing::Contains("key-not-unique"));
  p.identity = {"merchant_id", "idem_key"};
  EXPECT_EQ(answer().answer, ReviewItem::Answer::ask) << "what the other column is, only a person knows";
  EXPECT_THAT(answer().how_to_see, HasSubstr("several rows may have the same key. Map the columns"));
}

TEST(JudgeTest, GravestFirst) {
  Facts facts = of_own();
  facts.access.hides_rows = true;
  facts.settings["fsync"] = "off";
  facts.fillfactor = 100;
  facts.activity->hot_updated = 10;
  EXPECT_THAT(found(facts), ElementsAre("server-not-durable", "rows-hidden", "fillfactor-full"));
}

TEST(JudgeTest, AnIndexThatIsUsedIsNoFlaw) {
  Facts facts = of_own();
  facts.activity->hot_updated = 10;
  facts.fillfactor = 80;
  facts.indexes.push_back(
      {.name = "by_state", .columns = {"state"}, .uses = {"state"}, .bytes = 1, .scans = 1});
  EXPECT_THAT(found(facts), IsEmpty());
  facts.indexes.back().scans = 0;
  EXPECT_THAT(found(facts), ElementsAre("hot-defeated"));
  facts.indexes.back().unique = true;
  EXPECT_THAT(found(facts), IsEmpty());
  // INCLUDE (owner)
  facts.indexes.back() = {.name = "by_owner", .columns = {"key"}, .uses = {"key", "owner"}, .scans = 0};
  EXPECT_THAT(found(facts), ElementsAre("hot-defeated"));
  facts.activity->updated = 9'999;
  EXPECT_THAT(found(facts), IsEmpty());
}

TEST(JudgeTest, AMissingIndexIsANoticeWhileTheTableIsSmall) {
  Facts facts = of_own();
  facts.indexes.clear();
  for (const auto& [rows, severity] :
       {std::pair(199'999.0, Severity::notice), std::pair(200'000.0, Severity::warning)}) {
    facts.rows = rows;
    const Findings findings = judge(tables::own(), facts, {});
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].check, Check::expiry_not_indexed);
    EXPECT_EQ(findings[1].check, Check::stuck_not_indexed);
    for (const Finding& f : findings) EXPECT_EQ(f.severity, severity);
  }
  facts.indexes = {{.name = "broken", .columns = {"created_at"}, .uses = {"created_at"}, .valid = false}};
  EXPECT_THAT(found(facts), ElementsAre("index-invalid", "expiry-not-indexed", "stuck-not-indexed"));
}

TEST(JudgeTest, TheWindowAgainstRetriesAndGateway) {
  Facts facts = of_own();
  facts.sample = RowFacts{.rows = 10, .finished = 10, .median_window = std::chrono::hours(24)};
  EXPECT_THAT(found(facts), IsEmpty());
  EXPECT_THAT(found(facts, {.longest_retry = std::chrono::hours(12)}), IsEmpty());
  Findings findings = judge(tables::own(), facts, {.longest_retry = std::chrono::hours(13)});
  ASSERT_THAT(findings, testing::SizeIs(1));
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_THAT(findings[0].advice, HasSubstr("1 d 2 h"));
  findings = judge(tables::own(), facts, {.longest_retry = std::chrono::hours(25)});
  EXPECT_EQ(findings.at(0).severity, Severity::critical);
  facts.sample->longest_life = std::chrono::hours(13);
  EXPECT_THAT(found(facts), ElementsAre("window-below-retries"));
  facts.sample->longest_life.reset();
  facts.sample->longest_retry = std::chrono::hours(24);
  findings = judge(tables::own(), facts, {});
  ASSERT_THAT(findings, testing::SizeIs(1));
  EXPECT_THAT(findings[0].evidence, HasSubstr("was counted after more than 1 d"));
  EXPECT_THAT(found(facts, {.longest_retry = std::chrono::hours(1)}), IsEmpty()) << "a person knows better";
  facts.sample->longest_retry.reset();
  EXPECT_THAT(found(facts, {.gateway_window = std::chrono::hours(24)}), IsEmpty());
  EXPECT_THAT(found(facts, {.gateway_window = std::chrono::hours(25)}), ElementsAre("window-below-gateway"));
}

TEST(JudgeTest, KeysOfClientsThatMadeThemWrongly) {
  Facts facts = of_own();
  for (int i = 0; i < 20; ++i)
    facts.keys.push_back(sampled("key-" + std::to_string(i * 7919), "print-" + std::to_string(i), i));
  EXPECT_THAT(found(facts), IsEmpty());

  for (const char* key :
       {"undefined", "NULL", "0", "1111", "00000000-0000-0000-0000-000000000000", "test", ""}) {
    Facts with = facts;
    with.keys.push_back(sampled(key, "print", 30));
    EXPECT_THAT(found(with), ElementsAre("key-hard-coded")) << key;
  }

  Facts reused = facts;
  for (int i = 0; i < 2; ++i)
    reused.keys.push_back(sampled("order-1", "other-" + std::to_string(i), 40 + i, "t" + std::to_string(i)));
  EXPECT_THAT(found(reused), IsEmpty());
  reused.keys.push_back(sampled("order-1", "other-2", 43, "t2"));
  EXPECT_THAT(found(reused), ElementsAre("key-reused"));

  Facts anew = facts;
  for (int i = 0; i < 2; ++i) anew.keys.push_back(sampled("try-" + std::to_string(i), "same", 100 + i));
  EXPECT_THAT(found(anew), IsEmpty());
  anew.keys.push_back(sampled("try-2", "same", 100 + 601));  // too far from the first
  EXPECT_THAT(found(anew), IsEmpty());
  anew.keys.back().created = anew.keys.back().created.value() - std::chrono::seconds(2);
  EXPECT_THAT(found(anew), ElementsAre("key-made-anew"));
  // Where most requests are alike nothing follows from it.
  for (int i = 0; i < 40; ++i) anew.keys.push_back(sampled("again-" + std::to_string(i), "same", 100));
  EXPECT_THAT(found(anew), IsEmpty());
}

TEST(JudgeTest, ASettingIsToldOnceAndByWhom) {
  Facts facts = of_own();
  facts.settings["synchronous_commit"] = "off";
  Findings findings = judge(tables::own(), facts, {});
  ASSERT_THAT(findings, testing::SizeIs(1));
  EXPECT_THAT(findings[0].sql, HasSubstr("ALTER SYSTEM SET synchronous_commit = on"));
  facts.settings_of = {{"ROLE \"app\"", "synchronous_commit", "off"}};
  findings = judge(tables::own(), facts, {});
  ASSERT_THAT(findings, testing::SizeIs(1));
  EXPECT_EQ(findings[0].sql, "ALTER ROLE \"app\" RESET synchronous_commit;\n");
  facts.settings["synchronous_commit"] = "on";
  facts.settings_of[0].value = "local";
  EXPECT_THAT(found(facts), IsEmpty());
}

TEST(ReviewTest, WhatWasNotCheckedDoesNotHold) {
  const auto answer_of = [](const std::vector<ReviewItem>& items, std::string_view what) {
    for (const ReviewItem& item : items) {
      if (item.what.starts_with(what)) return item;
    }
    throw std::runtime_error("no such item");
  };
  using Answer = ReviewItem::Answer;
  EXPECT_EQ(answer_of(review(tables::own(), {}, {}), "The fingerprint").answer, Answer::holds);
  EXPECT_EQ(
      answer_of(review(tables::own(), {}, {{Check::key_reused, "no rights"}}), "The fingerprint").answer,
      Answer::ask);
  const ReviewItem failed =
      answer_of(review(tables::own(), {{.check = Check::fingerprint_not_stored}}, {{Check::key_reused, ""}}),
                "The fingerprint");
  EXPECT_EQ(failed.answer, Answer::fails);
  EXPECT_THAT(failed.by, ElementsAre(Check::fingerprint_not_stored));
  EXPECT_EQ(answer_of(review(tables::own(), {}, {}), "A key is required").answer, Answer::ask);
}

}  // namespace
}  // namespace onceover::health
