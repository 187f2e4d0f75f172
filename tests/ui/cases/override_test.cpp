// SPDX-License-Identifier: GPL-3.0-or-later
// A manual override about a key of ours, and the second approver who approves it on the page of what needs a
// person.
#include <QPlainTextEdit>
#include <QSpinBox>

#include "tests/ui/cases/gateway_stub.h"
#include "tests/ui/shift/fixture.h"
#include "ui/cases/case_page.h"
#include "ui/cases/elsewhere_card.h"
#include "ui/cases/evidence_card.h"
#include "ui/cases/override_card.h"

namespace onceover::cases {
namespace {

const QString wordSucceed = QStringLiteral("Settle as succeeded"),
              wordFail = QStringLiteral("Settle as failed"), wordRelease = QStringLiteral("Release");

class OwnVerdictTest : public shift::QueueTest {
 protected:
  test::GatewayStub gateway;
  std::unique_ptr<CasePage> casePage;

  void TearDown() override {
    casePage.reset();
    shift::QueueTest::TearDown();
  }
  // As the asker, with the key's page read; noGateway: nobody can be asked.
  [[nodiscard]] bool caseOf(const std::string& key, bool noGateway = false) {
    bridge::ConnectionProfile profile;
    profile.name = QStringLiteral("test");
    profile.conninfo = QString::fromStdString(asker.conninfo());
    if (!noGateway) profile.gatewayConfig = gateway.config();
    desk->connectTo(profile);
    if (!test::waitFor(desk.get(), &bridge::Session::stateChanged, [this] { return desk->isReady(); }))
      return false;
    casePage = std::make_unique<CasePage>(*desk);
    casePage->resize(1280, 800);
    casePage->show();
    casePage->open(idOf(key));
    return idle() && casePage->paneState() == widgets::StatePane::State::content;
  }
  OverrideCard* card() { return casePage->findChild<OverrideCard*>(); }
  QPushButton* act(const QString& verb) { return named<QPushButton>(*card(), verb); }
  OverrideDialog* dialog() {
    for (auto* each : casePage->findChildren<OverrideDialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  static void type(QWidget* into, const QString& text) {
    ASSERT_NE(into, nullptr);
    into->setFocus();
    QTest::keyClicks(into, text);
  }
  // All that the word needs but its last field.
  void fill(OverrideDialog& in) {
    if (auto* body = named<QPlainTextEdit>(in, QStringLiteral("Response body")))
      type(body, QStringLiteral("{\"error\":\"gone\"}"));
    type(named<QLineEdit>(in, QStringLiteral("Reason (kept in the audit trail)")),
         QStringLiteral("the gateway is gone"));
    type(named<QLineEdit>(in, QStringLiteral("Ticket")), QStringLiteral("INC-7"));
  }
  [[nodiscard]] bool say(const QString& verb) {
    QTest::mouseClick(act(verb), Qt::LeftButton);
    auto* open = dialog();
    if (open == nullptr) return false;
    fill(*open);
    type(named<QLineEdit>(*open, QStringLiteral("What shows it (kept as evidence)")),
         QStringLiteral("its statement"));
    return test::nextSignal(casePage.get(), &CasePage::settleFinished,
                            [&] { QTest::mouseClick(button(*open, verb), Qt::LeftButton); }) &&
           idle();
  }
  // Also while it is folded away.
  static QString detailsOf(const OverrideDialog& in) {
    for (auto* each : in.findChildren<QPlainTextEdit*>()) {
      if (each->accessibleName() == QStringLiteral("Details")) return each->toPlainText();
    }
    return {};
  }
  QString outcome() { return casePage->findChild<OutcomeCard*>()->words(); }
  QString caseText() { return test::allTextOf(*casePage); }
};

// The answer came with a button to press, and Enter closed it unasked.
TEST_F(OwnVerdictTest, WhetherItWasChargedTwiceIsAskedInOneGo) {
  stuck("pay_1");
  gateway.performed();
  ASSERT_TRUE(caseOf("pay_1"));
  const int before = gateway.asked();
  OrderDialog order(*desk, {}, QStringLiteral("ord-7"), nullptr);
  order.open();
  ASSERT_TRUE(test::waitFor(desk.get(), &bridge::Session::busyChanged,
                            [&] { return gateway.asked() > before && !desk->isBusy(); }));
  EXPECT_TRUE(test::allTextOf(order).contains(QStringLiteral("the gateway confirms 0 charges and 1 refund")))
      << test::allTextOf(order).toStdString();
}

TEST_F(OwnVerdictTest, AWordNeedsWhatShowsItATicketAReasonAndAnAnswerAndShowsWhatItWrites) {
  stuck("r-1");
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(caseOf("r-1"));
  ASSERT_TRUE(arm());
  QTest::mouseClick(act(wordFail), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_FALSE(button(*open, wordFail)->isEnabled());
  const auto details = [&open] { return detailsOf(*open); };
  EXPECT_EQ(named<QPlainTextEdit>(*open, QStringLiteral("Details")), nullptr)
      << "the sentence first, the SQL folded under it";
  EXPECT_TRUE(details().startsWith(QStringLiteral("Nothing can be written yet. ")))
      << details().toStdString();
  EXPECT_FALSE(details().contains(QStringLiteral("UPDATE"))) << "no statement that is never run";
  fill(*open);
  EXPECT_FALSE(button(*open, wordFail)->isEnabled()) << "nothing shows it yet";
  EXPECT_TRUE(
      test::allTextOf(*open).contains(QStringLiteral("A manual override (\"fail\") needs what shows it.")));
  type(named<QLineEdit>(*open, QStringLiteral("What shows it (kept as evidence)")),
       QStringLiteral("its statement"));
  EXPECT_TRUE(button(*open, wordFail)->isEnabled());
  for (const char* words : {"they need a new key", "waits for a second approver"})
    EXPECT_TRUE(test::allTextOf(*open).contains(QString::fromUtf8(words))) << words;
  const QString sql = detailsOf(*open);
  EXPECT_TRUE(sql.contains(QStringLiteral("state = 'failed', response_code = 422"))) << sql.toStdString();
  EXPECT_TRUE(sql.contains(QStringLiteral("the request is filed; approving it runs")));
  auto* status = named<QSpinBox>(*open, QStringLiteral("Response status"));
  EXPECT_EQ(status->minimum(), 400) << "what never happened is no success";
  EXPECT_EQ(test::namelessControls(*open), QStringList());
  test::takePictures(*open, QStringLiteral("word-dialog"), {800, 620});
  auto* body = named<QPlainTextEdit>(*open, QStringLiteral("Response body"));
  body->setFocus();
  QTest::keyClick(body, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(body, Qt::Key_Delete);
  EXPECT_FALSE(button(*open, wordFail)->isEnabled()) << "clients would get nothing";
  QTest::keyClick(open, Qt::Key_Escape);
  auto* asks = open->findChild<widgets::ConfirmDialog*>();
  ASSERT_NE(asks, nullptr) << "what was typed is not lost by a slip";
  QTest::mouseClick(button(*asks, QStringLiteral("Discard")), Qt::LeftButton);
  EXPECT_EQ(dialog(), nullptr);
  EXPECT_EQ(audited(), "0");
}

TEST_F(OwnVerdictTest, WhatNoEvidenceBearsOutWaitsAndAnotherDatabaseUserApprovesItOnItsPage) {
  stuck("r-1");
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(caseOf("r-1"));
  ASSERT_TRUE(arm());
  test::takePictures(*casePage, QStringLiteral("word-case"));
  ASSERT_TRUE(say(wordFail));
  EXPECT_TRUE(outcome().contains(QStringLiteral("it waits for a second approver, as approval 1")))
      << outcome().toStdString();
  EXPECT_EQ(gateway.asked(), 1) << "who can be asked is asked first";
  EXPECT_EQ(stateOf("r-1"), "in_progress");
  EXPECT_TRUE(caseText().contains(QStringLiteral("Request no. 1 about this key waits")))
      << caseText().toStdString();
  test::takePictures(*casePage, QStringLiteral("word-waits"));
  test::takePictures(*casePage, QStringLiteral("word-waits-125"), {1024, 640});
  QSignalSpy lead(casePage.get(), &widgets::Page::pageRequested);
  QTest::mouseClick(button(*casePage, QStringLiteral("Show what waits")), Qt::LeftButton);
  ASSERT_EQ(lead.count(), 1);
  EXPECT_EQ(lead[0][0].toString(), QStringLiteral("queue"));
  casePage.reset();

  ASSERT_TRUE(opened(&asker));
  ASSERT_TRUE(openRequest());
  EXPECT_FALSE(button(*panel(), QStringLiteral("Approve …"))->isEnabled()) << "not by who said it";
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  for (const char* words : {"its statement", "HTTP 503", "the gateway is gone", "ticket INC-7"})
    EXPECT_TRUE(text().contains(QString::fromUtf8(words))) << words;
  ASSERT_TRUE(
      decide(QStringLiteral("Approve …"), QStringLiteral("Approve and write"), QStringLiteral("seen too")));
  EXPECT_EQ(stateOf("r-1"), "failed") << told().toStdString();
  EXPECT_EQ(raw.scalar("SELECT response_code || convert_from(response_body, 'UTF8') FROM onceover.keys"),
            "422{\"error\":\"gone\"}");
  EXPECT_EQ(raw.scalar("SELECT db_user FROM onceover.audit WHERE action = 'settle'"), second.name());
}

TEST_F(OwnVerdictTest, WhatWasTypedSurvivesARefusedWrite) {
  stuck("r-1");
  ASSERT_TRUE(caseOf("r-1", true));
  ASSERT_TRUE(arm());
  raw.exec(
      "UPDATE onceover.control SET stopped = true, reason = 'INC-1', changed_by = 'bob', changed_at = now()");
  ASSERT_TRUE(say(wordFail));
  EXPECT_TRUE(outcome().contains(QStringLiteral("INC-1"))) << outcome().toStdString();
  EXPECT_EQ(audited(), "0");
  QTest::mouseClick(act(wordFail), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  const auto line = [&](const char* name) {
    return named<QLineEdit>(*open, QString::fromUtf8(name))->text();
  };
  EXPECT_EQ(line("Reason (kept in the audit trail)"), QStringLiteral("the gateway is gone"));
  EXPECT_EQ(line("Ticket"), QStringLiteral("INC-7"));
  EXPECT_EQ(line("What shows it (kept as evidence)"), QStringLiteral("its statement"));
  EXPECT_EQ(named<QPlainTextEdit>(*open, QStringLiteral("Response body"))->toPlainText(),
            QStringLiteral("{\"error\":\"gone\"}"));
  EXPECT_TRUE(button(*open, wordFail)->isEnabled()) << "one key press away";
  open->reject();
  // Another verb is another act; what is written is not offered again.
  QTest::mouseClick(act(wordSucceed), Qt::LeftButton);
  open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(line("What shows it (kept as evidence)"), QString());
  open->reject();
  raw.exec("UPDATE onceover.control SET stopped = false");
  QTest::mouseClick(act(wordFail), Qt::LeftButton);
  open = dialog();
  ASSERT_NE(open, nullptr);
  ASSERT_TRUE(test::nextSignal(casePage.get(), &CasePage::settleFinished,
                               [&] { QTest::mouseClick(button(*open, wordFail), Qt::LeftButton); }) &&
              idle());
  EXPECT_TRUE(outcome().contains(QStringLiteral("waits for a second approver"))) << outcome().toStdString();
  QTest::mouseClick(act(wordFail), Qt::LeftButton);
  open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(line("What shows it (kept as evidence)"), QString());
}

TEST_F(OwnVerdictTest, TheRequestersCardSaysWhatTheSecondApproverWrote) {
  stuck("r-1");
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(caseOf("r-1"));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(say(wordFail));
  ASSERT_TRUE(outcome().contains(QStringLiteral("The verdict is not written yet")))
      << outcome().toStdString();
  casePage->refresh();
  ASSERT_TRUE(idle());
  EXPECT_TRUE(outcome().contains(QStringLiteral("The verdict is not written yet"))) << "it still waits";
  {
    auto connection = second.connect();
    const auto approved = approval::approve(connection, 1, {"bob", "desk-2", "oncectl"}, "seen too");
    ASSERT_TRUE(approved) << approved.error().sentence();
    ASSERT_TRUE(std::holds_alternative<approval::Approved>(*approved));
  }
  casePage->refresh();
  ASSERT_TRUE(idle());
  EXPECT_FALSE(outcome().contains(QStringLiteral("not written yet"))) << outcome().toStdString();
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("Written "))) << outcome().toStdString();
  EXPECT_TRUE(outcome().contains(QString::fromStdString(second.name())));
  EXPECT_FALSE(caseText().contains(QStringLiteral("Finished by its executor"))) << caseText().toStdString();
  EXPECT_TRUE(caseText().contains(QStringLiteral("by manual override"))) << caseText().toStdString();
}

TEST_F(OwnVerdictTest, ThatItMayBeSentAgainIsWrittenAtOnceWhileARegisteredGatewayDeduplicates) {
  stuck("r-1");
  raw.exec("SELECT onceover.register_gateway('g', 'POST /refunds', '30 d', 'contract', 'a', 'h', 'p')");
  ASSERT_TRUE(caseOf("r-1", true));
  ASSERT_TRUE(arm());
  EXPECT_FALSE(caseText().contains(QStringLiteral("oncectl")));
  ASSERT_TRUE(say(wordRelease));
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("Settled as released by manual override. Audit row no. ")))
      << outcome().toStdString();
  EXPECT_EQ(stateOf("r-1"), "released");
  EXPECT_EQ(
      raw.scalar("SELECT evidence ->> 'said' || '/' || ticket FROM onceover.audit WHERE action = 'settle'"),
      "its statement/INC-7");
}

TEST_F(OwnVerdictTest, EvidenceOnTheScreenIsSettledFromAndNotOverruled) {
  stuck("r-1");
  gateway.performed();
  ASSERT_TRUE(caseOf("r-1"));
  ASSERT_TRUE(arm());
  EXPECT_TRUE(act(wordFail)->isEnabled()) << "nobody has been asked yet";
  casePage->activateWindow();
  casePage->setFocus();
  ASSERT_TRUE(test::nextSignal(casePage.get(), &CasePage::asked,
                               [this] { QTest::keyClick(casePage.get(), Qt::Key_G, Qt::ControlModifier); }) &&
              idle());
  for (const QString& verb : {wordSucceed, wordFail, wordRelease})
    EXPECT_FALSE(act(verb)->isEnabled()) << verb.toStdString();
  EXPECT_TRUE(caseText().contains(QStringLiteral("settle from its answer above")));
}

TEST_F(OwnVerdictTest, AnAnswerAgainstTheWordThatComesMeanwhileIsShownAndNothingIsSettled) {
  stuck("r-1");
  gateway.performed();
  ASSERT_TRUE(caseOf("r-1"));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(say(wordFail));
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("The gateway shows something else")))
      << outcome().toStdString();
  EXPECT_EQ(stateOf("r-1"), "in_progress");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  EXPECT_TRUE(caseText().contains(QStringLiteral("HTTP 200"))) << "the evidence that stands against it";
}

TEST_F(OwnVerdictTest, UnarmedItAsksToArmAndAKeyThatMovedIsNotWritten) {
  stuck("r-1");
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(caseOf("r-1"));
  QSignalSpy armed(casePage.get(), &widgets::Page::armRequested);
  QTest::mouseClick(act(wordRelease), Qt::LeftButton);
  EXPECT_EQ(armed.count(), 1);
  EXPECT_EQ(dialog(), nullptr);
  EXPECT_TRUE(caseText().contains(QStringLiteral("Writes are not armed. Nothing is written yet")));
  ASSERT_TRUE(arm());
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence'), owner = 'refunds-9'");
  ASSERT_TRUE(say(wordRelease));
  EXPECT_TRUE(outcome().startsWith(QStringLiteral("It was taken over meanwhile by refunds-9")))
      << outcome().toStdString();
  EXPECT_EQ(stateOf("r-1"), "in_progress");
  EXPECT_EQ(audited(), "0");
}

TEST_F(OwnVerdictTest, ALiveLeaseAndAFinishedKeyAreNotSpokenAbout) {
  stuck("r-1");
  raw.tamper("UPDATE onceover.keys SET locked_until = now() + interval '5 minutes'");
  ASSERT_TRUE(caseOf("r-1"));
  EXPECT_FALSE(act(wordRelease)->isEnabled());
  EXPECT_TRUE(caseText().contains(QStringLiteral("its executor may still finish")));
  raw.tamper(
      "UPDATE onceover.keys SET state = 'succeeded', fence = nextval('onceover.fence'), locked_until = NULL, "
      "response_version = 1, response_code = 200, response_body = '{}', completed_at = now(), expires_at = "
      "now() + interval '1 day'");
  casePage->refresh();
  ASSERT_TRUE(idle());
  EXPECT_FALSE(card()->isVisible());
}

}  // namespace
}  // namespace onceover::cases
