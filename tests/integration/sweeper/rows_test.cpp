// SPDX-License-Identifier: Apache-2.0
// Sweeping a table that is not ours.
#include <algorithm>
#include <map>

#include "core/reconcile/stop_switch.h"
#include "tests/integration/sweeper/rows_fixture.h"
#include "tests/support/verdict_shapes.h"

namespace onceover::test {
namespace {

gateway::Evidence pending(const gateway::Question&) {
  return FakeGateway::of(gateway::Finding::pending, "processing");
}

TEST_F(RowsTest, AQuestionThatWasNotAskedIsNoAttempt) {
  row("asked");
  row("later");
  gateway.answer = [&](const gateway::Question& question) {
    if (question.id.key == "asked") return gateway.look_up(question);
    auto evidence =
        FakeGateway::of(gateway::Finding::unknown, "not asked: the declared rate leaves no time for it");
    evidence.was_asked = false;
    return evidence;
  };
  const auto counts = sweep(eager(1));
  EXPECT_EQ(counts.owned, 2);
  EXPECT_EQ(counts.released, 1);
  EXPECT_EQ(counts.not_asked, 1);
  EXPECT_EQ(counts.unresolved + counts.needs_human, 0);
  EXPECT_EQ(raw.scalar("SELECT attempts || ' ' || (locked_until > clock_timestamp()) FROM onceover.row_cases "
                       "WHERE key = 'later'"),
            "0 true");
}

TEST_F(RowsTest, EachRowIsSettledFromItsEvidence) {
  for (const char* key : {"done", "lost", "refused", "silent", "wrong"}) row(key);
  row("alive", "clock_timestamp() + interval '10 minutes'");
  row("free", "NULL");
  row("finished", "NULL", "DONE");
  gateway.perform(at_gateway("done"));
  gateway.perform(at_gateway("wrong"), "11.00");
  gateway.answer = [&](const gateway::Question& question) {
    if (question.id.key == "refused") {
      auto evidence = FakeGateway::of(gateway::Finding::refused, "declined");
      evidence.refusal = "declined";
      return evidence;
    }
    if (question.id.key == "silent") return FakeGateway::of(gateway::Finding::unknown, "timeout");
    return gateway.look_up(question);
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.owned, 5);
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(counts.released, 1);
  EXPECT_EQ(counts.failed, 1);
  EXPECT_EQ(counts.unresolved, 1);
  EXPECT_EQ(counts.needs_human, 1);
  EXPECT_EQ(counts.lost, 0);
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(request_id || '=' || phase, ' ' ORDER BY request_id) FROM requests"),
      "alive=RUNNING done=DONE finished=DONE free=RUNNING lost=NEW refused=REJECTED silent=RUNNING "
      "wrong=RUNNING");
  EXPECT_EQ(raw.scalar("SELECT code || ' ' || reply FROM requests WHERE request_id = 'done'"),
            R"(201 {"id":"rf_one"})")
      << "the gateway's answer makes the response";
  EXPECT_EQ(case_of("done"), "settled 1 settle_succeeded");
  EXPECT_EQ(case_of("silent"), "open 1 unresolved");
  EXPECT_EQ(case_of("wrong"), "needs_human 1 needs_human");
  EXPECT_EQ(owned(), "0");
  EXPECT_EQ(audit_rows("action = 'own' AND relation = '\"public\".\"requests\"' AND fence_after IS NOT NULL"),
            "5");
  EXPECT_EQ(audit_rows("action = 'write' AND verdict IN ('settle_succeeded', 'release', 'settle_failed') AND "
                       "actor = 'sweeper'"),
            "3");
}

TEST_F(RowsTest, ARowIsOwnedAndNoTransactionIsOpenWhileTheGatewayIsAsked) {
  row("k-1");
  RawConnection beside = database.connect();
  std::string seen;
  gateway.before_answer = [&](const auto&) {
    seen = beside.scalar(
        "SELECT concat_ws(' ', (SELECT count(*) FROM onceover.row_cases WHERE owner LIKE 'sweeper@%' AND "
        "fence IS NOT NULL AND locked_until > clock_timestamp()), (SELECT string_agg(state, ',') FROM "
        "pg_stat_activity WHERE application_name = 'onceover-rows' AND datname = current_database()))");
  };
  EXPECT_EQ(sweep().released, 1);
  EXPECT_EQ(seen, "1 idle");
}

TEST_F(RowsTest, WhatCannotBeSettledStarvesNobodyBehindIt) {
  for (int i = 0; i < 45; ++i) row("stubborn-" + std::to_string(i));
  row("zz-behind");
  gateway.perform(at_gateway("zz-behind"));
  gateway.answer = [&](const gateway::Question& question) {
    return question.id.key == "zz-behind" ? gateway.look_up(question) : pending(question);
  };
  auto config = eager();
  config.batch = 10;
  const auto counts = sweep(config);
  EXPECT_EQ(counts.owned, 46);
  EXPECT_EQ(counts.unresolved, 45);
  EXPECT_EQ(phase_of("zz-behind"), "DONE");
}

TEST_F(RowsTest, ARowIsNotAskedAboutBeforeItsNextTryIsDue) {
  row("k-1");
  gateway.answer = pending;
  EXPECT_EQ(sweep().unresolved, 1);
  EXPECT_EQ(sweep().owned, 0);
  raw.exec("UPDATE onceover.row_cases SET next_try_at = clock_timestamp() - interval '1 s'");
  EXPECT_EQ(sweep().owned, 1);
}

TEST_F(RowsTest, WhatWasAskedStandsInTheRowAsInOurOwn) {
  row("asked");
  sweep();  // settles nothing that could be on file of the next
  row("it's {\"\\, NULL}");
  row("untouched", "clock_timestamp() + interval '1 hour'");
  gateway.answer = pending;
  ASSERT_EQ(sweep().unresolved, 1);
  const auto cases = [&](pg::Connection& by) {
    std::map<std::string, std::string> out;
    auto page = browse::Browser(by, p).page({});
    if (!page) throw std::runtime_error(page.error().sentence() + ' ' + page.error().detail);
    for (const browse::KeyRow& row : page->rows)
      out[row.id.key] = row.case_status + ' ' + std::to_string(row.case_attempts);
    return out;
  };
  EXPECT_EQ(cases(connection),
            (std::map<std::string, std::string>{
                {"asked", "settled 1"}, {"it's {\"\\, NULL}", "open 1"}, {"untouched", " 0"}}));
  const auto detail = browse::Browser(connection, p).detail({"7", "refund", "it's {\"\\, NULL}"});
  ASSERT_TRUE(detail && detail->found() != nullptr);
  EXPECT_EQ(detail->found()->verdict, "unresolved");
  EXPECT_TRUE(detail->found()->row.next_try_at);
  // Who may not read our tables sees the rows as before.
  raw.exec("CREATE ROLE reads_requests LOGIN; GRANT SELECT ON requests TO reads_requests");
  auto plain = pg::Connection::open({.conninfo = database.conninfo() + " user=reads_requests"});
  ASSERT_TRUE(plain);
  EXPECT_EQ(cases(*plain).at("asked"), " 0");
  raw.exec("DROP OWNED BY reads_requests; DROP ROLE reads_requests");
}

TEST_F(RowsTest, AfterEnoughAttemptsAHumanIsCalledAndTheRowIsLeftAlone) {
  row("k-1");
  gateway.answer = pending;
  for (int pass = 1; pass <= 3; ++pass) {
    const auto counts = sweep(eager(3));
    EXPECT_EQ(counts.unresolved, pass < 3 ? 1 : 0) << pass;
    EXPECT_EQ(counts.needs_human, pass < 3 ? 0 : 1) << pass;
  }
  EXPECT_EQ(sweep(eager(3)).owned, 0);
  EXPECT_EQ(case_of("k-1"), "needs_human 3 needs_human");
  EXPECT_EQ(phase_of("k-1"), "RUNNING");
  // Overview and Stuck leases say so, too.
  row("k-2");
  browse::Browser browser(connection, p);
  const auto counts = browser.state_counts();
  const auto groups = browser.stuck_groups();
  ASSERT_TRUE(counts && groups);
  EXPECT_EQ(counts->needs_human, 1);
  std::int64_t stuck = 0, people = 0;
  for (const browse::StuckGroup& group : groups->groups) stuck += group.n, people += group.needs_human;
  EXPECT_EQ(stuck, 2);
  EXPECT_EQ(people, 1);
}

TEST_F(RowsTest, ARowThatItsTableWithholdsIsForAPersonWithTheGatewaysAnswer) {
  row("k-1");
  gateway.perform(at_gateway("k-1"));
  raw.exec("CREATE FUNCTION public.withhold() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
  raw.exec(
      "CREATE TRIGGER withhold BEFORE UPDATE ON requests FOR EACH ROW EXECUTE FUNCTION public.withhold()");
  EXPECT_EQ(sweep().needs_human, 1);
  EXPECT_EQ(case_of("k-1"), "needs_human 1 needs_human");
  EXPECT_EQ(raw.scalar("SELECT (evidence ->> 'finding') || ' ' || (evidence -> 'echoed' IS NOT NULL OR "
                       "evidence ? 'amount')::text FROM onceover.row_cases"),
            "done true")
      << raw.scalar("SELECT evidence FROM onceover.row_cases");
}

TEST_F(RowsTest, ANewEpisodeCountsItsAttemptsFromTheStart) {
  row("k-1");
  gateway.answer = pending;
  ASSERT_EQ(sweep(eager(3)).unresolved, 1);
  ASSERT_EQ(sweep(eager(3)).unresolved, 1);
  gateway.answer = nullptr;
  ASSERT_EQ(sweep(eager(3)).released, 1);
  raw.exec("UPDATE requests SET phase = 'RUNNING', locked_until = clock_timestamp() - interval '1 minute'");
  gateway.answer = pending;
  EXPECT_EQ(sweep(eager(3)).unresolved, 1);
  EXPECT_EQ(case_of("k-1"), "open 1 unresolved");
}

// A table that has a time to retry, and an error column with the words of our own: only the gateway's answer
// proves anything.
TEST_F(RowsTest, AReleasedRowThatNoClientRetriesWaitsAndIsCounted) {
  raw.exec("ALTER TABLE requests ADD retry_by timestamptz");
  raw.exec("CREATE INDEX ON requests (created, merchant, request_id) WHERE phase = 'NEW'");
  p.retry_before = "retry_by";
  p.error = {.column = "problem"};
  p.writes[tables::Verb::fail].from = {key::State::in_progress, key::State::released};
  row("k-1", "NULL", "NEW");
  raw.exec(
      "UPDATE requests SET retry_by = clock_timestamp() - interval '1 minute', problem = "
      "'TRANSIENT.no_effect'");
  gateway.declared.dedupe_window.reset();
  gateway.declared.if_not_retried = gateway::IfNotRetried{.error_code = "X.y"};
  for (int pass = 1; pass <= 5; ++pass) {
    EXPECT_EQ(sweep(eager(3)).unresolved, 1);
    raw.exec("UPDATE onceover.row_cases SET next_try_at = clock_timestamp() - interval '1 s'");
  }
  EXPECT_EQ(phase_of("k-1"), "NEW");
  EXPECT_EQ(case_of("k-1"), "open 5 unresolved");
  const auto counts = browse::Browser(connection, p).state_counts();
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->unfinished.stuck, 1);
  EXPECT_EQ(counts->unfinished.unretried, 1);
  gateway.answer = [](const auto&) {
    auto evidence = FakeGateway::of(gateway::Finding::refused, "declined");
    evidence.refusal = "declined";
    return evidence;
  };
  EXPECT_EQ(sweep(eager(3)).failed, 1);
  EXPECT_EQ(phase_of("k-1"), "REJECTED");
}

TEST_F(RowsTest, AnExecutorThatWakesWhileTheGatewayIsAskedKeepsItsRow) {
  row("k-1");
  gateway.perform(at_gateway("k-1"));
  gateway.before_answer = [&](const auto&) {
    raw.exec("UPDATE requests SET phase = 'DONE', code = 200, reply = 'mine', locked_until = NULL");
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.lost, 1);
  EXPECT_EQ(counts.succeeded, 0);
  EXPECT_EQ(raw.scalar("SELECT reply FROM requests"), "mine");
  EXPECT_EQ(case_of("k-1"), "settled 0 changed") << "nobody has to look at it";
  EXPECT_EQ(audit_rows("action = 'write'"), "0");
}

TEST_F(RowsTest, ARowThatSomebodyKeepsChangingIsNotAskedAboutWithoutEnd) {
  row("k-1");
  gateway.before_answer = [&](const auto&) { raw.exec("UPDATE requests SET worker = worker || 'x'"); };
  EXPECT_EQ(sweep().lost, 1);
  EXPECT_EQ(case_of("k-1"), "open 0 unresolved");
  EXPECT_EQ(sweep().owned, 0) << "later";
}

TEST_F(RowsTest, WhoIsTooSlowForItsLeaseLeavesTheRestToOthers) {
  for (int i = 0; i < 3; ++i) row("k-" + std::to_string(i));
  auto config = eager();
  config.ask_timeout = std::chrono::milliseconds(1);
  config.own_lease = std::chrono::milliseconds(2);
  gateway.before_answer = [&](const auto&) { raw.exec("SELECT pg_sleep(0.01)"); };
  EXPECT_EQ(sweep(config).lost, 3);
  EXPECT_EQ(audit_rows("action = 'write'"), "0");
  gateway.before_answer = nullptr;
  EXPECT_EQ(sweep(eager()).released, 3);
}

TEST_F(RowsTest, WhoWasTakenOverWritesNothingThoughTheRowIsAsItWas) {
  row("k-1");
  gateway.perform(at_gateway("k-1"));
  FakeGateway of_the_other;
  of_the_other.answer = pending;
  bool first = true;
  gateway.before_answer = [&](const auto&) {
    if (!first) return;
    first = false;
    // This one has stalled past its lease; another takes the row over, and is answered that it is pending.
    raw.exec("UPDATE onceover.row_cases SET locked_until = clock_timestamp()");
    pg::Connection beside = swept_by(database.conninfo());
    sweeper::RowSweeper other(beside, p, of_the_other, {}, {"other", "host", "onceover-test"}, nullptr,
                              Random(2));
    auto counts = other.run_once();
    ASSERT_TRUE(counts.has_value());
    ASSERT_EQ(counts->unresolved, 1);
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.lost, 1);
  EXPECT_EQ(phase_of("k-1"), "RUNNING");
  EXPECT_EQ(case_of("k-1"), "open 1 unresolved") << "the other's word stands";
  EXPECT_EQ(audit_rows("action = 'write'"), "0");
}

TEST_F(RowsTest, WhoWasTakenOverKeepsNoCaseEither) {
  row("k-1");
  gateway.answer = pending;
  gateway.before_answer = [&](const auto&) {
    raw.exec(
        "UPDATE onceover.row_cases SET owner = 'other', fence = nextval('onceover.fence'), locked_until = "
        "clock_timestamp() + interval '1 h'");
  };
  EXPECT_EQ(sweep().lost, 1);
  EXPECT_EQ(case_of("k-1"), "open 0 unresolved");
  EXPECT_EQ(owned(), "1") << "the other's";
  gateway.before_answer = nullptr;
  EXPECT_EQ(sweep().owned, 0) << "as long as the other owns it";
}

TEST_F(RowsTest, APersonsCaseEndsTheSweepersOwnership) {
  row("k-1");
  gateway.perform(at_gateway("k-1"));
  gateway.before_answer = [&](const auto&) {
    pg::Connection desk = swept_by(database.conninfo());
    auto access = tables::inspect(desk, p);
    auto seen = reconcile::read_row(desk, p, *access, {.tenant = "7", .operation = "refund", .key = "k-1"});
    reconcile::JudgedEvidence asked;
    asked.evidence = pending({});
    asked.verdict.kind = reconcile::VerdictKind::needs_human;
    asked.verdict.why = "a person looks into it";
    auto kept = reconcile::keep_case(desk, p, *access, **seen, asked, "INC-1", "INC-1", {},
                                     {"alice", "desk", "test"});
    ASSERT_TRUE(kept.has_value()) << kept.error().sentence();
  };
  EXPECT_EQ(sweep().lost, 1);
  EXPECT_EQ(phase_of("k-1"), "RUNNING");
  EXPECT_EQ(case_of("k-1"), "needs_human 1 needs_human");
}

TEST_F(RowsTest, TheSwitchThrownWhileTheGatewayIsAskedHoldsTheVerdictBack) {
  for (const char* key : {"k-1", "k-2"}) row(key);
  gateway.perform(at_gateway("k-1"));
  gateway.answer = [&](const gateway::Question& question) {
    raw.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
    return question.id.key == "k-1" ? gateway.look_up(question) : pending(question);
  };
  const auto counts = sweep();
  EXPECT_TRUE(counts.stopped);
  EXPECT_EQ(counts.succeeded, 0);
  EXPECT_EQ(phase_of("k-1"), "RUNNING");
  EXPECT_EQ(audit_rows("action <> 'own'"), "0");
  EXPECT_TRUE(sweep().stopped);
  EXPECT_EQ(audit_rows("action = 'own'"), "2") << "none was owned behind the switch";
}

TEST_F(RowsTest, TheSwitchHoldsACaseBackToo) {
  row("k-1");
  gateway.answer = [&](const gateway::Question& question) {
    raw.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
    return pending(question);
  };
  EXPECT_EQ(sweep().unresolved, 0);
  EXPECT_EQ(case_of("k-1"), "open 0 unresolved");
  EXPECT_EQ(audit_rows("action = 'unresolved'"), "0");
}

TEST_F(RowsTest, ACaseWhoseRowIsStuckNoMoreIsClosedAndAPersonsIsNot) {
  for (const char* key : {"woken", "gone", "waiting", "persons"}) row(key);
  gateway.answer = pending;
  ASSERT_EQ(sweep(eager()).unresolved, 4);
  raw.exec(
      "UPDATE onceover.row_cases SET status = 'needs_human' WHERE key = 'persons'; UPDATE requests SET phase "
      "= 'DONE', locked_until = NULL WHERE request_id IN ('woken', 'persons'); DELETE FROM requests WHERE "
      "request_id = 'gone'");
  EXPECT_EQ(sweep(eager()).unresolved, 1);
  EXPECT_EQ(case_of("woken"), "settled 1 changed");
  EXPECT_EQ(case_of("gone"), "settled 1 changed");
  EXPECT_EQ(case_of("waiting"), "open 2 unresolved");
  EXPECT_EQ(case_of("persons"), "needs_human 1 unresolved");
}

TEST_F(RowsTest, ARowThatSomebodyHasLockedIsLeftOutAndHoldsUpNobody) {
  for (const char* key : {"k-1", "k-2"}) row(key);
  RawConnection executor = database.connect();
  executor.exec("BEGIN; SELECT FROM requests WHERE request_id = 'k-1' FOR UPDATE");
  EXPECT_EQ(sweep().owned, 1);
  EXPECT_EQ(phase_of("k-2"), "NEW");
  executor.exec("ROLLBACK");
  EXPECT_EQ(sweep().owned, 1);
}

TEST_F(RowsTest, ARowThatCannotBeWrittenHoldsUpNobodyAndEndsWithAPerson) {
  for (const char* key : {"a-1", "poison", "z-1"}) row(key);
  raw.exec("ALTER TABLE requests ADD CONSTRAINT refuse CHECK (request_id <> 'poison' OR phase = 'RUNNING')");
  auto counts = sweep(eager(2));
  EXPECT_EQ(counts.released, 2);
  EXPECT_EQ(counts.unresolved, 1);
  counts = sweep(eager(2));
  EXPECT_EQ(counts.needs_human, 1);
  EXPECT_EQ(case_of("poison"), "needs_human 2 needs_human");
  EXPECT_TRUE(
      std::ranges::any_of(said, [](const LogRecord& record) { return record.level == LogLevel::error; }));
}

TEST_F(RowsTest, AVerdictThatTheProfileCannotWriteIsAPersons) {
  p.writes.erase(tables::Verb::release);
  row("k-1");
  EXPECT_EQ(sweep().needs_human, 1);
  EXPECT_EQ(phase_of("k-1"), "RUNNING");
}

TEST_F(RowsTest, NoTombstoneIsPlacedThatNobodyCouldPutOnRecord) {
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  gateway.declared.dedupe_window.reset();
  row("k-1");
  EXPECT_EQ(sweep(eager()).failed, 1) << "the cancel held";
  row("k-2");
  p.writes.erase(tables::Verb::fail);
  EXPECT_EQ(sweep(eager()).unresolved, 1);
  gateway.perform(at_gateway("k-2"));
  EXPECT_EQ(sweep(eager()).succeeded, 1) << "it was not cancelled";
}

TEST_F(RowsTest, AGatewayThatIsSilentIsLeftAloneForAWhile) {
  for (int i = 0; i < 12; ++i) row("k-" + std::to_string(i));
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "HTTP 503"); };
  auto config = eager(1000);
  config.batch = 1;
  config.retry_budget = {.ratio = 0, .per_second = 0.001, .burst = 100};
  const auto counts = sweep(config);
  EXPECT_TRUE(counts.breaker_open);
  EXPECT_LT(counts.owned, 12);
}

TEST_F(RowsTest, ASpentBudgetAsksAboutFreshRowsAlone) {
  row("old");
  gateway.answer = pending;
  auto config = eager(1000);
  config.retry_budget = {.ratio = 0, .per_second = 0.001, .burst = 1};
  sweeper::RowSweeper one(connection, p, gateway, config, {"sweeper", "host", "onceover-test"}, nullptr,
                          Random(1));
  ASSERT_EQ(one.run_once()->owned, 1);
  ASSERT_EQ(one.run_once()->owned, 1) << "the one token";
  row("new");
  EXPECT_EQ(one.run_once()->owned, 1);
  EXPECT_EQ(gateway.asked(), 0);
  EXPECT_EQ(case_of("new"), "open 1 unresolved");
  EXPECT_EQ(case_of("old"), "open 2 unresolved");
}

TEST_F(RowsTest, ATableThatMayNotBeSweptIsRefusedWithAReason) {
  row("k-1");
  const auto refused = [&](const tables::Profile& wrong) {
    p = wrong;
    const auto counts = try_sweep({});
    EXPECT_FALSE(counts.has_value());
    return counts ? std::string() : counts.error().what;
  };
  const tables::Profile sound = p;
  auto wrong = sound;
  wrong.lease = {};
  EXPECT_THAT(refused(wrong), testing::HasSubstr("describes no lease"));
  wrong = sound;
  wrong.writes.clear();
  EXPECT_THAT(refused(wrong), testing::HasSubstr("does not state what succeed, fail or release writes"));
  wrong = sound;
  wrong.gateway_key.clear();
  EXPECT_THAT(refused(wrong), testing::HasSubstr("gateway_key"));
  EXPECT_EQ(gateway.asked(), 0);
  EXPECT_EQ(owned(), "0");
}

TEST_F(RowsTest, ALargeTableWithoutAnIndexForItsStuckRowsIsNotRead) {
  raw.exec(
      "DROP INDEX requests_created_merchant_request_id_idx; INSERT INTO requests (merchant, request_id, "
      "phase) SELECT 7, 'f-' || i, 'DONE' FROM generate_series(1, 60000) i; ANALYZE requests");
  row("k-1");
  const auto counts = try_sweep({});
  ASSERT_FALSE(counts.has_value());
  EXPECT_EQ(counts.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(counts.error().what, testing::HasSubstr("CREATE INDEX"));
  EXPECT_EQ(owned(), "0");
}

TEST_F(RowsTest, ATableInPartitionsWithAnEnumAndALeaseThatBeganIsSweptToo) {
  p = *settled_payments(raw);
  p.gateway_key = "{tenant}/{key}";
  const std::string key = "00000000-0000-4000-8000-000000000007";
  gateway.perform("41/" + key, "12.50");
  const auto counts = sweep();
  EXPECT_EQ(counts.owned, 1) << "of the others one is finished, free or held";
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', phase, http_status, reply, locked_at) FROM payment_requests "
                       "WHERE request_id = $1",
                       {key}),
            R"(DONE 201 {"id": "rf_000000"})");
  EXPECT_EQ(sweep().owned, 0);
}

TEST_F(RowsTest, WhatIsSaidOfARowNamesItAndHowItWent) {
  row("k-1");
  ASSERT_EQ(sweep().released, 1);
  ASSERT_EQ(said.size(), 1U);
  using Field = std::pair<std::string, std::string>;
  EXPECT_EQ(said[0].fields, (std::vector<Field>{{"key", "k-1"},
                                                {"operation", "refund"},
                                                {"tenant", "7"},
                                                {"attempt", "1"},
                                                {"from", "in_progress"},
                                                {"to", "released"},
                                                {"verdict", "release"},
                                                {"correlation_id", "trace-k-1"}}));
}

}  // namespace
// Verdicts that nobody declared are compared with the service's own rows. Without a row in progress there is
// nothing to compare.
TEST_F(RowsTest, AQuietTableIsSweptOnceARowIsInProgress) {
  for (auto& [verb, write] : p.writes) write.declared = false;
  for (int i = 0; i < 40; ++i) {
    row("done-" + std::to_string(i), "NULL", "DONE");
    row("rejected-" + std::to_string(i), "NULL", "REJECTED");
  }
  raw.exec("UPDATE requests SET code = 201, reply = '{}' WHERE phase = 'DONE'");
  raw.exec("UPDATE requests SET problem = 'declined' WHERE phase = 'REJECTED'");
  EXPECT_EQ(sweep(eager()).owned, 0) << "nothing is in progress, and that is no defect of the profile";
  row("k");
  gateway.perform(at_gateway("k"));
  const auto counts = try_sweep(eager());
  ASSERT_TRUE(counts) << counts.error().sentence();
  EXPECT_EQ(counts->owned, 1);
}

}  // namespace onceover::test
