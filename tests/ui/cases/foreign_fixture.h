// SPDX-License-Identifier: GPL-3.0-or-later
// The Case page over an external row, worked as a person works it.
#pragma once

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/support/console_page.h"
#include "tests/support/verdict_shapes.h"
#include "tests/ui/cases/gateway_stub.h"
#include "ui/cases/case_header.h"
#include "ui/cases/case_page.h"
#include "ui/cases/evidence_card.h"
#include "ui/cases/override_card.h"
#include "ui/writes/write_dialog.h"

namespace onceover::cases {

class ForeignVerdictTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<CasePage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  static key::Identity idOf(const test::TestDatabase& in, const tables::Profile& profile,
                            const std::string& key) {
    auto connection = pg::Connection::open({.conninfo = in.conninfo(), .application_name = "test"});
    auto found = browse::Browser(*connection, profile).find(key);
    return found && !found->rows.empty() ? found->rows[0].id : key::Identity{};
  }
  [[nodiscard]] bool opened(const test::ProfilePtr& profile, const std::string& key,
                            const QString& gateway = {}) {
    if (!session.isReady() && !connectSession(gateway)) return false;
    return shownOf(database, profile, key);
  }
  [[nodiscard]] bool shownOf(const test::TestDatabase& in, const test::ProfilePtr& profile,
                             const std::string& key) {
    if (!page) {
      page = std::make_unique<CasePage>(session);
      page->resize(1280, 1200);
      page->show();
    }
    session.useProfile(profile);
    page->open(idOf(in, *profile, key));
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  template <class W>
  static W* named(const QWidget& in, const QString& name) {
    for (W* widget : in.findChildren<W*>()) {
      if (widget->accessibleName() == name && widget->isVisibleTo(&in)) return widget;
    }
    return nullptr;
  }
  QPushButton* button(const QString& verb) {
    return named<QPushButton>(*page->findChild<OverrideCard*>(), verb);
  }
  QToolButton* scriptButton(const QString& verb) {
    return named<QToolButton>(*page->findChild<OverrideCard*>(), verb + QStringLiteral(": script for psql"));
  }
  QString words(const QString& verb) {
    const auto* label =
        named<QLabel>(*page->findChild<OverrideCard*>(), verb + QStringLiteral(": what it writes"));
    return label == nullptr ? QStringLiteral("not there") : label->text();
  }
  // The dialog that is open; one that was answered lives until its event loop ends.
  writes::WriteDialog* dialog() {
    for (auto* each : page->findChildren<writes::WriteDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  static QPushButton* press(writes::WriteDialog& in, const QString& text) {
    for (auto* each : in.findChildren<QPushButton*>()) {
      if (each->text().remove('&') == text) return each;
    }
    return nullptr;
  }
  static void type(QWidget* into, const QString& text) {
    ASSERT_NE(into, nullptr);
    into->setFocus();
    QTest::keyClicks(into, text);
  }
  static void typeReason(writes::WriteDialog& in, const QString& text) {
    type(named<QLineEdit>(in, QStringLiteral("Reason (kept in the audit trail)")), text);
  }
  // What a verdict by a manual override needs beside a reason.
  static void typeWord(writes::WriteDialog& in) {
    type(named<QLineEdit>(in, QStringLiteral("What shows it (kept as evidence)")),
         QStringLiteral("the bank's statement"));
    type(named<QLineEdit>(in, QStringLiteral("Ticket")), QStringLiteral("INC-7"));
  }
  // Also while it is folded away.
  static QString sql(writes::WriteDialog& in) {
    for (auto* each : in.findChildren<QPlainTextEdit*>()) {
      if (each->accessibleName() == QStringLiteral("Details")) return each->toPlainText();
    }
    return {};
  }
  // Presses the button of the verb, gives the reason, and says yes.
  [[nodiscard]] bool write(const QString& verb) {
    QTest::mouseClick(button(verb), Qt::LeftButton);
    auto* open = dialog();
    if (open == nullptr) return false;
    typeReason(*open, QStringLiteral("customer called"));
    return confirm(*open, verb);
  }
  [[nodiscard]] bool confirm(writes::WriteDialog& in, const QString& verb) {
    return test::nextSignal(page.get(), &CasePage::settleFinished,
                            [&] { QTest::mouseClick(press(in, verb), Qt::LeftButton); }) &&
           idle();
  }
  QString text() const { return test::allTextOf(*page); }
  QString outcome() const { return page->findChild<OutcomeCard*>()->words(); }
};

}  // namespace onceover::cases
