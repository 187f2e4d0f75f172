// SPDX-License-Identifier: Apache-2.0
// Answers that get lost at the commit: each call finds out what happened, and nothing happens twice.
#include "tests/integration/inbox/fixture.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

struct Lost {
  const char* name;
  TrapThen then;
};

class EventAnswerLost : public InboxTest, public testing::WithParamInterface<Lost> {
 protected:
  PgProxy proxy{shared_server().socket_dir()};
  pg::Connection shaky = must(pg::Connection::open(
      {.conninfo = proxy.conninfo(database.name()), .deadline = std::chrono::milliseconds(500)}));
  inbox::Inbox unsure{shaky, "billing", policy};

  void lose() { proxy.trap(TrapAt::sync, GetParam().then); }
  inbox::Attempt attempt_of(const std::string& id) {
    return take<inbox::Begun>(unsure.begin(event_of(id), "test")).attempt;
  }
};

INSTANTIATE_TEST_SUITE_P(Ways, EventAnswerLost,
                         testing::Values(Lost{"CutBefore", TrapThen::cut_before},
                                         Lost{"CutAfter", TrapThen::cut_after},
                                         Lost{"Swallowed", TrapThen::swallow}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EventAnswerLost, OfABeginningSpendsOneAttempt) {
  lose();
  const auto first = attempt_of("e1");
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(first.number, 1);
  EXPECT_EQ(state_of("e1"), "in_progress 1");
  expire("e1");
  proxy.trap(TrapAt::text, GetParam().then, "onceover.inbox_begin_again");
  const auto second = attempt_of("e1");
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(second.number, 2);
  EXPECT_EQ(state_of("e1"), "in_progress 2");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(unsure.finish(second))));
}

TEST_P(EventAnswerLost, OfAnEndIsDone) {
  const auto attempt = attempt_of("e1");
  lose();
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(unsure.finish(attempt))));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(state_of("e1"), "succeeded 1");
}

TEST_P(EventAnswerLost, OfAFailureIsTheFailuresOwnAnswer) {
  const auto attempt = attempt_of("e1");
  lose();
  EXPECT_TRUE(std::holds_alternative<inbox::RetryIn>(must(unsure.fail(attempt, {"no"}))));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(state_of("e1"), "in_progress 1");
  const auto last = attempt_of("e1");
  lose();
  EXPECT_TRUE(std::holds_alternative<inbox::BecomesDead>(must(unsure.fail(last, {"no", true}))));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(state_of("e1"), "dead 2");
}

TEST_P(EventAnswerLost, OfAStartSpendsOneAttempt) {
  (void)must(box.store(std::vector{event_of("e1"), event_of("e2")}));
  auto batch = must(unsure.take(5, "test")).events;
  ASSERT_EQ(batch.size(), 2U);
  lose();
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(unsure.start(batch[0]))));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(batch[0].attempt.number, 1);
  EXPECT_EQ(state_of(batch[0].event.id), "in_progress 1");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(unsure.finish(batch[0].attempt))));
}

TEST_P(EventAnswerLost, OfAStoreIsStoredOnce) {
  proxy.trap(TrapAt::commit, GetParam().then);
  const auto answers = must(unsure.store(std::vector{event_of("e1"), event_of("e2")}));
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(words_of(answers),
            GetParam().then == TrapThen::cut_before ? "accepted accepted" : "duplicate duplicate");
  EXPECT_EQ(count(), "2");
}

TEST_P(EventAnswerLost, OfAKnownEventRunsItsEffectOnce) {
  raw.exec("CREATE TABLE ledger (id text)");
  const std::vector<pg::Statement> business{
      {"INSERT INTO public.ledger VALUES ($1::text)", pg::params("e1")}};
  lose();
  EXPECT_EQ(must(unsure.run_known(event_of("e1"), business)),
            GetParam().then == TrapThen::cut_before ? inbox::Answer::accepted : inbox::Answer::duplicate);
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "1");
}

TEST_P(EventAnswerLost, OfATakeIsAnErrorAndTheLeaseRunsOut) {
  (void)must(box.store(std::vector{event_of("e1")}));
  lose();
  EXPECT_TRUE(unsure.take(5, "test").error().is_connection_lost());
  EXPECT_TRUE(proxy.wait_sprung());
  EXPECT_EQ(state_of("e1"), "in_progress 0");
  raw.tamper("UPDATE onceover.inbox SET locked_until = clock_timestamp() WHERE locked_until IS NOT NULL");
  EXPECT_EQ(must(box.take(5, "test")).events.size(), 1U);
}

}  // namespace
}  // namespace onceover::test
