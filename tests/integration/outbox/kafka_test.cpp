// SPDX-License-Identifier: Apache-2.0
// The way to Kafka: what a broker stores, and what its faults do.
#include "core/outbox/kafka.h"

#include "tests/integration/outbox/fixture.h"
#include "tests/support/kafka/kafka.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

class KafkaTest : public test::OutboxTest {
 protected:
  void SetUp() override {
    if (!has_kafka()) GTEST_SKIP() << "built without Kafka";
    config.topics = {topic};
    start();
  }
  void start(const std::string& dead_letter_topic = {}) {
    KafkaConfig to{.brokers = broker_.bootstrap(), .dead_letter_topic = dead_letter_topic, .timeout = 3s};
    to.options["socket.timeout.ms"] = "1000";
    to.options["reconnect.backoff.max.ms"] = "200";
    to.options["topic.metadata.propagation.max.ms"] = "500";
    to.options["topic.metadata.refresh.interval.ms"] = "500";
    auto made = to_kafka(to);
    if (!made) throw std::runtime_error(made.error().sentence());
    relay.reset();
    kafka = std::move(*made);
    relay = std::make_unique<Relay>(connection, *kafka, config, "relay-1", Random(1));
  }
  bool drained(std::chrono::milliseconds within = 30s) {
    const auto until = Steady::now() + within;
    while (Steady::now() < until) {
      const auto turn = relay->run_once();
      if (!turn) throw std::runtime_error(turn.error().sentence());
      trouble = turn->trouble.empty() ? trouble : turn->trouble;
      if (turn->state == Turn::State::idle && turn->trouble.empty()) return true;
    }
    return false;
  }
  std::string write(const std::string& aggregate, const std::string& payload = "{}") {
    return enqueue(raw, aggregate, payload, topic);
  }
  // Of each aggregate the events as a consumer that knows repeats sees them; and how many messages there are.
  std::map<std::string, std::vector<std::string>> seen() {
    std::map<std::string, std::vector<std::string>> out;
    std::set<std::string> known;
    for (const auto& m : reader.all()) {
      if (known.insert(m.headers.at("id")).second) out[m.key].push_back(m.headers.at("id"));
    }
    return out;
  }

  test::Broker broker_;
  const std::string topic = broker_.make_topic("payments-" + new_uuid(), 3);
  test::Reader reader{broker_.bootstrap(), topic, 3};
  std::unique_ptr<Destination> kafka;
  std::unique_ptr<Relay> relay;
  std::string trouble;
};

TEST_F(KafkaTest, AMessageCarriesKeyHeadersAndPayload) {
  raw.exec(
      "INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, headers) VALUES "
      "('00000000-0000-4000-8000-000000000001', $1, 'payment', 'p-1', 'payment.captured', '\\x00ff'::bytea, "
      "'{\"traceparent\": \"00-a-b-01\"}')",
      {topic});
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ($1, 'p-2')", {topic});
  ASSERT_TRUE(drained()) << trouble;
  std::map<std::string, test::Message> by_key;
  for (const auto& m : reader.all()) by_key[m.key] = m;
  ASSERT_EQ(by_key.size(), 2U);
  const test::Message& m = by_key["p-1"];
  EXPECT_EQ(m.value, std::string("\0\xff", 2));
  EXPECT_THAT(m.headers,
              testing::UnorderedElementsAre(testing::Pair("id", "00000000-0000-4000-8000-000000000001"),
                                            testing::Pair("type", "payment.captured"),
                                            testing::Pair("content-type", "application/json"),
                                            testing::Pair("traceparent", "00-a-b-01")));
  EXPECT_EQ(by_key["p-2"].value, std::nullopt) << "a tombstone";
}

// Consumers know a repeat by the header id, and take the last one of a name: two events must not become one.
TEST_F(KafkaTest, AnEventsOwnHeaderDoesNotReplaceTheRelays) {
  raw.exec(
      "INSERT INTO onceover.outbox (id, topic, aggregateid, headers) VALUES "
      "('00000000-0000-4000-8000-000000000001', $1, 'p-1', '{\"id\": \"order-7\", \"type\": \"t\", "
      "\"content-type\": \"c\", \"ce_id\": \"own\", \"order\": \"7\"}')",
      {topic});
  ASSERT_TRUE(drained()) << trouble;
  const auto all = reader.all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_THAT(all[0].headers,
              testing::UnorderedElementsAre(testing::Pair("id", "00000000-0000-4000-8000-000000000001"),
                                            testing::Pair("content-type", "application/json"),
                                            testing::Pair("ce_id", "own"), testing::Pair("order", "7")));
}

TEST_F(KafkaTest, CloudEventsHaveTheHeadersOfBinaryMode) {
  KafkaConfig to{.brokers = broker_.bootstrap()};
  to.cloud_events = true, to.source = "/shop";
  auto made = to_kafka(to);
  ASSERT_TRUE(made) << made.error().sentence();
  Relay events(connection, **made, config, "relay-1", Random(1));
  const std::string id = write("p-1");
  ASSERT_TRUE(test::eventually([&] {
    const auto turn = events.run_once();
    return turn && turn->state == Turn::State::idle && turn->trouble.empty();
  }));
  const auto all = reader.all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].headers.at("ce_specversion"), "1.0");
  EXPECT_EQ(all[0].headers.at("ce_id"), id);
  EXPECT_EQ(all[0].headers.at("ce_source"), "/shop");
  EXPECT_EQ(all[0].headers.at("ce_type"), "payment.captured");
  EXPECT_TRUE(parse_iso(all[0].headers.at("ce_time"))) << all[0].headers.at("ce_time");
  EXPECT_EQ(all[0].value, "{}");
}

TEST_F(KafkaTest, ManyEventsKeepTheOrderOfEachAggregate) {
  std::map<std::string, std::vector<std::string>> written;
  for (int i = 0; i < 2000; ++i) {
    const std::string aggregate = "p-" + std::to_string(i % 37);
    written[aggregate].push_back(write(aggregate));
  }
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(seen(), written);
  EXPECT_EQ(reader.all().size(), 2000U);
}

// F24: stored, and the acknowledgement is lost.
TEST_F(KafkaTest, AnAcknowledgementThatIsLostRepeatsTheEventAndLosesNone) {
  if (!broker_.is_mock()) GTEST_SKIP();
  std::map<std::string, std::vector<std::string>> written;
  written["p-0"].push_back(write("p-0"));
  ASSERT_TRUE(drained());
  broker_.order(fmt::format("late 1 {} 3 2500", test::Broker::produce));
  for (int i = 0; i < 30; ++i) {
    const std::string aggregate = "p-" + std::to_string(i % 3);
    written[aggregate].push_back(write(aggregate));
  }
  ASSERT_TRUE(drained(60s)) << trouble;
  EXPECT_EQ(seen(), written);
  EXPECT_GT(reader.all().size(), 31U) << "nothing was repeated: the fault did not happen";
}

// F25: the broker is away under load.
TEST_F(KafkaTest, ABrokerThatIsAwayIsWaitedFor) {
  if (!broker_.is_mock()) GTEST_SKIP();
  std::map<std::string, std::vector<std::string>> written;
  written["p-0"].push_back(write("p-0"));
  ASSERT_TRUE(drained());
  broker_.order("down 1");
  for (int i = 0; i < 500; ++i) {
    const std::string aggregate = "p-" + std::to_string(i % 25);
    written[aggregate].push_back(write(aggregate));
  }
  ASSERT_FALSE(drained(8s));
  EXPECT_FALSE(trouble.empty());
  EXPECT_EQ(count("onceover.outbox_parked"), 0) << "it is not the events' fault";
  broker_.order("up 1");
  ASSERT_TRUE(drained(60s)) << trouble;
  EXPECT_EQ(seen(), written);
}

// F30: a topic that the broker does not have is named. Nothing is given up or passed over: it goes out when
// the topic is there.
TEST_F(KafkaTest, AnUnknownTopicIsNamedAndSkipsNothing) {
  if (!broker_.is_mock()) GTEST_SKIP();
  const std::string first = write("p-1");
  ASSERT_TRUE(drained());
  ASSERT_TRUE(relay->let_go());
  const std::string progress = raw.scalar("SELECT (window_from, window_to, pos)::text FROM onceover.relays");
  broker_.order("topic_error " + topic + " 3");  // UNKNOWN_TOPIC_OR_PART
  start();                                       // a new producer knows nothing of the topic
  const std::string second = write("p-1"), third = write("p-2");
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_FALSE(drained(200ms));
    return !trouble.empty();
  }));
  EXPECT_EQ(trouble, "Kafka has no topic " + topic + ". Create it, or let the broker do so.");
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
  ASSERT_TRUE(relay->let_go());
  EXPECT_EQ(raw.scalar("SELECT (window_from, window_to, pos)::text FROM onceover.relays"), progress)
      << "the cursor has moved";
  EXPECT_EQ(raw.scalar("SELECT trouble FROM onceover.relays"), trouble);
  broker_.order("topic_error " + topic + " 0");
  ASSERT_TRUE(drained(60s)) << trouble;
  EXPECT_EQ(seen(),
            (std::map<std::string, std::vector<std::string>>{{"p-1", {first, second}}, {"p-2", {third}}}));
}

// F33: the first of six of one aggregate is refused for good: the later five are not stored before it.
TEST_F(KafkaTest, WhatIsBehindARefusedEventIsNotStored) {
  if (!broker_.is_mock()) GTEST_SKIP();
  const std::string before = write("p-2");
  ASSERT_TRUE(drained());
  // MSG_SIZE_TOO_LARGE: in its batch, and alone
  broker_.order(fmt::format("errors {} 10 10", test::Broker::produce));
  std::vector<std::string> six;
  for (int i = 0; i < 6; ++i) six.push_back(write("p-1"));
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_FALSE(seen().contains("p-1"));
  EXPECT_EQ(count("onceover.outbox_parked WHERE state = 'dead'"), 1);
  EXPECT_EQ(count("onceover.outbox_parked WHERE state = 'behind'"), 5);
  // A person lets it go on.
  raw.exec("UPDATE onceover.outbox_parked SET state = 'waiting', next_try_at = now() WHERE state = 'dead'");
  ASSERT_TRUE(test::eventually([&] { return drained() && count("onceover.outbox_parked") == 0; }));
  EXPECT_EQ(seen()["p-1"], six);
}

// A broker refuses a batch as a whole: the events beside the one that is too large go out.
TEST_F(KafkaTest, ARefusedBatchIsSentAgainInParts) {
  if (!broker_.is_mock()) GTEST_SKIP();
  const std::string before = write("p-0");
  ASSERT_TRUE(drained());
  broker_.order(fmt::format("errors {} 10", test::Broker::produce));  // MSG_SIZE_TOO_LARGE
  std::map<std::string, std::vector<std::string>> written{{"p-0", {before}}};
  for (int i = 0; i < 60; ++i) {
    const std::string aggregate = "p-" + std::to_string(i);
    written[aggregate].push_back(write(aggregate));
  }
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
  EXPECT_EQ(seen(), written);
}

// A name that no topic can have, written by plain SQL: it is this event's fault, and holds back no other
// aggregate.
TEST_F(KafkaTest, ATopicThatCannotBeIsItsEventsFault) {
  config.topics = {"*"};
  start();
  const std::string before = write("p-2");
  for (const char* name : {"a/b", "..", "two words", "\u00fc"})
    enqueue(raw, std::string("p-") + name, "{}", name);
  const std::string after = write("p-2");
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(trouble, "");
  EXPECT_EQ(count("onceover.outbox_parked WHERE state = 'dead' AND error LIKE 'Kafka has no topic named %'"),
            4);
  EXPECT_EQ(seen(), (std::map<std::string, std::vector<std::string>>{{"p-2", {before, after}}}));
}

TEST_F(KafkaTest, WhatIsGivenUpIsCopiedToItsTopic) {
  if (!broker_.is_mock()) GTEST_SKIP();
  const std::string dead = broker_.make_topic("dead-" + new_uuid(), 1);
  start(dead);
  // MSG_SIZE_TOO_LARGE: in its batch, and alone
  broker_.order(fmt::format("errors {} 10 10", test::Broker::produce));
  const std::string id = write("p-1", R"({"amount": 1})");
  ASSERT_TRUE(drained()) << trouble;
  EXPECT_EQ(count("onceover.outbox_parked WHERE state = 'dead'"), 1);
  EXPECT_TRUE(seen().empty());
  const auto copies = test::Reader(broker_.bootstrap(), dead, 1).all();
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(copies[0].key, "p-1");
  EXPECT_EQ(copies[0].value, R"({"amount": 1})");
  EXPECT_EQ(copies[0].headers.at("id"), id);
  EXPECT_EQ(copies[0].headers.at("dlt-topic"), topic);
  EXPECT_EQ(copies[0].headers.at("dlt-attempts"), "1");
  EXPECT_THAT(copies[0].headers.at("dlt-error"), testing::HasSubstr("too large"));
  EXPECT_FALSE(copies[0].headers.contains("dlt-payload"));
  const auto refused = to_kafka({.brokers = broker_.bootstrap(), .dead_letter_topic = "a topic"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
}

}  // namespace
}  // namespace onceover::outbox
