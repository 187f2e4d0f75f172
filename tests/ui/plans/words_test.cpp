// What is said of plans, without a server.
#include "ui/plans/words.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/plans/run_dialog.h"
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
  EXPECT_TRUE(runInWords(t).startsWith(QStringLiteral("It would write 5 of the 8 rows that wait.")));
  const auto fields = whatIsWritten(t);
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].after, QStringLiteral("written"));
  EXPECT_EQ(fields[1].name, QStringLiteral("left alone"));
  EXPECT_EQ(fields[2].name, QStringLiteral("not looked at"));
}

TEST(PlanWords, ProgressTellsRateAndWhatIsLeft) {
  plan::Totals t = totals({{ItemState::done, "release", "release", true, 1200}, {ItemState::waiting, "", "release", true, 800}});
  EXPECT_EQ(progressOf(t, plan::Work::run).words, QStringLiteral("%1 of %2 ended").arg(widgets::number(1200), widgets::number(2000)));
  t.per_second = 80;
  t.remaining = std::chrono::seconds(10);
  EXPECT_TRUE(progressOf(t, plan::Work::run).words.endsWith(QStringLiteral("ended · 80/s · 10 s left")));
  EXPECT_TRUE(progressOf(t, plan::Work::dry_run).words.endsWith(QStringLiteral("looked at")));
}

TEST(PlanWords, ThereIsABadgeForEachState) {
  for (const auto state : {State::frozen, State::ready, State::running, State::paused, State::stopped, State::finished}) {
    EXPECT_EQ(badgeOf(state).word.toStdString(), plan::word(state));
    EXPECT_FALSE(badgeOf(state).icon.isEmpty());
  }
}

RunWhat whatRuns() {
  RunWhat what;
  what.plan.name = "INC-4711";
  what.plan.state = State::ready;
  what.plan.items = 5;
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
  for (auto* box : dialog.findChildren<QCheckBox*>()) QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
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
