// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {

using testing::HasSubstr;
using testing::Not;

class SettleTest : public OncectlTest {
 protected:
  // A file of the test's own that is gone with it.
  struct TempFile {
    std::string path;
    explicit TempFile(const std::string& text) : path("/tmp/oncectl-body-XXXXXX") {
      ::close(::mkstemp(path.data()));
      std::ofstream(path) << text;
    }
    ~TempFile() { ::unlink(path.c_str()); }
  };
};

TEST_F(SettleTest, AskShowsEvidenceVerdictAndSqlAndWritesNothing) {
  stuck("r-1");
  gateway_.knows_done();
  const std::string before = checksum();
  const Ran ran = ctl_json({"ask", "r-1"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  EXPECT_EQ(json["evidence"]["finding"], "done");
  EXPECT_EQ(json["verdict"]["kind"], "settle_succeeded");
  EXPECT_EQ(json["settlement"]["act"], "succeed");
  EXPECT_EQ(json["settlement"]["after"]["state"], "succeeded");
  EXPECT_THAT(json["settlement"]["sql"].get<std::string>(), HasSubstr("UPDATE onceover.keys"));
  EXPECT_EQ(ctl({"ask", "r-1"}).code, 0);
  EXPECT_EQ(checksum(), before);
}

TEST_F(SettleTest, AskMasksBodiesInTheSqlToo) {
  stuck("r-1");
  gateway_.knows_done();
  const std::string hex_of_id = "652d31";  // "e-1", as the statement would spell it
  for (const char* mode : {"text", "json"}) {
    const Ran masked = std::string(mode) == "json" ? ctl_json({"ask", "r-1"}) : ctl({"ask", "r-1"});
    EXPECT_THAT(masked.out, Not(HasSubstr("e-1")));
    EXPECT_THAT(masked.out, Not(HasSubstr(hex_of_id)));
  }
  EXPECT_THAT(ctl({"ask", "r-1", "--reveal"}).out, testing::AllOf(HasSubstr("e-1"), HasSubstr(hex_of_id)));
}

TEST_F(SettleTest, AskSaysByItsCodeThatNothingWouldSettle) {
  stuck("r-1");
  gateway_.answer(503, "{}");
  EXPECT_EQ(ctl_json({"ask", "r-1"}).code, 5);
  gateway_.knows_done("99.00");
  const Ran loud = ctl_json({"ask", "r-1"});
  EXPECT_EQ(loud.code, 5);
  EXPECT_EQ(loud.json()["verdict"]["loud"], true);
}

TEST_F(SettleTest, AskOffersNoStatementForWhatIsNotStuck) {
  live("l-1");
  finished("f-1");
  gateway_.knows_done();
  const Ran live_one = ctl_json({"ask", "l-1"});
  EXPECT_EQ(live_one.code, 0);
  EXPECT_EQ(live_one.json()["evidence"]["finding"], "done");
  EXPECT_TRUE(live_one.json()["settlement"].is_null());
  const Ran finished_one = ctl({"ask", "f-1"});
  EXPECT_EQ(finished_one.code, 0);
  EXPECT_THAT(finished_one.out, HasSubstr("there is nothing to settle"));
}

TEST_F(SettleTest, AKeyThatSomebodyElseIsAskingAboutIsStuckAndNotForTheTaking) {
  stuck("r-1");
  gateway_.knows_done();
  raw_.tamper(
      "UPDATE onceover.keys SET holder = 'sweeper', stuck_since = locked_until, locked_until = now() + "
      "interval '1 minute'");
  EXPECT_THAT(ctl_json({"keys", "show", "r-1"}).out, HasSubstr(R"("stuck":true)"));
  EXPECT_TRUE(ctl_json({"ask", "r-1"}).json()["settlement"].is_null());
  for (const char* dry : {"--dry-run", "--json"}) {
    const Ran ran = ctl({"settle", "r-1", "--reason", "x", dry});
    EXPECT_EQ(ran.code, 4) << ran.out << ran.err;
  }
}

TEST_F(SettleTest, SettlesFromEvidenceWithCaseAndAudit) {
  stuck("r-1");
  gateway_.knows_done();
  const Ran ran = ctl_json(
      {"settle", "r-1", "--reason", "INC-1: killed", "--ticket", "INC-1", "--expect", "settle_succeeded"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  EXPECT_EQ(json["settled"], true);
  EXPECT_EQ(json["after"]["state"], "succeeded");
  EXPECT_EQ(raw_.scalar("SELECT convert_from(response_body, 'UTF8') FROM onceover.keys"),
            R"({"id":"e-1","amount":"12.50"})");
  const Json audit = ctl_json({"audit", "--key", "r-1"}).json();
  ASSERT_EQ(audit["records"].size(), 2U);
  EXPECT_EQ(audit["records"][0]["number"], json["audit_id"]);
  EXPECT_EQ(audit["records"][0]["reason"], "INC-1: killed");
  EXPECT_EQ(audit["records"][0]["ticket"], "INC-1");
  EXPECT_EQ(audit["records"][0]["evidence"]["finding"], "done");
  EXPECT_EQ(audit["records"][0]["program"], "oncectl");
}

TEST_F(SettleTest, ARefusalSettlesFailedAndAnUnknownKeyIsReleased) {
  stuck("r-1");
  gateway_.declines();
  EXPECT_EQ(ctl({"settle", "r-1", "--reason", "why"}).code, 0);
  EXPECT_EQ(state_of("r-1"), "failed");
  stuck("r-2");
  gateway_.knows_nothing();
  EXPECT_EQ(ctl({"settle", "r-2", "--reason", "why"}).code, 0);
  EXPECT_EQ(state_of("r-2"), "released");
}

TEST_F(SettleTest, DryRunsWriteNothing) {
  stuck("r-1");
  finished("old", "x", "now() - interval '1 day'");
  gateway_.knows_done();
  const std::string before = checksum();
  EXPECT_EQ(ctl_json({"settle", "r-1", "--reason", "why", "--dry-run"}).json()["dry_run"], true);
  EXPECT_EQ(ctl_json({"sweep", "--dry-run"}).json()["due"], 1);
  EXPECT_EQ(ctl_json({"reap", "--dry-run"}).json()["due"], 1);
  EXPECT_EQ(ctl({"stop", "--reason", "why", "--dry-run"}).code, 0);
  EXPECT_EQ(ctl({"start", "--reason", "why", "--dry-run"}).code, 0);
  EXPECT_EQ(ctl({"schema", "install", "--dry-run"}).code, 0);
  for (const char* word : {"list", "show", "why"})
    ctl(word == std::string("list") ? std::vector<std::string>{"keys", "list"}
                                    : std::vector<std::string>{"keys", word, "r-1"});
  EXPECT_EQ(checksum(), before);
}

TEST_F(SettleTest, WhatTheEvidenceLeavesOpenIsRecordedAndHasItsOwnCode) {
  stuck("r-1");
  gateway_.answer(503, "{}");
  const Ran ran = ctl_json({"settle", "r-1", "--reason", "why"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(ran.json()["settled"], false);
  EXPECT_EQ(state_of("r-1"), "in_progress");
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.cases"), "open");
  EXPECT_EQ(raw_.scalar("SELECT locked_until <= clock_timestamp() FROM onceover.keys"), "t");
  gateway_.knows_done("99.00");
  EXPECT_EQ(ctl({"settle", "r-1", "--reason", "why"}).code, 5);
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.cases"), "needs_human");
  EXPECT_EQ(ctl({"keys", "list", "--needs-human"}).code, 0);
}

TEST_F(SettleTest, AnotherVerdictThanTheExpectedSettlesNothing) {
  stuck("r-1");
  gateway_.knows_done();
  const Ran ran = ctl({"settle", "r-1", "--reason", "why", "--expect", "release"});
  EXPECT_EQ(ran.code, 5);
  EXPECT_EQ(state_of("r-1"), "in_progress");
  EXPECT_THAT(raw_.scalar("SELECT reason FROM onceover.audit ORDER BY id DESC LIMIT 1"),
              HasSubstr("Expected release"));
  EXPECT_EQ(raw_.scalar("SELECT response_body IS NULL FROM onceover.keys"), "t");
}

TEST_F(SettleTest, APersonSuppliesTheAnswerWhereTheEffectHappened) {
  stuck("p-1", "acme", "payout");
  gateway_.knows_done();
  const Ran without = ctl({"settle", "p-1", "--reason", "why"});
  EXPECT_EQ(without.code, 5);
  EXPECT_THAT(without.err, HasSubstr("--response-code"));
  const TempFile body("{\"payout\":1}");
  const Ran with =
      ctl({"settle", "p-1", "--reason", "why", "--response-code", "201", "--response-body", body.path});
  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_EQ(raw_.scalar("SELECT convert_from(response_body, 'UTF8') FROM onceover.keys"), "{\"payout\":1}");
  EXPECT_EQ(raw_.scalar("SELECT response_code FROM onceover.keys"), "201");
}

TEST_F(SettleTest, APersonsAnswerNeverOverrulesEvidence) {
  stuck("p-1", "acme", "payout");
  gateway_.declines();
  const TempFile body("{\"paid\":true}");
  const Ran ran =
      ctl({"settle", "p-1", "--reason", "why", "--response-code", "201", "--response-body", body.path});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("was not used"));
  EXPECT_EQ(state_of("p-1"), "failed");
  EXPECT_EQ(raw_.scalar("SELECT response_code FROM onceover.keys"), "402");
  EXPECT_EQ(ctl({"settle", "p-1", "--reason", "why", "--response-code", "500"}).code, 2);
}

TEST_F(SettleTest, ALiveLeaseAndAFinishedKeyAreLeftAlone) {
  live("l-1");
  finished("f-1");
  const std::string before = checksum();
  for (const char* key : {"l-1", "f-1"}) {
    for (const bool dry : {false, true}) {
      std::vector<std::string> words{"settle", key, "--reason", "why"};
      if (dry) words.push_back("--dry-run");
      const Ran ran = ctl_json(words);
      EXPECT_EQ(ran.code, 4) << ran.err;
      EXPECT_EQ(ran.out, "");
      EXPECT_EQ(ran.error()["kind"], "changed");
      EXPECT_EQ(ran.error()["seen"]["key"], key);
    }
  }
  EXPECT_EQ(gateway_.asked(), 0);
  EXPECT_EQ(checksum(), before);
}

// Somebody settles the key while the gateway is being asked.
TEST_F(SettleTest, ARowThatChangedMeanwhileIsShownInBothVersions) {
  stuck("r-1");
  gateway_.knows_done();
  gateway_.hold();
  test::Process child = start(with_store({"--json", "settle", "r-1", "--reason", "why"}));
  ASSERT_TRUE(gateway_.wait_asked());
  raw_.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence'), owner = 'somebody else'");
  gateway_.release();
  const auto exit = child.wait();
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 4);
  child.wait_for_err("}\n");
  const Json error = Json::parse(child.err())["error"];
  EXPECT_EQ(error["now"]["owner"], "somebody else");
  EXPECT_NE(error["seen"]["fence"], error["now"]["fence"]);
  EXPECT_EQ(state_of("r-1"), "in_progress");
}

TEST_F(SettleTest, AReasonIsNeeded) {
  stuck("r-1");
  const std::string before = checksum();
  EXPECT_EQ(ctl({"settle", "r-1"}).code, 2);
  EXPECT_EQ(ctl({"settle", "r-1", "--reason", "  "}).code, 2);
  EXPECT_EQ(ctl({"stop"}).code, 2);
  EXPECT_EQ(checksum(), before);
}

TEST_F(SettleTest, AGatewayThatIsNotThereIsUnreachableToAskAndOpenToSettle) {
  stuck("r-1");
  const TempFile config([this] {
    std::ifstream in(gateway_.config_path());
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto at = text.find("127.0.0.1:") + 10;
    return text.replace(at, text.find('"', at) - at, "1");  // tcpmux: nobody listens
  }());
  const std::vector<std::string> store{"--dsn", database_.conninfo(), "--gateway", config.path};
  const auto with = [&store](std::vector<std::string> words) {
    words.insert(words.end(), store.begin(), store.end());
    return run(words);
  };
  EXPECT_EQ(with({"ask", "r-1"}).code, 6);
  EXPECT_EQ(with({"settle", "r-1", "--reason", "why"}).code, 5);
  EXPECT_EQ(run({"ask", "r-1", "--dsn", database_.conninfo()}).code, 2);
  EXPECT_EQ(run({"ask", "r-1", "--dsn", database_.conninfo()}, {{"ONCEOVER_GATEWAY", config.path}}).code, 6);
}

}  // namespace onceover::oncectl
