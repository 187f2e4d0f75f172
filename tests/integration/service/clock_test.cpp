// SPDX-License-Identifier: Apache-2.0
// F16 in the service: the server's clock is stepped back an hour and forward two days while it sweeps and
// reaps. What is safe stays safe; only when it happens shifts.
#include <csignal>

#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/fake_clock.h"

namespace onceover::oncectl {
namespace {

using std::chrono::hours;
using test::eventually;
using test::FakeClock;
using test::RawConnection;

class ServiceClockTest : public ServiceFileTest {
 protected:
  void SetUp() override {
    if (const std::string why = FakeClock::unavailable(); !why.empty()) GTEST_SKIP() << why;
    clock_.emplace();
    auto server = try_it::PrivateServer::start({.environment = clock_->environment()});
    if (!server) throw std::runtime_error(server.error().sentence() + server.error().detail);
    server_ = std::move(*server);
    test::installed_schema().fill(server_->conninfo());
    raw_here_.emplace(server_->conninfo());
  }
  void insert(const std::string& key, const std::string& lease_ends_in) {
    insert_key(*raw_here_, key, "acme", "refund", "'in_progress'",
               "clock_timestamp() + interval '" + lease_ends_in + "'");
  }
  void insert_finished(const std::string& key, const std::string& expires_in) {
    raw_here_->exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "response_code, response_version, response_body, completed_at, expires_at) VALUES ('acme', 'refund', "
        "$1, 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('body'), 201, 1, 'done', now(), "
        "clock_timestamp() + $2::interval)",
        {key, expires_in});
  }
  std::string state(const std::string& key) {
    const auto rows = raw_here_->exec("SELECT state FROM onceover.keys WHERE key = $1", {key});
    return rows.empty() ? "none" : *rows[0][0];
  }
  bool becomes(const std::string& key, const std::string& wanted) {
    return eventually([&] { return state(key) == wanted; });
  }
  // Passes and runs that began after this was called have ended.
  void wait_for_two_more() {
    const auto ended = [this] {
      return std::min(sample("onceover_sweep_passes_total", {"result=\"ended\""}).value_or(0),
                      sample("onceover_reap_runs_total", {"result=\"ended\""}).value_or(0));
    };
    const double before = ended();
    ASSERT_TRUE(eventually([&] { return ended() >= before + 2; }));
  }
  std::string audited(const std::string& key, const std::string& action) {
    return raw_here_->scalar("SELECT count(*) FROM onceover.audit WHERE key = $1 AND action = $2",
                             {key, action});
  }

  std::optional<FakeClock> clock_;
  std::unique_ptr<try_it::PrivateServer> server_;
  std::optional<RawConnection> raw_here_;
};

TEST_F(ServiceClockTest, F16_SteppedWhileTheServiceRunsOnlyTheTimesShift) {
  gateway_.knows_done();
  configured(head + "[[store]]\nname = \"main\"\ndsn = \"" + server_->conninfo() + "\"\n" + gateway_text() +
             sweep_text("keys", "backoff_base = \"1ms\"\nbackoff_cap = \"1ms\"\nmax_attempts = 1000\n") +
             reap_text("old"));
  test::Process child = serve();
  insert("first", "-10 minutes");
  ASSERT_TRUE(becomes("first", "succeeded")) << child.err();

  // An hour back: leases last longer, nothing is reaped early, and what is due by the new time is settled.
  insert("alive", "10 minutes");
  insert_finished("kept a day", "1 day");
  insert_finished("kept a minute", "1 minute");
  clock_->step(-hours(1));
  insert("during", "-10 minutes");
  ASSERT_TRUE(becomes("during", "succeeded")) << child.err();
  wait_for_two_more();
  EXPECT_EQ(state("alive"), "in_progress");
  EXPECT_EQ(raw_here_->scalar("SELECT holder || ' ' || (locked_until > clock_timestamp() + interval '1 "
                              "hour') FROM onceover.keys WHERE key = 'alive'"),
            "executor true");
  EXPECT_EQ(state("kept a minute"), "succeeded");

  // Two days ahead: leases end early and are settled from evidence; the gateway's window seems to have
  // passed, so what it does not know is neither released nor failed; windows end early, which the reaper
  // cannot know.
  gateway_.knows_nothing();
  clock_->step(hours(48));
  ASSERT_TRUE(eventually([&] { return audited("alive", "unresolved") != "0"; })) << child.err();
  EXPECT_TRUE(becomes("kept a minute", "none"));
  EXPECT_TRUE(becomes("kept a day", "none"));
  wait_for_two_more();
  EXPECT_EQ(state("alive"), "in_progress") << "not found is not failed";
  gateway_.knows_done();
  EXPECT_TRUE(becomes("alive", "succeeded")) << child.err();

  // And back to the true time: it goes on.
  clock_->step(hours(0));
  insert("after", "-10 minutes");
  EXPECT_TRUE(becomes("after", "succeeded")) << child.err();
  EXPECT_TRUE(eventually([&] { return get("/healthz").status == 200; })) << get("/healthz").body;
  for (const char* key : {"first", "during", "alive", "after"}) EXPECT_EQ(audited(key, "settle"), "1") << key;
  EXPECT_EQ(raw_here_->scalar("SELECT count(*) FROM onceover.audit WHERE fence_after <= fence_before"), "0");
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (test::Exit{0, 0})) << child.err();
}

}  // namespace
}  // namespace onceover::oncectl
