// SPDX-License-Identifier: Apache-2.0
// The sweeper and the reaper against a real server and a gateway with its own ledger.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <thread>

#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {
namespace {

class SweepTest : public StuckTest {
 protected:
  // Tries are due at once, so that passes can follow one another without waiting.
  static sweeper::SweepConfig eager(int max_attempts = 8) {
    sweeper::SweepConfig config;
    config.backoff_base = config.backoff_cap = std::chrono::microseconds(1);
    config.max_attempts = max_attempts;
    return config;
  }
};

TEST_F(SweepTest, EachKeyIsSettledFromItsEvidence) {
  for (const char* key : {"done", "lost", "refused", "silent", "wrong"}) stuck(key);
  claimed("alive");
  gateway.perform(downstream("done"));
  gateway.perform(downstream("wrong"), "11.00");
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
  EXPECT_EQ(state_of("alive"), "in_progress");
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(key || '=' || state, ' ' ORDER BY key) FROM onceover.keys"),
      "alive=in_progress done=succeeded lost=released refused=failed silent=in_progress wrong=in_progress");
}

// A database that is set up for programs of before PostgreSQL 9.1 reads a backslash in a text as an escape.
TEST_F(SweepTest, KeysAreSettledAndReplayedUnderTheOldMeaningOfABackslash) {
  raw.exec("ALTER DATABASE " + database.name() + " SET standard_conforming_strings = off");
  connection.close();
  ASSERT_TRUE(connection.reopen());
  stuck("done");
  gateway.perform(downstream("done"));
  EXPECT_EQ(sweep().succeeded, 1);
  take<engine::Replay>(engine.claim(request_for("done"), policy));
  RawConnection client = database.connect();
  EXPECT_EQ(client.scalar("SELECT (onceover.header_list(response_headers))[1] FROM onceover.keys"),
            "Content-Type");
}

TEST_F(SweepTest, AKeyWithSeveralEffectsIsSettledOnceAllHaveTheSameEnd) {
  gateway.further = {"mail"};
  for (const char* key : {"both", "half", "none"}) stuck(key);
  gateway.perform(downstream("both"));
  gateway.perform(key::downstream_key(id_of("both"), "mail"));
  gateway.perform(downstream("half"));
  const auto counts = sweep();
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(counts.released, 1);
  EXPECT_EQ(counts.needs_human, 1);
  EXPECT_EQ(raw.scalar("SELECT string_agg(key || '=' || state, ' ' ORDER BY key) FROM onceover.keys"),
            "both=succeeded half=in_progress none=released");
  EXPECT_EQ(raw.scalar("SELECT reason FROM onceover.cases WHERE key = 'half'"),
            "Only a part of the request is known to have happened: refund: done; mail: no such key.");
}

// Or a check in that moment would say that all is well.
TEST_F(SweepTest, WhileItAsksTheKeyIsStuckAsBefore) {
  stuck("asked");
  auto other = pg::Connection::open({.conninfo = database.conninfo()});
  ASSERT_TRUE(other);
  browse::Browser browser(*other, tables::own());
  const auto before = browser.state_counts();
  ASSERT_TRUE(before);
  ASSERT_EQ(before->unfinished.stuck, 1);
  int seen = 0;
  gateway.before_answer = [&](const gateway::Question&) {
    ++seen;
    ASSERT_EQ(raw.scalar("SELECT holder || ' ' || (locked_until > now()) FROM onceover.keys"),
              "sweeper true");
    const auto during = browser.state_counts();
    ASSERT_TRUE(during);
    EXPECT_EQ(during->unfinished.stuck, 1);
    EXPECT_EQ(during->unfinished.oldest_stuck, before->unfinished.oldest_stuck);
    const auto groups = browser.stuck_groups();
    ASSERT_TRUE(groups);
    ASSERT_EQ(groups->groups.size(), 1U);
    EXPECT_EQ(groups->groups[0].oldest, *before->unfinished.oldest_stuck);
    browse::PageRequest request;
    request.filter.stuck = true;
    const auto page = browser.page(request);
    ASSERT_TRUE(page);
    ASSERT_EQ(page->rows.size(), 1U);
    EXPECT_TRUE(page->rows[0].is_stuck(page->as_of));
    EXPECT_FALSE(page->rows[0].is_due(page->as_of));
    EXPECT_EQ(page->rows[0].lease_ended(), before->unfinished.oldest_stuck);
  };
  gateway.perform(downstream("asked"));
  EXPECT_EQ(sweep().succeeded, 1);
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(browser.state_counts()->unfinished.stuck, 0);
}

TEST_F(SweepTest, WhatCannotBeSettledStarvesNobodyBehindIt) {
  for (int i = 0; i < 20; ++i) stuck("stubborn-" + std::to_string(i));
  stuck("behind");
  gateway.perform(downstream("behind"));
  gateway.answer = [&](const gateway::Question& question) {
    if (question.id.key != "behind") return FakeGateway::of(gateway::Finding::pending, "processing");
    return gateway.look_up(question);
  };
  auto config = eager();
  config.batch = 5;
  const auto counts = sweep(config);
  EXPECT_EQ(counts.owned, 21);
  EXPECT_EQ(state_of("behind"), "succeeded");
}

TEST_F(SweepTest, ARowThatCannotBeWrittenHoldsUpNobody) {
  for (const char* key : {"a", "poison", "z"}) stuck(key);
  for (const char* key : {"a", "poison", "z"}) gateway.perform(downstream(key));
  raw.exec("ALTER TABLE onceover.cases ADD CONSTRAINT refuse CHECK (key <> 'poison')");
  const auto counts = sweep();
  EXPECT_EQ(counts.succeeded, 2);
  EXPECT_EQ(counts.lost, 1);
  EXPECT_EQ(state_of("z"), "succeeded");
  EXPECT_EQ(state_of("poison"), "in_progress");
}

TEST_F(SweepTest, AVerdictThatCannotBeWrittenIsFiledAndCallsAPersonInTheEnd) {
  for (const char* key : {"a", "poison"}) stuck(key);
  for (const char* key : {"a", "poison"}) gateway.perform(downstream(key));
  raw.exec("ALTER TABLE onceover.keys ADD CONSTRAINT refuse CHECK (key <> 'poison' OR state <> 'succeeded')");
  const auto counts = sweep();
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(counts.unresolved, 1);
  EXPECT_EQ(raw.scalar("SELECT status || ' ' || attempts FROM onceover.cases WHERE key = 'poison'"),
            "open 1");
  raw.exec("UPDATE onceover.cases SET attempts = 7, next_try_at = clock_timestamp() WHERE key = 'poison'");
  EXPECT_EQ(sweep().needs_human, 1);
  EXPECT_EQ(state_of("poison"), "in_progress");
}

TEST_F(SweepTest, AQuestionThatWasNotAskedIsNoAttempt) {
  for (const char* key : {"asked", "later"}) stuck(key);
  gateway.answer = [&](const gateway::Question& question) {
    if (question.id.key == "asked") return gateway.look_up(question);
    auto evidence =
        FakeGateway::of(gateway::Finding::unknown, "not asked: the declared rate leaves no time for it");
    evidence.was_asked = false;
    return evidence;
  };
  for (int pass = 1; pass <= 3; ++pass) {
    raw.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE key = 'later' AND "
        "state = 'in_progress'");
    const auto counts = sweep(eager(2));
    EXPECT_EQ(counts.owned, pass == 1 ? 2 : 1) << pass;
    EXPECT_EQ(counts.not_asked, 1) << pass;
    EXPECT_EQ(counts.unresolved + counts.needs_human, 0) << pass;
    EXPECT_FALSE(counts.breaker_open) << pass;
  }
  EXPECT_EQ(state_of("asked"), "released");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases WHERE key = 'later' AND attempts > 0"), "0");
  EXPECT_EQ(sweep(eager(2)).owned, 0);  // its lease runs: no other sweeper takes it in vain
}

TEST_F(SweepTest, WhereTheDeclaredRateIsUsedUpTheNextBatchIsLeftToTheNextPass) {
  for (int i = 0; i < 450; ++i) stuck("k" + std::to_string(i));
  gateway.answer = [](const gateway::Question&) {
    auto evidence =
        FakeGateway::of(gateway::Finding::unknown, "not asked: the declared rate leaves no time for it");
    evidence.was_asked = false;
    return evidence;
  };
  auto config = eager();
  config.batch = 200;
  const auto counts = sweep(config);
  EXPECT_EQ(counts.owned, 200);
  EXPECT_EQ(counts.not_asked, 200);
  EXPECT_FALSE(counts.breaker_open);
}

TEST_F(SweepTest, ANewEpisodeCountsItsAttemptsFromTheStart) {
  stuck("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::pending, "processing"); };
  ASSERT_EQ(sweep(eager(3)).unresolved, 1);
  ASSERT_EQ(sweep(eager(3)).unresolved, 1);
  gateway.answer = nullptr;
  ASSERT_EQ(sweep(eager(3)).released, 1);
  take<engine::Claim>(engine.claim(request_for("k"), policy));
  expire_lease("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::pending, "processing"); };
  EXPECT_EQ(sweep(eager(3)).unresolved, 1);
}

TEST_F(SweepTest, LookUpsThatLagAreCountedFromTheLastExecutorsLease) {
  gateway.declared.lookup_lag = std::chrono::minutes(5);
  const auto first = claimed("k");
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '2 hours'");
  expire_lease("k");
  EXPECT_EQ(sweep().unresolved, 1);  // two hours old, and its executor may have sent it a second ago
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(SweepTest, AfterEnoughAttemptsAHumanIsCalledAndTheKeyIsLeftAlone) {
  stuck("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "HTTP 503"); };
  for (int pass = 1; pass <= 3; ++pass) {
    const auto counts = sweep(eager(3));
    EXPECT_EQ(counts.unresolved, pass < 3 ? 1 : 0) << pass;
    EXPECT_EQ(counts.needs_human, pass < 3 ? 0 : 1) << pass;
  }
  EXPECT_EQ(sweep(eager(3)).owned, 0);
  EXPECT_EQ(row("k").case_status, "needs_human");
  EXPECT_EQ(state_of("k"), "in_progress");
  // A person still may.
  gateway.answer = nullptr;
  gateway.perform(downstream("k"));
  EXPECT_EQ(take<reconcile::Settled>(settle(own("k"))).after.state, key::State::succeeded);
}

TEST_F(SweepTest, AKeyIsNotAskedAboutBeforeItsNextTryIsDue) {
  stuck("k");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::pending, "processing"); };
  EXPECT_EQ(sweep().unresolved, 1);
  EXPECT_EQ(sweep().owned, 0);
  raw.exec("UPDATE onceover.cases SET next_try_at = clock_timestamp() - interval '1 s'");
  EXPECT_EQ(sweep().unresolved, 1);
}

TEST_F(SweepTest, WhatIsGivenBackUnsettledIsStuckSinceItsExecutorsLeaseEnded) {
  stuck("k");
  raw.tamper("UPDATE onceover.keys SET locked_until = '2026-01-02 03:04:05.000006+00'");
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::pending, "processing"); };
  for (int pass = 0; pass < 2; ++pass) {
    ASSERT_EQ(sweep(eager()).unresolved, 1);
    EXPECT_EQ(raw.scalar("SELECT (locked_until = '2026-01-02 03:04:05.000006+00')::text FROM onceover.keys"),
              "true")
        << pass;
  }
}

TEST_F(SweepTest, TheGatewaysRetryAfterIsHonouredForAnHourAtMost) {
  const std::pair<Duration, const char*> table[] = {
      {std::chrono::minutes(40), "BETWEEN interval '39 min' AND interval '41 min'"},
      {std::chrono::hours(24 * 30), "BETWEEN interval '59 min' AND interval '61 min'"},
      // Less than the backoff's first step of five seconds, of which jitter takes half.
      {Duration::zero(), "BETWEEN interval '2 s' AND interval '6 s'"},
  };
  int number = 0;
  for (const auto& [asked, expected] : table) {
    const std::string key = "k" + std::to_string(++number);
    stuck(key);
    gateway.answer = [asked = asked](const auto&) {
      auto evidence = FakeGateway::of(gateway::Finding::unknown, "HTTP 429");
      evidence.retry_after = asked;
      return evidence;
    };
    sweep();
    EXPECT_EQ(raw.scalar("SELECT (next_try_at - updated_at " + std::string(expected) +
                         ")::text FROM onceover.cases WHERE key = '" + key + "'"),
              "true")
        << asked.count();
  }
}

TEST_F(SweepTest, TheStopSwitchHaltsSweeperAndReaper) {
  stuck("k");
  ASSERT_TRUE(reconcile::set_stop_switch(connection, true, "gateway migration", alice).value_or(false));
  const auto counts = sweep();
  EXPECT_TRUE(counts.stopped);
  EXPECT_EQ(counts.owned, 0);
  auto reaped = sweeper::reap(connection, {}, nullptr);
  ASSERT_TRUE(reaped);
  EXPECT_TRUE(reaped->stopped);
  ASSERT_TRUE(reconcile::set_stop_switch(connection, false, "done", alice).value_or(false));
  EXPECT_EQ(sweep().owned, 1);
  EXPECT_EQ(audit_rows("action IN ('stop', 'start')"), "2");
}

TEST_F(SweepTest, AStopBetweenAskingAndSettlingKeepsTheVerdictUnwritten) {
  stuck("k");
  gateway.perform(downstream("k"));
  gateway.before_answer = [&](const auto&) { raw.exec("UPDATE onceover.control SET stopped = true"); };
  EXPECT_EQ(sweep().lost, 1);
  EXPECT_EQ(state_of("k"), "in_progress");
  EXPECT_EQ(audit_rows("action = 'settle'"), "0");
}

// F3: evidence is gathered, then the sweeper pauses for longer than its lease; another settles; the first
// wakes.
TEST_F(SweepTest, ASweeperThatPausedBetweenEvidenceAndVerdictOverwritesNothing) {
  stuck("k");
  auto other_connection = open_or_throw(database.conninfo());
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::no_such_key, "HTTP 404"); };
  bool once = true;
  gateway.before_answer = [&](const auto&) {
    if (!std::exchange(once, false)) return;
    expire_lease("k");
    FakeGateway second;
    second.perform(downstream("k"));
    sweeper::Sweeper other(other_connection, profile, second, {}, {"sweeper-2", "host", "onceover-test"},
                           nullptr, Random(2));
    ASSERT_EQ(other.run_once()->succeeded, 1);
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.lost, 1);
  EXPECT_EQ(counts.released, 0);
  EXPECT_EQ(state_of("k"), "succeeded");
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
}

TEST_F(SweepTest, EightSweepersSettleEachKeyOnceAndAskOnce) {
  constexpr int keys = 400, sweepers = 8;
  for (int i = 0; i < keys; ++i) {
    claimed("k" + std::to_string(i));
    if (i % 2 == 0) gateway.perform(downstream("k" + std::to_string(i)));
  }
  raw.tamper("UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s'");
  std::atomic<int> succeeded = 0, released = 0, lost = 0;
  std::barrier gate(sweepers);
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<pg::Connection>> connections;
  for (int i = 0; i < sweepers; ++i)
    connections.push_back(std::make_unique<pg::Connection>(open_or_throw(database.conninfo())));
  for (int i = 0; i < sweepers; ++i) {
    threads.emplace_back([&, i] {
      sweeper::SweepConfig config;
      config.batch = 16;
      sweeper::Sweeper one(*connections[static_cast<std::size_t>(i)], profile, gateway, config,
                           {"sweeper-" + std::to_string(i), "host", "test"}, nullptr,
                           Random(static_cast<std::uint64_t>(i)));
      gate.arrive_and_wait();
      for (int pass = 0; pass < 3; ++pass) {
        const auto counts = one.run_once();
        ASSERT_TRUE(counts) << counts.error().sentence();
        succeeded += counts->succeeded;
        released += counts->released;
        lost += counts->lost;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(succeeded, keys / 2);
  EXPECT_EQ(released, keys / 2);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(gateway.asked(), keys);
  EXPECT_EQ(audit_rows("action = 'settle'"), std::to_string(keys));
}

TEST_F(SweepTest, TheReaperTakesFinishedKeysPastTheirWindowAndNothingElse) {
  const auto in_progress = claimed("in_progress");
  take<engine::Done>(engine.complete(claimed("fresh"), response_with("ok")));
  take<engine::Done>(engine.complete(claimed("old"), response_with("ok")));
  take<engine::Done>(engine.fail(claimed("old-failed"), response_with("no", 402), "x"));
  const auto released = claimed("old-released");
  take<engine::Done>(engine.release(released, released.created_at));
  raw.tamper(
      "UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s' WHERE key LIKE 'old%'");
  raw.tamper(
      "UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s', locked_until = "
      "clock_timestamp() - interval '9 d' WHERE key = 'in_progress'");
  auto due = sweeper::reap(connection, {.dry_run = true}, nullptr);
  ASSERT_TRUE(due);
  EXPECT_EQ(due->due, 3);
  auto reaped = sweeper::reap(connection, {.batch = 2}, &counters);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 3);
  EXPECT_EQ(reaped->batches, 2);
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"), "fresh in_progress");
}

TEST_F(SweepTest, TheReaperTakesTheCasesOfWhatItTakes) {
  stuck("k");
  gateway.perform(downstream("k"));
  EXPECT_EQ(sweep().succeeded, 1);
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s'");
  ASSERT_TRUE(sweeper::reap(connection, {}, nullptr));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases"), "0");
  EXPECT_EQ(audit_rows(), "2");
}

TEST_F(SweepTest, ADryRunTouchesNothing) {
  stuck("k");
  auto config = eager();
  config.dry_run = true;
  EXPECT_EQ(sweep(config).due, 1);
  EXPECT_EQ(gateway.asked(), 0);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(SweepTest, ASilentGatewayOpensTheBreaker) {
  for (int i = 0; i < 40; ++i) stuck("k" + std::to_string(i));
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "timeout"); };
  auto config = eager();
  config.batch = 2;
  const auto counts = sweep(config);
  EXPECT_TRUE(counts.breaker_open);
  EXPECT_LT(counts.owned, 40);
}

TEST_F(SweepTest, AWrongConfigurationIsRefusedByFieldName) {
  sweeper::SweepConfig config;
  config.own_lease = config.ask_timeout;
  ASSERT_FALSE(sweeper::validate(config));
  EXPECT_NE(sweeper::validate(config).error().what.find("own_lease"), std::string::npos);
}

}  // namespace
}  // namespace onceover::test
