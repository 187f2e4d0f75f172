// SPDX-License-Identifier: GPL-3.0-or-later
// What an act carries from the one before: the ticket to any, the reason only to the same act.
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QTest>

#include "tests/support/console_page.h"
#include "ui/bridge/session.h"
#include "ui/writes/write_inputs.h"

namespace onceover::writes {
namespace {

class IncidentTest : public testing::Test {
 protected:
  void SetUp() override { test::wear(widgets::lightTokens()); }
  static widgets::ConfirmText asks() {
    return {.title = QStringLiteral("Settle"),
            .button = QStringLiteral("&Settle"),
            .asksReason = true,
            .ticket = QStringLiteral("Ticket")};
  }
  // A dialog as it comes up, before anything is typed.
  struct Shown {
    QString reason, ticket;
    bool says = false;
  };
  template <class Carry>
  Shown shown(Carry carry, const QString& reason = {}, const QString& ticket = {}) {
    widgets::ConfirmDialog dialog(asks());
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    carry(dialog);
    dialog.show();
    const auto says = [&dialog] {
      return test::allTextOf(dialog).contains(QStringLiteral("Reason of your last act"));
    };
    Shown seen{dialog.reason(), dialog.ticket(), says()};
    for (auto* edit : dialog.findChildren<QLineEdit*>()) {
      const QString& typed = edit->accessibleName().startsWith(QStringLiteral("Reason")) ? reason : ticket;
      if (typed.isEmpty()) continue;
      edit->selectAll();
      QTest::keyClicks(edit, typed);
    }
    EXPECT_FALSE(!reason.isEmpty() && says()) << "it is another reason by now";
    dialog.accept();
    return seen;
  }
  Shown act(std::string_view verb, const QString& reason = {}, const QString& ticket = {}) {
    return shown([&](widgets::ConfirmDialog& dialog) { carryIncident(session, dialog, verb); }, reason,
                 ticket);
  }
  Shown undo(const QString& reason) {
    return shown([&](widgets::ConfirmDialog& dialog) { carryTicket(session, dialog); }, reason);
  }
  bridge::Session session;
};

TEST_F(IncidentTest, TheSameActAgainCarriesTheReasonAndSaysSo) {
  EXPECT_EQ(act("settle", QStringLiteral("worker killed"), QStringLiteral("INC-1")).reason, QString());
  const Shown again = act("settle");
  EXPECT_EQ(again.reason, QStringLiteral("worker killed"));
  EXPECT_EQ(again.ticket, QStringLiteral("INC-1"));
  EXPECT_TRUE(again.says);
}

TEST_F(IncidentTest, AnotherVerbAnotherTableAndAnUndoGetTheTicketAlone) {
  (void)act("settle", QStringLiteral("worker killed"), QStringLiteral("INC-1"));
  const auto isBare = [](const Shown& seen) {
    return seen.reason.isEmpty() && seen.ticket == QStringLiteral("INC-1") && !seen.says;
  };
  EXPECT_TRUE(isBare(undo(QStringLiteral("wrong key"))));
  EXPECT_EQ(act("settle").reason, QStringLiteral("worker killed"))
      << "the reason of an undo is that of no other act";
  EXPECT_TRUE(isBare(act("release", QStringLiteral("nothing happened"))));
  tables::Profile other = tables::own();
  other.table = "events";
  session.useProfile(std::make_shared<const tables::Profile>(other));
  EXPECT_TRUE(isBare(act("release")));
}

}  // namespace
}  // namespace onceover::writes
