// SPDX-License-Identifier: Apache-2.0
// Work that is not due yet is neither late nor stuck, and rows that are set aside are no work at all.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class DueTest : public OncectlTest {
 protected:
  DueTest() {
    raw_.exec(
        "CREATE SCHEMA work; CREATE TABLE work.jobs (id text PRIMARY KEY, job_type text NOT NULL DEFAULT "
        "'mail', payload jsonb NOT NULL DEFAULT '{}', status text NOT NULL CHECK (status IN ('scheduled', "
        "'running', 'done', 'failed')), scheduled_for timestamptz, attempts int NOT NULL DEFAULT 0, "
        "worker_id text, locked_until timestamptz, created_at timestamptz NOT NULL DEFAULT now() - interval "
        "'3 hours', deleted_at timestamptz)");
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-due.toml");
  }
  ~DueTest() override { std::filesystem::remove(file_); }
  void describe(const std::string& kind, const std::string& more = "",
                const std::string& due = "due = \"scheduled_for\"",
                const std::string& lease = "form = \"deadline\"\nat = \"locked_until\"\n") {
    std::ofstream(file_)
        << "format = 1\n[[profile]]\nname = \"jobs\"\nkind = \"" << kind
        << "\"\ntable = { schema = \"work\", name = \"jobs\" }\nidentity = [\"id\"]\nkey = \"id\"\nattempts "
           "= "
           "\"attempts\"\nowner = \"worker_id\"\noperation_name = \"mail\"\nnever_null = [\"id\", "
           "\"status\", "
           "\"created_at\"]\n"
        << more
        << "[profile.state]\ncolumn = \"status\"\nwords = { scheduled = \"in_progress\", running = "
           "\"in_progress\", done = "
           "\"succeeded\", failed = { state = \"failed\", may_retry = false } }\n[profile.lease]\n"
        << lease << "[profile.times]\ncreated_at = \"created_at\"\n"
        << due << '\n';
  }
  void job(const std::string& id, const std::string& status, const std::string& due,
           const std::string& locked_until = "NULL", const std::string& deleted_at = "NULL") {
    raw_.exec("INSERT INTO work.jobs (id, status, scheduled_for, locked_until, deleted_at) VALUES ($1, $2, " +
                  due + ", " + locked_until + ", " + deleted_at + ")",
              {id, status});
  }
  Ran on_table(std::vector<std::string> words) {
    words.insert(words.end(), {"--dsn", database_.conninfo(), "--profile", file_.string()});
    return run(words);
  }
  std::filesystem::path file_;
};

const std::string in_days = "now() + interval '3 days'", minutes_ago = "now() - interval '7 minutes'",
                  hour_ago = "now() - interval '1 hour'";

TEST_F(DueTest, AProposedTableHasItsDueTime) {
  for (int i = 0; i < 20; ++i) job("future-" + std::to_string(i), "scheduled", in_days);
  for (int i = 0; i < 20; ++i) job("past-" + std::to_string(i), "done", "now() - interval '2 hours'");
  raw_.exec(
      "INSERT INTO work.jobs (id, status, scheduled_for, worker_id, locked_until, created_at) VALUES ('now', "
      "'running', now(), 'w', now() + interval '1 minute', now()); ANALYZE work.jobs");
  const Ran proposed =
      run({"profile", "propose", "--schema", "work", "--table", "jobs", "--dsn", database_.conninfo()});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  EXPECT_THAT(proposed.out, AllOf(HasSubstr("due = \"scheduled_for\""),
                                  HasSubstr("set_aside = [{ column = \"deleted_at\", is = \"not null\" }]")));
  std::ofstream(file_) << proposed.out;
  const Ran check = on_table({"check"});
  EXPECT_EQ(check.code, 0) << check.out;
  const Ran stuck = on_table({"stuck", "--list", "--older-than", "15m"});
  EXPECT_EQ(stuck.code, 3) << stuck.out << stuck.err;
}

TEST_F(DueTest, TheLagOfAQueueBeginsWhenWorkIsDue) {
  job("future", "scheduled", in_days);
  for (const std::string kind : {"queue", "inbox", "outbox"}) {
    describe(kind);
    const Ran none = on_table({"check", "--json"});
    EXPECT_EQ(none.code, 0) << kind << none.out << none.err;
  }
  job("late", "scheduled", minutes_ago);
  describe("queue");
  const Ran late = on_table({"check"});
  EXPECT_THAT(late.out, AllOf(HasSubstr("7 min"), Not(HasSubstr("3 h")))) << late.out;
  // Without the role, the same rows are late since their creation.
  describe("queue", "", "");
  EXPECT_THAT(on_table({"check"}).out, HasSubstr("3 h"));
}

TEST_F(DueTest, ARetryThatWaitsForItsNextAttemptIsNotStuck) {
  job("waits", "running", in_days, hour_ago);
  job("crashed", "running", "now() - interval '2 hours'", hour_ago);
  job("never-delayed", "running", "NULL", hour_ago);
  describe("queue");
  const Ran stuck = on_table({"stuck", "--list"});
  EXPECT_EQ(stuck.code, 0) << stuck.err;
  EXPECT_THAT(stuck.out, AllOf(HasSubstr("crashed"), HasSubstr("never-delayed"), Not(HasSubstr("waits"))));
  const Ran shown = on_table({"keys", "show", "waits"});
  EXPECT_THAT(shown.out, AllOf(Not(HasSubstr("stuck")), HasSubstr("Due")));
  EXPECT_THAT(on_table({"keys", "why", "waits"}).out, HasSubstr("is not due before"));
  EXPECT_THAT(on_table({"keys", "list", "--key", "waits"}).out, HasSubstr("due in 2 d"));
}

TEST_F(DueTest, AgeBeginsWhenWorkIsDue) {
  job("future", "scheduled", in_days);
  job("just-due", "scheduled", minutes_ago);
  job("forgotten", "scheduled", hour_ago);
  describe("queue", "", "due = \"scheduled_for\"", "form = \"none\"\n");
  const Ran stuck = on_table({"stuck", "--list", "--older-than", "15m"});
  EXPECT_THAT(stuck.out, AllOf(HasSubstr("forgotten"), Not(HasSubstr("just-due")), Not(HasSubstr("future"))))
      << stuck.err;
}

TEST_F(DueTest, ADueTimeOfUnknownZoneGivesNoAllClear) {
  raw_.exec(
      "ALTER TABLE work.jobs ALTER scheduled_for TYPE timestamp USING scheduled_for AT TIME ZONE 'UTC'");
  job("perhaps", "running", "localtimestamp + interval '1 hour'", hour_ago);
  describe("queue", "", "due = { column = \"scheduled_for\", form = \"timestamp\", zone = \"unknown\" }");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"check"}, {"stuck"}}) {
    const Ran ran = on_table(words);
    EXPECT_EQ(ran.code, words[0] == "check" ? 3 : 13) << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr("The time zone of \"scheduled_for\" is unknown"));
  }
}

TEST_F(DueTest, RowsThatAreSetAsideAreNoWork) {
  job("deleted-run", "running", "NULL", hour_ago, hour_ago);
  job("deleted-dead", "failed", "NULL", "NULL", hour_ago);
  job("done", "done", "NULL");
  const std::string aside = "set_aside = [{ column = \"deleted_at\", is = \"not null\" }]\n";
  for (const std::string kind : {"queue", "idempotency"}) {
    describe(kind, aside);
    EXPECT_EQ(on_table({"stuck"}).code, 3) << kind;
    EXPECT_EQ(on_table({"check"}).code, 0) << kind << on_table({"check"}).out;
    EXPECT_EQ(on_table({"keys", "list", "--state", "failed"}).code, 3) << kind;
    const Ran shown = on_table({"keys", "list", "--set-aside"});
    EXPECT_THAT(shown.out, AllOf(HasSubstr("deleted-run"), HasSubstr("set aside"), Not(HasSubstr("done  "))))
        << shown.err;
    EXPECT_THAT(on_table({"keys", "list", "--set-aside", "--state", "failed"}).out,
                AllOf(HasSubstr("deleted-dead"), Not(HasSubstr("deleted-run"))));
    EXPECT_THAT(on_table({"keys", "why", "deleted-run"}).out, HasSubstr("is set aside"));
    EXPECT_EQ(on_table({"keys", "list", "--set-aside", "--json"}).json()["keys"].size(), 2U);
  }
  describe("queue");
  EXPECT_EQ(on_table({"stuck"}).code, 0);
  EXPECT_EQ(on_table({"keys", "list", "--set-aside"}).code, 2) << "the profile does not say which";
}

// A word that means "set aside" needs no other meaning, and leaves no state without a name.
TEST_F(DueTest, AWordMaySetRowsAside) {
  raw_.exec("ALTER TABLE work.jobs DROP CONSTRAINT jobs_status_check");
  job("off", "CANCELLED", "NULL");
  describe("queue");
  EXPECT_EQ(on_table({"check"}).code, 3);
  describe("queue", "set_aside = [{ column = \"status\", is = { one_of = [\"CANCELLED\"] } }]\n");
  EXPECT_EQ(on_table({"check"}).code, 0) << on_table({"check"}).out;
  EXPECT_EQ(on_table({"keys", "list", "--state", "unknown"}).code, 3);
}

// A key that was deleted and sent again is in two rows, of which one is in use.
TEST_F(DueTest, ADeletedRowIsNoDuplicate) {
  raw_.exec("ALTER TABLE work.jobs ADD request text DEFAULT 'same'");
  job("old", "failed", "NULL", "NULL", hour_ago);
  job("new", "done", "NULL");
  describe("idempotency", "set_aside = [{ column = \"deleted_at\", is = \"not null\" }]\n");
  std::string text;
  {
    std::ifstream in(file_);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  text.replace(text.find("key = \"id\""), 10, "key = \"request\"");
  std::ofstream(file_) << text;
  const Ran shown = on_table({"keys", "show", "same", "--json"});
  ASSERT_EQ(shown.code, 0) << shown.out << shown.err;
  EXPECT_EQ(shown.json()["state"], "succeeded") << shown.out;
}

}  // namespace
}  // namespace onceover::oncectl
