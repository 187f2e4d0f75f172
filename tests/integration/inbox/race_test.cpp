// SPDX-License-Identifier: Apache-2.0
// Many connections at once: one effect for each event, no deadlock, and an event that is held fails no other.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <random>

#include "tests/integration/inbox/fixture.h"
#include "tests/support/patience.h"

namespace onceover::test {
namespace {

class InboxRaceTest : public InboxTest {
 protected:
  InboxRaceTest() { raw.exec("CREATE TABLE ledger (id text)"); }
  std::string deadlocks() {
    raw.exec("SELECT pg_stat_clear_snapshot()");
    return raw.scalar("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }
  void expect_one_effect_each(int events) {
    EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM ledger"),
              std::to_string(events) + " " + std::to_string(events));
  }
};

TEST_F(InboxRaceTest, EachEventHasOneEffect) {
  constexpr int clients = 16, events = 400, arrays = 30;
  const unsigned seed = seed_of_run();
  std::vector<std::thread> threads;
  std::barrier gate(clients);
  std::atomic<int> accepted_in_all = 0, errors = 0;
  for (int client = 0; client < clients; ++client) {
    threads.emplace_back([&, client] {
      auto own = open_inbox(database.conninfo());
      inbox::Inbox own_box(own, "billing", {.rival_wait = std::chrono::milliseconds(20)});
      std::mt19937 random(seed + static_cast<unsigned>(client));
      const auto draw = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
      gate.arrive_and_wait();
      // At the end every event once more, one by one, until none is contended: what was rolled back is
      // accepted by someone.
      std::vector<int> rest(events);
      for (int i = 0; i < events; ++i) rest[static_cast<std::size_t>(i)] = i;
      for (int round = 0; !rest.empty(); ++round) {
        std::vector<inbox::Event> array;
        if (round < arrays) {
          for (int i = 0; i < 40; ++i) array.push_back(event_of("e" + std::to_string(draw(events))));
        } else {
          array.push_back(event_of("e" + std::to_string(rest.back())));
        }
        begin(own);
        const auto answers = own_box.accept_within(array);
        if (!answers) {
          ++errors;
          return;
        }
        std::vector<std::string> effects;
        for (std::size_t i = 0; i < array.size(); ++i) {
          if ((*answers)[i] == inbox::Answer::accepted) effects.push_back(array[i].id);
        }
        (void)must(
            own.exec("INSERT INTO public.ledger SELECT pg_catalog.unnest($1::text[])", pg::params(effects)));
        const bool keeps = round >= arrays || draw(4) != 0;
        (void)must(own.exec(keeps ? "COMMIT" : "ROLLBACK"));
        if (keeps) accepted_in_all += static_cast<int>(effects.size());
        if (round >= arrays && answers->front() != inbox::Answer::contended) rest.pop_back();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(errors, 0) << "seed " << seed;
  EXPECT_EQ(accepted_in_all, events) << "seed " << seed;
  expect_one_effect_each(events);
  EXPECT_EQ(deadlocks(), "0") << "seed " << seed;
}

TEST_F(InboxRaceTest, ArraysInOppositeOrderDoNotDeadlock) {
  constexpr int rounds = 20, events = 300;
  std::barrier gate(2);
  std::atomic<int> contended = 0, accepted_in_all = 0;
  std::vector<std::thread> threads;
  for (int client = 0; client < 2; ++client) {
    threads.emplace_back([&, client] {
      auto own = open_inbox(database.conninfo());
      inbox::Inbox own_box(own, "billing", {.rival_wait = std::chrono::seconds(25)});
      for (int round = 0; round < rounds; ++round) {
        std::vector<inbox::Event> array;
        for (int i = 0; i < events; ++i) {
          const auto id = std::to_string(round * 1000 + i);
          // Half of them carry versions, whose rows are locked as well.
          array.push_back(round % 2 == 0 ? event_of(id) : version_of(id, std::to_string(i), round));
        }
        if (client == 1) std::reverse(array.begin(), array.end());
        gate.arrive_and_wait();
        begin(own);
        for (const inbox::Answer answer : must(own_box.accept_within(array))) {
          if (answer == inbox::Answer::contended) ++contended;
          if (answer == inbox::Answer::accepted) ++accepted_in_all;
        }
        commit(own);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(contended, 0);
  EXPECT_EQ(accepted_in_all, rounds * events);
  EXPECT_EQ(deadlocks(), "0");
}

TEST_F(InboxRaceTest, AHeldEventFailsNoOther) {
  raw.exec(
      "BEGIN; INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at) "
      "SELECT 'billing', 'orders', id, 'succeeded', 'A', now() FROM unnest('{e0317,e0800}'::text[]) id");
  inbox::Inbox patient(connection, "billing", {.rival_wait = std::chrono::milliseconds(50)});
  std::vector<inbox::Event> array;
  for (int i = 0; i < 1000; ++i) array.push_back(event_of(fmt::format("e{:04}", i)));
  array.push_back(event_of("e0317"));
  begin(connection);
  (void)must(connection.exec("SET LOCAL lock_timeout = '77s'"));
  (void)must(connection.exec("INSERT INTO public.ledger VALUES ('before')"));
  const auto from = Steady::now();
  const auto answers = must(patient.accept_within(array));
  EXPECT_LT(Steady::now() - from, test::well_before_half_a_minute);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i],
              i == 317 || i == 800 || i == 1000 ? inbox::Answer::contended : inbox::Answer::accepted)
        << i;
  }
  EXPECT_EQ(must(connection.exec("SHOW lock_timeout")).text(0, 0), "77s");
  commit(connection);
  raw.exec("COMMIT");
  EXPECT_EQ(count(), "1000");
  EXPECT_EQ(raw.scalar("SELECT id FROM ledger"), "before") << "the caller's transaction was kept";
  EXPECT_EQ(accepted({event_of("e0317"), event_of("e0800", "B"), event_of("e0000")}),
            "duplicate mismatch duplicate");
}

TEST_F(InboxRaceTest, AHeldVersionFailsNoOther) {
  EXPECT_EQ(accepted({version_of("a1", "a", 1)}), "accepted");
  raw.exec("BEGIN; UPDATE onceover.inbox_versions SET version = 5");
  inbox::Inbox impatient(connection, "billing", {.rival_wait = std::chrono::milliseconds(5)});
  begin(connection);
  EXPECT_EQ(words_of(must(impatient.accept_within(
                std::vector{version_of("b1", "b", 1), version_of("a2", "a", 2), event_of("plain")}))),
            "accepted contended accepted");
  commit(connection);
  raw.exec("COMMIT");
  EXPECT_EQ(state_of("a2"), "none");
  EXPECT_EQ(accepted({version_of("a2", "a", 2)}), "stale");
}

TEST_F(InboxRaceTest, ARivalThatEndsInTimeIsWaitedFor) {
  for (const bool commits : {true, false}) {
    auto rival = open_inbox(database.conninfo());
    inbox::Inbox rival_box(rival, "billing");
    begin(rival);
    EXPECT_EQ(must(rival_box.accept_within(event_of("e1"))), inbox::Answer::accepted);
    std::string answer;
    std::thread waiter([&] {
      inbox::Inbox patient(connection, "billing", {.rival_wait = std::chrono::seconds(25)});
      begin(connection);
      answer = words_of(must(patient.accept_within(std::vector{event_of("e0"), event_of("e1")})));
      (void)must(connection.exec("ROLLBACK"));
    });
    EXPECT_TRUE(
        eventually([&] { return raw.scalar("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1"; }));
    (void)must(rival.exec(commits ? "COMMIT" : "ROLLBACK"));
    waiter.join();
    EXPECT_EQ(answer, commits ? "accepted duplicate" : "accepted accepted");
    raw.exec("TRUNCATE onceover.inbox");
  }
}

TEST_F(InboxRaceTest, OneHandlerBegins) {
  constexpr int clients = 12, rounds = 60;
  std::barrier gate(clients);
  std::atomic<int> others = 0;
  std::vector<std::thread> threads;
  for (int client = 0; client < clients; ++client) {
    threads.emplace_back([&] {
      auto own = open_inbox(database.conninfo());
      inbox::Inbox own_box(own, "billing", policy);
      for (int round = 0; round < rounds; ++round) {
        const std::string id = "r" + std::to_string(round);
        gate.arrive_and_wait();
        const auto outcome = must(own_box.begin(event_of(id), "test"));
        if (const auto* mine = std::get_if<inbox::Begun>(&outcome)) {
          begin(own);
          (void)must(own.exec("INSERT INTO public.ledger VALUES ($1)", pg::params(id)));
          if (!std::holds_alternative<inbox::Done>(must(own_box.finish_within(mine->attempt)))) ++others;
          commit(own);
        } else if (!std::holds_alternative<inbox::InProgress>(outcome) &&
                   !std::holds_alternative<inbox::Duplicate>(outcome)) {
          ++others;
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(others, 0);
  expect_one_effect_each(rounds);
  EXPECT_EQ(raw.scalar("SELECT max(attempts) FROM onceover.inbox"), "1");
}

TEST_F(InboxRaceTest, WorkersShareWhatIsStored) {
  constexpr int clients = 8, events = 500;
  std::vector<inbox::Event> all;
  for (int i = 0; i < events; ++i) all.push_back(event_of("s" + std::to_string(i)));
  (void)must(box.store(all));
  std::atomic<int> lost = 0;
  std::vector<std::thread> threads;
  for (int client = 0; client < clients; ++client) {
    threads.emplace_back([&] {
      auto own = open_inbox(database.conninfo());
      inbox::Inbox own_box(own, "billing", policy);
      for (;;) {
        auto batch = must(own_box.take(7, "test"));
        if (batch.events.empty()) return;
        for (auto& one : batch.events) {
          if (!std::holds_alternative<inbox::Done>(must(own_box.start(one)))) ++lost;
          begin(own);
          (void)must(own.exec("INSERT INTO public.ledger VALUES ($1)", pg::params(one.event.id)));
          if (!std::holds_alternative<inbox::Done>(must(own_box.finish_within(one.attempt)))) ++lost;
          commit(own);
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(lost, 0);
  expect_one_effect_each(events);
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) FILTER (WHERE state = 'succeeded') || ' ' || max(attempts) FROM onceover.inbox"),
      std::to_string(events) + " 1");
}

}  // namespace
}  // namespace onceover::test
