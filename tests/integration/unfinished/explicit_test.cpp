// SPDX-License-Identifier: Apache-2.0
// Rows with explicit times: the frontier goes back in the same transaction, and where nothing notes them the
// full pass finds them.
#include "tests/integration/reconcile/fixture.h"
#include "tests/integration/unfinished/fixture.h"

namespace onceover::test {
namespace {

class ExplicitTimes : public FrontierTest {
 protected:
  const std::string an_hour_ago = "date_trunc('minute', clock_timestamp()) - interval '1 hour'";
  std::string until() { return store.raw.scalar("SELECT until FROM onceover.frontier"); }
  std::string rewinds() { return store.raw.scalar("SELECT rewinds FROM onceover.frontier"); }
  bool went_back_to_the_oldest() {
    return store.raw.scalar(
               "SELECT until <= (SELECT min(created_at) FROM onceover.keys) FROM onceover.frontier") == "t";
  }
  void expect_found_again() {
    EXPECT_EQ(missing_keys(store.raw), "");
    store.walk();
    store.expect_complete();
  }
};

TEST_F(ExplicitTimes, AnInsertMovesTheFrontierBackInItsOwnTransaction) {
  RawConnection open = store.connect();
  const std::string before = until();
  open.exec("BEGIN; " + insert_key_at("k", an_hour_ago));
  EXPECT_EQ(until(), before);
  store.expect_complete();
  open.exec("ROLLBACK");
  EXPECT_EQ(until(), before);
  store.raw.exec(insert_key_at("k", an_hour_ago));
  EXPECT_TRUE(went_back_to_the_oldest());
  store.expect_complete();
  expect_found_again();
  EXPECT_TRUE(store.lists("k"));
}

TEST_F(ExplicitTimes, OneThatIsNotCommittedIsNotPassed) {
  RawConnection holder = store.connect(), open = store.connect();
  holder.exec("BEGIN; " + insert_key("holder"));
  ASSERT_TRUE(store.step().waits);
  // It comes after the floor was published, and would be before the frontier.
  open.exec("BEGIN; " + insert_key_at("k", "clock_timestamp() - interval '5 s'"));
  holder.exec("COMMIT");
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(store.step().moved);
    EXPECT_EQ(missing_keys(store.raw), "");
  }
  open.exec("COMMIT");
  expect_found_again();
}

// Between the frontier and the moment that a step is about to move it to: nothing to go back to, and still
// the step must begin again.
TEST_F(ExplicitTimes, OneBeforeTheTargetOfAStepIsSeenByIt) {
  store.raw.exec("UPDATE onceover.frontier SET until = until - interval '1 day'");
  RawConnection holder = store.connect();
  holder.exec("BEGIN; " + insert_key("holder"));
  ASSERT_TRUE(store.step().waits);
  store.raw.exec(insert_key_at("k", an_hour_ago));
  holder.exec("COMMIT");
  expect_found_again();
  EXPECT_TRUE(store.lists("k"));
}

TEST_F(ExplicitTimes, InASubtransactionThatWasRolledBackTheyAreNotedAnew) {
  const std::string before = rewinds();
  const std::string insert = insert_key_at("k", an_hour_ago);
  store.raw.exec("BEGIN; SAVEPOINT s; " + insert + "; ROLLBACK TO s; COMMIT");
  EXPECT_EQ(rewinds(), before);
  store.raw.exec("BEGIN; SAVEPOINT s; " + insert + "; ROLLBACK TO s; " + insert + "; COMMIT");
  EXPECT_TRUE(went_back_to_the_oldest());
  expect_found_again();
}

TEST_F(ExplicitTimes, ManyRowsOfOneTransactionMoveItOnceForEachEarlierTime) {
  const auto before = std::stoll(rewinds());
  std::string script = "BEGIN";
  for (int i = 0; i < 20; ++i)
    script += "; " + insert_key_at("k" + std::to_string(i),
                                   an_hour_ago + " + " + std::to_string(i % 3) + " * interval '-1 minute'");
  store.raw.exec(script + "; COMMIT");
  EXPECT_EQ(std::stoll(rewinds()), before + 3);
  EXPECT_TRUE(went_back_to_the_oldest());
  expect_found_again();
}

TEST_F(ExplicitTimes, AnUpdateOfTheTimeMovesTheFrontierBack) {
  store.behind("k");
  store.raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '1 day'");
  EXPECT_TRUE(went_back_to_the_oldest());
  expect_found_again();
  store.tend();
  EXPECT_EQ(store.raw.scalar("SELECT count(*) FROM onceover.unfinished"), "1");
  store.raw.tamper("UPDATE onceover.keys SET created_at = clock_timestamp()");
  store.expect_complete();
}

TEST_F(ExplicitTimes, CopyMovesTheFrontierBack) {
  store.raw.exec(
      "COPY onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, created_at) "
      "FROM PROGRAM $$printf 'acme\\tPOST "
      "/refunds\\tk%d\\tin_progress\\t%d\\tjcs-sha256\\t\\\\\\\\x%064d\\t2024-02-0%d 10:00:00+00\\n' 1 1 1 3 "
      "2 2 2 2 3 3 3 5$$");
  EXPECT_EQ(store.raw.scalar("SELECT count(*) FROM onceover.keys"), "3");
  EXPECT_TRUE(went_back_to_the_oldest());
  expect_found_again();
  EXPECT_TRUE(store.lists("k2"));
}

// The rights on created_at are the view's owner's.
TEST_F(ExplicitTimes, ThroughAViewTheyAreNotedToo) {
  RawConnection clerk = store.connect();
  store.raw.exec(
      "DROP ROLE IF EXISTS view_clerk; CREATE ROLE view_clerk; GRANT USAGE ON SCHEMA onceover TO view_clerk; "
      "GRANT USAGE ON SEQUENCE onceover.fence TO view_clerk; CREATE VIEW public.seen_keys AS SELECT * FROM "
      "onceover.keys; GRANT SELECT, INSERT ON public.seen_keys TO view_clerk");
  clerk.exec("SET ROLE view_clerk");
  std::string insert = insert_key_at("k", an_hour_ago);
  insert.replace(insert.find("onceover.keys"), std::string("onceover.keys").size(), "public.seen_keys");
  clerk.exec(insert);
  EXPECT_TRUE(went_back_to_the_oldest());
  expect_found_again();
  const std::string before = until();
  clerk.exec("SELECT onceover.note_explicit_time('2020-01-01')");
  EXPECT_EQ(until(), before) << "only who writes keys moves it back";
  clerk.exec("RESET ROLE");
  store.raw.exec("DROP OWNED BY view_clerk CASCADE; DROP ROLE view_clerk; DROP VIEW public.seen_keys");
}

TEST_F(ExplicitTimes, WithoutItsTriggersTheListIsALowerBound) {
  for (const char* trigger : {"key_changed", "released_key_deleted", "keys_truncated"}) {
    store.raw.exec(std::string("ALTER TABLE onceover.keys DISABLE TRIGGER ") + trigger);
    store.expect_complete(unfinished::Known::at_least);
    store.raw.exec(std::string("ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER ") + trigger);
  }
  store.expect_complete();
}

TEST_F(ExplicitTimes, AFrontierThatSomebodyDeletedBeginsAnew) {
  store.behind("k");
  store.raw.exec("DELETE FROM onceover.frontier");
  const auto knowledge = read_by_list(store.connection).unfinished.knowledge;
  EXPECT_NE(unfinished::word(knowledge.known), "exact") << knowledge.why;
  store.walk();
  store.expect_complete();
  EXPECT_TRUE(store.lists("k"));
}

// The rest of what an owner may do by hand: a merchant gets another name, a key is opened again.
TEST_F(ExplicitTimes, AKeyThatIsRenamedBehindTheFrontierIsInTheAnswer) {
  store.behind("k");
  store.raw.tamper("UPDATE onceover.keys SET tenant = 'acme-2'");
  store.expect_complete();
}

TEST_F(ExplicitTimes, AFinishedKeyThatIsOpenedAgainBehindTheFrontierIsInTheAnswer) {
  store.behind("k");
  store.raw.exec(update_key("k", to_finished));
  store.tend();
  ASSERT_FALSE(store.lists("k"));
  store.raw.tamper(update_key("k", to_taken_over));
  store.expect_complete();
}

// Rights by column, as the role scripts give them.
TEST_F(ExplicitTimes, ARoleOfAServiceMayNotWriteThem) {
  RawConnection clerk = store.connect();
  store.raw.exec(
      "DROP ROLE IF EXISTS frontier_clerk; CREATE ROLE frontier_clerk; GRANT USAGE ON SCHEMA onceover TO "
      "frontier_clerk; GRANT USAGE ON SEQUENCE onceover.fence TO frontier_clerk; GRANT SELECT ON "
      "onceover.keys TO frontier_clerk; GRANT INSERT (tenant, operation, key, state, fence, "
      "fingerprint_kind, fingerprint, locked_until), UPDATE (state) ON onceover.keys TO frontier_clerk");
  clerk.exec("SET ROLE frontier_clerk");
  EXPECT_EQ(clerk.sqlstate_of(insert_key_at("explicit", an_hour_ago)), "42501");
  EXPECT_EQ(clerk.sqlstate_of("UPDATE onceover.keys SET created_at = now()"), "42501");
  EXPECT_EQ(clerk.sqlstate_of("UPDATE onceover.frontier SET until = now()"), "42501");
  EXPECT_EQ(clerk.sqlstate_of("DELETE FROM onceover.unfinished"), "42501");
  EXPECT_EQ(clerk.sqlstate_of("SELECT setval('onceover.floor', 1)"), "42501");
  EXPECT_EQ(clerk.sqlstate_of("SELECT onceover.rewind_frontier('2020-01-01')"), "42501");
  EXPECT_EQ(clerk.sqlstate_of("SELECT * FROM onceover.publish_floor()"), "42501");
  clerk.exec(insert_key("by default"));
  const std::string before = until();
  store.raw.exec("GRANT INSERT (created_at) ON onceover.keys TO frontier_clerk");
  const std::string refused = clerk.sqlstate_of(insert_key_at("explicit", an_hour_ago));
  EXPECT_TRUE(refused.empty() ? went_back_to_the_oldest() : until() == before) << refused;
  store.raw.exec("DROP OWNED BY frontier_clerk; DROP ROLE frontier_clerk");
  expect_found_again();
}

class FullPass : public ExplicitTimes {
 protected:
  FakeGateway gateway;
  sweeper::SweepCounts pass(Duration every = Duration{0}) {
    sweeper::SweepConfig config;
    config.full_every = every;
    sweeper::Sweeper sweeper(store.connection, tables::own(), gateway, config,
                             {"sweeper", "host", "onceover-test"}, nullptr, Random(1));
    return value_of(sweeper.run_once());
  }
};

TEST_F(FullPass, FindsAndCountsWhatNothingNoted) {
  store.raw.exec("ALTER DOMAIN onceover.key_time DROP CONSTRAINT key_time_is_noted");
  store.raw.exec(insert_key_at("k", an_hour_ago));
  store.raw.exec(insert_key_at("finished", an_hour_ago));
  store.raw.exec(update_key("finished", to_finished));
  EXPECT_NE(missing_keys(store.raw), "") << "nothing notes it";
  EXPECT_EQ(pass().found_behind, 1);
  found_behind = "1";
  EXPECT_EQ(store.raw.scalar("SELECT found_behind FROM onceover.frontier"), "1");
  store.expect_complete();
  EXPECT_EQ(pass().found_behind, 0);
}

// Values that are of the type already are not checked again.
TEST_F(FullPass, FindsRowsOfATableOfTheSameTypes) {
  store.behind("k");
  store.raw.tamper("CREATE TABLE public.backup AS TABLE onceover.keys; DELETE FROM onceover.keys");
  store.walk();
  store.tend();
  ASSERT_FALSE(store.lists("k"));
  store.raw.exec("INSERT INTO onceover.keys SELECT * FROM public.backup");
  EXPECT_EQ(pass().found_behind, 1);
  found_behind = "1";
  store.expect_complete();
}

TEST_F(FullPass, FindsNothingWhereTheRuleHolds) {
  store.resting("resting");
  store.behind("running");
  store.raw.exec(insert_key("recent"));
  EXPECT_EQ(pass().found_behind, 0);
}

// Another one moves the frontier at that moment.
TEST_F(FullPass, ThatCannotCompareASliceComesBackToIt) {
  store.raw.exec("ALTER DOMAIN onceover.key_time DROP CONSTRAINT key_time_is_noted");
  store.raw.exec(insert_key_at("k", an_hour_ago));
  RawConnection other = store.connect();
  other.exec("BEGIN; SELECT FROM onceover.frontier FOR UPDATE");
  EXPECT_EQ(pass(std::chrono::minutes(10)).found_behind, 0);
  other.exec("COMMIT");
  EXPECT_EQ(pass(std::chrono::minutes(10)).found_behind, 1);
  found_behind = "1";
}

// The key is finished and leaves the list while the pass compares both.
TEST_F(FullPass, DoesNotReportAKeyThatIsFinishedMeanwhile) {
  store.behind("k");
  store.slow_inserts("onceover.unfinished");
  RawConnection gate = store.connect(), passing = store.connect();
  gate.exec("SELECT pg_advisory_lock(42)");
  const int pid = passing.backend_pid();
  Blocked relisting(passing, "SELECT onceover.relist_unfinished('-infinity', '', 'infinity', '')");
  // Where it looks at the list first, it inserts nothing and so does not wait.
  (void)eventually([&] {
    return store.raw.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE pid = $1::int AND (wait_event_type = 'Lock' OR "
               "query LIKE 'SELECT onceover.relist%' AND state = 'idle')",
               {std::to_string(pid)}) == "1";
  });
  store.raw.exec(update_key("k", to_finished));
  store.tend();
  gate.exec("SELECT pg_advisory_unlock(42)");
  EXPECT_EQ(relisting.finish(), (std::vector<RawRow>{{"0"}}));
  store.raw.exec("DROP TRIGGER slow ON onceover.unfinished");
}

}  // namespace
}  // namespace onceover::test
