// SPDX-License-Identifier: Apache-2.0
// The trail's chain, a second approver, and rights, from the command line.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class TrailTest : public OncectlTest {
 protected:
  ~TrailTest() override {
    std::filesystem::remove(file_);
    if (!second_.empty()) raw_.exec("DROP OWNED BY " + second_ + "; DROP ROLE " + second_);
  }
  // As another database user, who may what the role's script gives.
  Ran second(std::vector<std::string> words) {
    if (second_.empty()) {
      second_ = "second_" + database_.name();
      const auto script = ctl({"roles", "print", "--role", "approver", "--name", second_});
      EXPECT_EQ(script.code, 0) << script.err;
      raw_.exec(script.out);
      raw_.exec("ALTER ROLE " + second_ + " LOGIN");
    }
    words.insert(words.begin(), {"--json", "--dsn", database_.conninfo() + " user=" + second_});
    return run(words);
  }
  std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / ("onceover-anchor-" + std::to_string(::getpid()));
  std::string second_;
};

TEST_F(TrailTest, IsVerifiedSealedAndAnchored) {
  stuck("r-1");
  ASSERT_EQ(ctl({"stop", "--reason", "x"}).code, 0);
  auto verified = ctl_json({"audit", "verify"});
  ASSERT_EQ(verified.code, 0) << verified.err;
  EXPECT_EQ(verified.json()["sound"], true);
  EXPECT_EQ(verified.json()["unsealed_links"], 1);
  EXPECT_EQ(ctl({"audit", "anchor", file_.string()}).code, 3) << "nothing is sealed";
  EXPECT_EQ(ctl_json({"audit", "seal", "--dry-run"}).json()["unsealed_links"], 1);
  EXPECT_EQ(ctl_json({"audit", "seal"}).json()["seal"], 1);
  ASSERT_EQ(ctl({"audit", "anchor", file_.string()}).code, 0);
  struct stat found {};
  ASSERT_EQ(::stat(file_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
  EXPECT_EQ(ctl({"audit", "verify", "--anchor", file_.string()}).code, 0);
  raw_.exec("SET session_replication_role = replica; UPDATE onceover.audit SET actor = 'mallory'");
  verified = ctl_json({"audit", "verify", "--anchor", file_.string()});
  EXPECT_EQ(verified.code, 11);
  EXPECT_EQ(verified.json()["first_row"], 1);
  EXPECT_EQ(verified.json()["findings"][0]["fault"], "row_changed");
  EXPECT_THAT(ctl({"audit", "verify"}).out, HasSubstr("Audit row 1 was changed"));
  raw_.exec(
      "DELETE FROM onceover.audit_seal_heads; DELETE FROM onceover.audit_seals; DELETE FROM "
      "onceover.audit_links; DELETE FROM onceover.audit");
  EXPECT_EQ(ctl({"audit", "verify"}).code, 0) << "nothing is there, and nothing says that there was";
  EXPECT_EQ(ctl_json({"audit", "verify", "--anchor", file_.string()}).json()["findings"][0]["fault"],
            "anchor_missing");
  std::ofstream(file_) << "{}";
  EXPECT_EQ(ctl({"audit", "verify", "--anchor", file_.string()}).code, 2);
  EXPECT_EQ(ctl({"audit", "--action", "stop"}).code, 3) << "the listing is there as before";
}

TEST_F(TrailTest, APersonsWordWaitsForAnotherDatabaseUser) {
  stuck("r-1");
  gateway_.answer(503, "{}");
  const std::vector<std::string> word{"settle",     "r-1",           "--overrule",      "fail",
                                      "--reason",   "gone",          "--ticket",        "INC-1",
                                      "--evidence", "the statement", "--response-code", "422"};
  auto dry = word;
  dry.emplace_back("--dry-run");
  const std::string before = checksum();
  EXPECT_EQ(ctl_json(dry).json()["needs_second_person"], true);
  EXPECT_EQ(checksum(), before);
  const auto waits = ctl_json(word);
  ASSERT_EQ(waits.code, 10) << waits.err << waits.out;
  const std::string number = std::to_string(waits.json()["waits_for"].get<int>());
  EXPECT_EQ(state_of("r-1"), "in_progress");
  EXPECT_THAT(ctl({"approvals", "list"}).out, HasSubstr("(you)"));
  EXPECT_EQ(ctl({"approvals", "show", number}).code, 0);
  EXPECT_EQ(ctl_json({"approvals", "approve", number, "--reason", "it is fine"}).error()["kind"],
            "not_permitted");
  EXPECT_EQ(state_of("r-1"), "in_progress");
  EXPECT_EQ(second({"approvals", "approve", number, "--reason", "seen", "--dry-run"}).code, 0);
  EXPECT_EQ(state_of("r-1"), "in_progress");
  const auto approved = second({"approvals", "approve", number, "--reason", "seen"});
  ASSERT_EQ(approved.code, 0) << approved.err;
  EXPECT_EQ(state_of("r-1"), "failed");
  EXPECT_EQ(second({"approvals", "approve", number, "--reason", "seen"}).code, 4);
  EXPECT_EQ(second({"approvals", "refuse", number, "--reason", "no"}).code, 4);
  EXPECT_EQ(ctl({"approvals", "list"}).code, 3);
  EXPECT_EQ(ctl({"approvals", "list", "--all"}).code, 0);
  EXPECT_EQ(ctl({"approvals", "show", "99"}).code, 3);
  EXPECT_EQ(ctl({"audit", "verify"}).code, 0);
}

TEST_F(TrailTest, AWordThatMaySendItAgainNeedsNoSecondPersonWhileTheGatewayDeduplicatesAndCanBeUndone) {
  stuck("r-1");
  raw_.exec("SELECT onceover.register_gateway('g', 'refund', '30 d', 'contract', 'a', 'h', 'p')");
  gateway_.answer(503, "{}");
  EXPECT_EQ(ctl({"settle", "r-1", "--overrule", "release", "--reason", "gone"}).code, 2)
      << "no ticket, nothing that shows it";
  EXPECT_EQ(
      ctl({"settle", "r-1", "--overrule", "succeed", "--reason", "gone", "--ticket", "T", "--evidence", "e"})
          .code,
      2)
      << "no answer";
  const auto released = ctl_json(
      {"settle", "r-1", "--overrule", "release", "--reason", "gone", "--ticket", "T", "--evidence", "e"});
  ASSERT_EQ(released.code, 0) << released.err << released.out;
  EXPECT_EQ(state_of("r-1"), "released");
  const std::string number = std::to_string(released.json()["audit_id"].get<int>());
  EXPECT_EQ(ctl_json({"audit", "undo", number, "--reason", "wrong", "--dry-run"}).json()["can_be_undone"],
            true);
  const auto undone = ctl_json({"audit", "undo", number, "--reason", "wrong"});
  ASSERT_EQ(undone.code, 0) << undone.err;
  EXPECT_EQ(state_of("r-1"), "in_progress");
  EXPECT_EQ(ctl({"audit", "undo", number, "--reason", "wrong"}).code, 4);
}

TEST_F(TrailTest, EvidenceIsNeverOverruledAndGoesBeforeTheWordThatItBearsOut) {
  stuck("r-1");
  gateway_.knows_done();
  std::vector<std::string> word{"settle",   "r-1",   "--overrule", "fail",          "--reason",        "gone",
                                "--ticket", "INC-1", "--evidence", "the statement", "--response-code", "422"};
  auto dry = word;
  dry.emplace_back("--dry-run");
  const std::string before = checksum();
  const auto shown = ctl_json(dry);
  EXPECT_EQ(shown.code, 5) << shown.err;
  EXPECT_EQ(shown.json()["dry_run"], true);
  EXPECT_EQ(shown.json()["verdict"]["kind"], "settle_succeeded");
  EXPECT_EQ(checksum(), before);
  const auto against = ctl_json(word);
  EXPECT_EQ(against.code, 5) << against.err;
  EXPECT_THAT(against.err, HasSubstr("evidence is not overruled"));
  EXPECT_EQ(against.json()["settled"], false);
  EXPECT_EQ(state_of("r-1"), "in_progress");
  word[3] = "succeed";
  word.back() = "201";
  const auto borne_out = ctl_json(word);
  ASSERT_EQ(borne_out.code, 0) << borne_out.err;
  EXPECT_EQ(borne_out.json()["act"], "succeed");
  EXPECT_EQ(state_of("r-1"), "succeeded") << "no second approver is needed for what is shown";
}

TEST_F(TrailTest, ARolesScriptIsPrintedAndRunsNothing) {
  const std::string before = checksum();
  for (const char* role : {"viewer", "reconciler", "reaper"}) {
    const auto printed = ctl({"roles", "print", "--role", role});
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_THAT(printed.out, HasSubstr(std::string("\"onceover_") + role + "\""));
    EXPECT_THAT(ctl({"roles", "print", "--role", role, "--drop"}).out, HasSubstr("DROP ROLE"));
  }
  EXPECT_EQ(ctl({"roles", "print", "--role", "owner"}).code, 2);
  EXPECT_EQ(checksum(), before);
}

}  // namespace
}  // namespace onceover::oncectl
