// SPDX-License-Identifier: Apache-2.0
// The inbox moved on while others write to it, read it and die: nothing is lost, nothing counts twice.
#include "core/metrics/rollup.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>
#include <thread>

#include "core/base/random.h"
#include "core/metrics/chart.h"
#include "core/metrics/flusher.h"
#include "core/schema/schema.h"
#include "tests/support/counted.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using metrics::Counter;
using metrics::Counters;
using metrics::Delta;
using metrics::Flusher;
using std::chrono::milliseconds;
using std::chrono::seconds;

// What of a name stands in the store, wherever it is.
const std::string everywhere = "SELECT coalesce(sum(n), 0) FROM " + counted_everywhere + " WHERE name = $1";

class RollUpTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open(database.conninfo());

  static pg::Connection open(const std::string& conninfo) {
    auto opened = pg::Connection::open({.conninfo = conninfo});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  std::string stored(const std::string& name) { return raw.scalar(everywhere, {name}); }
  std::int64_t roll(std::int64_t most = 100'000, Duration not_within = Duration{0}) {
    const auto done = metrics::roll_up(connection, most, not_within);
    EXPECT_TRUE(done) << done.error().sentence();
    return done.value_or(-2);
  }
};

TEST_F(RollUpTest, ABatchSentAgainCountsOnceThoughItsFirstCopyWasMovedOn) {
  const std::string source = new_uuid();
  const std::vector<Delta> batch{{"t", "o", "created", -1, 3}, {"t", "o", "retry_delay_ms", 2.5, 4}};
  ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  EXPECT_EQ(roll(), 2);
  ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  EXPECT_EQ(stored("created"), "3");
  ASSERT_TRUE(metrics::flush(connection, source, 2, batch));
  EXPECT_EQ(roll(), 2);
  // An older one that was under way all the time.
  ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  EXPECT_EQ(roll(), 0);
  EXPECT_EQ(stored("created"), "6");
  EXPECT_EQ(stored("retry_delay_ms"), "8");
}

TEST_F(RollUpTest, WhatIsCommittedLateIsMovedByTheNext) {
  auto slow = database.connect();
  slow.exec("BEGIN");
  slow.exec(
      "INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, n) VALUES "
      "(gen_random_uuid(), 1, 't', 'o', 'created', 5)");
  ASSERT_TRUE(metrics::flush(connection, new_uuid(), 1, {{"t", "o", "created", -1, 1}}));
  EXPECT_EQ(roll(), 1);
  slow.exec("COMMIT");
  EXPECT_EQ(stored("created"), "6");
  EXPECT_EQ(roll(), 1);
  EXPECT_EQ(stored("created"), "6");
}

TEST_F(RollUpTest, TheSameFlushFromTwoConnectionsAtOnceCountsOnce) {
  const std::string source = new_uuid();
  ASSERT_TRUE(connection.script("BEGIN"));
  const std::vector<Delta> batch{{"t", "o", "created", -1, 3}};
  ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  std::thread again([&] {
    auto second = open(database.conninfo());
    EXPECT_TRUE(metrics::flush(second, source, 1, batch));
  });
  EXPECT_TRUE(eventually([&] {
    return raw.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
               "current_database()") == "1";
  }));
  ASSERT_TRUE(connection.script("COMMIT"));
  again.join();
  EXPECT_EQ(stored("created"), "3");
}

TEST_F(RollUpTest, BatchesAreBoundedAndTheOldestGoFirst) {
  for (int i = 1; i <= 5; ++i)
    ASSERT_TRUE(metrics::flush(connection, new_uuid(), 1, {{"t", "o", "created", -1, i}}));
  EXPECT_EQ(roll(2), 2);
  EXPECT_EQ(raw.scalar("SELECT string_agg(n::text, ',' ORDER BY at) FROM onceover.counter_deltas"), "3,4,5");
  EXPECT_EQ(roll(100), 3);
  EXPECT_EQ(stored("created"), "15");
}

TEST_F(RollUpTest, NeverWaitsForAnotherAndIsNotDoneTwiceWithinTheTimeGiven) {
  ASSERT_TRUE(metrics::flush(connection, new_uuid(), 1, {{"t", "o", "created", -1, 1}}));
  auto other = database.connect();
  other.exec("BEGIN; SELECT onceover.roll_up_counters(0)");
  EXPECT_EQ(roll(), -1);
  other.exec("ROLLBACK");
  EXPECT_EQ(roll(100, std::chrono::hours(1)), 1);
  ASSERT_TRUE(metrics::flush(connection, new_uuid(), 1, {{"t", "o", "created", -1, 1}}));
  EXPECT_EQ(roll(100, std::chrono::hours(1)), -1);
  EXPECT_EQ(roll(), 1);
  // A clock that was set back does not end it.
  raw.exec("UPDATE onceover.counter_rollup SET rolled_at = clock_timestamp() + interval '1 day'");
  EXPECT_EQ(roll(100, std::chrono::hours(1)), 0);
}

TEST_F(RollUpTest, InTheMidstOfFlushesAndReadersEveryCountIsThereOnce) {
  constexpr int writers = 3, flushes = 120;
  std::atomic<int> writing = writers;
  std::vector<std::thread> threads;
  for (int w = 0; w < writers; ++w) {
    threads.emplace_back([&, w] {
      auto mine = open(database.conninfo());
      Random random(static_cast<std::uint64_t>(w));
      const std::string source = new_uuid();
      for (int i = 1; i <= flushes; ++i) {
        const std::vector<Delta> batch{{"t" + std::to_string(i % 3), "o", "created", -1, 1},
                                       {"t", "o", "time_to_completion_ms", 5, 2}};
        for (int sent = 0; sent < (random.chance(0.5) ? 2 : 1); ++sent)
          EXPECT_TRUE(metrics::flush(mine, source, i, batch));
      }
      --writing;
    });
  }
  for (int r = 0; r < 2; ++r) {
    threads.emplace_back([&] {
      auto mine = open(database.conninfo());
      while (writing > 0) EXPECT_TRUE(metrics::roll_up(mine, 50));
    });
  }
  // What is read only grows: nothing is between two places in any reader's eyes.
  double before = 0;
  for (bool last = false; !last;) {
    last = writing == 0;
    const Timestamp now = connection.exec("SELECT clock_timestamp()").value().timestamp(0, 0);
    const auto chart = metrics::read_counters(connection, {.from = now - std::chrono::minutes(5),
                                                           .to = now + seconds(1),
                                                           .step = last ? Duration(seconds(60)) : seconds(1),
                                                           .tenant = "",
                                                           .operation = "",
                                                           .metrics = {"created"}});
    ASSERT_TRUE(chart) << chart.error().sentence();
    double sum = 0;
    for (const double n : chart->lines.at(0).values) sum += n == n ? n : 0;
    EXPECT_GE(sum, before);
    before = sum;
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(before, writers * flushes);
  while (roll() != 0) {
  }
  EXPECT_EQ(stored("created"), std::to_string(writers * flushes));
  EXPECT_EQ(stored("time_to_completion_ms"), std::to_string(2 * writers * flushes));
}

TEST_F(RollUpTest, TheFlusherRollsUpAndSaysThatItCounts) {
  Counters counters;
  Flusher flusher(counters, {.conninfo = database.conninfo()}, milliseconds(5), {},
                  {.heartbeat = milliseconds(20), .roll_up = milliseconds(20)});
  counters.add(Counter::created, "t", "o", 7);
  EXPECT_TRUE(eventually([&] {
    return raw.scalar(
               "SELECT count(*) FROM onceover.counter_hours h JOIN onceover.counter_series s ON s.id = "
               "h.series "
               "WHERE s.name = 'created' AND s.grouped = 'all' AND h.n = 7") == "1";
  }));
  EXPECT_TRUE(eventually([&] {
    return raw.scalar(
               "SELECT coalesce(sum(h.n), 0) > 3 FROM onceover.counter_hours h JOIN onceover.counter_series "
               "s ON s.id = "
               "h.series WHERE s.name = 'alive'") == "t";
  }));
}

TEST_F(RollUpTest, AFlusherWithoutTheRightToRollUpCountsAllTheSame) {
  const std::string role = "counter_of_" + database.name();
  raw.exec("CREATE ROLE " + role + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + role +
           "; GRANT INSERT ON onceover.counter_deltas TO " + role +
           "; GRANT SELECT, INSERT, UPDATE ON onceover.counter_sources TO " + role);
  std::atomic<int> complaints = 0;
  {
    Counters counters;
    Flusher flusher(counters, {.conninfo = database.conninfo() + " user=" + role}, milliseconds(5),
                    [&](const LogRecord&) { ++complaints; },
                    {.heartbeat = milliseconds(20), .roll_up = milliseconds(10)});
    counters.add(Counter::created, "t", "o", 1);
    EXPECT_TRUE(eventually([&] { return complaints == 1; }));
    counters.add(Counter::created, "t", "o", 2);
    EXPECT_TRUE(eventually([&] { return stored("created") == "3"; }));
  }
  EXPECT_EQ(complaints, 1) << "once an hour, not at each turn";
  raw.exec("DROP OWNED BY " + role + "; DROP ROLE " + role);
}

// Events of their own series, so that each can be told: none twice, and of a killed process only the last are
// missing.
TEST_F(RollUpTest, AProcessThatIsKilledLosesItsLastFlushAtMostAndCountsNothingTwice) {
  struct Shared {
    std::atomic<int> begun{0};
  };
  void* page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  auto* shared = new (page) Shared;
  const std::string conninfo = database.conninfo();
  for (int life = 1; life <= 3; ++life) {
    shared->begun = 0;
    const std::string tenant = "life " + std::to_string(life);
    int gate[2];
    ASSERT_EQ(pipe(gate), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Counters counters;
      const Flusher flusher(counters, {.conninfo = conninfo}, milliseconds(2), {},
                            {.heartbeat = milliseconds(5), .roll_up = milliseconds(7)});
      for (int i = 1; i < 1'000'000; ++i) {
        shared->begun = i;
        counters.add(Counter::created, tenant, std::to_string(i));
        char go = 0;
        if (i % 10 == 0 && read(gate[0], &go, 1) != 1) break;  // at the pace of the roll-ups, not in a loop
      }
      _exit(0);
    }
    std::atomic<bool> stop = false;
    std::thread roller([&] {
      auto mine = open(conninfo);
      for (bool open = true; open && !stop;) {
        (void)metrics::roll_up(mine, 37);
        open = write(gate[1], "go", 1) == 1;
      }
    });
    const std::string count =
        "SELECT count(*) FROM onceover.counter_series WHERE tenant = $1 AND grouped = 'both'";
    EXPECT_TRUE(eventually([&] { return std::stoi(raw.scalar(count, {tenant})) > 100 * life; }));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    stop = true;
    roller.join();
    close(gate[0]);
    close(gate[1]);
    EXPECT_TRUE(eventually([&] {
      return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()") == "2";
    }));
    while (roll() != 0) {
    }
    const auto rows = raw.exec(
        "SELECT count(*), max(s.operation::int), max(h.n), min(h.n) FROM (SELECT series, sum(n) AS n FROM "
        "onceover.counter_hours GROUP BY 1) h JOIN onceover.counter_series s ON s.id = h.series WHERE "
        "s.tenant = $1 AND s.grouped = 'both'",
        {tenant});
    EXPECT_EQ(rows[0][0], rows[0][1]) << "what is missing is the last of it, in one piece";
    EXPECT_EQ(rows[0][2], "1");
    EXPECT_EQ(rows[0][3], "1");
    EXPECT_LE(std::stoi(rows[0][0].value()), shared->begun);
  }
  munmap(page, sizeof(Shared));
}

TEST_F(RollUpTest, AnAnswerLostBetweenCommitAndClientCountsOnceThoughItWasRolledUpMeanwhile) {
  PgProxy proxy(shared_server().socket_dir());
  proxy.trap(TrapAt::text, TrapThen::cut_after, "counter_deltas");
  const std::string source = new_uuid();
  auto through = open(proxy.conninfo(database.name()));
  const std::vector<Delta> batch{{"t", "o", "created", -1, 3}};
  const auto lost = metrics::flush(through, source, 1, batch);
  ASSERT_FALSE(lost);
  EXPECT_TRUE(lost.error().is_connection_lost());
  EXPECT_TRUE(eventually([&] { return stored("created") == "3"; })) << "it had been committed";
  EXPECT_EQ(roll(), 1);
  ASSERT_TRUE(metrics::flush(connection, source, 1, batch));
  EXPECT_EQ(roll(), 0);
  EXPECT_EQ(stored("created"), "3");
}

}  // namespace
}  // namespace onceover::test
