// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that end only when they are told to: nothing here depends on how fast the machine is.
#include <gtest/gtest.h>

#include <QStringList>
#include <thread>

#include "tests/support/console_page.h"
#include "ui/calculator/words.h"

namespace onceover::calculator {
namespace {

constexpr auto longEnough = std::chrono::seconds(20);  // where nobody stops it

Result<int> untilStopped(const Progress& progress) {
  for (const auto end = Steady::now() + longEnough; Steady::now() < end; std::this_thread::yield()) {
    if (!progress(0.5)) return cancelled();
  }
  return 0;
}

class RunTest : public testing::Test {
 protected:
  calculator::Run run;
  QStringList told;
  auto tell(const QString& name) {
    return [this, name](const Result<int>& result) {
      told << name + QLatin1Char(' ') +
                  (result                          ? QString::number(*result)
                   : result.error().is_cancelled() ? QStringLiteral("cancelled")
                                                   : QStringLiteral("failed"));
    };
  }
  [[nodiscard]] bool atRest() {
    return test::waitFor(&run, &calculator::Run::runningChanged, [this] { return !run.isRunning(); });
  }
};

TEST_F(RunTest, ANewerJobTakesThePlaceOfTheOneBeforeWhichTellsNothing) {
  run.start<int>(untilStopped, tell(QStringLiteral("first")));
  run.start<int>(untilStopped, tell(QStringLiteral("second")));
  run.start<int>([](const Progress&) -> Result<int> { return 3; }, tell(QStringLiteral("third")));
  EXPECT_TRUE(told.isEmpty()) << "nothing is told within the call";
  ASSERT_TRUE(atRest());
  test::settleLayout();
  EXPECT_EQ(told, QStringList{QStringLiteral("third 3")}) << told.join(QLatin1Char(',')).toStdString();
}

TEST_F(RunTest, CancelEndsItAndSaysSo) {
  run.start<int>(untilStopped, tell(QStringLiteral("one")));
  EXPECT_TRUE(run.isRunning());
  ASSERT_TRUE(test::waitFor(&run, &calculator::Run::progressed, [this] { return run.part() > 0; }));
  EXPECT_EQ(run.part(), 0.5);
  run.cancel();
  ASSERT_TRUE(atRest());
  test::settleLayout();
  EXPECT_EQ(told, QStringList{QStringLiteral("one cancelled")});
}

TEST_F(RunTest, CancelTakesBackWhatWaitsToo) {
  run.start<int>(untilStopped, tell(QStringLiteral("first")));
  run.start<int>(untilStopped, tell(QStringLiteral("second")));
  run.cancel();
  ASSERT_TRUE(atRest());
  test::settleLayout();
  EXPECT_EQ(told, QStringList{QStringLiteral("first cancelled")});
}

}  // namespace
}  // namespace onceover::calculator
