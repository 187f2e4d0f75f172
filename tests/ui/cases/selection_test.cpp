// SPDX-License-Identifier: GPL-3.0-or-later
// Several rows of a list at once: asked about, settled and planned where they are listed.
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/ui/cases/gateway_stub.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"
#include "ui/writes/selection_bar.h"

namespace onceover::cases {
namespace {

using writes::SelectionBar;

class SelectionTest : public test::ConsolePageTest {
 protected:
  test::GatewayStub gateway;
  QWidget window;
  SelectionBar* bar = nullptr;

  // Three stuck keys of one incident; the second is of another amount than the gateway knows.
  [[nodiscard]] bool selected() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, "
        "state, fingerprint_kind, fingerprint, owner, customer, amount, currency, reference) SELECT 'acme', "
        "'POST /payments', 'pay_' || i, now() - interval '20 min', now() - interval '20 min', "
        "nextval('onceover.fence'), now() - interval '4 min', 'in_progress', 'raw-sha256', sha256('x'), "
        "'payments-7', 'Ms. Example', CASE i WHEN 2 THEN 999.00 ELSE 125.00 END, 'EUR', 'ord-7' FROM "
        "generate_series(1, 3) i");
    gateway.performed();
    if (!connectSession(gateway.config())) return false;
    auto connection =
        pg::Connection::open({.conninfo = database.conninfo(), .application_name = "selection-test"}).value();
    browse::PageRequest request{.filter = {.stuck = true}};
    request.newest_first = false;
    auto rows = browse::Browser(connection, tables::own()).page(request).value().rows;
    if (rows.size() != 3) return false;
    bar = new SelectionBar(session, writes::RowVerbs::all());
    widgets::fill(new QVBoxLayout(&window), {bar->card(), bar});
    window.resize(1100, 500);
    window.show();
    bar->setSelected(std::move(rows));
    return true;
  }
  QAction* action(const QString& words) const {
    for (QAction* each : bar->findChildren<QAction*>()) {
      if (each->text().startsWith(words)) return each;
    }
    return nullptr;
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  widgets::ConfirmDialog* dialog() const {
    for (auto* each : bar->findChildren<widgets::ConfirmDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  QString text() const { return test::allTextOf(window); }
  std::string states() { return raw.scalar("SELECT string_agg(state, ' ' ORDER BY key) FROM onceover.keys"); }
};

TEST_F(SelectionTest, AskedInPlaceTheySayWhatFollowsAndNothingIsWritten) {
  ASSERT_TRUE(selected());
  EXPECT_TRUE(text().contains(QStringLiteral("3 selected · 1249.00 EUR"))) << text().toStdString();
  const auto press = [this] { action(QStringLiteral("Ask the gateway"))->trigger(); };
  ASSERT_TRUE(test::nextSignal(bar, &SelectionBar::answered, press) && idle());
  ASSERT_TRUE(bar->answers());
  EXPECT_EQ(bar->answers()->rows.size(), 3U);
  EXPECT_TRUE(text().contains(QStringLiteral("The gateway was asked about 3 rows. Nothing was written.")));
  EXPECT_TRUE(text().contains(QStringLiteral("250.00 EUR")))
      << "the amounts of those that agree: " << text().toStdString();
  EXPECT_EQ(states(), "in_progress in_progress in_progress");
  EXPECT_EQ(audited(), "0");
  EXPECT_EQ(test::namelessControls(window), QStringList());
  test::takePictures(window, QStringLiteral("selection-asked"), {1100, 500});
}

TEST_F(SelectionTest, ARefusedConnectionIsNoAnswer) {
  ASSERT_TRUE(selected());
  const auto press = [this] { action(QStringLiteral("Ask the gateway"))->trigger(); };
  const auto badge = [this] {
    return bar->card()->findChild<widgets::ResultCard*>()->findChild<widgets::BadgeLabel*>()->badge();
  };
  ASSERT_TRUE(test::nextSignal(bar, &SelectionBar::answered, press) && idle());
  EXPECT_EQ(badge().word, QStringLiteral("asked"));
  gateway.close();
  ASSERT_TRUE(test::nextSignal(bar, &SelectionBar::answered, press) && idle());
  EXPECT_EQ(badge().word, QStringLiteral("no answer"));
  EXPECT_EQ(badge().tone, widgets::Tone::danger);
  EXPECT_TRUE(text().contains(QStringLiteral("It gave no answer about 3 of them. Nothing was written.")))
      << text().toStdString();
  test::takePictures(window, QStringLiteral("selection-no-answer"), {1100, 500});
}

TEST_F(SelectionTest, EachIsSettledByItsOwnAnswerAndTheOthersAreLeft) {
  ASSERT_TRUE(selected());
  ASSERT_TRUE(armSession());
  const auto press = [this] { action(QStringLiteral("Settle the selected rows"))->trigger(); };
  ASSERT_TRUE(test::nextSignal(bar, &SelectionBar::answered, press) && idle());
  auto* open = dialog();
  ASSERT_NE(open, nullptr) << "it asked first, and then went on";
  EXPECT_TRUE(test::allTextOf(*open).contains(QStringLiteral("1 selected row is left as it is.")));
  for (auto* edit : open->findChildren<QLineEdit*>()) QTest::keyClicks(edit, QStringLiteral("INC-7"));
  const auto confirm = [open] {
    for (auto* button : open->findChildren<QPushButton*>()) {
      if (button->text() == QStringLiteral("&Settle")) QTest::mouseClick(button, Qt::LeftButton);
    }
  };
  ASSERT_TRUE(test::nextSignal(bar, &SelectionBar::written, confirm) && idle());
  EXPECT_EQ(states(), "succeeded in_progress succeeded");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle' AND reason = 'INC-7'"),
            "2");
  EXPECT_TRUE(bar->card()->findChild<writes::RowReportCard*>()->words().startsWith(
      QStringLiteral("Settle: 2 of 2 rows written. Written: 250.00 EUR.")))
      << bar->card()->findChild<writes::RowReportCard*>()->words().toStdString();
  test::takePictures(window, QStringLiteral("selection-settled"), {1100, 500});
}

TEST_F(SelectionTest, APlanIsAskedForOfTheSelectedRows) {
  ASSERT_TRUE(selected());
  std::vector<key::Identity> planned;
  QObject::connect(bar, &SelectionBar::planRequested, bar,
                   [&](const std::vector<key::Identity>& ids) { planned = ids; });
  action(QStringLiteral("Plan the selected rows"))->trigger();
  ASSERT_EQ(planned.size(), 3U);
  EXPECT_EQ(planned.front().key, "pay_1");
  bar->setSelected({});
  EXPECT_FALSE(action(QStringLiteral("Plan the selected rows"))->isEnabled());
  EXPECT_FALSE(action(QStringLiteral("Ask the gateway"))->isEnabled());
}

}  // namespace
}  // namespace onceover::cases
