// SPDX-License-Identifier: Apache-2.0
// F30 to F32 for real: a full disk, a destination that is named wrongly, a server that crashes, a dump that
// is restored on another one.
#include <atomic>
#include <thread>

#include "core/outbox/destinations.h"
#include "core/outbox/operate.h"
#include "tests/integration/outbox/fixture.h"
#include "tests/support/process.h"
#include "tests/support/small_disk.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

class FaultTest : public test::OutboxTest {};

TEST_F(FaultTest, F30_AFullDiskRefusesEventsAndLosesNone) {
  if (const std::string why = test::SmallDiskServer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  test::SmallDiskServer disk;
  disk.create_database("shop");
  const std::string shop = disk.server().conninfo("shop");
  test::installed_schema().fill(shop);
  test::RawConnection writer(shop);
  auto own = pg::Connection::open({.conninfo = shop});
  ASSERT_TRUE(own) << own.error().sentence();
  config.lease = 2s;  // after an error the relay waits for the end of its own
  Relay relay(*own, broker, config, "relay-1", Random(1));
  std::vector<std::string> committed{enqueue(writer, "p-1")};
  drain(relay);
  // It will be parked, which needs a page.
  const std::string bad = enqueue(writer, "bad");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "Too large."} : Report{};
  };
  disk.fill();

  // The service's own transaction fails with the event, or both are there.
  std::optional<Error> refused;
  auto service = pg::Connection::open({.conninfo = shop});
  ASSERT_TRUE(service) << service.error().sentence();
  for (int i = 0; i < 2'000 && !refused; ++i) {
    ASSERT_TRUE(service->exec("BEGIN"));
    auto id = enqueue_within(*service, {.topic = "payments",
                                        .aggregate_type = "payment",
                                        .aggregate_id = "p-1",
                                        .payload = std::string(500, 'x')});
    if (!id) refused = id.error();
    const auto ended = service->exec(refused ? "ROLLBACK" : "COMMIT");
    ASSERT_TRUE(ended) << ended.error().sentence();
    if (!refused) committed.push_back(*id);
  }
  ASSERT_TRUE(refused) << "the disk never filled up";
  EXPECT_EQ(refused->sqlstate, "53100") << refused->sentence();
  EXPECT_NE(refused->next.find("Free space"), std::string::npos) << refused->sentence();

  // Where the progress finds no room, what it would have noted goes out again, and nothing is passed over.
  std::int64_t failures = 0;
  ASSERT_TRUE(test::eventually([&] {
    const auto turn = relay.run_once(50ms);
    if (!turn) {
      EXPECT_EQ(turn.error().sqlstate, "53100") << turn.error().sentence();
      ++failures;
    }
    return failures > 0;
  }));
  disk.free();
  committed.push_back(enqueue(writer, "p-1"));
  ASSERT_TRUE(test::eventually([&] { return drain(relay).state == Turn::State::idle; }));
  std::vector<std::string> seen;
  std::set<std::string> known;
  for (const auto& event : broker.stored) {
    if (known.emplace(event.id).second) seen.emplace_back(event.id);
  }
  EXPECT_EQ(seen, committed);
  EXPECT_EQ(writer.scalar("SELECT id || ' ' || state FROM onceover.outbox_parked"), bad + " dead");
}

TEST_F(FaultTest, F30_ADestinationThatIsConfiguredWronglyIsRefusedByName) {
  if (!has_kafka()) GTEST_SKIP() << "built without Kafka";
  const auto refused = [](std::map<std::string, std::string> options) {
    const auto made =
        open_destination({.kafka = KafkaConfig{.brokers = "127.0.0.1:9", .options = std::move(options)}});
    return made ? std::string() : made.error().sentence();
  };
  EXPECT_THAT(refused({{"no.such.option", "1"}}), testing::HasSubstr("no.such.option"));
  EXPECT_THAT(refused({{"acks", "1"}}), testing::HasSubstr("acks is set by the relay"));
  EXPECT_THAT(refused({{"compression.codec", "best"}}), testing::HasSubstr("compression.codec"));
}

// No broker listens at the address: the relay says so, counts no attempt, and publishes everything when the
// address is right.
TEST_F(FaultTest, F30_AnAddressWithoutABrokerSkipsNothing) {
  if (!has_kafka()) GTEST_SKIP() << "built without Kafka";
  auto nowhere = to_kafka({.brokers = "127.0.0.1:9", .timeout = 1s});
  ASSERT_TRUE(nowhere) << nowhere.error().sentence();
  std::vector<std::string> ids{enqueue("p-1"), enqueue("p-1")};
  {
    Relay wrong(connection, **nowhere, config, "relay-1", Random(1));
    std::string trouble;
    ASSERT_TRUE(test::eventually([&] {
      const auto turn = wrong.run_once(100ms);
      EXPECT_TRUE(turn) << turn.error().sentence();
      if (turn) trouble = turn->trouble;
      return !trouble.empty();
    }));
    EXPECT_THAT(trouble, testing::HasSubstr("Kafka"));
    ASSERT_TRUE(wrong.let_go());
    EXPECT_EQ(raw.scalar("SELECT trouble FROM onceover.relays"), trouble);
  }
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
  Relay right(connection, broker, config, "relay-2", Random(1));
  drain(right);
  EXPECT_EQ(broker.ids(), ids);
}

// The service commits without waiting for the disk, and the server crashes while the relay publishes: what is
// gone was not sent.
TEST_F(FaultTest, F31_WhatACrashUndoesWasNotPublished) {
  // Nobody but the relay flushes: what it sends too early is lost for sure.
  auto server = try_it::PrivateServer::start(
      {.settings = {
           {"wal_writer_delay", "10000"}, {"wal_writer_flush_after", "2GB"}, {"wal_buffers", "64MB"}}});
  ASSERT_TRUE(server) << server.error().sentence();
  const std::string shop = (*server)->conninfo();
  test::installed_schema().fill(shop);
  std::int64_t lost = 0;
  for (int round = 0; round < 3; ++round) {
    SCOPED_TRACE(round);
    std::atomic<std::int64_t> committed = 0;
    std::atomic<bool> ends = false;
    std::thread writer([&] {
      try {
        test::RawConnection raw(shop);
        raw.exec("SET synchronous_commit = off");
        while (!ends) {
          enqueue(raw, "p-" + std::to_string(committed % 50));
          ++committed;
        }
      } catch (const std::exception&) {  // the server is gone
      }
    });
    auto own = pg::Connection::open({.conninfo = shop});
    EXPECT_TRUE(own) << own.error().sentence();
    {
      Relay relay(*own, broker, config, "relay-1", Random(1));
      const std::size_t before = broker.stored.size();
      // Until it has sent what it had read at that moment.
      while (broker.stored.size() < before + 400) {
        const auto turn = relay.run_once(1s, [&] { return broker.stored.size() < before + 400; });
        if (!turn) {
          ADD_FAILURE() << turn.error().sentence();
          break;
        }
      }
      const auto stopped = (*server)->stop(try_it::StopMode::immediate);
      EXPECT_TRUE(stopped) << stopped.error().sentence();
    }
    ends = true;
    writer.join();
    ASSERT_TRUE((*server)->start_again());
    test::RawConnection raw(shop);
    std::set<std::string> there;
    for (const auto& row : raw.exec("SELECT id::text FROM onceover.outbox")) there.insert(row[0].value());
    for (const std::string& id : broker.ids())
      EXPECT_TRUE(there.contains(id)) << id << " was published, and is gone";
    lost += committed - static_cast<std::int64_t>(there.size());
    raw.exec("TRUNCATE onceover.outbox; DELETE FROM onceover.relays");
    broker.stored.clear();
  }
  EXPECT_GT(lost, 0) << "the fault did not happen";
}

// A dump has the progress and the transaction numbers of the server that it comes from.
TEST_F(FaultTest, F32_ARestoredDumpIsRefusedUntilItIsAdoptedAndThenNothingIsLost) {
  const std::string bad = enqueue("p-bad"), behind = enqueue("p-bad"), published = enqueue("p-1");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  {
    Relay relay(connection, broker, config, "relay-1", Random(1));
    drain(relay);
    ASSERT_TRUE(relay.let_go());
  }
  ASSERT_EQ(broker.ids(), std::vector<std::string>{published});
  const std::string waiting = enqueue("p-1");
  auto server = try_it::PrivateServer::start();
  ASSERT_TRUE(server) << server.error().sentence();
  const std::string dump = test::shared_server().socket_dir() + "/" + database.name() + ".dump";
  const auto run = [](const std::vector<std::string>& argv) {
    auto process = test::Process::spawn(argv);
    const auto ended = process.wait(60s);
    EXPECT_EQ(ended, test::Exit{}) << process.err();
  };
  const std::string bindir = (*server)->bindir();
  run({bindir + "/pg_dump", "--dbname=" + database.conninfo(), "--format=custom", "--file=" + dump});
  run({bindir + "/pg_restore", "--dbname=" + (*server)->conninfo(), dump});
  ::unlink(dump.c_str());

  const std::string shop = (*server)->conninfo();
  test::RawConnection there(shop);
  auto own = pg::Connection::open({.conninfo = shop});
  ASSERT_TRUE(own) << own.error().sentence();
  const std::string later = enqueue(there, "p-1");
  broker.stored.clear();
  Relay restored(*own, broker, config, "relay-2", Random(1));
  const auto refused = restored.run_once();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported) << refused.error().sentence();
  EXPECT_EQ(broker.stored.size(), 0U);
  const audit::Actor me{"me", "here", "test"};
  EXPECT_EQ(forecast_adoption(*own, std::nullopt)->at(0).events, 5);
  ASSERT_TRUE(adopt(*own, std::nullopt, "restored from the dump of 3:00", me));
  const std::string last = enqueue(there, "p-1");
  ASSERT_TRUE(test::eventually(
      [&] { return drain(restored).state == Turn::State::idle && broker.stored.size() >= 4; }));
  EXPECT_EQ(broker.ids(), (std::vector<std::string>{published, waiting, later, last}))
      << "what was published before is repeated";
  EXPECT_EQ(there.scalar(
                "SELECT string_agg(id::text || ' ' || state, ', ' ORDER BY seq) FROM onceover.outbox_parked"),
            bad + " dead, " + behind + " behind");
  ASSERT_TRUE(restored.let_go());
}

}  // namespace
}  // namespace onceover::outbox
