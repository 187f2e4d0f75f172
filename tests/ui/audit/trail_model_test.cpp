// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "ui/audit/trail.h"
#include "ui/widgets/table.h"

namespace onceover::audit {
namespace {

Record recordOf(std::int64_t number, const std::string& action = "settle") {
  Record record;
  record.number = number;
  record.at = Timestamp{number * 1'000'000};
  record.action = action;
  record.actor = "alice";
  record.host = "desk-1";
  record.id = key::Identity{"acme", "POST /refunds", "k-" + std::to_string(number)};
  record.from_state = "in_progress";
  record.to_state = "succeeded";
  record.reason = "why";
  return record;
}

Page pageOf(std::vector<std::int64_t> numbers, std::optional<std::int64_t> next = {}) {
  Page page;
  for (const auto number : numbers) page.records.push_back(recordOf(number));
  page.next = next;
  return page;
}

class TrailModelTest : public testing::Test {
 protected:
  TrailModel model;
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

  std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> out;
    for (const Record& record : model.rows()) out.push_back(record.number);
    return out;
  }
};

TEST_F(TrailModelTest, NewRowsComeInAboveAndWhatWasLoadedStays) {
  model.replaceTop(pageOf({5, 4}, 4));
  model.append(pageOf({3, 2}));
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  model.replaceTop(pageOf({7, 6, 5}, 5));
  EXPECT_EQ(numbers(), (std::vector<std::int64_t>{7, 6, 5, 4, 3, 2}));
  EXPECT_EQ(reset.count(), 0) << "the selection would be lost";
  EXPECT_FALSE(model.next());
}

TEST_F(TrailModelTest, ARefreshThatDoesNotJoinStartsAnew) {
  model.replaceTop(pageOf({3, 2}));
  model.replaceTop(pageOf({9, 8}, 8));
  EXPECT_EQ(numbers(), (std::vector<std::int64_t>{9, 8}));
  EXPECT_EQ(model.next(), 8);
}

TEST_F(TrailModelTest, TheSameRowsAgainChangeNothing) {
  model.replaceTop(pageOf({3, 2}));
  QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
  QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
  model.replaceTop(pageOf({3, 2}));
  EXPECT_EQ(inserted.count() + reset.count(), 0);
}

TEST_F(TrailModelTest, HostileTextIsTextAndTellsControlCharacters) {
  Page page = pageOf({1});
  page.records[0].id->key = "<img src=x>\u202e\n";
  page.records[0].reason = "<b>bold</b>";
  model.replaceTop(page);
  EXPECT_EQ(model.index(0, TrailModel::key).data().toString(), QStringLiteral("<img src=x>\\u{202e}\\n"));
  EXPECT_EQ(model.index(0, TrailModel::reason).data().toString(), QStringLiteral("<b>bold</b>"));
  EXPECT_TRUE(model.index(0, TrailModel::reason)
                  .data(Qt::ToolTipRole)
                  .toString()
                  .contains(QStringLiteral("&lt;b&gt;")));
}

TEST_F(TrailModelTest, EveryActionHasAWordAndAShape) {
  for (const char* action :
       {"own", "settle", "unresolved", "needs_human", "stop", "start", "something new"}) {
    const widgets::Badge badge = badgeOf(recordOf(1, action));
    EXPECT_FALSE(badge.word.isEmpty()) << action;
    EXPECT_FALSE(badge.icon.isEmpty()) << action;
  }
  Record failed = recordOf(1);
  failed.to_state = "failed";
  EXPECT_NE(badgeOf(failed), badgeOf(recordOf(1)));
}

TEST_F(TrailModelTest, ADiscardedEventIsNotShownAsASuccess) {
  Page page = pageOf({1});
  Record& record = page.records[0];
  record.action = "write";
  record.verdict = "discard";
  record.from_state = "failed";
  record.to_state = "succeeded";
  model.replaceTop(page);
  EXPECT_EQ(model.index(0, TrailModel::change).data().toString(), QStringLiteral("→ discarded"));
  EXPECT_EQ(badgeOf(record).tone, widgets::Tone::neutral);
  EXPECT_EQ(changeOf(record), QStringLiteral("failed → discarded"));
  record.verdict = "succeed";
  EXPECT_EQ(changeOf(record), QStringLiteral("failed → succeeded"));
}

}  // namespace
}  // namespace onceover::audit
