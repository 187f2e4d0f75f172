// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/counted.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {

using test::Exit;
using testing::HasSubstr;

class ServiceTest : public OncectlTest {
 protected:
  std::string stranded() {
    return raw_.scalar(
        "SELECT count(*) FROM onceover.keys WHERE holder <> 'executor' AND locked_until > clock_timestamp()");
  }
};

TEST_F(ServiceTest, ASweepSettlesWhatIsDueAndCountsIt) {
  for (int i = 0; i < 5; ++i) stuck("r-" + std::to_string(i));
  live("l-1");
  gateway_.knows_done();
  const Ran ran = ctl_json({"sweep", "--batch", "2"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["owned"], 5);
  EXPECT_EQ(ran.json()["succeeded"], 5);
  EXPECT_EQ(state_of("l-1"), "in_progress");
  EXPECT_EQ(
      raw_.scalar("SELECT sum(n) FROM " + test::counted_everywhere + " WHERE name = 'settled.succeeded'"),
      "5");
  const Json stats = ctl_json({"stats"}).json();
  EXPECT_EQ(stats["states"]["in_progress"], 1);
  EXPECT_EQ(stats["states"]["stuck"], 0);
  EXPECT_EQ(stats["counted"]["settled.succeeded"]["now"], 5);
  EXPECT_EQ(ctl({"stats", "--since", "1h"}).code, 0);
}

TEST_F(ServiceTest, AReapDeletesFinishedKeysPastTheirWindowAlone) {
  finished("old", "x", "now() - interval '1 day'");
  finished("new");
  stuck("s-1");
  const Ran ran = ctl_json({"reap"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["reaped"], 1);
  EXPECT_EQ(raw_.scalar("SELECT string_agg(key, ',' ORDER BY key) FROM onceover.keys"), "new,s-1");
}

TEST_F(ServiceTest, TheSwitchHaltsThemAndStartLetsThemGoOn) {
  stuck("s-1");
  finished("old", "x", "now() - interval '1 day'");
  EXPECT_EQ(ctl_json({"stop", "--reason", "INC-1"}).json()["changed"], true);
  EXPECT_EQ(ctl_json({"stop", "--reason", "INC-1"}).json()["changed"], false);
  EXPECT_EQ(ctl({"sweep"}).code, 8);
  EXPECT_EQ(ctl({"reap"}).code, 8);
  EXPECT_EQ(gateway_.asked(), 0);
  EXPECT_EQ(ctl_json({"start", "--reason", "over"}).json()["stopped"], false);
  EXPECT_EQ(ctl({"sweep"}).code, 0);
  EXPECT_EQ(ctl_json({"audit", "--action", "stop"}).json()["records"].size(), 1U);
}

TEST_F(ServiceTest, WorkersSideBySideSettleEachKeyOnce) {
  for (int i = 0; i < 30; ++i) stuck("r-" + std::to_string(i));
  gateway_.knows_done();
  const Ran ran = ctl_json({"sweep", "--batch", "3", "--workers", "3"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["passes"], 1);
  EXPECT_EQ(ran.json()["owned"], 30);
  EXPECT_EQ(ran.json()["succeeded"], 30);
  EXPECT_EQ(ran.json()["lost"], 0);
  EXPECT_EQ(gateway_.asked(), 30);
  EXPECT_EQ(
      raw_.scalar("SELECT sum(n) FROM " + test::counted_everywhere + " WHERE name = 'settled.succeeded'"),
      "30");
  EXPECT_EQ(ctl({"sweep", "--workers", "0"}).code, 2);
}

TEST_F(ServiceTest, WhatEveryWorkerOwnsIsSettledOnSigterm) {
  for (int i = 0; i < 8; ++i) stuck("r-" + std::to_string(i));
  gateway_.knows_done();
  gateway_.hold();
  test::Process child =
      start(with_store({"sweep", "--follow", "--json", "--batch", "2", "--workers", "2", "--every", "1h"}));
  ASSERT_TRUE(test::eventually([&] { return stranded() == "4"; })) << "both ask at once";
  child.kill(SIGTERM);
  ASSERT_TRUE(child.wait_for_err("Asked to stop"));
  gateway_.release();
  ASSERT_EQ(child.wait(std::chrono::seconds(10)), (Exit{0, 0})) << child.err();
  EXPECT_EQ(stranded(), "0");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"), "4");
}

TEST_F(ServiceTest, AFollowingSweepEndsOnSigtermWithNothingStranded) {
  for (int i = 0; i < 6; ++i) stuck("r-" + std::to_string(i));
  gateway_.knows_done();
  gateway_.hold();
  test::Process child =
      start(with_store({"sweep", "--follow", "--json", "--batch", "2", "--workers", "1", "--every", "1h"}));
  ASSERT_TRUE(gateway_.wait_asked());
  EXPECT_EQ(stranded(), "2") << "owned while the gateway is being asked";
  child.kill(SIGTERM);
  ASSERT_TRUE(child.wait_for_err("Asked to stop"));
  gateway_.release();
  ASSERT_EQ(child.wait(std::chrono::seconds(10)), (Exit{0, 0})) << child.err();
  EXPECT_EQ(stranded(), "0");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"), "2")
      << "the batch under way is settled, no other is begun";
  EXPECT_EQ(
      raw_.scalar("SELECT sum(n) FROM " + test::counted_everywhere + " WHERE name = 'settled.succeeded'"),
      "2");
  ASSERT_TRUE(child.wait_for_out("}\n"));
  EXPECT_EQ(Json::parse(child.out())["succeeded"], 2);
}

TEST_F(ServiceTest, AnIdleSweepEndsOnSigintAtOnce) {
  test::Process child = start(with_store({"sweep", "--follow", "--every", "1h"}));
  ASSERT_TRUE(child.wait_for_err("Started."));
  ASSERT_TRUE(test::eventually([this] {
    return raw_.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
               "application_name = 'oncectl'") != "0";
  }));
  child.kill(SIGINT);
  EXPECT_EQ(child.wait(std::chrono::seconds(5)), (Exit{0, 0}));
}

TEST_F(ServiceTest, AFollowingSweepWritesJsonLines) {
  stuck("r-1");
  gateway_.knows_done();
  test::Process child = start(with_store({"--json", "sweep", "--follow", "--every", "50ms"}));
  ASSERT_TRUE(test::eventually([this] { return state_of("r-1") == "succeeded"; }));
  child.kill(SIGTERM);
  ASSERT_EQ(child.wait(), (Exit{0, 0}));
  ASSERT_TRUE(child.wait_for_err("Stopped as asked"));
  std::istringstream lines(child.err());
  bool settled = false;
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line);
    EXPECT_TRUE(json.contains("at") && json.contains("level") && json.contains("message")) << line;
    settled = settled || json.value("key", "") == "r-1";
  }
  EXPECT_TRUE(settled);
}

TEST_F(ServiceTest, AFollowingSweepOutlivesItsConnection) {
  test::Process child = start(with_store({"sweep", "--follow", "--every", "50ms"}));
  ASSERT_TRUE(child.wait_for_err("Started."));
  gateway_.knows_done();
  raw_.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
      "pg_backend_pid()");
  stuck("r-1");
  EXPECT_TRUE(test::eventually([this] { return state_of("r-1") == "succeeded"; })) << child.err();
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0}));
}

TEST_F(ServiceTest, AFollowingReapEndsOnSigterm) {
  finished("old", "x", "now() - interval '1 day'");
  test::Process child = start(with_store({"reap", "--follow", "--every", "50ms"}));
  ASSERT_TRUE(test::eventually([this] { return raw_.scalar("SELECT count(*) FROM onceover.keys") == "0"; }));
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(std::chrono::seconds(5)), (Exit{0, 0}));
}

TEST_F(ServiceTest, AConfigurationThatCannotBeIsRefused) {
  const Ran ran = ctl_json({"sweep", "--own-lease", "1s", "--ask-timeout", "5s"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.error()["what"].get<std::string>(), HasSubstr("own_lease"));
  EXPECT_EQ(ctl({"sweep", "--every", "soon"}).code, 2);
  EXPECT_EQ(ctl({"reap", "--batch", "0"}).code, 2);
}

}  // namespace onceover::oncectl
