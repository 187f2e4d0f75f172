// SPDX-License-Identifier: Apache-2.0
// A topic that joins a relay, and a relay that only reads.
#include "core/outbox/operate.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class JoinTest : public test::OutboxTest {
 protected:
  std::string refund(const std::string& aggregate) { return enqueue(raw, aggregate, "{}", "refunds"); }
  // The relay of before, let go.
  void publish_payments() {
    Relay before(connection, broker, config, "relay-1", Random(1));
    drain(before);
    if (!before.let_go()) throw std::runtime_error("not let go");
  }
  std::int64_t lag() { return relays(connection)->at(0).lag; }
  RelayConfig both_topics() {
    RelayConfig with = config;
    with.topics = {"payments", "refunds"};
    return with;
  }
  std::vector<Joining> announced;
};

TEST_F(JoinTest, ATopicThatJoinsStartsAtTheBeginningAndNothingIsPublishedTwice) {
  std::vector<std::string> refunds{refund("r-1"), refund("r-1")};
  const std::string payment = enqueue("p-1");
  publish_payments();
  ASSERT_THAT(broker.ids(), ElementsAre(payment));
  refunds.push_back(refund("r-1"));
  const std::string later = enqueue("p-1");
  Relay joined(connection, broker, both_topics(), "relay-2", Random(2));
  joined.on_join([&](const Joining& one) { announced.push_back(one); });
  drain(joined);
  EXPECT_THAT(broker.ids(), ElementsAre(payment, refunds[0], refunds[1], refunds[2], later));
  ASSERT_EQ(announced.size(), 1U);
  EXPECT_THAT(announced[0].topics, ElementsAre("refunds"));
  EXPECT_EQ(announced[0].passed_over, 0);
  ASSERT_TRUE(joined.let_go());
  EXPECT_EQ(lag(), 0);
  EXPECT_FALSE(relays(connection)->at(0).is_draining);
  // Neither it nor another one begins again.
  Relay again(connection, broker, both_topics(), "relay-3", Random(3));
  drain(again);
  EXPECT_EQ(broker.stored.size(), 5U);
}

// In the middle of a window: what is left of it goes out once, with the new topic.
TEST_F(JoinTest, ATopicJoinsWhereTheRelayStoppedWithinAWindow) {
  config.lease = 2s;
  std::vector<std::string> payments, refunds;
  for (int i = 0; i < 6; ++i) payments.push_back(enqueue("p-1")), refunds.push_back(refund("r-1"));
  {
    RelayConfig small = config;
    small.most_in_memory = 2, small.batch = 2, small.least_pause = 1ms;
    Relay before(connection, broker, small, "relay-1", Random(1));
    broker.ends = [&](const Stored&) {
      return broker.stored.size() < 3 ? Report{}
                                      : Report{.result = Report::Result::unavailable, .error = "Away."};
    };
    ASSERT_TRUE(test::eventually([&] { return before.run_once(50ms), broker.stored.size() == 3; }));
    ASSERT_TRUE(before.let_go());
  }
  EXPECT_EQ(raw.scalar("SELECT window_from::text <> window_to::text AND pos > 0 FROM onceover.relays"), "t");
  broker.ends = nullptr;
  Relay joined(connection, broker, both_topics(), "relay-2", Random(2));
  ASSERT_TRUE(test::eventually(
      [&] { return drain(joined).state == Turn::State::idle && broker.stored.size() >= 12; }));
  std::map<std::string, std::vector<std::string>> seen;
  for (const Stored& event : broker.stored) seen[std::string(event.topic)].emplace_back(event.id);
  EXPECT_EQ(seen["payments"], payments);
  EXPECT_EQ(seen["refunds"], refunds);
  ASSERT_TRUE(joined.let_go());
  EXPECT_EQ(lag(), 0);
}

TEST_F(JoinTest, LagCountsTheEarlierEventsOfATopicThatJoined) {
  refund("r-1");
  refund("r-2");
  publish_payments();
  EXPECT_EQ(lag(), 0);
  broker.holds = true;
  Relay joined(connection, broker, both_topics(), "relay-2", Random(2));
  ASSERT_TRUE(joined.run_once(50ms));
  EXPECT_EQ(lag(), 2);
  EXPECT_TRUE(relays(connection)->at(0).is_draining);
}

// Taken over in the middle, the other one goes on where the first was.
TEST_F(JoinTest, AnotherProcessGoesOnWithTheEarlierEvents) {
  std::vector<std::string> refunds;
  for (int i = 0; i < 40; ++i) refunds.push_back(refund("r-1"));
  publish_payments();
  RelayConfig small = both_topics();
  small.batch = 5, small.most_in_memory = 5;
  {
    Relay joined(connection, broker, small, "relay-2", Random(2));
    ASSERT_TRUE(test::eventually([&] { return joined.run_once(5ms), broker.stored.size() >= 10; }));
    ASSERT_TRUE(joined.let_go());
  }
  ASSERT_LT(broker.stored.size(), 40U);
  Relay other(connection, broker, small, "relay-3", Random(3));
  drain(other);
  EXPECT_EQ(broker.ids(), refunds);
}

TEST_F(JoinTest, WhatAJoiningTopicPassesOverIsCountedBefore) {
  refund("r-1");
  refund("r-1");
  publish_payments();
  RelayConfig now = both_topics();
  now.start = Start::now;
  Relay joined(connection, broker, now, "relay-2", Random(2));
  std::string topics_then;
  joined.on_join([&](const Joining& one) {
    announced.push_back(one);
    topics_then = raw.scalar("SELECT topics::text FROM onceover.relays");
  });
  drain(joined);
  ASSERT_EQ(announced.size(), 1U);
  EXPECT_EQ(announced[0].passed_over, 2);
  EXPECT_TRUE(announced[0].is_exact);
  EXPECT_EQ(topics_then, "{payments}") << "said before it happens";
  EXPECT_THAT(broker.stored, IsEmpty());
  const std::string next = refund("r-1");
  drain(joined);
  EXPECT_THAT(broker.ids(), ElementsAre(next));
}

TEST_F(JoinTest, AllTopicsJoinFromATimeOn) {
  enqueue("p-1");
  refund("r-1");
  const Timestamp since = connection.exec("SELECT clock_timestamp()").value().timestamp(0, 0);
  const std::string young = refund("r-1");
  publish_payments();
  broker.stored.clear();
  RelayConfig all = config;
  all.topics = {"*"}, all.start = Start::time, all.since = since;
  Relay joined(connection, broker, all, "relay-2", Random(2));
  joined.on_join([&](const Joining& one) { announced.push_back(one); });
  drain(joined);
  EXPECT_THAT(broker.ids(), ElementsAre(young));
  ASSERT_EQ(announced.size(), 1U);
  EXPECT_THAT(announced[0].topics, ElementsAre("*"));
  EXPECT_EQ(announced[0].passed_over, 1) << "a payment is not passed over: it was published";
}

// A look at the outbox is no relay.
TEST_F(JoinTest, ARelayThatOnlyReadsLeavesNothing) {
  const std::string first = enqueue("p-1"), second = refund("r-1");
  RelayConfig look;
  look.topics = {"*"}, look.only_reads = true;
  EXPECT_TRUE(validate(look));
  look.name = "named";
  EXPECT_FALSE(validate(look));
  look.name.clear();
  raw.exec("CREATE ROLE looks_" + database.name() + " LOGIN; ALTER ROLE looks_" + database.name() +
           " SET default_transaction_read_only = on");
  raw.exec("GRANT USAGE ON SCHEMA onceover TO looks_" + database.name() +
           "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO looks_" + database.name());
  auto reading = pg::Connection::open(
      {.conninfo = database.conninfo() + " user=looks_" + database.name(), .pins_search_path = true});
  ASSERT_TRUE(reading) << reading.error().sentence();
  Relay relay(*reading, broker, look, "", Random(1));
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(first, second));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i % 7 FROM "
      "generate_series(1, 9000) i");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 9002U);
  const std::string last = enqueue("p-1");
  drain(relay);
  EXPECT_EQ(broker.ids().back(), last);
  EXPECT_TRUE(relay.let_go());
  EXPECT_EQ(raw.scalar("SELECT (SELECT count(*) FROM onceover.relays) + (SELECT count(*) FROM "
                       "onceover.relay_tokens) + (SELECT count(*) FROM onceover.audit) + (SELECT count(*) "
                       "FROM onceover.outbox_parked)"),
            "0");
  look.start = Start::now;
  test::FakeBroker from_now;
  Relay young(*reading, from_now, look, "", Random(1));
  drain(young);
  const std::string next = enqueue("p-1");
  drain(young);
  EXPECT_THAT(from_now.ids(), ElementsAre(next));
  reading->close();
  raw.exec("DROP OWNED BY looks_" + database.name() + "; DROP ROLE looks_" + database.name());
}

// Nothing that a crash could take back is printed.
TEST_F(JoinTest, ARelayThatOnlyReadsWaitsUntilTheServerHasFlushed) {
  raw.exec("ALTER SYSTEM SET wal_writer_delay = '10s'");
  raw.exec("SELECT pg_reload_conf()");
  RelayConfig look;
  look.topics = {"*"}, look.only_reads = true;
  Relay relay(connection, broker, look, "", Random(1));
  drain(relay);
  raw.exec("SET synchronous_commit = off");
  const std::string event = enqueue(raw, "p-1");
  const auto is_flushed = [&] {
    return raw.scalar("SELECT pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn()") == "t";
  };
  for (int turn = 0; turn < 5; ++turn) EXPECT_TRUE(relay.run_once(1ms));
  const bool was_sent = !broker.stored.empty();
  EXPECT_TRUE(!was_sent || is_flushed());
  raw.exec("SET synchronous_commit = on; CREATE TABLE flushes ()");
  EXPECT_TRUE(
      test::eventually([&] { return drain(relay).state == Turn::State::idle && !broker.stored.empty(); }));
  EXPECT_THAT(broker.ids(), ElementsAre(event));
  raw.exec("ALTER SYSTEM RESET wal_writer_delay");
  raw.exec("SELECT pg_reload_conf()");
}

// F36: progress that a subscription may have brought is void, also after the subscription is gone.
TEST_F(JoinTest, F36_ASubscriptionMakesTheStoredProgressVoid) {
  Relay before(connection, broker, config, "relay-1", Random(1));
  drain(before);
  EXPECT_TRUE(before.let_go());
  raw.exec("SET allow_system_table_mods = on");
  raw.exec(
      "CREATE SUBSCRIPTION events CONNECTION 'dbname=none' PUBLICATION events WITH (connect = false, enabled "
      "= false, slot_name = NONE)");
  raw.exec(
      "INSERT INTO pg_subscription_rel (srsubid, srrelid, srsubstate) SELECT s.oid, "
      "'onceover.outbox'::regclass, 'r' FROM pg_subscription s WHERE s.subname = 'events' AND s.subdbid = "
      "(SELECT d.oid FROM pg_database d WHERE d.datname = current_database())");
  for (int round = 0; round < 2; ++round) {
    Relay relay(connection, broker, config, "relay-2", Random(1));
    std::optional<Error> refused;
    for (int turn = 0; turn < 20 && !refused; ++turn) {
      if (auto done = relay.run_once(1ms); !done) refused = done.error();
    }
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->sentence(), HasSubstr("oncectl relay adopt")) << round;
    EXPECT_EQ(raw.scalar("SELECT database_oid FROM onceover.relays"), "0");
    if (round == 0) raw.exec("DROP SUBSCRIPTION events");
  }
}

}  // namespace
}  // namespace onceover::outbox
