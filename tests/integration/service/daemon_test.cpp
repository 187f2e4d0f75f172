// SPDX-License-Identifier: Apache-2.0
// The service while it runs: what it settles, what it says, and how it ends.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using test::Exit;
using testing::AllOf;
using testing::HasSubstr;

class DaemonTest : public ServiceFileTest {
 protected:
  std::string both() const { return simple() + sweep_text("shop", "profile = \"shop.toml\"\n"); }
  void end(test::Process& child) {
    child.kill(SIGTERM);
    EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
  }
};

TEST_F(DaemonTest, OurKeysAndAnotherMakersRowsAreSettledAndCounted) {
  make_shop();
  stuck("k-1");
  stuck_row("r-1");
  gateway_.knows_done();
  configured(both());
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return state_of("k-1") == "succeeded" && phase_of("r-1") == "DONE"; }))
      << child.err();
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_sweep_settled_total", {"sweep=\"shop\"", "verdict=\"succeeded\""}) == 1;
  }));
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_sweep_settled_total", {"sweep=\"keys\"", "verdict=\"succeeded\""}) == 1;
  }));
  EXPECT_EQ(sample("onceover_gateway_questions_total", {"sweep=\"shop\"", "finding=\"done\""}), 1);
  // A settlement is counted before its pass ends.
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_sweep_passes_total", {"sweep=\"shop\"", "result=\"ended\""}).value_or(0) >= 1;
  }));
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_sweep_pass_duration_seconds_count", {"sweep=\"keys\""}).value_or(0) >= 1;
  }));
  EXPECT_GT(sample("onceover_sweep_last_pass_timestamp_seconds", {"sweep=\"keys\""}).value_or(0), 1.7e9);
  EXPECT_EQ(sample("onceover_gateway_breaker_state", {"sweep=\"keys\"", "state=\"closed\""}), 1);
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(get("/elsewhere").status, 404);
  end(child);
}

TEST_F(DaemonTest, TheTrailIsSealedByTheWay) {
  stuck("k-1");
  gateway_.knows_done();
  configured(simple());
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] {
    return raw_.scalar(
               "SELECT EXISTS (SELECT FROM onceover.audit_links l JOIN onceover.audit_seal_heads h ON "
               "h.writer = l.writer AND h.seq >= "
               "l.seq JOIN onceover.audit a ON a.id = ANY (l.ids) WHERE a.action = 'settle')") == "t";
  })) << child.err();
  end(child);
}

// As with `oncectl sweep --follow … 2>&1 | logger` when logger is gone.
TEST_F(DaemonTest, ALogThatIsNotReadAnyMoreEndsNothing) {
  gateway_.knows_done();
  const std::string pipe = (folder_ / "log").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  test::Process child =
      test::Process::spawn({"/bin/sh", "-c", "exec \"$0\" sweep --follow --config \"$1\" 2>\"$2\"",
                            std::string(ONCEOVER_BIN_DIR) + "/oncectl", configured(simple()), pipe},
                           {});
  stuck("k-1");
  EXPECT_TRUE(eventually([&] { return state_of("k-1") == "succeeded"; }));
  ::close(reader);
  stuck("k-2");
  EXPECT_TRUE(eventually([&] { return state_of("k-2") == "succeeded"; }));
  stuck("k-3");
  EXPECT_TRUE(eventually([&] { return state_of("k-3") == "succeeded"; }))
      << "the settlement of k-2 was logged where no one reads";
  end(child);
}

TEST_F(DaemonTest, AStoreThatIsAwayHoldsUpNoOtherAndIsTold) {
  stuck("k-1");
  gateway_.knows_done();
  configured(head + "[[store]]\nname = \"away\"\ndsn = \"host=" + folder_.string() + " dbname=none\"\n" +
             store_text() + gateway_text() + sweep_text("nobody", "", "away") + sweep_text("keys"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return state_of("k-1") == "succeeded"; })) << child.err();
  EXPECT_TRUE(eventually([&] { return get("/healthz").status == 503; }));
  const Json health = Json::parse(get("/healthz").body);
  EXPECT_EQ(health["sweeps"][0]["status"], "failing");
  EXPECT_FALSE(health["sweeps"][0]["reason"].get<std::string>().empty());
  EXPECT_EQ(health["sweeps"][1]["status"], "ok");
  EXPECT_EQ(sample("onceover_store_up", {"store=\"away\""}), 0);
  EXPECT_TRUE(eventually([&] { return sample("onceover_store_up", {"store=\"main\""}) == 1; }))
      << "known once a pass has ended";
  end(child);
}

TEST_F(DaemonTest, AStoreThatComesBackIsSweptAgain) {
  gateway_.knows_done();
  configured(simple());
  test::Process child = serve();
  ASSERT_TRUE(eventually(
      [&] { return sample("onceover_sweep_passes_total", {"result=\"ended\""}).value_or(0) >= 1; }));
  raw_.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
      "pg_backend_pid()");
  stuck("k-1");
  EXPECT_TRUE(eventually([&] { return state_of("k-1") == "succeeded"; })) << child.err();
  EXPECT_TRUE(eventually([&] { return get("/healthz").status == 200; }));
  end(child);
}

TEST_F(DaemonTest, TheStopSwitchIsToldAndIsNoIllness) {
  ASSERT_EQ(ctl({"stop", "--reason", "INC-1"}).code, 0);
  stuck("k-1");
  configured(simple());
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return sample("onceover_store_stopped") == 1; }));
  const Got health = get("/healthz");
  EXPECT_EQ(health.status, 200);
  EXPECT_EQ(Json::parse(health.body)["sweeps"][0]["stopped"], true);
  EXPECT_EQ(gateway_.asked(), 0);
  ASSERT_EQ(ctl({"start", "--reason", "over"}).code, 0);
  EXPECT_TRUE(eventually([&] { return state_of("k-1") != "in_progress"; }));
  EXPECT_TRUE(child.wait_for_err("switch is off again"));
  end(child);
}

TEST_F(DaemonTest, ABadNewConfigurationIsRefusedAndTheOldOneStays) {
  configured(simple());
  test::Process child = serve();
  configured(simple("nonsense = 1\n"));
  child.kill(SIGHUP);
  ASSERT_TRUE(child.wait_for_err("the old one stays in force"));
  EXPECT_THAT(child.err(), HasSubstr("sweep[0].nonsense"));
  EXPECT_TRUE(eventually([&] { return sample("onceover_config_last_reload_successful") == 0; }));
  gateway_.knows_done();
  stuck("k-1");
  EXPECT_TRUE(eventually([&] { return state_of("k-1") == "succeeded"; })) << "it goes on";

  make_shop();
  stuck_row("r-1");
  configured(both());
  child.kill(SIGHUP);
  ASSERT_TRUE(child.wait_for_err("The new configuration is in force."));
  EXPECT_TRUE(eventually([&] { return phase_of("r-1") == "DONE"; })) << child.err();
  EXPECT_EQ(sample("onceover_config_last_reload_successful"), 1);
  EXPECT_EQ(sample("onceover_sweep_settled_total", {"sweep=\"keys\"", "verdict=\"succeeded\""}), 1)
      << "a counter never goes back";
  end(child);
}

TEST_F(DaemonTest, WhatIsOwnedWhenANewConfigurationComesIsSettledFirst) {
  stuck("k-1");
  gateway_.knows_done();
  gateway_.hold();
  configured(simple());
  test::Process child = serve();
  ASSERT_TRUE(gateway_.wait_asked());
  configured(simple("max_attempts = 3\n"));
  child.kill(SIGHUP);
  gateway_.release();
  ASSERT_TRUE(child.wait_for_err("The new configuration is in force."));
  EXPECT_EQ(state_of("k-1"), "succeeded");
  EXPECT_EQ(gateway_.asked(), 1);
  end(child);
}

TEST_F(DaemonTest, SystemdIsToldWhenItIsReadyReloadsLivesAndStops) {
  NotifySocket systemd(folder_);
  configured(simple());
  test::Process child = serve({{"NOTIFY_SOCKET", systemd.path()}, {"WATCHDOG_USEC", "600000"}});
  EXPECT_TRUE(systemd.wait_for("READY=1"));
  EXPECT_TRUE(systemd.wait_for("WATCHDOG=1"));
  EXPECT_TRUE(systemd.wait_for("STATUS=1 sweeps"));
  child.kill(SIGHUP);
  const auto reloading = systemd.wait_for("RELOADING=1");
  ASSERT_TRUE(reloading);
  EXPECT_THAT(*reloading, HasSubstr("MONOTONIC_USEC="));
  EXPECT_TRUE(systemd.wait_for("READY=1"));
  child.kill(SIGTERM);
  EXPECT_TRUE(systemd.wait_for("STOPPING=1"));
  EXPECT_EQ(child.wait(), (Exit{0, 0}));
}

TEST_F(DaemonTest, ASecondSignalEndsWhatRuns) {
  stuck("k-1");
  configured(simple());
  raw_.exec("BEGIN; LOCK TABLE onceover.control");
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] {
    return database_.connect().scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'oncectl-sweep' AND "
               "wait_event_type = 'Lock'") != "0";
  }));
  child.kill(SIGTERM);
  ASSERT_TRUE(child.wait_for_err("Asked to stop"));
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(std::chrono::seconds(20)), (Exit{0, 0})) << child.err();
  EXPECT_THAT(child.err(), HasSubstr("asked twice"));
  raw_.exec("ROLLBACK");
}

TEST_F(DaemonTest, KilledAndStartedAgainItLosesNothingAndSettlesNothingTwice) {
  make_shop();
  for (int i = 0; i < 12; ++i) {
    stuck("k-" + std::to_string(i));
    stuck_row("r-" + std::to_string(i));
  }
  gateway_.knows_done();
  configured(both());
  for (int death = 0; death < 3; ++death) {
    gateway_.hold();
    const int asked = gateway_.asked();
    test::Process child = serve();
    ASSERT_TRUE(gateway_.wait_asked(asked + 1)) << child.err();
    child.kill(SIGKILL);
    ASSERT_TRUE(child.wait());
    gateway_.release();
    // Its sessions may outlive it for a moment, and commit what was under way.
    ASSERT_TRUE(eventually([&] {
      return raw_.scalar("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'oncectl-sweep'") ==
             "0";
    }));
    // What it owned is free when its lease ends: the clock is not waited for.
    raw_.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() WHERE holder = 'sweeper' AND locked_until "
        "> clock_timestamp()");
    raw_.exec(
        "UPDATE onceover.row_cases SET locked_until = clock_timestamp() WHERE locked_until > "
        "clock_timestamp()");
  }
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] {
    return raw_.scalar(
               "SELECT (SELECT count(*) FROM onceover.keys WHERE state = 'succeeded') + (SELECT count(*) "
               "FROM shop.requests WHERE phase = "
               "'DONE')") == "24";
  })) << child.err();
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'write'"), "12");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"), "12");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.row_cases WHERE owner IS NOT NULL"), "0");
  end(child);
}

TEST_F(DaemonTest, AGatewayThatIsSilentHoldsUpNoOther) {
  make_shop();
  for (int i = 0; i < 8; ++i) stuck("k-" + std::to_string(i));
  stuck_row("r-1");
  gateway_.answer(503, "{}");
  FakeGateway sound;
  sound.knows_done();
  configured(head + store_text() + gateway_text("silent") + "[[gateway]]\nname = \"sound\"\nfile = \"" +
             sound.config_path() + "\"\n" +
             sweep_text("keys",
                        "batch = 1\nbackoff_base = \"1ms\"\nbackoff_cap = \"1ms\"\nmax_attempts = 1000\n",
                        "main", "silent") +
             sweep_text("shop", "profile = \"shop.toml\"\n", "main", "sound"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_gateway_breaker_state", {"sweep=\"keys\"", "state=\"open\""}) == 1;
  })) << child.err();
  EXPECT_TRUE(eventually([&] { return phase_of("r-1") == "DONE"; })) << child.err();
  EXPECT_EQ(sample("onceover_gateway_breaker_state", {"sweep=\"shop\"", "state=\"closed\""}), 1);
  EXPECT_LT(sample("onceover_gateway_retry_budget_tokens", {"sweep=\"keys\""}).value_or(1e9), 201);
  end(child);
}

TEST_F(DaemonTest, EveryLineItWritesIsJsonAndHoldsNoCredentialAndNoBody) {
  make_shop();
  const std::string secret = "canary-8f2a", body = "canary-body-77";
  std::ifstream plain(gateway_.config_path());
  const std::string described(std::istreambuf_iterator<char>(plain), {});
  write_file("with-auth.toml", described + "[auth]\nheader = \"Authorization\"\nvalue_file = \"" +
                                   write_file("token", "Bearer " + secret) + "\"\n");
  stuck("k-1");
  stuck_row("r-1");
  raw_.tamper("UPDATE onceover.keys SET correlation_id = 'trace-1'");
  gateway_.answer(
      200, R"({"id":")" + body +
               R"(","idempotency_key":"{key}","status":"captured","amount":"12.50","currency":"EUR"})");
  configured(head + store_text() + "[[gateway]]\nname = \"acme\"\nfile = \"with-auth.toml\"\n" +
             sweep_text("keys") + sweep_text("shop", "profile = \"shop.toml\"\n"));
  test::Process child = serve();
  ASSERT_TRUE(eventually([&] { return state_of("k-1") == "succeeded" && phase_of("r-1") == "DONE"; }))
      << child.err();
  const std::string metrics = get("/metrics").body, health = get("/healthz").body;
  end(child);
  std::map<std::string, Json> of_key;
  std::istringstream lines(child.err());
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line, nullptr, false);
    ASSERT_TRUE(json.is_object() && json.contains("at") && json.contains("level") && json.contains("message"))
        << line;
    if (json.contains("key")) of_key[json["key"]] = json;
  }
  ASSERT_TRUE(of_key.contains("k-1") && of_key.contains("r-1")) << child.err();
  for (const auto& [key, said] : of_key) {
    EXPECT_EQ(said.value("operation", ""), "refund");
    EXPECT_EQ(said.value("attempt", ""), "1");
    EXPECT_EQ(said.value("from", ""), "in_progress");
    EXPECT_EQ(said.value("to", ""), "succeeded");
    EXPECT_EQ(said.value("verdict", ""), "settle_succeeded");
    EXPECT_EQ(said.value("store", ""), "main");
  }
  EXPECT_EQ(of_key["k-1"].value("correlation_id", ""), "trace-1");
  const std::string trail =
      raw_.scalar("SELECT string_agg(a::text, ' ') FROM onceover.audit a") +
      raw_.scalar("SELECT coalesce(string_agg(c::text, ' '), '') FROM onceover.row_cases c");
  for (const std::string* text : {&metrics, &health, &trail}) {
    EXPECT_EQ(text->find(secret), std::string::npos);
    EXPECT_EQ(text->find(body), std::string::npos);
  }
  EXPECT_EQ(child.err().find(secret), std::string::npos);
  EXPECT_EQ(child.err().find(body), std::string::npos);
}

TEST_F(DaemonTest, TwoServicesDoNotShareAnAddressWithoutAWord) {
  configured(simple());
  test::Process child = serve();
  std::string second = simple();
  second.replace(second.find("127.0.0.1:0"), 11, "127.0.0.1:" + std::to_string(port_));
  const Ran ran = run({"--json", "sweep", "--follow", "--config", write_file("second.toml", second)});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("listen"));
  end(child);
}

}  // namespace
}  // namespace onceover::oncectl
