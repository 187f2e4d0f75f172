// SPDX-License-Identifier: Apache-2.0
// What people with a role's rights alone can do by the program, and what they cannot.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/schema_template.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

class RolesTest : public OncectlTest {
 protected:
  ~RolesTest() override {
    for (const std::string& user : users_) raw_.exec("DROP OWNED BY " + user + "; DROP ROLE " + user);
    std::filesystem::remove(profile_);
  }
  // Somebody who logs in with this role's rights alone.
  void give(const std::string& role, std::vector<std::string> more = {}) {
    const std::string user = role + "_" + database_.name();
    more.insert(more.begin(), {"roles", "print", "--role", role, "--name", user});
    const auto script = ctl(more);
    if (script.code != 0) throw std::runtime_error(script.err);
    raw_.exec(script.out);
    raw_.exec("ALTER ROLE " + user + " LOGIN");
    users_.push_back(user);
  }
  Ran as(const std::string& role, std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"--json", "--dsn", database_.conninfo() + " user=" + role + "_" + database_.name()});
    return run(words);
  }
  // A table of another make, with a row whose executor is dead.
  void make_jobs() {
    raw_.exec(jobs_table);
    raw_.exec("INSERT INTO public.jobs VALUES ('j-1', 'run', now() - interval '1 hour')");
    std::ofstream(profile_) << jobs_profile;
  }
  std::string everything() {
    return raw_.scalar(
        "SELECT md5(string_agg(t::text, ' ')) FROM (SELECT (SELECT string_agg(k::text, ' ' ORDER BY key) "
        "FROM onceover.keys k) || (SELECT count(*) FROM onceover.audit) || (SELECT c::text FROM "
        "onceover.control c)) t");
  }
  std::vector<std::string> users_;
  std::filesystem::path profile_ =
      std::filesystem::path(testing::TempDir()) / ("onceover-roles-" + std::to_string(::getpid()) + ".toml");
};

TEST_F(RolesTest, AViewerWritesByNoCommand) {
  stuck("r-1");
  give("viewer");
  EXPECT_EQ(as("viewer", {"keys", "list"}).code, 0);
  EXPECT_EQ(as("viewer", {"keys", "show", "r-1"}).code, 0);
  const std::string before = everything();
  const std::vector<std::vector<std::string>> acts = {
      {"settle", "r-1", "--reason", "x", "--overrule", "release", "--ticket", "T", "--evidence", "seen"},
      {"stop", "--reason", "x"},
      {"reap"},
      {"plan", "create", "p", "--act", "reap", "--reason", "x"},
      {"audit", "seal"},
      {"cases", "note", "r-1", "--note", "x"},
  };
  EXPECT_EQ(as("viewer", {"cases", "show", "r-1"}).code, 0);
  for (const auto& act : acts) {
    const auto ran = as("viewer", act);
    EXPECT_NE(ran.code, 0) << act.front();
    EXPECT_THAT(ran.err + ran.out, HasSubstr("ermission denied")) << act.front();
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(RolesTest, AReconcilerSettlesAndDeletesNothing) {
  stuck("r-1");
  finished("r-2", "done", "now() - interval '1 day'");
  give("reconciler");
  raw_.exec("SELECT onceover.register_gateway('g', 'refund', '30 d', 'contract', 'a', 'h', 'p')");
  const auto settled = as("reconciler", {"settle", "r-1", "--reason", "worker killed", "--overrule",
                                         "release", "--ticket", "T", "--evidence", "seen"});
  EXPECT_EQ(settled.code, 0) << settled.err;
  EXPECT_EQ(raw_.scalar("SELECT state FROM onceover.keys WHERE key = 'r-1'"), "released");
  const auto noted = as("reconciler", {"cases", "note", "r-1", "--note", "it was the worker"});
  EXPECT_EQ(noted.code, 0) << noted.err;
  EXPECT_EQ(
      as("reconciler", {"plan", "create", "p", "--act", "extend", "--lease", "1h", "--reason", "x"}).code, 0);
  for (const auto& act : std::vector<std::vector<std::string>>{{"reap"}, {"audit", "seal"}}) {
    const auto ran = as("reconciler", act);
    EXPECT_NE(ran.code, 0) << act.front();
    EXPECT_THAT(ran.err + ran.out, HasSubstr("ermission denied")) << act.front();
  }
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys"), "2");
}

TEST_F(RolesTest, TwoReconcilersOfATableKeepItsCasesAndDecideTogether) {
  make_jobs();
  give("reconciler", {"--profile", profile_.string()});
  const std::string second = "second_" + database_.name();
  raw_.exec("CREATE ROLE " + second + " LOGIN IN ROLE " + users_.front());
  users_.push_back(second);
  give("approver", {"--profile", profile_.string()});
  raw_.exec("GRANT " + users_.back() + " TO " + users_.front() + ", " + second);
  const auto with = [this](std::vector<std::string> words) {
    words.insert(words.end(), {"--profile", profile_.string()});
    return words;
  };
  // A silent gateway leaves a case.
  const auto asked =
      as("reconciler",
         with({"write", "release", "j-1", "--reason", "worker killed", "--gateway", gateway_.config_path()}));
  EXPECT_NE(asked.code, 0);
  EXPECT_EQ(raw_.scalar("SELECT status || ' ' || attempts FROM onceover.row_cases"), "open 1") << asked.err;
  const auto noted = as("reconciler", with({"cases", "note", "j-1", "--note", "the bank looks into it"}));
  EXPECT_EQ(noted.code, 0) << noted.err;
  const auto shown = as("second", with({"cases", "show", "j-1"}));
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.json()["case"]["status"], "open");
  EXPECT_EQ(shown.json()["notes"][0]["db_user"], users_.front());
  EXPECT_EQ(as("second", with({"cases", "list"})).json()["cases"][0]["notes"], 1);

  const auto waits =
      as("reconciler",
         with({"write", "succeed", "j-1", "--reason", "seen", "--ticket", "T", "--evidence", "statement"}));
  EXPECT_NE(waits.code, 0);
  const std::string number = raw_.scalar("SELECT max(id) FROM onceover.approvals");
  EXPECT_EQ(raw_.scalar("SELECT requested_by FROM onceover.approvals"), users_.front()) << waits.err;
  EXPECT_NE(as("reconciler", {"approvals", "approve", number, "--reason", "fine"}).code, 0);
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "run");
  const auto approved = as("second", {"approvals", "approve", number, "--reason", "seen too"});
  ASSERT_EQ(approved.code, 0) << approved.err;
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "ok");
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.row_cases"), "settled");
  EXPECT_EQ(raw_.scalar("SELECT decided_by FROM onceover.approvals"), second);
  EXPECT_EQ(as("second", with({"cases", "show", "j-1"})).json()["notes_total"], 1)
      << "the case is closed, the note stays";

  // One takes back what he asked for.
  raw_.exec("UPDATE public.jobs SET status = 'run'");
  EXPECT_NE(
      as("second", with({"write", "succeed", "j-1", "--reason", "x", "--ticket", "T", "--evidence", "y"}))
          .code,
      0);
  const std::string other = raw_.scalar("SELECT max(id) FROM onceover.approvals");
  ASSERT_NE(other, number);
  const auto refused = as("second", {"approvals", "refuse", other, "--reason", "my mistake"});
  EXPECT_EQ(refused.code, 0) << refused.err;
  EXPECT_EQ(raw_.scalar("SELECT status FROM onceover.approvals ORDER BY id DESC LIMIT 1"), "refused");
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "run");
}

TEST_F(RolesTest, AReconcilerOfATableWritesItByTheFunctionsAlone) {
  make_jobs();
  give("reconciler", {"--profile", profile_.string()});
  const std::vector<std::string> word{"write",    "release",       "j-1",      "--profile", profile_.string(),
                                      "--reason", "worker killed", "--ticket", "T",         "--evidence",
                                      "seen"};
  EXPECT_EQ(as("reconciler", word).code, 10);
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "run");
  test::register_gateway(raw_);
  const auto written = as("reconciler", word);
  EXPECT_EQ(written.code, 0) << written.err << written.out;
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "new");
  EXPECT_EQ(
      raw_.scalar(
          "SELECT db_user || ' ' || action || ' ' || verdict FROM onceover.audit ORDER BY id DESC LIMIT 1"),
      users_.back() + " write release");
}

TEST_F(RolesTest, AReaperTouchesNothingUnfinished) {
  stuck("r-1");
  finished("r-2", "done", "now() - interval '1 day'");
  finished("r-3");
  give("reaper");
  const auto reaped = as("reaper", {"reap"});
  ASSERT_EQ(reaped.code, 0) << reaped.err;
  EXPECT_EQ(reaped.json()["reaped"], 1);
  EXPECT_EQ(raw_.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"), "r-1 r-3");
  for (const auto& act : std::vector<std::vector<std::string>>{
           {"keys", "list"},
           {"settle", "r-1", "--reason", "x", "--overrule", "release", "--ticket", "T", "--evidence", "seen"},
           {"stop", "--reason", "x"}}) {
    EXPECT_NE(as("reaper", act).code, 0) << act.front();
  }
  EXPECT_EQ(state_of("r-1"), "in_progress");
}

}  // namespace
}  // namespace onceover::oncectl
