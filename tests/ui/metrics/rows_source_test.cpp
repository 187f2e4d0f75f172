// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHash>
#include <cmath>

#include "tests/support/console_page.h"
#include "tests/support/eventually.h"
#include "tests/support/foreign_tables.h"
#include "ui/metrics/cards.h"
#include "ui/metrics/source.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class RowsSourceTest : public test::ConsolePageTest {
 protected:
  // Keys of the last six hours, evenly, each done within two seconds; gone are those that a reaper took.
  void make(int keys) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, completed_at, "
        "expires_at, response_code, response_version, state, fingerprint_kind, fingerprint, response_body) "
        "SELECT 'acme ' || i % 3, 'POST /pay', 'k' || i, t, t, i, t + interval '2 s', t + interval '3 d', "
        "201, 1, 'succeeded', 'raw-sha256', sha256(i::text::bytea), '' FROM (SELECT i, now() - interval '6 "
        "hours' + i * interval '6 hours' / " +
        std::to_string(keys) + " - interval '3 s' AS t FROM generate_series(1, " + std::to_string(keys) +
        ") i) x; ANALYZE onceover.keys");
  }
  Request last(Duration span, Duration step) {
    const Timestamp now = *parse_iso(
        raw.scalar("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
    return {.from = now - span, .to = now + minutes(1), .step = step, .metrics = {"created", "completed"}};
  }
  void listen(RowsSource& source) {
    QObject::connect(&source, &Source::answered, &source, [this](int tag, const Chart& chart) {
      answers[tag] = chart;
      ++answered;
    });
    QObject::connect(&source, &Source::failed, &source,
                     [this](int tag, const Error& error) { errors[tag] = error; });
  }
  bool answer(RowsSource& source, int tag, const Request& request) {
    answers.remove(tag);
    source.ask(tag, request);
    EXPECT_FALSE(answers.contains(tag)) << "never within the call";
    return test::waitFor(&source, &Source::answered, [&] { return answers.contains(tag); });
  }
  static double total(const Chart& chart, const char* metric = "created") {
    double sum = 0;
    for (const double value : chart.line(metric)->values) sum += std::isnan(value) ? 0 : value;
    return sum;
  }

  using Cells = bridge::Confined<workspace::CellStore>;
  std::shared_ptr<Cells> store =
      std::make_shared<Cells>([] { return std::move(*workspace::CellStore::open({})); });
  QHash<int, Chart> answers;
  QHash<int, Error> errors;
  int answered = 0;
};

TEST_F(RowsSourceTest, ChartsThatAreAskedTogetherAreAllAnsweredAndCountEachHourOnce) {
  make(600);
  ASSERT_TRUE(connectSession());
  row_metrics::Options slow;
  slow.ages.fresh_for = hours(1);
  RowsSource source(session, store, slow);
  listen(source);
  EXPECT_TRUE(source.offer().whyNot.isEmpty());
  EXPECT_TRUE(source.offer().metrics.contains(QStringLiteral("completed")));
  EXPECT_TRUE(source.offer().by.contains(By::code));
  EXPECT_EQ(source.name(), QStringLiteral("Rows of onceover.keys"));
  const Request request = last(hours(7), minutes(5));
  for (int tag = 0; tag < 4; ++tag) source.ask(tag, request);
  ASSERT_TRUE(test::waitFor(&source, &Source::answered, [&] { return answers.size() == 4; }));
  for (const Chart& chart : answers) {
    EXPECT_EQ(total(chart), 600);
    EXPECT_EQ(total(chart, "completed"), 600);
    EXPECT_EQ(chart.origin, Origin::rows);
    EXPECT_NE(chart.source.find("counted on this desktop since"), std::string::npos);
  }
  EXPECT_NE(answers[0].asked.find("GROUPING SETS"), std::string::npos);
  EXPECT_EQ(answers[3].asked.find("GROUPING SETS"), std::string::npos)
      << "what the first counted, the last needs not";
  EXPECT_FALSE(session.isBusy());
}

TEST_F(RowsSourceTest, WhatWasReapedStillCountsAfterANewStart) {
  make(600);
  ASSERT_TRUE(connectSession());
  // A step that an hour without rows ends in would be unknown after the rows are gone: no hour ends within a
  // minute.
  const Request request = last(hours(7), minutes(1));
  {
    RowsSource source(session, store);
    listen(source);
    ASSERT_TRUE(answer(source, 1, request));
  }
  raw.tamper("DELETE FROM onceover.keys WHERE created_at < now() - interval '2 hours'");
  RowsSource again(session, store);
  listen(again);
  ASSERT_TRUE(answer(again, 1, request));
  EXPECT_EQ(total(answers[1]), 600);
  RowsSource forgetful(session, nullptr);
  listen(forgetful);
  ASSERT_TRUE(answer(forgetful, 1, request));
  EXPECT_LT(total(answers[1]), 250);
  EXPECT_TRUE(std::isnan(answers[1].line("created")->values.at(20)))
      << "what is gone and was not kept is a gap";
}

TEST_F(RowsSourceTest, WhatIsLargeIsReadWhenSomebodyAsksAndInTheBackground) {
  make(4'000);
  ASSERT_TRUE(connectSession());
  row_metrics::Options little;
  little.most_rows = 900;
  RowsSource source(session, store, little);
  listen(source);
  const Request request = last(hours(7), minutes(5));
  ASSERT_TRUE(answer(source, 7, request));
  EXPECT_GT(source.notRead(7), 1'500);
  EXPECT_LT(total(answers[7]), 1'800);
  answers.clear();
  bool wasInBackground = false;
  QObject::connect(&session, &bridge::Session::jobsChanged, &source, [&] {
    for (const bridge::JobInfo& job : session.jobs())
      wasInBackground = wasInBackground || (job.background && job.total > 0);
  });
  source.readAll(7);
  EXPECT_FALSE(session.jobs().isEmpty());
  ASSERT_TRUE(test::waitFor(&source, &Source::answered, [&] { return answers.contains(7); }));
  EXPECT_TRUE(wasInBackground) << "with its progress";
  EXPECT_EQ(total(answers[7]), 4'000);
  EXPECT_EQ(source.notRead(7), 0);
  // What was counted once is there for whoever asks next.
  ASSERT_TRUE(answer(source, 8, request));
  EXPECT_EQ(total(answers[8]), 4'000);
}

// Nobody hears the end of it: not who asked, and not another table's.
TEST_F(RowsSourceTest, WhatWasCountedIsKeptThoughNobodyWaitsForIt) {
  make(4'000);
  ASSERT_TRUE(connectSession());
  row_metrics::Options little;
  little.most_rows = 900;
  auto source = std::make_unique<RowsSource>(session, store, little);
  listen(*source);
  ASSERT_TRUE(answer(*source, 7, last(hours(7), minutes(5))));
  const auto bytes = [this] {
    return store->call([](workspace::CellStore& file) { return file.bytes(); }).value();
  };
  const qint64 before = bytes();
  bool began = false;
  QObject::connect(&session, &bridge::Session::jobsChanged, source.get(), [&] {
    for (const bridge::JobInfo& job : session.jobs()) began = began || (job.background && job.done > 0);
  });
  source->readAll(7);
  ASSERT_TRUE(test::waitFor(&session, &bridge::Session::jobsChanged, [&] { return began; }));
  source.reset();
  EXPECT_TRUE(test::eventually([&] { return bytes() > before; }));
}

TEST_F(RowsSourceTest, ALaterQuestionSupersedesAndACancelledOneIsNotAnswered) {
  make(300);
  ASSERT_TRUE(connectSession());
  RowsSource source(session, store);
  listen(source);
  source.ask(1, last(hours(7), minutes(5)));
  source.ask(1, last(hours(1), minutes(1)));
  ASSERT_TRUE(test::waitFor(&source, &Source::answered, [&] { return answers.contains(1); }));
  EXPECT_EQ(answers[1].step, Duration(minutes(1)));
  EXPECT_EQ(answered, 1);
  answers.clear();
  source.ask(2, last(hours(7), minutes(5)));
  source.cancel();
  ASSERT_TRUE(answer(source, 3, last(hours(1), minutes(1))));
  EXPECT_FALSE(answers.contains(2));
  EXPECT_TRUE(errors.isEmpty());
}

TEST_F(RowsSourceTest, AnotherTableIsAnotherHistory) {
  make(300);
  const auto payments = test::payment_requests(raw);
  ASSERT_TRUE(connectSession());
  RowsSource source(session, store);
  listen(source);
  ASSERT_TRUE(answer(source, 1, last(hours(7), minutes(5))));
  int offers = 0;
  QObject::connect(&source, &Source::offerChanged, &source, [&] { ++offers; });
  session.useProfile(payments);
  EXPECT_EQ(offers, 1);
  EXPECT_EQ(source.name(), QStringLiteral("Rows of public.payment_requests"));
  const Timestamp from = *parse_iso("2026-02-01T00:00:00Z");
  ASSERT_TRUE(
      answer(source, 1,
             {.from = from, .to = from + hours(1), .step = minutes(1), .metrics = {"created", "completed"}}));
  EXPECT_EQ(total(answers[1]), 7) << "and none of the keys before";
  EXPECT_NE(answers[1].error.find("has no time of completion"), std::string::npos);
}

TEST_F(RowsSourceTest, WhatHasToBeMappedIsSaidWhereCreatedIsNot) {
  auto p = tables::own();
  p.schema = "public";
  p.created_at = p.completed_at = {};
  session.useProfile(std::make_shared<const tables::Profile>(p));
  const RowsSource source(session, store);
  CardSpec spec{.metrics = {QStringLiteral("created"), QStringLiteral("completed")}};
  QString why = whyNotKnown(spec, source.name(), source.offer());
  EXPECT_TRUE(why.contains(QStringLiteral("no column is mapped as Created. Map it on the page Tables")))
      << why.toStdString();
  spec = {.distribution = QStringLiteral("time_to_completion_ms")};
  why = whyNotKnown(spec, source.name(), source.offer());
  EXPECT_TRUE(why.contains(QStringLiteral("needs Created and Completed"))) << why.toStdString();
  const CountersSource counters(session);
  EXPECT_TRUE(counters.offer().whyNot.contains(QStringLiteral("map Created")))
      << counters.offer().whyNot.toStdString();
  p.created_at = {.column = "created_at"};
  session.useProfile(std::make_shared<const tables::Profile>(p));
  EXPECT_EQ(source.offer().whyNotOf.value(QStringLiteral("created")), QString());
}

TEST_F(RowsSourceTest, WithoutAConnectionItSaysWhyItCannotBeAsked) {
  RowsSource source(session, store);
  listen(source);
  EXPECT_FALSE(source.offer().whyNot.isEmpty());
  source.ask(
      1, {.from = Timestamp{0}, .to = Timestamp{0} + hours(1), .step = minutes(1), .metrics = {"created"}});
  ASSERT_TRUE(test::waitFor(&source, &Source::failed, [&] { return errors.contains(1); }));
  EXPECT_EQ(errors[1].kind, ErrorKind::connection);
}

}  // namespace
}  // namespace onceover::metrics
