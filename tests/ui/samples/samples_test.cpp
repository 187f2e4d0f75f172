// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTimer>
#include <cmath>
#include <cstdlib>
#include <future>
#include <random>
#include <semaphore>

#include "tests/support/console_page.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/incident.h"
#include "tests/support/relays.h"
#include "tests/ui/bridge/spin.h"
#include "ui/metrics/samples_source.h"

namespace onceover::metrics {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using workspace::SampleKey;
using workspace::SampleStore;

std::string numbersOf(const std::vector<samples::Level>& levels) {
  std::string out;
  for (const auto& level : levels)
    out += fmt::format("{}={} ", level.metric, level.value ? fmt::format("{:g}", *level.value) : "?");
  return out;
}

browse::StateCounts countsOf(std::int64_t inProgress, std::int64_t stuck) {
  browse::StateCounts counts;
  counts.as_of = Timestamp{1'700'000'000'000'000};
  counts.unfinished.knowledge = {.known = unfinished::Known::exact, .as_of = counts.as_of};
  counts.needs_human_known = counts.unfinished.knowledge;
  counts.unfinished.in_progress = inProgress;
  counts.unfinished.stuck = stuck;
  return counts;
}

TEST(SampledLevels, AreCountsAndAgesByTheDatabasesClock) {
  browse::StateCounts counts = countsOf(5, 2);
  counts.needs_human = 1;
  counts.unfinished.oldest_in_progress = counts.as_of - seconds(90);
  counts.unfinished.oldest_stuck = counts.as_of - milliseconds(1'500);
  EXPECT_EQ(numbersOf(samples::levels_of(counts, tables::own())),
            "in_progress=5 oldest_in_progress_s=90 stuck=2 oldest_stuck_s=1.5 awaiting_human=1 ");
}

TEST(SampledLevels, NobodyWaitsForNoTimeAndAnUnknownTimeIsNone) {
  EXPECT_EQ(numbersOf(samples::levels_of(countsOf(0, 0), tables::own())),
            "in_progress=0 oldest_in_progress_s=0 stuck=0 oldest_stuck_s=0 awaiting_human=0 ");
  EXPECT_EQ(numbersOf(samples::levels_of(countsOf(3, 1), tables::own())),
            "in_progress=3 stuck=1 awaiting_human=0 ");
}

TEST(SampledLevels, WhatWasNotCountedToItsEndIsNoNumber) {
  browse::StateCounts counts = countsOf(5, 2);
  counts.unfinished.knowledge.known = unfinished::Known::at_least;
  counts.unfinished.oldest_stuck = counts.as_of;
  EXPECT_EQ(numbersOf(samples::levels_of(counts, tables::own())), "in_progress=? stuck=? awaiting_human=0 ");
  browse::Backlog backlog;
  backlog.as_of = counts.as_of;
  const unfinished::Knowledge exact{.known = unfinished::Known::exact};
  backlog.unfinished = {
      .n = 10'000, .knowledge = {.known = unfinished::Known::at_least}, .oldest = counts.as_of - minutes(1)};
  backlog.dead = {.n = 7};
  EXPECT_EQ(numbersOf(samples::levels_of(backlog)), "backlog=? lag_s=60 dead_letters=? ");
  backlog.unfinished.may_be_older = true;
  EXPECT_EQ(numbersOf(samples::levels_of(backlog)), "backlog=? dead_letters=? ")
      << "hidden rows may be older";
  backlog.unfinished = {.knowledge = exact};
  backlog.dead.knowledge = exact;
  EXPECT_EQ(numbersOf(samples::levels_of(backlog)), "backlog=0 lag_s=0 dead_letters=7 ");
}

outbox::RelayView relayOf(std::int64_t lag, std::int64_t parked, std::int64_t dead,
                          std::optional<seconds> behind = {}, bool isExact = true) {
  outbox::RelayView out;
  out.as_of = Timestamp{1'700'000'000'000'000};
  out.lag = lag;
  out.is_lag_exact = isExact;
  if (behind) out.oldest = out.as_of - *behind;
  out.parked = parked;
  out.dead = dead;
  return out;
}

TEST(SampledLevels, OfRelaysAreTheFurthestBehindAndAllThatIsHeldBack) {
  const struct {
    std::vector<outbox::RelayView> relays;
    const char* levels;
  } table[] = {
      {{}, ""},  // no relay is no zero
      {{relayOf(0, 0, 0)}, "relay_lag=0 relay_behind_s=0 relay_parked=0 relay_dead=0 "},
      {{relayOf(7, 2, 1, seconds(30)), relayOf(5, 1, 0, seconds(90))},
       "relay_lag=7 relay_behind_s=90 relay_parked=3 relay_dead=1 "},
      {{relayOf(7, 2, 1, seconds(30)), relayOf(10'000, 0, 0, seconds(1), false)},
       "relay_lag=? relay_behind_s=? relay_parked=2 relay_dead=1 "},
  };
  for (const auto& [relays, levels] : table) EXPECT_EQ(numbersOf(samples::levels_of(relays)), levels);
}

class SamplesTest : public test::ConsolePageTest {
 protected:
  void SetUp() override {
    workspace = std::move(*workspace::Workspace::open({}));
    make();
  }
  void make() {
    store = std::make_shared<SamplesSource::Store>([] { return SampleStore::open({}); });
    source = std::make_unique<SamplesSource>(session, *workspace, store);
  }
  Timestamp newest(const SampleKey& key) {
    return **store->call([&](const SampleStore& file) { return file.newest(key); });
  }
  qint64 rows() {
    return *store->call([](const SampleStore& file) { return file.rows(); });
  }
  [[nodiscard]] bool sampledNext() {
    return test::nextSignal(source.get(), &SamplesSource::sampled, [] {});
  }
  Request request(std::vector<std::string> metrics, Timestamp from, Duration span, Duration step) const {
    Request out;
    out.from = from;
    out.to = from + span;
    out.step = step;
    out.metrics = std::move(metrics);
    return out;
  }
  Result<Chart> asked(const Request& request) {
    std::optional<Result<Chart>> out;
    QObject context;
    QObject::connect(source.get(), &Source::answered, &context,
                     [&](int, const Chart& chart) { out = chart; });
    QObject::connect(source.get(), &Source::failed, &context,
                     [&](int, const Error& error) { out = fail(error); });
    source->ask(1, request);
    EXPECT_FALSE(out) << "within ask()";
    EXPECT_TRUE(test::spinUntil([&] { return out.has_value(); }));
    return out ? *out : fail(ErrorKind::internal, "no answer");
  }

  std::unique_ptr<workspace::Workspace> workspace;
  std::shared_ptr<SamplesSource::Store> store;
  std::unique_ptr<SamplesSource> source;
};

TEST_F(SamplesTest, ASampleIsTakenWhenConnectedAndShownAsItWas) {
  test::seedIncident(raw);
  EXPECT_FALSE(source->offer().whyNot.isEmpty()) << "nothing has been connected to";
  EXPECT_FALSE(asked(request({"stuck"}, Timestamp{0}, minutes(1), seconds(20))));
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  EXPECT_TRUE(source->offer().whyNot.isEmpty());
  const Timestamp last = newest(*source->key());
  const auto chart = asked(request({"in_progress", "stuck", "awaiting_human", "backlog", "created"},
                                   last - minutes(5), minutes(6), seconds(30)));
  ASSERT_TRUE(chart) << chart.error().sentence();
  const auto valueAt = [&](const char* metric) { return chart->line(metric)->values[10]; };
  EXPECT_EQ(chart->at(10), last);
  EXPECT_EQ(valueAt("in_progress"), 29);
  EXPECT_EQ(valueAt("stuck"), 23);
  EXPECT_EQ(valueAt("awaiting_human"), 3);
  EXPECT_TRUE(std::isnan(valueAt("backlog"))) << "our own keys have none";
  EXPECT_TRUE(std::isnan(chart->line("stuck")->values[9]));
  ASSERT_FALSE(chart->gaps.empty());
  EXPECT_EQ(chart->gaps.front().from, last - minutes(5));
  EXPECT_EQ(chart->gaps.front().to, last);
  EXPECT_EQ(chart->line("created"), nullptr);
  EXPECT_EQ(chart->warnings.size(), 1u);
  EXPECT_EQ(chart->error, "each value is up to 10 s old; where sampling ended within a step, as old as that");
}

TEST_F(SamplesTest, AnotherTableHasSamplesOfItsOwn) {
  const auto events = test::consumed_events(raw);
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  const SampleKey keys = *source->key();
  session.useProfile(events);
  ASSERT_TRUE(sampledNext());
  const SampleKey key = *source->key();
  EXPECT_NE(key, keys);
  EXPECT_EQ(key.server, keys.server);
  const Timestamp last = newest(key);
  const auto chart =
      asked(request({"backlog", "lag_s", "dead_letters", "stuck"}, last, seconds(20), seconds(20)));
  ASSERT_TRUE(chart);
  EXPECT_EQ(chart->line("backlog")->values[0], 2);
  EXPECT_EQ(chart->line("dead_letters")->values[0], 1);
  EXPECT_NEAR(chart->line("lag_s")->values[0], 1'200, 60);
  EXPECT_TRUE(std::isnan(chart->line("stuck")->values[0]));
}

TEST_F(SamplesTest, RelaysAreSampledWhicheverTableIsRead) {
  const auto consumed = test::consumed_events(raw);
  test::aRelayWithHeldBackEvents(raw);
  ASSERT_TRUE(connectSession());
  for (const bool isOther : {false, true}) {
    if (isOther) session.useProfile(consumed);
    ASSERT_TRUE(sampledNext());
    for (const QString& metric : relayMetrics())
      EXPECT_TRUE(source->offer().metrics.contains(metric)) << metric.toStdString();
    const Timestamp last = newest(*source->key());
    const auto chart = asked(request({"relay_lag", "relay_parked", "relay_dead", "relay_behind_s"}, last,
                                     seconds(20), seconds(20)));
    ASSERT_TRUE(chart) << chart.error().sentence();
    EXPECT_EQ(chart->line("relay_lag")->values[0], 5);
    EXPECT_EQ(chart->line("relay_parked")->values[0], 2);
    EXPECT_EQ(chart->line("relay_dead")->values[0], 1);
    EXPECT_NEAR(chart->line("relay_behind_s")->values[0], 600, 60);
    EXPECT_THAT(chart->source, testing::HasSubstr("samples of onceover.outbox"));
  }
}

TEST_F(SamplesTest, WithoutARelayThereIsNoNumberAndTheOfferSaysWhy) {
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  EXPECT_FALSE(source->offer().metrics.contains(QStringLiteral("relay_lag")));
  EXPECT_EQ(source->offer().whyNotOf[QStringLiteral("relay_lag")],
            QStringLiteral("No relay publishes the outbox of this database."));
  const Timestamp last = newest(*source->key());
  const auto chart = asked(request({"stuck", "relay_lag"}, last, seconds(20), seconds(20)));
  ASSERT_TRUE(chart);
  EXPECT_EQ(chart->line("stuck")->values[0], 0);
  EXPECT_TRUE(std::isnan(chart->line("relay_lag")->values[0]));
  // A relay that comes is offered, and what was sampled of it stays when it goes.
  source->setEvery(milliseconds(20));
  test::aRelayWithHeldBackEvents(raw);
  const auto isOffered = [&] { return source->offer().metrics.contains(QStringLiteral("relay_lag")); };
  ASSERT_TRUE(test::waitFor(source.get(), &Source::offerChanged, isOffered));
  raw.exec("DELETE FROM onceover.relays");
  ASSERT_TRUE(sampledNext());
  ASSERT_TRUE(sampledNext());
  EXPECT_TRUE(isOffered());
}

TEST_F(SamplesTest, RelaysThatCannotBeReadCostTheTableNothing) {
  raw.exec("ALTER TABLE onceover.relays RENAME TO away");
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  EXPECT_FALSE(source->offer().whyNotOf[QStringLiteral("relay_lag")].isEmpty());
  EXPECT_EQ(
      asked(request({"stuck"}, newest(*source->key()), seconds(20), seconds(20)))->line("stuck")->values[0],
      0);
}

TEST_F(SamplesTest, GoOnWhileConnectedAndPauseWhileNot) {
  source->setEvery(milliseconds(50));
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  ASSERT_TRUE(sampledNext());
  ASSERT_TRUE(sampledNext());
  session.disconnectFromServer();
  const qint64 before = rows();
  EXPECT_FALSE(test::nextSignal(
      source.get(), &SamplesSource::sampled, [] {}, std::chrono::milliseconds(300)));
  EXPECT_EQ(rows(), before);
  EXPECT_TRUE(source->offer().whyNot.isEmpty()) << "what was taken is still shown";
  EXPECT_TRUE(asked(request({"stuck"}, newest(*source->key()), seconds(20), seconds(20))));
  ASSERT_TRUE(connectSession());
  EXPECT_TRUE(sampledNext());
}

TEST_F(SamplesTest, NoneIsTakenWhereAPersonDoesNotWantIt) {
  source->setAllowed(false);
  make();  // the next start
  EXPECT_FALSE(source->isAllowed());
  ASSERT_TRUE(connectSession());
  EXPECT_FALSE(test::nextSignal(
      source.get(), &SamplesSource::sampled, [] {}, std::chrono::milliseconds(300)));
  EXPECT_EQ(rows(), 0);
  source->setAllowed(true);
  EXPECT_TRUE(sampledNext());
}

TEST_F(SamplesTest, ATableThatCannotBeReadIsAskedLessOften) {
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  source->setEvery(milliseconds(20));
  raw.exec("ALTER TABLE onceover.keys RENAME TO away");
  ASSERT_TRUE(test::nextSignal(source.get(), &SamplesSource::notSampled, [] {}));
  raw.exec("ALTER TABLE onceover.away RENAME TO keys");
  EXPECT_TRUE(sampledNext()) << "and taken up again";
}

TEST_F(SamplesTest, WhatSamplesCannotTellIsRefused) {
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  Request split = request({"stuck"}, Timestamp{0}, minutes(1), seconds(20));
  split.by = By::tenant;
  EXPECT_EQ(asked(split).error().kind, ErrorKind::unsupported);
  EXPECT_EQ(asked(request({"created"}, Timestamp{0}, minutes(1), seconds(20))).error().kind,
            ErrorKind::unsupported);
  Request narrowed = request({"stuck"}, Timestamp{0}, minutes(1), seconds(20));
  narrowed.tenant = "acme";
  EXPECT_EQ(asked(narrowed).error().kind, ErrorKind::unsupported) << "it would be told of all tenants";
}

TEST_F(SamplesTest, ABrokenStoreIsSaidAndCostsNothingElse) {
  const auto opens = []() -> Result<std::unique_ptr<SampleStore>> {
    return fail(ErrorKind::io, "The file of samples cannot be used.", "", "Move it away.");
  };
  SamplesSource broken(session, *workspace, std::make_shared<SamplesSource::Store>(opens));
  ASSERT_TRUE(test::nextSignal(&broken, &Source::offerChanged, [] {}));
  EXPECT_TRUE(broken.offer().whyNot.contains(QStringLiteral("Move it away")));
  EXPECT_FALSE(broken.key());
  broken.setAllowed(false);
  QSignalSpy failed(&broken, &Source::failed);
  broken.ask(1, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  EXPECT_TRUE(test::spinUntil([&] { return failed.size() == 1; }));
}

TEST_F(SamplesTest, WhatWasAskedAnewIsAnsweredOnce) {
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  QSignalSpy answered(source.get(), &Source::answered);
  for (int i = 0; i < 3; ++i) source->ask(1, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  source->ask(2, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  ASSERT_TRUE(test::spinUntil([&] { return answered.size() >= 2; }));
  source->ask(3, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  source->cancel();
  source->ask(4, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  ASSERT_TRUE(test::spinUntil([&] { return answered.size() >= 3; }));
  QList<int> tags;
  for (const auto& one : answered) tags.append(one.front().toInt());
  std::ranges::sort(tags);
  EXPECT_EQ(tags, (QList<int>{1, 2, 4}));
}

// Its file may be on a slow disk, or be counted through: the UI thread waits for neither.
TEST_F(SamplesTest, AStoreThatIsBusyHoldsNothingElse) {
  ASSERT_TRUE(connectSession());
  ASSERT_TRUE(sampledNext());
  std::binary_semaphore free(0), isBusy(0);
  const auto held = std::async(std::launch::async, [&] {
    return *store->call([&](SampleStore&) {
      isBusy.release();
      return free.try_acquire_for(seconds(20));
    });
  });
  isBusy.acquire();
  QSignalSpy answered(source.get(), &Source::answered), failed(source.get(), &Source::failed);
  source->ask(1, request({"stuck"}, Timestamp{0}, minutes(1), seconds(20)));
  source->setEvery(milliseconds(1));  // and a sample is taken meanwhile
  SamplesSource another(session, *workspace, store);
  ASSERT_TRUE(test::spinUntil([this] { return !session.isBusy(); }));
  bool later = false;
  QTimer::singleShot(20, source.get(), [&later] { later = true; });
  ASSERT_TRUE(test::spinUntil([&later] { return later; }));
  EXPECT_TRUE(answered.isEmpty() && failed.isEmpty());
  free.release();
  EXPECT_TRUE(held.valid());
  EXPECT_TRUE(test::spinUntil([&] { return answered.size() == 1; }));
}

TEST_F(SamplesTest, WhatThrowsInTheStoreIsAnErrorOfTheQuestion) {
  const auto opens = []() -> Result<std::unique_ptr<SampleStore>> {
    throw std::runtime_error("no such plugin");
  };
  SamplesSource broken(session, *workspace, std::make_shared<SamplesSource::Store>(opens));
  ASSERT_TRUE(test::nextSignal(&broken, &Source::offerChanged, [] {}));
  EXPECT_TRUE(broken.offer().whyNot.contains(QStringLiteral("no such plugin")))
      << broken.offer().whyNot.toStdString();
}

// Three days of a level that is known at every moment, watched by a console that is open now and then.
class KnownHistory {
 public:
  explicit KnownHistory(unsigned seed) : random_(seed) {
    Timestamp at = begin;
    while (at < end) {
      changes_.push_back({at, static_cast<double>(pick(0, 500))});
      at = at + milliseconds(pick(500, 120'000));
    }
    for (at = begin; at < end;) {
      const Timestamp until = std::min(end, at + seconds(pick(5, 6 * 3'600)));
      open_.emplace_back(at, until);
      at = until + seconds(pick(1, 5 * 3'600));
    }
  }
  static constexpr Timestamp begin{1'700'000'000'000'000};
  static constexpr Timestamp end{begin.us + 72LL * 3'600 * 1'000'000};

  double at(Timestamp when) const {
    const auto next =
        std::ranges::upper_bound(changes_, when, {}, [](const auto& change) { return change.first; });
    return std::prev(next)->second;
  }
  // Whether it had this value at some moment of [from, to].
  bool had(double value, Timestamp from, Timestamp to) const {
    if (at(std::max(from, begin)) == value) return true;
    return std::ranges::any_of(changes_, [&](const auto& change) {
      return change.first > from && change.first <= to && change.second == value;
    });
  }
  std::vector<Timestamp> fill(SampleStore& store, const SampleKey& key) {
    std::vector<Timestamp> taken;
    for (const auto& [from, until] : open_) {
      for (Timestamp when = from; when < until; when = when + seconds(10) + milliseconds(pick(0, 900))) {
        EXPECT_TRUE(store.add(key, when, {{QStringLiteral("stuck"), QString(), at(when)}}));
        taken.push_back(when);
      }
    }
    return taken;
  }
  int pick(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }

 private:
  std::mt19937 random_;
  std::vector<std::pair<Timestamp, double>> changes_;
  std::vector<std::pair<Timestamp, Timestamp>> open_;
};

TEST_F(SamplesTest, AKnownHistoryIsToldWithinTheStatedErrorAndGapsAsGaps) {
  const char* given = std::getenv("ONCEOVER_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 4711u;
  SCOPED_TRACE(fmt::format("ONCEOVER_SEED={}", seed));
  fmt::print("seed {}\n", seed);
  source->setAllowed(false);
  ASSERT_TRUE(connectSession());
  KnownHistory history(seed);
  const std::vector<Timestamp> taken =
      *store->call([&, key = *source->key()](SampleStore& file) { return history.fill(file, key); });
  std::size_t told = 0, unknown = 0;
  for (int round = 0; round < 60; ++round) {
    const Timestamp from = history.begin + seconds(history.pick(-3'600, 70 * 3'600));
    const int stepSeconds[] = {1, 10, 20, 45, 60, 120, 300, 3'600};
    const Duration step = seconds(stepSeconds[history.pick(0, 7)]);
    const auto chart =
        asked(request({"stuck"}, from, std::max(Duration(minutes(history.pick(1, 600))), step), step));
    ASSERT_TRUE(chart) << chart.error().sentence();
    EXPECT_EQ(chart->step % step, Duration{0});
    EXPECT_GE(chart->step, 2 * chart->resolution);
    const std::vector<double>& values = chart->line("stuck")->values;
    std::size_t inGaps = 0;
    for (std::size_t i = 0; i < chart->steps; ++i) {
      const Timestamp begins = chart->at(i), ends = chart->at(i + 1);
      const auto behind = std::ranges::lower_bound(taken, ends);
      const bool isSampled = behind != taken.begin() && *std::prev(behind) >= begins;
      // Of old minutes the last one is kept, which for the minute that the step ends in may lie behind it.
      const bool isThinned = chart->resolution == minutes(1);
      const Timestamp lastMinute{ends.us / 60'000'000 * 60'000'000};
      const bool mayBeThinnedAway =
          isThinned && isSampled && *std::ranges::lower_bound(taken, begins) >= lastMinute;
      ASSERT_TRUE(std::isnan(values[i]) == !isSampled || mayBeThinnedAway)
          << "step " << i << " of " << iso(begins);
      if (std::any_of(chart->gaps.begin(), chart->gaps.end(),
                      [&](const Gap& gap) { return gap.from <= begins && ends <= gap.to; }))
        ++inGaps;
      if (std::isnan(values[i])) {
        ++unknown;
        continue;
      }
      ++told;
      // As old as is said, and the moment by which a look is late; and where sampling ended within the step,
      // from then on.
      const Timestamp last = *std::prev(behind);
      const Timestamp oldest =
          std::min(ends, last + seconds(11)) - (isThinned ? seconds(70) : seconds(10)) - seconds(1);
      EXPECT_TRUE(history.had(values[i], std::max(begins, oldest), last))
          << "step " << i << " of " << iso(begins) << ": " << values[i];
    }
    EXPECT_EQ(inGaps, static_cast<std::size_t>(
                          std::ranges::count_if(values, [](double value) { return std::isnan(value); })));
  }
  EXPECT_GT(told, 200u);
  EXPECT_GT(unknown, 20u);
}

}  // namespace
}  // namespace onceover::metrics
