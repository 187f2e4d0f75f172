// SPDX-License-Identifier: GPL-3.0-or-later
// What is stuck is unknown, known in part, or exact: what each page shows of the same large store.
#include <QPushButton>
#include <QTest>

#include "core/unfinished/frontier.h"
#include "tests/support/console_page.h"
#include "tests/support/large_store.h"
#include "tests/support/proxy.h"
#include "tests/ui/bridge/spin.h"
#include "ui/bridge/walker.h"
#include "ui/overview/glance.h"
#include "ui/overview/overview_page.h"
#include "ui/stuck/leases_page.h"
#include "ui/widgets/card.h"

namespace onceover {
namespace {

using State = widgets::StatePane::State;

class ThreeAnswersTest : public test::ConsolePageTest {
 protected:
  ThreeAnswersTest() : large_(test::large_store()), large_raw_(large_.connect()) {}

  [[nodiscard]] bool connectLarge() {
    bridge::ConnectionProfile profile;
    profile.name = QStringLiteral("large");
    profile.conninfo = QString::fromStdString(large_.conninfo());
    session.connectTo(profile);
    return test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); });
  }
  pg::Connection open() {
    auto connection = pg::Connection::open({.conninfo = large_.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }
  void moveFrontier() {
    pg::Connection connection = open();
    unfinished::Advancing advancing(connection, {.rows = 100'000, .least_pause = Duration{1}});
    for (bool done = false; !done;) {
      auto step = advancing.step();
      if (!step) throw std::runtime_error(step.error().sentence());
      done = step->done;
    }
  }
  static widgets::StatCard* card(const QWidget& page, const QString& label) {
    for (auto* found : page.findChildren<widgets::StatCard*>()) {
      if (found->accessibleName().startsWith(label + ':')) return found;
    }
    return nullptr;
  }
  static QString headline(const QWidget& page) {
    return page.findChild<overview::HeadlineView*>(QStringLiteral("headline"))->sentence();
  }

  test::TestDatabase large_;
  test::RawConnection large_raw_;
};

TEST_F(ThreeAnswersTest, UnknownIsNeverZeroAndNeverGreen) {
  ASSERT_TRUE(connectLarge());
  overview::OverviewPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(headline(page), QStringLiteral("It is unknown whether any key is stuck."));
  for (const char* label : {"Stuck leases", "In progress", "Released, awaiting retry", "Oldest in progress"})
    EXPECT_EQ(card(page, QString::fromLatin1(label))->value(), QStringLiteral("unknown")) << label;
  const QString all = test::allTextOf(page);
  for (const char* claim : {"nothing runs", "all leases are live", "No key is stuck", "Nothing is stuck"})
    EXPECT_FALSE(all.contains(QLatin1String(claim))) << claim;
  EXPECT_TRUE(all.contains(QStringLiteral("No sweeper has read this table yet."))) << all.toStdString();
  EXPECT_TRUE(all.contains(QStringLiteral("oncectl sweep")));
  test::takePictures(page, QStringLiteral("overview-unknown"));
}

TEST_F(ThreeAnswersTest, AWalkFindsItStepByStepAndGoesOnThereAfterARestart) {
  QHash<QString, QString> kept;
  const bridge::Walker::Storage storage{
      [&](const QString& about) { return kept.value(about); },
      [&](const QString& about, const QString& walk) { kept.insert(about, walk); }};
  ASSERT_TRUE(connectLarge());
  overview::OverviewPage page(session);
  page.show();
  Timestamp first;
  {
    bridge::Walker walker(session, storage);
    ASSERT_TRUE(test::waitFor(&walker, &bridge::Walker::walked, [&] { return walker.walk().is_complete; }));
    ASSERT_EQ(walker.walk().found.size(), 1U);
    first = walker.walk().until;
    ASSERT_TRUE(refreshed(page));
    EXPECT_TRUE(headline(page).startsWith(QStringLiteral("At least 1 key is stuck")))
        << headline(page).toStdString();
    EXPECT_EQ(card(page, QStringLiteral("Stuck leases"))->value(), QStringLiteral("≥ 1"));
    EXPECT_EQ(card(page, QStringLiteral("Released, awaiting retry"))->value(), QStringLiteral("unknown"));
    test::takePictures(page, QStringLiteral("overview-at-least"));
    stuck::LeasesPage leases(session);
    ASSERT_TRUE(refreshed(leases));
    EXPECT_EQ(leases.paneState(), State::content);
    EXPECT_TRUE(test::allTextOf(leases).contains(
        QStringLiteral("without a sweeper, keys that commit late may be missing")))
        << test::allTextOf(leases).toStdString();
    test::takePictures(leases, QStringLiteral("leases-at-least"));
  }
  ASSERT_EQ(kept.size(), 1);
  // Another one that is stuck is found with what is new; the rows read before are not read again.
  large_raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, fence, state, fingerprint_kind, fingerprint, "
      "locked_until) VALUES ('acme', 'POST /refunds', 'new', 0, 'in_progress', 'raw-sha256', sha256('x'), "
      "now() - interval '1 h')");
  session.useWalk(nullptr);
  bridge::Walker walker(session, storage);
  ASSERT_TRUE(test::waitFor(&walker, &bridge::Walker::walked, [&] { return walker.walk().until > first; }));
  EXPECT_LE(walker.walk().rows_read, 2'000'000) << "it began anew";
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(card(page, QStringLiteral("Stuck leases"))->value(), QStringLiteral("≥ 2"));
}

// The search has a connection of its own. That it cannot be opened is a reason why the answer is unknown, and
// not "nothing to look for".
TEST_F(ThreeAnswersTest, AWalkThatFailsSaysWhyAndIsTriedAgain) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  bridge::ConnectionProfile profile;
  profile.conninfo = QString::fromStdString(proxy.conninfo(large_.name()));
  session.connectTo(profile);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::stateChanged, [this] { return session.isReady(); }));
  proxy.refuse(true);
  const int before = proxy.accepted();
  bridge::Walker walker(session, {});
  ASSERT_TRUE(test::spinUntil([&] { return proxy.accepted() > before && session.jobs().isEmpty(); }));
  overview::OverviewPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(card(page, QStringLiteral("Stuck leases"))->value(), QStringLiteral("unknown"));
  EXPECT_TRUE(test::allTextOf(page).contains(QStringLiteral("The search for unfinished keys failed: ")))
      << test::allTextOf(page).toStdString();
  proxy.refuse(false);
  ASSERT_TRUE(test::waitFor(&walker, &bridge::Walker::walked, [&] { return walker.walk().rows_read > 0; }));
  ASSERT_TRUE(refreshed(page));
  EXPECT_FALSE(test::allTextOf(page).contains(QStringLiteral("The search for unfinished keys failed")));
}

TEST_F(ThreeAnswersTest, BehindAFrontierItIsExact) {
  moveFrontier();
  ASSERT_TRUE(connectLarge());
  overview::OverviewPage page(session);
  page.show();
  ASSERT_TRUE(refreshed(page));
  EXPECT_TRUE(headline(page).startsWith(QStringLiteral("1 key is stuck: "))) << headline(page).toStdString();
  EXPECT_EQ(card(page, QStringLiteral("Stuck leases"))->value(), QStringLiteral("1"));
  EXPECT_EQ(card(page, QStringLiteral("Released, awaiting retry"))->value(), QStringLiteral("0"));
  stuck::LeasesPage leases(session);
  ASSERT_TRUE(refreshed(leases));
  EXPECT_EQ(leases.paneState(), State::content);
  large_raw_.tamper(
      "UPDATE onceover.keys SET locked_until = now() + interval '1 hour' WHERE key = 'k300000'");
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(headline(page), QStringLiteral("Nothing is stuck: every lease is live or settled."));
  ASSERT_TRUE(refreshed(leases));
  EXPECT_TRUE(test::allTextOf(leases).contains(QStringLiteral("No lease is stuck.")));
}

TEST_F(ThreeAnswersTest, ThePageOfStuckLeasesReadsAtOnceWhatTakesLessThanTwoSeconds) {
  ASSERT_TRUE(connectLarge());
  stuck::LeasesPage page(session);
  ASSERT_TRUE(refreshed(page));
  EXPECT_EQ(page.paneState(), State::content) << test::allTextOf(page).toStdString();
}

}  // namespace
}  // namespace onceover
