// SPDX-License-Identifier: GPL-3.0-or-later
// A listing of many pages, scrolled as a person does: every row once, in its place, and a bounded number of
// them kept.
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/console_page.h"
#include "ui/keys/bars.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/keys_page.h"
#include "ui/widgets/table.h"

namespace onceover::keys {
namespace {

constexpr int rowsInAll = KeysModel::windowRows + 3'000;

class ScrollTest : public test::ConsolePageTest {
 protected:
  // k1 is the newest: the row of that number in the listing, from 1.
  void SetUp() override {
    ConsolePageTest::SetUp();
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "response_code, response_version, response_body, completed_at, expires_at, created_at) SELECT "
        "'acme', 'op', 'k' || i, 'succeeded', i, 'raw-sha256', sha256('b'), 200, 1, 'x', now(), now(), "
        "timestamptz '2026-01-01' - i * interval '1 second' FROM generate_series(1, $1::int) i",
        {std::to_string(rowsInAll)});
    raw.exec("ANALYZE onceover.keys");
    ASSERT_TRUE(connectSession());
    page = std::make_unique<KeysPage>(session);
    page->resize(1280, 800);
    page->show();
    ASSERT_TRUE(refreshed(*page));
    ASSERT_TRUE(settledDown());
    table = page->findChild<widgets::TableView*>();
    model = page->findChild<KeysModel*>();
    place = page->findChild<PlaceBar*>();
    table->setFocus();
  }

  [[nodiscard]] bool settledDown() {
    return test::waitFor(&session, &bridge::Session::busyChanged, [this] { return !session.isBusy(); });
  }
  int number(int row) const { return QByteArray::fromStdString(model->at(row).id.key).mid(1).toInt(); }
  int top() const { return std::max(0, table->rowAt(0)); }
  int bottom() const {
    const int row = table->rowAt(table->viewport()->height() - 1);
    return row < 0 ? model->rowCount() - 1 : row;
  }
  // The rows in the window follow each other, and it is no larger than it may be.
  void expectSound() const {
    ASSERT_GT(model->rowCount(), 0);
    ASSERT_LE(model->rowCount(), KeysModel::windowRows);
    for (int row = 1; row < model->rowCount(); ++row) ASSERT_EQ(number(row), number(row - 1) + 1) << row;
    if (model->isCounted()) {
      ASSERT_EQ(number(0), model->position() + 1);
    }
  }
  QRect handle() const {
    QStyleOptionSlider option;
    option.initFrom(place);
    option.orientation = Qt::Vertical;
    option.minimum = place->minimum();
    option.maximum = place->maximum();
    option.sliderPosition = place->sliderPosition();
    option.sliderValue = place->value();
    option.pageStep = place->pageStep();
    return place->style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, place);
  }
  void press(QPoint at) { QTest::mousePress(place, Qt::LeftButton, {}, at); }
  void drag(QPoint to) {
    QMouseEvent move(QEvent::MouseMove, to, place->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(place, &move);
  }
  void wheel(int steps) {
    const QPointF at = table->viewport()->rect().center();
    QWheelEvent event(at, table->viewport()->mapToGlobal(at.toPoint()), {}, {0, -120 * steps}, Qt::NoButton,
                      {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(table->viewport(), &event);
  }

  std::unique_ptr<KeysPage> page;
  widgets::TableView* table = nullptr;
  KeysModel* model = nullptr;
  PlaceBar* place = nullptr;
};

TEST_F(ScrollTest, FromTopToBottomAndBackEveryRowIsShownOnceInItsPlace) {
  int seen = 0;  // rows shown so far, of the listing
  int most = 0;
  const auto look = [&] {
    ASSERT_LE(number(top()), seen + 1) << "rows were skipped";
    ASSERT_EQ(number(top()), model->position() + top() + 1);
    seen = std::max(seen, number(bottom()));
    most = std::max(most, model->rowCount());
  };
  ASSERT_NO_FATAL_FAILURE(look());
  for (int turn = 0; turn < 20'000 && seen < rowsInAll; ++turn) {
    const int before = seen;
    turn % 3 == 0 ? wheel(3) : QTest::keyClick(table, Qt::Key_PageDown);
    ASSERT_NO_FATAL_FAILURE(look());
    // Nothing to see where the page is still under way; what came meanwhile is looked at by the next turn.
    if (seen == before && session.isBusy()) {
      ASSERT_TRUE(settledDown());
    }
  }
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(seen, rowsInAll);
  EXPECT_EQ(most, KeysModel::windowRows) << "rows that are far are dropped";
  ASSERT_NO_FATAL_FAILURE(expectSound());
  EXPECT_FALSE(model->hasMoreBehind());
  EXPECT_EQ(model->total(), rowsInAll) << "counted on the way";

  int above = number(top());
  for (int turn = 0; turn < 20'000 && above > 1; ++turn) {
    const int before = above;
    turn % 3 == 0 ? wheel(-3) : QTest::keyClick(table, Qt::Key_PageUp);
    ASSERT_GE(number(bottom()), above - 1) << "rows were skipped";
    above = number(top());
    ASSERT_LE(model->rowCount(), KeysModel::windowRows);
    if (above >= before && session.isBusy()) {
      ASSERT_TRUE(settledDown());
    }
  }
  EXPECT_EQ(above, 1);
  ASSERT_NO_FATAL_FAILURE(expectSound());
  EXPECT_FALSE(model->hasMoreBefore());
}

TEST_F(ScrollTest, TheWheelAloneIsNotThrownBackWhenTheCurrentRowIsDropped) {
  table->setCurrentIndex(model->index(3, 0));
  auto* bar = table->verticalScrollBar();
  int last = 0;
  for (int turn = 0; turn < 500 && number(bottom()) < KeysModel::windowRows + 2'000; ++turn) {
    bar->setValue(bar->maximum());
    ASSERT_TRUE(settledDown());
    test::settleLayout();
    ASSERT_GE(number(top()), last);
    last = number(top());
  }
  EXPECT_GE(number(bottom()), KeysModel::windowRows + 2'000);
  const int at = number(top());
  QTest::keyClick(table, Qt::Key_Down);
  EXPECT_NEAR(number(top()), at, 2) << "keys go on from what is looked at";
}

TEST_F(ScrollTest, TheEndAndTheBeginningAreOneKeyAway) {
  const int before = model->rowCount();
  QTest::keyClick(table, Qt::Key_End);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(number(bottom()), rowsInAll);
  EXPECT_EQ(number(table->currentIndex().row()), rowsInAll);
  EXPECT_LE(model->rowCount(), 2 * before)
      << "one page and the one in front of it, not all that lies between";
  EXPECT_FALSE(model->isCounted());
  EXPECT_NEAR(static_cast<double>(model->total()), rowsInAll, rowsInAll / 50.0);
  EXPECT_EQ(place->value(), place->maximum());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("About rows")));
  ASSERT_NO_FATAL_FAILURE(expectSound());
  for (int turn = 0; turn < 20; ++turn) {
    QTest::keyClick(table, Qt::Key_PageUp);
    ASSERT_TRUE(settledDown());
  }
  EXPECT_LT(number(top()), rowsInAll - 200) << "from there it scrolls up";
  ASSERT_NO_FATAL_FAILURE(expectSound());
  ASSERT_TRUE(refreshed(*page));
  ASSERT_TRUE(settledDown());
  ASSERT_NO_FATAL_FAILURE(expectSound());
  QTest::keyClick(table, Qt::Key_Home);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(number(top()), 1);
  EXPECT_TRUE(model->isCounted());
  EXPECT_EQ(place->value(), 0);
  ASSERT_NO_FATAL_FAILURE(expectSound());
  QTest::keyClick(table, Qt::Key_Home);
  EXPECT_FALSE(session.isBusy()) << "it is there already";
}

TEST_F(ScrollTest, TheBarCoversTheWholeListing) {
  const QPoint from = handle().center();
  const int way = place->height() - 2 * from.y();
  EXPECT_NEAR(place->maximum(), rowsInAll, rowsInAll / 50.0);
  press(from);
  for (const double part : {0.1, 0.3, 0.5}) drag(from + QPoint(0, static_cast<int>(way * part)));
  ASSERT_TRUE(settledDown());
  QTest::mouseRelease(place, Qt::LeftButton, {}, from + QPoint(0, way / 2));
  ASSERT_TRUE(settledDown());
  EXPECT_NEAR(number(top()), rowsInAll / 2, rowsInAll / 20);
  EXPECT_NEAR(place->value(), rowsInAll / 2, rowsInAll / 20);
  ASSERT_NO_FATAL_FAILURE(expectSound());
  press(handle().center());
  drag({from.x(), place->height()});
  QTest::mouseRelease(place, Qt::LeftButton, {}, {from.x(), place->height()});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(number(bottom()), rowsInAll);
  press(handle().center());
  drag({from.x(), 0});
  QTest::mouseRelease(place, Qt::LeftButton, {}, {from.x(), 0});
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(number(top()), 1);
  EXPECT_TRUE(model->isCounted());
}

TEST_F(ScrollTest, APlaceThatCannotBeReadLeavesWhatIsShown) {
  raw.exec("ALTER TABLE onceover.keys RENAME TO away");
  QTest::keyClick(table, Qt::Key_End);
  ASSERT_TRUE(settledDown());
  EXPECT_TRUE(test::allTextOf(*page).contains(QStringLiteral("Further rows could not be read")));
  EXPECT_EQ(number(0), 1);
  raw.exec("ALTER TABLE onceover.away RENAME TO keys");
  QTest::keyClick(table, Qt::Key_End);
  ASSERT_TRUE(settledDown());
  EXPECT_EQ(number(bottom()), rowsInAll);
}

TEST(PlaceBar, CountsMoreRowsThanABarCan) {
  PlaceBar bar;
  qint64 wanted = -1;
  QObject::connect(&bar, &PlaceBar::rowWanted, &bar, [&](qint64 row) { wanted = row; });
  const qint64 rows = 12'345'678'901;
  bar.setPlace(rows, rows / 2, 25);
  EXPECT_EQ(wanted, -1) << "nobody moved it";
  EXPECT_NEAR(bar.value(), bar.maximum() / 2.0, 1);
  bar.setValue(bar.maximum());
  EXPECT_GE(wanted, rows - 25);
  bar.setValue(bar.maximum() / 4);
  EXPECT_NEAR(static_cast<double>(wanted), rows / 4.0, 50);
}

}  // namespace
}  // namespace onceover::keys
