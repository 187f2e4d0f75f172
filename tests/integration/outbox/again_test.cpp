// SPDX-License-Identifier: Apache-2.0
// Events that are published once more, and payloads that are erased.
#include "core/outbox/operate.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

class AgainTest : public test::OutboxTest {
 protected:
  std::int64_t seq_of(const std::string& id) {
    return std::stoll(raw.scalar("SELECT min(seq) FROM onceover.outbox WHERE id = $1", {id}));
  }
  std::string last_audit() {
    return raw.scalar("SELECT action || ' ' || reason FROM onceover.audit ORDER BY id DESC LIMIT 1");
  }
  const audit::Actor me{"me", "here", "test"};
  Relay relay{connection, broker, config, "relay-1", Random(1)};
};

TEST_F(AgainTest, TheEventsOfAnAggregateGoOutOnceMoreInTheirOrderWithTheirIds) {
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) {
    ids.push_back(enqueue("p-1"));
    enqueue("p-2");
  }
  drain(relay);
  Selection selection;
  selection.aggregate_id = "p-1";
  selection.up_to_seq = std::stoll(raw.scalar("SELECT max(seq) FROM onceover.outbox"));
  EXPECT_EQ(outbox::count(connection, selection, 100)->events, 3);
  EXPECT_EQ(outbox::count(connection, selection, 2)->events, 2) << "counted up to what is asked";
  const Republished done = republish(connection, selection, "consumer was lost", me).value();
  EXPECT_EQ(done.events, 3);
  EXPECT_EQ(last_audit(), "republish_events consumer was lost");
  broker.stored.clear();
  drain(relay);
  EXPECT_EQ(broker.ids(), ids);
  EXPECT_EQ(broker.stored[0].payload, "{}");
  // Behind the last one there is nothing.
  selection.after_seq = *done.reached;
  EXPECT_EQ(republish(connection, selection, "again", me)->reached, std::nullopt);
}

// One call looks at 50,000 events at most: those who wait for it, and the server, are not held up by what it
// does not find.
TEST_F(AgainTest, AmongManyOthersTheyAreFoundInSteps) {
  const auto others = [&] {
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'x' FROM generate_series(1, "
        "60000)");
  };
  others();
  const std::int64_t first = seq_of(enqueue("p-1"));
  others();
  const std::int64_t last = seq_of(enqueue("p-1"));
  Selection selection;
  selection.aggregate_id = "p-1";
  selection.up_to_seq = last;
  const Counted some = outbox::count(connection, selection, 100).value();
  EXPECT_EQ(some.events, 0);
  EXPECT_EQ(some.reached, 50'000) << "a lower bound";
  const Counted all = count_all(connection, selection, 100, [] { return true; }).value();
  EXPECT_EQ(all.events, 2);
  EXPECT_EQ(all.reached, std::nullopt);
  int steps = 0;
  EXPECT_EQ(count_all(connection, selection, 100, [&] { return ++steps < 2; })->reached, 100'000);
  EXPECT_EQ(count_all(connection, selection, 1, [] { return true; })->events, 1);

  std::vector<std::int64_t> written;
  for (;;) {
    const std::int64_t before = looked_at("outbox%");
    const Republished done = republish(connection, selection, "INC-4711", me).value();
    EXPECT_LT(looked_at("outbox%", before), 110'000);
    if (!done.reached) break;
    written.push_back(done.events);
    EXPECT_GT(*done.reached, selection.after_seq);
    selection.after_seq = *done.reached;
  }
  EXPECT_EQ(written, (std::vector<std::int64_t>{0, 1, 1}));
  EXPECT_EQ(raw.scalar("SELECT string_agg(headers ->> 'republished_from', ' ' ORDER BY seq) FROM "
                       "onceover.outbox WHERE headers ? 'republished_from'"),
            std::to_string(first) + ' ' + std::to_string(last));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "2");
}

TEST_F(AgainTest, WithNewIdsNoConsumerKnowsThem) {
  const std::string id = enqueue("p-1");
  drain(relay);
  Selection selection;
  selection.up_to_seq = seq_of(id);
  // Another database user than who asks.
  const std::string number =
      std::to_string(ask_republish(connection, selection, "process it again", "INC-1", me).value());
  raw.exec(
      "DROP ROLE IF EXISTS second_eyes; CREATE ROLE second_eyes SUPERUSER; SET SESSION AUTHORIZATION "
      "second_eyes; SELECT onceover.agree_republish(" +
      number + ", 'b', 'h', 'p', 'seen', (SELECT request_digest FROM onceover.approvals WHERE id = " +
      number + ")); RESET SESSION AUTHORIZATION; DROP ROLE second_eyes");
  broker.stored.clear();
  drain(relay);
  ASSERT_EQ(broker.stored.size(), 1U);
  EXPECT_NE(broker.ids()[0], id);
}

// It was open when they were counted, and has the lower number.
TEST_F(AgainTest, AnEventThatCommitsAfterTheRequestIsNotAgreedToWithIt) {
  test::RawConnection late = database.connect();
  late.exec("BEGIN");
  enqueue(late, "p-late");
  const std::string id = enqueue("p-1");
  Selection selection;
  selection.up_to_seq = seq_of(id);
  const std::string number =
      std::to_string(ask_republish(connection, selection, "process it again", "INC-1", me).value());
  late.exec("COMMIT");
  raw.exec(
      "DROP ROLE IF EXISTS third_eyes; CREATE ROLE third_eyes SUPERUSER; SET SESSION AUTHORIZATION "
      "third_eyes");
  EXPECT_EQ(
      raw.sqlstate_of("SELECT onceover.agree_republish(" + number +
                      ", 'b', 'h', 'p', 'seen', (SELECT request_digest FROM onceover.approvals WHERE id = " +
                      number + "))"),
      "OC004");
  raw.exec("RESET SESSION AUTHORIZATION; DROP ROLE third_eyes");
  EXPECT_EQ(count("onceover.outbox"), 2);
}

TEST_F(AgainTest, ATimeSelectsByBothItsEnds) {
  const std::string first = enqueue("p-1");
  const std::string middle_from = raw.scalar("SELECT clock_timestamp()");
  const std::string second = enqueue("p-1");
  const std::string middle_to = raw.scalar("SELECT clock_timestamp()");
  enqueue("p-1");
  const auto at = [&](const std::string& text) {
    return *parse_iso(raw.scalar(
        "SELECT to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')", {text}));
  };
  const Selection selection = between(connection, {}, at(middle_from), at(middle_to)).value();
  EXPECT_EQ(outbox::count(connection, selection, 10)->events, 1);
  EXPECT_EQ(selection.up_to_seq, seq_of(second));
  EXPECT_EQ(
      outbox::count(connection, between(connection, {}, std::nullopt, at(middle_from)).value(), 10)->events,
      1)
      << first;
  EXPECT_EQ(
      outbox::count(connection,
                    between(connection, {}, at(middle_to) + std::chrono::hours(1), std::nullopt).value(), 10)
          ->events,
      0);
}

TEST_F(AgainTest, APayloadIsErasedOnceEveryRelayHasPublishedIt) {
  drain(relay);
  const std::string id = enqueue(raw, "p-1", R"({"name": "Ada"})");
  const std::int64_t seq = seq_of(id);
  const Erasure early = erase(connection, seq, id, "request 112", me).value();
  EXPECT_EQ(early.outcome, Erasure::Outcome::needed);
  EXPECT_EQ(early.by, "to-kafka");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit"), "0");
  drain(relay);
  EXPECT_EQ(erase(connection, seq, id, "request 112", me)->outcome, Erasure::Outcome::erased);
  EXPECT_EQ(last_audit(), "erase_event request 112");
  EXPECT_EQ(
      raw.scalar("SELECT payload IS NULL AND headers ? 'erased' FROM onceover.outbox WHERE id = $1", {id}),
      "t");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE before::text LIKE '%Ada%'"), "0")
      << "the trail keeps no payload";
  EXPECT_EQ(erase(connection, seq, id, "request 112", me)->outcome, Erasure::Outcome::erased_before);
  EXPECT_EQ(erase(connection, seq, new_uuid(), "request 112", me)->outcome, Erasure::Outcome::gone);
  EXPECT_FALSE(erase(connection, seq, id, "", me)) << "no reason";
  // What was erased has nothing to publish.
  Selection selection;
  selection.up_to_seq = seq;
  EXPECT_EQ(republish(connection, selection, "again", me)->events, 0);
}

// A NULL payload would be a tombstone: to its consumers the aggregate would be deleted.
TEST_F(AgainTest, AnErasedEventIsPublishedByNoLaterRelay) {
  const auto drain_as = [&](const std::string& name, const std::string& topic) {
    broker.stored.clear();
    Relay one(connection, broker, {.name = name, .topics = {topic}}, name, Random(1));
    EXPECT_EQ(drain(one).state, Turn::State::idle);
    return broker.ids();
  };
  // A window that is sorted, and one that is walked, which ends with the event.
  for (const std::string topic : {"few", "many"}) {
    const std::string first = enqueue(raw, "p-1", "{}", topic), kept = enqueue(raw, "p-2", "{}", topic);
    const std::string tombstone = raw.scalar(
        "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ($1, 'p-3') RETURNING id", {topic});
    if (topic == "many")
      raw.exec(
          "INSERT INTO onceover.outbox (topic, aggregateid) SELECT 'other', 'x' FROM generate_series(1, "
          "5000)");
    const std::string last = enqueue(raw, "p-4", "{}", topic);
    ASSERT_EQ(drain_as("first-" + topic, topic).size(), 4U);
    for (const std::string& id : {first, last})
      EXPECT_EQ(erase(connection, seq_of(id), id, "request 112", me)->outcome, Erasure::Outcome::erased);
    EXPECT_EQ(drain_as("later-" + topic, topic), (std::vector<std::string>{kept, tombstone}));
  }
}

TEST_F(AgainTest, AParkedEventIsNotErased) {
  broker.ends = [](const Stored&) {
    return Report{.result = Report::Result::refused, .error = "Too large."};
  };
  const std::string id = enqueue("p-1");
  drain(relay);
  EXPECT_EQ(erase(connection, seq_of(id), id, "request 112", me)->outcome, Erasure::Outcome::needed);
}

}  // namespace
}  // namespace onceover::outbox
