// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/keys_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>

#include "core/base/text.h"
#include "tests/support/incident.h"
#include "ui/keys/bars.h"
#include "ui/keys/listing.h"
#include "ui/keys/why_panel.h"

namespace onceover::keys {
namespace {

using Tester = QAbstractItemModelTester;

// Rows first…first+n−1 of a listing.
browse::Page page(int first, int n, bool more) {
  browse::Page out;
  out.more = more;
  out.as_of = Timestamp{1'000'000'000};
  for (int i = first; i < first + n; ++i) {
    browse::KeyRow row;
    row.id.key = "k" + std::to_string(i);
    row.created_at = Timestamp{900'000'000 - i};
    out.rows.push_back(row);
  }
  return out;
}

QString keyAt(const KeysModel& model, int row) {
  return model.index(row, KeysModel::KeyColumn).data().toString();
}

TEST(KeysModel, KeepsAWindowAndGoesBothWays) {
  KeysModel model(nullptr, 500);  // without a tester, which asks for pages itself
  std::vector<browse::Cursor> behind, before;
  int shift = 0;
  QObject::connect(&model, &KeysModel::behindWanted, &model,
                   [&](const browse::Cursor& at) { behind.push_back(at); });
  QObject::connect(&model, &KeysModel::beforeWanted, &model,
                   [&](const browse::Cursor& at) { before.push_back(at); });
  QObject::connect(&model, &KeysModel::shifted, &model, [&](int rows) { shift += rows; });
  model.setPage(page(0, 200, true));
  for (int first = 200; first < 2'000; first += 200) {
    behind.clear();
    ASSERT_TRUE(model.canFetchMore({}));
    model.fetchMore({});
    EXPECT_FALSE(model.canFetchMore({})) << "one page at a time";
    ASSERT_EQ(behind.size(), 1u);
    EXPECT_EQ(behind[0].at[1], "k" + std::to_string(first - 1));
    model.append(page(first, 200, first + 200 < 2'000));
    EXPECT_LE(model.rowCount(), 500);
  }
  EXPECT_FALSE(model.canFetchMore({}));
  EXPECT_EQ(keyAt(model, model.rowCount() - 1), QStringLiteral("k1999"));
  EXPECT_EQ(model.position(), 1'500);
  EXPECT_EQ(shift, -1'500);
  model.fetchBefore();
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].at[1], "k1500");
  model.prepend(page(1'300, 200, true));
  EXPECT_EQ(keyAt(model, 0), QStringLiteral("k1300"));
  EXPECT_EQ(model.position(), 1'300);
  EXPECT_EQ(model.rowCount(), 500);
  EXPECT_TRUE(model.canFetchMore({})) << "the end was dropped and can be read again";
}

TEST(KeysModel, ItsWindowMovesAsAModelMust) {
  KeysModel model(nullptr, 300);
  const Tester tester(&model, Tester::FailureReportingMode::Fatal);
  model.setPage(page(0, 200, true));
  model.append(page(200, 200, true));
  model.append(page(400, 200, false));
  EXPECT_EQ(keyAt(model, 0), QStringLiteral("k300"));
  model.prepend(page(100, 200, true));
  EXPECT_EQ(keyAt(model, 0), QStringLiteral("k100"));
  EXPECT_EQ(model.rowCount(), 300);
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(KeysModel, ARefreshKeepsWhatStaysWhereItIs) {
  KeysModel model;
  const Tester tester(&model, Tester::FailureReportingMode::Fatal);
  model.setPage(page(10, 5, false));
  QPersistentModelIndex chosen = model.index(2, KeysModel::KeyColumn);
  QSignalSpy resets(&model, &KeysModel::modelReset);
  auto next = page(8, 7, false);
  next.rows.erase(next.rows.begin() + 3);  // k11 went, k8 and k9 came
  model.setPage(std::move(next));
  EXPECT_EQ(resets.size(), 0);
  EXPECT_EQ(model.rowCount(), 6);
  EXPECT_EQ(chosen.data().toString(), QStringLiteral("k12"));
  EXPECT_EQ(chosen.row(), 3);
}

TEST(KeysModel, ARefusedPageMayBeAskedForAgain) {
  KeysModel model;
  model.setPage(page(0, 3, true));
  model.fetchMore({});
  EXPECT_FALSE(model.canFetchMore({}));
  model.forgetRequest();
  EXPECT_TRUE(model.canFetchMore({}));
}

TEST(SpelledKey, ComesBackFromWhatTheScreenShowed) {
  for (const auto& hostile : test::hostileKeys()) {
    if (hostile.bytes == hostile.shown) {
      EXPECT_EQ(unspelled(hostile.shown), std::nullopt) << hostile.shown;
    } else {
      EXPECT_EQ(unspelled(hostile.shown), hostile.bytes) << hostile.shown;
    }
  }
  EXPECT_EQ(unspelled("\\xff00"), std::string("\xff\0", 2));
  for (const char* plain :
       {"", "abc", "\\", "\\q", "\\u{}", "\\u{zz}", "\\u{41}", "\\x6162", "\\u{110000}"}) {
    EXPECT_EQ(unspelled(plain), std::nullopt) << plain;
  }
}

TEST(TimeText, ReadsMomentsToTheMicrosecond) {
  const auto at = [](const char* text) { return momentOf(QString::fromLatin1(text)); };
  EXPECT_EQ(at("2026-11-21"), parse_iso("2026-11-21T00:00:00Z"));
  EXPECT_EQ(at(" 2026-11-21 02:03 "), parse_iso("2026-11-21T02:03:00Z"));
  EXPECT_EQ(at("2026-11-21T02:03:04.000005Z"), parse_iso("2026-11-21T02:03:04.000005Z"));
  EXPECT_EQ(at("2026-11-21 02:03+02:00"), parse_iso("2026-11-21T00:03:00Z"));
  for (const char* wrong : {"", "yesterday", "2026-13-01", "2026-11-21 25:00", "21.11.2026"})
    EXPECT_EQ(at(wrong), std::nullopt) << wrong;
  const Timestamp exactly{1'795'226'584'000'005};
  EXPECT_EQ(momentOf(typedAs(exactly)), exactly);
}

TEST(ScanWarning, SaysTheCostInWords) {
  const auto words = [](double table, double found) {
    return costInWords({true, found, table, {}}).toStdString();
  };
  EXPECT_EQ(words(12'000'000, 300), "This reads up to about 12 million rows to find about 300.");
  EXPECT_EQ(words(1'540'000, 0.2), "This reads up to about 1.5 million rows to find about 1.");
  EXPECT_EQ(words(2.5e9, 1e6), "This reads up to about 2.5 billion rows to find about 1 million.");
}

TEST(WhyWords, SayWhatAClientGets) {
  browse::Why why;
  EXPECT_EQ(headlineOf(why).text, QStringLiteral("A request now runs"));
  why.row.emplace();
  why.row->locked_until = Timestamp{60'000'000};
  why.status = 409;
  why.error_code = "CONFLICT.idempotency.in_progress";
  EXPECT_EQ(headlineOf(why).text, QStringLiteral("409 CONFLICT.idempotency.in_progress"));
  EXPECT_EQ(leftOf(why, Timestamp{15'000'000}), Duration(45'000'000));
  EXPECT_EQ(leftOf(why, Timestamp{90'000'000}), Duration(0));
  EXPECT_EQ(payloadOf(why).tone, widgets::Tone::muted);
  why.payload_matches = false;
  EXPECT_EQ(payloadOf(why).tone, widgets::Tone::danger);
  why.row->state = key::State::succeeded;
  why.status = 201;
  why.error_code.clear();
  why.payload_matches = true;
  EXPECT_EQ(headlineOf(why).text, QStringLiteral("201, replayed"));
  EXPECT_EQ(leftOf(why, Timestamp{0}), std::nullopt);
}

}  // namespace
}  // namespace onceover::keys
