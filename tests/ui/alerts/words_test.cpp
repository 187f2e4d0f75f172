// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "ui/alerts/alerts.h"

namespace onceover::alerts {
namespace {

Firing fires(Rule rule, Level level, std::string text) {
  return {{.rule = rule, .level = level, .value = 1.0, .text = std::move(text)},
          *parse_iso("2026-11-21T02:03:04Z")};
}

TEST(NoticeTest, NothingFiresAndNothingIsSaid) {
  EXPECT_TRUE(noticeOf({}, widgets::ClockChoice::utc).text.isEmpty());
}

TEST(NoticeTest, TheGravestIsSaidWithSinceWhenAndTheOthersByName) {
  std::vector<Firing> firing{
      fires(Rule::conflict_share, Level::warning, "30 of 100 requests met a key in progress in 5 min"),
      fires(Rule::stuck_age, Level::critical, "12 stuck, the oldest for 45 min")};
  const Notice notice = noticeOf(firing, widgets::ClockChoice::utc);
  EXPECT_EQ(notice.text.toStdString(),
            "Critical · 12 stuck, the oldest for 45 min · seen since 2026-11-21 02:03:04 UTC · also: share "
            "of conflicts");
  EXPECT_EQ(notice.tone, widgets::Tone::danger);
  EXPECT_EQ(notice.page, QStringLiteral("leases"));
  EXPECT_TRUE(notice.detail.contains(QStringLiteral("its clients get 409")));
  firing[1].is_muted = true;
  EXPECT_TRUE(
      noticeOf(firing, widgets::ClockChoice::utc).text.startsWith(QStringLiteral("Warning · 30 of 100")));
  firing[0].is_muted = true;
  EXPECT_TRUE(noticeOf(firing, widgets::ClockChoice::utc).text.isEmpty());
}

// The bar grew to three lines over the page's buttons.
TEST(NoticeTest, OfManyRulesTwoAreNamedAndTheOthersCounted) {
  std::vector<Firing> firing{fires(Rule::stuck_age, Level::critical, "12 stuck")};
  for (const Rule rule : {Rule::conflict_share, Rule::mismatch_client, Rule::inbox_dead, Rule::outbox_dead})
    firing.push_back(fires(rule, Level::warning, "x"));
  const Notice notice = noticeOf(firing, widgets::ClockChoice::utc);
  EXPECT_TRUE(
      notice.text.endsWith(QStringLiteral("also: share of conflicts, mismatches of one client, 2 more")))
      << notice.text.toStdString();
  EXPECT_EQ(notice.detail.count(QStringLiteral("seen since")), 5) << notice.detail.toStdString();
}

TEST(NoticeTest, NamesOfTheOperatorsAreMadeVisibleAndDoubtIsSaid) {
  std::vector<Firing> firing{fires(Rule::mismatch_client, Level::warning, "7 mismatches of tenant a\nb\x01")};
  firing[0].is_known = false;
  const QString text = noticeOf(firing, widgets::ClockChoice::utc).text;
  EXPECT_FALSE(text.contains('\n'));
  EXPECT_TRUE(text.contains(QStringLiteral("current state unknown")));
}

TEST(NoticeTest, EachRuleLeadsToAPage) {
  for (const Rule rule : all_rules) {
    EXPECT_FALSE(noticeOf({fires(rule, Level::warning, "x")}, widgets::ClockChoice::utc).page.isEmpty())
        << name(rule);
  }
}

class RulesDialogTest : public testing::Test {
 protected:
  RulesDialogTest() { dialog->setAttribute(Qt::WA_DeleteOnClose, false); }
  QLineEdit& edit(const QString& name) {
    for (QLineEdit* one : dialog->findChildren<QLineEdit*>()) {
      if (one->accessibleName() == name) return *one;
    }
    throw std::runtime_error("no such field");
  }
  void type(const QString& name, const QString& text) {
    edit(name).selectAll();
    text.isEmpty() ? edit(name).clear() : QTest::keyClicks(&edit(name), text);
  }
  void apply() {
    for (QPushButton* one : dialog->findChildren<QPushButton*>()) {
      if (one->text().remove('&') == QLatin1String("Apply")) QTest::mouseClick(one, Qt::LeftButton);
    }
  }
  std::unique_ptr<RulesDialog> dialog = std::make_unique<RulesDialog>(Settings());
};

TEST_F(RulesDialogTest, WhatIsTypedIsApplied) {
  type(QStringLiteral("Age of stuck leases: warning above"), QStringLiteral("10m"));
  type(QStringLiteral("Age of stuck leases: critical above"), QStringLiteral(""));
  type(QStringLiteral("Age of waiting events: warning above"), QString());
  type(QStringLiteral("Age of waiting events: critical above"), QString());
  apply();
  ASSERT_EQ(dialog->result(), QDialog::Accepted);
  EXPECT_EQ(dialog->settings().of(Rule::stuck_age), (Limits{600, std::nullopt}));
  EXPECT_EQ(dialog->settings().of(Rule::lag), Limits{});
  EXPECT_EQ(dialog->settings().of(Rule::conflict_share), Settings().of(Rule::conflict_share));
}

TEST_F(RulesDialogTest, WhatIsNoLimitIsSaidAndNothingIsApplied) {
  type(QStringLiteral("Cases for a person: warning above"), QStringLiteral("many"));
  apply();
  EXPECT_NE(dialog->result(), QDialog::Accepted);
  type(QStringLiteral("Cases for a person: warning above"), QStringLiteral("20"));
  apply();
  EXPECT_NE(dialog->result(), QDialog::Accepted) << "above the critical one";
  EXPECT_EQ(dialog->settings().of(Rule::needs_human), Settings().of(Rule::needs_human));
  QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults),
                    Qt::LeftButton);
  apply();
  EXPECT_EQ(dialog->result(), QDialog::Accepted);
}

}  // namespace
}  // namespace onceover::alerts
