// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of plans, without a server.
#include "ui/plans/words.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/plans/desk_run.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::plans {
namespace {

using plan::ItemState;
using plan::State;

plan::Totals totals(std::vector<plan::Totals::Line> lines) {
  plan::Totals t;
  for (const auto& line : lines) {
    t.items += line.n;
    if (line.state == ItemState::waiting) t.waiting += line.n;
    if (!line.foreseen.empty()) t.foreseen += line.n;
  }
  t.lines = std::move(lines);
  return t;
}

TEST(PlanWords, ARelationIsNamedAsPeopleWriteIt) {
  EXPECT_EQ(widgets::relationShown("\"onceover\".\"keys\""), QStringLiteral("onceover.keys"));
  EXPECT_EQ(widgets::relationShown("\"public\".\"Odd name\""), QStringLiteral("public.\"Odd name\""));
}

TEST(PlanWords, WhatWasForeseenStandsBesideWhatCame) {
  const auto fields = foreseenAndCame(totals({{ItemState::done, "release", "release", true, 3},
                                              {ItemState::skipped, "changed", "release", true, 2},
                                              {ItemState::failed, "failed", "", false, 1},
                                              {ItemState::waiting, "", "needs_human", false, 4}}));
  const std::vector<widgets::FieldChange> expected{{"needs a person", "–", "4", false},
                                                   {"release", "done: release", "3", false},
                                                   {"release", "skipped: changed", "2", false},
                                                   {"–", "failed", "1", false}};
  EXPECT_EQ(fields, expected);
}

TEST(PlanWords, ARunCountsWhatWaitsAlone) {
  const auto t = totals({{ItemState::done, "release", "release", true, 30},
                         {ItemState::waiting, "", "release", true, 5},
                         {ItemState::waiting, "", "skip", false, 2},
                         {ItemState::waiting, "", "", false, 1}});
  EXPECT_EQ(wouldBeWritten(t), 5);
  EXPECT_TRUE(runInWords(plan::Verb::requeue, t)
                  .startsWith(QStringLiteral("It would write 5 of the 8 rows that wait.")));
  const auto fields = whatIsWritten(plan::Verb::requeue, t);
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].after, QStringLiteral("written"));
  EXPECT_EQ(fields[1].name, QStringLiteral("left alone"));
  EXPECT_EQ(fields[2].name, QStringLiteral("not looked at"));
}

// Such a row is taken over, asked about again, and gets a case and an audit row.
TEST(PlanWords, WhatIsForeseenAsUnresolvedIsAskedAgainAndNotSettled) {
  const auto t = totals({{ItemState::waiting, "", "settle_succeeded", true, 5},
                         {ItemState::waiting, "", "unresolved", false, 1},
                         {ItemState::waiting, "", "needs_human", false, 2},
                         {ItemState::waiting, "", "skip", false, 3}});
  std::map<QString, QString> does;
  for (const auto& field : whatIsWritten(plan::Verb::settle, t)) does[field.name] = field.after;
  EXPECT_EQ(does["settle succeeded"], QStringLiteral("written"));
  EXPECT_EQ(does["unresolved"], QStringLiteral("asked again, not settled"));
  EXPECT_EQ(does["needs a person"], QStringLiteral("asked again, not settled"));
  EXPECT_EQ(does["left alone"], QStringLiteral("not written"));
  const QString files = QStringLiteral("gets a case and an audit row");
  EXPECT_TRUE(runInWords(plan::Verb::settle, t).contains(files));
  EXPECT_FALSE(runInWords(plan::Verb::settle, totals({{ItemState::waiting, "", "settle_succeeded", true, 5}}))
                   .contains(files));
  // A release that the gateway speaks against is no case.
  EXPECT_EQ(runDoes(plan::Verb::release, "settle_succeeded", false), QStringLiteral("not written"));
}

key::Sums euros(const std::string& amount) {
  key::Subject subject;
  subject.amount = amount;
  subject.currency = "EUR";
  key::Sums sums;
  sums.add(subject);
  return sums;
}

TEST(PlanWords, AFinishedPlanSaysWhatItDidNotSettle) {
  plan::Plan done;
  done.act = plan::Verb::settle;
  done.state = State::finished;
  const auto t = totals({{ItemState::done, "settle_succeeded", "settle_succeeded", true, 5, euros("20")},
                         {ItemState::unsettled, "unresolved", "unresolved", false, 1, euros("700.78")},
                         {ItemState::failed, "no_answer", "unresolved", false, 1, euros("15")},
                         {ItemState::skipped, "changed", "settle_succeeded", true, 1, euros("3.50")}});
  EXPECT_EQ(leftInWords(done, t),
            QStringLiteral("2 rows (715.78 EUR) are not settled. 1 row (3.50 EUR) was skipped."));
  EXPECT_EQ(leftInWords(done, totals({{ItemState::done, "settle_succeeded", "settle_succeeded", true, 5}})),
            QString());
  done.act = plan::Verb::extend;
  EXPECT_EQ(leftInWords(done, totals({{ItemState::failed, "error", "", false, 2}})),
            QStringLiteral("2 rows were not written."));
  done.state = State::running;
  EXPECT_EQ(leftInWords(done, t), QString());
}

TEST(PlanWords, ProgressTellsRateAndWhatIsLeft) {
  plan::Totals t = totals(
      {{ItemState::done, "release", "release", true, 1200}, {ItemState::waiting, "", "release", true, 800}});
  EXPECT_EQ(progressOf(t, plan::Work::run).words,
            QStringLiteral("%1 of %2 ended").arg(widgets::number(1200), widgets::number(2000)));
  t.per_second = 80;
  t.remaining = std::chrono::seconds(10);
  EXPECT_TRUE(progressOf(t, plan::Work::run).words.endsWith(QStringLiteral("ended · 80/s · 10 s left")));
  EXPECT_TRUE(progressOf(t, plan::Work::dry_run).words.endsWith(QStringLiteral("looked at")));
}

TEST(PlanWords, ThereIsABadgeForEachState) {
  for (const auto state :
       {State::frozen, State::ready, State::running, State::paused, State::stopped, State::finished}) {
    EXPECT_EQ(badgeOf(state).word.toStdString(), plan::word(state));
    EXPECT_FALSE(badgeOf(state).icon.isEmpty());
    EXPECT_NE(badgeOf(state).tone, widgets::Tone::ok) << "what the plan left is not known from its state";
  }
}

RunWhat whatRuns() {
  RunWhat what;
  what.plan.name = "INC-4711";
  what.plan.state = State::ready;
  what.plan.items = 5;
  what.plan.is_mine = true;
  what.plan.relation = "onceover.keys";
  what.plan.as_of = what.plan.created_at + std::chrono::hours(1);
  what.plan.ready_at = what.plan.created_at;
  what.plan.gateway = plan::GatewayNamed{"refunds", "aa"};
  what.described = what.plan.gateway;
  what.totals = totals({{ItemState::waiting, "", "settle_succeeded", true, 5}});
  return what;
}

QPushButton* runOf(const RunDialog& dialog) {
  for (auto* each : dialog.findChildren<QPushButton*>()) {
    if (each->text() == QStringLiteral("&Run")) return each;
  }
  return nullptr;
}

void tickAll(const RunDialog& dialog) {
  for (auto* box : dialog.findChildren<QCheckBox*>())
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
}

TEST(RunDialogTest, WhatIsAsItShouldBeNeedsNoWord) {
  test::wear(widgets::lightTokens());
  const RunDialog dialog(whatRuns());
  EXPECT_TRUE(runOf(dialog)->isEnabled());
  EXPECT_TRUE(runOf(dialog)->isDefault());
  EXPECT_TRUE(dialog.findChildren<QCheckBox*>().isEmpty());
  EXPECT_FALSE(dialog.options().although_stale || dialog.options().another_gateway);
}

TEST(RunDialogTest, AnOldDryRunAndAnotherGatewayNeedAWord) {
  RunWhat what = whatRuns();
  what.plan.as_of = *what.plan.ready_at + std::chrono::hours(14);
  what.described = plan::GatewayNamed{"refunds", "bb"};
  RunDialog dialog(what);
  dialog.show();
  EXPECT_FALSE(runOf(dialog)->isEnabled());
  test::takePictures(dialog, QStringLiteral("plans-run-stale"), dialog.size());
  tickAll(dialog);
  EXPECT_TRUE(runOf(dialog)->isEnabled());
  EXPECT_TRUE(dialog.options().although_stale && dialog.options().another_gateway);
}

TEST(RunDialogTest, AmountsAreNeverCut) {
  test::wear(widgets::lightTokens());
  RunWhat what = whatRuns();
  key::Sums& money = what.totals.lines.front().money;
  for (const char* currency : {"EUR", "GBP", "USD", "CHF", "SEK"}) {
    key::Subject subject;
    subject.amount = "711234.50";
    subject.currency = currency;
    money.add(subject);
  }
  RunDialog dialog(what);
  dialog.show();
  const auto* table = dialog.findChild<widgets::TableView*>();
  ASSERT_NE(table, nullptr);
  for (int turn = 0; turn < 3; ++turn) {
    (void)dialog.grab();
    QCoreApplication::sendPostedEvents();
  }
  const auto* model = dynamic_cast<const widgets::RowsBase*>(table->model());
  EXPECT_NE(model->look(1).traits & widgets::RowsBase::Whole, 0) << "the delegate draws no part of an amount";
  EXPECT_GT(table->columnWidth(1), table->fontMetrics().averageCharWidth() * 60) << "and gives it room";
  EXPECT_GE(table->viewport()->height(), table->rowHeight(0))
      << "the bar to scroll sideways does not stand on the row";
  test::takePictures(dialog, QStringLiteral("plans-run-currencies"), dialog.size());
}

TEST(RunDialogTest, OnProductionEnterDoesNotRun) {
  RunWhat what = whatRuns();
  what.isProduction = true;
  const RunDialog dialog(what);
  EXPECT_TRUE(runOf(dialog)->isEnabled());
  EXPECT_FALSE(runOf(dialog)->isDefault());
  EXPECT_TRUE(runOf(dialog)->property("dangerous").toBool());
}

}  // namespace
}  // namespace onceover::plans
