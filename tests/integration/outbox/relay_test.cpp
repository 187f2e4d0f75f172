// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/relay.h"

#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class RelayTest : public test::OutboxTest {
 protected:
  Relay relay{connection, broker, config, "relay-1", Random(1)};
  std::map<std::string, std::string> committed;  // event → a place in the WAL behind its commit
};

// The first transaction after a large window has drawn its numbers before the last one of that window did.
TEST_F(RelayTest, ALargeWindowBehindAnotherBeginsWithItsFirstTransaction) {
  Relay relay(connection, broker, config, "relay-1", Random(1));
  enqueue(raw, "p-1");
  ASSERT_TRUE(test::eventually([&] { return drain(relay), broker.stored.size() == 1; }));
  const auto many = [](test::RawConnection& by) {
    by.exec(
        "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid) SELECT 'payments', 'payment', 'p-' "
        "|| i FROM generate_series(1, 4100) i");
  };
  test::RawConnection before = database.connect(), first = database.connect();
  before.exec("BEGIN");
  many(before);
  first.exec("BEGIN; SELECT pg_current_xact_id()");
  const std::string id = enqueue(first, "p-first");
  enqueue(before, "p-last");
  const std::string next = first.scalar("SELECT pg_current_xact_id()");
  before.exec("COMMIT");
  // No transaction ends between the two, so that the window ends exactly before it.
  ASSERT_EQ(raw.scalar("SELECT pg_snapshot_xmax(pg_current_snapshot())"), next);
  ASSERT_TRUE(test::eventually([&] { return drain(relay), broker.stored.size() == 4102; }))
      << broker.stored.size();
  first.exec("COMMIT");
  many(raw);
  EXPECT_TRUE(test::eventually([&] { return drain(relay), broker.stored.size() == 8203; }))
      << broker.stored.size();
  EXPECT_THAT(broker.ids(), testing::Contains(id));
}

TEST_F(RelayTest, PublishesWhatWasCommittedInOrderAndOnce) {
  const std::string a = enqueue("p-1"), b = enqueue("p-1"), c = enqueue("p-2");
  raw.exec("BEGIN");
  enqueue("p-3");
  raw.exec("ROLLBACK");
  drain(relay);
  EXPECT_THAT(broker.ids(), UnorderedElementsAre(a, b, c));
  EXPECT_EQ(broker.seen()["p-1"], (std::vector<std::int64_t>{1, 2}));
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 3U);
  EXPECT_EQ(total.published, 3);
}

TEST_F(RelayTest, CarriesEachPartOfAnEvent) {
  Event event{.topic = "payments",
              .aggregate_type = "payment",
              .aggregate_id = "p-1",
              .type = "payment.captured",
              .payload = std::string("\0\xff{", 3),
              .content_type = "application/octet-stream",
              .headers = {{"traceparent", "00-1-2-01"}, {"correlation_id", "c-1"}}};
  pg::Connection service = open();
  ASSERT_TRUE(service.exec("BEGIN"));
  const auto id = enqueue_within(service, event);
  ASSERT_TRUE(id) << id.error().sentence();
  ASSERT_TRUE(service.exec("COMMIT"));
  drain(relay);
  ASSERT_EQ(broker.stored.size(), 1U);
  const Stored& stored = broker.stored[0];
  EXPECT_EQ(stored.id, *id);
  EXPECT_EQ(stored.payload, event.payload);
  EXPECT_EQ(stored.content_type, event.content_type);
  EXPECT_EQ(stored.headers, R"({"traceparent": "00-1-2-01", "correlation_id": "c-1"})");
  EXPECT_EQ(stored.type, "payment.captured");
}

TEST_F(RelayTest, ATombstoneHasNoPayload) {
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-1')");
  drain(relay);
  ASSERT_EQ(broker.stored.size(), 1U);
  EXPECT_FALSE(broker.stored[0].payload);
}

// F20: ids that commit out of order: the later number first.
TEST_F(RelayTest, WhatCommitsLateIsNotLost) {
  test::RawConnection slow = database.connect();
  slow.exec("BEGIN");
  const std::string late = enqueue(slow, "p-1");
  const std::string early = enqueue("p-2");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(early));
  slow.exec("COMMIT");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(early, late));
}

// The writer draws its xid before it locks the aggregate: by xid the two would be exchanged.
TEST_F(RelayTest, TheOrderOfAnAggregateIsThatOfItsCommitsAndNotOfItsTransactions) {
  raw.exec("CREATE TABLE payments (id text PRIMARY KEY); INSERT INTO payments VALUES ('p-1')");
  test::RawConnection first = database.connect();
  first.exec("BEGIN; SELECT pg_current_xact_id()");
  raw.exec("BEGIN; SELECT FROM payments WHERE id = 'p-1' FOR UPDATE");
  const std::string captured = enqueue("p-1");
  raw.exec("COMMIT");
  first.exec("SELECT FROM payments WHERE id = 'p-1' FOR UPDATE");
  const std::string refunded = enqueue(first, "p-1");
  first.exec("COMMIT");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(captured, refunded));
}

// F27: nothing waits for a transaction that stays open, and nothing is published twice because of it.
TEST_F(RelayTest, AnOpenTransactionHoldsUpNoOtherAndRepeatsNothing) {
  test::RawConnection open = database.connect();
  open.exec("BEGIN; SAVEPOINT s");
  const std::string inside = enqueue(open, "p-0");
  open.exec("RELEASE s");
  std::vector<std::string> ids;
  for (int round = 0; round < 20; ++round) {
    ids.push_back(enqueue("p-" + std::to_string(round % 3)));
    drain(relay);
    ASSERT_EQ(broker.ids(), ids) << "round " << round;
  }
  ids.push_back(enqueue(open, "p-1"));
  open.exec("COMMIT");
  ids.insert(ids.end() - 1, inside);
  drain(relay);
  EXPECT_EQ(broker.ids(), ids);
  EXPECT_LT(std::stoi(raw.scalar("SELECT pg_column_size(r.*) FROM onceover.relays r")), 8000);
}

TEST_F(RelayTest, APreparedTransactionIsPublishedWhenItIsCommitted) {
  raw.exec("BEGIN");
  const std::string prepared = enqueue("p-1");
  raw.exec("PREPARE TRANSACTION 'later'");
  const std::string other = enqueue("p-2");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(other));
  raw.exec("COMMIT PREPARED 'later'");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(other, prepared));
}

TEST_F(RelayTest, AnotherOneGoesOnFromTheStoredPlace) {
  for (int i = 0; i < 10; ++i) enqueue("p-" + std::to_string(i));
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  for (int i = 0; i < 3; ++i) enqueue("p-" + std::to_string(i));
  test::FakeBroker second_broker;
  pg::Connection second_connection = open();
  Relay second(second_connection, second_broker, config, "relay-2", Random(2));
  drain(second);
  EXPECT_EQ(second_broker.stored.size(), 3U);
}

// F20, F26: killed between publishing and writing its progress.
TEST_F(RelayTest, WhatWasPublishedAndNotNotedIsPublishedAgain) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(enqueue("p-1"));
  broker.ends = [](const Stored& event) {
    Report report;
    if (event.seq > 3) report.result = Report::Result::unavailable, report.error = "The broker is away.";
    return report;
  };
  ASSERT_TRUE(relay.run_once(50ms));
  raw.exec("UPDATE onceover.relays SET locked_until = now()");
  test::FakeBroker second_broker;
  pg::Connection second_connection = open();
  Relay second(second_connection, second_broker, config, "relay-2", Random(2));
  drain(second);
  std::vector<Stored> both = broker.stored;
  both.insert(both.end(), second_broker.stored.begin(), second_broker.stored.end());
  broker.stored = both;
  EXPECT_EQ(broker.seen()["p-1"], (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

TEST_F(RelayTest, OnlyOneOfTwoPublishes) {
  drain(relay);
  pg::Connection second_connection = open();
  test::FakeBroker second_broker;
  Relay second(second_connection, second_broker, config, "relay-2", Random(2));
  enqueue("p-1");
  EXPECT_EQ(drain(second).state, Turn::State::elsewhere);
  EXPECT_THAT(second_broker.stored, IsEmpty());
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 1U);
}

// A stopped one wakes after its lease: it may publish again, and never changes the progress.
TEST_F(RelayTest, ALateOneChangesNoProgress) {
  enqueue("p-1");
  broker.holds = true;
  ASSERT_TRUE(relay.run_once(50ms));
  ASSERT_EQ(broker.on_their_way.size(), 1U);
  raw.exec("UPDATE onceover.relays SET locked_until = now()");
  pg::Connection second_connection = open();
  test::FakeBroker second_broker;
  Relay second(second_connection, second_broker, config, "relay-2", Random(2));
  drain(second);
  enqueue("p-1");
  drain(second);
  const std::string progress =
      raw.scalar("SELECT (window_from, window_to, pos, fence, owner)::text FROM onceover.relays");
  broker.holds = false;
  const auto woken = relay.run_once(50ms);
  ASSERT_TRUE(woken) << woken.error().sentence();
  EXPECT_EQ(woken->state, Turn::State::elsewhere);
  EXPECT_EQ(raw.scalar("SELECT (window_from, window_to, pos, fence, owner)::text FROM onceover.relays"),
            progress);
}

TEST_F(RelayTest, AFailingEventHoldsBackItsAggregateAlone) {
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1"), other = enqueue("p-2");
  int refusals = 2;
  broker.ends = [&](const Stored& event) {
    if (event.id == bad && refusals-- > 0)
      return Report{.result = Report::Result::failed, .error = "Not now.", .retry_after = 0us};
    return Report{};
  };
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(other));
  EXPECT_EQ(raw.scalar("SELECT string_agg(state || ' ' || attempts || ' ' || coalesce(error, ''), ', ' ORDER "
                       "BY seq) FROM onceover.outbox_parked"),
            "waiting 1 Not now., behind 0 ");
  const std::string later = enqueue("p-1");
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 0;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(other, bad, behind, later));
  const std::string last = enqueue("p-1");
  drain(relay);
  EXPECT_EQ(broker.ids().back(), last);
}

// Not ordered: no other waits for a dead one, also not for its next attempt.
TEST_F(RelayTest, WithoutOrderAnEventIsTriedAgainBesideADeadOneOfItsAggregate) {
  config.is_ordered = false;
  Relay loose(connection, broker, config, "relay-1", Random(1));
  const std::string dead = enqueue("p-1"), waiting = enqueue("p-1"), other = enqueue("p-1");
  int refusals = 2;
  broker.ends = [&](const Stored& event) {
    if (event.id == dead) return Report{.result = Report::Result::refused, .error = "No."};
    if (event.id == waiting && refusals-- > 0)
      return Report{.result = Report::Result::failed, .error = "Not now.", .retry_after = 0us};
    return Report{};
  };
  ASSERT_TRUE(test::eventually([&] {
    drain(loose);
    return broker.stored.size() == 2;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(other, waiting));
  EXPECT_EQ(raw.scalar("SELECT string_agg(state, ' ') FROM onceover.outbox_parked"), "dead");
}

TEST_F(RelayTest, ALookForDueEventsReadsNoOther) {
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'p-' || i % 100 FROM "
      "generate_series(1, 20000) i");
  raw.exec(
      "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
      "state, attempts, next_try_at) SELECT 'to-kafka', seq, id, topic, aggregatetype, aggregateid, "
      "created_at, CASE WHEN seq > 4000 THEN 'behind' WHEN seq % 2 = 0 THEN 'dead' ELSE 'waiting' END, 1, "
      "CASE WHEN seq <= 4000 AND seq % 2 = 1 THEN now() + interval '1 h' END FROM onceover.outbox");
  raw.exec("ANALYZE onceover.outbox_parked");
  drain(relay);
  const std::int64_t before = looked_at("outbox_parked");
  for (const auto until = Steady::now() + 700ms; Steady::now() < until;) drain(relay);
  EXPECT_LT(looked_at("outbox_parked", before), 100);
  raw.exec(
      "UPDATE onceover.outbox_parked SET next_try_at = now() WHERE aggregateid = 'p-1' AND state = "
      "'waiting'");
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 19'800;
  })) << count("onceover.outbox_parked");
  EXPECT_EQ(broker.stored.size(), 200U) << "all of its aggregate, one behind the other";
}

TEST_F(RelayTest, AfterItsAttemptsAnEventIsDeadAndItsAggregateWaits) {
  config.attempts = 3;
  Relay stubborn(connection, broker, config, "relay-1", Random(1));
  const std::string bad = enqueue("p-1");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::failed, .error = "No.", .retry_after = 0us}
                           : Report{};
  };
  ASSERT_TRUE(test::eventually([&] {
    drain(stubborn);
    return count("onceover.outbox_parked WHERE state = 'dead'") == 1;
  }));
  EXPECT_EQ(raw.scalar("SELECT attempts FROM onceover.outbox_parked"), "3");
  enqueue("p-1");
  const std::string other = enqueue("p-2");
  drain(stubborn);
  EXPECT_THAT(broker.ids(), ElementsAre(other));
}

TEST_F(RelayTest, ARefusedEventIsDeadAtOnce) {
  enqueue("p-1");
  broker.ends = [](const Stored&) {
    return Report{.result = Report::Result::refused, .error = "Too large."};
  };
  drain(relay);
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || attempts || ' ' || error FROM onceover.outbox_parked"),
            "dead 1 Too large.");
}

TEST_F(RelayTest, WhatIsGivenUpIsCopiedFirst) {
  broker.keeps_copies = true;
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1"), other = enqueue("p-2");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  // Ended while its copy is on its way: it is neither parked nor passed.
  bool is_away = true;
  broker.ends_copy = [&](const Death&) {
    return is_away ? Report{.result = Report::Result::unavailable, .error = "Away."} : Report{};
  };
  {
    Relay first(connection, broker, config, "relay-1", Random(1));
    ASSERT_TRUE(first.run_once(100ms));
    EXPECT_THAT(broker.ids(), ElementsAre(other));
    EXPECT_EQ(count("onceover.outbox_parked"), 0);
    ASSERT_TRUE(first.let_go());
    EXPECT_EQ(count("onceover.outbox_parked"), 0);
  }
  is_away = false;
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 2;
  }));
  ASSERT_EQ(broker.copies.size(), 1U);
  EXPECT_EQ(broker.copies[0].first.id, bad);
  EXPECT_EQ(broker.copies[0].second.error, "No.");
  EXPECT_EQ(broker.copies[0].second.attempts, 1);
  EXPECT_EQ(raw.scalar("SELECT string_agg(state || ' ' || coalesce(error, ''), ', ' ORDER BY seq) FROM "
                       "onceover.outbox_parked"),
            "dead No., behind ");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox_parked p WHERE p.id::text = $1", {behind}), "1");
}

TEST_F(RelayTest, ACopyThatIsRefusedGoesWithoutItsPayloadAndIsNoReasonToStop) {
  config.attempts = 2, config.backoff = 1ms, config.backoff_cap = 1ms;
  Relay stubborn(connection, broker, config, "relay-1", Random(1));
  broker.keeps_copies = true;
  enqueue("p-1"), enqueue("p-2");
  broker.ends = [](const Stored&) { return Report{.result = Report::Result::failed, .error = "Not now."}; };
  broker.ends_copy = [](const Death& death) {
    const bool goes = death.without_payload && death.error == "Not now." && death.attempts == 2;
    return goes ? Report{} : Report{.result = Report::Result::refused, .error = "Too large."};
  };
  ASSERT_TRUE(test::eventually([&] {
    drain(stubborn);
    return broker.copies.size() == 2;
  }));
  drain(stubborn);
  EXPECT_EQ(raw.scalar("SELECT string_agg(DISTINCT state || ' ' || attempts || ' ' || error, ', ') FROM "
                       "onceover.outbox_parked"),
            "dead 2 Not now.");
  broker.ends_copy = [](const Death&) {
    return Report{.result = Report::Result::refused, .error = "Too large."};
  };
  enqueue("p-3");
  ASSERT_TRUE(test::eventually([&] {
    drain(stubborn);
    return raw.scalar("SELECT count(*) FROM onceover.outbox_parked WHERE state = 'dead'") == "3";
  }));
  EXPECT_EQ(raw.scalar("SELECT max(error) FROM onceover.outbox_parked"),
            "Not now. Its copy was refused too: Too large.");
}

TEST_F(RelayTest, ADestinationThatIsAwayCostsNoAttemptAndLosesNothing) {
  bool away = true;
  broker.ends = [&](const Stored&) {
    return away ? Report{.result = Report::Result::unavailable, .error = "No broker answers."} : Report{};
  };
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(enqueue("p-1"));
  const auto turn = relay.run_once(60ms);
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->trouble, "No broker answers.");
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(raw.scalar("SELECT trouble FROM onceover.relays"), "No broker answers.");
  away = false;
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return broker.ids() == ids;
  }));
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(raw.scalar("SELECT coalesce(trouble, 'none') FROM onceover.relays"), "none");
}

TEST_F(RelayTest, OnlyItsTopicsGoOut) {
  enqueue(raw, "p-1", "{}", "refunds");
  const std::string wanted = enqueue("p-1");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(wanted));
  test::FakeBroker all;
  pg::Connection second_connection = open();
  Relay everything(second_connection, all, {.name = "all", .topics = {"*"}}, "relay-2", Random(1));
  drain(everything);
  EXPECT_EQ(all.stored.size(), 2U);
}

TEST_F(RelayTest, StartsWhereItIsTold) {
  enqueue("p-1");
  const Timestamp between = connection.exec("SELECT clock_timestamp()").value().timestamp(0, 0);
  enqueue("p-2");
  const auto published = [&](RelayConfig from, const std::string& name) {
    from.name = name;
    test::FakeBroker to;
    pg::Connection own = open();
    Relay started(own, to, from, "relay", Random(1));
    drain(started);
    const auto old = to.stored.size();
    enqueue("p-3");
    drain(started);
    return std::pair(old, to.stored.size() - old);
  };
  RelayConfig now = config, time = config;
  now.start = Start::now;
  time.start = Start::time, time.since = between;
  EXPECT_EQ(published(now, "now"), std::pair(std::size_t{0}, std::size_t{1}));
  EXPECT_EQ(published(time, "time"), std::pair(std::size_t{2}, std::size_t{1}))
      << "p-2, and p-3 of the one before";
  EXPECT_EQ(published(config, "beginning"), std::pair(std::size_t{4}, std::size_t{1}));
}

// F31: a commit that is not flushed yet may be undone by a crash.
TEST_F(RelayTest, NothingIsPublishedThatACrashCouldUndo) {
  drain(relay);
  raw.exec("SET synchronous_commit = off");
  broker.ends = [&](const Stored& event) {
    // When it is sent, its transaction is flushed: the position after its commit is at most that of the
    // flush.
    EXPECT_EQ(
        raw.scalar("SELECT pg_current_wal_flush_lsn() >= '" + committed[std::string(event.id)] + "'::pg_lsn"),
        "t")
        << event.seq;
    return Report{};
  };
  for (int i = 0; i < 50; ++i) {
    const std::string id = enqueue("p-" + std::to_string(i));
    committed[id] = raw.scalar("SELECT pg_current_wal_insert_lsn()");
    drain(relay);
  }
  EXPECT_EQ(broker.stored.size(), 50U);
}

TEST_F(RelayTest, ALargeWindowIsWalkedWholeAndInOrder) {
  test::RawConnection slow = database.connect();
  slow.exec("BEGIN");
  enqueue(slow, "p-1");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT CASE i % 3 WHEN 0 THEN 'other' ELSE "
      "'payments' END, 'p-' || i % 7 FROM generate_series(1, 15000) i");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 10000U);
  enqueue(slow, "p-1");
  slow.exec("COMMIT");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i % 7 FROM "
      "generate_series(1, 9000) i");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 19002U);
  std::set<std::string> different;
  for (const Stored& event : broker.stored) different.emplace(event.id);
  EXPECT_EQ(different.size(), 19002U);
}

// A writer that draws its number early and its transaction late: behind it lie events that the last window
// held.
TEST_F(RelayTest, ALargeWindowLeavesOutWhatTheLastOneHeld) {
  const std::string early = raw.scalar("SELECT nextval(pg_get_serial_sequence('onceover.outbox', 'seq'))");
  for (int i = 0; i < 10; ++i) enqueue("p-1");
  drain(relay);
  ASSERT_EQ(broker.stored.size(), 10U);
  raw.exec(
      "INSERT INTO onceover.outbox (seq, topic, aggregateid) OVERRIDING SYSTEM VALUE VALUES ($1, 'payments', "
      "'early')",
      {early});
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i % 7 FROM "
      "generate_series(1, 9000) i");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 9011U) << "nothing comes twice";
}

// F27: what is published late is found by its transaction, and not by a walk through all that was written
// while that was open.
TEST_F(RelayTest, ALateEventInALargeWindowCostsNoWalkThroughAllSinceIt) {
  drain(relay);
  test::RawConnection slow = database.connect();
  slow.exec("BEGIN");
  const std::string first = enqueue(slow, "p-1");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'p-' || i FROM generate_series(1, "
      "150000) i");
  drain(relay);
  const std::string second = enqueue(slow, "p-1");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid) SELECT 'payments', 'payment', 'p-' || "
      "i % 7 FROM generate_series(1, 5000) i");
  const std::string third = enqueue(slow, "p-1");
  slow.exec("COMMIT");
  const std::int64_t before = looked_at("outbox%");
  drain(relay);
  EXPECT_LT(looked_at("outbox%", before), 40'000);
  ASSERT_EQ(broker.stored.size(), 5003U);
  EXPECT_EQ(broker.ids().front(), first);
  const auto ids = broker.ids();
  EXPECT_THAT(ids, testing::IsSupersetOf({second, third}));
  std::map<std::string, std::int64_t> last;
  for (const Stored& event : broker.stored) {
    auto& seq = last[std::string(event.aggregate_type) + '/' + std::string(event.aggregate_id)];
    EXPECT_LT(seq, event.seq);
    seq = event.seq;
  }
}

// One that is ended anywhere in such a window is followed by another, which repeats little and loses nothing.
TEST_F(RelayTest, ALargeWindowWithLateEventsIsTakenOverAtAnyPlace) {
  drain(relay);
  test::RawConnection slow = database.connect(), slower = database.connect();
  slow.exec("BEGIN");
  slower.exec("BEGIN");
  std::vector<std::string> late;
  for (int i = 0; i < 20; ++i) late.push_back(enqueue(i % 2 == 0 ? slow : slower, "late"));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i % 7 FROM "
      "generate_series(1, 3000) i");
  drain(relay);
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i % 7 FROM "
      "generate_series(1, 4500) i");
  late.push_back(enqueue(slow, "late"));
  slow.exec("COMMIT");
  slower.exec("COMMIT");
  ASSERT_TRUE(relay.let_go());
  broker.stored.clear();
  config.batch = 8, config.most_in_memory = 16;
  for (const std::size_t end : {3U, 9U, 25U, 400U, 4000U, 100'000U}) {
    pg::Connection own = open();
    Relay next(own, broker, config, "relay-next", Random(end));
    broker.ends = [&](const Stored&) {
      return broker.stored.size() < end ? Report{}
                                        : Report{.result = Report::Result::unavailable, .error = "Away."};
    };
    ASSERT_TRUE(test::eventually([&] {
      const auto turn = next.run_once(20ms);
      EXPECT_TRUE(turn) << turn.error().sentence() << turn.error().detail;
      return !turn || broker.stored.size() >= end ||
             (turn->state == Turn::State::idle && turn->trouble.empty());
    }));
    if (end == 400U) {
      ASSERT_TRUE(next.let_go());
    } else {
      raw.exec("UPDATE onceover.relays SET locked_until = now()");  // as if it had been killed
    }
  }
  std::map<std::string, std::vector<std::int64_t>> seen = broker.seen();
  EXPECT_EQ(seen["late"].size(), late.size());
  std::size_t all = 0;
  for (const auto& [aggregate, seqs] : seen) {
    all += seqs.size();
    EXPECT_TRUE(std::ranges::is_sorted(seqs)) << aggregate;
  }
  EXPECT_EQ(all, 4521U);
  EXPECT_LT(broker.stored.size(), 9000U);
}

// A statement looks at 50,000 rows at most, so that none outlasts the lease; what is wanted may be anywhere
// behind them.
TEST_F(RelayTest, RowsOfOtherTopicsArePassedInSteps) {
  const auto others = [&](int n) {
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'p-' || i FROM generate_series(1, "
        "$1::bigint) i",
        {std::to_string(n)});
  };
  std::vector<std::string> ids;
  others(49'999);
  ids.push_back(enqueue("p-1"));  // the last of a step
  others(50'000);
  ids.push_back(enqueue("p-1"));  // behind one
  others(60'000);
  ids.push_back(enqueue("p-1"));
  others(50'000);
  drain(relay);
  EXPECT_EQ(broker.ids(), ids);
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  // The same where an adoption publishes all that is there.
  raw.exec("UPDATE onceover.relays SET drain_up_to = (SELECT max(seq) FROM onceover.outbox)");
  broker.stored.clear();
  drain(relay);
  EXPECT_EQ(broker.ids(), ids);
  ids.push_back(enqueue("p-1"));
  drain(relay);
  EXPECT_EQ(broker.ids(), ids);
}

// Services write faster than the relay looks: events that are not in the window must not keep its walk from
// ending.
TEST_F(RelayTest, AWalkEndsWhileNewEventsArrive) {
  for (int i = 0; i < 6; ++i) enqueue("p-1");
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
  broker.ends = nullptr;
  const std::string next = enqueue("p-2");
  Relay after(connection, broker, config, "relay-2", Random(2));
  int looks = 0;
  const auto write_one = [&] {
    enqueue(raw, "x", "{}", "other");
    return ++looks % 100 != 0;
  };
  const auto is_published = [&] { return std::ranges::count(broker.ids(), next) > 0; };
  while (looks < 1000 && !is_published()) ASSERT_TRUE(after.run_once(10s, write_one));
  EXPECT_TRUE(is_published()) << looks << " looks";
}

// Where nothing is to be published for long, another one does not begin again.
TEST_F(RelayTest, WhatIsPassedIsPassedForOthersToo) {
  config.lease = 2s;
  Relay first(connection, broker, config, "relay-1", Random(1));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'p-' || i FROM generate_series(1, "
      "120000) i");
  broker.ends = [](const Stored&) { return Report{.result = Report::Result::unavailable, .error = "Away."}; };
  enqueue("p-1");
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_TRUE(first.run_once(50ms));
    return raw.scalar("SELECT pos >= 50000 FROM onceover.relays") == "t";
  }));
}

// Where payloads are small their sizes are not added up; a large one changes that, wherever it stands in a
// batch.
TEST_F(RelayTest, ALargeWindowWithLargePayloadsKeepsToItsBytes) {
  config.batch = 100, config.most_batch_bytes = 10'000;
  Relay sized(connection, broker, config, "relay-1", Random(1));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, payload) SELECT 'payments', 'p-' || i % 7, "
      "convert_to(repeat('x', CASE WHEN i % 1000 IN (0, 1, 50) OR i = 1 THEN 9000 WHEN i % 1000 BETWEEN 500 "
      "AND 620 THEN 300 ELSE 1 END), 'UTF8') FROM generate_series(1, 9000) i");
  drain(sized);
  ASSERT_EQ(broker.stored.size(), 9000U);
  std::map<std::string, std::int64_t> last;
  std::map<std::size_t, int> of_size;
  for (const Stored& event : broker.stored) {
    auto& before = last[std::string(event.aggregate_id)];
    EXPECT_LT(before, event.seq);
    before = event.seq;
    ++of_size[event.payload.value().size()];
  }
  EXPECT_THAT(of_size, ElementsAre(Pair(1, 7884), Pair(300, 1089), Pair(9000, 27)));
}

TEST_F(RelayTest, LittleMemoryIsUsedWhileTheDestinationIsAway) {
  config.most_in_memory = 500, config.batch = 100;
  Relay small(connection, broker, config, "relay-1", Random(1));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'payments', 'p-' || i FROM generate_series(1, "
      "5000) i");
  broker.holds = true;
  ASSERT_TRUE(small.run_once(100ms));
  EXPECT_LE(broker.on_their_way.size(), 600U);
  broker.holds = false;
  drain(small);
  EXPECT_EQ(broker.stored.size(), 5000U);
}

TEST_F(RelayTest, ManyBytesAreReadInParts) {
  config.most_batch_bytes = 100'000;
  Relay careful(connection, broker, config, "relay-1", Random(1));
  for (int i = 0; i < 20; ++i) enqueue(raw, "p-" + std::to_string(i), std::string(90'000, 'x'));
  enqueue(raw, "large", std::string(900'000, 'x'));
  drain(careful);
  EXPECT_EQ(broker.stored.size(), 21U);
}

TEST_F(RelayTest, PausedItPublishesNothingUntilItIsResumed) {
  drain(relay);
  raw.exec(
      "INSERT INTO onceover.relay_holds (relay, state, held_by, reason) VALUES ('to-kafka', 'paused', 'me', "
      "'maintenance')");
  ASSERT_TRUE(relay.let_go());
  enqueue("p-1");
  EXPECT_EQ(drain(relay).state, Turn::State::paused);
  EXPECT_THAT(broker.stored, IsEmpty());
  raw.exec("DELETE FROM onceover.relay_holds");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 1U);
}

// Nothing may go out behind the pause, whatever the relay has in memory by then.
TEST_F(RelayTest, APauseWhileItRunsHoldsWhatIsReadAlready) {
  enqueue("p-1");
  drain(relay);
  ASSERT_EQ(broker.stored.size(), 1U);
  for (const std::string hold :
       {"INSERT INTO onceover.relay_holds (relay, state, reason) VALUES ('to-kafka', 'paused', 'r')",
        "UPDATE onceover.control SET stopped = true"}) {
    SCOPED_TRACE(hold);
    const std::size_t before = broker.stored.size();
    raw.exec(hold);
    enqueue("p-1");
    EXPECT_EQ(drain(relay).state,
              hold.find("control") == std::string::npos ? Turn::State::paused : Turn::State::stopped);
    EXPECT_EQ(broker.stored.size(), before);
    raw.exec("DELETE FROM onceover.relay_holds");
    raw.exec("UPDATE onceover.control SET stopped = false");
    EXPECT_TRUE(test::eventually(
        [&] { return drain(relay).state == Turn::State::idle && broker.stored.size() == before + 1; }));
  }
}

// It does not wait for the end of its own lease.
TEST_F(RelayTest, AfterAnErrorItTakesUpItsOwnLease) {
  enqueue("p-1");
  drain(relay);
  const auto fence = relay.fence();
  raw.exec("ALTER TABLE onceover.outbox RENAME TO away");
  EXPECT_TRUE(test::eventually([&] { return !relay.run_once(); }));
  raw.exec("ALTER TABLE onceover.away RENAME TO outbox");
  enqueue("p-1");
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 2U);
  EXPECT_GT(relay.fence(), fence);
  // Another one of the same name waits for it.
  Relay other(connection, broker, config, "relay-1", Random(2));
  EXPECT_EQ(other.run_once()->state, Turn::State::elsewhere);
}

TEST_F(RelayTest, OfOneEventAtATimeItRests) {
  config.batch = 1;
  Relay one_by_one(connection, broker, config, "relay-1", Random(1));
  for (int i = 0; i < 3; ++i) enqueue("p-1");
  EXPECT_EQ(drain(one_by_one).state, Turn::State::idle);
  EXPECT_EQ(broker.stored.size(), 3U);
}

// One that takes over learns of the switch as well.
TEST_F(RelayTest, IsNotTakenWhileTheStopSwitchIsOn) {
  raw.exec("UPDATE onceover.control SET stopped = true");
  enqueue("p-1");
  EXPECT_EQ(relay.run_once()->state, Turn::State::stopped);
  EXPECT_THAT(broker.stored, IsEmpty());
  EXPECT_EQ(raw.scalar("SELECT count(owner) FROM onceover.relays"), "0")
      << "nor owned, as if it were at work";
}

// F32: transaction ids begin lower on a restored server; new events would lie behind the progress.
TEST_F(RelayTest, RefusesWhatIsAnotherDatabaseOrAnEarlierTime) {
  enqueue("p-1");
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  raw.exec("UPDATE onceover.relays SET system_identifier = '1'");
  const auto other = relay.run_once();
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(other.error().sentence(), testing::HasSubstr("oncectl relay adopt"));
  raw.exec(
      "UPDATE onceover.relays SET system_identifier = NULL, window_to = '900000000:900000000:', window_from "
      "= '900000000:900000000:'");
  const auto later = relay.run_once();
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::unsupported);
}

}  // namespace
}  // namespace onceover::outbox
