// SPDX-License-Identifier: Apache-2.0
// Released keys that no client retries: with proof that they had no effect they fail, by policy of their
// operation; others wait.
#include <atomic>
#include <barrier>
#include <thread>

#include "core/alerts/rules.h"
#include "core/browse/browser.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::test {
namespace {

using namespace std::chrono_literals;

class ReleasedTest : public StuckTest {
 protected:
  // Gateways that dedupe for less time than the keys of these tests are old: what they do not know is not
  // released again.
  void SetUp() override { gateway.declared.dedupe_window.reset(); }

  void fail_if_not_retried(Duration after = Duration{0}) {
    gateway.declared.if_not_retried = gateway::IfNotRetried{
        .after = after, .error_code = "CONFLICT.idempotency.not_retried", .detail = "Use a new key."};
  }
  // The executor's word, with a bound that is over.
  void said_no_effect(const std::string& key) {
    const auto claim = claimed(key);
    take<engine::Done>(engine.release(claim, claim.created_at));
  }
  // A sweeper's release, whose bound is over: nobody knows whether a request is under way.
  void released_by_sweeper(const std::string& key) {
    stuck(key);
    gateway.declared.dedupe_window = 24h;
    ASSERT_EQ(sweep().released, 1);
    gateway.declared.dedupe_window.reset();
    pass_bound(key);
  }
  void pass_bound(const std::string& key) {
    raw.exec("UPDATE onceover.keys SET retry_before = clock_timestamp() - interval '1 s' WHERE key = $1",
             {key});
  }
  void make_due() {
    raw.exec(
        "UPDATE onceover.cases SET next_try_at = clock_timestamp() - interval '1 s' WHERE status = 'open'");
  }
  std::string states() {
    return raw.scalar(
        "SELECT string_agg(state || ' ' || n, ', ' ORDER BY state) FROM (SELECT state, count(*) AS n FROM "
        "onceover.keys GROUP BY 1) s");
  }
  browse::StateCounts counts() {
    auto read = browse::Browser(connection, profile).state_counts();
    if (!read) throw std::runtime_error(read.error().sentence());
    return *read;
  }
  sweeper::SweepConfig eager(int max_attempts = 8) {
    sweeper::SweepConfig config;
    config.backoff_base = config.backoff_cap = std::chrono::microseconds(1);
    config.max_attempts = max_attempts;
    return config;
  }
  // As often as today's sweeper would ask before it calls a person.
  void sweep_often() {
    for (int pass = 0; pass < 10; ++pass) {
      make_due();
      sweep(eager(3));
    }
  }
};

TEST_F(ReleasedTest, AStormOfKeysThatNobodyRetriesCallsNoPerson) {
  constexpr int each = 20;
  for (int i = 0; i < each; ++i) stuck("open-" + std::to_string(i));
  gateway.declared.dedupe_window = 24h;
  ASSERT_EQ(sweep().released, each);
  gateway.declared.dedupe_window.reset();
  raw.exec("UPDATE onceover.keys SET retry_before = clock_timestamp() - interval '1 s'");
  for (int i = 0; i < each; ++i) said_no_effect("proved-" + std::to_string(i));
  fail_if_not_retried();
  sweep_often();
  EXPECT_EQ(states(), "failed 20, released 20");
  EXPECT_EQ(
      raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'failed' AND key NOT LIKE 'proved-%'"),
      "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases WHERE status = 'needs_human'"), "0");
  EXPECT_EQ(
      raw.scalar(
          "SELECT DISTINCT error_code || ' ' || response_code FROM onceover.keys WHERE state = 'failed'"),
      "CONFLICT.idempotency.not_retried 422");
  EXPECT_EQ(
      audit_rows("action = 'settle' AND verdict = 'settle_failed' AND (evidence->>'no_effect')::boolean"),
      std::to_string(each));
  // What waits is counted and listed, and is stuck.
  const auto now = counts();
  ASSERT_TRUE(now.unfinished.is_exact());
  EXPECT_EQ(now.unfinished.unretried, each);
  EXPECT_EQ(now.unfinished.stuck, each);
  EXPECT_EQ(now.unfinished.oldest_ended_lease, std::nullopt);
  EXPECT_EQ(now.needs_human, 0);
  browse::Browser browser(connection, profile);
  browse::PageRequest request;
  request.filter.stuck = true;
  request.filter.states = {key::State::released};
  const auto page = browser.page(request);
  ASSERT_TRUE(page) << page.error().sentence();
  EXPECT_EQ(page->rows.size(), static_cast<std::size_t>(each));
  for (const auto& row : page->rows) EXPECT_TRUE(row.is_unretried(page->as_of));
  const auto groups = browser.stuck_groups();
  ASSERT_TRUE(groups);
  ASSERT_EQ(groups->groups.size(), 1U);
  EXPECT_EQ(groups->groups[0].unretried, each);
  EXPECT_EQ(groups->unfinished.unretried, each);
}

TEST_F(ReleasedTest, AClientThatComesBackGetsTheStoredFailure) {
  said_no_effect("k");
  EXPECT_TRUE(std::holds_alternative<key::AwaitingReconciliation>(*engine.claim(request_for("k"), policy)));
  fail_if_not_retried();
  ASSERT_EQ(sweep().failed, 1);
  const auto replay = take<engine::Replay>(engine.claim(request_for("k"), policy));
  EXPECT_EQ(replay.response.code, 422);
  EXPECT_NE(replay.response.body.find("CONFLICT.idempotency.not_retried"), std::string::npos);
}

TEST_F(ReleasedTest, WithoutPolicyEachKeyWaits) {
  said_no_effect("k");
  sweep_often();
  EXPECT_EQ(states(), "released 1");
  EXPECT_EQ(raw.scalar("SELECT status || ' ' || verdict FROM onceover.cases"), "open unresolved");
  fail_if_not_retried();
  make_due();
  EXPECT_EQ(sweep().failed, 1) << "its proof is not lost";
}

TEST_F(ReleasedTest, APolicyWaitsForItsTime) {
  said_no_effect("k");
  fail_if_not_retried(1h);
  sweep_often();
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(raw.scalar("SELECT (next_try_at - updated_at BETWEEN interval '59 min' AND interval '1 h')::text "
                       "FROM onceover.cases"),
            "true");
  raw.exec("UPDATE onceover.keys SET retry_before = retry_before - interval '1 h'");
  make_due();
  EXPECT_EQ(sweep().failed, 1);
}

TEST_F(ReleasedTest, AKeyThatIsAskedAboutKeepsItsBoundAndItsEnd) {
  said_no_effect("k");
  raw.exec("UPDATE onceover.keys SET expires_at = retry_before + make_interval(secs => retention_s)");
  const auto expires = raw.scalar("SELECT expires_at::text FROM onceover.keys");
  for (int pass = 0; pass < 3; ++pass) {
    ASSERT_EQ(sweep().unresolved, 1);
    make_due();
    EXPECT_EQ(raw.scalar("SELECT expires_at::text FROM onceover.keys"), expires)
        << "the reaper would never take it";
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'released' AND locked_until IS "
                         "NULL AND stuck_since IS NULL"),
              "1");
  }
  raw.exec("UPDATE onceover.keys SET expires_at = clock_timestamp()");
  ASSERT_TRUE(sweeper::reap(connection, {}, nullptr));
  EXPECT_EQ(raw.scalar("SELECT (SELECT count(*) FROM onceover.keys) + (SELECT count(*) FROM onceover.cases)"),
            "0");
}

TEST_F(ReleasedTest, AKeyIsCountedAsBeforeWhileItIsAskedAbout) {
  said_no_effect("k");
  auto other = open_or_throw(database.conninfo());
  int seen = 0;
  gateway.before_answer = [&](const auto&) {
    ++seen;
    const auto during = browse::Browser(other, profile).state_counts();
    ASSERT_TRUE(during);
    EXPECT_EQ(during->unfinished.stuck, 1);
    EXPECT_EQ(during->unfinished.unretried, 1);
  };
  sweep();
  EXPECT_EQ(seen, 1);
}

TEST_F(ReleasedTest, ASweeperThatDiesLosesNoProof) {
  said_no_effect("k");
  fail_if_not_retried();
  gateway.before_answer = [&](const auto&) { throw std::runtime_error("killed"); };
  EXPECT_ANY_THROW(sweep());
  ASSERT_EQ(state_of("k"), "in_progress");
  gateway.before_answer = nullptr;
  expire_lease("k");
  EXPECT_EQ(sweep().failed, 1);
}

TEST_F(ReleasedTest, ASilentGatewayLosesNoProofAndCallsNoPerson) {
  said_no_effect("k");
  fail_if_not_retried();
  gateway.answer = [](const auto&) { return FakeGateway::of(gateway::Finding::unknown, "HTTP 503"); };
  sweep_often();
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(raw.scalar("SELECT status FROM onceover.cases"), "open");
  gateway.answer = nullptr;
  make_due();
  EXPECT_EQ(sweep().failed, 1);
}

TEST_F(ReleasedTest, NotFoundIsNoProof) {
  fail_if_not_retried();
  released_by_sweeper("k");
  sweep_often();
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE error_code IS NOT NULL"), "0");
}

TEST_F(ReleasedTest, ATombstoneThatTheGatewayNoLongerHoldsIsNoProof) {
  fail_if_not_retried();
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  released_by_sweeper("k");
  // On file: held once. The gateway has forgotten it, and takes no new one.
  raw.exec(
      "UPDATE onceover.cases SET evidence = '{\"finding\":\"no_such_key\",\"cancel_held\":true}', verdict = "
      "'release'");
  struct Forgetful final : FakeGateway {
    gateway::Evidence cancel(const gateway::Question&, Deadline) override {
      return of(gateway::Finding::unknown, "HTTP 410");
    }
  } forgetful;
  forgetful.declared = gateway.declared;
  sweeper::Sweeper one(connection, profile, forgetful, {}, {"sweeper", "host", "test"}, nullptr, Random(1));
  ASSERT_EQ(one.run_once()->unresolved, 1);
  EXPECT_EQ(state_of("k"), "released");
  // One that it does hold is proof, whatever the policy.
  gateway.declared.if_not_retried.reset();
  make_due();
  EXPECT_EQ(sweep().failed, 1);
  EXPECT_EQ(raw.scalar("SELECT error_code FROM onceover.keys"), "PROVIDER.cancelled");
}

TEST_F(ReleasedTest, AFinalRefusalIsProofWhateverThePolicy) {
  released_by_sweeper("k");
  gateway.answer = [](const auto&) {
    auto evidence = FakeGateway::of(gateway::Finding::refused, "declined");
    evidence.refusal = "declined";
    return evidence;
  };
  EXPECT_EQ(sweep().failed, 1);
  EXPECT_EQ(raw.scalar("SELECT error_code FROM onceover.keys"), "PROVIDER.refused");
}

TEST_F(ReleasedTest, TheGatewayIsAskedAndItsEffectCounts) {
  said_no_effect("k");
  fail_if_not_retried();
  gateway.perform(downstream("k"));
  EXPECT_EQ(sweep().succeeded, 1);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE error_code IS NULL"), "1");
}

TEST_F(ReleasedTest, AnEffectOfAnotherRequestStillCallsAPerson) {
  said_no_effect("k");
  fail_if_not_retried();
  gateway.perform(downstream("k"), "99.00");
  EXPECT_EQ(sweep().needs_human, 1);
  EXPECT_EQ(state_of("k"), "in_progress");
}

// The word of every attempt is needed: each line is one claim after another.
TEST_F(ReleasedTest, OneAttemptDoesNotSpeakForAnother) {
  fail_if_not_retried();
  auto rerunnable = policy;
  rerunnable.rerunnable_for = 24h;
  const auto claim_again = [&](const char* key) {
    return take<engine::Claim>(engine.claim(request_for(key), rerunnable));
  };
  const auto release = [&](const engine::Claim& claim) {
    take<engine::Done>(engine.release(claim, claim.created_at + 1h));
  };

  release(claimed("all"));
  release(claim_again("all"));
  release(claim_again("all"));

  stuck("first-crashed");
  release(claim_again("first-crashed"));

  release(claimed("second-crashed"));
  claim_again("second-crashed");
  expire_lease("second-crashed");
  release(claim_again("second-crashed"));

  // Released by a sweeper after the second attempt crashed: no executor has said anything of that one.
  release(claimed("then-swept"));
  claim_again("then-swept");
  expire_lease("then-swept");
  gateway.declared.dedupe_window = 24h;
  ASSERT_EQ(sweep().released, 1);
  gateway.declared.dedupe_window.reset();

  // And claimed once more after that.
  stuck("swept-then-released");
  gateway.declared.dedupe_window = 24h;
  ASSERT_EQ(sweep().released, 1);
  gateway.declared.dedupe_window.reset();
  release(claim_again("swept-then-released"));

  raw.exec("UPDATE onceover.keys SET retry_before = clock_timestamp() - interval '1 s'");
  sweep_often();
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys WHERE state = 'failed'"),
            "all");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'released' AND error_code IS NULL"),
            "4");
}

// An executor that took a proved key over and crashed: what is asked about is its attempt, and no released
// key.
TEST_F(ReleasedTest, AKeyThatWasClaimedAgainIsNoReleasedKey) {
  fail_if_not_retried();
  const auto first = claimed("k");
  take<engine::Done>(engine.release(first, first.created_at + 1h));
  claimed("k");
  raw.exec("UPDATE onceover.keys SET retry_before = clock_timestamp() - interval '1 s'");
  expire_lease("k");
  for (int pass = 1; pass <= 3; ++pass) {
    make_due();
    EXPECT_EQ(sweep(eager(3)).needs_human, pass == 3 ? 1 : 0) << pass;
  }
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(ReleasedTest, AReleaseByASweeperWithinTheWindowKeepsTheProof) {
  said_no_effect("k");
  fail_if_not_retried();
  gateway.declared.dedupe_window = 24h;
  ASSERT_EQ(sweep().released, 1);
  gateway.declared.dedupe_window.reset();
  pass_bound("k");
  EXPECT_EQ(sweep().failed, 1);
}

TEST_F(ReleasedTest, APersonMaySettleAKeyThatWaits) {
  said_no_effect("k");
  sweep();
  const auto owned = own("k");
  EXPECT_EQ(owned.retry_before, row("k").retry_before);
  const auto asked = ask(owned);
  EXPECT_TRUE(asked.verdict.waits);
  // Handed back without a verdict: it waits as before.
  take<reconcile::Settled>(settle(owned));
  EXPECT_EQ(state_of("k"), "released");
  EXPECT_TRUE(row("k").is_unretried(Timestamp::infinity()));
}

TEST_F(ReleasedTest, ChecksCountThemByARuleOfTheirOwn) {
  said_no_effect("k");
  raw.exec("UPDATE onceover.keys SET retry_before = clock_timestamp() - interval '2 h'");
  browse::Browser browser(connection, profile);
  const auto level = [&](alerts::Rule rule) {
    const auto observed = alerts::observe(connection, browser, profile, 5min);
    if (!observed) throw std::runtime_error(observed.error().sentence());
    for (const auto& alert : alerts::judge(*observed, {})) {
      if (alert.rule == rule) return alert.level;
    }
    throw std::runtime_error("the rule is off");
  };
  EXPECT_EQ(level(alerts::Rule::not_retried), alerts::Level::warning);
  EXPECT_EQ(level(alerts::Rule::stuck_age), alerts::Level::ok);
  claimed("old");
  raw.exec("UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 h' WHERE key = 'old'");
  EXPECT_EQ(level(alerts::Rule::stuck_age), alerts::Level::critical);
}

// Around the end of the bound: each key is either claimed or failed, never both, and every loser learns it.
TEST_F(ReleasedTest, EightClaimersAndASweeperEndEachKeyOnce) {
  fail_if_not_retried();
  constexpr int keys = 120, claimers = 8;
  for (int i = 0; i < keys; ++i) {
    const auto claim = claimed("k" + std::to_string(i));
    take<engine::Done>(engine.release(claim, claim.created_at + 1h));
  }
  // The bounds end one after the other while they race.
  raw.exec(
      "UPDATE onceover.keys SET retry_before = clock_timestamp() + interval '5 ms' * substr(key, 2)::int");
  std::atomic<int> claims = 0, failures = 0;
  std::atomic<bool> done = false;
  std::barrier gate(claimers + 1);
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<pg::Connection>> connections;
  for (int i = 0; i < claimers; ++i)
    connections.push_back(std::make_unique<pg::Connection>(open_or_throw(database.conninfo())));
  for (int i = 0; i < claimers; ++i) {
    threads.emplace_back([&, i] {
      engine::Engine mine(*connections[static_cast<std::size_t>(i)], nullptr);
      gate.arrive_and_wait();
      for (int k = keys - 1 - i; k >= 0; --k) {
        const auto outcome = mine.claim(request_for("k" + std::to_string(k)), policy);
        ASSERT_TRUE(outcome) << outcome.error().sentence();
        const auto* claim = std::get_if<engine::Claim>(&*outcome);
        if (claim == nullptr) continue;
        ++claims;
        const auto completed = mine.complete(*claim, response_with("ok"));
        ASSERT_TRUE(completed && std::holds_alternative<engine::Done>(*completed));
      }
    });
  }
  std::thread sweeping([&] {
    auto own = open_or_throw(database.conninfo());
    sweeper::Sweeper one(own, profile, gateway, eager(), {"sweeper", "host", "test"}, nullptr, Random(3));
    gate.arrive_and_wait();
    const auto until = Steady::now() + 30s;
    while (!done && Steady::now() < until) {
      const auto pass = one.run_once();
      ASSERT_TRUE(pass) << pass.error().sentence();
      failures += pass->failed;
      EXPECT_EQ(pass->needs_human, 0);
    }
  });
  for (auto& thread : threads) thread.join();
  auto look = database.connect();
  EXPECT_TRUE(eventually([&] {
    return look.scalar("SELECT count(*) FROM onceover.keys WHERE state IN ('succeeded', 'failed')") ==
           std::to_string(keys);
  }));
  done = true;
  sweeping.join();
  EXPECT_EQ(claims + failures, keys);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"),
            std::to_string(claims));
  EXPECT_EQ(audit_rows("action = 'settle'"), std::to_string(failures));
}

}  // namespace
}  // namespace onceover::test
