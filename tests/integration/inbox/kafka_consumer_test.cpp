// SPDX-License-Identifier: Apache-2.0
// Consumers in processes of their own, which are killed; the broker is in another one, which is not. Ledgers
// on both ends: what was written, and the effects.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <list>
#include <map>
#include <random>

#include "core/outbox/destinations.h"
#include "core/outbox/outbox.h"
#include "core/outbox/relay.h"
#include "tests/integration/inbox/kafka_fixture.h"
#include "tests/support/process.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;
using inbox::Consumer;

// Does something of the test's own in the place of acknowledging.
class Intercepted final : public inbox::Source {
 public:
  Intercepted(std::unique_ptr<inbox::Source> source, std::function<void()> before)
      : source_(std::move(source)), before_(std::move(before)) {}
  Result<std::span<const inbox::Received>> poll(std::size_t most, Duration wait) override {
    return source_->poll(most, wait);
  }
  void acknowledge(std::span<const std::uint64_t> tokens) override {
    if (!tokens.empty()) before_();
    source_->acknowledge(tokens);
  }
  void use(inbox::Positions* positions) override { source_->use(positions); }
  std::string trouble() const override { return source_->trouble(); }
  bool is_at_end() const override { return source_->is_at_end(); }
  void close(Duration wait) override { source_->close(wait); }

 private:
  std::unique_ptr<inbox::Source> source_;
  std::function<void()> before_;
};

class KafkaConsumerTest : public KafkaInboxTest {
 protected:
  void SetUp() override {
    if (!forks_may_have_threads)
      GTEST_SKIP() << "the children have threads, which ThreadSanitizer takes for the parent's";
    KafkaInboxTest::SetUp();
    policy.lease = 1s;
  }
  // Until it is killed. It prints a line for each call that did something.
  Process consuming(
      inbox::Handler handler = book, std::function<void()> before_acknowledging = [] {},
      std::size_t batch = 50) {
    return Process::forked([=, this] {
      auto own = open_inbox(database.conninfo());
      Intercepted source(open(from()), before_acknowledging);
      Consumer consumer(own, source, "billing", policy, {.batch = batch, .worker = {.idle = 50ms}}, handler,
                        "child");
      for (;;) {
        const auto turn = must(consumer.run_once(100ms));
        fmt::print("received {} finished {} dead {}\n", turn.counts.received, turn.counts.finished,
                   turn.counts.dead);
        std::fflush(stdout);
      }
      return 0;
    });
  }
  static bool killed_itself(Process& child) {
    const auto end = child.wait(60s);
    return end && end->signal == SIGKILL;
  }
  bool booked(std::size_t events) {
    return eventually([&] { return raw.scalar("SELECT count(*) FROM ledger") == std::to_string(events); });
  }
  std::string effects(std::size_t events) { return fmt::format("{} {}", events, events); }
  void write_many(int from, int to) {
    for (int i = from; i < to; ++i) write("e" + std::to_string(i), "{}", i % partitions);
    writer.flush();
  }
  // All that was written is behind the group's cursor.
  bool committed_all() {
    Reader reader(broker.bootstrap(), topic, partitions);
    std::map<int, std::int64_t> ends;
    for (const Message& m : reader.all()) ends[m.partition] = std::max(ends[m.partition], m.offset + 1);
    return eventually([&] {
      return std::ranges::all_of(ends, [&](const auto& end) { return committed(end.first) == end.second; });
    });
  }
};

// F24: the broker stores messages and their acknowledgements are lost, so the relay publishes them again.
TEST_F(KafkaConsumerTest, WhatARelayPublishesTwiceHasOneEffect) {
  if (!broker.is_mock()) GTEST_SKIP();
  outbox::KafkaConfig to{.brokers = broker.bootstrap(), .timeout = 3s};
  to.options = {{"socket.timeout.ms", "1000"}, {"reconnect.backoff.max.ms", "200"}};
  const auto destination = must(outbox::to_kafka(to));
  outbox::Relay relay(connection, *destination, {.name = "r", .topics = {topic}}, "relay", Random(1));
  const auto publish = [&](int events) {
    for (int i = 0; i < events; ++i)
      raw.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ($1, $2, '{}')",
               {topic, "o-" + std::to_string(i % 7)});
    EXPECT_TRUE(eventually(
        [&] {
          const auto turn = must(relay.run_once());
          return turn.state == outbox::Turn::State::idle && turn.trouble.empty();
        },
        60s));
  };
  // The topic first: a consumer that subscribes before it exists learns of it minutes later.
  publish(1);
  auto child = consuming();
  EXPECT_TRUE(booked(1)) << ledger();
  broker.order(fmt::format("late 1 {} 3 2500", Broker::produce));
  publish(300);
  EXPECT_TRUE(booked(301)) << ledger();
  Reader reader(broker.bootstrap(), topic, partitions);
  EXPECT_GT(reader.all().size(), 301U) << "nothing was repeated: the fault did not happen";
  EXPECT_TRUE(committed_all());
  EXPECT_EQ(ledger(), effects(301));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox o FULL JOIN ledger l ON l.id = o.id::text WHERE "
                       "o.id IS NULL OR l.id IS NULL"),
            "0");
}

// F28: killed between the database's commit and the offset's.
TEST_F(KafkaConsumerTest, AConsumerKilledBeforeItAcknowledgesHasOneEffect) {
  write_many(0, 200);
  for (int n = 0; n < 3; ++n) {
    auto child = consuming(book, [] { std::raise(SIGKILL); });
    EXPECT_TRUE(killed_itself(child));
  }
  EXPECT_EQ(committed(0), -1) << "nothing was acknowledged";
  EXPECT_NE(raw.scalar("SELECT count(*) FROM onceover.inbox"), "0") << "and something committed";
  auto child = consuming();
  EXPECT_TRUE(booked(200)) << ledger();
  EXPECT_TRUE(committed_all());
  EXPECT_EQ(ledger(), effects(200));
}

// F28: partitions move while a batch is in its transaction.
TEST_F(KafkaConsumerTest, ARebalanceWithinABatchHasOneEffectAndLosesNothing) {
  write_many(0, 150);
  RawConnection gate = database.connect();
  gate.exec("SELECT pg_advisory_lock(1)");
  auto first = consuming(
      [](inbox::Work& work) {
        if (work.events.size() > 1)
          (void)must(work.connection.exec("SELECT pg_advisory_xact_lock_shared(1)"));
        return book(work);
      },
      [] {}, 10);
  ASSERT_TRUE(eventually([&] {
    return raw.scalar("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == "1";
  }));
  auto second = consuming();
  ASSERT_TRUE(
      second.wait_for_out([](const std::string& out) { return std::ranges::count(out, '\n') >= 10; }));
  write_many(150, 300);
  gate.exec("SELECT pg_advisory_unlock(1)");
  EXPECT_TRUE(booked(300)) << ledger();
  EXPECT_TRUE(second.wait_for_out(
      [](const std::string& out) { return out.find("received 0 finished") != out.rfind("received "); }));
  EXPECT_TRUE(committed_all());
  EXPECT_EQ(ledger(), effects(300));
}

// F28: it is stopped for longer than its session, and its partitions are another's when it wakes.
TEST_F(KafkaConsumerTest, AConsumerThatWakesAfterItsSessionHasOneEffect) {
  write_many(0, 100);
  auto first = consuming();
  ASSERT_TRUE(booked(100)) << ledger();
  first.stop();
  write_many(100, 200);
  auto second = consuming();
  EXPECT_TRUE(booked(200)) << ledger();
  first.resume();
  write_many(200, 300);
  EXPECT_TRUE(booked(300)) << ledger();
  EXPECT_TRUE(first.is_running() && second.is_running());
  EXPECT_TRUE(committed_all());
  EXPECT_EQ(ledger(), effects(300));
}

// F29: in an array, where the effects of several events are in one transaction.
TEST_F(KafkaConsumerTest, APoisonEventIsDeadAfterItsAttemptsAndThePartitionGoesOn) {
  for (int i = 0; i < 40; ++i) write(i == 20 ? "poison" : "e" + std::to_string(i), "{}", 0);
  writer.flush();
  const auto handler = [](inbox::Work& work) {
    for (const auto& event : work.events) {
      if (event.id == "poison") std::raise(SIGKILL);
    }
    return book(work);
  };
  int crashes = 0;
  for (bool is_done = false; !is_done && crashes < 10;) {
    auto child = consuming(
        handler, [] {}, 8);
    is_done = eventually(
                  [&] { return !child.is_running() || raw.scalar("SELECT count(*) FROM ledger") == "39"; }) &&
              child.is_running();
    if (is_done)
      is_done = eventually([&] { return !child.is_running() || state_of("poison") == "dead 3"; }) &&
                child.is_running();
    if (!is_done) ++crashes;
  }
  EXPECT_EQ(crashes, 4) << "once in its array, then three attempts";
  EXPECT_EQ(state_of("poison"), "dead 3");
  EXPECT_EQ(ledger(), effects(39));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE state = 'succeeded' AND attempts > 1"),
            "0");
}

// Any moment, again and again; a broker that goes away among it.
TEST_F(KafkaConsumerTest, ConsumersThatAreKilledAtAnyTimeHaveOneEffectEach) {
  std::mt19937 random(seed_of_run());
  int written = 0;
  std::list<Process> running;
  for (int round = 0; round < 6; ++round) {
    write_many(written, written + 200);
    written += 200;
    running.push_back(consuming());
    if (broker.is_mock() && round == 3) broker.order("down 1");
    const auto some = static_cast<std::size_t>(written - 200 + static_cast<int>(random() % 150));
    // Either is fine: what is killed may be in any state.
    if (round != 3)
      (void)eventually([&] { return std::stoull(raw.scalar("SELECT count(*) FROM ledger")) >= some; }, 8s);
    if (running.size() > 1)
      running.erase(std::next(running.begin(), static_cast<long>(random() % running.size())));
    if (broker.is_mock() && round == 3) broker.order("up 1");
  }
  EXPECT_TRUE(booked(1200)) << ledger();
  EXPECT_TRUE(committed_all());
  EXPECT_EQ(ledger(), effects(1200));
}

}  // namespace
}  // namespace onceover::test
