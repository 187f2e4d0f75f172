// SPDX-License-Identifier: Apache-2.0
// What a person's verdict rests on: a table of what a gateway shows against what the verb says, and against
// what the person brings.
#include "core/reconcile/weigh.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace onceover::reconcile {
namespace {

using tables::Verb;

tables::Profile weighed_requests() {
  tables::Profile p;
  p.kind = tables::Kind::idempotency;
  p.writes[Verb::succeed] = {.deletes = false,
                             .set = {{.column = "code", .value = tables::Assignment::Value::code},
                                     {.column = "body", .value = tables::Assignment::Value::body}},
                             .guard = {},
                             .from = {}};
  for (const Verb verb : {Verb::fail, Verb::release, Verb::extend}) p.writes[verb] = {};
  return p;
}

WriteRequest request(Verb verb, bool with_word = true) {
  WriteRequest r{
      .verb = verb, .values = {}, .reason = "on call", .ticket = "", .verdict = {}, .evidence_json = ""};
  if (with_word) r.ticket = "INC-1";
  if (with_word) r.evidence_json = R"({"said":"seen at the bank","guess":1})";
  return r;
}

JudgedEvidence answer(VerdictKind kind) {
  JudgedEvidence asked;
  asked.verdict.kind = kind;
  asked.verdict.why = "It says so.";
  asked.evidence.why = "the gateway's words";
  return asked;
}

struct Weighing {
  VerdictKind shown;
  Verb verb;
  bool with_word, without_word;  // whether it may be written so
};

const Weighing weighings[] = {
    {VerdictKind::settle_succeeded, Verb::succeed, true, true},
    {VerdictKind::settle_succeeded, Verb::fail, false, false},
    {VerdictKind::settle_succeeded, Verb::release, false, false},
    {VerdictKind::done_needs_response, Verb::succeed, true, true},
    {VerdictKind::done_needs_response, Verb::fail, false, false},
    {VerdictKind::settle_failed, Verb::fail, true, true},
    {VerdictKind::settle_failed, Verb::succeed, false, false},
    {VerdictKind::settle_failed, Verb::release, false, false},
    {VerdictKind::release, Verb::release, true, true},
    {VerdictKind::release, Verb::fail, false, false},
    {VerdictKind::release, Verb::succeed, false, false},
    {VerdictKind::unresolved, Verb::succeed, true, false},  // no answer
    {VerdictKind::unresolved, Verb::fail, true, false},     // no answer
    {VerdictKind::unresolved, Verb::release, true, false},  // no answer
    {VerdictKind::needs_human, Verb::succeed, true, false},
    {VerdictKind::needs_human, Verb::fail, true, false},
    {VerdictKind::needs_human, Verb::release, true, false},
};

TEST(Weighed, OnlyWhatIsShownIsWrittenAndAPersonsWordWhereAPersonMustDecide) {
  for (const Weighing& line : weighings) {
    for (const bool with_word : {true, false}) {
      SCOPED_TRACE(std::string(word(line.shown)) + " " + std::string(tables::word(line.verb)) +
                   (with_word ? " with" : " without"));
      const auto got = weighed(weighed_requests(), request(line.verb, with_word), answer(line.shown));
      ASSERT_EQ(got.has_value(), with_word ? line.with_word : line.without_word);
      if (!got) {
        EXPECT_NE(got.error().what.find("It says so."), std::string::npos) << got.error().what;
        EXPECT_EQ(got.error().not_done, "Nothing was written.");
        continue;
      }
      EXPECT_EQ(got->verdict, line.shown);
      const auto evidence = nlohmann::json::parse(got->evidence_json);
      EXPECT_EQ(evidence.at("why"), "the gateway's words");
      EXPECT_EQ(evidence.value("said", ""), with_word ? "seen at the bank" : "");
      EXPECT_FALSE(evidence.contains("guess")) << "only what was said, under its name";
      EXPECT_FALSE(missing_for_override(weighed_requests(), *got)) << "what was weighed is written";
    }
  }
}

TEST(Weighed, WhereAnotherEffectStandsUnderTheKeyItIsNotSentAgain) {
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    JudgedEvidence loud = answer(VerdictKind::needs_human);
    loud.verdict.loud = true;
    const auto got = weighed(weighed_requests(), request(verb), loud);
    EXPECT_EQ(got.has_value(), verb != Verb::release) << tables::word(verb);
  }
}

TEST(Weighed, APersonMayDecideAboutAKeyThatOnlyWaits) {
  for (const bool waits : {false, true}) {
    JudgedEvidence asked = answer(VerdictKind::unresolved);
    asked.evidence.finding = gateway::Finding::no_such_key;
    asked.verdict.waits = waits;
    for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
      EXPECT_EQ(weighed(weighed_requests(), request(verb), asked).has_value(), waits) << tables::word(verb);
      EXPECT_FALSE(weighed(weighed_requests(), request(verb, false), asked)) << "by ticket and evidence only";
    }
  }
}

TEST(Weighed, TheResponseIsTheOneThatTheAnswerMakes) {
  JudgedEvidence asked = answer(VerdictKind::settle_succeeded);
  asked.verdict.response = key::StoredResponse{};
  asked.verdict.response->code = 201;
  asked.verdict.response->body = R"({"id":"ch_1"})";
  WriteRequest without = request(Verb::succeed);
  const auto made = weighed(weighed_requests(), without, asked);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->values.code, 201);
  EXPECT_EQ(made->values.body, R"({"id":"ch_1"})");

  WriteRequest same = without, other_code = without, other_body = without;
  same.values.code = 201;
  other_code.values.code = 200;
  other_body.values.body = "{}";
  EXPECT_TRUE(weighed(weighed_requests(), same, asked));
  for (const WriteRequest& another : {other_code, other_body}) {
    const auto refused = weighed(weighed_requests(), another, asked);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  }
  tables::Profile takes_none = weighed_requests();
  takes_none.writes[Verb::succeed].set.clear();
  EXPECT_FALSE(weighed(takes_none, without, asked)->values.code)
      << "a column that is not written gets nothing";
}

TEST(Word, NeedsATicketAndWhatShowsItWhereTheVerbSpeaksOfTheEffect) {
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    WriteRequest r = request(verb);
    EXPECT_FALSE(missing_for_override(weighed_requests(), r));
    r.ticket.clear();
    EXPECT_TRUE(missing_for_override(weighed_requests(), r));
    r = request(verb);
    r.evidence_json.clear();
    EXPECT_TRUE(missing_for_override(weighed_requests(), r));
    r.verdict = VerdictKind::needs_human;
    EXPECT_TRUE(missing_for_override(weighed_requests(), r));
  }
  EXPECT_FALSE(missing_for_override(weighed_requests(), request(Verb::extend, false)));
  tables::Profile messages = weighed_requests();
  messages.kind = tables::Kind::inbox;
  EXPECT_FALSE(missing_for_override(messages, request(Verb::release, false)))
      << "a message that is let go of is simply delivered again";
}

// One rule for our keys and for rows of other tables.
struct WeightRow {
  VerdictKind verdict;
  bool loud;
  gateway::Finding finding;
  Weight succeed, fail, release;
};

TEST(Weight, EvidenceIsNeverOverruledAndItsLackMayBe) {
  using enum Weight;
  const std::vector<WeightRow> rows{
      {VerdictKind::settle_succeeded, false, gateway::Finding::done, evidence, against, against},
      {VerdictKind::done_needs_response, false, gateway::Finding::done, evidence, against, against},
      {VerdictKind::settle_failed, false, gateway::Finding::refused, against, evidence, against},
      {VerdictKind::release, false, gateway::Finding::no_such_key, against, against, evidence},
      // It answered, and is to be asked again.
      {VerdictKind::unresolved, false, gateway::Finding::pending, too_early, too_early, too_early},
      {VerdictKind::unresolved, false, gateway::Finding::no_such_key, too_early, too_early, too_early},
      {VerdictKind::unresolved, false, gateway::Finding::refused, too_early, too_early, too_early},
      // It is silent.
      {VerdictKind::unresolved, false, gateway::Finding::unknown, manual, manual, manual},
      // It was asked often enough.
      {VerdictKind::needs_human, false, gateway::Finding::pending, manual, manual, manual},
      {VerdictKind::needs_human, false, gateway::Finding::unknown, manual, manual, manual},
      // Another effect, or two, under this key.
      {VerdictKind::needs_human, true, gateway::Finding::done, manual, manual, against},
  };
  for (const WeightRow& row : rows) {
    JudgedEvidence asked;
    asked.verdict.kind = row.verdict;
    asked.verdict.loud = row.loud;
    asked.evidence.finding = row.finding;
    const auto said =
        std::string(reconcile::word(row.verdict)) + ' ' + std::string(gateway::word(row.finding));
    EXPECT_EQ(weight_of(asked, Verb::succeed), row.succeed) << said;
    EXPECT_EQ(weight_of(asked, Verb::fail), row.fail) << said;
    EXPECT_EQ(weight_of(asked, Verb::release), row.release) << said;
  }
}

}  // namespace
}  // namespace onceover::reconcile
