// What people with a role's rights alone can do by the program, and what they cannot.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

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
    words.insert(words.begin(), {"--json", "--dsn", database_.conninfo() + " user=" + role + "_" + database_.name()});
    return run(words);
  }
  std::string everything() {
    return raw_.scalar(
        "SELECT md5(string_agg(t::text, ' ')) FROM (SELECT (SELECT string_agg(k::text, ' ' ORDER BY key) FROM onceover.keys k) || "
        "(SELECT count(*) FROM onceover.audit) || (SELECT c::text FROM onceover.control c)) t");
  }
  std::vector<std::string> users_;
  std::filesystem::path profile_ = std::filesystem::path(testing::TempDir()) / ("onceover-roles-" + std::to_string(::getpid()) + ".toml");
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
  };
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
  const auto settled =
      as("reconciler", {"settle", "r-1", "--reason", "worker killed", "--overrule", "release", "--ticket", "T", "--evidence", "seen"});
  EXPECT_EQ(settled.code, 0) << settled.err;
  EXPECT_EQ(raw_.scalar("SELECT state FROM onceover.keys WHERE key = 'r-1'"), "released");
  EXPECT_EQ(as("reconciler", {"plan", "create", "p", "--act", "extend", "--lease", "1h", "--reason", "x"}).code, 0);
  for (const auto& act : std::vector<std::vector<std::string>>{{"reap"}, {"stop", "--reason", "x"}, {"audit", "seal"}}) {
    const auto ran = as("reconciler", act);
    EXPECT_NE(ran.code, 0) << act.front();
    EXPECT_THAT(ran.err + ran.out, HasSubstr("ermission denied")) << act.front();
  }
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys"), "2");
}

TEST_F(RolesTest, AReconcilerOfATableWritesItByTheFunctionsAlone) {
  raw_.exec("CREATE TABLE public.jobs (id text PRIMARY KEY, status text NOT NULL, until timestamptz, made timestamptz DEFAULT now())");
  raw_.exec("INSERT INTO public.jobs VALUES ('j-1', 'run', now() - interval '1 hour')");
  std::ofstream(profile_) << R"(format = 1
[[profile]]
name = "jobs"
kind = "idempotency"
table = { schema = "public", name = "jobs" }
identity = ["id"]
key = "id"
operation_name = "job"
[profile.state]
column = "status"
words = { run = "in_progress", ok = "succeeded", new = "released" }
[profile.lease]
form = "deadline"
at = "until"
[profile.times]
created_at = "made"
[profile.writes.release]
set = { status = "new", until = { value = "null" } }
)";
  give("reconciler", {"--profile", profile_.string()});
  const auto written = as("reconciler", {"write", "release", "j-1", "--profile", profile_.string(), "--reason", "worker killed", "--ticket",
                                         "T", "--evidence", "seen"});
  EXPECT_EQ(written.code, 0) << written.err << written.out;
  EXPECT_EQ(raw_.scalar("SELECT status FROM public.jobs"), "new");
  EXPECT_EQ(raw_.scalar("SELECT db_user || ' ' || action || ' ' || verdict FROM onceover.audit ORDER BY id DESC LIMIT 1"),
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
