// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/cell_store.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "core/base/random.h"

namespace onceover::workspace {
namespace {

using row_metrics::Axis;
using row_metrics::Cell;
using std::chrono::hours;

const Timestamp noonOfCells = *parse_iso("2026-11-21T12:00:00Z");
const row_metrics::Subject storedSubject{"7281", "5/16384", "mapping"};

Cell storedCell(Axis axis, int hour, std::int64_t n, std::int64_t unfinished = 0) {
  Cell cell{.axis = axis,
            .from = noonOfCells + hours(hour),
            .read_at = noonOfCells + hours(hour + 2),
            .rows = n,
            .unfinished = unfinished,
            .counts = {}};
  for (std::size_t by = 0; by < 4; ++by)
    cell.counts[by] = row_metrics::encode({{row_metrics::What::created, cell.from, std::string("group\0", 6),
                                            -1, n + static_cast<std::int64_t>(by)}},
                                          cell.from);
  return cell;
}

row_metrics::Window windowOf(int from, int to, std::vector<metrics::By> by = {metrics::By::nothing}) {
  return {noonOfCells + hours(from), noonOfCells + hours(to), std::move(by)};
}

TEST(CellStore, WhatIsKeptComesBackAndTheLastCounts) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("cells.sqlite"));
  const Cell final = storedCell(Axis::created, 0, 5), open = storedCell(Axis::created, 1, 6, 2),
             finished = storedCell(Axis::finished, 0, 7);
  {
    auto store = CellStore::open(path);
    ASSERT_TRUE(store) << store.error().sentence();
    ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 0, 1), open, finished}, {}));
    ASSERT_TRUE((*store)->keep(storedSubject, {final}, {}));
  }
  auto store = CellStore::open(path);
  ASSERT_TRUE(store);
  auto cells =
      (*store)->cells(storedSubject, windowOf(-5, 5, {metrics::By::nothing, metrics::By::operation}));
  ASSERT_TRUE(cells);
  ASSERT_EQ(cells->size(), 3U);
  EXPECT_EQ((*cells)[0]->rows, 5);
  EXPECT_EQ((*cells)[0]->counts[0], final.counts[0]);
  EXPECT_EQ((*cells)[0]->counts[1], "") << "not asked for";
  EXPECT_EQ((*cells)[0]->counts[2], final.counts[2]);
  EXPECT_EQ(*(*cells)[1], open) << "not final: all of it, since it will be counted again";
  EXPECT_EQ((*cells)[2]->axis, Axis::finished);
  EXPECT_EQ((*store)->cells(storedSubject, windowOf(1, 5))->size(), 1U);
  EXPECT_EQ((*store)->since(storedSubject).value(), noonOfCells);
}

TEST(CellStore, OfAnotherTableOrMappingNothingIsTold) {
  auto store = CellStore::open({});
  ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 0, 5)}, {}));
  for (row_metrics::Subject other : {row_metrics::Subject{"7282", "5/16384", "mapping"},
                                     row_metrics::Subject{"7281", "5/16385", "mapping"},
                                     row_metrics::Subject{"7281", "5/16384", "another"}}) {
    EXPECT_TRUE((*store)->cells(other, windowOf(-5, 5))->empty());
    EXPECT_FALSE((*store)->since(other).value());
  }
}

TEST(CellStore, WhatIsOldOrTooMuchIsForgottenTheOldestFirst) {
  auto store = CellStore::open({}, {.kept = hours(48), .bytes = 4'000});
  ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 0, 5)}, {}));
  ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 40, 5)}, {}));
  EXPECT_EQ((*store)->cells(storedSubject, windowOf(-5, 100))->size(), 2U);
  ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 70, 5)}, {}));
  EXPECT_EQ((*store)->since(storedSubject).value(), noonOfCells + hours(40))
      << "older than two days before the newest";
  std::vector<Cell> many;
  for (int hour = 100; hour < 200; ++hour) many.push_back(storedCell(Axis::created, hour, 5));
  ASSERT_TRUE((*store)->keep(storedSubject, many, {}));
  EXPECT_LE((*store)->bytes().value(), 4'000);
  const auto left = (*store)->cells(storedSubject, windowOf(-5, 300)).value();
  ASSERT_FALSE(left.empty());
  EXPECT_EQ(left.back()->from, noonOfCells + hours(199));
}

// What is remembered is told as the file would tell it.
std::vector<Cell> toldBy(CellStore& store, const row_metrics::Window& window) {
  std::vector<Cell> out;
  const auto cells = store.cells(storedSubject, window);
  EXPECT_TRUE(cells);
  for (const auto& cell : cells.value()) out.push_back(*cell);
  return out;
}

TEST(CellStore, WhatWasReadOnceIsNotReadAgainAndIsWhatTheFileHolds) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("cells.sqlite"));
  auto store = std::move(*CellStore::open(path));
  Random random(20'261'122);
  const auto below = [&random](int n) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
  };
  for (int round = 0; round < 300; ++round) {
    const int hour = below(40);
    ASSERT_TRUE(
        store->keep(storedSubject,
                    {storedCell(below(2) == 0 ? Axis::created : Axis::finished, hour, round, below(2))}, {}));
    const int from = below(40), to = from + below(15);
    const auto window =
        below(2) == 0 ? windowOf(from, to) : windowOf(from, to, {metrics::By::nothing, metrics::By::tenant});
    const auto told = toldBy(*store, window);
    ASSERT_EQ(told, toldBy(**CellStore::open(path), window)) << "round " << round;
  }
  const auto first = store->cells(storedSubject, windowOf(0, 50)).value(),
             second = store->cells(storedSubject, windowOf(10, 50)).value();
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(first.back(), second.back()) << "the same in memory";
}

TEST(CellStore, WhatAnotherProcessKeptIsReadAnew) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("cells.sqlite"));
  auto one = std::move(*CellStore::open(path)), other = std::move(*CellStore::open(path));
  ASSERT_TRUE(one->keep(storedSubject, {storedCell(Axis::created, 0, 5)}, {}));
  EXPECT_EQ(toldBy(*one, windowOf(0, 5)).size(), 1U);
  ASSERT_TRUE(
      other->keep(storedSubject, {storedCell(Axis::created, 0, 9), storedCell(Axis::created, 1, 9)}, {}));
  const auto told = toldBy(*one, windowOf(0, 5));
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].rows, 9);
}

TEST(CellStore, WhatIsHeldInMemoryIsBounded) {
  auto store = std::move(*CellStore::open({}, {.memory = 20'000}));
  std::vector<Cell> many;
  for (int hour = 0; hour < 200; ++hour) many.push_back(storedCell(Axis::created, hour, 5));
  ASSERT_TRUE(store->keep(storedSubject, many, {}));
  for (const int from : {0, 5, 50, 100}) {
    EXPECT_EQ(toldBy(*store, windowOf(from, from + 20)).size(), 20U);
    EXPECT_EQ(toldBy(*store, windowOf(from, from + 20, {metrics::By::tenant})).size(), 20U);
    EXPECT_LE(store->remembered(), 20'000);
    EXPECT_GT(store->remembered(), 0);
  }
  EXPECT_EQ(toldBy(*store, windowOf(0, 200)).size(), 200U) << "more than is held";
  EXPECT_EQ(store->remembered(), 0);
  EXPECT_EQ(toldBy(*store, windowOf(0, 200)).size(), 200U);
}

TEST(CellStore, IsReadableByItsOwnerAloneAndHoldsCountsAlone) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("a/cells.sqlite"));
  auto store = CellStore::open(path);
  ASSERT_TRUE(store);
  ASSERT_TRUE((*store)->keep(storedSubject, {storedCell(Axis::created, 0, 5)}, {}));
  const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
  for (const char* suffix : {"", "-wal", "-shm"})
    EXPECT_FALSE(QFileInfo(path + QLatin1String(suffix)).permissions() & others) << suffix;
}

TEST(CellStore, ADamagedFileIsAnErrorInWordsAndNoCrash) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("cells.sqlite"));
  {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(
        "this is no database, and long enough to be looked at as one, which needs some hundred bytes of text "
        "at the least, as here");
  }
  auto store = CellStore::open(path);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::io);
  EXPECT_NE(store.error().next.find("move it away"), std::string::npos);
}

}  // namespace
}  // namespace onceover::workspace
