// SPDX-License-Identifier: Apache-2.0
// What is wrong with written and received events is found in a real store, and each finding goes away with
// its cause.
#include "core/events/events.h"

#include "core/health/health.h"
#include "core/inbox/inbox.h"
#include "core/outbox/operate.h"
#include "core/roles/roles.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::health {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class EventsTest : public test::OutboxTest {
 protected:
  EventsTest() { options.thresholds.relay_silence = Duration{0}; }
  // Only those of events: the shared server of the tests has flaws of its own.
  std::vector<Finding> found(pg::Connection& by) {
    const auto report = examine(by, tables::own(), options);
    if (!report) throw std::runtime_error(report.error().sentence());
    not_checked.clear();
    std::vector<Finding> out;
    for (const Finding& f : report->findings) {
      if (f.check >= Check::topic_without_relay && f.check <= Check::received_not_taken) out.push_back(f);
    }
    for (const NotChecked& n : report->not_checked) {
      if (n.check >= Check::topic_without_relay && n.check <= Check::received_not_taken)
        not_checked.insert(info(n.check).id);
    }
    return out;
  }
  std::vector<std::string_view> ids() {
    std::vector<std::string_view> out;
    for (const Finding& f : found(connection)) out.push_back(info(f.check).id);
    EXPECT_THAT(not_checked, IsEmpty());
    return out;
  }
  std::string evidence(Check check) {
    for (const Finding& f : found(connection)) {
      if (f.check == check) return f.evidence;
    }
    return {};
  }
  void make_partitions() { ASSERT_TRUE(outbox::make_partitions(connection, 1h, 2)); }
  void receive(const std::string& consumer, const std::string& columns, const std::string& values) {
    raw.exec("INSERT INTO onceover.inbox (consumer, source, event_id, " + columns + ") SELECT '" + consumer +
             "', 'kafka', gen_random_uuid(), " + values);
  }

  Options options;
  std::set<std::string_view> not_checked;
  pg::Connection relays_connection = open();
  outbox::Relay relay{relays_connection, broker, config, "relay-1", Random(1)};
};

// F36: a subscriber that took over has neither the sequence nor the transactions.
TEST_F(EventsTest, F36_EventsOfAnotherServerAndTheirNumbersAreFound) {
  make_partitions();
  enqueue("p-1");
  drain(relay);
  EXPECT_THAT(ids(), IsEmpty());
  raw.exec("SELECT setval('onceover.outbox_seq_seq', 1, false)");
  EXPECT_THAT(ids(), ElementsAre("event-numbers-behind"));
  EXPECT_THAT(evidence(Check::event_numbers_behind), HasSubstr("has given 0, and 1 is in use"));
  raw.exec("UPDATE onceover.outbox SET xid = '899999999'");
  EXPECT_THAT(ids(), ElementsAre("events-foreign", "event-numbers-behind"));
  const auto foreign = outbox::relays(connection).value();
  ASSERT_EQ(foreign.size(), 1U);
  EXPECT_FALSE(foreign[0].is_lag_exact) << "0 would be a false all-clear";
  EXPECT_EQ(outbox::in_words(foreign[0]), "cannot run: events are of another server; oncectl relay adopt");
  ASSERT_TRUE(relay.let_go());
  ASSERT_TRUE(outbox::adopt(connection, std::nullopt, "switched over", {"me", "here", "test"}));
  drain(relay);
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(EventsTest, WithoutEventsThereIsNothing) { EXPECT_THAT(ids(), IsEmpty()); }

TEST_F(EventsTest, ATopicWithoutARelayUntilThereIsOne) {
  make_partitions();
  enqueue(raw, "p-1");
  enqueue(raw, "p-2", "{}", "<b>refunds</b>");
  EXPECT_THAT(ids(), ElementsAre("topic-without-relay"));
  EXPECT_THAT(evidence(Check::topic_without_relay),
              testing::AllOf(HasSubstr("<b>refunds</b> (1 of them"), HasSubstr("payments (1 of them")));
  drain(relay);
  EXPECT_THAT(evidence(Check::topic_without_relay), testing::Not(HasSubstr("payments")));
  config.topics = {"*"};
  config.name = "all";
  outbox::Relay all(relays_connection, broker, config, "relay-2", Random(2));
  drain(all);
  EXPECT_THAT(ids(), IsEmpty());
}

// The sample meets a topic that is one in a thousand, and an event from before the last day is not looked at.
TEST_F(EventsTest, ARareTopicAmongManyIsMet) {
  make_partitions();
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('old', 'p', now() - interval '25 "
      "h')");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) SELECT CASE WHEN i % 1000 = 500 THEN "
      "'rare' ELSE 'payments' END, 'p-' || i % 7, now() - (40000 - i) * interval '2 s' FROM "
      "generate_series(1, 40000) i");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('imported', 'p', now() - "
      "interval '25 h')");
  drain(relay);
  const auto recent = events::recent_events(connection);
  ASSERT_TRUE(recent) << recent.error().sentence();
  EXPECT_FALSE(recent->is_complete);
  EXPECT_NEAR(static_cast<double>(recent->sampled), 10'750, 300);
  EXPECT_NEAR(static_cast<double>(recent->rated), 1'800, 20) << "one in two seconds for an hour";
  ASSERT_EQ(recent->without_relay.size(), 1U);
  EXPECT_EQ(recent->without_relay[0].topic, "rare");
  EXPECT_THAT(ids(), ElementsAre("topic-without-relay"));
  options.thresholds.events_per_second = 0.4;
  EXPECT_THAT(ids(), ElementsAre("topic-without-relay", "event-rate-high"));
}

TEST_F(EventsTest, ARelayThatNoProcessRunsWhileEventsWait) {
  make_partitions();
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_THAT(ids(), IsEmpty()) << "nothing waits";
  enqueue(raw, "p-1");
  EXPECT_THAT(ids(), ElementsAre("relay-without-process"));
  options.thresholds.relay_silence = 1h;
  EXPECT_THAT(ids(), IsEmpty()) << "it came just now";
  options.thresholds.relay_silence = Duration{0};
  drain(relay);
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(EventsTest, ARelayThatIsPausedOrInTrouble) {
  make_partitions();
  drain(relay);
  ASSERT_TRUE(outbox::pause(connection, "to-kafka", "the consumer books twice", {.name = "ops"}).value());
  EXPECT_THAT(ids(), IsEmpty());
  raw.exec("UPDATE onceover.relay_holds SET since = now() - interval '25 h'");
  EXPECT_THAT(ids(), ElementsAre("relay-paused"));
  EXPECT_THAT(evidence(Check::relay_paused), HasSubstr("by ops: the consumer books twice"));
  ASSERT_TRUE(outbox::resume(connection, "to-kafka", "mended", {.name = "ops"}).value());
  EXPECT_THAT(ids(), IsEmpty());
  broker.ends = [](const outbox::Stored&) {
    return outbox::Report{.result = outbox::Report::Result::unavailable, .error = "No broker answers."};
  };
  enqueue(raw, "p-1");
  test::eventually([&] {
    (void)relay.run_once();
    return count("onceover.relays WHERE trouble IS NOT NULL") == 1;
  });
  EXPECT_THAT(ids(), ElementsAre("relay-in-trouble"));
  EXPECT_THAT(evidence(Check::relay_in_trouble), HasSubstr("No broker answers."));
}

TEST_F(EventsTest, AnEventThatWasGivenUpHoldsItsPartition) {
  raw.exec(
      "DO $$ BEGIN EXECUTE format('CREATE TABLE onceover.outbox_old PARTITION OF onceover.outbox FOR VALUES "
      "FROM (%L) TO (%L)', now() - interval '9 days', now() - interval '8 days'); END $$");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('payments', 'p-1', now() - "
      "interval '8.5 days')");
  broker.ends = [](const outbox::Stored&) {
    return outbox::Report{.result = outbox::Report::Result::refused, .error = "too large"};
  };
  drain(relay);
  EXPECT_THAT(ids(), ElementsAre("events-dead", "partition-held"));
  EXPECT_THAT(
      evidence(Check::partition_held),
      testing::AllOf(HasSubstr("outbox_old"), HasSubstr("relay to-kafka holds parked or dead events of it")));
  const auto parked = outbox::parked(connection, "", "");
  ASSERT_TRUE(outbox::skip(connection, parked->at(0), "no consumer needs it", {.name = "ops"}).value());
  EXPECT_THAT(ids(), ElementsAre("events-dead", "partition-held")) << "it is only asked for";
  EXPECT_TRUE(test::eventually([&] {
    drain(relay);
    return ids().empty();
  }));
}

TEST_F(EventsTest, NoPartitionForNewEvents) {
  drain(relay);
  enqueue(raw, "p-1");
  drain(relay);
  EXPECT_THAT(ids(), ElementsAre("partition-missing"));
  make_partitions();
  EXPECT_THAT(evidence(Check::partition_missing), HasSubstr("the next one begins at"));
  raw.exec(
      "DELETE FROM onceover.outbox; DO $$ DECLARE part regclass; BEGIN FOR part IN SELECT inhrelid::regclass "
      "FROM pg_inherits WHERE inhparent = 'onceover.outbox'::regclass AND inhrelid <> "
      "'onceover.outbox_rest'::regclass LOOP EXECUTE 'DROP TABLE ' || part; END LOOP; END $$");
  make_partitions();
  enqueue(raw, "p-1");
  drain(relay);
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(EventsTest, ReceivedEventsThatNeedSomeone) {
  receive("ledger", "state, fingerprint, processed_at",
          "'succeeded', 'f', now() FROM generate_series(1, 30)");
  EXPECT_THAT(ids(), IsEmpty());
  receive("ledger", "state, processed_at", "'succeeded', now() FROM generate_series(1, 10)");
  EXPECT_THAT(evidence(Check::received_without_fingerprint), HasSubstr("ledger: 10 of 40 (25 %)"));
  receive("mails", "state, fingerprint, dead_at", "'dead', 'f', now() FROM generate_series(1, 2)");
  EXPECT_THAT(evidence(Check::received_dead), HasSubstr("mails: 2 events"));
  receive("mails", "state, fingerprint, stored, next_try_at",
          "'in_progress', 'f', true, now() - interval '9 min'");
  receive("mails", "state, fingerprint, locked_until, started_at",
          "'in_progress', 'f', now() - interval '9 min', now()");
  receive("mails", "state, fingerprint, stored, next_try_at, locked_until, started_at",
          "'in_progress', 'f', true, now() - interval '2 h', now() + interval '1 h', now()");
  EXPECT_EQ(evidence(Check::received_not_taken), "") << "a worker has it, or may come yet";
  receive("mails", "state, fingerprint, stored, next_try_at",
          "'in_progress', 'f', true, now() - interval '11 min'");
  EXPECT_THAT(evidence(Check::received_not_taken),
              HasSubstr("mails: 1 event stored and due, the oldest for 11 min"));
  receive("mails", "state, fingerprint, locked_until, started_at",
          "'in_progress', 'f', now() - interval '11 min', now()");
  EXPECT_THAT(evidence(Check::received_not_taken),
              HasSubstr("mails: 1 event begun, and the lease has ended"));
  EXPECT_THAT(ids(), ElementsAre("received-dead", "received-not-taken", "received-without-fingerprint"));
}

// A viewer sees all of it but why a partition is held, and no payload; a role without rights is told what was
// not looked at.
TEST_F(EventsTest, WhatAViewerSees) {
  const std::string viewer = database.name() + "_viewer", other = database.name() + "_other";
  raw.exec("CREATE ROLE " + other + " LOGIN; GRANT SELECT ON onceover.keys TO " + other +
           "; GRANT USAGE ON SCHEMA onceover TO " + other);
  raw.exec(roles::role_script(tables::own(), {}, roles::DbRole::viewer, viewer).value() + "; ALTER ROLE " +
           viewer + " LOGIN");
  make_partitions();
  enqueue(raw, "p-1");
  receive("mails", "state, fingerprint, dead_at", "'dead', 'f', now()");
  auto by_viewer = pg::Connection::open({.conninfo = database.conninfo() + " user=" + viewer});
  ASSERT_TRUE(by_viewer);
  const auto seen = found(*by_viewer);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].check, Check::topic_without_relay);
  EXPECT_EQ(seen[1].check, Check::received_dead);
  EXPECT_THAT(not_checked, IsEmpty());
  EXPECT_FALSE(by_viewer->exec("SELECT payload FROM onceover.outbox"));
  auto by_other = pg::Connection::open({.conninfo = database.conninfo() + " user=" + other});
  EXPECT_THAT(found(*by_other), IsEmpty());
  EXPECT_THAT(not_checked, testing::IsSupersetOf({"topic-without-relay", "relay-paused", "received-dead",
                                                  "received-without-fingerprint"}));
  raw.exec("DROP OWNED BY " + viewer + ", " + other + "; DROP ROLE " + viewer + ", " + other);
}

TEST_F(EventsTest, AnOlderSchemaHasNone) {
  enqueue(raw, "p-1");
  raw.exec("DROP TABLE onceover.inbox CASCADE");
  EXPECT_THAT(ids(), IsEmpty());
}

}  // namespace
}  // namespace onceover::health
