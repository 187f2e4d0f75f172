// SPDX-License-Identifier: Apache-2.0
// Everything at once, at random: claims, releases, takeovers and ends on eight sessions, beside four that
// move the frontier and a reaper.
#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>

#include "core/sweeper/reaper.h"
#include "tests/integration/unfinished/fixture.h"

namespace onceover::test {
namespace {

std::uint64_t seed_of_this_run() {
  const char* given = std::getenv("ONCEOVER_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}() % 1'000'000;
}

// Threads until the end; what one of them throws is a failure of the test.
class Crew {
 public:
  ~Crew() { end(); }
  void add(std::function<void(const std::atomic<bool>& over)> work) {
    threads_.emplace_back([this, work = std::move(work)] {
      try {
        work(over_);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    });
  }
  void end() {
    over_ = true;
    threads_.clear();
  }

 private:
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> threads_;
};

class Storm : public FrontierTest {
 protected:
  static constexpr int keys = 300;
  // One transaction of a service, or of several services in one. What the server refuses is rolled back.
  static void act(RawConnection& raw, std::mt19937_64& dice) {
    const auto roll = [&](int n) { return static_cast<int>(dice() % static_cast<std::uint64_t>(n)); };
    const bool is_open_for_a_while = roll(10) == 0;
    std::string script = "BEGIN; SET LOCAL lock_timeout = '300ms'";
    for (int n = roll(8) == 0 ? 3 : 1; n > 0; --n) {
      const std::string key = "k" + std::to_string(roll(keys));
      const bool is_undone = roll(8) == 0;
      if (is_undone) script += "; SAVEPOINT s";
      const int what = roll(100);
      const std::string where = what % 2 == 0 ? "" : " AND created_at < clock_timestamp() - interval '1.2 s'";
      if (what < 40) {
        script +=
            "; INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, "
            "fingerprint, locked_until) VALUES ('acme', 'POST /refunds', '" +
            key +
            "', 'in_progress', nextval('onceover.fence'), 'jcs-sha256', sha256('x'), clock_timestamp() + "
            "interval '1 hour') ON CONFLICT DO NOTHING";
      } else if (what < 41) {
        script +=
            "; INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, "
            "fingerprint, created_at) VALUES ('import', 'POST /refunds', '" +
            key +
            "', 'in_progress', nextval('onceover.fence'), 'jcs-sha256', sha256('x'), clock_timestamp() - " +
            std::to_string(roll(4000)) + " * interval '1 ms') ON CONFLICT DO NOTHING";
      } else if (what < 60) {
        const std::string until = std::to_string(roll(3) == 0 ? 100 + roll(500) : 86'400'000);
        script +=
            "; UPDATE onceover.keys SET state = 'released', locked_until = NULL, retry_before = "
            "clock_timestamp() + " +
            until + " * interval '1 ms', expires_at = clock_timestamp() + " + until +
            " * interval '1.5 ms' WHERE key = '" + key + "' AND state = 'in_progress'" + where;
      } else if (what < 80) {
        script += "; UPDATE onceover.keys SET " + to_taken_over + " WHERE key = '" + key +
                  "' AND state = 'released'" + where;
      } else if (what < 92) {
        script += "; UPDATE onceover.keys SET " + to_finished + " WHERE key = '" + key +
                  "' AND state = 'in_progress'" + where;
      } else {
        script += "; SET LOCAL session_replication_role = replica; DELETE FROM onceover.keys WHERE key = '" +
                  key + "' AND state = 'succeeded'; SET LOCAL session_replication_role = origin";
      }
      if (is_undone) script += "; ROLLBACK TO s";
    }
    if (is_open_for_a_while) script += "; SELECT pg_sleep(" + std::to_string(roll(300) / 1000.0) + ")";
    script += roll(10) == 0 ? "; ROLLBACK" : "; COMMIT";
    const std::string refused = raw.sqlstate_of(script);
    if (refused.empty()) return;
    raw.exec("ROLLBACK");
    if (refused != "55P03" && refused != "40P01") ADD_FAILURE() << refused << " " << script;
  }
};

TEST_F(Storm, NoKeyIsMissingAtAnyTime) {
  const std::uint64_t seed = seed_of_this_run();
  std::printf("ONCEOVER_SEED=%llu replays the dice\n", static_cast<unsigned long long>(seed));
  SCOPED_TRACE(fmt::format("ONCEOVER_SEED={}", seed));
  std::atomic<int> acts = 0, steps = 0, dropped = 0, rested = 0, reaped = 0;
  Crew crew;
  for (int i = 0; i < 8; ++i) {
    crew.add([&, i](const std::atomic<bool>& over) {
      std::mt19937_64 dice(seed * 31 + static_cast<std::uint64_t>(i));
      RawConnection raw = store.connect();
      for (; !over; ++acts) act(raw, dice);
    });
  }
  for (int i = 0; i < 4; ++i) {
    crew.add([&](const std::atomic<bool>& over) {
      Store own(store.conninfo);
      for (int round = 0; !over; ++round) {
        const auto step = own.step();
        steps += step.moved;
        if (round % 3 != 0) continue;
        for (const bool resting : {false, true}) {
          const auto tended = value_of(unfinished::tend(own.connection, resting, own.floor, {}, 500));
          dropped += static_cast<int>(tended.dropped);
          rested += static_cast<int>(tended.changed);
        }
      }
    });
  }
  crew.add([&](const std::atomic<bool>& over) {
    pg::Connection own = opened(store.conninfo);
    while (!over) reaped += static_cast<int>(value_of(sweeper::reap(own, {.share = 1}, nullptr)).reaped);
  });
  const auto begun = std::chrono::steady_clock::now();
  const auto is_enough = [&] {
    const auto took = std::chrono::steady_clock::now() - begun;
    const bool happened = acts > 100 && steps > 5 && dropped > 0 && rested > 0;
    return took > std::chrono::seconds(happened ? 3 : 60);
  };
  int looks = 0;
  while (!is_enough() && !HasFailure()) {
    EXPECT_EQ(missing_keys(store.raw), "");
    ++looks;
  }
  crew.end();
  std::printf("%d transactions, %d steps, %d entries dropped, %d changed, %d keys reaped, %d looks\n",
              acts.load(), steps.load(), dropped.load(), rested.load(), reaped.load(), looks);
  EXPECT_GT(acts, 100);
  EXPECT_GT(steps, 5);
  EXPECT_GT(dropped, 0);
  EXPECT_GT(rested, 0);
  // A bound that passes between two counts would change one of them.
  ASSERT_TRUE(eventually([&] {
    return store.raw.scalar(
               "SELECT count(*) FROM onceover.keys WHERE state = 'released' AND retry_before BETWEEN "
               "clock_timestamp() AND "
               "clock_timestamp() + interval '1 hour'") == "0";
  }));
  store.expect_complete();
  store.catch_up();
  store.expect_complete();
  store.rest();
  store.expect_complete();
}

TEST_F(Storm, TwoThatMoveTheFrontierTakeTurns) {
  Store other(store.conninfo);
  RawConnection open = store.connect();
  for (int round = 0; round < 10; ++round) {
    const std::string key = "k" + std::to_string(round);
    open.exec("BEGIN; " + insert_key(key + "o"));
    store.raw.exec(insert_key_at(key, "clock_timestamp() - interval '1 hour'"));
    store.step();
    EXPECT_EQ(missing_keys(store.raw), "");
    open.exec("COMMIT");
    other.step();
    EXPECT_EQ(missing_keys(store.raw), "");
    store.step();
    other.tend();
    EXPECT_EQ(missing_keys(store.raw), "");
  }
  ASSERT_TRUE(eventually([&] { return store.step().done && other.step().done; }));
  store.expect_complete();
}

}  // namespace
}  // namespace onceover::test
