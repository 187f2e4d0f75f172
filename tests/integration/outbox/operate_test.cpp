// SPDX-License-Identifier: Apache-2.0
// What people see of relays, and do about them.
#include "core/outbox/operate.h"

#include <atomic>
#include <thread>

#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using testing::ElementsAre;

class OperateTest : public test::OutboxTest {
 protected:
  RelayView view() {
    auto all = relays(connection);
    if (!all) throw std::runtime_error(all.error().sentence());
    return all->at(0);
  }
  std::string trail() {
    return raw.scalar("SELECT string_agg(action || ': ' || reason, ', ' ORDER BY id) FROM onceover.audit");
  }
  const audit::Actor me{"me", "here", "test"};
  Relay relay{connection, broker, config, "relay-1", Random(1)};
};

TEST_F(OperateTest, LagIsWhatIsCommittedAndNotPublished) {
  drain(relay);
  enqueue("p-1");
  enqueue("p-2");
  test::RawConnection open_one = database.connect();
  open_one.exec("BEGIN");
  enqueue(open_one, "p-3");
  EXPECT_EQ(view().lag, 2);
  ASSERT_TRUE(view().behind());
  EXPECT_GE(*view().behind(), Duration{0});
  EXPECT_TRUE(view().is_running());
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(view().lag, 0);
  EXPECT_FALSE(view().behind());
  EXPECT_FALSE(view().is_running());
  EXPECT_EQ(view().published, 2);
}

// Neither a long wait nor a number that is too small.
TEST_F(OperateTest, LagIsALowerBoundWhereNotAllRowsWereLookedAt) {
  drain(relay);
  const auto write = [&](const std::string& topic, std::int64_t events) {
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregateid) SELECT $1, 'p-' || i % 7 FROM generate_series(1, "
        "$2::bigint) i",
        {topic, std::to_string(events)});
  };
  write("payments", most_lag_looked_at - 1);
  EXPECT_EQ(view().lag, most_lag_looked_at - 1);
  EXPECT_TRUE(view().is_lag_exact);
  write("payments", 1);
  EXPECT_EQ(view().lag, most_lag_looked_at);
  EXPECT_FALSE(view().is_lag_exact);
  drain(relay);
  EXPECT_EQ(view().lag, 0);
  EXPECT_TRUE(view().is_lag_exact);
  write("refunds", most_lag_looked_at);
  EXPECT_EQ(view().lag, 0);
  EXPECT_FALSE(view().is_lag_exact) << "behind so many of another topic there may be one";
}

TEST_F(OperateTest, LagCountsTheRestOfAWindowAndWhatCameAfterIt) {
  test::RawConnection open_one = database.connect();
  open_one.exec("BEGIN");
  enqueue(open_one, "p-0");
  config.most_in_memory = 10, config.batch = 10;
  Relay small(connection, broker, config, "relay-1", Random(1));
  for (int i = 0; i < 50; ++i) enqueue("p-" + std::to_string(i));
  broker.ends = [&](const Stored&) {
    return broker.stored.size() < 20 ? Report{}
                                     : Report{.result = Report::Result::unavailable, .error = "Away."};
  };
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_TRUE(small.run_once(std::chrono::milliseconds(50)));
    return view().published == 20;
  }));
  enqueue("p-1");
  EXPECT_EQ(view().lag, 31);
  open_one.exec("COMMIT");
  EXPECT_EQ(view().lag, 32);
  EXPECT_TRUE(view().is_lag_exact);
}

TEST_F(OperateTest, APauseHoldsUntilItIsResumedAndIsAudited) {
  drain(relay);
  EXPECT_TRUE(pause(connection, "to-kafka", "maintenance", me).value());
  EXPECT_FALSE(pause(connection, "to-kafka", "again", me).value());
  EXPECT_EQ(view().pause_reason, "maintenance");
  EXPECT_TRUE(resume(connection, "to-kafka", "done", me).value());
  EXPECT_EQ(trail(), "pause_relay: maintenance, resume_relay: done");
  EXPECT_FALSE(pause(connection, "no such", "why", me)) << "there is none of this name";
  EXPECT_FALSE(pause(connection, "to-kafka", "", me)) << "no reason";
}

TEST_F(OperateTest, ADeadEventIsTriedAgainOrSkipped) {
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1");
  bool is_mended = false;
  broker.ends = [&](const Stored& event) {
    return event.id == bad && !is_mended ? Report{.result = Report::Result::refused, .error = "Too large."}
                                         : Report{};
  };
  drain(relay);
  auto held = parked(connection, "to-kafka", "").value();
  ASSERT_EQ(held.size(), 2U);
  EXPECT_EQ(held[0].state, "dead");
  EXPECT_EQ(held[0].error, "Too large.");
  EXPECT_FALSE(retry(connection, held[1], "it waits behind another", me).value());
  EXPECT_EQ(view().dead, 1);
  EXPECT_EQ(view().parked, 1);
  is_mended = true;
  EXPECT_TRUE(retry(connection, held[0], "the limit was raised", me).value());
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 0;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(bad, behind));
  EXPECT_EQ(trail(), "ask_retry: the limit was raised, retry_event: the limit was raised");
  EXPECT_EQ(count("onceover.event_requests"), 0);
}

TEST_F(OperateTest, WhatWaitsBehindASkippedEventGoesOn) {
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  drain(relay);
  EXPECT_TRUE(skip(connection, parked(connection, "", "dead").value().at(0), "test data", me).value());
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 0;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(behind));
  const std::string later = enqueue("p-1");
  drain(relay);
  EXPECT_EQ(broker.ids().back(), later);
}

// While no process runs the relay it is only asked for, and says so.
TEST_F(OperateTest, WhatIsAskedForWaitsForTheRelay) {
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  const ParkedEvent dead = parked(connection, "", "dead").value().at(0);
  EXPECT_EQ(dead.asked, std::nullopt);
  EXPECT_TRUE(retry(connection, dead, "mended?", me).value());
  EXPECT_TRUE(skip(connection, dead, "test data", me).value()) << "the last word counts";
  const ParkedEvent asked = parked(connection, "", "dead").value().at(0);
  EXPECT_EQ(asked.asked, "skip");
  EXPECT_EQ(asked.asked_by, me.name);
  EXPECT_TRUE(asked.asked_at);
  EXPECT_EQ(view().dead, 1) << "it is not skipped yet";
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 0;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(behind));
  EXPECT_EQ(trail(), "ask_retry: mended?, ask_skip: test data, skip_event: test data");
  EXPECT_EQ(raw.scalar("SELECT actor || ' ' || (fence_after = (SELECT fence FROM onceover.relays)) || ' ' || "
                       "(after ->> 'asked_by' = current_user) FROM onceover.audit WHERE action = "
                       "'skip_event'"),
            me.name + " true true");
}

// Its end would put a skipped event back.
TEST_F(OperateTest, AnEventOnItsWayIsSkippedOnceItHasFailed) {
  const std::string bad = enqueue("p-1");
  broker.ends = [&](const Stored&) {
    return Report{.result = Report::Result::failed, .error = "No.", .retry_after = Duration{0}};
  };
  config.attempts = 1000;
  Relay patient(connection, broker, config, "relay-1", Random(1));
  drain(patient);
  broker.holds = true;
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_TRUE(patient.run_once(std::chrono::milliseconds(20)));
    return !broker.on_their_way.empty();
  }));
  EXPECT_TRUE(skip(connection, parked(connection, "", "").value().at(0), "test data", me).value());
  for (int i = 0; i < 15; ++i) EXPECT_TRUE(patient.run_once(std::chrono::milliseconds(20)));
  EXPECT_EQ(count("onceover.event_requests"), 1) << "it may still be delivered";
  broker.holds = false;
  ASSERT_TRUE(test::eventually([&] {
    EXPECT_TRUE(patient.run_once(std::chrono::milliseconds(20)));
    return count("onceover.event_requests") == 0;
  }));
  EXPECT_EQ(count("onceover.outbox_parked"), 0);
}

// For example, where the row of the dead event was deleted.
TEST_F(OperateTest, WhatIsFirstOfItsAggregateGoesOnWhenTheRelayIsTaken) {
  const std::string bad = enqueue("p-1"), behind = enqueue("p-1");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  raw.exec("DELETE FROM onceover.outbox_parked WHERE state = 'dead'");
  ASSERT_TRUE(test::eventually([&] {
    drain(relay);
    return count("onceover.outbox_parked") == 0;
  }));
  EXPECT_THAT(broker.ids(), ElementsAre(behind));
}

// F32: in a restored database new events have lower transaction ids than the progress.
TEST_F(OperateTest, AnAdoptedRelayLosesNothingThatTheNewServerWrites) {
  const std::string old = enqueue("p-1");
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  // As a restored dump has it: ids of the other server, far ahead.
  raw.exec(
      "UPDATE onceover.relays SET window_from = '900000000:900000000:', window_to = '900000000:900000000:', "
      "system_identifier = '1';"
      "UPDATE onceover.outbox SET xid = '899999999'::xid8");
  const std::string before = enqueue("p-1");
  const auto refused = relay.run_once();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
  const auto forecast = forecast_adoption(connection, std::nullopt).value();
  ASSERT_EQ(forecast.size(), 1U);
  EXPECT_EQ(forecast[0].relay, "to-kafka");
  EXPECT_EQ(forecast[0].events, 2);
  EXPECT_EQ(forecast[0].passed_over, 0);
  EXPECT_EQ(adopt(connection, std::nullopt, "restored", me)->rewritten, 1);
  EXPECT_TRUE(view().is_draining);
  const std::string after = enqueue("p-1");
  drain(relay);
  EXPECT_THAT(broker.ids(), ElementsAre(old, old, before, after)) << "what was published before is repeated";
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  EXPECT_FALSE(view().is_draining);
  const std::string last = enqueue("p-2");
  drain(relay);
  EXPECT_EQ(broker.ids().back(), last);
  EXPECT_EQ(broker.stored.size(), 5U);
  EXPECT_EQ(trail(), "adopt_events: restored");
}

TEST_F(OperateTest, ARetiredRelayIsGoneForGoodAndItsNameStartsNothing) {
  const std::string bad = enqueue("p-1");
  broker.ends = [&](const Stored&) { return Report{.result = Report::Result::refused, .error = "No."}; };
  drain(relay);
  EXPECT_EQ(retire(connection, "to-kafka", "moved", me).error().kind, ErrorKind::busy) << "a process runs it";
  ASSERT_TRUE(relay.let_go());
  EXPECT_EQ(retire(connection, "to-kafka", "", me).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(retire(connection, "no such", "why", me).value(), std::nullopt);
  EXPECT_EQ(retire(connection, "to-kafka", "moved", me).value(), 1) << "what it held back is given up";
  EXPECT_EQ(retire(connection, "to-kafka", "moved", me).value(), std::nullopt);
  EXPECT_TRUE(relays(connection)->empty());
  EXPECT_EQ(trail(), "retire_relay: moved");
  enqueue("p-1");
  const auto refused = relay.run_once();
  ASSERT_FALSE(refused) << "from the beginning it would publish everything again";
  EXPECT_THAT(refused.error().sentence(), testing::HasSubstr("retired"));
  EXPECT_EQ(pause(connection, "to-kafka", "why", me).error().kind, ErrorKind::invalid_input) << "it is gone";
}

TEST_F(OperateTest, ARelayThatRunsIsNotAdopted) {
  drain(relay);
  const auto adopted = adopt(connection, std::nullopt, "why", me);
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().kind, ErrorKind::busy);
}

}  // namespace
}  // namespace onceover::outbox
