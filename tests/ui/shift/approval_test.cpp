// SPDX-License-Identifier: GPL-3.0-or-later
// A request is looked at, approved or refused by another database user, through the armed connection.
#include "core/outbox/operate.h"
#include "tests/ui/cases/gateway_stub.h"
#include "tests/ui/shift/fixture.h"
#include "ui/widgets/code_view.h"

namespace onceover::shift {
namespace {

const QString approve = QStringLiteral("Approve …");
const QString refuse = QStringLiteral("Refuse …");
const QString yes = QStringLiteral("Approve and write");

TEST_F(QueueTest, ARequestShowsWhatWouldBeWrittenTheRowThenAndNowTheEvidenceAndWhoAsked) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(openRequest());
  for (const char* words :
       {"Settle as failed", "refund_1", "125.00 EUR", "Ms. Example (c_2041)", "“customer called; it's gone”",
        "ticket INC-7", "alice@desk-1", "Unchanged since the request", "page 3 of the bank's statement",
        "HTTP 503", "needs a person"}) {
    EXPECT_TRUE(text().contains(QString::fromUtf8(words))) << words << "\n" << text().toStdString();
  }
  EXPECT_TRUE(text().contains(QString::fromStdString(asker.name())));
  EXPECT_FALSE(text().contains(QStringLiteral("it never happened"))) << "the body is masked";
  const auto* written = named<QTableView>(*panel(), QStringLiteral("Planned write"));
  EXPECT_EQ(cell(*written, 0, 1), QStringLiteral("in_progress"));
  EXPECT_EQ(cell(*written, 0, 2), QStringLiteral("● failed"));
  EXPECT_EQ(cell(*written, 1, 2), QStringLiteral("● 422"));
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("UPDATE onceover.keys")));
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("response_body = /* 33 bytes */")))
      << page->shownSql().toStdString();
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("approval"));
  // Escape leads back.
  QTest::keyClick(panel(), Qt::Key_Escape);
  EXPECT_TRUE(approvalsTable()->isVisible());
  EXPECT_EQ(status(id), "waiting");
}

// The second approver does not have to believe the first: the gateway is asked where the request is decided.
TEST_F(QueueTest, TheApproverAsksTheGatewayHereAndNothingIsWritten) {
  test::GatewayStub gateway;
  gateway.performed("999.00");
  gatewayConfig = gateway.config();
  const auto id = askedOwn("refund_1");
  raw.tamper("UPDATE onceover.keys SET operation = 'POST /payments'");
  raw.tamper("UPDATE onceover.approvals SET operation = 'POST /payments'");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(openRequest());
  EXPECT_EQ(gateway.asked(), 0);
  const std::string before = raw.scalar("SELECT k::text || k.xmin::text FROM onceover.keys k");
  ASSERT_TRUE(test::nextSignal(panel(), &ApprovalPanel::asked,
                               [this] {
                                 QTest::mouseClick(button(*panel(), QStringLiteral("Ask the gateway")),
                                                   Qt::LeftButton);
                               }) &&
              idle());
  EXPECT_EQ(gateway.asked(), 1);
  EXPECT_TRUE(text().contains(QStringLiteral("The gateway's amount: 999.00 EUR; the row's: 125.00 EUR.")))
      << text().toStdString();
  EXPECT_EQ(raw.scalar("SELECT k::text || k.xmin::text FROM onceover.keys k"), before);
  EXPECT_EQ(status(id), "waiting");
  test::takePictures(*page, QStringLiteral("approval-asked"));
}

TEST_F(QueueTest, ARequestThatCannotBeReadIsShownAsSuchAndCanOnlyBeRefused) {
  const auto bad = askedOwn("refund_1");
  askedOwn("refund_2");
  raw.tamper("UPDATE onceover.approvals SET request = '{\"code\": \"many\"}' WHERE id = " +
             std::to_string(bad));
  ASSERT_TRUE(opened(&second));
  EXPECT_EQ(approvalsTable()->model()->rowCount(), 2) << "the other one is listed as before";
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  EXPECT_TRUE(note().contains(QStringLiteral("cannot be read: \"code\" is not a number in range")))
      << note().toStdString();
  EXPECT_FALSE(text().contains(QStringLiteral("is gone"))) << "the key was not looked for";
  EXPECT_FALSE(button(*panel(), approve)->isEnabled());
  test::takePictures(*page, QStringLiteral("approval-unreadable"));
  ASSERT_TRUE(decide(refuse, QStringLiteral("Refuse"), QStringLiteral("it cannot be read")));
  EXPECT_EQ(status(bad), "refused");
  EXPECT_EQ(stateOf("refund_1"), "in_progress");
}

TEST_F(QueueTest, ARequestForNewIdsShowsTheSelectionOfEventsAndIsApproved) {
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type) SELECT 'payments', 'payment', "
      "'p-7', 'paid' FROM generate_series(1, 3)");
  auto connection = asker.connect();
  outbox::Selection events;
  events.aggregate_type = "payment";
  events.aggregate_id = "p-7";
  const auto id = outbox::ask_republish(connection, events, "the consumer lost them", "INC-9", alice);
  ASSERT_TRUE(id) << id.error().sentence();
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  EXPECT_EQ(cell(*approvalsTable(), 0, ApprovalsModel::act), QStringLiteral("Publish again with new ids"));
  EXPECT_EQ(cell(*approvalsTable(), 0, ApprovalsModel::ticket), QStringLiteral("INC-9"));
  ASSERT_TRUE(openRequest());
  EXPECT_FALSE(text().contains(QStringLiteral("is gone"))) << text().toStdString();
  const auto* written = named<QTableView>(*panel(), QStringLiteral("Planned write"));
  ASSERT_NE(written, nullptr);
  EXPECT_EQ(cell(*written, 0, 2), QStringLiteral("● new"));
  EXPECT_TRUE(note().contains(QStringLiteral("every consumer processes them again"))) << note().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("onceover.outbox"))) << text().toStdString();
  const auto* row = named<QTableView>(*panel(), QStringLiteral("The row then and now"));
  ASSERT_NE(row, nullptr);
  QStringList values;
  for (int i = 0; i < row->model()->rowCount(); ++i) values.append(cell(*row, i, 1));
  EXPECT_TRUE(values.contains(QStringLiteral("p-7"))) << values.join(u'|').toStdString();
  test::takePictures(*page, QStringLiteral("approval-republish"));
  ASSERT_TRUE(decide(approve, yes, QStringLiteral("they are missing there")));
  EXPECT_TRUE(told().contains(QStringLiteral("publish the events with new ids"))) << told().toStdString();
  EXPECT_EQ(status(*id), "used");
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) || ' ' || count(DISTINCT id) FROM onceover.outbox WHERE aggregateid = 'p-7'"),
      "6 6");
}

TEST_F(QueueTest, UnarmedItAsksToArmAndWritesNothing) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(openRequest());
  QSignalSpy armed(page.get(), &widgets::Page::armRequested);
  QTest::mouseClick(button(*panel(), approve), Qt::LeftButton);
  QTest::mouseClick(button(*panel(), refuse), Qt::LeftButton);
  EXPECT_EQ(armed.count(), 2);
  EXPECT_EQ(dialog(), nullptr);
  EXPECT_TRUE(note().contains(QStringLiteral("Writes are not armed")));
  EXPECT_EQ(status(id), "waiting");
}

TEST_F(QueueTest, ApprovedByAnotherDatabaseUserItIsWrittenAndSaysSo) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  QTest::mouseClick(button(*panel(), approve), Qt::LeftButton);
  auto* open = dialog();
  ASSERT_NE(open, nullptr);
  EXPECT_FALSE(button(*open, yes)->isEnabled()) << "a reason is needed";
  EXPECT_EQ(test::namelessControls(*open), QStringList());
  test::takePictures(*open, QStringLiteral("approve-dialog"), {720, 480});
  QTest::mouseClick(button(*open, QStringLiteral("Cancel")), Qt::LeftButton);
  ASSERT_EQ(dialog(), nullptr);
  ASSERT_TRUE(decide(approve, yes, QStringLiteral("seen in the statement")));
  EXPECT_EQ(stateOf("refund_1"), "failed");
  EXPECT_EQ(status(id), "used");
  EXPECT_TRUE(told().contains(QStringLiteral("Approved and written: the key is now failed.")))
      << told().toStdString();
  EXPECT_TRUE(told().contains(QString::fromStdString(
      "Audit row no. " + raw.scalar("SELECT id FROM onceover.audit WHERE action = 'settle'"))));
  EXPECT_EQ(raw.scalar("SELECT db_user FROM onceover.audit WHERE action = 'settle'"), second.name());
  EXPECT_EQ(raw.scalar("SELECT decided_reason FROM onceover.approvals"), "seen in the statement");
  EXPECT_FALSE(button(*panel(), approve)->isEnabled());
  test::takePictures(*page, QStringLiteral("approval-written"));
  ASSERT_TRUE(read());
  QTest::mouseClick(named<QToolButton>(*panel(), QStringLiteral("Back to the queue")), Qt::LeftButton);
  EXPECT_EQ(page->paneState(), widgets::StatePane::State::empty);
}

TEST_F(QueueTest, WhoAskedIsToldThatHeCannotApproveBeforeHeTries) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&asker));
  ASSERT_TRUE(arm());
  EXPECT_TRUE(text().contains(QStringLiteral("1 request waits for a second approver other than you")));
  ASSERT_TRUE(openRequest());
  EXPECT_FALSE(button(*panel(), approve)->isEnabled());
  EXPECT_TRUE(note().contains(QStringLiteral("You requested this")));
  EXPECT_TRUE(note().contains(QString::fromStdString(asker.name())));
  test::takePictures(*page, QStringLiteral("approval-mine"));
  ASSERT_TRUE(decide(refuse, QStringLiteral("Take back"), QStringLiteral("wrong key")));
  EXPECT_EQ(status(id), "refused");
  EXPECT_TRUE(told().contains(QStringLiteral("Refused. Nothing was written"))) << told().toStdString();
  EXPECT_EQ(stateOf("refund_1"), "in_progress");
}

TEST_F(QueueTest, TheServersOwnNoToWhoAskedIsShown) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  // Behind the screen the second person becomes who asked.
  raw.exec("ALTER ROLE " + asker.name() + " RENAME TO parked; ALTER ROLE " + second.name() + " RENAME TO " +
           asker.name());
  const bool isDecided = decide(approve, yes, QStringLiteral("seen"));
  const QString words = told();
  raw.exec("ALTER ROLE " + asker.name() + " RENAME TO " + second.name() + "; ALTER ROLE parked RENAME TO " +
           asker.name());
  ASSERT_TRUE(isDecided);
  EXPECT_TRUE(words.contains(QStringLiteral("was asked for by this database user"))) << words.toStdString();
  EXPECT_TRUE(words.contains(QStringLiteral("Another person approves it")));
  EXPECT_EQ(status(id), "waiting");
  EXPECT_EQ(stateOf("refund_1"), "in_progress");
}

TEST_F(QueueTest, ARowThatMovedIsSaidBeforeAndAfterAndNothingIsWritten) {
  const auto table = shop(false);
  const auto id = askedShop(*table);
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  EXPECT_TRUE(text().contains(QStringLiteral("Unchanged since the request")));
  const auto* written = named<QTableView>(*panel(), QStringLiteral("Planned write"));
  EXPECT_EQ(cell(*written, 0, 0), QStringLiteral("phase"));
  EXPECT_EQ(cell(*written, 0, 2), QStringLiteral("● DONE"));
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("UPDATE \"shop\".\"requests\"")));
  test::takePictures(*page, QStringLiteral("approval-row"));
  raw.exec("UPDATE shop.requests SET tries = 3, phase = 'ERROR', error = 'declined' WHERE request = 'req-1'");
  ASSERT_TRUE(read());
  EXPECT_TRUE(text().contains(QStringLiteral("The row has changed since the request")))
      << text().toStdString();
  ASSERT_TRUE(decide(approve, yes, QStringLiteral("seen")));
  EXPECT_TRUE(told().contains(QStringLiteral("Nothing was written."))) << told().toStdString();
  EXPECT_EQ(status(id), "outdated");
  EXPECT_EQ(raw.scalar("SELECT phase FROM shop.requests"), "ERROR");
  const auto* row = named<QTableView>(*panel(), QStringLiteral("The row then and now"));
  bool isMarked = false;
  for (int i = 0; i < row->model()->rowCount(); ++i) {
    isMarked = isMarked || (cell(*row, i, 0) == QStringLiteral("phase") &&
                            cell(*row, i, 1) == QStringLiteral("RUNNING") &&
                            cell(*row, i, 2) == QStringLiteral("● ERROR"));
  }
  EXPECT_TRUE(isMarked);
  test::takePictures(*page, QStringLiteral("approval-outdated"));
}

TEST_F(QueueTest, ARowElsewhereIsWrittenFromWhatIsOnFileAndItsCaseOpens) {
  const auto table = shop();
  (void)askedShop(*table);
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  auto* body = panel()->findChild<widgets::JsonView*>();
  ASSERT_NE(body, nullptr);
  EXPECT_TRUE(body->isMasked());
  ASSERT_TRUE(decide(approve, yes, QStringLiteral("seen")));
  EXPECT_TRUE(told().contains(QStringLiteral("the row is now succeeded"))) << told().toStdString();
  EXPECT_EQ(raw.scalar("SELECT phase || code || body FROM shop.requests"), R"(DONE201{"id": 9})");
  // What holds its value by now was written nevertheless.
  const auto* written = named<QTableView>(*panel(), QStringLiteral("Planned write"));
  QStringList columns;
  for (int i = 0; i < written->model()->rowCount(); ++i) columns.append(cell(*written, i, 0));
  for (const auto& a : table->writes.at(tables::Verb::succeed).set)
    EXPECT_TRUE(columns.contains(QString::fromStdString(a.column)))
        << a.column << " " << columns.join(u'|').toStdString();
  QSignalSpy asked(page.get(), &widgets::Page::caseRequested);
  QTest::mouseClick(button(*panel(), QStringLiteral("Open the case")), Qt::LeftButton);
  ASSERT_EQ(asked.count(), 1);
  EXPECT_EQ(desk->profile().table, "requests");
}

TEST_F(QueueTest, WhoIsSecondLearnsWhoWasFirst) {
  const auto id = askedOwn("refund_1");
  ASSERT_TRUE(opened(&second));
  ASSERT_TRUE(arm());
  ASSERT_TRUE(openRequest());
  auto first = asker.connect();
  ASSERT_TRUE(approval::refuse(first, id, alice, "taken back"));
  ASSERT_TRUE(decide(approve, yes, QStringLiteral("seen")));
  EXPECT_TRUE(told().contains(QStringLiteral("It was already refused by"))) << told().toStdString();
  EXPECT_TRUE(note().contains(QStringLiteral("taken back"))) << note().toStdString();
  EXPECT_EQ(stateOf("refund_1"), "in_progress");
}

}  // namespace
}  // namespace onceover::shift
