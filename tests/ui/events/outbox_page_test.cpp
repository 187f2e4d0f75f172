// SPDX-License-Identifier: GPL-3.0-or-later
// The page of relays, with real clicks and keys.
#include "ui/events/outbox_page.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "core/roles/roles.h"
#include "tests/support/console_page.h"
#include "tests/support/raw.h"
#include "tests/ui/bridge/spin.h"
#include "ui/events/models.h"
#include "ui/widgets/card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::events {
namespace {

class OutboxPageTest : public test::ConsolePageTest {
 protected:
  std::unique_ptr<OutboxPage> page;

  [[nodiscard]] bool idle() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  [[nodiscard]] bool opened() { return connectSession() && shown(); }
  [[nodiscard]] bool shown() {
    page = std::make_unique<OutboxPage>(session);
    page->resize(1280, 800);
    page->show();
    page->refresh();
    return idle() && page->paneState() == widgets::StatePane::State::content;
  }
  // Two relays: one runs and holds back events of two aggregates, the other was left by its process.
  void relays() {
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type) SELECT 'payments', 'payment', "
        "'p-' || i % 3, 'payment.captured' FROM generate_series(1, 8) i");
    raw.exec(
        "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid, owner, fence, "
        "locked_until, published) VALUES ('to-kafka', '{payments}', pg_current_snapshot(), "
        "pg_current_snapshot(), (SELECT oid FROM pg_database WHERE datname = current_database()), "
        "'relay-1@host', 7, now() + interval '1 h', 120394), ('to-webhook', '{*}', '3:3:', '3:3:', (SELECT "
        "oid FROM pg_database WHERE datname = current_database()), NULL, 3, NULL, 12)");
    raw.exec(
        "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
        "state, attempts, next_try_at, error) SELECT 'to-kafka', o.seq, o.id, o.topic, o.aggregatetype, "
        "o.aggregateid, o.created_at, CASE WHEN o.n = 1 THEN 'dead' WHEN o.n = 2 THEN 'waiting' ELSE "
        "'behind' END, CASE WHEN o.n < 3 THEN 10 ELSE 0 END, CASE WHEN o.n = 2 THEN now() + interval '1 min' "
        "END, CASE WHEN o.n < 3 THEN 'Kafka: Broker: <b>Message size</b> too large.' END FROM (SELECT *, "
        "row_number() OVER (ORDER BY seq) n FROM onceover.outbox) o WHERE o.n < 5");
  }
  widgets::StatCard* card(const QString& label) const {
    for (auto* each : page->findChildren<widgets::StatCard*>()) {
      if (each->accessibleName().startsWith(label)) return each;
    }
    return nullptr;
  }
  widgets::TableView* table(const QString& name) const {
    for (auto* each : page->findChildren<widgets::TableView*>()) {
      if (each->accessibleName() == name) return each;
    }
    return nullptr;
  }
  QPushButton* button(const QString& words) const {
    for (auto* each : page->findChildren<QPushButton*>()) {
      if (each->text() == words) return each;
    }
    return nullptr;
  }
  template <class Dialog = widgets::ConfirmDialog>
  Dialog* dialog() const {
    for (auto* each : page->findChildren<Dialog*>()) {
      if (each->isVisible()) return each;
    }
    return nullptr;
  }
  static void typeReason(QDialog& in, const QString& text) {
    for (auto* edit : in.findChildren<QLineEdit*>()) {
      if (!edit->accessibleName().startsWith(QStringLiteral("Reason"))) continue;
      edit->setFocus();
      QTest::keyClicks(edit, text);
    }
  }
  [[nodiscard]] bool confirm(QDialog& in, const QString& words) {
    const auto press = [&] {
      for (auto* each : in.findChildren<QPushButton*>()) {
        if (each->text() == words) QTest::mouseClick(each, Qt::LeftButton);
      }
    };
    return test::nextSignal(page.get(), &OutboxPage::written, press) && idle();
  }
  void chooseHeld(int row) const { table(QStringLiteral("Events held back"))->selectRow(row); }
  // The dialog about the first aggregate that is held back, counted and with a reason; null: it did not come
  // so far.
  RepublishDialog* askedToRepublish() {
    if (!opened() || !armSession()) return nullptr;
    chooseHeld(0);
    QTest::mouseClick(button(QStringLiteral("Publish again …")), Qt::LeftButton);
    auto* asked = dialog<RepublishDialog>();
    if (asked == nullptr || !test::nextSignal(asked, &RepublishDialog::counted, [] {})) return nullptr;
    typeReason(*asked, QStringLiteral("consumer was lost"));
    return asked;
  }
  // The button that carries it out.
  static QPushButton* goOf(const QDialog& in) {
    const auto all = in.findChild<QDialogButtonBox*>()->buttons();
    const auto found = std::ranges::find_if(all, [&in](auto* each) {
      return in.findChild<QDialogButtonBox*>()->buttonRole(each) == QDialogButtonBox::AcceptRole;
    });
    return found == all.end() ? nullptr : qobject_cast<QPushButton*>(*found);
  }
  QString text() const { return test::allTextOf(*page); }
  // Connects as a new member of this role.
  [[nodiscard]] bool connectAs(roles::DbRole role) {
    user_ = std::string(roles::word(role)) + "_" + database.name();
    raw.exec(roles::role_script(tables::own(), {}, role, user_).value());
    raw.exec("ALTER ROLE " + user_ + " LOGIN");
    bridge::ConnectionProfile profile;
    profile.name = QStringLiteral("test");
    profile.conninfo = QString::fromStdString(database.conninfo() + " user=" + user_);
    session.connectTo(profile);
    return test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); });
  }
  void TearDown() override {
    if (!user_.empty()) raw.exec("DROP OWNED BY " + user_ + "; DROP ROLE " + user_);
  }

 private:
  std::string user_;
};

// Every reading emptied the selection, so that on a live page no act could be chosen.
TEST_F(OutboxPageTest, TheChosenEventStaysChosenWhileOthersComeAndGo) {
  relays();
  ASSERT_TRUE(opened());
  chooseHeld(1);
  const QString chosen = table(QStringLiteral("Events held back"))->rowText(1);
  raw.exec("DELETE FROM onceover.outbox_parked WHERE state = 'dead'");
  page->refresh();
  ASSERT_TRUE(idle());
  EXPECT_EQ(table(QStringLiteral("Events held back"))->selectedRows(), QList<int>{0});
  EXPECT_EQ(table(QStringLiteral("Events held back"))->rowText(0).section(u'\t', 0, 3),
            chosen.section(u'\t', 0, 3));
}

TEST_F(OutboxPageTest, ThePayloadOfAHeldEventIsMaskedUntilItIsRevealed) {
  relays();
  raw.tamper("UPDATE onceover.outbox SET payload = convert_to('{\"amount\":\"12.50\"}', 'UTF8')");
  ASSERT_TRUE(opened());
  chooseHeld(0);
  ASSERT_TRUE(idle());
  auto* payload = page->findChild<widgets::JsonView*>();
  ASSERT_NE(payload, nullptr);
  EXPECT_TRUE(payload->isVisible() && payload->isMasked());
  payload->setMasked(false);
  EXPECT_TRUE(payload->copyText().contains(QStringLiteral("12.50"))) << payload->copyText().toStdString();
  page->refresh();
  ASSERT_TRUE(idle());
  EXPECT_FALSE(payload->isMasked()) << "what a person reads stays open";
  chooseHeld(1);
  ASSERT_TRUE(idle());
  EXPECT_TRUE(payload->isMasked());
}

TEST_F(OutboxPageTest, WithoutARelayItSaysHowOneIsStarted) {
  ASSERT_TRUE(opened());
  EXPECT_TRUE(text().contains(QStringLiteral("No relay: events wait in the outbox"))) << text().toStdString();
  EXPECT_TRUE(text().contains(QStringLiteral("oncectl relay --name")));
  EXPECT_EQ(card(QStringLiteral("Lag"))->value(), QStringLiteral("–")) << "unknown is not 0";
  EXPECT_EQ(card(QStringLiteral("Dead"))->value(), QStringLiteral("–"));
  test::takePictures(*page, QStringLiteral("relays-none"));
}

TEST_F(OutboxPageTest, ShowsHowFarEachRelayIsAndWhatHoldsItBack) {
  relays();
  ASSERT_TRUE(opened());
  auto* model = page->findChild<RelaysModel*>();
  const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_EQ(model->rowCount(), 2);
  EXPECT_EQ(model->index(0, RelaysModel::ParkedColumn).data().toString(), QStringLiteral("3"));
  EXPECT_EQ(model->index(0, RelaysModel::DeadColumn).data().toString(), QStringLiteral("1"));
  EXPECT_EQ(model->index(1, RelaysModel::LagColumn).data().toString(), QStringLiteral("8"));
  EXPECT_FALSE(model->index(1, RelaysModel::BehindColumn).data().toString().isEmpty());
  EXPECT_EQ(badgeOf(model->at(1)).tone, widgets::Tone::danger) << "events wait and no process runs it";
  EXPECT_EQ(card(QStringLiteral("Lag"))->value(), QStringLiteral("8"));
  EXPECT_EQ(card(QStringLiteral("Dead"))->value(), QStringLiteral("1"));
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  auto* held = page->findChild<HeldModel*>();
  ASSERT_EQ(held->rowCount(), 4);
  EXPECT_FALSE(held->index(0, HeldModel::ErrorColumn)
                   .data(Qt::ToolTipRole)
                   .toString()
                   .contains(QStringLiteral("<b>")));
  test::takePictures(*page, QStringLiteral("relays"));
}

// After a restore: the relay refuses to run, and what it has not published is unknown.
TEST_F(OutboxPageTest, EventsOfAnotherServerAreCountedAsUnknown) {
  relays();
  raw.exec("UPDATE onceover.relays SET database_oid = 1");
  ASSERT_TRUE(opened());
  auto* model = page->findChild<RelaysModel*>();
  for (int row = 0; row < 2; ++row) {
    EXPECT_EQ(model->index(row, RelaysModel::LagColumn).data().toString(), QStringLiteral("unknown"));
    EXPECT_EQ(badgeOf(model->at(row)).word, QStringLiteral("of another server"));
    EXPECT_EQ(badgeOf(model->at(row)).tone, widgets::Tone::danger);
  }
  EXPECT_EQ(card(QStringLiteral("Lag"))->value(), QStringLiteral("unknown"));
  test::takePictures(*page, QStringLiteral("relays-of-another-server"));
}

// Not all rows are looked at where many wait: what is not known is neither 0 nor green.
TEST(RelayWords, AnUnknownLagIsNotNone) {
  outbox::RelayView relay{.lag = 0, .is_lag_exact = false};
  EXPECT_EQ(lagInWords(relay), QStringLiteral("unknown"));
  EXPECT_EQ(behindInWords(relay), QStringLiteral("unknown"));
  EXPECT_EQ(badgeOf(relay).tone, widgets::Tone::danger);
  relay.lag = 12;
  EXPECT_EQ(lagInWords(relay), QStringLiteral("≥ 12"));
  relay.is_lag_exact = true;
  EXPECT_EQ(lagInWords(relay), QStringLiteral("12"));
  relay.lag = 0;
  EXPECT_EQ(behindInWords(relay), QStringLiteral("–"));
}

TEST_F(OutboxPageTest, AFailingEventIsTriedAgainAndTheOnesBehindItWait) {
  relays();
  ASSERT_TRUE(opened());
  chooseHeld(2);
  EXPECT_FALSE(button(QStringLiteral("Try again …"))->isEnabled()) << "it waits behind another";
  chooseHeld(0);
  ASSERT_TRUE(button(QStringLiteral("Try again …"))->isEnabled());
  QSignalSpy arm(page.get(), &OutboxPage::armRequested);
  QTest::mouseClick(button(QStringLiteral("Try again …")), Qt::LeftButton);
  EXPECT_EQ(arm.count(), 1) << "nothing is written before writes are armed";
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(QStringLiteral("Try again …")), Qt::LeftButton);
  auto* asked = dialog();
  ASSERT_NE(asked, nullptr);
  typeReason(*asked, QStringLiteral("limit was raised"));
  test::takePictures(*asked, QStringLiteral("outbox-retry-dialog"), {620, 320});
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Try again")));
  EXPECT_EQ(raw.scalar("SELECT act || ' ' || (SELECT count(*) FROM onceover.outbox_parked p WHERE p.state = "
                       "'dead') FROM onceover.event_requests"),
            "retry 1")
      << "the relay does it";
  EXPECT_EQ(raw.scalar("SELECT action || ' ' || reason FROM onceover.audit"), "ask_retry limit was raised");
  EXPECT_TRUE(text().contains(QStringLiteral("relay to-kafka is asked to try it again.")))
      << text().toStdString();
  EXPECT_EQ(page->findChild<HeldModel*>()->index(0, HeldModel::StateColumn).data().toString(),
            QStringLiteral("dead, retry asked"));
}

// Each act, begun while writes are not armed, goes on by itself once they are.
TEST_F(OutboxPageTest, WhatWasBegunGoesOnOnceWritesAreArmed) {
  relays();
  ASSERT_TRUE(opened());
  QSignalSpy arm(page.get(), &OutboxPage::armRequested);
  const struct {
    const char *button, *title;
  } acts[] = {{"Pause …", "Pause relay to-kafka"},
              {"Try again …", "Try an event again"},
              {"Skip …", "Skip an event"},
              {"Publish again …", "Publish events once more"}};
  for (const auto& [words, title] : acts) {
    SCOPED_TRACE(words);
    chooseHeld(0);
    arm.clear();
    QTest::mouseClick(button(QString::fromUtf8(words)), Qt::LeftButton);
    EXPECT_EQ(arm.count(), 1);
    EXPECT_EQ(dialog(), nullptr) << "nothing is asked before writes are armed";
    chooseHeld(1);  // meanwhile: the act is about what was chosen when it was begun
    ASSERT_TRUE(armSession());
    ASSERT_TRUE(test::spinUntil([this] { return dialog() != nullptr; }));
    auto* asked = dialog();
    EXPECT_EQ(asked->windowTitle(), QString::fromUtf8(title));
    if (QString::fromUtf8(words) == QStringLiteral("Skip …")) {
      EXPECT_TRUE(test::allTextOf(*asked).contains(QString::fromStdString(
          "Event " + raw.scalar("SELECT seq FROM onceover.outbox_parked WHERE state = 'dead'") +
          " of aggregate")))
          << test::allTextOf(*asked).toStdString();
    }
    QTest::keyClick(asked, Qt::Key_Escape);
    ASSERT_TRUE(idle());
    session.disarm();
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
}

TEST_F(OutboxPageTest, WhileEventsArePublishedAgainNoSecondRunCanBegin) {
  relays();
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  page->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(page.get()));
  chooseHeld(0);
  QTest::mouseClick(button(QStringLiteral("Publish again …")), Qt::LeftButton);
  auto* asked = dialog<RepublishDialog>();
  ASSERT_NE(asked, nullptr);
  ASSERT_TRUE(test::nextSignal(asked, &RepublishDialog::counted, [] {}));
  typeReason(*asked, QStringLiteral("consumer was lost"));
  const int before = std::stoi(raw.scalar("SELECT count(*) FROM onceover.outbox"));
  const int matching =
      std::stoi(raw.scalar("SELECT count(*) FROM onceover.outbox o WHERE aggregateid = (SELECT aggregateid "
                           "FROM onceover.outbox_parked WHERE state = 'dead')"));
  test::RawConnection lock(database.conninfo());
  lock.exec("BEGIN; LOCK TABLE onceover.outbox IN SHARE MODE");  // the run waits there
  for (auto* each : asked->findChildren<QPushButton*>()) {
    if (each->text() == QStringLiteral("&Publish again")) QTest::mouseClick(each, Qt::LeftButton);
  }
  ASSERT_TRUE(test::spinUntil(
      [this] { return raw.scalar("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"; }));
  QSignalSpy written(page.get(), &OutboxPage::written);
  for (const char* words : {"Publish again …", "Pause …", "Try again …", "Skip …"}) {
    EXPECT_FALSE(button(QString::fromUtf8(words))->isEnabled()) << words;
    QTest::mouseClick(button(QString::fromUtf8(words)), Qt::LeftButton);
  }
  EXPECT_EQ(dialog<RepublishDialog>(), nullptr);
  EXPECT_EQ(dialog(), nullptr);
  lock.exec("COMMIT");
  ASSERT_TRUE(test::spinUntil([&] { return written.count() == 1; }));
  ASSERT_TRUE(idle());
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox"), std::to_string(before + matching))
      << text().toStdString();
  EXPECT_TRUE(button(QStringLiteral("Publish again …"))->isEnabled());
}

TEST_F(OutboxPageTest, AnEventIsSkippedByItsShortcut) {
  relays();
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  page->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(page.get()));
  table(QStringLiteral("Events held back"))->setFocus();
  chooseHeld(0);
  QTest::keyClick(table(QStringLiteral("Events held back")), Qt::Key_Delete, Qt::ControlModifier);
  auto* asked = dialog();
  ASSERT_NE(asked, nullptr);
  // Meanwhile it went out: nothing is skipped.
  raw.exec("DELETE FROM onceover.outbox_parked WHERE state = 'dead'");
  typeReason(*asked, QStringLiteral("test data"));
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Skip")));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  EXPECT_TRUE(text().contains(QStringLiteral("has moved since it was shown"))) << text().toStdString();
}

TEST_F(OutboxPageTest, ARelayIsPausedAndResumed) {
  relays();
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  for (const auto& [words, verb, state] :
       {std::tuple{"Pause …", "&Pause", "t"}, std::tuple{"Resume …", "&Resume", "f"}}) {
    ASSERT_NE(button(QString::fromUtf8(words)), nullptr) << words;
    QTest::mouseClick(button(QString::fromUtf8(words)), Qt::LeftButton);
    auto* asked = dialog();
    ASSERT_NE(asked, nullptr);
    typeReason(*asked, QStringLiteral("consumer books twice"));
    ASSERT_TRUE(confirm(*asked, QString::fromUtf8(verb)));
    EXPECT_EQ(
        raw.scalar(
            "SELECT EXISTS (SELECT FROM onceover.relay_holds WHERE relay = 'to-kafka' AND state = 'paused')"),
        state);
  }
  EXPECT_EQ(raw.scalar("SELECT string_agg(action, ' ' ORDER BY id) FROM onceover.audit"),
            "pause_relay resume_relay");
}

TEST_F(OutboxPageTest, ARelayThatNoProcessRunsIsRetired) {
  relays();
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  EXPECT_FALSE(button(QStringLiteral("Retire …"))->isEnabled()) << "a process runs it";
  table(QStringLiteral("Relays"))->selectRow(1);
  ASSERT_TRUE(button(QStringLiteral("Retire …"))->isEnabled());
  QTest::mouseClick(button(QStringLiteral("Retire …")), Qt::LeftButton);
  auto* asked = dialog();
  ASSERT_NE(asked, nullptr);
  EXPECT_TRUE(test::allTextOf(*asked).contains(QStringLiteral("has not published: 8")))
      << test::allTextOf(*asked).toStdString();
  typeReason(*asked, QStringLiteral("not used any more"));
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Retire")));
  EXPECT_EQ(raw.scalar("SELECT relay || ' ' || reason FROM onceover.relay_holds WHERE state = 'retired'"),
            "to-webhook not used any more");
  EXPECT_EQ(page->findChild<RelaysModel*>()->rowCount(), 1);
  EXPECT_EQ(raw.scalar("SELECT action FROM onceover.audit"), "retire_relay");
}

TEST_F(OutboxPageTest, EventsOfAnAggregateArePublishedOnceMore) {
  relays();
  auto* asked = askedToRepublish();
  ASSERT_NE(asked, nullptr);
  test::takePictures(*asked, QStringLiteral("outbox-republish-dialog"), {640, 420});
  const std::string before = raw.scalar("SELECT count(*) FROM onceover.outbox");
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Publish again")));
  const std::string aggregate = raw.scalar("SELECT after ->> 'aggregate_id' FROM onceover.audit");
  EXPECT_EQ(raw.scalar("SELECT (count(*) - $1::int = count(*) FILTER (WHERE headers ? 'republished_from')) "
                       "AND bool_and(aggregateid = $2) FILTER (WHERE headers ? 'republished_from') FROM "
                       "onceover.outbox",
                       {before, aggregate}),
            "t");
  EXPECT_TRUE(text().contains(QStringLiteral("are published once more"))) << text().toStdString();
}

TEST_F(OutboxPageTest, NewIdsNeedATicketAndAreAskedFor) {
  relays();
  auto* asked = askedToRepublish();
  ASSERT_NE(asked, nullptr);
  auto* goes = goOf(*asked);
  ASSERT_NE(goes, nullptr);
  EXPECT_TRUE(goes->isEnabled());
  auto* newIds = asked->findChild<QCheckBox*>();
  newIds->setFocus();
  QTest::keyClick(newIds, Qt::Key_Space);
  EXPECT_FALSE(goes->isEnabled()) << "a ticket is missing";
  EXPECT_TRUE(test::allTextOf(*asked).contains(QStringLiteral("New ids need a ticket.")))
      << test::allTextOf(*asked).toStdString();
  test::takePictures(*asked, QStringLiteral("outbox-new-ids-no-ticket-dialog"), {640, 420});
  QLineEdit* ticket = nullptr;
  for (auto* each : asked->findChildren<QLineEdit*>()) {
    if (each->accessibleName() == QStringLiteral("Ticket")) ticket = each;
  }
  ASSERT_NE(ticket, nullptr);
  QTest::keyClicks(ticket, QStringLiteral("INC-9"));
  test::takePictures(*asked, QStringLiteral("outbox-new-ids-dialog"), {640, 420});
  const std::string before = raw.scalar("SELECT count(*) FROM onceover.outbox");
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Request approval")));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox"), before) << "they wait for a second approver";
  EXPECT_EQ(
      raw.scalar("SELECT act || ' ' || status || ' ' || ticket || ' ' || reason FROM onceover.approvals"),
      "republish waiting INC-9 consumer was lost");
  EXPECT_TRUE(text().contains(QStringLiteral(
      "waits for a second approver. No event is written yet. Another database user approves or refuses it on "
      "the page “Needs a person”.")))
      << text().toStdString();
}

TEST_F(OutboxPageTest, TheDialogSaysWhatHappensWithTheIdsThatAreChosen) {
  relays();
  auto* asked = askedToRepublish();
  ASSERT_NE(asked, nullptr);
  auto* newIds = asked->findChild<QCheckBox*>();
  const QString skipped = QStringLiteral("Consumers skip events whose ids they have processed.");
  const QString waits =
      QStringLiteral("It waits for a second approver, who decides on the page “Needs a person”.");
  for (const bool isNew : {false, true, false}) {
    if (newIds->isChecked() != isNew) QTest::keyClick(newIds, Qt::Key_Space);
    const QString words = test::allTextOf(*asked);
    EXPECT_EQ(words.contains(skipped), !isNew) << words.toStdString();
    EXPECT_EQ(words.contains(waits), isNew) << words.toStdString();
    EXPECT_EQ(goOf(*asked)->text(),
              isNew ? QStringLiteral("&Request approval") : QStringLiteral("&Publish again"));
    EXPECT_EQ(goOf(*asked)->isEnabled(), !isNew) << "new ids need a ticket first";
  }
}

TEST_F(OutboxPageTest, SaysWhichRightIsMissingAndWhichRolesHaveIt) {
  ASSERT_TRUE(connectAs(roles::DbRole::producer));
  EXPECT_FALSE(shown());
  ASSERT_EQ(page->paneState(), widgets::StatePane::State::error);
  EXPECT_TRUE(
      text().contains(QStringLiteral("This database user lacks a right: permission denied for table ")))
      << text().toStdString();
  EXPECT_TRUE(text().contains(
      QStringLiteral("Connect as a member of the role viewer, service, relay, reconciler or approver.")))
      << text().toStdString();
  test::takePictures(*page, QStringLiteral("relays-no-right"));
}

TEST_F(OutboxPageTest, AnActWithoutTheRightNamesTheRoleThatHasIt) {
  relays();
  ASSERT_TRUE(connectAs(roles::DbRole::viewer));
  ASSERT_TRUE(shown()) << text().toStdString();
  ASSERT_TRUE(armSession());
  chooseHeld(0);
  QTest::mouseClick(button(QStringLiteral("Skip …")), Qt::LeftButton);
  auto* asked = dialog();
  ASSERT_NE(asked, nullptr);
  typeReason(*asked, QStringLiteral("test data"));
  ASSERT_TRUE(confirm(*asked, QStringLiteral("&Skip")));
  EXPECT_TRUE(text().contains(
      QStringLiteral("This database user lacks a right: permission denied for function settle_event.\n"
                     "The refused statement wrote nothing, and nothing after it was done.\n"
                     "Connect as a member of the role reconciler.")))
      << text().toStdString();
  test::takePictures(*page, QStringLiteral("relays-act-no-right"));
}

TEST_F(OutboxPageTest, NothingMatchesNothingIsOffered) {
  ASSERT_TRUE(opened());
  ASSERT_TRUE(armSession());
  QTest::mouseClick(button(QStringLiteral("Publish again …")), Qt::LeftButton);
  auto* asked = dialog<RepublishDialog>();
  ASSERT_NE(asked, nullptr);
  ASSERT_TRUE(test::nextSignal(asked, &RepublishDialog::counted, [] {}));
  typeReason(*asked, QStringLiteral("why"));
  for (auto* each : asked->findChildren<QPushButton*>()) {
    if (each->text() != QStringLiteral("&Publish again")) continue;
    EXPECT_FALSE(each->isEnabled());
  }
}

}  // namespace
}  // namespace onceover::events
