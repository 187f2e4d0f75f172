// SPDX-License-Identifier: Apache-2.0
// The loops, without a broker: what a consumer does with what a source gives it, and what a worker does with
// stored events.
#include "core/inbox/consumer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>

#include "tests/integration/inbox/fixture.h"
#include "tests/support/process.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using inbox::Consumer;
using inbox::Received;
using inbox::Worker;

// Gives what it was given, until it is acknowledged.
class List final : public inbox::Source {
 public:
  void add(inbox::Event event, std::string unusable = {}, const std::string& lane = "orders/0") {
    Received one{.token = ++token_,
                 .lane = lane,
                 .assignment = 1,
                 .event = std::move(event),
                 .unusable = std::move(unusable)};
    one.place = fmt::format("{}/{}", lane, token_);
    all.push_back(std::move(one));
  }
  Result<std::span<const Received>> poll(std::size_t most, Duration) override {
    ++polls;
    return std::span<const Received>(all).first(std::min(most, all.size()));
  }
  void acknowledge(std::span<const std::uint64_t> tokens) override {
    for (const auto token : tokens) {
      acknowledged.push_back(token);
      std::erase_if(all, [&](const Received& one) { return one.token == token; });
    }
  }
  std::string trouble() const override { return {}; }
  bool is_at_end() const override { return all.empty(); }
  void close(Duration) override {}

  std::vector<Received> all;
  std::vector<std::uint64_t> acknowledged;
  int polls = 0;

 private:
  std::uint64_t token_ = 0;
};

class ConsumerTest : public InboxTest {
 protected:
  ConsumerTest() { raw.exec("CREATE TABLE ledger (id text, note text)"); }
  static std::optional<inbox::Failure> book(inbox::Work& work) {
    for (const inbox::Event& event : work.events)
      (void)must(work.connection.exec("INSERT INTO public.ledger VALUES ($1)", pg::params(event.id)));
    return std::nullopt;
  }
  // Small batches, so that few events reach arrays.
  inbox::ConsumerConfig config{.batch = 4};
  Consumer handling(inbox::Handler handler) {
    return {connection, list, "billing", policy, config, std::move(handler), "test"};
  }
  // Until nothing is left to do.
  inbox::Counts run(Consumer& consumer) {
    inbox::Counts sum;
    EXPECT_TRUE(eventually([&] {
      sum += must(consumer.run_once(20ms)).counts;
      return list.all.empty() &&
             raw.scalar("SELECT count(*) FROM onceover.inbox WHERE state = 'in_progress'") == "0";
    }));
    return sum;
  }
  std::string ledger() { return raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM ledger"); }
  List list;
};

TEST_F(ConsumerTest, StoresAndThenAcknowledges) {
  for (int i = 0; i < 10; ++i) list.add(event_of("e" + std::to_string(i)));
  list.add(event_of("e3"));
  Consumer consumer(connection, list, "billing", policy, {.batch = 100});
  const auto turn = must(consumer.run_once(1ms));
  EXPECT_EQ(list.acknowledged.size(), 11U);
  EXPECT_EQ(turn.counts.stored, 10);
  EXPECT_EQ(turn.counts.duplicates, 1);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE stored AND state = 'in_progress'"), "10");
}

TEST_F(ConsumerTest, AcknowledgesNothingThatIsNotCommitted) {
  list.add(event_of("e1"));
  Consumer consumer(connection, list, "billing", policy, config);
  raw.exec("ALTER TABLE onceover.inbox RENAME TO elsewhere");
  EXPECT_FALSE(consumer.run_once(20ms));
  EXPECT_TRUE(list.acknowledged.empty());
  raw.exec("ALTER TABLE onceover.elsewhere RENAME TO inbox");
  EXPECT_EQ(must(consumer.run_once(20ms)).counts.stored, 1);
}

TEST_F(ConsumerTest, KeepsWhatCannotBeReceivedAsDeadLetters) {
  list.add(event_of("e1", "A"));
  inbox::Event nameless = event_of("", "B");
  nameless.payload = "who am I";
  nameless.headers = {{"trace", "00"}};
  list.add(nameless, "The message has no header id.");
  inbox::Event other = event_of("e1", "C");
  other.payload = "other";
  list.add(other);
  list.add(event_of("e2"));
  Consumer consumer(connection, list, "billing", policy, config);
  const auto counts = must(consumer.run_once(20ms)).counts;
  EXPECT_EQ(counts.unusable, 1);
  EXPECT_EQ(counts.mismatches, 1);
  EXPECT_EQ(counts.stored, 2) << "the lane goes on";
  EXPECT_EQ(list.acknowledged.size(), 4U);
  EXPECT_EQ(raw.scalar("SELECT string_agg(source || '|' || convert_from(payload, 'UTF8') || '|' || "
                       "last_error, E'\\n' ORDER BY source) FROM onceover.inbox WHERE state = 'dead'"),
            "orders#mismatch|other|An event of the id e1 was received before with other content.\n"
            "orders#unusable|who am I|The message has no header id.");
  EXPECT_THAT(raw.scalar("SELECT event_id FROM onceover.inbox WHERE source = 'orders#unusable'"),
              testing::StartsWith("orders/0/2#"));
  // Delivered again, they are there already.
  list.add(nameless, "The message has no header id.");
  list.all.back().place = "orders/0/2";
  (void)must(consumer.run_once(20ms));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE state = 'dead'"), "2");
}

// A trigger of the table's owner.
constexpr const char* refuse_e2 =
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.event_id LIKE 'e2%' OR "
    "NEW.source LIKE '%#unusable' THEN RAISE 'never stored'; END IF; RETURN NEW; END $$; CREATE TRIGGER "
    "refuses BEFORE INSERT ON onceover.inbox FOR EACH ROW EXECUTE FUNCTION refuse()";

TEST_F(ConsumerTest, AnEventThatCannotBeStoredIsNamedAndKeepsItsPartitionOnly) {
  raw.exec(refuse_e2);
  list.add(event_of("e1"));
  list.add(event_of("e2"));
  list.add(event_of("", "A"), "The message has no header id.", "orders/1");
  list.add(event_of("e3"), "", "orders/2");
  config.worker.refused_rest = 1h;
  std::vector<std::string> said;
  Consumer consumer(connection, list, "billing", policy, config, [&](const LogRecord& record) {
    said.push_back(record.message);
    for (const auto& [name, value] : record.fields) said.back() += " " + name + "=" + value;
  });
  auto turn = must(consumer.run_once(10s));  // until it would ask for the refused ones again
  EXPECT_EQ(turn.counts.stored, 2);
  EXPECT_EQ(turn.counts.refused, 2);
  EXPECT_THAT(list.acknowledged, testing::ElementsAre(1, 4));
  EXPECT_THAT(turn.trouble, testing::AllOf(testing::HasSubstr("2 messages"), testing::HasSubstr("orders/0/2"),
                                           testing::HasSubstr("never stored")));
  EXPECT_THAT(said, testing::ElementsAre(
                        testing::AllOf(testing::HasSubstr("place=orders/0/2"), testing::HasSubstr("id=e2")),
                        testing::HasSubstr("place=orders/1/3")));
  EXPECT_GT(turn.rest, Duration{0}) << "it is not asked for again and again";
  // Others come meanwhile.
  list.add(event_of("e4"), "", "orders/2");
  turn = must(consumer.run_once(20ms));
  EXPECT_EQ(turn.counts.stored, 1);
  EXPECT_EQ(turn.counts.refused, 0);
  EXPECT_NE(turn.trouble, "");
}

TEST_F(ConsumerTest, WhereNothingCanBeStoredTheErrorIsReported) {
  raw.exec(refuse_e2);
  for (int i = 0; i < 20; ++i) list.add(event_of("e2-" + std::to_string(i)));
  Consumer consumer(connection, list, "billing", policy, {.batch = 100});
  const auto turn = consumer.run_once(1ms);
  ASSERT_FALSE(turn);
  EXPECT_THAT(turn.error().what, testing::HasSubstr("never stored"));
  EXPECT_TRUE(list.acknowledged.empty());
}

TEST_F(ConsumerTest, WhatCouldNotBeStoredIsStoredWhenItCanBe) {
  raw.exec(refuse_e2);
  list.add(event_of("e2"));
  config.worker.refused_rest = 0ms;
  Consumer consumer = handling(book);
  EXPECT_EQ(must(consumer.run_once(1ms)).counts.refused, 1)
      << "in one transaction with its effect, and by itself";
  EXPECT_EQ(ledger(), "0 0");
  raw.exec("DROP TRIGGER refuses ON onceover.inbox");
  EXPECT_EQ(run(consumer).finished, 1);
  EXPECT_EQ(must(consumer.run_once(1ms)).trouble, "");
}

TEST_F(ConsumerTest, AnEventHeldByARivalIsNotAcknowledgedAndTheOthersAre) {
  auto rival = open_inbox(database.conninfo());
  inbox::Inbox rival_box(rival, "billing", policy);
  begin(rival);
  ASSERT_EQ(must(rival_box.accept_within(event_of("held"))), inbox::Answer::accepted);
  list.add(event_of("e1"));
  list.add(event_of("held"));
  list.add(event_of("e2"));
  Consumer consumer(connection, list, "billing", policy, config);
  const auto counts = must(consumer.run_once(1ms)).counts;
  EXPECT_EQ(list.acknowledged, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_GE(counts.contended, 1);
  commit(rival);
  EXPECT_EQ(must(consumer.run_once(1ms)).counts.duplicates, 1);
  EXPECT_TRUE(list.all.empty());
}

TEST_F(ConsumerTest, TheFirstBatchOfALaneIsHandledSinglyAndTheRestInArrays) {
  for (int i = 0; i < 20; ++i) list.add(event_of("e" + std::to_string(i)));
  std::vector<std::size_t> sizes;
  Consumer consumer = handling([&](inbox::Work& work) {
    sizes.push_back(work.events.size());
    return book(work);
  });
  const auto counts = run(consumer);
  EXPECT_EQ(counts.finished, 20);
  EXPECT_EQ(ledger(), "20 20");
  EXPECT_EQ(std::ranges::count(sizes, 1U), 4);
  EXPECT_EQ(std::ranges::count(sizes, 4U), 4);
  // A lane that comes back may hold what ended a process.
  for (int i = 20; i < 26; ++i) list.add(event_of("e" + std::to_string(i)));
  for (auto& one : list.all) one.assignment = 2;
  sizes.clear();
  (void)run(consumer);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1, 1, 1, 2}));
}

TEST_F(ConsumerTest, EffectAndEventCommitTogetherOrNotAtAll) {
  config.batch = 2;
  for (int i = 0; i < 6; ++i) list.add(event_of("e" + std::to_string(i)));
  Consumer consumer = handling([&](inbox::Work& work) -> std::optional<inbox::Failure> {
    (void)book(work);
    for (const auto& event : work.events) {
      if (event.id == "e4") return inbox::Failure{.error = "no", .definitive = true};
    }
    return std::nullopt;
  });
  const auto counts = run(consumer);
  EXPECT_EQ(ledger(), "5 5");
  EXPECT_EQ(counts.dead, 1);
  EXPECT_EQ(state_of("e4"), "dead 1");
  EXPECT_EQ(state_of("e5"), "succeeded 1") << "beside it in its array: done singly, once";
  EXPECT_EQ(raw.scalar("SELECT last_error FROM onceover.inbox WHERE event_id = 'e4'"), "no");
  EXPECT_NE(
      raw.scalar("SELECT count(payload) + count(*) FROM onceover.inbox WHERE event_id = 'e4' AND stored"),
      "0");
}

TEST_F(ConsumerTest, AnExceptionAndAFailedStatementAreFailuresOfTheirEvent) {
  config.batch = 1;
  for (const char* id : {"e0", "throws", "fails", "e1"}) list.add(event_of(id));
  Consumer consumer = handling([&](inbox::Work& work) {
    if (work.events[0].id == "throws") throw std::runtime_error("out of paper");
    if (work.events[0].id == "fails") (void)work.connection.exec("SELECT 1 / 0");
    return book(work);
  });
  (void)run(consumer);
  EXPECT_EQ(state_of("throws"), "dead 3");
  EXPECT_EQ(state_of("fails"), "dead 3");
  EXPECT_EQ(ledger(), "2 2");
  EXPECT_THAT(raw.scalar("SELECT last_error FROM onceover.inbox WHERE event_id = 'throws'"),
              testing::HasSubstr("out of paper"));
}

TEST_F(ConsumerTest, TheStopSwitchHaltsHandlersAndNotStoring) {
  list.add(event_of("e1"));
  raw.exec("UPDATE onceover.control SET stopped = true");
  Consumer consumer = handling(book);
  EXPECT_EQ(must(consumer.run_once(1ms)).state, inbox::ConsumerTurn::State::stopped);
  EXPECT_TRUE(list.acknowledged.empty());
  Consumer storing(connection, list, "billing", policy, config);
  EXPECT_EQ(must(storing.run_once(1ms)).counts.stored, 1);
  Worker worker(connection, "billing", policy, {}, book, "test");
  EXPECT_EQ(must(worker.run_once()).state, inbox::WorkTurn::State::stopped);
  EXPECT_EQ(ledger(), "0 0");
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(must(worker.run_once()).counts.finished, 1);
}

class WorkerTest : public ConsumerTest {
 protected:
  void store(const std::vector<inbox::Event>& events) { (void)must(box.store(events)); }
  std::string ends(const inbox::Counts& c) {
    return fmt::format("finished {} stale {} failed {} dead {} lost {}", c.finished, c.stale, c.failed,
                       c.dead, c.lost);
  }
};

TEST_F(WorkerTest, HandlesWhatIsDueAndThenRests) {
  for (int i = 0; i < 50; ++i) store({event_of("e" + std::to_string(i))});
  Worker worker(connection, "billing", policy, {.reserve = 7}, book, "test");
  const auto turn = must(worker.run_once(10s));
  EXPECT_EQ(turn.state, inbox::WorkTurn::State::idle);
  EXPECT_GT(turn.rest, 0ms);
  EXPECT_EQ(ends(turn.counts), "finished 50 stale 0 failed 0 dead 0 lost 0");
  EXPECT_EQ(ledger(), "50 50");
}

TEST_F(WorkerTest, AnOlderVersionIsFinishedWithoutItsHandler) {
  store({version_of("new", "o-1", 2)});
  Worker worker(connection, "billing", policy, {}, book, "test");
  (void)must(worker.run_once());
  store({version_of("old", "o-1", 1), version_of("other", "o-2", 1)});
  EXPECT_EQ(ends(must(worker.run_once()).counts), "finished 1 stale 1 failed 0 dead 0 lost 0");
  EXPECT_EQ(ledger(), "2 2");
  EXPECT_EQ(raw.scalar("SELECT result::text FROM onceover.inbox WHERE event_id = 'old'"),
            R"({"stale": true})");
}

TEST_F(WorkerTest, AFailedAttemptDoesNotMoveTheVersion) {
  store({version_of("e", "o-1", 1)});
  int calls = 0;
  Worker worker(
      connection, "billing", policy, {},
      [&](inbox::Work& work) {
        return ++calls == 1 ? std::optional(inbox::Failure{.error = "again"}) : book(work);
      },
      "test");
  EXPECT_TRUE(eventually([&] { return must(worker.run_once()).counts.finished == 1; }));
  EXPECT_EQ(ledger(), "1 1");
}

TEST_F(WorkerTest, GivesReservedEventsBackWhenItMustStop) {
  for (int i = 0; i < 5; ++i) store({event_of("e" + std::to_string(i))});
  bool goes_on = true;
  Worker worker(
      connection, "billing", policy, {},
      [&](inbox::Work& work) {
        goes_on = false;
        return book(work);
      },
      "test");
  const auto turn = must(worker.run_once(10s, [&] { return goes_on; }));
  EXPECT_EQ(turn.counts.finished, 1);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE locked_until IS NOT NULL"), "0");
  EXPECT_EQ(raw.scalar("SELECT max(attempts) FROM onceover.inbox WHERE state = 'in_progress'"), "0");
}

TEST_F(WorkerTest, AHandlerOutsideATransactionRenewsItsLease) {
  store({event_of("e1")});
  policy.lease = 2s;
  std::string before, after;
  Worker worker(
      connection, "billing", policy, {.in_transaction = false},
      [&](inbox::Work& work) {
        EXPECT_FALSE(work.connection.in_transaction());
        const auto lease = [&] { return raw.scalar("SELECT locked_until FROM onceover.inbox"); };
        before = lease();
        EXPECT_TRUE(work.renew());
        after = lease();
        return std::nullopt;
      },
      "test");
  EXPECT_EQ(must(worker.run_once()).counts.finished, 1);
  EXPECT_LT(before, after);
}

TEST_F(WorkerTest, AnEffectWhoseLeaseWasLostIsRolledBack) {
  store({event_of("e1")});
  Worker worker(
      connection, "billing", policy, {},
      [&](inbox::Work& work) {
        (void)book(work);
        raw.tamper("UPDATE onceover.inbox SET fence = fence + 1000");
        return std::nullopt;
      },
      "test");
  EXPECT_EQ(must(worker.run_once(1ms)).counts.lost, 1);
  EXPECT_EQ(ledger(), "0 0");
}

// F29: with the worker itself.
TEST_F(WorkerTest, APoisonEventIsDeadAfterItsAttemptsAndItsNeighboursSpendNone) {
  std::vector<inbox::Event> events;
  for (int i = 0; i < 12; ++i) events.push_back(event_of(i == 4 ? "poison" : "e" + std::to_string(i)));
  store(events);
  const auto in_child = [&] {
    auto child = Process::forked([&] {
      auto own = open_inbox(database.conninfo());
      Worker worker(
          own, "billing", policy, {.reserve = 5},
          [](inbox::Work& work) {
            if (work.events[0].id == "poison") std::raise(SIGKILL);
            return book(work);
          },
          "child");
      while (must(worker.run_once(10s)).state != inbox::WorkTurn::State::idle) {
      }
      return 0;
    });
    return child.wait().value();
  };
  for (int n = 1; n <= 3; ++n) {
    EXPECT_EQ(in_child().signal, SIGKILL);
    EXPECT_EQ(state_of("poison"), "in_progress " + std::to_string(n));
    raw.tamper("UPDATE onceover.inbox SET locked_until = clock_timestamp() WHERE locked_until IS NOT NULL");
  }
  EXPECT_EQ(in_child(), (Exit{0, 0}));
  EXPECT_EQ(state_of("poison"), "dead 3");
  EXPECT_EQ(ledger(), "11 11");
  EXPECT_EQ(raw.scalar(
                "SELECT min(attempts) || ' ' || max(attempts) FROM onceover.inbox WHERE state = 'succeeded'"),
            "1 1");
}

}  // namespace
}  // namespace onceover::test
