// SPDX-License-Identifier: GPL-3.0-or-later
// One key's page with a real server behind it and a gateway on loopback.
#include "ui/cases/case_page.h"

#include <QAction>
#include <QCheckBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "core/key/fingerprint.h"
#include "core/reconcile/settle.h"
#include "tests/support/console_page.h"
#include "tests/support/fake_gateway.h"
#include "tests/ui/cases/gateway_stub.h"
#include "ui/cases/case_header.h"
#include "ui/cases/evidence_card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::cases {
namespace {

using test::ConsolePageTest;

class CasePageTest : public ConsolePageTest {
 protected:
  test::GatewayStub gateway;
  std::unique_ptr<CasePage> page;

  static key::Identity idOf(const std::string& key, const std::string& operation = "POST /payments") {
    return {"acme", operation, key};
  }

  // Claimed twenty minutes ago by an executor that died; its lease ended four minutes ago.
  void stuck(const key::Identity& id) {
    const key::Fingerprint fingerprint = key::fingerprint(R"({"amount":12500})");
    const std::string hex = key::text(fingerprint).substr(key::text(fingerprint).find(':') + 1);
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, "
        "state, fingerprint_kind, fingerprint, owner, correlation_id, customer, amount, currency, reference) "
        "VALUES ($1, $2, $3, now() - interval '20 min', now() - interval '20 min', "
        "nextval('onceover.fence'), now() - interval '4 min', 'in_progress', 'jcs-sha256', decode($4, "
        "'hex'), 'payments-7', 'req-81f3', 'Ms. Example (c_2041)', 125.00, 'EUR', 'ord-7')",
        {id.tenant, id.operation, id.key, hex});
  }
  [[nodiscard]] bool opened(const key::Identity& id) {
    if (!connectSession(gateway.config())) return false;
    page = std::make_unique<CasePage>(session);
    page->resize(1280, 800);
    page->show();
    page->open(id);
    return idle() && page->isSettled();
  }
  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  QAction* action(const QKeySequence& keys) {
    for (QAction* action : page->actions()) {
      if (action->shortcut() == keys) return action;
    }
    return nullptr;
  }
  QAction* askAction() { return action(QKeySequence(Qt::CTRL | Qt::Key_G)); }
  QAction* settleAction() { return action(QKeySequence(Qt::CTRL | Qt::Key_Return)); }
  [[nodiscard]] bool ask() {
    return test::nextSignal(page.get(), &CasePage::asked, [this] { askAction()->trigger(); }) && idle();
  }
  // The dialog that is open; one that was answered lives until its event loop ends.
  widgets::ConfirmDialog* openDialog() {
    for (auto* dialog : page->findChildren<widgets::ConfirmDialog*>()) {
      if (dialog->isVisible()) return dialog;
    }
    return nullptr;
  }
  // Says yes in the dialog as a person would.
  [[nodiscard]] bool settle(const QString& reason = QStringLiteral("customer called"),
                            const QString& ticket = QStringLiteral("INC-7")) {
    settleAction()->trigger();
    auto* dialog = openDialog();
    if (dialog == nullptr) return false;
    for (auto* edit : dialog->findChildren<QLineEdit*>()) {
      edit->setFocus();
      QTest::keyClicks(edit, edit->accessibleName().startsWith(QStringLiteral("Reason")) ? reason : ticket);
    }
    const auto press = [dialog] {
      for (auto* button : dialog->findChildren<QPushButton*>()) {
        if (button->text().contains(QStringLiteral("Settle"))) QTest::mouseClick(button, Qt::LeftButton);
      }
    };
    return test::nextSignal(page.get(), &CasePage::settleFinished, press) && idle();
  }
  QString text() const { return test::allTextOf(*page); }
  QString outcome() const { return page->findChild<OutcomeCard*>()->words(); }
  std::string stateOf(const std::string& key) {
    return raw.scalar("SELECT state FROM onceover.keys WHERE key = $1", {key});
  }
};

// Twenty stuck keys of one incident, one after the other.
class WalkTest : public CasePageTest {
 protected:
  [[nodiscard]] bool walked(const QKeySequence& keys) {
    return test::nextSignal(page.get(), &CasePage::walked, [&] { action(keys)->trigger(); }) && idle();
  }
  static QKeySequence next() { return QKeySequence(Qt::ALT | Qt::Key_Down); }
  static QKeySequence previous() { return QKeySequence(Qt::ALT | Qt::Key_Up); }
  QString place() const { return page->findChild<WalkBar*>()->words(); }
  std::string openKey() const { return page->identity() ? page->identity()->key : std::string(); }
  QCheckBox* askOnOpening() const {
    for (auto* box : page->findChildren<QCheckBox*>()) {
      if (box->text() == QStringLiteral("As&k on opening")) return box;
    }
    return nullptr;
  }
};

TEST_F(WalkTest, NextAndPreviousLeadThroughTheStuckKeysAndSkipWhatIsSettled) {
  for (int i = 1; i <= 4; ++i) {
    stuck(idOf("pay_" + std::to_string(i)));
    raw.exec(
        "UPDATE onceover.keys SET locked_until = locked_until - $2::int * interval '1 min' WHERE key = $1",
        {"pay_" + std::to_string(i), std::to_string(10 - i)});
  }
  ASSERT_TRUE(opened(idOf("pay_1")));
  EXPECT_EQ(place(), QStringLiteral("1 of 4"));
  ASSERT_TRUE(walked(next()));
  EXPECT_EQ(openKey(), "pay_2");
  // its executor came back
  raw.exec("UPDATE onceover.keys SET locked_until = now() + interval '1 h' WHERE key = 'pay_3'");
  ASSERT_TRUE(walked(next()));
  EXPECT_EQ(openKey(), "pay_4");
  EXPECT_EQ(place(), QStringLiteral("4 of 4 · 3 still stuck"));
  ASSERT_TRUE(walked(next()));
  EXPECT_EQ(openKey(), "pay_4");
  EXPECT_TRUE(place().startsWith(QStringLiteral("This is the last of the list."))) << place().toStdString();
  ASSERT_TRUE(walked(previous()));
  EXPECT_EQ(openKey(), "pay_2");
}

TEST_F(WalkTest, TheFilterOfTheListIsKept) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2", "PUT /payouts"));
  stuck(idOf("pay_3"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  page->walkThrough({.operation = "POST /payments"});
  ASSERT_TRUE(walked(next()));
  EXPECT_EQ(openKey(), "pay_3");
  EXPECT_EQ(place(), QStringLiteral("2 of 2 · operation POST /payments"));
  ASSERT_TRUE(walked(previous()));
  EXPECT_EQ(openKey(), "pay_1");
}

TEST_F(WalkTest, TheGatewayIsAskedOnOpeningWhereAPersonWantsThat) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  EXPECT_EQ(gateway.asked(), 0) << "not unless it is wanted";
  QString kept;
  page->setMemory({[&kept](const QString&) { return kept; },
                   [&kept](const QString&, const QString& value) { kept = value; }});
  ASSERT_NE(askOnOpening(), nullptr);
  askOnOpening()->click();
  EXPECT_EQ(kept, QStringLiteral("on"));
  ASSERT_TRUE(walked(next()));
  EXPECT_EQ(openKey(), "pay_2");
  EXPECT_EQ(gateway.asked(), 1);
  EXPECT_TRUE(settleAction()->isEnabled());
  EXPECT_EQ(audited(), "0");
  test::takePictures(*page, QStringLiteral("case-walk"));
}

// "Arm writes" interrupts the settling; the person does not begin again.
TEST_F(WalkTest, WhatWasBegunGoesOnOnceWritesAreArmedAndIsDroppedWhereTheyAreNot) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  settleAction()->trigger();
  EXPECT_EQ(openDialog(), nullptr);
  ASSERT_TRUE(armSession());
  test::settleLayout();
  ASSERT_NE(openDialog(), nullptr) << "the dialog that was asked for";
  openDialog()->reject();
  session.disarm();
  settleAction()->trigger();
  session.dropWhenArmed();  // the person closed "Arm writes"
  ASSERT_TRUE(armSession());
  test::settleLayout();
  EXPECT_EQ(openDialog(), nullptr);
  EXPECT_EQ(stateOf("pay_1"), "in_progress");
}

TEST_F(WalkTest, TheReasonIsCarriedOverWithinAnIncident) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  ASSERT_TRUE(settle(QStringLiteral("payments-7 died"), QStringLiteral("INC-7")));
  ASSERT_TRUE(walked(next()));
  ASSERT_EQ(openKey(), "pay_2");
  ASSERT_TRUE(ask());
  settleAction()->trigger();
  ASSERT_NE(openDialog(), nullptr);
  EXPECT_EQ(openDialog()->reason(), QStringLiteral("payments-7 died"));
  EXPECT_EQ(openDialog()->ticket(), QStringLiteral("INC-7"));
  const auto press = [this] { QTest::keyClick(openDialog(), Qt::Key_Return); };
  ASSERT_TRUE(test::nextSignal(page.get(), &CasePage::settleFinished, press) && idle());
  EXPECT_EQ(stateOf("pay_2"), "succeeded");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle' AND reason = 'payments-7 "
                       "died' AND ticket = 'INC-7'"),
            "2");
  ASSERT_TRUE(connectSession(gateway.config()));
  EXPECT_TRUE(session.incident().reason.isEmpty()) << "another connection is another incident";
}

// The measure of the page: two keys a case and one to the next, and the reason once.
TEST_F(WalkTest, TwentyStuckKeysAreSettledOneByOneWithThreeKeysEach) {
  constexpr int twenty = 20;
  for (int i = 1; i <= twenty; ++i) stuck(idOf("pay_" + std::to_string(i)));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  askOnOpening()->click();
  page->activateWindow();
  ASSERT_TRUE(armSession());
  int pressed = 0, typed = 0;
  const auto press = [&](QWidget* in, int key, Qt::KeyboardModifiers with = Qt::NoModifier) {
    ++pressed;
    QTest::keyClick(in, static_cast<Qt::Key>(key), with);
  };
  ASSERT_TRUE(ask());
  for (int i = 0; i < twenty; ++i) {
    // Where there is no window manager, nothing is active once a dialog is closed.
    page->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(page.get()));
    page->setFocus();
    if (i > 0) {
      const auto opens = [&] {
        ++pressed;
        action(next())->trigger();
      };
      ASSERT_TRUE(test::nextSignal(page.get(), &CasePage::asked, opens) && idle()) << i;
    }
    press(page.get(), Qt::Key_Return, Qt::ControlModifier);
    auto* dialog = openDialog();
    ASSERT_NE(dialog, nullptr) << i;
    if (i == 0) {
      for (auto* edit : dialog->findChildren<QLineEdit*>()) {
        if (edit->accessibleName().startsWith(QStringLiteral("Reason")))
          QTest::keyClicks(edit, QStringLiteral("payments-7 died"));
      }
      ++typed;
    }
    ASSERT_TRUE(
        test::nextSignal(page.get(), &CasePage::settleFinished, [&] { press(dialog, Qt::Key_Return); }) &&
        idle())
        << i;
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"),
            std::to_string(twenty));
  EXPECT_EQ(raw.scalar(
                "SELECT count(*) FROM onceover.audit WHERE action = 'settle' AND reason = 'payments-7 died'"),
            std::to_string(twenty));
  EXPECT_EQ(pressed, 3 * twenty - 1);
  EXPECT_EQ(typed, 1);
}

// Released by mistake: taken back from the case itself, and both acts are a click away in the trail.
TEST_F(WalkTest, AReleaseIsUndoneOnTheCaseAndLinksLeadToTheTrail) {
  stuck(idOf("pay_1"));
  auto store =
      pg::Connection::open({.conninfo = database.conninfo(), .application_name = "walk-test"}).value();
  test::FakeGateway knowsNothing;
  const audit::Actor alice{"alice", "desk-1", "onceover"};
  const auto row = reconcile::read(store, tables::own(), idOf("pay_1")).value();
  const auto owned = reconcile::own(store, tables::own(), reconcile::fenced(*row), std::chrono::seconds(60),
                                    alice, "on call")
                         .value();
  const auto& taken = std::get<reconcile::Owned>(owned).row;
  const auto asked = reconcile::ask(knowsNothing, {taken}, taken.updated_at,
                                    {Steady::now() + std::chrono::seconds(5), 8, false})
                         .front();
  ASSERT_TRUE(reconcile::settle(store, tables::own(),
                                reconcile::settlement_for(taken, asked, "no effect", std::chrono::seconds(5)),
                                alice, "INC-1"));
  ASSERT_EQ(stateOf("pay_1"), "released");
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  QAction* undo = action(QKeySequence::Undo);
  ASSERT_TRUE(undo->isEnabled()) << undo->whatsThis().toStdString();
  undo->trigger();
  ASSERT_NE(openDialog(), nullptr);
  for (auto* edit : openDialog()->findChildren<QLineEdit*>())
    QTest::keyClicks(edit, QStringLiteral("wrong key"));
  const auto press = [this] {
    for (auto* button : openDialog()->findChildren<QPushButton*>()) {
      if (button->text() == QStringLiteral("&Undo")) QTest::mouseClick(button, Qt::LeftButton);
    }
  };
  ASSERT_TRUE(test::nextSignal(page.get(), &CasePage::undone, press) && idle());
  EXPECT_EQ(stateOf("pay_1"), "in_progress");
  EXPECT_TRUE(outcome().contains(QStringLiteral("is undone: the row is in progress again.")))
      << outcome().toStdString();
  qint64 shown = 0;
  QObject::connect(page.get(), &CasePage::auditRequested, page.get(),
                   [&shown](qint64 number) { shown = number; });
  for (auto* button : page->findChild<OutcomeCard*>()->findChildren<QPushButton*>()) {
    if (button->text().startsWith(QStringLiteral("Audit no."))) QTest::mouseClick(button, Qt::LeftButton);
  }
  EXPECT_EQ(std::to_string(shown), raw.scalar("SELECT max(id) FROM onceover.audit WHERE action = 'undo'"));
  EXPECT_FALSE(undo->isEnabled()) << "an undoing is not undone";
  test::takePictures(*page, QStringLiteral("case-undone"));
}

TEST_F(CasePageTest, ABodyThatIsNotWhatItsTypeSaysIsNotSent) {
  stuck(idOf("pay_1"));
  gateway.setAnswer({200, R"({"idempotency_key":"%KEY%"})"});
  key::StoredResponse response{
      .code = 201, .headers = {{"Content-Type", "application/json"}}, .body = "<ok/>"};
  EXPECT_TRUE(reconcile::why_not_of_its_type(response));
  response.body = R"({"ok": true})";
  EXPECT_FALSE(reconcile::why_not_of_its_type(response));
}

TEST_F(CasePageTest, WithoutAKeyItSaysHowToOpenOne) {
  ASSERT_TRUE(connectSession(gateway.config()));
  CasePage empty(session);
  EXPECT_EQ(empty.paneState(), widgets::StatePane::State::empty);
}

TEST_F(CasePageTest, ACaseOpensAtItsTopWhereverTheOneBeforeWas) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  QScrollArea* scroll = nullptr;
  for (auto* area : page->findChildren<QScrollArea*>()) {
    if (area->accessibleName() == QStringLiteral("Case")) scroll = area;
  }
  ASSERT_NE(scroll, nullptr);
  ASSERT_GT(scroll->verticalScrollBar()->maximum(), 0);
  scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
  page->open(idOf("pay_2"));
  ASSERT_TRUE(idle());
  EXPECT_EQ(scroll->verticalScrollBar()->value(), 0);
  scroll->verticalScrollBar()->setValue(40);
  page->refresh();
  ASSERT_TRUE(idle());
  EXPECT_EQ(scroll->verticalScrollBar()->value(), 40) << "what is looked at stays where it is";
}

TEST_F(CasePageTest, ALongReferenceGivesWayToTheAmountAtAnyWidth) {
  stuck(idOf("pay_1"));
  raw.tamper(
      "UPDATE onceover.keys SET amount = 123456789012.34, reference = repeat('reference-', 40), customer = "
      "repeat('name ', 60)");
  ASSERT_TRUE(opened(idOf("pay_1")));
  for (const int width : {1280, 960, 904}) {  // the last: what a window of 960 leaves to it
    page->resize(width, 800);
    QCoreApplication::sendPostedEvents();
    QWidget* amount = nullptr;
    for (auto* label : page->findChildren<QLabel*>()) {
      if (label->accessibleName() == QStringLiteral("Amount") &&
          label->text() == QStringLiteral("123456789012.34 EUR"))
        amount = label;
    }
    ASSERT_NE(amount, nullptr);
    EXPECT_GE(amount->width(), amount->minimumSizeHint().width()) << width;
    const QPoint left = amount->mapTo(page.get(), QPoint(0, 0)),
                 right = amount->mapTo(page.get(), QPoint(amount->width(), 0));
    EXPECT_GE(left.x(), 0) << width;
    EXPECT_LE(right.x(), width) << width;
    test::takePictures(*page, QStringLiteral("case-long-reference-%1").arg(width), {width, 800});
  }
}

TEST_F(CasePageTest, WhoHowMuchAndWhatClientsGetStandsAtTheTop) {
  stuck(idOf("pay_1"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::content);
  for (const char* words : {"125.00 EUR", "Ms. Example (c_2041)", "ord-7", "pay_1", "POST /payments",
                            "Clients get 409", "correlation id req-81f3", "awaiting_reconciliation",
                            "claimed by payments-7", "lease ended", "Not asked yet"}) {
    EXPECT_TRUE(text().contains(QString::fromLatin1(words))) << words;
  }
  EXPECT_TRUE(page->asOf());
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("pay_1")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
}

TEST_F(CasePageTest, AHostileKeyIsLiteralText) {
  const std::string hostile = "<img src=/etc/passwd> <b>k</b> %1 %2";
  stuck(idOf(hostile));
  ASSERT_TRUE(opened(idOf(hostile)));
  EXPECT_TRUE(text().contains(QString::fromStdString(hostile)));
  for (const QLabel* label : page->findChildren<QLabel*>())
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
  gateway.performed();
  ASSERT_TRUE(ask());
  for (const QLabel* label : page->findChildren<QLabel*>())
    EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
}

TEST_F(CasePageTest, AskingWhileReadOnlyWritesNothingAndOffersWhatFollows) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  const std::string before = raw.scalar("SELECT k::text || k.xmin::text FROM onceover.keys k");
  ASSERT_TRUE(ask());
  EXPECT_EQ(raw.scalar("SELECT k::text || k.xmin::text FROM onceover.keys k"), before);
  EXPECT_EQ(audited(), "0");
  for (const char* words :
       {"HTTP 200", "GET http://127.0.0.1", "same", "Clients that retry get 201", "Settle as succeeded"}) {
    EXPECT_TRUE(text().contains(QString::fromLatin1(words))) << words;
  }
  EXPECT_FALSE(text().contains(QStringLiteral("of Ms. Example"))) << "the raw answer is masked";
  EXPECT_TRUE(settleAction()->isEnabled());
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("case-asked"));
}

TEST_F(CasePageTest, AShortcutAsks) {
  stuck(idOf("pay_1"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  page->activateWindow();
  page->setFocus();
  EXPECT_TRUE(test::nextSignal(page.get(), &CasePage::asked,
                               [this] { QTest::keyClick(page.get(), Qt::Key_G, Qt::ControlModifier); }));
  EXPECT_EQ(gateway.asked(), 1);
}

TEST_F(CasePageTest, NothingIsOfferedWhereNothingIsKnown) {
  stuck(idOf("pay_1"));
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  EXPECT_FALSE(settleAction()->isEnabled());
  EXPECT_FALSE(test::allTextOf(*page->findChild<EvidenceCard*>()).contains(QStringLiteral("Settle as")));
  EXPECT_TRUE(text().contains(QStringLiteral("Ask again later")));
  test::takePictures(*page, QStringLiteral("case-unknown"));
}

TEST_F(CasePageTest, AnotherAmountIsLoudAndNeverOffered) {
  stuck(idOf("pay_1"));
  gateway.performed("999.00");
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  EXPECT_TRUE(text().contains(QStringLiteral("differs")));
  EXPECT_TRUE(text().contains(QStringLiteral("Do not retry")));
  EXPECT_FALSE(settleAction()->isEnabled());
  test::takePictures(*page, QStringLiteral("case-loud"));
}

TEST_F(CasePageTest, SettlingUnarmedAsksToArmAndWritesNothing) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  QSignalSpy arm(page.get(), &CasePage::armRequested);
  settleAction()->trigger();
  EXPECT_EQ(arm.count(), 1);
  EXPECT_EQ(openDialog(), nullptr);
  EXPECT_EQ(audited(), "0");
}

TEST_F(CasePageTest, ASettlementNeedsAReasonAndShowsSqlAndBothRowsFirst) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  settleAction()->trigger();
  auto* dialog = openDialog();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(
      dialog->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("UPDATE onceover.keys")));
  for (const auto* button : dialog->findChildren<QPushButton*>()) {
    if (button->text().contains(QStringLiteral("Settle"))) {
      EXPECT_FALSE(button->isEnabled());
    }
  }
  EXPECT_EQ(test::namelessControls(*dialog), QStringList());
  test::takePictures(*dialog, QStringLiteral("case-settle-dialog"), {760, 720});
  dialog->reject();
  EXPECT_EQ(audited(), "0");
}

TEST_F(CasePageTest, WhatIsConfirmedIsSettledAndProved) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  ASSERT_TRUE(settle());
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("Settled as succeeded. Audit row no. ")))
      << outcome().toStdString();
  EXPECT_EQ(stateOf("pay_1"), "succeeded");
  EXPECT_EQ(gateway.asked(), 2) << "asked again before anything was written";
  EXPECT_EQ(
      raw.scalar(
          "SELECT reason || '/' || ticket || '/' || program FROM onceover.audit WHERE action = 'settle'"),
      "customer called/INC-7/onceover");
  EXPECT_TRUE(text().contains(QStringLiteral("settled as succeeded by")));
  EXPECT_FALSE(settleAction()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("Clients get 201")));
  test::takePictures(*page, QStringLiteral("case-settled"));
}

TEST_F(CasePageTest, WhatNothingFollowsFromCanBeCancelledAtTheGateway) {
  gateway.takeCancels();
  stuck(idOf("pay_1"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  EXPECT_TRUE(text().contains(QStringLiteral("Cancel at the gateway, settle as failed")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("told never to perform it, which cannot be taken back")));
  EXPECT_EQ(gateway.cancelled(), 0) << "asking cancels nothing";
  test::takePictures(*page, QStringLiteral("case-cancel"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(gateway.cancelled(), 1);
  EXPECT_EQ(stateOf("pay_1"), "failed") << outcome().toStdString();
  EXPECT_EQ(
      raw.scalar(
          "SELECT verdict || ' ' || (evidence ->> 'finding') FROM onceover.audit WHERE action = 'settle'"),
      "settle_failed no_such_key");
}

TEST_F(CasePageTest, ARowThatSomebodyElseSettledIsShownInBothVersions) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  raw.tamper(
      "UPDATE onceover.keys SET state = 'succeeded', fence = nextval('onceover.fence'), locked_until = NULL, "
      "response_version = 1, response_code = 200, response_body = '{}', completed_at = now(), expires_at = "
      "now() + interval '1 day'");
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
      "to_state, fence_after, reason) SELECT 'settle', 'bob', 'desk-2', 'oncectl', tenant, operation, key, "
      "'in_progress', 'succeeded', fence, 'first' FROM onceover.keys");
  ASSERT_TRUE(settle());
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("Another user settled it: bob@desk-2, ")))
      << outcome().toStdString();
  EXPECT_EQ(audited(), "1");
  test::takePictures(*page, QStringLiteral("case-changed"));
}

TEST_F(CasePageTest, EvidenceThatChangesWhileSettlingSettlesNothing) {
  stuck(idOf("pay_1"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  ASSERT_TRUE(text().contains(QStringLiteral("Release for the client")));
  gateway.performed();
  ASSERT_TRUE(settle());
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("The gateway's answer has changed")))
      << outcome().toStdString();
  EXPECT_EQ(stateOf("pay_1"), "in_progress");
  EXPECT_TRUE(text().contains(QStringLiteral("Settle as succeeded")))
      << "the new evidence is shown, with what it offers";
  ASSERT_TRUE(settle());
  EXPECT_EQ(stateOf("pay_1"), "succeeded") << outcome().toStdString();
}

TEST_F(CasePageTest, AnEffectWithoutATemplateTakesTheResponseAPersonTypes) {
  const auto refund = idOf("ref_1", "POST /refunds");
  stuck(refund);
  gateway.performed();
  ASSERT_TRUE(opened(refund));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  EXPECT_FALSE(settleAction()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("Type the response body first")));
  for (auto* edit : page->findChildren<QPlainTextEdit*>()) {
    if (edit->accessibleName() == QStringLiteral("Response body"))
      QTest::keyClicks(edit, QStringLiteral("{\"id\":\"by hand\"}"));
  }
  ASSERT_TRUE(settleAction()->isEnabled());
  test::takePictures(*page, QStringLiteral("case-needs-response"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(raw.scalar("SELECT convert_from(response_body, 'UTF8') FROM onceover.keys"),
            "{\"id\":\"by hand\"}");
}

TEST_F(CasePageTest, ARefreshKeepsEvidenceTypedTextAndWhatWasRevealed) {
  const auto refund = idOf("ref_1", "POST /refunds");
  stuck(refund);
  gateway.performed();
  ASSERT_TRUE(opened(refund));
  ASSERT_TRUE(ask());
  QList<QPlainTextEdit*> typed;
  for (auto* edit : page->findChildren<QPlainTextEdit*>()) {
    if (!edit->isReadOnly() && edit->isVisible()) typed.append(edit);
  }
  ASSERT_EQ(typed.size(), 3) << "two of the evidence, and the note";
  for (auto* edit : typed) QTest::keyClicks(edit, QStringLiteral("typed"));
  widgets::JsonView* answer = nullptr;
  for (auto* view : page->findChildren<widgets::JsonView*>()) {
    if (view->isVisible() && view->copyText().startsWith(QStringLiteral("(Raw answer: masked")))
      answer = view;
  }
  ASSERT_TRUE(answer) << "copying honours the mask";
  answer->setMasked(false);
  ASSERT_TRUE(refreshed(*page));
  for (const auto* edit : typed) EXPECT_EQ(edit->toPlainText(), QStringLiteral("typed"));
  EXPECT_FALSE(answer->isMasked());
  EXPECT_TRUE(page->findChild<EvidenceCard*>()->asked());
}

TEST_F(CasePageTest, AKeyThatMovedOnSinceItWasAskedAboutIsNotSettledFromOldEvidence) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  ASSERT_TRUE(settleAction()->isEnabled());
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence')");
  ASSERT_TRUE(refreshed(*page));
  EXPECT_FALSE(settleAction()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("Ask again")));
}

TEST_F(CasePageTest, AnotherKeyStartsClean) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(ask());
  page->open(idOf("pay_2"));
  ASSERT_TRUE(idle());
  EXPECT_TRUE(text().contains(QStringLiteral("pay_2")));
  EXPECT_FALSE(page->findChild<EvidenceCard*>()->asked());
  EXPECT_FALSE(settleAction()->isEnabled());
}

TEST_F(CasePageTest, AnAnswerAboutAnotherKeyIsNotShownUnderThisOne) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  askAction()->trigger();
  page->open(idOf("pay_2"));
  ASSERT_TRUE(idle());
  EXPECT_FALSE(page->findChild<EvidenceCard*>()->asked());
  ASSERT_TRUE(ask()) << "asking is free again";
  EXPECT_EQ(page->findChild<EvidenceCard*>()->asked()->row.id.key, "pay_2");
}

TEST_F(CasePageTest, AnOutcomeAboutAnotherKeyIsNotShownUnderThisOneButIsWritten) {
  stuck(idOf("pay_1"));
  stuck(idOf("pay_2"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  settleAction()->trigger();
  auto* dialog = openDialog();
  ASSERT_TRUE(dialog);
  QTest::keyClicks(dialog->focusWidget(), QStringLiteral("because"));
  const bool finished = test::nextSignal(page.get(), &CasePage::settleFinished, [&] {
    dialog->accept();
    page->open(idOf("pay_2"));
  });
  ASSERT_TRUE(finished);
  ASSERT_TRUE(idle());
  EXPECT_EQ(stateOf("pay_1"), "succeeded");
  EXPECT_EQ(stateOf("pay_2"), "in_progress");
  EXPECT_FALSE(page->findChild<OutcomeCard*>()->isVisible());
}

TEST_F(CasePageTest, ASessionThatDisarmedItselfMeanwhileWritesNothingAndSaysSo) {
  stuck(idOf("pay_1"));
  gateway.performed();
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  settleAction()->trigger();
  auto* dialog = openDialog();
  ASSERT_TRUE(dialog);
  session.disarm();
  QTest::keyClicks(dialog->focusWidget(), QStringLiteral("because"));
  ASSERT_TRUE(test::nextSignal(page.get(), &CasePage::settleFinished, [dialog] { dialog->accept(); }));
  EXPECT_TRUE(outcome().contains(QStringLiteral("Nothing was written"))) << outcome().toStdString();
  EXPECT_EQ(audited(), "0");
  EXPECT_EQ(stateOf("pay_1"), "in_progress");
}

TEST_F(CasePageTest, AReleaseSaysUntilWhenTheGatewayDedupes) {
  stuck(idOf("pay_1"));
  ASSERT_TRUE(opened(idOf("pay_1")));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  EXPECT_TRUE(text().contains(QStringLiteral("which still dedupes it until")));
  ASSERT_TRUE(settle());
  EXPECT_EQ(stateOf("pay_1"), "released");
  EXPECT_TRUE(text().contains(QStringLiteral("The next request runs it")));
}

TEST_F(CasePageTest, AKeyThatIsNotThereSaysWhatTheNextRequestDoes) {
  ASSERT_TRUE(opened(idOf("never seen")));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
  EXPECT_TRUE(text().contains(QStringLiteral("The next request claims it")));
}

TEST_F(CasePageTest, WithoutAGatewayItSaysWhyNobodyIsAsked) {
  stuck(idOf("pay_1"));
  ASSERT_TRUE(connectSession());
  page = std::make_unique<CasePage>(session);
  page->show();
  page->open(idOf("pay_1"));
  ASSERT_TRUE(idle());
  EXPECT_FALSE(askAction()->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("No gateway is configured")));
}

TEST_F(CasePageTest, AStoreThatCannotBeReadSaysSo) {
  raw.exec("ALTER TABLE onceover.keys RENAME TO moved");
  ASSERT_TRUE(opened(idOf("pay_1")));
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::error);
}

TEST_F(CasePageTest, ThePageBeforeAnybodyAsks) {
  stuck(idOf("pay_8f14e45fceea167a5a36dedd4bea2543"));
  ASSERT_TRUE(opened(idOf("pay_8f14e45fceea167a5a36dedd4bea2543")));
  test::takePictures(*page, QStringLiteral("case"));
}

}  // namespace
}  // namespace onceover::cases
