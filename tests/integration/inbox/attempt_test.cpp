// SPDX-License-Identifier: Apache-2.0
// Attempts that are committed before the handler runs: begin, finish, fail; and the wall.
#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

using AttemptTest = InboxTest;

TEST_F(AttemptTest, AnAttemptIsCommittedBeforeItsHandlerRuns) {
  const auto attempt = begun("e1");
  EXPECT_EQ(attempt.number, 1);
  EXPECT_EQ(state_of("e1"), "in_progress 1");
  begin(connection);
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish_within(attempt, R"({"invoice":7})"))));
  commit(connection);
  EXPECT_EQ(state_of("e1"), "succeeded 1");
  EXPECT_EQ(raw.scalar("SELECT result->>'invoice' FROM onceover.inbox"), "7");
  EXPECT_TRUE(take<inbox::Duplicate>(box.begin(event_of("e1"), "test")).verified);
  EXPECT_FALSE(take<inbox::Duplicate>(box.begin(event_of("e1", ""), "test")).verified);
  (void)take<inbox::Mismatch>(box.begin(event_of("e1", "B"), "test"));
}

TEST_F(AttemptTest, ALiveLeaseIsRespectedAndAnExpiredOneIsAFurtherAttempt) {
  const auto first = begun("e1");
  const auto elsewhere = take<inbox::InProgress>(box.begin(event_of("e1"), "test"));
  ASSERT_TRUE(elsewhere.until);
  EXPECT_EQ(*elsewhere.until, first.locked_until);
  expire("e1");
  const auto second = begun("e1");
  EXPECT_EQ(second.number, 2);
  EXPECT_GT(second.fence, first.fence);
  EXPECT_EQ(raw.scalar("SELECT last_error FROM onceover.inbox"), "attempt 1 ended without a result");
  // The first handler wakes up: it changes nothing.
  begin(connection);
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.finish_within(first))));
  commit(connection);
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.finish(first))));
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.fail(first, {"late"}))));
  auto stale = first;
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.renew(stale))));
  EXPECT_EQ(state_of("e1"), "in_progress 2");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish(second))));
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.finish(second))))
      << "an attempt ends once";
}

TEST_F(AttemptTest, DeadAfterItsLastAttemptAndNotBefore) {
  for (int n = 1; n <= 3; ++n) {
    const auto attempt = begun("e1");
    EXPECT_EQ(attempt.number, n);
    const auto outcome = must(box.fail(attempt, {"error " + std::to_string(n)}));
    EXPECT_EQ(outcome.index(), n < 3 ? 0U : 1U);
    EXPECT_EQ(state_of("e1"), (n < 3 ? "in_progress " : "dead ") + std::to_string(n));
  }
  (void)take<inbox::Dead>(box.begin(event_of("e1"), "test"));
  EXPECT_EQ(raw.scalar("SELECT last_error || ' ' || (dead_at IS NOT NULL) || ' ' || (next_try_at IS NULL) "
                       "FROM onceover.inbox"),
            "error 3 true true");
}

TEST_F(AttemptTest, ACrashCountsAndTheLastOneBuries) {
  for (int n = 1; n <= 3; ++n) {
    EXPECT_EQ(begun("e1").number, n);
    expire("e1");
  }
  (void)take<inbox::Dead>(box.begin(event_of("e1"), "test"));
  EXPECT_EQ(state_of("e1"), "dead 3");
  EXPECT_EQ(raw.scalar("SELECT last_error FROM onceover.inbox"), "attempt 3 ended without a result");
}

TEST_F(AttemptTest, DeadAtOnceIfDefinitive) {
  (void)take<inbox::BecomesDead>(box.fail(begun("e1"), {"unknown currency", true}));
  EXPECT_EQ(state_of("e1"), "dead 1");
}

TEST_F(AttemptTest, AFailedEventIsNotDueBeforeItsTime) {
  const auto retry = take<inbox::RetryIn>(box.fail(begun("e1"), {"busy", false, std::chrono::hours(1)}));
  EXPECT_EQ(retry.delay, std::chrono::hours(1));
  const auto later = take<inbox::NotDue>(box.begin(event_of("e1"), "test"));
  EXPECT_EQ(raw.scalar("SELECT next_try_at BETWEEN clock_timestamp() + interval '59 minutes' AND "
                       "clock_timestamp() + interval '1 hour' FROM onceover.inbox"),
            "t");
  EXPECT_EQ(must(connection.exec("SELECT next_try_at FROM onceover.inbox")).timestamp(0, 0), later.until);
  EXPECT_EQ(state_of("e1"), "in_progress 1");
}

TEST_F(AttemptTest, TheEffectRollsBackWithTheEnd) {
  const auto attempt = begun("e1");
  begin(connection);
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish_within(attempt))));
  (void)must(connection.exec("ROLLBACK"));
  EXPECT_EQ(state_of("e1"), "in_progress 1");
  const auto statement = box.finish_statement(attempt);
  EXPECT_TRUE(inbox::Inbox::finished(must(connection.exec(statement.sql, statement.params))));
}

TEST_F(AttemptTest, RenewingGivesAFullLeaseFromNow) {
  auto attempt = begun("e1");
  raw.tamper("UPDATE onceover.inbox SET locked_until = clock_timestamp() + interval '1 second'");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.renew(attempt))));
  EXPECT_EQ(raw.scalar("SELECT locked_until > clock_timestamp() + interval '25 seconds' FROM onceover.inbox"),
            "t");
  EXPECT_EQ(must(connection.exec("SELECT locked_until FROM onceover.inbox")).timestamp(0, 0),
            attempt.locked_until);
}

TEST_F(AttemptTest, AnEventThatATransactionHoldsIsInProgress) {
  inbox::Policy impatient = policy;
  impatient.rival_wait = std::chrono::milliseconds(1);
  inbox::Inbox other_box(connection, "billing", impatient);
  raw.exec(
      "BEGIN; INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ('billing', 'orders', "
      "'e1', 'succeeded')");
  const auto outcome = must(other_box.begin(event_of("e1"), "test"));
  raw.exec("ROLLBACK");
  ASSERT_TRUE(std::holds_alternative<inbox::InProgress>(outcome));
  EXPECT_FALSE(std::get<inbox::InProgress>(outcome).until);
  EXPECT_EQ(begun("e1").number, 1);
}

TEST_F(AttemptTest, BegunEventsAreNeverGivenToWorkers) {
  (void)take<inbox::RetryIn>(box.fail(begun("e1"), {"busy"}));
  EXPECT_TRUE(must(box.take(10, "test")).events.empty());
}

TEST_F(AttemptTest, FinishingIsAHeapOnlyUpdate) {
  const auto attempt = begun("e1");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish(attempt))));
  (void)must(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
  (void)must(connection.exec("SELECT 1"));
  EXPECT_EQ(raw.scalar("SELECT n_tup_upd || ' ' || n_tup_hot_upd FROM pg_stat_user_tables WHERE relid = "
                       "'onceover.inbox'::regclass"),
            "1 1");
}

TEST_F(AttemptTest, TheWallHoldsWhoeverWrites) {
  (void)begun("open");
  EXPECT_EQ(accepted({event_of("done")}), "accepted");
  EXPECT_EQ(
      raw.sqlstate_of(
          "UPDATE onceover.inbox SET state = 'in_progress', processed_at = NULL WHERE event_id = 'done'"),
      "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET state = 'dead' WHERE event_id = 'done'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET attempts = 0 WHERE event_id = 'open'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET event_id = 'x' WHERE event_id = 'open'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET source = 'x' WHERE event_id = 'open'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET consumer = 'x' WHERE event_id = 'open'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET fingerprint = 'x' WHERE event_id = 'open'"), "OC009");
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET state = 'failed' WHERE event_id = 'open'"), "23514");
  // A payload may be erased, and a dead letter may be put back.
  EXPECT_EQ(
      raw.sqlstate_of("UPDATE onceover.inbox SET payload = NULL, headers = NULL WHERE event_id = 'done'"),
      "");
  (void)take<inbox::BecomesDead>(box.fail(begun("dead"), {"no", true}));
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET state = 'in_progress', attempts = 0, dead_at = NULL "
                            "WHERE event_id = 'dead'"),
            "");
  EXPECT_EQ(begun("dead").number, 1);
}

TEST_F(AttemptTest, WhatCommitsByItselfIsDurableAndTheCallersTransactionIsTheCallers) {
  auto lazy = open_inbox(database.conninfo());
  ASSERT_TRUE(lazy.script("SET synchronous_commit = off"));
  raw.exec(R"(CREATE TABLE seen (setting text);
              CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN new; END $$;
              CREATE TRIGGER note BEFORE INSERT OR UPDATE ON onceover.inbox FOR EACH ROW EXECUTE FUNCTION note())");
  const auto seen = [&] {
    const auto settings = raw.scalar("SELECT string_agg(setting, ' ') FROM seen");
    raw.exec("TRUNCATE seen");
    return settings;
  };
  inbox::Inbox other(lazy, "billing", policy);
  const auto first = take<inbox::Begun>(other.begin(event_of("e1"), "test")).attempt;
  (void)take<inbox::RetryIn>(other.fail(first, {"no"}));
  const auto second = take<inbox::Begun>(other.begin(event_of("e1"), "test")).attempt;
  (void)take<inbox::Done>(other.finish(second));
  EXPECT_EQ(seen(), "on on on on");
  (void)must(other.store(std::vector{event_of("s1"), event_of("s2")}));
  auto batch = must(other.take(5, "test")).events;
  (void)take<inbox::Done>(other.start(batch[0]));
  EXPECT_EQ(seen(), "on on on on on");
  begin(lazy);
  EXPECT_EQ(must(other.accept_within(event_of("a1"))), inbox::Answer::accepted);
  (void)take<inbox::Done>(other.finish_within(batch[0].attempt));
  commit(lazy);
  EXPECT_EQ(seen(), "off off");
}

TEST_F(AttemptTest, NothingCommitsInsideAnOpenTransaction) {
  const auto attempt = begun("e1");
  begin(connection);
  auto renewed = attempt;
  EXPECT_EQ(box.begin(event_of("e2"), "test").error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.finish(attempt).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.fail(attempt, {"x"}).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.renew(renewed).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.store({}).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.take(1, "test").error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(box.run_known(event_of("e2"), {}).error().kind, ErrorKind::invalid_input);
  commit(connection);
  EXPECT_EQ(box.finish_within(attempt).error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(count(), "1");
}

}  // namespace
}  // namespace onceover::test
