// SPDX-License-Identifier: Apache-2.0
// Partitions of the outbox: made ahead, and dropped only when every relay has passed them.
#include <thread>

#include "core/outbox/operate.h"
#include "tests/integration/outbox/fixture.h"
#include "tests/support/patience.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

class PartitionsTest : public test::OutboxTest {
 protected:
  std::vector<std::string> partitions() {
    std::vector<std::string> names;
    for (const auto& row : raw.exec("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = "
                                    "'onceover.outbox'::regclass ORDER BY 1"))
      names.push_back(*row[0]);
    return names;
  }
  std::string partition_of(const std::string& id) {
    return raw.scalar("SELECT tableoid::regclass FROM onceover.outbox WHERE id = $1", {id});
  }
  // As if it had been made so many hours ago, for an hour.
  void old_partition(int hours) {
    raw.exec(
        fmt::format("DO $$ BEGIN EXECUTE format('CREATE TABLE onceover.outbox_old{0} PARTITION OF "
                    "onceover.outbox FOR VALUES FROM (%L) TO (%L)', now() - interval '{0} h', now() - "
                    "interval '{0} h' + interval '1 h'); END $$",
                    hours));
  }
  std::string old_event(int hours) {
    return raw.scalar(
        fmt::format("INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('payments', 'p-1', "
                    "now() - interval '{} h' + interval '30 min') RETURNING id",
                    hours));
  }
  std::int64_t drop() {
    const auto dropped = drop_partitions(connection, 24h);
    if (!dropped) throw std::runtime_error(dropped.error().sentence());
    return *dropped;
  }
  Relay relay{connection, broker, config, "relay-1", Random(1)};
};

TEST_F(PartitionsTest, AreMadeAheadOnce) {
  EXPECT_EQ(make_partitions(connection, 1h, 3).value(), 4);
  EXPECT_EQ(partitions().size(), 5U) << "and the default one";
  EXPECT_EQ(make_partitions(connection, 1h, 3).value(), 0);
  EXPECT_NE(partition_of(enqueue("p-1")), "onceover.outbox_rest");
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) FROM pg_indexes WHERE schemaname = 'onceover' AND tablename ~ '^outbox_[0-9]'"),
      "16");
}

TEST_F(PartitionsTest, WithoutOneTheDefaultTakesTheEventAndTheNextBeginsAfterIt) {
  const std::string first = enqueue("p-1");
  EXPECT_EQ(partition_of(first), "onceover.outbox_rest");
  EXPECT_EQ(make_partitions(connection, 1h, 2).value(), 2)
      << "not the current hour, of which the default one has a row";
  EXPECT_EQ(partition_of(enqueue("p-2")), "onceover.outbox_rest");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 2U);
}

TEST_F(PartitionsTest, AnInsertWhileTheyAreMadeWaitsAndGoesIntoTheNewOne) {
  test::RawConnection making = database.connect();
  making.exec("BEGIN");
  making.exec("SELECT onceover.make_outbox_partitions('1 hour', 1)");
  test::RawConnection writing = database.connect();
  std::string refused = "not ended", in;
  std::thread insert([&] {
    refused =
        writing.sqlstate_of("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-1')");
    in = refused.empty() ? raw.scalar("SELECT tableoid::regclass FROM onceover.outbox") : "none";
  });
  EXPECT_TRUE(test::eventually(
      [&] { return making.scalar("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1"; }));
  making.exec("COMMIT");
  insert.join();
  EXPECT_EQ(refused, "");
  EXPECT_NE(in, "onceover.outbox_rest");
}

TEST_F(PartitionsTest, AreDroppedWhenEveryRelayHasPassedThem) {
  old_partition(48);
  old_event(48);
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  test::FakeBroker other_broker;
  pg::Connection other_connection = open();
  RelayConfig other_config = config;
  other_config.name = "other";
  Relay other(other_connection, other_broker, other_config, "relay-2", Random(2));
  other_broker.holds = true;
  ASSERT_TRUE(other.run_once(50ms));
  EXPECT_EQ(drop(), 0) << "the other one has not published it";
  other_broker.holds = false;
  drain(other);
  ASSERT_TRUE(other.let_go());
  EXPECT_EQ(drop(), 1);
  EXPECT_THAT(partitions(), ElementsAre("onceover.outbox_rest"));
}

TEST_F(PartitionsTest, WithoutARelayOrWithYoungOnesNothingIsLostThatSomebodyNeeds) {
  old_partition(48);
  old_partition(3);
  old_event(48);
  const std::string bad = old_event(48);
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(drop(), 0) << "a dead event is in it";
  const auto dead = parked(connection, "", "dead").value();
  ASSERT_EQ(dead.size(), 1U);
  EXPECT_TRUE(skip(connection, dead[0], "nobody needs it", {"me", "here", "test"}).value());
  EXPECT_EQ(drop(), 0) << "it is only asked for";
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(drop(), 1) << "the younger one is kept";
}

TEST_F(PartitionsTest, WhatARetiredRelayHeldBackGoesWithThePartition) {
  old_partition(48);
  old_event(48);
  broker.ends = [&](const Stored&) { return Report{.result = Report::Result::refused, .error = "No."}; };
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(drop(), 0) << "a dead event is in it";
  EXPECT_EQ(retire(connection, "to-kafka", "moved", {"me", "here", "test"}).value(), 1);
  EXPECT_TRUE(parked(connection, "", "").value().empty()) << "no one waits for it any more";
  EXPECT_EQ(drop(), 1);
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
}

// F37: an old transaction commits into the partition while the drop waits for it.
TEST_F(PartitionsTest, F37_WhatIsCommittedWhileADropWaitsIsNotDropped) {
  old_partition(48);
  drain(relay);
  // So that the wait is certain to outlast the commit.
  raw.exec("ALTER FUNCTION onceover.drop_outbox_partition SET lock_timeout = '20s'");
  test::RawConnection slow = database.connect();
  slow.exec("BEGIN");
  const std::string late = slow.scalar(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('payments', 'p-1', now() - "
      "interval '47.5 h') RETURNING id");
  pg::Connection own = open();
  std::optional<Result<std::int64_t>> dropped;
  std::thread dropping([&] { dropped = drop_partitions(own, 24h); });
  EXPECT_TRUE(test::eventually([&] { return count("pg_locks WHERE NOT granted") > 0; }));
  slow.exec("COMMIT");
  dropping.join();
  EXPECT_EQ(dropped->value(), 0);
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(late));
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(drop(), 1);
}

TEST_F(PartitionsTest, ADropReturnsTheNameOfThePartition) {
  old_partition(48);
  EXPECT_EQ(raw.scalar("SELECT onceover.drop_outbox_partition('1 day')"), "outbox_old48");
}

TEST_F(PartitionsTest, ARetiredRelayHoldsNone) {
  old_partition(48);
  old_event(48);
  broker.ends = [](const Stored&) { return Report{.result = Report::Result::refused, .error = "No."}; };
  drain(relay);
  old_event(48);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(drop(), 0);
  ASSERT_TRUE(retire(connection, "to-kafka", "not used any more", {"me", "here", "test"}).value());
  EXPECT_EQ(drop(), 1);
}

// A DROP that waits would hold up every writer behind it.
TEST_F(PartitionsTest, NoWriterWaitsForADrop) {
  old_partition(48);
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  test::RawConnection reader = database.connect();
  reader.exec("BEGIN; SELECT FROM onceover.outbox_old48");
  const auto from = Steady::now();
  const auto dropped = drop_partitions(connection, 24h);
  ASSERT_FALSE(dropped);
  EXPECT_EQ(dropped.error().sqlstate, "55P03");
  EXPECT_LT(Steady::now() - from, test::well_before_half_a_minute);
  enqueue("p-1");
  reader.exec("COMMIT");
  EXPECT_EQ(drop(), 1);
}

}  // namespace
}  // namespace onceover::outbox
