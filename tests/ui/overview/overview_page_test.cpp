// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/console_page.h"
#include "tests/support/incident.h"
#include "ui/overview/glance.h"
#include "ui/widgets/card.h"
#include "ui/widgets/table.h"

namespace onceover::overview {
namespace {

using State = widgets::StatePane::State;

class OverviewTest : public test::ConsolePageTest {
 protected:
  static widgets::StatCard* card(const QWidget& page, const QString& label) {
    for (auto* found : page.findChildren<widgets::StatCard*>()) {
      if (found->accessibleName().startsWith(label + ':')) return found;
    }
    return nullptr;
  }
};

TEST_F(OverviewTest, AnEmptyStoreSaysWhatWouldBeHere) {
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  EXPECT_EQ(page.paneState(), State::loading);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("No keys yet.")));
  test::takePictures(page, QStringLiteral("overview-empty"));
}

TEST_F(OverviewTest, WhatPlansAndPeopleSettledCountsAsSettled) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  const qlonglong before = card(page, "Settled")->value().toLongLong();
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, "
      "to_state, reason) SELECT 'settle', 'alice', 'desk', p, 'acme', 'POST /refunds', 'k' || p, "
      "'in_progress', 'succeeded', 'r' FROM unnest(ARRAY['onceover', 'oncectl', 'oncectl sweep']) p");
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(card(page, "Settled")->value().toLongLong(), before + 2) << "a sweeper counts its own";
}

TEST_F(OverviewTest, AnIncidentIsSaidInASentenceAndInNumbers) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  EXPECT_TRUE(page.asOf());
  EXPECT_TRUE(page.shownSql().contains(QStringLiteral("onceover")));
  const QString sentence = page.findChild<HeadlineView*>(QStringLiteral("headline"))->sentence();
  EXPECT_TRUE(sentence.startsWith(QStringLiteral(
      "23 keys are stuck: clients of POST /refunds and PUT /payouts have been getting 409 for ")))
      << sentence.toStdString();
  EXPECT_EQ(card(page, "Stuck leases")->value(), QStringLiteral("23"));
  EXPECT_EQ(card(page, "Need a person")->value(), QStringLiteral("3"));
  EXPECT_EQ(card(page, "In progress")->value(), QStringLiteral("29"));
  EXPECT_EQ(card(page, "Released, awaiting retry")->value(), QStringLiteral("4"));
  EXPECT_EQ(
      card(page, "Conflicts")->value().toLongLong(),
      QString::fromStdString(
          raw.scalar(
              "SELECT sum(n) FROM onceover.counter_deltas WHERE name = 'conflict' AND at >= now() - interval "
              "'5 minutes'"))
          .toLongLong());
  EXPECT_EQ(test::namelessControls(page), QStringList());
  test::takePictures(page, QStringLiteral("overview"));
}

TEST_F(OverviewTest, EachNumberLeadsToItsRows) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  page.resize(1280, 800);
  page.show();
  QList<browse::Filter> asked;
  QObject::connect(&page, &OverviewPage::rowsRequested, &page,
                   [&](const browse::Filter& filter) { asked.append(filter); });
  const auto click = [&](const char* label) {
    QTest::mouseClick(card(page, QString::fromLatin1(label)), Qt::LeftButton);
  };
  click("Stuck leases");
  click("In progress");
  click("Released, awaiting retry");
  click("Oldest in progress");
  ASSERT_EQ(asked.size(), 4);
  EXPECT_TRUE(asked[0].stuck);
  EXPECT_EQ(asked[1].states, std::vector{key::State::in_progress});
  EXPECT_EQ(asked[2].states, std::vector{key::State::released});
  EXPECT_TRUE(asked[3].from && asked[3].to);
  QSignalSpy pages(&page, &widgets::Page::pageRequested);
  click("Need a person");
  ASSERT_EQ(pages.size(), 1) << "their reasons, and what waits for a second person, stand on their own page";
  EXPECT_EQ(pages[0][0].toString(), QStringLiteral("queue"));
  EXPECT_EQ(asked.size(), 4);
  EXPECT_EQ(session.isReady(), true);
  QSignalSpy series(&page, &OverviewPage::seriesRequested);
  click("Replays");
  ASSERT_EQ(series.size(), 1);
  EXPECT_EQ(series[0][0].toString(), QStringLiteral("replayed"));
}

TEST_F(OverviewTest, TheOldestStuckKeyOpensItsCaseWithEnter) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  page.show();
  std::optional<key::Identity> opened;
  QObject::connect(&page, &OverviewPage::caseRequested, &page, [&](const key::Identity& id) { opened = id; });
  auto* table = page.findChild<widgets::TableView*>();
  ASSERT_EQ(table->model()->rowCount(), 8);
  table->setCurrentIndex(table->model()->index(0, 0));
  QTest::keyClick(table, Qt::Key_Return);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->operation, "PUT /payouts");
}

TEST_F(OverviewTest, ARequestForASecondApproverNeedsAPerson) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  const auto before = card(page, "Need a person")->value().toLongLong();
  raw.exec(
      "INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, "
      "seen_digest, request, request_digest, reason, ticket, evidence) VALUES ('alice', 'desk', 'onceover', "
      "'fail', 'acme', 'pay', 'k', 1, sha256('s'), '{}', sha256('r'), 'gone', 'INC-7', '{}')");
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(card(page, "Need a person")->value().toLongLong(), before + 1);
  EXPECT_TRUE(card(page, "Need a person")
                  ->accessibleName()
                  .contains(QStringLiteral("1 request waits for a second approver")));
  raw.exec("UPDATE onceover.cases SET status = 'open' WHERE status = 'needs_human'");
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(card(page, "Need a person")->accessibleName(),
            QStringLiteral("Need a person: 1, 1 request waits for a second approver"));
}

// Cards of events are there once there are relays or dead letters, and lead to their pages.
TEST_F(OverviewTest, ShowsWhatWaitsOfEvents) {
  test::seedIncident(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("Events")));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i FROM generate_series(1, "
      "12) i");
  raw.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('to-kafka', "
      "'{*}', '3:3:', '3:3:', (SELECT oid FROM pg_database WHERE datname = current_database()))");
  raw.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, dead_at) VALUES ('ledger', 'payments', "
      "'e-1', 'dead', now() - interval '2 h')");
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("Events: the relay is not running")))
      << test::allTextOf(page).toStdString();
  const auto card = [&](const QString& label) {
    for (auto* each : page.findChildren<widgets::StatCard*>()) {
      if (each->accessibleName().startsWith(label)) return each;
    }
    return static_cast<widgets::StatCard*>(nullptr);
  };
  EXPECT_EQ(card(QStringLiteral("Unpublished events"))->value(), QStringLiteral("12"));
  EXPECT_EQ(card(QStringLiteral("Dead letters"))->value(), QStringLiteral("1"));
  test::takePictures(page, QStringLiteral("overview-events"));
  QSignalSpy pages(&page, &OverviewPage::pageRequested);
  QTest::mouseClick(card(QStringLiteral("Unpublished events")), Qt::LeftButton);
  QTest::mouseClick(card(QStringLiteral("Dead letters")), Qt::LeftButton);
  ASSERT_EQ(pages.size(), 2);
  EXPECT_EQ(pages[0][0].toString(), QStringLiteral("outbox"));
  EXPECT_EQ(pages[1][0].toString(), QStringLiteral("inbox"));
}

TEST_F(OverviewTest, TheStopSwitchIsLoud) {
  test::seedIncident(raw);
  raw.exec(
      "UPDATE onceover.control SET stopped = true, reason = 'gateway lies <b>again</b>', changed_by = "
      "'mara'");
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  const auto* banner = page.findChild<HeadlineView*>(QStringLiteral("stop"));
  EXPECT_TRUE(banner->isVisibleTo(&page));
  EXPECT_TRUE(banner->details().contains(QStringLiteral("mara"))) << banner->details().toStdString();
  EXPECT_TRUE(banner->details().contains(QStringLiteral("gateway lies <b>again</b>")));
  test::takePictures(page, QStringLiteral("overview-stopped"));
  raw.exec("UPDATE onceover.control SET stopped = false");
  ASSERT_TRUE(refreshed(page));
  EXPECT_FALSE(banner->isVisibleTo(&page));
}

TEST_F(OverviewTest, ADatabaseWithoutAStoreSaysWhatToDo) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::empty);
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("oncectl schema install")));
  test::takePictures(page, QStringLiteral("overview-no-schema"));
}

TEST_F(OverviewTest, ALostTableIsAnErrorThatCanBeRetried) {
  ASSERT_TRUE(connectSession());
  raw.exec("ALTER TABLE onceover.keys RENAME TO gone");
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::error);
  raw.exec("ALTER TABLE onceover.gone RENAME TO keys");
  test::seedIncident(raw);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
}

TEST_F(OverviewTest, WithoutCountersTheRestIsShown) {
  test::seedIncident(raw);
  raw.exec("DROP TABLE onceover.counter_deltas");
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content);
  EXPECT_EQ(card(page, "Stuck leases")->value(), QStringLiteral("23"));
  EXPECT_EQ(card(page, "Replays")->value(), QStringLiteral("–"));
}

TEST_F(OverviewTest, HostileKeysAreLiteralText) {
  test::seedHostileKeys(raw);
  ASSERT_TRUE(connectSession());
  OverviewPage page(session);
  ASSERT_TRUE(refreshed(page));
  auto* model = page.findChild<OldestModel*>();
  const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  QStringList shown;
  for (int row = 0; row < model->rowCount(); ++row) {
    shown.append(model->index(row, OldestModel::KeyColumn).data().toString());
    EXPECT_FALSE(model->index(row, OldestModel::KeyColumn)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .contains(QStringLiteral("<img")));
  }
  for (const auto& hostile : test::hostileKeys())
    EXPECT_TRUE(shown.contains(QString::fromStdString(hostile.shown))) << hostile.shown;
}

}  // namespace
}  // namespace onceover::overview
