// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>

#include "ui/widgets/table.h"

namespace onceover::widgets {
namespace {

struct Letter {
  int number = 0;
  std::string from;
  std::optional<Timestamp> came = {};
};

class Letters : public RowsModel<Letter> {
 public:
  Letters() {
    setColumns({
        {{QStringLiteral("No."), 5, Right},
         [](const Letter& letter) { return QString::number(letter.number); }},
        {{QStringLiteral("From"), 12, Mono | Stretch},
         [](const Letter& letter) { return shown(letter.from); }},
        {{QStringLiteral("Came")}, [](const Letter& letter) { return letter.came; }},
        {{QStringLiteral("State"), 0, NoTip},
         [](const Letter&) {
           return Badge{QStringLiteral("new"), QStringLiteral("dot"), Tone::info};
         }},
    });
  }

 private:
  bool isSame(const Letter& a, const Letter& b) const override { return a.number == b.number; }
};

class Amounts : public RowsModel<Letter> {
 public:
  Amounts() {
    setColumns({{{QStringLiteral("Key"), 20, Mono | Stretch},
                 [](const Letter& letter) { return shown(letter.from); }},
                {{QStringLiteral("Amount"), 6, Right | Whole},
                 [](const Letter& letter) { return shown(letter.from); }}});
  }
};

TEST(WholeColumn, AnAmountIsNeverCutAtAnyWidth) {
  Amounts model;
  model.setRows({{1, "123456789012.34 EUR"}});
  TableView table(QStringLiteral("Amounts"), &model);
  const auto isWhole = [&] {
    for (int turn = 0; turn < 3; ++turn) {
      (void)table.grab();
      QCoreApplication::sendPostedEvents();
    }
    return table.columnWidth(1) >=
           table.fontMetrics().horizontalAdvance(QStringLiteral("123456789012.34 EUR"));
  };
  for (const int width : {1280, 400, 120}) {
    table.resize(width, 200);
    EXPECT_TRUE(isWhole()) << width << " " << table.columnWidth(1);
  }
  table.setColumnWidth(1, 30);  // as with the mouse
  EXPECT_TRUE(isWhole());
  table.restoreHeader(table.headerState());
  EXPECT_TRUE(isWhole());
  // What is too long for any amount is cut at its end, and does not push everything else out.
  model.setRows({{1, std::string(5'000, '9')}});
  (void)isWhole();
  EXPECT_LT(table.columnWidth(1), table.fontMetrics().averageCharWidth() * 80);
}

// A table of one amount, whose column of 200 pixels begins at the 200th.
QImage pictureOf(const std::string& amount, int width, int scrolled = 0) {
  Amounts model;
  model.setRows({{1, amount}});
  TableView table(QStringLiteral("Amounts"), &model);
  table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table.resize(width, 120);
  table.show();
  for (int column : {0, 1}) table.horizontalHeader()->resizeSection(column, 200);
  (void)table.grab();  // as it was before it is scrolled
  table.horizontalScrollBar()->setValue(scrolled);
  const QImage whole = table.grab().toImage();
  return whole.copy(std::max(0, 200 - scrolled), 0, whole.width(), whole.height());
}

TEST(WholeColumn, AnAmountAtTheEdgeIsDrawnAsAWholeOrNotAtAll) {
  const std::string one = "123456789012.34 EUR", other = "999456789012.99 EUR";
  EXPECT_NE(pictureOf(one, 420), pictureOf(other, 420)) << "both are seen";
  for (const int width : {225, 240, 260, 290}) {
    EXPECT_EQ(pictureOf(one, width), pictureOf(other, width))
        << "some digits are seen, and not all, at " << width;
    EXPECT_NE(pictureOf(one, width), pictureOf({}, width))
        << "nothing says that there is an amount, at " << width;
  }
  EXPECT_NE(pictureOf(one, 385), pictureOf(other, 385)) << "what is seen of the cell has room for it";
  EXPECT_EQ(pictureOf(one, 100, 300), pictureOf("123456789012.99 EUR", 100, 300)) << "and at the left";
  EXPECT_NE(pictureOf(one, 100, 300), pictureOf({}, 100, 300));
}

// Its column of 200 pixels has room for two of them.
TEST(WholeColumn, OfSeveralAmountsThoseThatFitAreDrawnAndNoPartOfAnother) {
  const std::string first = "5 · 419.82 EUR, ";
  for (const int width : {225, 240, 260, 290, 340, 385, 420}) {
    EXPECT_EQ(pictureOf(first + "19.86 GBP, 711.00 USD", width),
              pictureOf(first + "19.86 GBP, 788.99 USD", width))
        << width;
  }
  EXPECT_NE(pictureOf(first + "19.86 GBP, 711.00 USD", 420),
            pictureOf("5 · 333.33 EUR, 19.86 GBP, 711.00 USD", 420))
      << "the first is seen";
  EXPECT_EQ(pictureOf(first + "123456789012.34 GBP", 420), pictureOf(first + "999456789012.34 GBP", 420));
  EXPECT_NE(pictureOf(first + "19.86 GBP, 711.00 USD", 420), pictureOf(first + "19.86 GBP", 420))
      << "that there are more is seen";
}

class RowsModelTest : public testing::Test {
 protected:
  Letters model;
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
  QSignalSpy reset{&model, &QAbstractItemModel::modelReset},
      changed{&model, &QAbstractItemModel::dataChanged};
  QString cell(int column, int role = Qt::DisplayRole) const {
    return model.index(0, column).data(role).toString();
  }
};

TEST_F(RowsModelTest, TheSameRowsAgainKeepTheirPlace) {
  model.setRows({{1, "a"}, {2, "b"}});
  EXPECT_EQ(reset.count(), 1);
  model.setRows({{1, "c"}, {2, "d"}});
  EXPECT_EQ(reset.count(), 1);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(cell(1), QStringLiteral("c"));
  const QPersistentModelIndex kept = model.index(1, 0);
  model.setRows({{3, "e"}, {2, "f"}});
  EXPECT_EQ(reset.count(), 1) << "also where others come or go";
  EXPECT_TRUE(kept.isValid());
  EXPECT_EQ(kept.data().toString(), QStringLiteral("2"));
  model.setRows({{4, "g"}});
  EXPECT_FALSE(kept.isValid());
  EXPECT_EQ(model.rowCount(), 1);
}

TEST_F(RowsModelTest, AnInstantIsShownByItsAgeAndTheExactTimeIsItsTip) {
  const Timestamp now{1'000'000'000'000'000};
  model.setRows({{1, "a", now - std::chrono::minutes(3)}}, now);
  EXPECT_EQ(cell(2), QStringLiteral("3 min ago"));
  EXPECT_TRUE(cell(2, Qt::ToolTipRole).contains(QStringLiteral("UTC")));
  model.setRows({{1, "a"}}, now);
  EXPECT_EQ(cell(2), dash);
  EXPECT_TRUE(cell(2, Qt::ToolTipRole).contains(QStringLiteral("does not store the time")));
}

TEST_F(RowsModelTest, TipsAreTheTextUnlessTheColumnHasNone) {
  model.setRows({{1, "<b>eve</b>"}});
  EXPECT_TRUE(cell(1, Qt::ToolTipRole).contains(QStringLiteral("&lt;b&gt;")));
  EXPECT_EQ(cell(3), QStringLiteral("new"));
  EXPECT_TRUE(cell(3, Qt::ToolTipRole).isEmpty());
  EXPECT_EQ(model.index(0, 3).data(BadgeRole).value<Badge>().tone, Tone::info);
  EXPECT_FALSE(model.index(0, 1).data(BadgeRole).isValid());
}

TEST_F(RowsModelTest, NumbersAreAlignedUnderTheirTitle) {
  model.setRows({{1, "a"}});
  const int right = static_cast<int>(Qt::AlignVCenter | Qt::AlignRight);
  EXPECT_EQ(model.index(0, 0).data(Qt::TextAlignmentRole).toInt(), right);
  EXPECT_EQ(model.headerData(0, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), right);
  EXPECT_NE(model.index(0, 1).data(Qt::TextAlignmentRole).toInt(), right);
}

TEST_F(RowsModelTest, InsertedRowsAreThereBeforeAnythingHearsOfThem) {
  model.setRows({{2, "b"}});
  int rowsThen = 0;
  model.insert(0, {{1, "a"}}, [&] { rowsThen = static_cast<int>(model.rows().size()); });
  EXPECT_EQ(rowsThen, 2);
  EXPECT_EQ(model.at(0).number, 1);
  EXPECT_EQ(model.rowWhere([](const Letter& letter) { return letter.number == 2; }), 1);
  EXPECT_EQ(model.rowWhere([](const Letter& letter) { return letter.number == 9; }), -1);
}

}  // namespace
}  // namespace onceover::widgets
