// SPDX-License-Identifier: Apache-2.0
// [[reap]]: finished keys past their window go, by the way; unfinished ones never.
#include <csignal>

#include "tests/integration/service/fixture.h"
#include "tests/support/counted.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using test::Exit;
using testing::AllOf;
using testing::HasSubstr;

const std::string past = "now() - interval '1 day'";

class ReapSectionTest : public ServiceFileTest {
 protected:
  Ran check(const std::string& text) {
    return run({"--json", "sweep", "--check-config", "--config", configured(text)});
  }
  std::string refused(const std::string& text) {
    const Ran ran = check(text);
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    return ran.code == 2 ? ran.error()["what"].get<std::string>() : ran.out;
  }
  std::string keys() {
    return raw_.scalar("SELECT coalesce(string_agg(key, ' ' ORDER BY key), '') FROM onceover.keys");
  }
  std::string rows() {
    return raw_.scalar("SELECT coalesce(string_agg(request, ' ' ORDER BY request), '') FROM shop.requests");
  }
  // Three that may go, and what may not: still in its window, or not finished, however old.
  void fill() {
    for (const char* key : {"old-1", "old-2", "old-3"}) finished(key, "x", past);
    finished("new");
    stuck("stuck");
    live("live");
    raw_.tamper(
        "UPDATE onceover.keys SET expires_at = now() - interval '9 days' WHERE key IN ('stuck', 'live')");
  }
  void end(test::Process& child) {
    child.kill(SIGTERM);
    EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
  }
};

TEST_F(ReapSectionTest, ItSaysWhatItWouldDeleteAndAsksNobody) {
  make_shop_with_window();
  const Ran ran = check(head + store_text() + reap_text("own") +
                        reap_text("shop", "profile = \"reaped.toml\"\nbatch = 7\n"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["reaps"][0]["table"], "\"onceover\".\"keys\"");
  EXPECT_EQ(ran.json()["reaps"][0]["every_s"], 0.05);
  EXPECT_EQ(ran.json()["reaps"][1]["table"], "\"shop\".\"requests\"");
  EXPECT_EQ(ran.json()["reaps"][1]["batch"], 7);
  const Ran words = run({"sweep", "--check-config", "--config", (folder_ / "sweep.toml").string()});
  EXPECT_THAT(words.out, AllOf(HasSubstr("own"), HasSubstr("\"shop\".\"requests\""),
                               HasSubstr("never unfinished ones")));
}

TEST_F(ReapSectionTest, WhatIsWrongIsNamed) {
  make_shop();
  EXPECT_THAT(refused(simple() + reap_text("r", "", "elsewhere")), HasSubstr("reap[0].store"));
  EXPECT_THAT(refused(simple() + reap_text("r") + reap_text("r")), HasSubstr("taken already"));
  EXPECT_THAT(refused(simple() + reap_text("r", "gateway = \"acme\"\n")),
              HasSubstr("field reap[0].gateway: is not known here"));
  EXPECT_THAT(refused(simple() + reap_text("r", "batch = 0\n")), HasSubstr("reap[0].batch"));
  EXPECT_THAT(refused(simple() + reap_text("r", "at_most = \"never\"\n")), HasSubstr("reap[0].at_most"));
  EXPECT_THAT(refused(simple() + reap_text("r", "profile = \"shop.toml\"\n")),
              HasSubstr("names no expires_at"));
  EXPECT_THAT(refused(head + store_text()), HasSubstr("field gateway: is missing"));
}

TEST_F(ReapSectionTest, FinishedKeysPastTheirWindowGoAndNothingElse) {
  fill();
  configured(head + store_text() + reap_text("own"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return keys() == "live new stuck"; })) << keys() << child.err();
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_reap_deleted_total", {"reap=\"own\"", "store=\"main\""}) == 3;
  }));
  EXPECT_GE(sample("onceover_reap_transaction_duration_seconds_count").value_or(0), 1);
  // It comes again by itself.
  finished("older", "x", past);
  EXPECT_TRUE(eventually([&] { return keys() == "live new stuck"; })) << keys();
  EXPECT_TRUE(
      eventually([&] { return sample("onceover_reap_runs_total", {"result=\"ended\""}).value_or(0) >= 2; }));
  EXPECT_EQ(sample("onceover_reap_runs_total", {"result=\"failed\""}), 0);
  const Json health = Json::parse(get("/healthz").body);
  EXPECT_EQ(health["reaps"][0]["status"], "ok") << health;
  EXPECT_THAT(child.err(), AllOf(HasSubstr("Reaped finished keys"), HasSubstr("\"reap\":\"own\"")));
  end(child);
  EXPECT_EQ(raw_.scalar("SELECT sum(n) FROM " + test::counted_everywhere + " WHERE name = 'reaped'"), "4")
      << "counted when it stops at the latest";
}

TEST_F(ReapSectionTest, TheStopSwitchIsHeeded) {
  fill();
  raw_.exec("UPDATE onceover.control SET stopped = true, reason = 'INC-1'");
  configured(head + store_text() + reap_text("own"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return sample("onceover_reap_store_stopped") == 1; })) << child.err();
  const double runs = sample("onceover_reap_runs_total", {"result=\"ended\""}).value_or(0);
  EXPECT_TRUE(eventually(
      [&] { return sample("onceover_reap_runs_total", {"result=\"ended\""}).value_or(0) > runs + 1; }));
  EXPECT_EQ(keys(), "live new old-1 old-2 old-3 stuck");
  EXPECT_EQ(get("/healthz").status, 200) << "halted is no illness";
  raw_.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_TRUE(eventually([&] { return keys() == "live new stuck"; })) << child.err();
  end(child);
  EXPECT_THAT(child.err(), AllOf(HasSubstr("switch is on: waiting"), HasSubstr("switch is off again")));
}

TEST_F(ReapSectionTest, ATableThatCannotBeReapedStarvesNoOther) {
  make_shop_with_window();
  fill();
  gateway_.knows_done();
  kept_row("r-done", "DONE", past);
  kept_row("r-new", "DONE", "now() + interval '1 day'");
  kept_row("r-never", "DONE", "NULL");
  kept_row("r-running", "RUNNING", past);
  configured(simple() + reap_text("shop", "profile = \"reaped.toml\"\n") + reap_text("own"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] {
    return sample("onceover_reap_runs_total", {"reap=\"shop\"", "result=\"failed\""}).value_or(0) >= 1;
  }));
  // It is counted before it is said.
  EXPECT_TRUE(child.wait_for_err("oncectl roles print --role reaper"));
  EXPECT_THAT(child.err(), HasSubstr("There is no function onceover.reap_requests_"));
  EXPECT_TRUE(eventually([&] { return keys() == "live new stuck" && state_of("stuck") == "succeeded"; }))
      << keys() << child.err();
  EXPECT_EQ(sample("onceover_reap_runs_total", {"reap=\"own\"", "result=\"failed\""}), 0);
  const Got health = get("/healthz");
  EXPECT_EQ(health.status, 503);
  EXPECT_EQ(Json::parse(health.body)["reaps"][0]["status"], "failing") << health.body;
  EXPECT_EQ(Json::parse(health.body)["reaps"][1]["status"], "ok") << health.body;
  EXPECT_EQ(rows(), "r-done r-never r-new r-running");
  let_reap();
  child.kill(SIGHUP);
  EXPECT_TRUE(eventually([&] { return rows() == "r-never r-new r-running"; })) << rows() << child.err();
  EXPECT_TRUE(eventually([&] { return sample("onceover_reap_deleted_total", {"reap=\"shop\""}) == 1; }));
  EXPECT_TRUE(eventually([&] { return get("/healthz").status == 200; })) << get("/healthz").body;
  EXPECT_EQ(sample("onceover_reap_deleted_total", {"reap=\"own\""}), 3) << "a counter never goes back";
  end(child);
}

TEST_F(ReapSectionTest, AFunctionThatDeletesWhatTheProfileSaysNoMoreIsNotCalled) {
  make_shop_with_window();
  let_reap();
  kept_row("r-done", "DONE", past);
  kept_row("r-running", "RUNNING", past);
  const std::string name = raw_.scalar("SELECT proname FROM pg_proc WHERE proname LIKE 'reap_requests_%'");
  raw_.exec("CREATE OR REPLACE FUNCTION onceover." + name +
            "(onceover_limit bigint) RETURNS bigint LANGUAGE sql AS 'WITH gone AS (DELETE FROM shop.requests "
            "RETURNING 1) SELECT count(*) FROM gone'");
  configured(head + store_text() + reap_text("shop", "profile = \"reaped.toml\"\n"));
  test::Process child = serve();
  EXPECT_TRUE(
      eventually([&] { return sample("onceover_reap_runs_total", {"result=\"failed\""}).value_or(0) >= 1; }));
  EXPECT_TRUE(child.wait_for_err("does not delete what the profile"));
  EXPECT_EQ(rows(), "r-done r-running");
  end(child);
}

TEST_F(ReapSectionTest, ANewConfigurationIsTakenAndTheCountGoesOn) {
  fill();
  configured(head + store_text() + reap_text("own"));
  test::Process child = serve();
  EXPECT_TRUE(eventually([&] { return sample("onceover_reap_deleted_total") == 3; })) << child.err();
  configured(head + store_text() + reap_text("own", "batch = 1\n"));
  child.kill(SIGHUP);
  ASSERT_TRUE(child.wait_for_err("The new configuration is in force."));
  for (const char* key : {"more-1", "more-2", "more-3", "more-4"}) finished(key, "x", past);
  EXPECT_TRUE(eventually([&] { return sample("onceover_reap_deleted_total") == 7; })) << child.err();
  configured(simple());
  child.kill(SIGHUP);
  EXPECT_TRUE(eventually([&] { return sample("onceover_sweep_owned_total").has_value(); }));
  EXPECT_FALSE(sample("onceover_reap_deleted_total")) << "who reaps no more says nothing of it";
  end(child);
}

TEST_F(ReapSectionTest, SeveralServicesDeleteEachKeyOnce) {
  raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "created_at, completed_at, response_version, response_code, response_headers, response_body, "
      "expires_at) SELECT 'acme', 'refund', 'k-' || n, 'succeeded', nextval('onceover.fence'), 'raw-sha256', "
      "sha256('body'), now() - interval '2 days', now() - interval '2 days', 1, 200, '\\x0000000000000000', "
      "'x', now() - interval '1 day' FROM generate_series(1, 3000) n");
  stuck("stuck");
  raw_.tamper("UPDATE onceover.keys SET expires_at = now() - interval '1 day' WHERE key = 'stuck'");
  raw_.exec("UPDATE onceover.control SET stopped = true");  // both stand ready
  configured(head + store_text() + reap_text("own", "batch = 50\n"));
  std::vector<int> ports;
  test::Process one = serve();
  ports.push_back(port_);
  test::Process two = serve();
  ports.push_back(port_);
  raw_.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_TRUE(eventually([&] { return keys() == "stuck"; })) << one.err() << two.err();
  const auto deleted = [&] {
    double sum = 0;
    for (const int port : ports) {
      port_ = port;
      sum += sample("onceover_reap_deleted_total").value_or(0);
    }
    return sum;
  };
  EXPECT_TRUE(eventually([&] { return deleted() == 3000; })) << deleted();
  for (const int port : ports) {
    port_ = port;
    EXPECT_EQ(sample("onceover_reap_runs_total", {"result=\"failed\""}), 0) << one.err() << two.err();
  }
  end(one);
  end(two);
  EXPECT_EQ(keys(), "stuck");
}

}  // namespace
}  // namespace onceover::oncectl
