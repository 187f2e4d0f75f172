// The judge is judged: histories made by hand, each with one promise broken, and one in which all are kept.
#include "tests/integration/history/checker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/key/sha256.h"

namespace onceover::test::history {
namespace {

constexpr int k = 0;

// One key by lease at a bank that dedupes: claimed, performed, completed, replayed.
class Checked : public testing::Test {
 protected:
  Recording made;

  void SetUp() override {
    with_key(Way::deduped);
    told(1, Act::claim, "claimed", 10);
    row("", "in_progress", 0, 10);
    landed("performed");
    told(2, Act::complete, "done", 10, "answer");
    row("in_progress", "succeeded", 10, 10, "answer");
    told(3, Act::claim, "replay", 0, "answer");
    made.rows[k] = {"succeeded", 10, "", ""};
  }
  void with_key(Way way, bool may_be_reaped = false) {
    made = {};
    made.keys.push_back({{"t", "POST /x", "key"}, way, may_be_reaped});
    made.rows.resize(1);
    made.changes.reserve(16);  // tests hold references into it
  }
  // Invoked and ended at once.
  void told(int call, Act act, const std::string& result, std::int64_t fence = 0, const std::string& digest = {}, Phase phase = Phase::ok,
            const std::string& payload = "p") {
    entry({.call = call, .phase = Phase::invoked, .act = act, .key = k, .fence = fence, .fingerprint = payload, .digest = digest});
    entry({.call = call, .phase = phase, .act = act, .key = k, .fence = fence, .result = result, .fingerprint = payload, .digest = digest});
  }
  void entry(Entry e) {
    e.number = static_cast<std::int64_t>(made.entries.size());
    e.actor = "somebody";
    made.entries.push_back(std::move(e));
  }
  Change& row(const std::string& before, const std::string& after, std::int64_t from, std::int64_t to, const std::string& digest = {},
              std::int64_t xid = 0) {
    Change c;
    c.number = static_cast<std::int64_t>(made.changes.size());
    c.at_us = 1'000'000 + c.number;
    c.xid = xid != 0 ? xid : c.number + 100;
    c.key = k;
    c.before = before;
    c.after = after;
    c.fence_before = from;
    c.fence_after = to;
    c.holder_before = before.empty() ? "" : "executor";
    c.holder_after = after.empty() ? "" : "executor";
    c.owner_before = before.empty() ? "" : "a";
    c.owner_after = after.empty() ? "" : "a";
    c.fingerprint = "p";
    c.digest = digest;
    made.changes.push_back(c);
    return made.changes.back();
  }
  void landed(const std::string& outcome, const std::string& amount = "1.00") {
    made.landings.push_back({k, 1'000'000, "somebody", amount, outcome});
  }
  // Exactly this rule is broken, and the report says where.
  void expect_broken(const std::string& rule) {
    const auto violations = check(made);
    const bool all = std::all_of(violations.begin(), violations.end(), [&](const Violation& v) { return v.rule == rule; });
    EXPECT_TRUE(!violations.empty() && all) << "expected: " << rule << "\n" << report(made, violations);
    made.seed = 4711;
    const std::string text = report(made, violations);
    EXPECT_NE(text.find("ONCEOVER_SEED=4711"), std::string::npos);
    EXPECT_NE(text.find(rule), std::string::npos);
  }
  void expect_kept() {
    const auto violations = check(made);
    EXPECT_TRUE(violations.empty()) << report(made, violations);
  }
};

TEST_F(Checked, AnHonestHistoryBreaksNothing) { expect_kept(); }

TEST_F(Checked, ASecondEffectIsFound) {
  landed("performed");
  expect_broken("one effect");
}
TEST_F(Checked, ARepeatThatTheBankDedupesIsNone) {
  landed("repeated");
  expect_kept();
}
TEST_F(Checked, AnotherPayloadAtTheBankIsFound) {
  landed("repeated", "2.00");
  expect_broken("mismatch never executes");
}
TEST_F(Checked, SucceededWithoutAnEffectIsFound) {
  made.landings.clear();
  expect_broken("truth");
}
TEST_F(Checked, FailedDespiteAnEffectIsFound) {
  made.changes[1].after = made.rows[k].state = "failed";
  expect_broken("truth");
}
TEST_F(Checked, AnEffectThatArrivesBehindFailedIsFound) {
  made.changes[1].after = made.rows[k].state = "failed";
  made.landings.clear();
  expect_kept();
  landed("performed");
  made.landings.back().at_us = 9'000'000;
  expect_broken("truth");
}

TEST_F(Checked, AFinishedRowThatChangesIsFound) {
  row("succeeded", "succeeded", 10, 10, "answer");
  expect_broken("terminal is final");
}
TEST_F(Checked, AConflictAfterTheFinalAnswerIsFound) {
  told(4, Act::claim, "in_flight");
  expect_broken("terminal is final");
}
TEST_F(Checked, AConflictThatBeganBeforeTheFinalAnswerIsNone) {
  Entry late = made.entries[0];
  late.call = 9;
  made.entries.insert(made.entries.begin(), late);
  for (std::size_t i = 0; i < made.entries.size(); ++i) made.entries[i].number = static_cast<std::int64_t>(i);
  entry({.call = 9, .phase = Phase::ok, .act = Act::claim, .key = k, .result = "in_flight", .fingerprint = "p"});
  expect_kept();
}

TEST_F(Checked, AFenceThatFallsIsFound) {
  made.keys[k].way = Way::rerunnable;
  made.changes.clear();
  row("", "in_progress", 0, 12);
  row("in_progress", "in_progress", 12, 10).owner_after = "b";
  row("in_progress", "succeeded", 10, 10, "answer");
  expect_broken("fence");
}
TEST_F(Checked, AnOwnerThatChangesUnderTheSameFenceIsFound) {
  made.keys[k].way = Way::rerunnable;
  made.changes[1].owner_before = "b";
  expect_broken("fence");
}
TEST_F(Checked, OneFenceForTwoExecutorsIsFound) {
  made.entries.clear();
  told(1, Act::claim, "claimed", 10);
  told(2, Act::claim, "claimed", 10);
  told(3, Act::complete, "done", 10, "answer");
  expect_broken("fence");
}
TEST_F(Checked, AFenceThatTheTableNeverSawIsFound) {
  made.entries.clear();
  told(1, Act::claim, "claimed", 99);
  told(2, Act::complete, "done", 10, "answer");
  expect_broken("fence");
}
TEST_F(Checked, AWriteThatWasSaidToBeDoneAndIsNotIsFound) {
  made.entries.clear();
  told(2, Act::complete, "done", 10, "answer");
  told(3, Act::complete, "done", 9, "another");
  expect_broken("fence");
}
TEST_F(Checked, AWriteOfALostFenceThatTookEffectIsFound) {
  made.entries.clear();
  told(2, Act::complete, "lost", 10, "answer");
  expect_broken("fence");
}
TEST_F(Checked, AWriteThatFailedForSureAndTookEffectIsFound) {
  made.entries.clear();
  told(2, Act::complete, "busy", 10, "answer", Phase::failed);
  expect_broken("fence");
}
TEST_F(Checked, AWriteInDoubtMayHaveTakenEffectOrNot) {
  made.entries.clear();
  told(2, Act::complete, "in_doubt", 10, "answer", Phase::in_doubt);
  told(3, Act::complete, "in_doubt", 9, "another", Phase::in_doubt);
  expect_kept();
}
TEST_F(Checked, AClaimThatFailedForSureAndHoldsTheKeyIsFound) {
  made.changes[0].owner_after = made.changes[1].owner_before = made.changes[1].owner_after = "somebody#1";
  made.entries[0].at_us = made.changes[0].at_us - 1;
  made.entries[1].at_us = made.changes[0].at_us + 1;
  expect_kept();
  made.entries[1].phase = Phase::failed;
  made.entries[1].fence = 0;
  expect_broken("truth of errors");
  made.entries[1].phase = Phase::in_doubt;
  expect_kept();
}
TEST_F(Checked, ASettlementThatFailedForSureAndIsOnTheTrailIsFound) {
  told(7, Act::settle, "connection: lost", 10, "", Phase::failed);
  made.entries.back().at_us = 100;
  expect_kept();
  made.audit.push_back({1, 50, k, "settle", "somebody", "settle_succeeded", "evidence", 12});
  expect_broken("truth of errors");
  made.entries.back().phase = Phase::ok;
  made.entries.back().result = "settled succeeded";
  expect_kept();
}
TEST_F(Checked, AFinalStateThatNobodyWroteIsFound) {
  made.entries.clear();
  expect_broken("fence");
}
TEST_F(Checked, ATakingFromALiveLeaseIsFound) {
  made.changes.insert(made.changes.begin() + 1, Change(made.changes[0]));
  Change& taken = made.changes[1];
  taken = row("in_progress", "in_progress", 10, 11);
  made.changes.pop_back();
  taken.holder_after = "sweeper";
  taken.locked_until_before_us = taken.at_us + 5;
  Change& settled = made.changes[2];
  settled.fence_before = 11;
  settled.fence_after = made.rows[k].fence = 12;
  settled.holder_before = settled.holder_after = "sweeper";
  taken.owner_after = settled.owner_before = settled.owner_after = "sweeper@host/x";
  made.audit.push_back({1, 0, k, "settle", "sweeper", "settle_succeeded", "evidence", 12});
  made.entries.erase(made.entries.begin() + 2, made.entries.begin() + 4);  // the executor's completion
  expect_broken("lease");
  taken.locked_until_before_us = taken.at_us - 5;
  expect_kept();
  made.audit[0].actor = "another";
  expect_broken("fence");
  made.audit.clear();
  expect_broken("audit");
}
TEST_F(Checked, ABlindReRunIsFound) {
  made.changes.insert(made.changes.begin() + 1, Change(made.changes[0]));
  made.changes[1] = row("in_progress", "in_progress", 10, 11);
  made.changes.pop_back();
  made.changes[1].owner_after = "b";
  made.changes[2].fence_before = made.changes[2].fence_after = made.rows[k].fence = 11;
  for (Entry& e : made.entries) {
    if (e.act == Act::complete) e.fence = 11;
  }
  expect_broken("no blind re-run");
  made.keys[k].way = Way::rerunnable;
  expect_kept();
}

class CheckedLocally : public Checked {
 protected:
  void SetUp() override {
    with_key(Way::interactive);
    told(1, Act::finish_here, "done", 10, "answer");
    row("", "in_progress", 0, 10, "", 500);
    row("in_progress", "succeeded", 10, 10, "answer", 500);
    made.business.push_back({k, 1, 500});
    made.rows[k] = {"succeeded", 10, "", ""};
  }
};

TEST_F(CheckedLocally, AnHonestTransactionBreaksNothing) { expect_kept(); }
TEST_F(CheckedLocally, ABusinessRowTooManyIsFound) {
  made.business.push_back({k, 1, 500});
  expect_broken("atomic");
}
TEST_F(CheckedLocally, ABusinessRowOfAnotherTransactionIsFound) {
  made.business.push_back({k, 2, 501});
  expect_broken("atomic");
}
TEST_F(CheckedLocally, AFinalStateWithoutItsBusinessRowIsFound) {
  made.business.clear();
  made.entries.clear();
  told(1, Act::finish_here, "in_doubt", 10, "answer", Phase::in_doubt);
  expect_broken("atomic");
}
TEST_F(CheckedLocally, ARolledBackCallThatLeftItsRowIsFound) {
  with_key(Way::known);
  row("", "succeeded", 0, 10, "answer", 500);
  made.business.push_back({k, 1, 500});
  made.rows[k] = {"succeeded", 10, "", ""};
  told(1, Act::known, "busy", 0, "answer", Phase::failed);
  expect_broken("atomic");
}

TEST_F(Checked, AnotherAnswerToOneOfManyIsFound) {
  told(4, Act::claim, "replay", 0, "another");
  expect_broken("replay");
}
TEST_F(Checked, AnAnswerGivenToAnotherPayloadIsFound) {
  told(4, Act::claim, "replay", 0, "answer", Phase::ok, "q");
  expect_broken("mismatch never executes");
}
TEST_F(Checked, ARefusalOfTheKeysOwnPayloadIsFound) {
  told(4, Act::claim, "mismatch");
  expect_broken("replay");
}
TEST_F(Checked, AnotherPayloadThatExecutesIsFound) {
  made.entries[0].fingerprint = made.entries[1].fingerprint = "q";
  expect_broken("mismatch never executes");
}

TEST_F(Checked, AFinishedKeyPastItsWindowMayGo) {
  row("succeeded", "", 10, 0).expires_before_us = 1;
  made.rows[k] = {};
  row("", "in_progress", 0, 20);
  row("in_progress", "succeeded", 20, 20, "second");
  told(5, Act::claim, "claimed", 20);
  told(6, Act::complete, "done", 20, "second");
  made.rows[k] = {"succeeded", 20, "", ""};
  expect_kept();
}
TEST_F(Checked, AKeyReapedBeforeItsWindowIsFound) {
  row("succeeded", "", 10, 0).expires_before_us = 2'000'000'000;
  row("", "succeeded", 0, 20, "answer");
  made.rows[k] = {"succeeded", 20, "", ""};
  expect_broken("unresolved survives");
}
TEST_F(Checked, AnUnfinishedKeyThatIsReapedIsFound) {
  made.changes.insert(made.changes.begin() + 1, {Change(made.changes[0]), Change(made.changes[0])});
  made.changes[1] = row("in_progress", "", 10, 0);
  made.changes.pop_back();
  made.changes[1].expires_before_us = 1;
  made.changes[2].fence_after = 11;
  made.changes[3].fence_before = made.changes[3].fence_after = made.rows[k].fence = 11;
  for (Entry& e : made.entries) {
    if (e.act == Act::complete) e.fence = 11;
  }
  expect_broken("unresolved survives");
}

TEST_F(Checked, AKeyThatNeverEndsIsFoundUnlessAPersonIsTold) {
  made.changes.pop_back();
  made.entries.resize(2);
  made.rows[k] = {"in_progress", 10, "open", "asked"};
  expect_broken("liveness");
  made.rows[k].case_status = "needs_human";
  expect_kept();
}
TEST_F(Checked, ATaleThatEndsElsewhereThanTheTableIsFound) {
  made.rows[k].fence = 11;
  expect_broken("record");
}

TEST_F(Checked, ASweepBehindTheStopSwitchIsFound) {
  const auto nobodys = [&](int call, Phase phase, Act act, const std::string& result = {}) {
    entry({.call = call, .phase = phase, .act = act, .result = result});
  };
  nobodys(20, Phase::invoked, Act::stop);
  nobodys(21, Phase::invoked, Act::sweep);
  nobodys(20, Phase::ok, Act::stop);
  nobodys(21, Phase::ok, Act::sweep, "owned 3");  // begun before: allowed
  expect_kept();
  nobodys(22, Phase::invoked, Act::sweep);
  nobodys(22, Phase::ok, Act::sweep, "owned 1");
  expect_broken("stop switch");
}

TEST_F(Checked, ATraceTellsTheKeysWholeStoryInOrder) {
  landed("performed");
  const std::string text = trace(made, k);
  for (const char* part : {"trace of t POST /x key (deduped)", "claim", "none -> in_progress", "BANK", "in_progress -> succeeded", "replay",
                           "at the end: succeeded, fence 10"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Digest, IsTheSameInTheTableAndInTheProgram) {
  // As trail.digest() of store.cpp makes it of what the engine stores.
  const key::StoredResponse response{1, 201, {{"A", "b"}}, "body"};
  EXPECT_EQ(digest_of(response), to_hex(key::bytes_of(key::sha256("201\n1:A,1:b,body"))).substr(0, 12));
}

}  // namespace
}  // namespace onceover::test::history
