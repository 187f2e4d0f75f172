// SPDX-License-Identifier: Apache-2.0
// A manual override of a key that no evidence settles: what it needs, what goes before it, who must agree.
#include "core/approval/approval.h"
#include "core/reconcile/weigh.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/settle_own.h"

namespace onceover::test {
namespace {

using reconcile::RowChanged;
using reconcile::RowFiled;
using reconcile::RowSettled;
using reconcile::RowWaits;
using reconcile::VerdictKind;
using tables::Verb;

struct Word {
  browse::KeyRow seen;
  reconcile::Instruction instruction;
};

class WordTest : public StuckTest {
 protected:
  Word word(const std::string& key, Verb verb) {
    Word out{.seen = row(key), .instruction = wish_for({}, "gone", "INC-7")};
    out.instruction.verb = verb;
    out.instruction.request.evidence_json = reconcile::said_json("its statement");
    if (verb == Verb::succeed) out.instruction.response = response_with("{\"id\": \"by hand\"}", 200);
    if (verb == Verb::fail) out.instruction.response = response_with("{\"error\": \"gone\"}", 422);
    return out;
  }
  Result<reconcile::OneOutcome> say(const Word& word, bool asks = true) {
    return settle_own(connection, asks ? &gateway : nullptr, word.seen, word.instruction, alice);
  }
  // By the owner: in force at once.
  void register_window(const std::string& window) {
    raw.exec("SELECT onceover.register_gateway('g', 'POST /refunds', '" + window +
             "', 'contract', 'a', 'h', 'p')");
  }
  void silent() {
    gateway.answer = [](const gateway::Question&) {
      return FakeGateway::of(gateway::Finding::unknown, "HTTP 503");
    };
  }
};

TEST_F(WordTest, ThatItHappenedOrNeverWillWaitsForASecondPersonAndNamesWhatWasSaidAndAnswered) {
  for (const Verb verb : {Verb::succeed, Verb::fail}) {
    const std::string key(tables::word(verb));
    stuck(key);
    silent();
    const auto waits = take<RowWaits>(say(word(key, verb)));
    EXPECT_EQ(state_of(key), "in_progress");
    EXPECT_EQ(waits.waiting.put_aside.after.case_status, "needs_human");
    const auto filed = approval::find(connection, waits.waiting.approval);
    ASSERT_TRUE(filed && *filed);
    EXPECT_EQ((*filed)->act, key);
    EXPECT_EQ((*filed)->ticket, "INC-7");
    EXPECT_EQ((*filed)->response_body, word(key, verb).instruction.response->body);
    EXPECT_NE((*filed)->evidence_json.find("its statement"), std::string::npos);
    EXPECT_NE((*filed)->evidence_json.find("503"), std::string::npos);
  }
}

TEST_F(WordTest, ThatItMayBeSentAgainIsWrittenAtOnceWhileARegisteredGatewayDeduplicates) {
  stuck("k");
  silent();
  register_window("1 d");
  const auto settled = take<RowSettled>(say(word("k", Verb::release)));
  EXPECT_FALSE(settled.by_evidence);
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(raw.scalar("SELECT evidence ->> 'said' FROM onceover.audit WHERE action = 'settle'"),
            "its statement");
  EXPECT_EQ(
      raw.scalar("SELECT retry_before = created_at + interval '1 d' - interval '5 min' FROM onceover.keys"),
      "t");
}

// The next claim would execute it again, and nothing would deduplicate that.
TEST_F(WordTest, ThatItMayBeSentAgainWaitsForASecondPersonWhereNothingDeduplicates) {
  for (const bool asks : {true, false}) {
    const std::string key = asks ? "asked" : "not-asked";
    stuck(key);
    silent();
    const auto waits = take<RowWaits>(say(word(key, Verb::release), asks));
    EXPECT_EQ(state_of(key), "in_progress");
    EXPECT_EQ(waits.waiting.put_aside.after.case_status, "needs_human");
    const auto asked = approval::find(connection, waits.waiting.approval).value();
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->act, "release");
    EXPECT_NE(asked->request_json.find("retry_before"), std::string::npos) << asked->request_json;
  }
  register_window("1 us");
  stuck("late");
  silent();
  take<RowWaits>(say(word("late", Verb::release)));
}

// Sent again while the gateway is at work on it, it would be a second effect wherever the gateway does not
// dedupe.
TEST_F(WordTest, WhatTheGatewayIsStillAtWorkOnWaitsForItsAnswer) {
  stuck("k");
  gateway.answer = [](const gateway::Question&) {
    return FakeGateway::of(gateway::Finding::pending, "processing");
  };
  for (const Verb verb : {Verb::release, Verb::fail, Verb::succeed}) {
    const auto other = take<RowFiled>(say(word("k", verb)));
    EXPECT_EQ(other.asked.verdict.kind, VerdictKind::unresolved);
    EXPECT_EQ(state_of("k"), "in_progress");
    EXPECT_EQ(other.status, "open");
  }
  raw.exec("UPDATE onceover.cases SET attempts = 7");
  register_window("1 d");
  EXPECT_FALSE(take<RowSettled>(say(word("k", Verb::release))).by_evidence) << "asked often enough";
  EXPECT_EQ(state_of("k"), "released");
}

TEST_F(WordTest, WhereNobodyCanBeAskedTheWordStandsAlone) {
  stuck("k");
  const int asked = gateway.asked();
  const auto waits = take<RowWaits>(say(word("k", Verb::fail), false));
  EXPECT_FALSE(waits.asked);
  EXPECT_EQ(gateway.asked(), asked);
  EXPECT_EQ((*approval::find(connection, waits.waiting.approval))->verdict, "");
}

TEST_F(WordTest, EvidenceAgainstTheWordIsNeverOverruled) {
  stuck("k");
  gateway.perform(downstream("k"));
  for (const Verb verb : {Verb::fail, Verb::release}) {
    const auto other = take<RowFiled>(say(word("k", verb)));
    EXPECT_EQ(other.asked.verdict.kind, VerdictKind::settle_succeeded);
    EXPECT_EQ(state_of("k"), "in_progress");
    EXPECT_EQ(other.status, "open");
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  EXPECT_NE(raw.scalar("SELECT reason FROM onceover.cases").find("Wanted was release (gone)"),
            std::string::npos);
}

TEST_F(WordTest, WhereAnotherEffectStandsUnderTheKeyItIsNotSentAgain) {
  stuck("k");
  gateway.perform(downstream("k"), "99.00");
  const auto other = take<RowFiled>(say(word("k", Verb::release)));
  EXPECT_TRUE(other.asked.verdict.loud);
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(other.status, "needs_human");
  EXPECT_EQ(take<RowWaits>(say(word("k", Verb::fail))).waiting.put_aside.after.case_status, "needs_human");
}

TEST_F(WordTest, EvidenceForTheWordIsWrittenInItsPlaceAndNeedsNobodyElse) {
  stuck("k");
  gateway.perform(downstream("k"));
  const auto settled = take<RowSettled>(say(word("k", Verb::succeed)));
  EXPECT_TRUE(settled.by_evidence);
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response.code, 201)
      << "the answer that the evidence makes";
}

TEST_F(WordTest, AResponseThatIsMissingFromEvidenceIsThePersons) {
  gateway.declared.response.reset();
  stuck("k");
  gateway.perform(downstream("k"));
  const Word said = word("k", Verb::succeed);
  EXPECT_TRUE(take<RowSettled>(say(said)).by_evidence);
  EXPECT_EQ(take<engine::Replay>(engine.claim(request_for("k"), policy)).response,
            *said.instruction.response);
}

TEST_F(WordTest, AKeyThatMovedIsNotWritten) {
  stuck("k");
  silent();
  const Word said = word("k", Verb::release);
  own("k", bob);
  const auto changed = take<RowChanged>(say(said));
  EXPECT_EQ(reconcile::sentence(changed, reconcile::fenced(said.seen))
                .rfind("Another user took it over: bob@desk-2", 0),
            0u);
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(WordTest, AWordThatLacksSomethingTakesNothingOver) {
  stuck("k");
  const auto refused = [&](Word said) {
    const auto outcome = say(said);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input) << outcome.error().sentence();
  };
  Word said = word("k", Verb::fail);
  said.instruction.request.ticket.clear();
  refused(said);
  said = word("k", Verb::release);
  said.instruction.request.evidence_json.clear();
  refused(said);
  said = word("k", Verb::release);
  said.instruction.request.reason.clear();
  refused(said);
  said = word("k", Verb::succeed);
  said.instruction.response.reset();
  refused(said);
  said = word("k", Verb::succeed);
  said.instruction.response->code = 422;
  refused(said);
  said = word("k", Verb::fail);
  said.instruction.response->code = 200;
  refused(said);
  refused(word("k", Verb::discard));
  EXPECT_EQ(audit_rows(), "0");
}

}  // namespace
}  // namespace onceover::test
