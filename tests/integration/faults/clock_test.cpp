// SPDX-License-Identifier: Apache-2.0
// F16: clocks that are wrong. The database's clock alone counts, so a client's changes nothing; where the
// server's own is stepped, keys are settled sooner or later than meant, and never charged twice.
#include "tests/integration/faults/fixture.h"
#include "tests/support/fake_clock.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::OwnershipLost;
using std::chrono::hours;

class ClockFaults : public FaultTest {
 protected:
  void SetUp() override {
    if (const std::string why = FakeClock::unavailable(); !why.empty()) GTEST_SKIP() << why;
    clock.emplace();
    server = own_server({.environment = clock->environment()});
    install_schema(server->conninfo());
  }
  std::string conninfo() const { return server->conninfo(); }

  std::optional<FakeClock> clock;
  std::unique_ptr<try_it::PrivateServer> server;
};

TEST_F(ClockFaults, F16_SteppedBackAnHourLeasesLastLongerAndNothingElse) {
  Executor executor(conninfo());
  RawConnection raw(conninfo());
  const Claim alive = claimed(executor, "alive"), dead = claimed(executor, "dead");
  const auto reply = charge("alive");
  charge("dead");
  ASSERT_TRUE(serve(executor, "before"));
  clock->step(-hours(1));
  // Still theirs: a duplicate waits, and a sweep finds nothing due.
  const auto waiting = take<key::InFlight>(executor.engine.claim(request_for("dead"), policy));
  EXPECT_GT(waiting.retry_after, std::chrono::minutes(30));
  EXPECT_EQ(swept(executor.connection).owned, 0);
  take<Done>(executor.engine.complete(alive, response_with(reply.body)));
  ASSERT_TRUE(serve(executor, "during"));
  // Made an hour "before" everything else, and walked over all the same.
  claimed(executor, "stuck during");
  check(raw);
  expire_leases(raw);
  EXPECT_EQ(swept(executor.connection).owned, 2);
  take<OwnershipLost>(executor.engine.complete(dead, response_with("late")));
  clock->step(hours(0));
  settle_all(conninfo());
}

TEST_F(ClockFaults, F16_SteppedForwardTwoDaysLeasesEndEarlyAndTheGatewaysKeyStillHolds) {
  policy.window = hours(24);
  Executor executor(conninfo());
  RawConnection raw(conninfo());
  const Claim charged = claimed(executor, "charged"), unsent = claimed(executor, "unsent");
  const auto reply = charge("charged");
  ASSERT_TRUE(serve(executor, "finished"));
  clock->step(hours(48));
  // Leases of a moment ago have ended: duplicates are not run, and the sweeper settles from evidence alone.
  take<key::AwaitingReconciliation>(executor.engine.claim(request_for("unsent"), policy));
  EXPECT_EQ(swept(executor.connection).owned, 2);
  EXPECT_EQ(state_of(raw, "charged"), "succeeded");
  // The gateway knows nothing of it, and its window seems to have passed: not released, and never failed.
  EXPECT_EQ(state_of(raw, "unsent"), "in_progress");
  take<OwnershipLost>(executor.engine.complete(charged, response_with(reply.body)));
  charge("unsent");  // its executor goes on, by its own time in the middle of the lease
  take<OwnershipLost>(executor.engine.complete(unsent, response_with("late")));
  check(raw);
  // Kept for a day, which seems over: reaped too early. The client's next try is new here and known at the
  // gateway.
  const auto reaped = sweeper::reap(executor.connection, {}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 1);
  EXPECT_EQ(state_of(raw, "finished"), "none");
  ASSERT_TRUE(serve(executor, "finished"));
  EXPECT_EQ(effects("finished"), 1);
  clock->step(hours(0));
  settle_all(conninfo());
  EXPECT_EQ(effects("unsent"), 1);
  EXPECT_EQ(gateway_server().ledger().totals().keys_with_more_than_one, 0);
}

// F38: the clock is two days ahead, and comes back, while a sweeper works. What was written meanwhile ends
// two days ahead: leases of executors that died, and pauses before the next try.
TEST_F(ClockFaults, F16_F38_TwoDaysForwardAndBackWithASweeperAtWorkStrandNothing) {
  RawConnection raw(conninfo());
  FakeGateway bank;
  std::atomic<bool> is_over = false, answers = false;
  bank.answer = [&](const gateway::Question& question) {
    return answers ? bank.look_up(question) : FakeGateway::of(gateway::Finding::pending, "processing");
  };
  std::string error;
  std::thread sweeping([&] {
    auto mine = open_or_throw(conninfo());
    sweeper::SweepConfig config;
    config.share = 1;
    config.max_attempts = 1000;
    config.backoff_base = config.backoff_cap = hours(1);
    sweeper::Sweeper one(mine, tables::own(), bank, config, {"sweeper", "host", "onceover-test"}, nullptr,
                         Random(1));
    while (!is_over && error.empty()) {
      const auto counts = one.run_once([&] { return !is_over; });
      if (!counts) error = counts.error().sentence();
    }
  });
  const auto count = [&](const std::string& where) { return raw.scalar("SELECT count(*) FROM " + where); };
  Executor executor(conninfo());
  const auto die = [&](const std::string& key) {
    claimed(executor, key);
    bank.perform(downstream(key));
  };
  die("before");
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 second' WHERE key = 'before'");
  clock->step(hours(48));
  for (int i = 0; i < 20; ++i) die("leased" + std::to_string(i));
  for (int i = 0; i < 20; ++i) die("asked" + std::to_string(i));
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 second' WHERE key LIKE "
      "'asked%' AND holder = 'executor'");
  EXPECT_TRUE(eventually(
      [&] { return count("onceover.cases WHERE status = 'open' AND key LIKE 'asked%'") == "20"; }));
  EXPECT_EQ(count("onceover.keys WHERE state = 'succeeded'"), "0");
  answers = true;
  clock->step(hours(0));
  EXPECT_TRUE(eventually([&] { return count("onceover.keys WHERE state = 'succeeded'") == "41"; }))
      << raw.scalar(
             "SELECT string_agg(concat_ws(' ', key, state, locked_until, clock_timestamp()), '; ') FROM "
             "onceover.keys WHERE state <> 'succeeded'");
  is_over = true;
  sweeping.join();
  EXPECT_EQ(error, "");
  EXPECT_EQ(count("onceover.keys WHERE stuck_since > clock_timestamp()"), "0");
}

TEST_F(ClockFaults, F16_AClockThatJumpsBetweenEveryTwoStepsChargesOnce) {
  Executor executor(conninfo());
  RawConnection raw(conninfo());
  for (int round = 0; round < 3 * fault_rounds(); ++round) {
    for (const hours from_true : {hours(0), hours(-1), hours(48)}) {
      clock->step(from_true);
      for (int i = 0; i < 4; ++i) {
        const std::string key = "k" + std::to_string(round) + "-" + std::to_string(i);
        const auto outcome = executor.engine.claim(request_for(key), policy);
        ASSERT_TRUE(outcome) << outcome.error().sentence();
        const auto* claim = std::get_if<Claim>(&*outcome);
        if (claim == nullptr || i == 0) continue;
        charge(key);
        clock->step(-from_true / 2);
        if (i == 2) (void)executor.engine.complete(*claim, response_with("done"));
      }
      swept(executor.connection);
      check(raw);
    }
  }
  clock->step(hours(0));
  // Leases that ended in two days' time keep a sweeper from trusting "no such key" until then: late, not
  // wrong. The two days pass.
  EXPECT_NE(count(raw, "stuck_since > clock_timestamp()"), "0");
  raw.tamper(
      "UPDATE onceover.keys SET stuck_since = clock_timestamp() WHERE stuck_since > clock_timestamp()");
  settle_all(conninfo());
}

// A client's program whose own clock is wrong, against a server whose clock is right.
TEST_F(ClockFaults, F16_AClientsWrongClockNeitherEndsALeaseNorKeepsOneAlive) {
  Executor executor(conninfo());
  RawConnection raw(conninfo());
  claimed(executor, "alive");
  const auto oncectl_at = [&](const std::string& offset, std::vector<std::string> words) {
    auto environment = clock->environment();
    environment.erase("FAKETIME_TIMESTAMP_FILE");
    environment["FAKETIME"] = offset;
    environment["ASAN_OPTIONS"] = "verify_asan_link_order=0";
    words.insert(words.begin(), {"--json", "--dsn", conninfo(), "--gateway", gateway_path()});
    return run_oncectl(words, environment);
  };
  const auto ahead = oncectl_at("+2d", {"sweep"});
  EXPECT_EQ(ahead.code, 0) << ahead.err;
  EXPECT_NE(ahead.out.find("\"owned\":0"), std::string::npos) << ahead.out;
  EXPECT_EQ(state_of(raw, "alive"), "in_progress");
  EXPECT_EQ(raw.scalar("SELECT holder FROM onceover.keys"), "executor");
  charge("alive");
  expire_leases(raw);
  const auto behind = oncectl_at("-1h", {"sweep"});
  EXPECT_EQ(behind.code, 0) << behind.err;
  EXPECT_EQ(state_of(raw, "alive"), "succeeded") << behind.out;
  settle_all(conninfo());
}

}  // namespace
}  // namespace onceover::test
