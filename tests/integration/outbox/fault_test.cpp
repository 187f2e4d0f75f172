// F30: what a relay and its writers do when the disk is full, and when the destination is named wrongly.
#include "core/outbox/destinations.h"
#include "tests/integration/outbox/fixture.h"
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
    auto id = enqueue_within(*service, {.topic = "payments", .aggregate_id = "p-1", .payload = std::string(500, 'x')});
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
    const auto made = open_destination({.kafka = KafkaConfig{.brokers = "127.0.0.1:9", .options = std::move(options)}});
    return made ? std::string() : made.error().sentence();
  };
  EXPECT_THAT(refused({{"no.such.option", "1"}}), testing::HasSubstr("no.such.option"));
  EXPECT_THAT(refused({{"acks", "1"}}), testing::HasSubstr("acks is set by the relay"));
  EXPECT_THAT(refused({{"compression.codec", "best"}}), testing::HasSubstr("compression.codec"));
}

// No broker listens at the address: the relay says so, counts no attempt, and publishes everything when the address is right.
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

}  // namespace
}  // namespace onceover::outbox
