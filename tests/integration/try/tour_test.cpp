// SPDX-License-Identifier: Apache-2.0
// The tour, seeded: six ways to get stuck, each settled as the contract says, and a ledger that shows each
// charge once.
#include "app/try/tour.h"

#include "core/kafka/client.h"
#include "tests/integration/try/fixture.h"

namespace onceover::test {
namespace {

TEST(Tour, EndsWithEachChargeOnceAndEveryClientToldTheTruth) {
  try_it::TryOptions options;
  options.seed = 7;
  options.history_rows = 500;
  options.late_by = std::chrono::seconds(4);
  auto store = try_it::TryStore::start(options);
  ASSERT_TRUE(store) << store.error().sentence();
  std::string story;
  auto report = try_it::run_tour(**store, [&story](const std::string& line) { story += line + "\n"; });
  ASSERT_TRUE(report) << report.error().sentence() << "\n" << story;
  EXPECT_TRUE(report->holds()) << story;
  EXPECT_EQ(report->steps.size(), 6u);
  EXPECT_GT(report->keys_checked, 6) << story;
  const try_it::Comparison& events = report->comparison;
  ASSERT_EQ(events.no_events, kafka::is_built_in() ? "" : events.no_events);
  if (!kafka::is_built_in()) return;
  EXPECT_TRUE(events.agrees()) << story;
  EXPECT_GT(events.bookings, 6) << story;
  EXPECT_GE(events.dead.size(), 1u) << "the tour makes a poison event";
  EXPECT_EQ(events.paid, events.bookings + static_cast<std::int64_t>(events.dead.size())) << story;
}

TEST(Tour, AReportThatShowsABrokenPromiseDoesNotHold) {
  try_it::TourReport report;
  report.comparison.no_events = "Built without Kafka.";
  EXPECT_FALSE(report.holds());
  report.steps.push_back({.kind = "never_sent", .as_promised = true});
  EXPECT_TRUE(report.holds());
  report.carries_events = true;
  EXPECT_FALSE(report.holds()) << "the broker died on the way";
  report.comparison.no_events.clear();
  EXPECT_FALSE(report.holds()) << "events were carried, and it is not known what became of them";
  report.comparison.is_caught_up = true;
  EXPECT_TRUE(report.holds());
  report.comparison.missing = 1;
  EXPECT_FALSE(report.holds());
  report.comparison.missing = 0;
  report.charged_twice = 1;
  EXPECT_FALSE(report.holds());
  report.charged_twice = 0;
  report.steps.push_back({.kind = "declined", .as_promised = false});
  EXPECT_FALSE(report.holds());
}

}  // namespace
}  // namespace onceover::test
