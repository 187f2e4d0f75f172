// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/case_text.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "core/base/time.h"
#include "core/key/fingerprint.h"
#include "core/reconcile/settle_one.h"
#include "ui/cases/case_header.h"
#include "ui/cases/evidence_card.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::cases {
namespace {

using std::chrono::minutes;

const Timestamp now{1'800'000'000'000'000};

browse::KeyRow stuckRow() {
  browse::KeyRow row;
  row.id = {"acme", "POST /payments", "k"};
  row.state_word = "in_progress";
  row.created_at = now - minutes(20);
  row.updated_at = now - minutes(20);
  row.locked_until = now - minutes(4);
  row.fence = 7;
  row.owner = "payments-7";
  return row;
}

audit::Record recordOf(const std::string& action, Timestamp at, const std::string& finding = {}) {
  static std::int64_t number = 0;
  audit::Record record;
  record.number = ++number;
  record.action = action;
  record.at = at;
  record.actor = "alice";
  record.host = "desk-1";
  record.from_state = record.to_state = "in_progress";
  if (action == "own")
    record.before_json = R"({"owner": "payments-7", "locked_until": "2027-01-15T07:56:00+00:00"})";
  if (!finding.empty()) record.evidence_json = R"({"finding": ")" + finding + "\"}";
  return record;
}

QStringList wordsOf(const std::vector<LifeStep>& steps) {
  QStringList words;
  for (const LifeStep& step : steps) words.append(step.words);
  return words;
}

TEST(Life, AStuckKeyWasClaimedAndItsLeaseEnded) {
  EXPECT_EQ(wordsOf(lifeOf(stuckRow(), tables::own(), {}, now)),
            QStringList({QStringLiteral("created"), QStringLiteral("claimed by payments-7"),
                         QStringLiteral("lease ended"), QStringLiteral("unsettled; no answer on file yet")}));
}

TEST(Life, AskingTwiceIsOneStepThatSaysSo) {
  auto row = stuckRow();
  row.owner = "sweeper@host/x";
  row.case_status = "open";
  row.next_try_at = now + minutes(1);
  const std::vector<audit::Record> oldest{
      recordOf("own", now - minutes(3)), recordOf("unresolved", now - minutes(3), "pending"),
      recordOf("own", now - minutes(2)), recordOf("unresolved", now - minutes(2), "no_such_key")};
  const auto steps = lifeOf(row, tables::own(), {oldest.rbegin(), oldest.rend()}, now);
  EXPECT_EQ(wordsOf(steps),
            QStringList({QStringLiteral("created"), QStringLiteral("claimed by payments-7"),
                         QStringLiteral("lease ended"),
                         QStringLiteral("asked 2×, the last by alice@desk-1: no such key, unresolved"),
                         QStringLiteral("unsettled; a sweeper may ask again")}));
  EXPECT_EQ(steps[3].at, now - minutes(2));
  EXPECT_TRUE(steps.back().isNow);
}

TEST(Life, ASettlementIsToldOnceAndTheTakingOverBeforeItIsPartOfIt) {
  auto row = stuckRow();
  row.state = key::State::succeeded;
  row.state_word = "succeeded";
  row.completed_at = now;
  auto settled = recordOf("settle", now);
  settled.to_state = "succeeded";
  const auto words = wordsOf(lifeOf(row, tables::own(), {settled, recordOf("own", now)}, now));
  EXPECT_EQ(words.filter(QStringLiteral("settled as succeeded by alice@desk-1")).size(), 1);
  EXPECT_TRUE(words.filter(QStringLiteral("taken over")).isEmpty());
  EXPECT_TRUE(words.filter(QStringLiteral("finished as")).isEmpty());
}

TEST(Life, SomebodyWhoHoldsItNowIsShown) {
  const auto words = wordsOf(lifeOf(stuckRow(), tables::own(), {recordOf("own", now)}, now));
  EXPECT_EQ(words.filter(QStringLiteral("taken over by alice@desk-1")).size(), 1);
}

browse::Detail finishedBy(key::Holder holder) {
  browse::Detail detail;
  detail.row = stuckRow();
  detail.row.state = key::State::failed;
  detail.row.state_word = "failed";
  detail.row.holder = holder;
  return detail;
}

TEST(Finished, AManualOverrideIsNotTheExecutorsWork) {
  auto settled = recordOf("settle", now);
  settled.to_state = "failed";
  settled.reason = "the gateway is gone";
  settled.evidence_json = R"({"said": "its statement"})";
  const QString words =
      finishedInWords(finishedBy(key::Holder::operator_), tables::own(), {settled, recordOf("own", now)});
  EXPECT_TRUE(words.startsWith(
      QStringLiteral("Settled as failed by manual override, by alice@desk-1: “the gateway is gone”.")))
      << words.toStdString();
  EXPECT_FALSE(words.contains(QStringLiteral("executor")));
  // The trail could not be read: the row itself says that no executor finished it.
  EXPECT_EQ(finishedInWords(finishedBy(key::Holder::operator_), tables::own(), {}),
            QStringLiteral("Settled by an operator; there is nothing left to settle."));
  EXPECT_EQ(finishedInWords(finishedBy(key::Holder::executor), tables::own(), {}),
            QStringLiteral("Finished by its executor; there is nothing to settle."));
}

TEST(Finished, ARequestThatWasDecidedNoLongerWaits) {
  const auto asked = recordOf("ask_approval", now - minutes(5));
  EXPECT_FALSE(decidedSince(asked.number, tables::own(), {asked}, now)) << "nobody has decided";
  auto written = recordOf("settle", now - minutes(1));
  written.to_state = "failed";
  written.db_user = "bob_db";
  const auto told = decidedSince(asked.number, tables::own(), {written, asked}, now);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->badge.word, QStringLiteral("written"));
  EXPECT_TRUE(told->words.contains(QStringLiteral("bob_db"))) << told->words.toStdString();
  EXPECT_TRUE(told->words.contains(QStringLiteral("The key is now failed.")));
  auto refused = recordOf("end_approval", now - minutes(1));
  refused.to_state = "refused";
  refused.reason = "no";
  const auto ended = decidedSince(asked.number, tables::own(), {refused, asked}, now);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->badge.word, QStringLiteral("refused"));
  EXPECT_TRUE(ended->words.contains(QStringLiteral("Nothing was written.")));
}

TEST(Comparing, AmountsAreComparedAsNumbersAndCurrenciesWithoutCase) {
  const auto rows = compareSubjects({"c", "12.5", "EUR", "r"}, {{}, "12.50", "eur", "R"});
  EXPECT_EQ(rows[0].match, Match::same);
  EXPECT_EQ(rows[1].match, Match::same);
  EXPECT_EQ(rows[2].match, Match::differs);
}

TEST(Comparing, AnAmountThatIsNoNumberDoesNotDiffer) {
  EXPECT_EQ(compareSubjects({"c", "12.50", {}, {}}, {{}, "12,50", {}, {}})[0].match, Match::notComparable);
}

TEST(Comparing, WhatIsNotToldDoesNotMatchAndDoesNotDiffer) {
  const auto rows = compareSubjects({{}, "1", {}, {}}, {{}, {}, "EUR", {}});
  EXPECT_EQ(rows[0].match, Match::notTold);
  EXPECT_EQ(rows[1].match, Match::notKnown);
}

TEST(Words, InstantsInSentencesAreReadable) {
  EXPECT_EQ(
      widgets::readable("The lease ended at " + iso(now - minutes(4)) + " and nobody <b>knows</b>.", now),
      QStringLiteral("The lease ended at 2027-01-15 07:56:00 UTC (4 min ago) and nobody <b>knows</b>."));
  EXPECT_EQ(widgets::readable("at infinity", now), QStringLiteral("at infinity"));
  EXPECT_EQ(
      widgets::readable("until " + moment(now) + " or " + moment(now + minutes(5)) + '.', now),
      QStringLiteral("until 2027-01-15 08:00:00 UTC (just now) or 2027-01-15 08:05:00 UTC (in 5 min)."));
}

TEST(Words, TheSqlOfASettlementHonoursTheMask) {
  reconcile::Settlement settlement;
  settlement.verb = tables::Verb::succeed;
  settlement.response = key::StoredResponse{1, 201, {}, "secret"};
  const QString hex = QStringLiteral("736563726574");
  EXPECT_FALSE(shownSettleSql(settlement, true).contains(hex));
  EXPECT_TRUE(shownSettleSql(settlement, true).contains(QStringLiteral("masked, 6 B")));
  EXPECT_TRUE(shownSettleSql(settlement, false).contains(hex));
}

TEST(Offer, OnlyWhatIsOfferedHasAButtonAndAConsequence) {
  for (const auto kind :
       {reconcile::VerdictKind::settle_succeeded, reconcile::VerdictKind::done_needs_response,
        reconcile::VerdictKind::settle_failed, reconcile::VerdictKind::release,
        reconcile::VerdictKind::unresolved, reconcile::VerdictKind::needs_human}) {
    reconcile::Verdict verdict;
    verdict.kind = kind;
    EXPECT_EQ(offerTitle(kind).isEmpty(), !reconcile::is_offered(kind));
    EXPECT_EQ(offerConsequence(verdict).isEmpty(), !reconcile::is_offered(kind));
    const reconcile::JudgedEvidence asked{{}, verdict};
    EXPECT_FALSE(nextStep(asked, stuckRow(), now).isEmpty());
  }
}

TEST(Offer, AnotherEffectUnderTheKeyIsToldToBeLeftAlone) {
  reconcile::JudgedEvidence asked;
  asked.verdict.kind = reconcile::VerdictKind::needs_human;
  asked.verdict.loud = true;
  EXPECT_TRUE(nextStep(asked, stuckRow(), now).startsWith(QStringLiteral("Do not retry")));
}

TEST(Offer, ALiveLeaseAndAFinishedKeyAreNotSettled) {
  auto askedAbout = stuckRow();
  askedAbout.stuck_since = askedAbout.locked_until;
  askedAbout.locked_until = now + std::chrono::seconds(60);
  EXPECT_TRUE(whyNotNow(askedAbout, now).contains(QStringLiteral("live")));
  EXPECT_EQ(whyNotNow(stuckRow(), now), QString());
  auto live = stuckRow();
  live.locked_until = now + minutes(1);
  EXPECT_TRUE(whyNotNow(live, now).contains(QStringLiteral("live")));
  auto done = stuckRow();
  done.state = key::State::failed;
  EXPECT_FALSE(whyNotNow(done, now).isEmpty());
  auto released = stuckRow();
  released.state = key::State::released;
  released.retry_before = now + minutes(1);
  EXPECT_FALSE(whyNotNow(released, now).isEmpty());
}

TEST(Rows, WhatChangesIsMarkedAndAPlanDoesNotInventNumbers) {
  const auto before = stuckRow();
  reconcile::Settlement settlement;
  settlement.verb = tables::Verb::succeed;
  settlement.response = key::StoredResponse{1, 201, {}, "{}"};
  const auto planned = compareRows(before, preview(before, settlement, now), true);
  const auto named = [&](const QString& name) {
    return *std::find_if(planned.begin(), planned.end(),
                         [&](const FieldChange& field) { return field.name == name; });
  };
  EXPECT_EQ(named(QStringLiteral("Fence")).after, QStringLiteral("a new one"));
  EXPECT_TRUE(named(QStringLiteral("State")).changed);
  EXPECT_EQ(named(QStringLiteral("State")).after, QStringLiteral("succeeded"));
  EXPECT_EQ(named(QStringLiteral("Completed")).after, QStringLiteral("now"));
  EXPECT_FALSE(named(QStringLiteral("Retry before")).changed);
  for (const FieldChange& field : compareRows(before, before, false))
    EXPECT_FALSE(field.changed) << field.name.toStdString();
}

TEST(Payload, AFormattedBodyIsTheSameRequestAndAnotherAmountIsNot) {
  const std::string stored = key::text(key::fingerprint(R"({"amount":1000})"));
  EXPECT_TRUE(comparePayload(stored, "{ \"amount\" : 1000.0 }", "Not known.")
                  .words.startsWith(QStringLiteral("Match")));
  EXPECT_TRUE(comparePayload(stored, R"({"amount":1001})", "").words.startsWith(QStringLiteral("No match")));
  EXPECT_TRUE(comparePayload("md5:abc", "x", "").words.startsWith(QStringLiteral("Cannot tell")));
  EXPECT_TRUE(comparePayload(key::text(key::fingerprint_raw("{}")), "{}", "")
                  .words.contains(QStringLiteral("SHA-256 of the bytes")));
}

TEST(FieldsModelTest, ChangesAreMarkedWithMoreThanColour) {
  widgets::FieldsModel model(
      {{QStringLiteral("Field")}, {QStringLiteral("Before")}, {QStringLiteral("After")}});
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setRows({{QStringLiteral("State"), QStringLiteral("a"), QStringLiteral("b"), true},
                 {QStringLiteral("Key"), QStringLiteral("<b>"), QStringLiteral("<b>"), false}});
  EXPECT_EQ(model.index(0, 2).data().toString(), QStringLiteral("● b"));
  EXPECT_EQ(model.index(0, 2).data(Qt::AccessibleTextRole).toString(), QStringLiteral("b, changed"));
  EXPECT_EQ(model.index(1, 2).data().toString(), QStringLiteral("<b>"));
  model.setRows({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(HistoryModelTest, EveryTouchIsARow) {
  HistoryModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  auto record = recordOf("needs_human", now - minutes(3));
  record.reason = "<i>loud</i>";
  model.setRows({record, recordOf("own", now - minutes(4))}, now);
  EXPECT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(0, HistoryModel::action).data().toString(), QStringLiteral("needs a person"));
  EXPECT_EQ(model.index(0, HistoryModel::reason).data().toString(), QStringLiteral("<i>loud</i>"));
  EXPECT_EQ(model.index(0, HistoryModel::when).data().toString(), QStringLiteral("3 min ago"));
}

}  // namespace
}  // namespace onceover::cases
