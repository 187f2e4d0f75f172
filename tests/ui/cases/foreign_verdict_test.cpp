// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on an external row.
#include "core/approval/approval.h"
#include "tests/support/schema_template.h"
#include "tests/ui/cases/foreign_fixture.h"

namespace onceover::cases {
namespace {

const std::string pay = "00000000-0000-4000-8000-00000000000";
const QString succeed = QStringLiteral("Settle as succeeded");
const QString settleFailed = QStringLiteral("Settle as failed");
const QString release = QStringLiteral("Release");
const QString extend = QStringLiteral("Extend the lease");
const QString requeue = QStringLiteral("Requeue");
const QString discard = QStringLiteral("Discard");

TEST_F(ForeignVerdictTest, EachVerbStandsWithWhatItWritesOrWhyItIsNotOffered) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7"));
  EXPECT_EQ(words(succeed),
            QStringLiteral("phase = DONE, http_status = the status, reply = the body, locked_at = NULL"));
  EXPECT_EQ(words(settleFailed), QStringLiteral("phase = REJECTED, problem = the reason, locked_at = NULL"));
  for (const QString& verb : {succeed, settleFailed, release, extend})
    EXPECT_TRUE(button(verb)->isEnabled()) << verb.toStdString();
  EXPECT_EQ(button(requeue), nullptr);
  EXPECT_TRUE(text().contains(QStringLiteral("Not in the profile: Requeue, Discard.")));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("verdict-payments"));
  ASSERT_TRUE(opened(std::make_shared<tables::Profile>(session.profile()), pay + "2"));
  for (const QString& verb : {succeed, settleFailed, release, extend})
    EXPECT_FALSE(button(verb)->isEnabled()) << verb.toStdString();
  EXPECT_TRUE(words(succeed).contains(
      QStringLiteral("\"succeed\" is for rows that are in_progress; this one is succeeded")))
      << words(succeed).toStdString();
}

TEST_F(ForeignVerdictTest, AProfileWithoutWritesSaysSoAndLeadsToTheMapping) {
  ASSERT_TRUE(opened(test::payment_requests(raw), pay + "7"));
  EXPECT_TRUE(text().contains(QStringLiteral("its profile does not say what a verdict writes")));
  QString asked;
  QObject::connect(page.get(), &CasePage::mappingRequested, page.get(),
                   [&asked](const QString& id) { asked = id; });
  for (auto* each : page->findChildren<QPushButton*>()) {
    if (each->isVisible() && each->text() == QStringLiteral("Say what verdicts &write"))
      QTest::mouseClick(each, Qt::LeftButton);
  }
  EXPECT_EQ(asked, QStringLiteral("write.succeed"));
}

TEST_F(ForeignVerdictTest, AViewIsReadOnlyAndSaysWhyOnce) {
  const auto profile = test::made(raw, "view", R"(
[profile.writes.succeed]
declared = true
set = { status = "done" }
[profile.writes.release]
declared = true
set = { until = { value = "null" } }
)");
  ASSERT_TRUE(opened(profile, "A"));
  EXPECT_FALSE(button(succeed)->isEnabled());
  EXPECT_FALSE(scriptButton(succeed)->isEnabled());
  EXPECT_EQ(words(succeed), QStringLiteral("status = done"));
  EXPECT_EQ(text().count(QStringLiteral("It is a view")), 1) << text().toStdString();
  test::takePictures(*page, QStringLiteral("verdict-view"));
}

TEST_F(ForeignVerdictTest, UnarmedItAsksToArmAndOpensNothing) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7"));
  QSignalSpy arm(page.get(), &CasePage::armRequested);
  QTest::mouseClick(button(release), Qt::LeftButton);
  EXPECT_EQ(arm.count(), 1);
  EXPECT_EQ(dialog(), nullptr);
  EXPECT_TRUE(text().contains(QStringLiteral("Writes are not armed")));
  EXPECT_EQ(audited(), "0");
}

TEST_F(ForeignVerdictTest, AVerdictIsWrittenWithItsReasonAndStandsInTheHistory) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7"));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(succeed), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  auto* yes = press(*open, succeed);
  EXPECT_FALSE(yes->isEnabled());
  typeReason(*open, QStringLiteral("it's \"paid\""));
  EXPECT_FALSE(yes->isEnabled()) << "the body is missing";
  type(named<QPlainTextEdit>(*open, QStringLiteral("Response body")), QStringLiteral("{\"id\": 9}"));
  EXPECT_FALSE(yes->isEnabled()) << "nothing shows it";
  typeWord(*open);
  EXPECT_TRUE(yes->isEnabled());
  for (const char* part : {"UPDATE \"public\".\"payment_requests\"", "k.xmin::pg_catalog.text ="}) {
    EXPECT_TRUE(sql(*open).contains(QString::fromLatin1(part))) << part << "\n" << sql(*open).toStdString();
  }
  EXPECT_EQ(test::namelessControls(*open), QStringList());
  EXPECT_TRUE(test::allTextOf(*open).contains(
      QStringLiteral("Unless a gateway confirms it, it waits for a second approver")))
      << "said before anybody says yes";
  test::takePictures(*open, QStringLiteral("verdict-dialog"), {800, 620});
  ASSERT_TRUE(confirm(*open, succeed));
  EXPECT_TRUE(outcome().contains(QStringLiteral("it waits for a second approver, as approval 1")))
      << outcome().toStdString();
  EXPECT_TRUE(outcome().contains(
      QStringLiteral("Another database user approves or refuses it on the page “Needs a person”.")));
  QString asked;
  QObject::connect(page.get(), &CasePage::pageRequested, page.get(),
                   [&asked](const QString& id) { asked = id; });
  for (auto* each : page->findChild<OutcomeCard*>()->findChildren<QPushButton*>()) {
    if (each->text().contains(QStringLiteral("waits"))) QTest::mouseClick(each, Qt::LeftButton);
  }
  EXPECT_EQ(asked, QStringLiteral("queue"));
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "RUNNING");
  const auto* history = page->findChild<HistoryModel*>();
  ASSERT_EQ(history->rowCount(), 1);
  EXPECT_EQ(history->index(0, HistoryModel::reason).data().toString(), QStringLiteral("it's \"paid\""));
  test::takePictures(*page, QStringLiteral("verdict-waits"));
  raw.exec("CREATE ROLE another_person LOGIN SUPERUSER");
  auto another = pg::Connection::open(
      {.conninfo = database.conninfo() + " user=another_person", .application_name = "test"});
  ASSERT_TRUE(another);
  ASSERT_TRUE(approval::approve(*another, 1, {"bob", "desk-2", "test"}, "seen"));
  EXPECT_EQ(raw.scalar("SELECT phase || http_status || (reply ->> 'id') || (locked_at IS NULL) FROM "
                       "payment_requests WHERE request_id = $1",
                       {pay + "7"}),
            "DONE2019true");
  EXPECT_EQ(
      raw.scalar(
          "SELECT reason || ' ' || verdict || ' ' || relation FROM onceover.audit WHERE action = 'write'"),
      "it's \"paid\" succeed \"public\".\"payment_requests\"");
  EXPECT_EQ(
      raw.scalar("SELECT ticket || ' ' || (evidence ->> 'said') FROM onceover.audit WHERE action = 'write'"),
      "INC-7 the bank's statement");
}

TEST_F(ForeignVerdictTest, ARowThatChangedMeanwhileIsNotWrittenAndBothVersionsAreShown) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7"));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(release), Qt::LeftButton);
  EXPECT_TRUE(test::allTextOf(*dialog()).contains(QStringLiteral("second approver")));
  dialog()->reject();
  test::register_gateway(raw);
  ASSERT_TRUE(refreshed(*page));
  QTest::mouseClick(button(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_FALSE(test::allTextOf(*open).contains(QStringLiteral("second approver")))
      << "the gateway recognises repeats";
  typeReason(*open, QStringLiteral("stuck"));
  typeWord(*open);
  raw.exec("UPDATE payment_requests SET phase = 'REJECTED', problem = 'declined' WHERE request_id = $1",
           {pay + "7"});
  ASSERT_TRUE(confirm(*open, release));
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "REJECTED");
  EXPECT_EQ(audited(), "0");
  EXPECT_TRUE(
      outcome().contains(QStringLiteral("The row was changed since you saw it. Nothing was written.")))
      << outcome().toStdString();
  const auto* both = page->findChild<OutcomeCard*>()->findChild<widgets::FieldsModel*>();
  bool isState = false;
  for (const widgets::FieldChange& field : both->rows()) {
    isState = isState || (field.before.contains(QStringLiteral("RUNNING")) &&
                          field.after.contains(QStringLiteral("REJECTED")));
  }
  EXPECT_TRUE(isState) << both->rowCount();
  test::takePictures(*page, QStringLiteral("verdict-changed"));
}

TEST_F(ForeignVerdictTest, ALiveLeaseAsksForAPersonsWord) {
  test::register_gateway(raw);
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "8"));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("worker is gone"));
  typeWord(*open);
  EXPECT_FALSE(press(*open, release)->isEnabled());
  auto* held = open->findChild<QCheckBox*>();
  ASSERT_NE(held, nullptr);
  held->setFocus();
  QTest::keyClick(held, Qt::Key_Space);
  ASSERT_TRUE(confirm(*open, release));
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "8"}), "NEW");
  EXPECT_EQ(raw.scalar("SELECT evidence ->> 'said' FROM onceover.audit"), "the bank's statement");
}

TEST_F(ForeignVerdictTest, ARowThatIsDeletedIsGoneAndTheTrailKeepsIt) {
  test::register_gateway(raw);
  ASSERT_TRUE(opened(test::made(raw, "several_columns", test::step_writes), "k"));
  ASSERT_TRUE(armSession());
  raw.exec("UPDATE s.keys SET locked_at = NULL WHERE user_id = 8 AND key = 'k'");
  ASSERT_TRUE(refreshed(*page));
  QTest::mouseClick(button(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_TRUE(sql(*open).contains(QStringLiteral("DELETE FROM \"s\".\"keys\"")));
  typeReason(*open, QStringLiteral("never began"));
  typeWord(*open);
  test::takePictures(*open, QStringLiteral("verdict-delete-dialog"), {800, 620});
  ASSERT_TRUE(confirm(*open, release));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM s.keys"), "3");
  EXPECT_EQ(audited(), "1");
}

TEST_F(ForeignVerdictTest, ATypeThatHoldsNoLeaseIsWrittenOnAPersonsWordAlone) {
  ASSERT_TRUE(opened(test::settled_events(raw), "msg-1"));
  EXPECT_TRUE(words(requeue).contains(QStringLiteral("is for rows that are failed")))
      << words(requeue).toStdString();
  test::takePictures(*page, QStringLiteral("verdict-events"));
  ASSERT_TRUE(opened(std::make_shared<tables::Profile>(session.profile()), "msg-3"));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(write(requeue));
  EXPECT_EQ(raw.scalar("SELECT tries || coalesce(last_error, '-') || coalesce(failed_at::text, '-') FROM "
                       "consumed_events WHERE message_id = 'msg-3'"),
            "0--");
}

TEST_F(ForeignVerdictTest, TheScriptIsCopiedInsteadOfWriting) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7"));
  QTest::mouseClick(scriptButton(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr) << "a script needs no armed session";
  typeReason(*open, QStringLiteral("stuck"));
  typeWord(*open);
  QTest::mouseClick(press(*open, QStringLiteral("Copy the script")), Qt::LeftButton);
  const std::string script = QGuiApplication::clipboard()->text().toStdString();
  EXPECT_EQ(audited(), "0");
  raw.exec(script);
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "NEW");
  EXPECT_EQ(audited(), "1");
}

TEST_F(ForeignVerdictTest, WhereOurSchemaIsNotInstalledThereIsAScriptAndNothingElse) {
  const test::TestDatabase bare;
  test::RawConnection other = bare.connect();
  const auto profile = test::settled_payments(other);
  bridge::ConnectionProfile connection;
  connection.conninfo = QString::fromStdString(bare.conninfo());
  session.connectTo(connection);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); }));
  ASSERT_TRUE(shownOf(bare, profile, pay + "7"));
  EXPECT_FALSE(button(release)->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("The onceover schema is not installed in this database")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("waits for a second approver")))
      << "all that is missing, at once";
  test::takePictures(*page, QStringLiteral("verdict-no-schema"));
  const auto press1 = [this](const char* words) {
    for (auto* each : page->findChild<OverrideCard*>()->findChildren<QPushButton*>()) {
      if (each->isVisible() && each->text() == QString::fromUtf8(words))
        QTest::mouseClick(each, Qt::LeftButton);
    }
  };
  QSignalSpy lead(page.get(), &CasePage::pageRequested);
  press1("Install the schema …");
  ASSERT_EQ(lead.count(), 1);
  EXPECT_EQ(lead[0][0].toString(), QStringLiteral("admin"));
  press1("Copy the approver's script");
  EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("onceover_approver")));
  QTest::mouseClick(scriptButton(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("stuck"));
  typeWord(*open);
  test::takePictures(*open, QStringLiteral("verdict-script-dialog"), {800, 620});
  QTest::mouseClick(press(*open, QStringLiteral("Copy the script")), Qt::LeftButton);
  const std::string script = QGuiApplication::clipboard()->text().toStdString();
  EXPECT_NE(script.find("RAISE NOTICE"), std::string::npos);
  EXPECT_EQ(script.find("INSERT INTO onceover.audit"), std::string::npos);
  other.exec(script);
  EXPECT_EQ(other.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "NEW");
}

TEST_F(ForeignVerdictTest, HostileNamesAndValuesAreLiteralText) {
  const auto table = test::hostile_table(raw);
  tables::Profile profile = *table;
  profile.states.otherwise = tables::StateRule{{}, key::State::in_progress, "open"};
  profile.writes = {
      {tables::Verb::release,
       {.set = {{.column = "a b", .value = tables::Assignment::Value::text, .text = "<img src=x>"}},
        .declared = true}}};
  ASSERT_TRUE(opened(std::make_shared<tables::Profile>(profile), "\\xff00"));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  for (const QWidget* in : {static_cast<QWidget*>(page.get()), static_cast<QWidget*>(open)}) {
    for (const QLabel* label : in->findChildren<QLabel*>())
      EXPECT_EQ(label->textFormat(), Qt::PlainText) << label->text().toStdString();
  }
  for (const auto* model : open->findChildren<widgets::FieldsModel*>()) {
    for (const widgets::FieldChange& field : model->rows())
      EXPECT_FALSE((field.name + field.before).contains(QChar(0x202e)));
  }
}

class ForeignEvidenceTest : public ForeignVerdictTest {
 protected:
  test::GatewayStub gateway;

  // Payments whose service sends its own key on to the gateway.
  test::ProfilePtr asked() {
    tables::Profile profile = *test::settled_payments(raw);
    profile.gateway_key = "pay-{key}";
    return std::make_shared<const tables::Profile>(profile);
  }

  QAction* action(const QKeySequence& keys) {
    for (QAction* each : page->actions()) {
      if (each->shortcut() == keys) return each;
    }
    return nullptr;
  }
  [[nodiscard]] bool ask() {
    return test::nextSignal(page.get(), &CasePage::asked,
                            [this] { action(QKeySequence(Qt::CTRL | Qt::Key_G))->trigger(); }) &&
           idle();
  }
};

TEST_F(ForeignEvidenceTest, WhatTheGatewaySaysIsWrittenWithTheVerdict) {
  gateway.performed("12.50");
  ASSERT_TRUE(opened(asked(), pay + "7", gateway.config()));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  test::takePictures(*page, QStringLiteral("verdict-asked"));
  QAction* settle = action(QKeySequence(Qt::CTRL | Qt::Key_Return));
  ASSERT_TRUE(settle->isEnabled()) << text().toStdString();
  settle->trigger();
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("seen at the gateway"));
  EXPECT_FALSE(sql(*open).contains(QStringLiteral("\"status\":\"succeeded\""))) << "masked until revealed";
  EXPECT_TRUE(sql(*open).contains(QStringLiteral("masked)")));
  test::takePictures(*open, QStringLiteral("verdict-evidence-dialog"), {800, 620});
  ASSERT_TRUE(confirm(*open, succeed));
  EXPECT_EQ(
      raw.scalar(
          "SELECT phase || http_status || (reply ->> 'status') FROM payment_requests WHERE request_id = $1",
          {pay + "7"}),
      "DONE201succeeded");
  EXPECT_EQ(raw.scalar("SELECT verdict || ' ' || (evidence ->> 'finding') FROM onceover.audit"),
            "settle_succeeded done");
}

TEST_F(ForeignEvidenceTest, WhatNothingFollowsFromCanBeCancelledAtTheGateway) {
  gateway.takeCancels();
  ASSERT_TRUE(opened(asked(), pay + "7", gateway.config()));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  EXPECT_TRUE(text().contains(QStringLiteral("Cancel at the gateway, settle as failed")))
      << text().toStdString();
  EXPECT_EQ(gateway.cancelled(), 0) << "asking cancels nothing";
  action(QKeySequence(Qt::CTRL | Qt::Key_Return))->trigger();
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_TRUE(test::allTextOf(*open).contains(
      QStringLiteral("told never to perform it, which cannot be taken back")));
  typeReason(*open, QStringLiteral("the gateway knows nothing"));
  test::takePictures(*open, QStringLiteral("verdict-cancel-dialog"), {800, 620});
  ASSERT_TRUE(confirm(*open, QStringLiteral("Settle as failed")));
  EXPECT_EQ(gateway.cancelled(), 1) << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "REJECTED")
      << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT verdict || ' ' || (evidence ->> 'finding') FROM onceover.audit"),
            "settle_failed no_such_key");
}

TEST_F(ForeignEvidenceTest, AnAnswerThatMovedWritesNothing) {
  gateway.performed("12.50");
  ASSERT_TRUE(opened(asked(), pay + "7", gateway.config()));
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(ask());
  action(QKeySequence(Qt::CTRL | Qt::Key_Return))->trigger();
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("seen at the gateway"));
  gateway.setAnswer({503, "{}"});
  ASSERT_TRUE(confirm(*open, succeed));
  EXPECT_TRUE(outcome().contains(QStringLiteral("The gateway's answer has changed")))
      << outcome().toStdString();
  EXPECT_TRUE(outcome().contains(QStringLiteral("is on file: open, asked once"))) << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "RUNNING");
  EXPECT_EQ(raw.scalar("SELECT string_agg(action, ' ') FROM onceover.audit"), "unresolved");
}

// As on the command line: after as many questions as may be asked, the manual override decides.
TEST_F(ForeignEvidenceTest, WhatWasAskedBeforeIsOnFileAndLetsAPersonDecide) {
  test::register_gateway(raw);
  gateway.setAnswer({200, R"({"id":"ch_9","idempotency_key":"pay-)" + pay +
                              R"(7","status":"processing","amount":"12.50","currency":"EUR"})"});
  ASSERT_TRUE(opened(asked(), pay + "7", gateway.config()));
  EXPECT_TRUE(text().contains(QStringLiteral("Not asked yet")));
  ASSERT_TRUE(armSession());
  const auto manually = [&] {
    QTest::mouseClick(button(release), Qt::LeftButton);
    auto* open = dialog();
    if (open == nullptr) return false;
    typeReason(*open, QStringLiteral("stuck"));
    typeWord(*open);
    return confirm(*open, release);
  };
  ASSERT_TRUE(manually());
  EXPECT_TRUE(outcome().contains(QStringLiteral("is on file: open, asked once"))) << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', status, attempts, verdict) FROM onceover.row_cases"),
            "open 1 unresolved");
  EXPECT_TRUE(text().contains(QStringLiteral("On file: unresolved"))) << text().toStdString();
  raw.exec("UPDATE onceover.row_cases SET attempts = 7");
  page->refresh();
  ASSERT_TRUE(idle());
  ASSERT_TRUE(manually());
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "NEW")
      << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', status, attempts) FROM onceover.row_cases"), "settled 8");
}

TEST_F(ForeignEvidenceTest, WithoutTheGatewaysKeyNobodyIsAsked) {
  ASSERT_TRUE(opened(test::settled_payments(raw), pay + "7", gateway.config()));
  EXPECT_FALSE(action(QKeySequence(Qt::CTRL | Qt::Key_G))->isEnabled());
  EXPECT_TRUE(text().contains(QStringLiteral("gateway_key"))) << text().toStdString();
  EXPECT_EQ(gateway.asked(), 0);
}

TEST_F(ForeignEvidenceTest, APersonsWordIsWeighedAgainstTheGateway) {
  gateway.performed("12.50");
  ASSERT_TRUE(opened(asked(), pay + "7", gateway.config()));
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(release), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  typeReason(*open, QStringLiteral("stuck"));
  typeWord(*open);
  ASSERT_TRUE(confirm(*open, release));
  EXPECT_TRUE(outcome().contains(QStringLiteral("\"release\" is not what the gateway shows")))
      << outcome().toStdString();
  EXPECT_EQ(raw.scalar("SELECT phase FROM payment_requests WHERE request_id = $1", {pay + "7"}), "RUNNING");
  EXPECT_EQ(audited(), "0");
}

}  // namespace
}  // namespace onceover::cases
