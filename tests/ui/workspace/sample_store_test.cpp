// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/sample_store.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "ui/workspace/workspace.h"

namespace onceover::workspace {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Timestamp sampleStart{1'700'000'040'000'000};  // a whole minute
const SampleKey payments{QStringLiteral("7300000000000000001"), 16'384, QStringLiteral("onceover.keys")};

QVector<SampleValue> stuck(double n) { return {{QStringLiteral("stuck"), QString(), n}}; }

std::unique_ptr<SampleStore> inMemory(const SampleStore::Limits& limits = {}) {
  return *SampleStore::open({}, limits);
}

std::vector<StepSample> stepsOf(const SampleStore& store, const SampleKey& key, Timestamp from, Duration step,
                                qint64 steps) {
  const auto lines = store.lastOfSteps(key, {QStringLiteral("stuck")}, from, step, steps);
  EXPECT_TRUE(lines);
  return lines && !lines->empty() ? lines->front().samples : std::vector<StepSample>{};
}

TEST(SampleStore, IsReadableByItsOwnerAloneWithAllThatBelongsToIt) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("a/samples.sqlite"));
  auto store = SampleStore::open(path);
  ASSERT_TRUE(store);
  ASSERT_TRUE((*store)->add(payments, sampleStart, stuck(3)));
  const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const QFileInfo file(path + QLatin1String(suffix));
    EXPECT_FALSE(file.exists() && (file.permissions() & others)) << suffix;
  }
}

TEST(SampleStore, TellsTheLastSampleOfEachStepAndNothingWhereThereIsNone) {
  const auto store = inMemory();
  for (const int second : {0, 10, 19, 40, 59})
    ASSERT_TRUE(store->add(payments, sampleStart + seconds(second), stuck(second)));
  const auto steps = stepsOf(*store, payments, sampleStart, seconds(20), 4);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].step, 0);
  EXPECT_EQ(steps[0].value, 19);
  EXPECT_EQ(steps[0].at, sampleStart + seconds(19));
  EXPECT_EQ(steps[1].step, 2);
  EXPECT_EQ(steps[1].value, 59);
}

TEST(SampleStore, ALookThatCouldNotCountAllIsNoNumber) {
  const auto store = inMemory();
  ASSERT_TRUE(store->add(payments, sampleStart, {{QStringLiteral("stuck"), QString(), std::nullopt}}));
  const auto steps = stepsOf(*store, payments, sampleStart, seconds(20), 1);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_FALSE(steps[0].value);
}

TEST(SampleStore, TablesDatabasesAndServersAreToldApart) {
  const auto store = inMemory();
  SampleKey other[] = {payments, payments, payments};
  other[0].server = QStringLiteral("7300000000000000002");
  other[1].database = 5;
  other[2].relation = QStringLiteral("shop.keys");
  ASSERT_TRUE(store->add(payments, sampleStart, stuck(1)));
  for (const SampleKey& key : other) {
    EXPECT_TRUE(stepsOf(*store, key, sampleStart, seconds(20), 1).empty());
    EXPECT_FALSE(store->newest(key)->has_value());
  }
  EXPECT_EQ(**store->newest(payments), sampleStart);
}

TEST(SampleStore, OldSamplesAreThinnedToTheLastOfEachMinuteThenForgotten) {
  SampleStore::Limits limits;
  limits.fine = hours(2);
  limits.kept = hours(5);
  const auto store = inMemory(limits);
  constexpr int anHour = 360;
  for (int i = 0; i < 7 * anHour; ++i)
    ASSERT_TRUE(store->add(payments, sampleStart + seconds(10) * i, stuck(i)));
  const auto all = stepsOf(*store, payments, sampleStart, seconds(10), 7 * anHour);
  // It was looked after six hours behind the start: the first is gone, of the next three the minutes' last
  // ones are kept, then all.
  ASSERT_EQ(all.size(), 3u * 60 + 3 * anHour);
  EXPECT_EQ(all.front().step, anHour + 5);
  for (const StepSample& sample : all) {
    EXPECT_EQ(sample.value, static_cast<double>(sample.step)) << "each is still what it was";
    const bool isThinned = sample.step < 4 * anHour;
    EXPECT_TRUE(!isThinned || sample.step % 6 == 5) << "the last of its minute";
  }
  EXPECT_EQ(store->rows(), static_cast<qint64>(all.size()));
}

TEST(SampleStore, TheOldestGoWhereThereAreTooMany) {
  SampleStore::Limits limits;
  limits.rows = 1'000;
  const auto store = inMemory(limits);
  for (int i = 0; i < 3'000; ++i) ASSERT_TRUE(store->add(payments, sampleStart + seconds(10) * i, stuck(i)));
  EXPECT_LE(store->rows(), 1'000 + 360) << "it is looked after once an hour";
  const auto all = stepsOf(*store, payments, sampleStart, seconds(10), 3'000);
  EXPECT_EQ(static_cast<qint64>(all.size()), store->rows());
  EXPECT_EQ(all.back().step, 2'999);
}

TEST(SampleStore, WhereTheClockWentBackWhatItToldBeforeIsForgotten) {
  const auto store = inMemory();
  ASSERT_TRUE(store->add(payments, sampleStart, stuck(1)));
  ASSERT_TRUE(store->add(payments, sampleStart + hours(48), stuck(2)));
  ASSERT_TRUE(store->add(payments, sampleStart + seconds(10), stuck(3)));
  EXPECT_EQ(**store->newest(payments), sampleStart + seconds(10));
  EXPECT_EQ(stepsOf(*store, payments, sampleStart, seconds(10), 2).size(), 2u);
  ASSERT_TRUE(store->add(payments, sampleStart + seconds(5), stuck(4))) << "two consoles, a little apart";
  EXPECT_EQ(**store->newest(payments), sampleStart + seconds(10));
}

TEST(SampleStore, ADamagedFileIsAnErrorAndTakesNothingElseWithIt) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("samples.sqlite"));
  ASSERT_TRUE((*Workspace::open(directory.filePath(QStringLiteral("w.sqlite"))))
                  ->setChoice(QStringLiteral("theme"), QStringLiteral("dark")));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(QByteArray(20'000, 'x'));
  file.close();
  const auto store = SampleStore::open(path);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::io);
  EXPECT_NE(store.error().next.find("move it away"), std::string::npos);
  EXPECT_NE(store.error().detail.find("samples.sqlite"), std::string::npos);
  EXPECT_EQ(
      (*Workspace::open(directory.filePath(QStringLiteral("w.sqlite"))))->choice(QStringLiteral("theme")),
      QStringLiteral("dark"));
}

TEST(SampleStore, AFileThatIsDamagedInItsMiddleIsAnErrorWhenItIsRead) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("samples.sqlite"));
  {
    auto store = *SampleStore::open(path);
    for (int i = 0; i < 5'000; ++i)
      ASSERT_TRUE(store->add(payments, sampleStart + seconds(10) * i, stuck(i)));
  }
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadWrite));
  ASSERT_GT(file.size(), 60'000);
  file.seek(16'384);
  file.write(QByteArray(static_cast<int>(file.size()) - 16'384, '\xff'));
  file.close();
  const auto store = SampleStore::open(path);
  if (!store) return;  // told at once is as well
  const auto lines =
      (*store)->lastOfSteps(payments, {QStringLiteral("stuck")}, sampleStart, seconds(10), 5'000);
  ASSERT_FALSE(lines) << "half of it would be taken for a gap";
  EXPECT_EQ(lines.error().kind, ErrorKind::io);
}

TEST(SampleStore, SamplesAreThereAfterTheNextStart) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("samples.sqlite"));
  ASSERT_TRUE((*SampleStore::open(path))->add(payments, sampleStart, stuck(7)));
  const auto again = *SampleStore::open(path);
  EXPECT_EQ(again->rows(), 1);
  EXPECT_EQ(stepsOf(*again, payments, sampleStart, seconds(20), 1).at(0).value, 7);
}

}  // namespace
}  // namespace onceover::workspace
