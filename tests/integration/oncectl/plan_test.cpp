// SPDX-License-Identifier: Apache-2.0
// oncectl plan: many keys by one plan, from the first look to the report.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {

using testing::HasSubstr;
using testing::Not;

class PlanCommandTest : public OncectlTest {
 protected:
  Ran create(std::vector<std::string> more = {"--stuck"}) {
    std::vector<std::string> words{"plan",     "create",        "INC-1",    "--act", "settle",
                                   "--reason", "worker killed", "--ticket", "INC-1"};
    words.insert(words.end(), more.begin(), more.end());
    return ctl_json(words);
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + "/" + database_.name() + name;
    std::ofstream(path) << text;
    files_.push_back(path);
    return path;
  }
  ~PlanCommandTest() override {
    for (const std::string& path : files_) std::filesystem::remove(path);
  }
  std::vector<std::string> files_;
};

TEST_F(PlanCommandTest, FromTheFilterToTheReport) {
  for (const char* key : {"r-1", "r-2", "r-3"}) stuck(key);
  live("r-4");
  gateway_.knows_done();
  const std::string untouched = checksum();
  EXPECT_EQ(create({"--stuck", "--dry-run"}).json()["items"], 3);
  EXPECT_EQ(checksum(), untouched);
  const Ran made = create();
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.json()["items"], 3);
  EXPECT_EQ(create().code, 2) << "the name is taken";
  EXPECT_EQ(ctl({"plan", "run", "INC-1"}).code, 2) << "no dry run yet";

  const Ran foreseen = ctl_json({"plan", "dry-run", "INC-1"});
  ASSERT_EQ(foreseen.code, 0) << foreseen.err;
  EXPECT_EQ(foreseen.json()["state"], "ready");
  EXPECT_EQ(foreseen.json()["totals"]["would_write"], 3);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'succeeded'"), "0");
  const Ran items = ctl_json({"plan", "items", "INC-1", "--limit", "2"});
  EXPECT_EQ(items.json()["items"].size(), 2U);
  EXPECT_EQ(items.json()["items"][0]["foreseen"]["verdict"], "settle_succeeded");
  EXPECT_EQ(
      ctl_json({"plan", "items", "INC-1", "--after", items.json()["next"].dump()}).json()["items"].size(),
      1U);

  const Ran ran = ctl_json({"plan", "run", "INC-1"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["state"], "finished");
  EXPECT_EQ(ran.json()["totals"]["done"], 3);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle' AND ticket = 'INC-1'"),
            "3");
  EXPECT_EQ(ctl({"plan", "run", "INC-1"}).code, 2) << "it is finished";

  const std::string path = file(".json", "");
  ASSERT_EQ(ctl({"plan", "report", "INC-1", path, "--format", "json"}).code, 0);
  struct stat facts {};
  ASSERT_EQ(::stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600U);
  std::ifstream read(path);
  const Json report = Json::parse(read);
  EXPECT_EQ(report["items"].size(), 3U);
  EXPECT_EQ(report["totals"]["done"], 3);
  const Ran markdown = ctl({"plan", "report", "INC-1", "-"});
  EXPECT_THAT(markdown.out, testing::AllOf(HasSubstr("# Plan INC-1"), HasSubstr("3 done (3 audit rows)")));
  EXPECT_THAT(markdown.out, Not(HasSubstr("e-1"))) << "no bodies";
  EXPECT_EQ(ctl_json({"plan", "list"}).json()["plans"][0]["name"], "INC-1");
  EXPECT_THAT(ctl({"plan", "show", "INC-1"}).out, HasSubstr("finished"));
  EXPECT_EQ(ctl({"plan", "show", "nobody"}).code, 3);
}

TEST_F(PlanCommandTest, AListWithWrongLinesIsNamedLineByLine) {
  for (const char* key : {"r-1", "r-2"}) stuck(key);
  const std::string list = file(".csv", "\xEF\xBB\xBFkey,tenant\r\nr-1,acme\r\nr-9,acme\r\n\r\nr-2,acme\r\n");
  const Ran refused = create({"--keys", list});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.error()["lines"], Json::parse(R"([{"line": 3, "what": "There is no such row."}])"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.plans"), "0");
  const Ran made = create({"--keys", list, "--leave-out"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.json()["items"], 2);
  EXPECT_EQ(made.json()["left_out"].size(), 1U);
  EXPECT_EQ(create({"--keys", list, "--stuck"}).code, 2) << "a list or a filter";
}

TEST_F(PlanCommandTest, KilledWhileAskingItIsResumedByAnother) {
  for (const char* key : {"r-1", "r-2"}) stuck(key);
  gateway_.knows_done();
  ASSERT_EQ(create().code, 0);
  ASSERT_EQ(ctl({"plan", "dry-run", "INC-1"}).code, 0);
  const int before = gateway_.asked();
  gateway_.hold();
  test::Process victim = start(with_store({"plan", "run", "INC-1"}));
  ASSERT_TRUE(gateway_.wait_asked(before + 1)) << victim.err();
  victim.kill(SIGKILL);
  ASSERT_TRUE(victim.wait().has_value());
  gateway_.release();
  EXPECT_EQ(raw_.scalar("SELECT state FROM onceover.plans"), "running");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"), "0");
  // As if its short lease had ended.
  raw_.exec(
      "UPDATE onceover.plan_items SET taken_until = clock_timestamp(); UPDATE onceover.keys SET locked_until "
      "= clock_timestamp()");
  const Ran resumed = ctl_json({"plan", "resume", "INC-1", "--reason", "the laptop died"});
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(resumed.json()["totals"]["done"], 2);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"), "2");
}

TEST_F(PlanCommandTest, PausedAndStoppedByHandAndHaltedByTheSwitch) {
  stuck("r-1");
  gateway_.knows_done();
  ASSERT_EQ(create().code, 0);
  EXPECT_EQ(ctl({"plan", "pause", "INC-1", "--reason", "x"}).code, 4) << "it does not run";
  EXPECT_EQ(ctl({"plan", "stop", "INC-1", "--reason", "x", "--dry-run"}).code, 0);
  EXPECT_EQ(raw_.scalar("SELECT state FROM onceover.plans"), "frozen");
  EXPECT_EQ(ctl({"plan", "stop", "INC-1", "--reason", "x"}).code, 0);
  EXPECT_EQ(ctl({"plan", "run", "INC-1"}).code, 2);
  EXPECT_EQ(ctl({"plan", "resume", "INC-1", "--reason", "y"}).code, 2) << "it never was looked at";
  ASSERT_EQ(ctl({"plan", "dry-run", "INC-1"}).code, 0);
  ASSERT_EQ(ctl({"stop", "--reason", "wrong merchant"}).code, 0);
  EXPECT_EQ(ctl({"plan", "run", "INC-1"}).code, 8);
  EXPECT_EQ(state_of("r-1"), "in_progress");
  ASSERT_EQ(ctl({"start", "--reason", "over"}).code, 0);
  EXPECT_EQ(ctl({"plan", "run", "INC-1"}).code, 0);
  EXPECT_EQ(state_of("r-1"), "succeeded");
}

TEST_F(PlanCommandTest, WhatIsNotDoneIsInTheExitCode) {
  stuck("r-1");
  gateway_.knows_done("99.00");
  ASSERT_EQ(create().code, 0);
  ASSERT_EQ(ctl({"plan", "dry-run", "INC-1"}).code, 0);
  const Ran ran = ctl_json({"plan", "run", "INC-1"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.json()["totals"]["unsettled"], 1);
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.cases"), "needs_human");
}

}  // namespace onceover::oncectl
