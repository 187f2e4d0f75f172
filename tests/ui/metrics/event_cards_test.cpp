// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of events: numbers that this console sampled, drawn; and why there are none, where nothing in the
// database has them.
#include <QMenu>
#include <QTest>
#include <cmath>

#include "tests/support/chart_canvas.h"
#include "tests/support/console_page.h"
#include "tests/support/relays.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/samples_source.h"
#include "ui/metrics/source.h"

namespace onceover::metrics {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

class EventCardsTest : public test::ConsolePageTest {
 protected:
  void SetUp() override {
    ConsolePageTest::SetUp();
    workspace = std::move(*workspace::Workspace::open({}));
    store = std::make_shared<SamplesSource::Store>([] { return workspace::SampleStore::open({}); });
    page = std::make_unique<MetricsPage>(session);
    page->addSource(new CountersSource(session));
    samples = new SamplesSource(session, *workspace, store);
    page->addSource(samples);
    samples->setAllowed(false);
    page->findChild<Board*>()->setMore(true);
    page->resize(1280, 800);
    page->show();
    ASSERT_TRUE(connectSession());
  }
  void TearDown() override { page.reset(); }
  LinesCard& card(const QString& id) { return *static_cast<LinesCard*>(page->findChild<Board*>()->card(id)); }
  [[nodiscard]] bool sampled() {
    return test::nextSignal(samples, &SamplesSource::sampled, [this] { samples->setAllowed(true); });
  }
  [[nodiscard]] bool shows(const std::function<bool()>& condition) {
    page->refresh();
    return condition() || test::waitFor(page.get(), &MetricsPage::shown, condition);
  }
  // By the menu, as a person does.
  void hideAllBut(const QStringList& ids) {
    for (QMenu* menu : page->findChildren<QMenu*>()) {
      if (menu->accessibleName() != QLatin1String("Cards that are shown")) continue;
      const QList<QAction*> actions = menu->actions();
      for (QAction* one : actions) {
        if (one->isCheckable() && !ids.contains(one->objectName())) one->setChecked(false);
      }
    }
  }
  // What a console that was open for the last hour saw, but for eight minutes: a destination that went away
  // and came back.
  void anHourOfSamples() {
    workspace::SampleKey key = *samples->key();
    key.relation = QStringLiteral("onceover.outbox");
    const Timestamp now = session.estimatedNow();
    for (int i = 360; i > 2; --i) {
      if (i > 300 && i < 348) continue;
      const double out = std::max(0.0, 60.0 - std::abs(150.0 - i));
      QVector<workspace::SampleValue> values;
      const double numbers[] = {4 + std::fmod(i * 7, 5) + out * 30, 1 + out * 4, i < 150 ? 12.0 : 0.0,
                                i < 120 ? 3.0 : 0.0};
      for (qsizetype n = 0; n < relayMetrics().size(); ++n)
        values.append({relayMetrics()[n], QString(), numbers[n]});
      ASSERT_TRUE(store->call([&](workspace::SampleStore& file) {
        return file.add(key, now - seconds(10) * i, values).has_value();
      }));
    }
  }

  std::unique_ptr<workspace::Workspace> workspace;
  std::shared_ptr<SamplesSource::Store> store;
  std::unique_ptr<MetricsPage> page;
  SamplesSource* samples = nullptr;
};

TEST_F(EventCardsTest, WhatWasSampledOfRelaysIsDrawnOverTime) {
  anHourOfSamples();
  test::aRelayWithHeldBackEvents(raw);
  ASSERT_TRUE(sampled());
  hideAllBut({QStringLiteral("relay"), QStringLiteral("relay_behind"), QStringLiteral("relay_held"),
              QStringLiteral("duplicates")});
  LinesCard& relay = card(QStringLiteral("relay"));
  ASSERT_TRUE(shows([&] { return relay.isVisible() && !relay.showsMessage() && relay.lines().size() == 1; }));
  EXPECT_TRUE(relay.caption().startsWith(QStringLiteral("samples of"))) << relay.caption().toStdString();
  double most = 0;
  int gaps = 0;
  for (const charts::ChartPoint& point : relay.lines()[0].series.points) {
    gaps += std::isnan(point.y) ? 1 : 0;
    if (!std::isnan(point.y)) most = std::max(most, point.y);
  }
  EXPECT_GT(most, 1'700);
  EXPECT_GT(gaps, 10) << "what was not sampled is no zero";
  EXPECT_EQ(card(QStringLiteral("relay_behind")).lines().size(), 1);
  EXPECT_EQ(card(QStringLiteral("relay_held")).lines().size(), 2);
  // The keys go from step to step, and Return says where the rows are.
  auto* canvas = test::canvasOf(*relay.chart());
  canvas->setFocus();
  QTest::keyClick(canvas, Qt::Key_End);
  QTest::keyClick(canvas, Qt::Key_Return);
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("The page Outbox lists relays")));
  page->refresh();
  EXPECT_EQ(test::namelessControls(*page), QStringList());
  test::takePictures(*page, QStringLiteral("metrics-events"));
}

TEST_F(EventCardsTest, WhereNothingCountsThemTheCardSaysSo) {
  ASSERT_TRUE(sampled());
  const auto says = [&](const QString& id, const QString& words) {
    LinesCard& one = card(id);
    return shows([&] { return one.showsMessage() && test::allTextOf(one).contains(words); });
  };
  EXPECT_TRUE(says(QStringLiteral("duplicates"), QStringLiteral("No table counts duplicate events")));
  for (const char* id : {"relay", "relay_behind", "relay_held"})
    EXPECT_TRUE(
        says(QString::fromLatin1(id), QStringLiteral("No relay publishes the outbox of this database.")))
        << id;
  EXPECT_TRUE(card(QStringLiteral("relay")).lines().isEmpty()) << "no zeros";
  hideAllBut({QStringLiteral("refused"), QStringLiteral("relay"), QStringLiteral("relay_behind"),
              QStringLiteral("relay_held"), QStringLiteral("duplicates")});
  test::takePictures(*page, QStringLiteral("metrics-events-none"));
}

TEST(EventCards, TheReasonIsThatOfTheSourceThatCouldHaveThem) {
  const auto spec = [](const QString& id) {
    for (const CardSpec& one : cardSpecs()) {
      if (one.id == id) return one;
    }
    throw std::logic_error("no such card");
  };
  Offer counters{.metrics = {QStringLiteral("created")}};
  Offer samples;
  samples.whyNotOf.insert(QStringLiteral("relay_lag"), QStringLiteral("No relay."));
  const QVector<Offer> offers{counters, samples};
  EXPECT_EQ(whyNowhere(spec(QStringLiteral("relay")), QStringLiteral("Counters"), 0, offers),
            QStringLiteral("No relay."));
  EXPECT_TRUE(whyNowhere(spec(QStringLiteral("duplicates")), QStringLiteral("Counters"), 0, offers)
                  .startsWith(QStringLiteral("No table")));
  EXPECT_EQ(whyNowhere(spec(QStringLiteral("lag")), QStringLiteral("Counters"), 0, offers),
            QStringLiteral("Counters cannot show this: lag. Try another source."));
}

}  // namespace
}  // namespace onceover::metrics
