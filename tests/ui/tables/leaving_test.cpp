// SPDX-License-Identifier: GPL-3.0-or-later
// A mapping takes minutes: it is not lost by Esc, by another table, or with the window.
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>

#include "tests/ui/tables/fixture.h"
#include "tests/ui/tables/shapes.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::ui {
namespace {

class LeavingTest : public TablesTest {
 protected:
  static widgets::ConfirmDialog* question(const QWidget& in) {
    for (auto* dialog : in.findChildren<widgets::ConfirmDialog*>()) {
      if (dialog->isVisible()) return dialog;
    }
    return nullptr;
  }
  // To whatever has the focus, as a person types.
  static void escape() { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); }
  static void pressIn(const widgets::ConfirmDialog& dialog, const QString& word) {
    for (auto* button : dialog.findChildren<QPushButton*>()) {
      if (button->text().remove(u'&') == word) return button->click();
    }
    FAIL() << word.toStdString();
  }
};

TEST_F(LeavingTest, EscapeAsksBeforeAChangedMappingIsGivenUp) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  page.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
  EXPECT_EQ(page.unsaved(), QString()) << "what was proposed is no work of anybody";
  auto* name = named<QLineEdit>(page, QStringLiteral("Name of the profile"));
  name->setFocus();
  QTest::keyClicks(name, QStringLiteral("payments"));
  EXPECT_TRUE(page.unsaved().contains(QStringLiteral("billing.payment_requests")));
  escape();
  ASSERT_NE(question(page), nullptr);
  EXPECT_TRUE(page.isMapping());
  pressIn(*question(page), QStringLiteral("Cancel"));
  EXPECT_TRUE(page.isMapping());
  EXPECT_TRUE(name->text().endsWith(QStringLiteral("payments")));
  escape();
  ASSERT_NE(question(page), nullptr);
  pressIn(*question(page), QStringLiteral("Discard"));
  EXPECT_FALSE(page.isMapping());
  EXPECT_EQ(page.unsaved(), QString());
}

TEST_F(LeavingTest, AnUnchangedMappingIsLeftWithoutAQuestion) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  TablesPage page(session, {});
  open(page, QStringLiteral("billing.payment_requests"));
  page.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
  table(page, QStringLiteral("Rows of the table"))->setFocus();
  escape();
  EXPECT_EQ(question(page), nullptr);
  EXPECT_FALSE(page.isMapping());
}

TEST_F(LeavingTest, WhatWasMappedOverThisConnectionIsListedAndOpensAsItWas) {
  raw.exec(paymentRequests);
  ASSERT_TRUE(connectSession());
  auto mapped = std::make_shared<tables::Profile>();
  mapped->name = "my payments";
  mapped->schema = "billing";
  mapped->table = "payment_requests";
  TablesPage page(session, {});
  page.setMapped([mapped] { return bridge::Tables{mapped}; });
  open(page, QStringLiteral("billing.payment_requests"));
  page.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&page));
  EXPECT_EQ(page.mapping().draft().profile.name, "my payments");
  const auto* model = page.findChild<TablesModel*>();
  int listed = 0;
  for (int row = 0; row < model->rowCount(); ++row)
    listed += model->at(row).table == "payment_requests" ? 1 : 0;
  EXPECT_EQ(listed, 1) << "once, as it was mapped, and not a second time as it would be detected";
}

}  // namespace
}  // namespace onceover::ui
