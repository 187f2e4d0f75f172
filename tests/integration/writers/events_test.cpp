// SPDX-License-Identifier: Apache-2.0
// Our events, read by programs of other makers: change data capture of the outbox's table, and the messages
// in Kafka.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "core/outbox/kafka.h"
#include "core/outbox/outbox.h"
#include "core/outbox/relay.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"
#include "tests/support/writer.h"
#ifdef ONCEOVER_TEST_KAFKA
#include "tests/support/kafka/kafka.h"
#endif

namespace onceover {
namespace {

using namespace std::chrono_literals;
using Json = test::Writer::Json;
using test::Writer;

class EventsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = Writer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  }
  test::TestDatabase database{test::installed_schema()};
};

// The columns are those that Debezium's outbox event router expects; which partition holds an event does not
// show.
TEST_F(EventsTest, ChangeDataCaptureSeesEachCommittedEventOnceAndNoPartitions) {
  auto server = try_it::PrivateServer::start({.settings = {{"wal_level", "logical"}}});
  ASSERT_TRUE(server) << server.error().sentence();
  test::installed_schema().fill((*server)->conninfo());
  test::RawConnection raw((*server)->conninfo());
  raw.exec(
      "CREATE PUBLICATION onceover_events FOR TABLE onceover.outbox WITH (publish = 'insert', "
      "publish_via_partition_root = true)");
  raw.exec("SELECT pg_create_logical_replication_slot('cdc', 'pgoutput')");
  Writer reader("logical_replication.mjs", database,
                {{"PGHOST", (*server)->socket_dir()}, {"PGDATABASE", "postgres"}});
  reader.order({{"do", "follow"}, {"slot", "cdc"}, {"publication", "onceover_events"}});

  const std::string insert =
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, headers) VALUES "
      "('payments', 'payment', $1, 'payment.captured', decode($2, 'hex'), '{\"traceparent\": "
      "\"00-a-b-01\"}') RETURNING id";
  const std::string first = raw.scalar(insert, {"p-1", "00ff7b"});
  raw.exec("DELETE FROM onceover.outbox_rest");  // only inserts are published
  raw.exec("SELECT onceover.make_outbox_partitions('1 hour', 1)");
  raw.exec("BEGIN");
  raw.exec(insert, {"p-1", "01"});
  raw.exec("ROLLBACK");
  const std::string second = raw.scalar(insert, {"p-1", "02"});
  EXPECT_NE(raw.scalar("SELECT tableoid::regclass FROM onceover.outbox WHERE id = $1", {second}),
            "onceover.outbox_rest");
  const std::string tombstone =
      raw.scalar("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-2') RETURNING id");

  const auto change = [&] {
    return reader.expect({{"change", "insert"}, {"table", "onceover.outbox"}})["row"];
  };
  const Json one = change();
  EXPECT_EQ(one["id"], first);
  EXPECT_EQ(one["aggregatetype"], "payment");
  EXPECT_EQ(one["aggregateid"], "p-1");
  EXPECT_EQ(one["type"], "payment.captured");
  EXPECT_EQ(one["payload"], "00ff7b");
  EXPECT_EQ(one["topic"], "payments");
  EXPECT_EQ(one["headers"]["traceparent"], "00-a-b-01");
  EXPECT_EQ(change()["id"], second) << "what was rolled back is not there";
  const Json last = change();
  EXPECT_EQ(last["id"], tombstone);
  EXPECT_EQ(last["payload"], nullptr);
  EXPECT_THAT(reader.unasked(), testing::Each(testing::Not(testing::ResultOf(
                                    [](const Json& said) { return said.contains("change"); }, true))));
}

#ifdef ONCEOVER_TEST_KAFKA

TEST_F(EventsTest, AnotherClientOfKafkaReadsWhatTheRelayPublished) {
  test::Broker broker;
  const std::string topic = broker.make_topic("payments-" + new_uuid(), 4),
                    theirs = broker.make_topic("theirs-" + new_uuid(), 4);
  test::RawConnection raw = database.connect();
  std::vector<std::string> keys;
  std::map<std::string, std::vector<std::string>> written;
  for (int i = 0; i < 40; ++i) {
    const std::string key = "p-" + std::to_string(i % 20) + (i % 20 == 7 ? "-ä" : "");
    keys.push_back(key);
    written[key].push_back(
        raw.scalar("INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, headers) "
                   "VALUES ($1, 'payment', $2, 'payment.captured', CASE WHEN $3 <> '' THEN decode($3, 'hex') "
                   "END, '{\"traceparent\": \"00-a-b-01\", \"note\": \"ü\"}') RETURNING id",
                   {topic, key, i == 39 ? "" : "00ff7b"}));
  }
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  ASSERT_TRUE(connection) << connection.error().sentence();
  auto kafka = outbox::to_kafka({.brokers = broker.bootstrap()});
  ASSERT_TRUE(kafka) << kafka.error().sentence();
  outbox::Relay relay(*connection, **kafka, {.name = "r", .topics = {topic}}, "relay-1", Random(1));
  for (outbox::Turn turn; turn.state != outbox::Turn::State::idle;) {
    const auto done = relay.run_once();
    ASSERT_TRUE(done) << done.error().sentence();
    ASSERT_EQ(done->trouble, "");
    turn = *done;
  }

  Writer reader("kafkajs.mjs", database, {{"KAFKA_BROKERS", broker.bootstrap()}});
  reader.order({{"do", "read"}, {"topics", {topic, theirs}}});
  std::map<std::string, std::vector<std::string>> read;
  std::map<std::string, int> partitions;
  for (int i = 0; i < 40; ++i) {
    const Json message = reader.expect({{"topic", topic}});
    const std::string key = message["message"], id = message["headers"]["id"];
    read[key].push_back(id);
    partitions[key] = message["partition"];
    if (id == written["p-19"].back()) {
      EXPECT_EQ(message["value"], nullptr) << "a tombstone";
    } else {
      EXPECT_EQ(message["value"], "00ff7b");
    }
    EXPECT_EQ(message["headers"], Json({{"id", id},
                                        {"type", "payment.captured"},
                                        {"content-type", "application/json"},
                                        {"traceparent", "00-a-b-01"},
                                        {"note", "ü"}}));
  }
  EXPECT_EQ(read, written);

  // The partition of a key is the one that clients of other makers choose: a change from one to the other
  // keeps the order.
  reader.order({{"do", "produce"}, {"topic", theirs}, {"keys", keys}});
  for (int i = 0; i < 40; ++i) {
    const Json message = reader.expect({{"topic", theirs}});
    EXPECT_EQ(message["partition"], partitions[message["message"]]) << message["message"];
  }
}

#endif

}  // namespace
}  // namespace onceover
