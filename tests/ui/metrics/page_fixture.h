// SPDX-License-Identifier: GPL-3.0-or-later
// A dashboard before a session that is ready, with a source that knows what it is told.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QTest>

#include "tests/support/chart_canvas.h"
#include "tests/support/console_page.h"
#include "tests/ui/metrics/fake_source.h"
#include "ui/charts/heat_map.h"
#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"

namespace onceover::metrics {

using test::canvasOf;

class DashboardTest : public test::ConsolePageTest {
 protected:
  void SetUp() override {
    ConsolePageTest::SetUp();
    ASSERT_TRUE(connectSession());
    page = std::make_unique<MetricsPage>(session);
    source = new FakeSource;
    page->addSource(source);
    kept.insert(QStringLiteral("metrics/more"), QStringLiteral("yes"));  // most tests are of any card
    page->setMemory({[this](const QString& name) { return kept.value(name); },
                     [this](const QString& name, const QString& value) { kept.insert(name, value); }});
    page->resize(1072, 740);
    page->show();
  }
  // What `act` leads to is on the cards.
  [[nodiscard]] bool shownAfter(const std::function<void()>& act) {
    return test::nextSignal(page.get(), &MetricsPage::shown, act);
  }
  [[nodiscard]] bool refreshed() {
    return shownAfter([this] { page->refresh(); });
  }
  Board& board() { return *page->findChild<Board*>(); }
  LinesCard& lines(const QString& id) { return *static_cast<LinesCard*>(board().card(id)); }
  QComboBox* box(const QString& name) {
    for (QComboBox* one : page->findChildren<QComboBox*>()) {
      if (one->accessibleName() == name) return one;
    }
    return nullptr;
  }
  void choose(const QString& boxName, int index) {
    QComboBox* one = box(boxName);
    one->setFocus();
    one->setCurrentIndex(index);
    emit one->activated(index);
  }
  QAction* action(const QString& text) {
    for (QAction* one : page->actions()) {
      if (one->text() == text) return one;
    }
    return nullptr;
  }
  // The last question for everything at once.
  const Request& lastAsked(int tag = 0) const {
    for (auto one = source->asked.rbegin(); one != source->asked.rend(); ++one) {
      if (one->first == tag) return one->second;
    }
    throw std::logic_error("nothing of that tag was asked");
  }

  QHash<QString, QString> kept;
  std::unique_ptr<MetricsPage> page;
  FakeSource* source = nullptr;
};

}  // namespace onceover::metrics
