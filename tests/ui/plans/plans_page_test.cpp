// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows, and plans looked at and run from it.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>

#include "tests/ui/plans/fixture.h"
#include "ui/plans/words.h"

namespace onceover::plans {
namespace {

using Pane = widgets::StatePane::State;

TEST_F(PlansTest, AStoreWithoutPlansSaysHowToMakeOne) {
  ASSERT_TRUE(opened());
  EXPECT_EQ(page->paneState(), Pane::empty);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("No plan has been made yet.")));
  test::takePictures(*page, QStringLiteral("plans-empty"), {1072, 740});
  click(QStringLiteral("New plan…"));
  EXPECT_NE(dialog<NewPlanDialog>(), nullptr);
}

TEST_F(PlansTest, AnOlderSchemaSaysHowToInstallIt) {
  raw.exec("DELETE FROM onceover.schema_version");
  ASSERT_TRUE(opened());
  EXPECT_EQ(page->paneState(), Pane::empty);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("oncectl schema install")))
      << test::allTextOf(*page).toStdString();
  page->planRows(stuck());
  EXPECT_EQ(dialog<NewPlanDialog>(), nullptr);
}

TEST_F(PlansTest, ANewerSchemaIsReadAndNotWritten) {
  stick(2);
  freeze(wanted("INC-4711"));
  raw.exec("INSERT INTO onceover.schema_version (version, name) SELECT 999, 'of a later one'");
  ASSERT_TRUE(opened());
  EXPECT_EQ(page->paneState(), Pane::content);
  EXPECT_EQ(items().rowCount(), 2);
  for (const auto what : {PlansPage::Do::make, PlansPage::Do::dryRun, PlansPage::Do::stop})
    EXPECT_FALSE(page->whyNot(what).isEmpty());
  EXPECT_EQ(page->whyNot(PlansPage::Do::report), QString());
}

TEST_F(PlansTest, WhatCannotBeReadIsAnErrorWithAWayOut) {
  stick(1);
  freeze(wanted("INC-4711"));
  raw.exec("ALTER TABLE onceover.plan_items RENAME TO plan_items_");
  ASSERT_TRUE(opened());
  EXPECT_EQ(page->paneState(), Pane::error);
  raw.exec("ALTER TABLE onceover.plan_items_ RENAME TO plan_items");
  QTest::mouseClick(button(*page, QStringLiteral("Retry")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  EXPECT_EQ(page->paneState(), Pane::content);
}

TEST_F(PlansTest, ThePlansStandNewestFirstWithWhatWasFrozen) {
  stick(3);
  freeze(wanted("older"));
  plan::NewPlan hostile = wanted("<img src=x>");
  hostile.reason = "<b>bold</b> reason";
  freeze(hostile);
  ASSERT_TRUE(opened());
  const QAbstractItemModelTester plansTester(&plans(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  const QAbstractItemModelTester itemsTester(&items(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(plans().rowCount(), 2);
  EXPECT_EQ(plans().index(0, PlansModel::NameColumn).data().toString(), QStringLiteral("<img src=x>"));
  EXPECT_EQ(plans().index(0, PlansModel::EndedColumn).data().toString(), QStringLiteral("0 of 3"));
  EXPECT_FALSE(plans()
                   .index(0, PlansModel::NameColumn)
                   .data(Qt::ToolTipRole)
                   .toString()
                   .contains(QStringLiteral("<img")));
  EXPECT_EQ(items().rowCount(), 3);
  EXPECT_EQ(items().index(0, ItemsModel::KeyColumn).data().toString(), QStringLiteral("key-001"));
  const QString text = test::allTextOf(*page);
  EXPECT_TRUE(text.contains(
      QStringLiteral("Settles 3 rows of onceover.keys by the evidence of the gateway “acme-pay”.")))
      << text.toStdString();
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  EXPECT_TRUE(page->asOf());
  EXPECT_TRUE(page->shownSql().contains(QStringLiteral("onceover.plan_items")));
  // Another one is chosen with the keyboard.
  auto* table = named<widgets::TableView>(*page, QStringLiteral("Plans"));
  table->setFocus();
  QTest::keyClick(table, Qt::Key_Down);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("older")));
}

TEST_F(PlansTest, APlanThatCannotBeReadIsShownAsSuchBesideTheOthers) {
  stick(2);
  freeze(wanted("sound"));
  freeze(wanted("bad"));
  raw.tamper("UPDATE onceover.plans SET options = '{\"rate\": \"fast\"}' WHERE name = 'bad'");
  ASSERT_TRUE(opened());
  ASSERT_EQ(page->paneState(), Pane::content);
  ASSERT_EQ(plans().rowCount(), 2);
  EXPECT_EQ(plans().index(0, PlansModel::StateColumn).data().toString(), QStringLiteral("unreadable"));
  EXPECT_NE(plans().index(1, PlansModel::StateColumn).data().toString(), QStringLiteral("unreadable"));
  EXPECT_EQ(items().rowCount(), 2) << "its items are shown";
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Its options cannot be read")))
      << test::allTextOf(*page).toStdString();
  EXPECT_TRUE(page->whyNot(PlansPage::Do::dryRun).contains(QStringLiteral("options cannot be read")));
  QTest::keyClick(named<widgets::TableView>(*page, QStringLiteral("Plans")), Qt::Key_Down);
  ASSERT_TRUE(idle());
  EXPECT_EQ(page->whyNot(PlansPage::Do::dryRun), QString());
}

TEST_F(PlansTest, NothingIsWrittenUntilWritesAreArmed) {
  stick(2);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  QSignalSpy arm(page.get(), &PlansPage::armRequested);
  click(QStringLiteral("Dry run"));
  QTest::keyClick(page.get(), Qt::Key_D, Qt::ControlModifier);
  click(QStringLiteral("Stop…"));
  EXPECT_EQ(arm.count(), 3);
  EXPECT_FALSE(desk().isWorking());
  EXPECT_EQ(gateway.asked(), 0);
  EXPECT_FALSE(button(*page, QStringLiteral("Run…"))->isEnabled());
  EXPECT_EQ(page->whyNot(PlansPage::Do::run),
            QStringLiteral("A dry run comes first: it shows what would be written."));
  EXPECT_FALSE(button(*page, QStringLiteral("Pause"))->isEnabled());
}

TEST_F(PlansTest, ADryRunForeseesAndTheRunWritesToTheEnd) {
  stick(24, 6);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  test::takePictures(*page, QStringLiteral("plans-frozen"), {1072, 740});
  ASSERT_TRUE(looksAtAll());
  EXPECT_EQ(stateOf("INC-4711"), "ready");
  EXPECT_NE(note().find("nothing was written"), std::string::npos) << note();
  EXPECT_EQ(settled(), "0");
  EXPECT_EQ(items().index(0, ItemsModel::ForeseenColumn).data().toString(),
            QStringLiteral("settle succeeded"));
  EXPECT_TRUE(items()
                  .index(5, ItemsModel::ForeseenColumn)
                  .data(Qt::ToolTipRole)
                  .toString()
                  .contains(QStringLiteral("needs a person: asked again, not settled")));
  test::takePictures(*page, QStringLiteral("plans-dry-run"), {1072, 740});

  click(QStringLiteral("Run…"));
  QTest::keyClick(page.get(), Qt::Key_R, Qt::ControlModifier);  // while the first is under way
  ASSERT_TRUE(idle());
  QSignalSpy began(&desk(), &DeskRun::began);
  auto* asks = dialog<RunDialog>();
  ASSERT_NE(asks, nullptr);
  EXPECT_EQ(page->findChildren<RunDialog*>().size(), 1);
  EXPECT_TRUE(test::allTextOf(*asks).contains(QStringLiteral("It would write 20 of the 24 rows that wait.")))
      << test::allTextOf(*asks).toStdString();
  EXPECT_EQ(test::namelessControls(*asks), QStringList());
  test::takePictures(*asks, QStringLiteral("plans-run-dialog"), asks->size());
  EXPECT_EQ(settled(), "0");
  QTest::mouseClick(button(*asks, QStringLiteral("Run")), Qt::LeftButton);
  // Neither a click nor a key begins it a second time.
  EXPECT_FALSE(button(*page, QStringLiteral("Run…")) != nullptr &&
               button(*page, QStringLiteral("Run…"))->isEnabled());
  QTest::keyClick(page.get(), Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(deskEnded());
  EXPECT_EQ(began.count(), 1);
  EXPECT_EQ(stateOf("INC-4711"), "finished");
  EXPECT_EQ(settled(), "20");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"), "20");
  EXPECT_NE(note().find("20 done"), std::string::npos) << note();
  EXPECT_TRUE(head().left().startsWith(QStringLiteral("4 rows (")) &&
              head().left().endsWith(QStringLiteral("are not settled.")))
      << head().left().toStdString();
  EXPECT_EQ(head().findChild<widgets::BadgeLabel*>()->badge().tone, widgets::Tone::warn);
  EXPECT_TRUE(test::allTextOf(*page).contains(head().left()));
  EXPECT_EQ(plans().index(0, PlansModel::EndedColumn).data().toString(), QStringLiteral("24 of 24"));
  EXPECT_EQ(items().index(0, ItemsModel::StateColumn).data().toString(), QStringLiteral("done"));
  EXPECT_NE(items().index(0, ItemsModel::AuditColumn).data().toString(), QStringLiteral("–"));
  test::takePictures(*page, QStringLiteral("plans-finished"), {1072, 740});
}

TEST_F(PlansTest, APausedRunIsResumedWithAReasonAndTheWindowMayBeClosedMeanwhile) {
  stick(60);
  freezeSlow(2);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(begins());
  ASSERT_TRUE(
      shown([this] { return plans().at(0).state == plan::State::running && plans().at(0).ended > 0; }));
  EXPECT_TRUE(head().progress().contains(QStringLiteral("this desk is at work on it")))
      << head().progress().toStdString();
  EXPECT_TRUE(page->underWay().startsWith(QStringLiteral("The plan “slow” is running: ")))
      << page->underWay().toStdString();
  EXPECT_TRUE(page->underWay().contains(QStringLiteral(" rows left."))) << page->underWay().toStdString();
  test::takePictures(*page, QStringLiteral("plans-running"), {1072, 740});
  page->activateWindow();  // no window manager gives it back
  ASSERT_TRUE(QTest::qWaitForWindowActive(page.get()));
  page->setFocus();
  QTest::keyClick(page.get(), Qt::Key_P, Qt::ControlModifier);
  ASSERT_TRUE(deskEnded());
  EXPECT_EQ(stateOf("slow"), "paused");
  EXPECT_EQ(page->underWay(), QString());
  const int before = std::stoi(settled());
  EXPECT_LT(before, 60);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("paused")));

  click(QStringLiteral("Resume…"));
  ASSERT_TRUE(idle());
  auto* asks = dialog<RunDialog>();
  ASSERT_NE(asks, nullptr);
  EXPECT_FALSE(button(*asks, QStringLiteral("Resume"))->isEnabled());
  type(*asks, QStringLiteral("Reason"), QStringLiteral("gateway is well"));
  QTest::mouseClick(button(*asks, QStringLiteral("Resume")), Qt::LeftButton);
  ASSERT_TRUE(shown([&] { return plans().at(0).ended > before; }));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'plan_running' AND reason LIKE "
                       "'%gateway is well'"),
            "1");
  page.reset();
  ASSERT_TRUE(idle());
  EXPECT_EQ(stateOf("slow"), "running");
  EXPECT_EQ(settled(), raw.scalar("SELECT count(*) FROM onceover.plan_items WHERE state = 'done'"));
}

TEST_F(PlansTest, CancelEndsThisDesksWorkAndThePlanIsTakenUpAgain) {
  stick(20);
  freezeSlow(1);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(begins());
  ASSERT_TRUE(shown([this] { return plans().at(0).ended > 0; }));
  // As the strip's button does, until it took effect: what is between two slices hears nothing.
  while (desk().isWorking()) {
    session.cancelAll();
    ASSERT_TRUE(idle());
  }
  EXPECT_EQ(stateOf("slow"), "running");
  EXPECT_NE(note().find("stopped working"), std::string::npos) << note();
  ASSERT_TRUE(idle());
  leaveOneOwned();
  hurry();
  ASSERT_TRUE(begins(QStringLiteral("Take up…")));
  ASSERT_TRUE(deskEnded());
  EXPECT_EQ(stateOf("slow"), "finished") << note();
  EXPECT_EQ(settled(), "20");
}

TEST_F(PlansTest, DisarmingEndsTheWorkBehindTheBatchInHand) {
  stick(20);
  plan::NewPlan slow = wanted("slow");
  slow.options.rate = 1;
  freeze(slow);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  click(QStringLiteral("Dry run"));
  ASSERT_TRUE(test::nextSignal(&desk(), &DeskRun::worked, [] {}));
  session.disarm();
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(deskEnded());
  EXPECT_NE(note().find("Writes were disarmed"), std::string::npos) << note();
  EXPECT_EQ(stateOf("slow"), "frozen");
  hurry();
  ASSERT_TRUE(refreshed(*page));
  ASSERT_TRUE(looksAtAll());
  EXPECT_EQ(stateOf("slow"), "ready") << note();
}

TEST_F(PlansTest, AnotherDesksRunIsSeen) {
  stick(30);
  plan::NewPlan slow = wanted("slow");
  slow.options.rate = 5;
  freeze(slow);
  ASSERT_TRUE(opened());
  QProcess other;
  other.start(QStringLiteral(ONCEOVER_BIN_DIR "/oncectl"),
              {QStringLiteral("plan"), QStringLiteral("run"), QStringLiteral("slow"),
               QStringLiteral("--without-dry-run"), QStringLiteral("--dsn"),
               QString::fromStdString(database.conninfo()), QStringLiteral("--gateway"), gateway.config()});
  ASSERT_TRUE(other.waitForStarted());
  // The shell's live mode notices that it runs; from then on the page looks by itself.
  while (plans().at(0).state == plan::State::frozen) ASSERT_TRUE(refreshed(*page));
  ASSERT_TRUE(shown([this] { return plans().at(0).ended > 0; }));
  // Between two batches, at the plan's rate, nobody has anything in hand.
  EXPECT_TRUE(head().progress().contains(QStringLiteral("another desk is at work on it")) ||
              head().progress().contains(QStringLiteral("worked on within the last half minute")))
      << head().progress().toStdString();
  EXPECT_TRUE(page->whyNot(PlansPage::Do::pause).isEmpty());
  test::takePictures(*page, QStringLiteral("plans-other-desk"), {1072, 740});
  ASSERT_TRUE(shown([this] { return plans().at(0).state == plan::State::finished; }));
  EXPECT_EQ(plans().at(0).ended, 30);
  ASSERT_TRUE(other.state() == QProcess::NotRunning || other.waitForFinished());
  EXPECT_EQ(other.exitCode(), 0) << other.readAllStandardError().toStdString();
}

TEST_F(PlansTest, APlanStopsItselfWhereTheGatewayFailsAndSaysWhy) {
  stick(12);
  plan::NewPlan strict = wanted("strict");
  strict.options.error_count = 1;
  strict.options.error_share = 0;
  strict.options.max_tries = 1;
  freeze(strict);
  raw.exec("UPDATE onceover.plans SET state = 'ready', ready_at = now()");
  raw.exec(
      "UPDATE onceover.plan_items SET foreseen = 'settle_succeeded', foreseen_writes = true, foreseen_at = "
      "now()");
  gateway.setAnswer({500, "{}"});
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  ASSERT_TRUE(begins());
  ASSERT_TRUE(deskEnded());
  EXPECT_EQ(stateOf("strict"), "stopped") << note();
  EXPECT_EQ(settled(), "0");
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("went wrong")))
      << test::allTextOf(*page).toStdString();
  test::takePictures(*page, QStringLiteral("plans-stopped"), {1072, 740});
}

TEST_F(PlansTest, StoppingAsksWhyAndAPlanThatNeverRanGoesBackToWhereItStood) {
  stick(2);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  click(QStringLiteral("Stop…"));
  auto* asks = dialog<widgets::ConfirmDialog>();
  ASSERT_NE(asks, nullptr);
  type(*asks, QStringLiteral("Reason"), QStringLiteral("wrong filter"));
  QTest::mouseClick(button(*asks, QStringLiteral("Stop")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  EXPECT_EQ(stateOf("INC-4711"), "stopped");
  EXPECT_EQ(raw.scalar("SELECT state_why FROM onceover.plans"), "wrong filter");
  click(QStringLiteral("Resume…"));
  ASSERT_TRUE(idle());
  type(*dialog<RunDialog>(), QStringLiteral("Reason"), QStringLiteral("it was right"));
  QTest::mouseClick(button(*dialog<RunDialog>(), QStringLiteral("Resume")), Qt::LeftButton);
  ASSERT_TRUE(idle());
  EXPECT_EQ(stateOf("INC-4711"), "frozen");
  EXPECT_FALSE(desk().isWorking());
  EXPECT_EQ(gateway.asked(), 0);
}

TEST_F(PlansTest, ItemsComePageByPageAndByState) {
  stick(450);
  freeze(wanted("many"));
  raw.exec(
      "UPDATE onceover.plan_items SET state = 'skipped', outcome = 'changed', why = 'fence 1 → 2' WHERE "
      "position % 100 = 0");
  ASSERT_TRUE(opened());
  const QAbstractItemModelTester tester(&items(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(items().rowCount(), 200);
  auto* table = named<widgets::TableView>(*page, QStringLiteral("Items"));
  for (int pages = 0; pages < 5 && items().rowCount() < 450; ++pages) {
    table->setFocus();
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    test::settleLayout();
    ASSERT_TRUE(idle());
  }
  EXPECT_EQ(items().rowCount(), 450);
  EXPECT_EQ(items().at(449).position, 450);
  auto* state = named<QComboBox>(*page, QStringLiteral("Items in which state"));
  state->setFocus();
  QTest::keyClicks(state, QStringLiteral("skipped"));
  ASSERT_TRUE(idle());
  ASSERT_EQ(items().rowCount(), 4);
  EXPECT_EQ(items().index(0, ItemsModel::WhyColumn).data().toString(), QStringLiteral("fence 1 → 2"));
  std::optional<key::Identity> asked;
  QObject::connect(page.get(), &PlansPage::caseRequested, page.get(),
                   [&](const key::Identity& id) { asked = id; });
  table->setCurrentIndex(items().index(1, 0));
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->key, "key-200");
  // Rows of the state come and go; the chosen one stays chosen.
  raw.exec("UPDATE onceover.plan_items SET state = 'waiting', outcome = NULL WHERE position = 100");
  ASSERT_TRUE(refreshed(*page));
  ASSERT_EQ(items().rowCount(), 3);
  ASSERT_EQ(table->currentIndex().row(), 0);
  EXPECT_EQ(items().at(0).id.key, "key-200");
}

TEST_F(PlansTest, ItemsWithNotesHaveAMark) {
  stick(2);
  freeze(wanted("noted"));
  raw.exec(
      "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note) VALUES ('bob', "
      "'desk-2', 'oncectl', 'acme', 'POST /payments', 'key-002', 'do not release: the bank looks at it')");
  ASSERT_TRUE(opened());
  ASSERT_EQ(items().rowCount(), 2);
  EXPECT_FALSE(items().index(0, ItemsModel::StateColumn).data().toString().contains(QStringLiteral("✎")));
  EXPECT_TRUE(items().index(1, ItemsModel::StateColumn).data().toString().contains(QStringLiteral("✎1!")));
  EXPECT_TRUE(items()
                  .index(1, ItemsModel::StateColumn)
                  .data(Qt::ToolTipRole)
                  .toString()
                  .contains(QStringLiteral("the bank looks at it")));
  test::takePictures(*page, QStringLiteral("plan-notes"));
}

TEST_F(PlansTest, APlanOnAnotherTableOpensItsRowsThere) {
  const auto profile = test::settled_events(raw);
  plan::NewPlan requeue;
  requeue.name = "retry";
  requeue.act = plan::Verb::requeue;
  requeue.reason = "stock is back";
  requeue.options.although_held = true;
  browse::Filter dead;
  dead.dead = true;
  freeze(requeue, *profile, dead);
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Requeues 1 row of")))
      << test::allTextOf(*page).toStdString();
  auto* table = named<widgets::TableView>(*page, QStringLiteral("Items"));
  std::optional<key::Identity> asked;
  QObject::connect(page.get(), &PlansPage::caseRequested, page.get(),
                   [&](const key::Identity& id) { asked = id; });
  table->setCurrentIndex(items().index(0, 0));
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->columns, (std::vector<std::optional<std::string>>{"msg-3"}));
  EXPECT_EQ(session.profile(), *profile);
  ASSERT_TRUE(idle());
  ASSERT_TRUE(looksAtAll());
  ASSERT_TRUE(begins());
  ASSERT_TRUE(deskEnded());
  EXPECT_EQ(stateOf("retry"), "finished") << note();
  EXPECT_EQ(
      raw.scalar("SELECT tries || coalesce(last_error, '-') FROM consumed_events WHERE message_id = 'msg-3'"),
      "0-");
}

// Its dry run reads the table and asks with this user's rights, and its run writes: both wait for a person
// who has seen what that is.
TEST_F(PlansTest, APlanOfAnotherUserShowsItsWritesAndIsConfirmedFirst) {
  const auto profile = test::settled_events(raw);
  plan::NewPlan requeue;
  requeue.name = "retry";
  requeue.act = plan::Verb::requeue;
  requeue.reason = "stock is back";
  requeue.options.although_held = true;
  browse::Filter dead;
  dead.dead = true;
  freeze(requeue, *profile, dead);
  raw.exec(
      "SET session_replication_role = replica; UPDATE onceover.plans SET db_user = 'mallory'; RESET "
      "session_replication_role");
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  for (const QString& act : {QStringLiteral("Dry run"), QStringLiteral("Run…")}) {
    click(act);
    ASSERT_TRUE(idle());
    auto* asks = dialog<RunDialog>();
    ASSERT_NE(asks, nullptr) << act.toStdString();
    std::string text = test::allTextOf(*asks).toStdString();
    for (const auto* whole : asks->findChildren<QPlainTextEdit*>())
      text += whole->toPlainText().toStdString();
    EXPECT_NE(text.find("requeue: UPDATE \"public\".\"consumed_events\" SET"), std::string::npos) << text;
    EXPECT_NE(text.find("although_held"), std::string::npos) << text;
    EXPECT_NE(text.find("mallory"), std::string::npos) << text;
    test::takePictures(*asks,
                       act == QStringLiteral("Run…") ? QStringLiteral("plans-confirm-run")
                                                     : QStringLiteral("plans-confirm-dry-run"),
                       asks->size());
    auto* goes = button(*asks, act == QStringLiteral("Run…") ? QStringLiteral("Run") : act);
    ASSERT_NE(goes, nullptr);
    EXPECT_FALSE(goes->isEnabled());
    asks->findChildren<QCheckBox*>().last()->click();
    ASSERT_TRUE(goes->isEnabled());
    QTest::mouseClick(goes, Qt::LeftButton);
    ASSERT_TRUE(deskEnded());
  }
  EXPECT_EQ(stateOf("retry"), "finished") << note();
}

TEST_F(PlansTest, TheReportIsWrittenWithoutArming) {
  stick(3);
  freeze(wanted("INC-4711"));
  ASSERT_TRUE(opened());
  QTemporaryDir folder;
  for (const QString& suffix : {QStringLiteral("md"), QStringLiteral("csv"), QStringLiteral("json")}) {
    const QString path = folder.filePath(QStringLiteral("report.") + suffix);
    page->reportTo(path);
    ASSERT_TRUE(idle());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << note();
    EXPECT_EQ(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const QByteArray text = file.readAll();
    EXPECT_TRUE(text.contains("key-003"));
    EXPECT_EQ(text.startsWith('{'), suffix == QLatin1String("json"));
    EXPECT_EQ(text.startsWith('#'), suffix == QLatin1String("md"));
    EXPECT_NE(note().find("3 items"), std::string::npos) << note();
  }
  page->reportTo(folder.filePath(QStringLiteral("nowhere/report.md")));
  ASSERT_TRUE(idle());
  EXPECT_FALSE(note().empty());
  EXPECT_EQ(note().find("3 items"), std::string::npos) << note();
}

}  // namespace
}  // namespace onceover::plans
