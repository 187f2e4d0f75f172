// The main job, driven as a person drives it: connect, find the stuck key, ask, arm, settle, see the audit row; and the same
// with somebody else changing the row in between. Keys and clicks go to the window; the server and the gateway are real.
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "tests/support/console_page.h"
#include "tests/ui/reconcile/gateway_stub.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/reconcile/case_page.h"
#include "ui/reconcile/outcome_card.h"
#include "ui/shell/arm_dialog.h"
#include "ui/shell/connect_page.h"
#include "ui/widgets/confirm_dialog.h"

namespace onceover::shell {
namespace {

class JourneyTest : public WindowTest {
 protected:
  test::RawConnection raw = database.connect();
  test::GatewayStub gateway;

  // An executor claimed it and died; its lease has ended.
  void stick(const std::string& key, const std::string& since) {
    const std::string text = key::text(key::fingerprint(R"({"amount":12500})"));
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, state, fingerprint_kind, "
        "fingerprint, owner, "
        "customer, amount, currency, reference) VALUES ('acme', 'POST /payments', $1, now() - $3::interval, now() - $3::interval, "
        "nextval('onceover.fence'), "
        "now() - $3::interval / 2, 'in_progress', 'jcs-sha256', decode($2, 'hex'), 'payments-7/41#0a0b0c0d', 'c_2041', 125.00, 'EUR', "
        "'ord-7')",
        {key, text.substr(text.find(':') + 1), since});
  }
  [[nodiscard]] bool idle() {
    return test::spinUntil(
        [this] { return !session.isBusy() && (window.currentPage() < 0 || window.page(window.currentPage())->isSettled()); });
  }
  widgets::Page* current() { return window.page(window.currentPage()); }
  template <class Dialog>
  Dialog* visibleDialog() {
    for (auto* dialog : window.findChildren<Dialog*>()) {
      if (dialog->isVisible()) return dialog;
    }
    return nullptr;
  }
  static QPushButton* buttonOf(const QWidget& parent, const QString& word) {
    for (auto* button : parent.findChildren<QPushButton*>()) {
      if (button->isVisible() && button->text().remove(QLatin1Char('&')).startsWith(word)) return button;
    }
    return nullptr;
  }
  static QLineEdit* editOf(const QWidget& parent, const QString& name) {
    for (auto* edit : parent.findChildren<QLineEdit*>()) {
      if (edit->isVisible() && edit->accessibleName().startsWith(name)) return edit;
    }
    return nullptr;
  }
  // The table whose cells show the text, and the row it stands in.
  static std::pair<QTableView*, int> rowWith(const QWidget& parent, const QString& text) {
    for (auto* table : parent.findChildren<QTableView*>()) {
      if (table->model() == nullptr || !table->isVisible()) continue;
      for (int row = 0; row < table->model()->rowCount(); ++row) {
        for (int column = 0; column < table->model()->columnCount(); ++column) {
          if (table->model()->index(row, column).data().toString().contains(text)) return {table, row};
        }
      }
    }
    return {nullptr, -1};
  }

  void connectByTyping() {
    auto& page = window.connectPage();
    QLineEdit* uri = editOf(page, QStringLiteral("Connection string"));
    ASSERT_NE(uri, nullptr);
    QTest::keyClicks(uri, QString::fromStdString(database.conninfo()));
    QLineEdit* config = editOf(page, QStringLiteral("Gateway"));
    ASSERT_NE(config, nullptr);
    QTest::keyClicks(config, gateway.config());
    QPushButton* connect = buttonOf(page, QStringLiteral("Connect"));
    ASSERT_NE(connect, nullptr);
    QTest::mouseClick(connect, Qt::LeftButton);
    ASSERT_TRUE(test::spinUntil([this] { return session.isReady(); })) << session.lastError().sentence();
    window.setLive(false);
    ASSERT_TRUE(idle());
  }
  // Through the page of stuck leases, by Enter on the key's row.
  void openStuckKey(const std::string& key) {
    press(Qt::Key_3, Qt::AltModifier);
    ASSERT_TRUE(idle());
    ASSERT_TRUE(test::spinUntil([&] { return rowWith(*current(), QString::fromStdString(key)).first != nullptr; }));
    const auto [table, row] = rowWith(*current(), QString::fromStdString(key));
    table->setFocus();
    table->setCurrentIndex(table->model()->index(row, 0));
    QTest::keyClick(table, Qt::Key_Return);
    ASSERT_TRUE(idle());
    ASSERT_EQ(window.pageId(window.currentPage()), QStringLiteral("case"));
  }
  void ask() {
    press(Qt::Key_G, Qt::ControlModifier);
    ASSERT_TRUE(idle());
  }
  void arm() {
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = visibleDialog<ArmDialog>();
    ASSERT_NE(dialog, nullptr);
    QTest::mouseClick(buttonOf(*dialog, QStringLiteral("Arm")), Qt::LeftButton);
    ASSERT_TRUE(test::spinUntil([this] { return session.isArmed(); }));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  }
  void settle(const QString& reason) {
    auto* page = qobject_cast<reconcile::CasePage*>(current());
    ASSERT_NE(page, nullptr);
    page->setFocus();
    press(Qt::Key_Return, Qt::ControlModifier);
    auto* dialog = visibleDialog<widgets::ConfirmDialog>();
    ASSERT_NE(dialog, nullptr);
    QTest::keyClicks(editOf(*dialog, QStringLiteral("Reason")), reason);
    ASSERT_TRUE(test::nextSignal(page, &reconcile::CasePage::settleFinished,
                                 [&] { QTest::mouseClick(buttonOf(*dialog, QStringLiteral("Settle")), Qt::LeftButton); }));
    ASSERT_TRUE(idle());
  }
};

TEST_F(JourneyTest, AStuckKeyIsFoundAskedAboutSettledAndOnRecord) {
  stick("pay_0815", "40 min");
  gateway.performed();
  ASSERT_NO_FATAL_FAILURE(connectByTyping());
  EXPECT_TRUE(test::allTextOf(*current()).contains(QStringLiteral("stuck")));
  ASSERT_NO_FATAL_FAILURE(openStuckKey("pay_0815"));
  ASSERT_NO_FATAL_FAILURE(ask());
  EXPECT_EQ(gateway.asked(), 1);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");  // reading and asking have written nothing
  ASSERT_NO_FATAL_FAILURE(arm());
  ASSERT_NO_FATAL_FAILURE(settle(QStringLiteral("INC-7: customer called")));
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || response_code FROM onceover.keys"), "succeeded 201");
  EXPECT_EQ(raw.scalar("SELECT reason FROM onceover.audit WHERE action = 'settle'"), "INC-7: customer called");

  press(Qt::Key_6, Qt::AltModifier);
  ASSERT_TRUE(idle());
  EXPECT_NE(rowWith(*current(), QStringLiteral("pay_0815")).first, nullptr);
  EXPECT_NE(rowWith(*current(), QStringLiteral("INC-7: customer called")).first, nullptr);

  // And the client gets its answer.
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  engine::Engine engine(*connection, nullptr);
  auto outcome = engine.claim({{"acme", "POST /payments", "pay_0815"}, key::fingerprint(R"({"amount":12500})"), "test", "", {}}, {});
  ASSERT_TRUE(outcome) << outcome.error().sentence();
  EXPECT_TRUE(std::holds_alternative<engine::Replay>(*outcome));
}

TEST_F(JourneyTest, WhereSomebodyElseWasFasterNothingIsWrittenAndBothVersionsAreShown) {
  stick("pay_0816", "40 min");
  gateway.performed();
  ASSERT_NO_FATAL_FAILURE(connectByTyping());
  ASSERT_NO_FATAL_FAILURE(openStuckKey("pay_0816"));
  ASSERT_NO_FATAL_FAILURE(ask());
  ASSERT_NO_FATAL_FAILURE(arm());
  raw.tamper(
      "UPDATE onceover.keys SET state = 'succeeded', fence = nextval('onceover.fence'), response_version = 1, response_code = 200, "
      "response_body = 'theirs', "
      "response_headers = '', completed_at = now(), expires_at = now() + interval '1 day', locked_until = NULL");
  ASSERT_NO_FATAL_FAILURE(settle(QStringLiteral("customer called")));
  EXPECT_EQ(raw.scalar("SELECT response_code::text FROM onceover.keys"), "200");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  auto* outcome = current()->findChild<reconcile::OutcomeCard*>();
  EXPECT_TRUE(outcome->words().contains(QStringLiteral("Nothing was written"))) << outcome->words().toStdString();
  const auto [versions, row] = rowWith(*outcome, QStringLiteral("in_progress"));
  ASSERT_NE(versions, nullptr);
  EXPECT_EQ(rowWith(*outcome, QStringLiteral("succeeded")).second, row);  // the state as it was seen, beside what it is now
}

}  // namespace
}  // namespace onceover::shell
