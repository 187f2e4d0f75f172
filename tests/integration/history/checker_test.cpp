// SPDX-License-Identifier: Apache-2.0
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
  void told(int call, Act act, const std::string& result, std::int64_t fence = 0,
            const std::string& digest = {}, Phase phase = Phase::ok, const std::string& payload = "p") {
    entry({.call = call,
           .phase = Phase::invoked,
           .act = act,
           .key = k,
           .fence = fence,
           .fingerprint = payload,
           .digest = digest});
    entry({.call = call,
           .phase = phase,
           .act = act,
           .key = k,
           .fence = fence,
           .result = result,
           .fingerprint = payload,
           .digest = digest});
  }
  void entry(Entry e) {
    e.number = static_cast<std::int64_t>(made.entries.size());
    e.actor = "somebody";
    made.entries.push_back(std::move(e));
  }
  Change& row(const std::string& before, const std::string& after, std::int64_t from, std::int64_t to,
              const std::string& digest = {}, std::int64_t xid = 0) {
    Change c;
    c.number = static_cast<std::int64_t>(made.changes.size());
    c.at_us = c.db_us = 1'000'000 + c.number;
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
  // The trail's row of a change, by the change's owner.
  Audited& noted(const std::string& action, const Change& c) {
    Audited a;
    a.number = static_cast<std::int64_t>(made.audit.size()) + 1;
    a.at_us = c.at_us;
    a.xid = c.xid;
    a.key = k;
    a.action = action;
    a.actor = c.owner_after.substr(0, c.owner_after.find('@'));
    a.verdict = "settle_succeeded";
    a.reason = "evidence";
    a.to_state = c.after;
    a.fence_before = c.fence_before;
    a.fence_after = c.fence_after;
    made.audit.reserve(16);
    made.audit.push_back(a);
    return made.audit.back();
  }
  // Exactly this rule is broken, and the report says where.
  void expect_broken(const std::string& rule) {
    const auto violations = check(made);
    const bool all =
        std::all_of(violations.begin(), violations.end(), [&](const Violation& v) { return v.rule == rule; });
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
  entry({.call = 9,
         .phase = Phase::ok,
         .act = Act::claim,
         .key = k,
         .result = "in_flight",
         .fingerprint = "p"});
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
  expect_kept();
  Change& settled = made.changes[1];
  settled.fence_after = made.rows[k].fence = 12;
  made.entries.erase(made.entries.begin() + 2, made.entries.begin() + 4);  // the executor's completion
  settled.holder_before = settled.holder_after = "operator";
  settled.owner_before = settled.owner_after = "somebody@desk/x";
  made.changes[0].holder_after = "operator";
  made.changes[0].owner_after = "somebody@desk/x";
  noted("own", made.changes[0]);
  noted("settle", settled).reason = "history #7";
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
  noted("own", taken).actor = "sweeper";
  noted("settle", settled).actor = "sweeper";
  made.entries.erase(made.entries.begin() + 2, made.entries.begin() + 4);  // the executor's completion
  expect_broken("lease");
  taken.locked_until_before_us = taken.at_us - 5;
  expect_kept();
  made.audit[1].actor = "another";
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
  nobodys(23, Phase::invoked, Act::plan_step);
  nobodys(23, Phase::ok, Act::plan_step, "taken 0, done 0");
  expect_kept();
  for (const auto& [act, said] : {std::pair{Act::sweep, "owned 1"}, {Act::plan_step, "taken 3, done 0"}}) {
    nobodys(24, Phase::invoked, act);
    nobodys(24, Phase::ok, act, said);
    expect_broken("stop switch");
    made.lost = Lost{0, static_cast<std::int64_t>(made.entries.size()) - 3};
    expect_kept();  // the stop went with the primary
    made.lost.reset();
    made.entries.resize(made.entries.size() - 2);
  }
  // Or takes a key, and is told only then. Its call before ended well.
  nobodys(25, Phase::invoked, Act::plan_step);
  nobodys(25, Phase::failed, Act::plan_step, "stopped");
  expect_kept();
  made.entries.back().at_us = 100;
  made.audit.push_back({.at_us = 50, .key = k, .action = "remark", .actor = "somebody"});
  expect_broken("stop switch");
}

// One key that its executor left: a person has owned it, and settled it as succeeded.
class CheckedActs : public Checked {
 protected:
  void SetUp() override {
    with_key(Way::deduped);
    told(1, Act::claim, "claimed", 10);
    row("", "in_progress", 0, 10);
    landed("performed");
    auto& owned = row("in_progress", "in_progress", 10, 11);
    auto& settled = row("in_progress", "succeeded", 11, 12, "evidence");
    owned.holder_after = settled.holder_before = settled.holder_after = "operator";
    owned.owner_after = settled.owner_before = settled.owner_after = "somebody@desk/x";
    noted("own", owned);
    noted("settle", settled).reason = "history #2";
    seen_and_told(2, "settled succeeded");
    made.rows[k] = {"succeeded", 12, "settled", ""};
  }
  // Settled from a view of fence 10.
  void seen_and_told(int call, const std::string& result) {
    entry({.call = call, .phase = Phase::invoked, .act = Act::settle, .key = k, .fence = 10});
    entry({.call = call, .phase = Phase::ok, .act = Act::settle, .key = k, .fence = 12, .result = result});
  }
  Audited& settling() { return made.audit[1]; }
  // The settlement rests on a second person's word.
  Approved& approved() {
    settling().verdict = "needs_human";
    settling().approval = 5;
    settling().reason = "history #90";
    made.entries.resize(2);
    made.approvals.push_back({5, settling().number, 11, k, "used", "asker", "second"});
    return made.approvals.back();
  }
  // Released, and the release taken back.
  Audited& undone() {
    made.landings.clear();
    made.entries.resize(2);
    settling().reason = "history #90";
    made.changes[2].after = settling().to_state = "released";
    made.changes[2].digest = {};
    auto& back = row("released", "in_progress", 12, 13);
    back.holder_before = back.holder_after = "operator";
    back.owner_before = back.owner_after = "somebody@desk/x";
    Audited& a = noted("undo", back);
    a.undone = settling().number;
    a.reason = "history #3";
    told(3, Act::undo, "undone");
    made.rows[k] = {"in_progress", 13, "needs_human", ""};
    return a;
  }
  PlanMade& plan() {
    settling().reason = "stuck (plan p)";
    made.entries.resize(2);
    PlanMade p{1, "p", "settle", "finished", 1, {{"items", 1}, {"done", 1}, {"waiting", 0}, {"audited", 1}},
               {}};
    p.listed.push_back({k, 1, "done", "settle_succeeded", settling().number});
    made.plans.push_back(p);
    return made.plans.back();
  }
};

TEST_F(CheckedActs, AnHonestSettlementBreaksNothing) { expect_kept(); }
TEST_F(CheckedActs, AWriteWithoutItsRowIsFound) {
  made.audit.erase(made.audit.begin());
  expect_broken("audit");
}
TEST_F(CheckedActs, AWriteWithTwoRowsIsFound) {
  noted("settle", made.changes[2]);
  expect_broken("audit");
}
TEST_F(CheckedActs, ARowOfAnotherTransactionIsFound) {
  settling().xid = 4711;
  expect_broken("audit");
}
TEST_F(CheckedActs, ARowOfAReapingThatWasNoneIsFound) {
  noted("reap", made.changes[2]).fence_before = 12;
  expect_broken("audit");
}
TEST_F(CheckedActs, TwoWhoSettledWhatTheySawAtOnceAreFound) {
  seen_and_told(3, "changed: Another user settled it.");
  expect_kept();
  made.entries.back().result = "settled succeeded";
  made.audit.push_back(settling());
  made.audit.back().number = 9;
  made.audit.back().reason = "history #3";
  made.audit.back().action = "remark";  // told the truth, by a trail that knows of no second write
  const auto violations = check(made);
  EXPECT_TRUE(std::ranges::any_of(violations, [](const Violation& v) { return v.rule == "one winner"; }));
}
TEST_F(CheckedActs, ALoserWhoIsToldNothingIsFound) {
  seen_and_told(3, "changed: ");
  expect_broken("one winner");
}

TEST_F(CheckedActs, AnApprovedSettlementBreaksNothing) {
  approved();
  expect_kept();
}
TEST_F(CheckedActs, AWordOfOnePersonIsFound) {
  settling().verdict = "needs_human";
  expect_broken("second person");
}
TEST_F(CheckedActs, AnApprovalByWhoeverAskedIsFound) {
  approved().decided_by = "asker";
  expect_broken("second person");
}
TEST_F(CheckedActs, AnApprovalThatWasUsedWithoutBeingSoIsFound) {
  approved().status = "waiting";
  expect_broken("second person");
}
TEST_F(CheckedActs, AnApprovalThatIsGoneIsFound) {
  approved();
  made.approvals.clear();
  expect_broken("second person");
}
TEST_F(CheckedActs, AnApprovalUsedForNothingIsFound) {
  approved();
  made.approvals.push_back({6, 0, 11, k, "used", "asker", "second"});
  expect_broken("second person");
}
TEST_F(CheckedActs, AnApprovalThatNamesAnotherActIsFound) {
  approved().audit_id = 1;
  expect_broken("second person");
}
TEST_F(CheckedActs, TwoWhoApprovedTheSameAreFound) {
  approved();
  for (const int call : {7, 8}) {
    told(call, Act::approve, "approved");
    made.entries.back().about = 5;
    call == 7 ? expect_kept() : expect_broken("second person");
  }
  made.entries.back().result = "decided";
  expect_kept();
  made.entries.back().result = "approved, his own";
  expect_broken("second person");
}

TEST_F(CheckedActs, AReleaseThatIsTakenBackBreaksNothing) {
  undone();
  expect_kept();
}
TEST_F(CheckedActs, AnUndoingOfWhatNoLongerStoodIsFound) {
  undone().undone = 1;
  expect_broken("undo");
}
TEST_F(CheckedActs, AnUndoingTwiceIsFound) {
  undone();
  auto& again = row("in_progress", "in_progress", 13, 14);
  again.holder_before = again.holder_after = "operator";
  again.owner_before = "somebody@desk/x";
  again.owner_after = "another@desk/x";
  Audited& a = noted("undo", again);
  a.undone = settling().number;
  a.fence_before = 12;
  made.rows[k].fence = 14;
  expect_broken("undo");
}
TEST_F(CheckedActs, AnUndoingThatWasToldAndIsNotThereIsFound) {
  undone();
  told(4, Act::undo, "undone");
  expect_broken("truth of errors");
}

TEST_F(CheckedActs, APlanThatDidWhatItSaysBreaksNothing) {
  plan();
  expect_kept();
}
TEST_F(CheckedActs, APlanWhoseTotalsAreNotTheStoresIsFound) {
  for (const char* what : {"items", "done", "waiting", "audited"}) {
    SetUp();
    ++plan().told[what];
    expect_broken("plan");
  }
}
TEST_F(CheckedActs, APlanWithAnActTooManyOrTooFewIsFound) {
  plan().listed[0].audit_id = 0;
  made.plans[0].told["audited"] = 0;
  expect_broken("plan");
  SetUp();
  plan();
  settling().reason = "stuck";
  expect_broken("plan");
  SetUp();
  plan().listed[0].audit_id = 1;  // its own row, of another act
  expect_broken("plan");
}
TEST_F(CheckedActs, ItemsThatShareAnActAreFound) {
  PlanMade& p = plan();
  p.items = p.told["items"] = p.told["done"] = p.told["audited"] = 2;
  p.listed.push_back(p.listed[0]);
  expect_broken("plan");
}
TEST_F(CheckedActs, APlanThatDoesNotEndIsFound) {
  plan().state = "running";
  expect_broken("plan");
}
TEST_F(CheckedActs, APlanWhoseSetThawedIsFound) {
  plan().items = 2;
  expect_broken("plan");
}

TEST_F(CheckedActs, AFaultOfTheTrailsChainIsFound) {
  made.trail_faults.push_back("Audit row 1 was changed after it was written.");
  expect_broken("trail");
}
TEST_F(CheckedActs, AnUnfinishedKeyOutsideTheListIsFound) {
  made.unlisted.push_back("pay k-1 of acme: in_progress");
  expect_broken("complete");
}
TEST_F(CheckedActs, AWriteBeforeAnotherServerIsFound) {
  made.written_elsewhere = 1;
  expect_broken("another server");
}

// What a lost primary had said binds nobody; what stands in the table that is left does.
TEST_F(Checked, WhatWasToldAndThenLostBindsNobody) {
  made.changes.clear();
  row("", "in_progress", 0, 40);
  row("in_progress", "succeeded", 40, 40, "second");
  made.rows[k] = {"succeeded", 40, "", ""};
  landed("repeated");
  EXPECT_FALSE(check(made).empty());
  made.lost = Lost{0, 10};
  expect_kept();
  landed("performed");
  expect_broken("one effect");
}
TEST_F(Checked, APlanMayReapWithinTheWindowAndNobodyElse) {
  made.keys[k].may_be_reaped = true;
  auto& gone = row("succeeded", "", 10, 0);
  gone.expires_before_us = 2'000'000'000;
  row("", "succeeded", 0, 20, "answer");
  made.rows[k] = {"succeeded", 20, "", ""};
  expect_broken("unresolved survives");
  noted("reap", gone);
  expect_kept();
}

TEST_F(Checked, ATraceTellsTheKeysWholeStoryInOrder) {
  landed("performed");
  const std::string text = trace(made, k);
  for (const char* part : {"trace of t POST /x key (deduped)", "claim", "none -> in_progress", "BANK",
                           "in_progress -> succeeded", "replay", "at the end: succeeded, fence 10"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Digest, IsTheSameInTheTableAndInTheProgram) {
  // As trail.digest() of store.cpp makes it of what the engine stores.
  const key::StoredResponse response{1, 201, {{"A", "b"}}, "body"};
  EXPECT_EQ(digest_of(response), to_hex(key::bytes_of(key::sha256("201\n1:A,1:b,body"))).substr(0, 12));
}

TEST_F(CheckedActs, AReleasedKeyThatNobodyRetriesMayWaitOnceItWasAskedAbout) {
  made.landings.clear();
  made.entries.resize(2);
  made.changes[2].after = settling().to_state = "released";
  made.changes[2].digest = {};
  made.rows[k] = {"released", made.rows[k].fence, "settled", ""};
  expect_broken("liveness");
  settling().action = settling().verdict = "unresolved";
  made.rows[k].case_status = "open";
  expect_kept();
}

}  // namespace
}  // namespace onceover::test::history
