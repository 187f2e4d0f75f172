// SPDX-License-Identifier: Apache-2.0
// F12: 64 clients with one key at once, real connections, each way of claiming: one executor a round, the
// rest a replay or a conflict.
#include <atomic>
#include <barrier>
#include <cstdlib>
#include <thread>

#include "tests/integration/engine/fixture.h"

namespace onceover::test {
namespace {

constexpr int clients = 64;

int rounds() {
  const char* wanted = std::getenv("ONCEOVER_RACE_ROUNDS");
  return wanted != nullptr ? std::atoi(wanted) : 200;
}

enum class Role { executor, replay, conflict, other };

// attempt runs one client's whole request and says which role it got.
template <class Attempt>
void race(const TestDatabase& database, Attempt attempt) {
  std::vector<pg::Connection> connections;
  for (int i = 0; i < clients; ++i) connections.push_back(open_or_throw(database.conninfo()));
  const int round_count = rounds();
  std::vector<std::atomic<int>> executors(static_cast<std::size_t>(round_count));
  std::atomic<int> replays = 0, conflicts = 0, others = 0;
  std::barrier gate(clients);
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i) {
    threads.emplace_back([&, i] {
      engine::Engine engine(connections[static_cast<std::size_t>(i)], nullptr);
      for (int round = 0; round < round_count; ++round) {
        gate.arrive_and_wait();
        switch (attempt(engine, connections[static_cast<std::size_t>(i)], "race-" + std::to_string(round))) {
          case Role::executor: ++executors[static_cast<std::size_t>(round)]; break;
          case Role::replay: ++replays; break;
          case Role::conflict: ++conflicts; break;
          case Role::other: ++others; break;
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int round = 0; round < round_count; ++round)
    EXPECT_EQ(executors[static_cast<std::size_t>(round)], 1) << "round " << round;
  EXPECT_EQ(others, 0);
  EXPECT_EQ(replays + conflicts, (clients - 1) * round_count);
  std::printf("rounds %d: 1 executor each, %d replays, %d conflicts\n", round_count, replays.load(),
              conflicts.load());
}

template <class Variant>
Role duplicate_role(const Variant& outcome) {
  if (std::holds_alternative<engine::Replay>(outcome)) return Role::replay;
  if (std::holds_alternative<key::InFlight>(outcome)) return Role::conflict;
  return Role::other;
}

class RaceTest : public EngineTest {
 protected:
  RaceTest() { raw.exec("CREATE TABLE ledger (key text)"); }
  void expect_one_effect_each() {
    EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT key) FROM ledger"),
              std::to_string(rounds()) + " " + std::to_string(rounds()));
  }
  static pg::Statement entry(const std::string& key) {
    pg::Params params;
    params.text(key);
    return {"INSERT INTO public.ledger (key) VALUES ($1::text)", params};
  }
};

TEST_F(RaceTest, ByLeaseOneClientExecutes) {
  race(database, [&](engine::Engine& engine, pg::Connection& connection, const std::string& key) {
    auto outcome = engine.claim(request_for(key), policy);
    if (!outcome) return ADD_FAILURE() << outcome.error().sentence(), Role::other;
    const auto* claim = std::get_if<engine::Claim>(&*outcome);
    if (claim == nullptr) return duplicate_role(*outcome);
    const auto effect = entry(key);
    if (!connection.exec(effect.sql, effect.params)) return Role::other;
    const auto done = engine.complete(*claim, response_with(key));
    return done && std::holds_alternative<engine::Done>(*done) ? Role::executor : Role::other;
  });
  expect_one_effect_each();
}

TEST_F(RaceTest, InteractivelyOneClientExecutes) {
  race(database, [&](engine::Engine& engine, pg::Connection& connection, const std::string& key) {
    auto outcome = engine.claim_within(request_for(key), policy);
    if (!outcome) return ADD_FAILURE() << outcome.error().sentence(), Role::other;
    const auto* claim = std::get_if<engine::Claim>(&*outcome);
    if (claim == nullptr) {
      if (!connection.script("ROLLBACK")) return Role::other;
      return duplicate_role(*outcome);
    }
    const std::array business{entry(key)};
    const auto done = engine.finish_within(*claim, key::State::succeeded, response_with(key), business);
    return done && std::holds_alternative<engine::Done>(*done) ? Role::executor : Role::other;
  });
  expect_one_effect_each();
}

TEST_F(RaceTest, KnownInAdvanceOneClientExecutes) {
  race(database, [&](engine::Engine& engine, pg::Connection&, const std::string& key) {
    const std::array business{entry(key)};
    auto outcome =
        engine.run_known(request_for(key), policy, key::State::succeeded, response_with(key), business);
    if (!outcome) return ADD_FAILURE() << outcome.error().sentence(), Role::other;
    return std::holds_alternative<engine::Engine::Executed>(*outcome) ? Role::executor
                                                                      : duplicate_role(*outcome);
  });
  expect_one_effect_each();
}

TEST_F(RaceTest, AnExpiredRerunnableLeaseIsTakenOverByOne) {
  policy.rerunnable_for = std::chrono::hours(24);
  for (int round = 0; round < rounds(); ++round)
    take<engine::Claim>(engine.claim(request_for("race-" + std::to_string(round)), policy));
  raw.tamper("UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s'");
  race(database, [&](engine::Engine& engine, pg::Connection&, const std::string& key) {
    auto outcome = engine.claim(request_for(key), policy);
    if (!outcome) return ADD_FAILURE() << outcome.error().sentence(), Role::other;
    return std::holds_alternative<engine::Claim>(*outcome) ? Role::executor : duplicate_role(*outcome);
  });
}

}  // namespace
}  // namespace onceover::test
