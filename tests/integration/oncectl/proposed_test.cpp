// SPDX-License-Identifier: Apache-2.0
// Tables that look like what they are not, from the proposal to the all-clear: no time, word or count that
// rows only happen to share is taken for more than it is, and what may be hidden, or may never come, is no
// "nothing".
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ProposedTest : public OncectlTest {
 protected:
  ProposedTest() {
    raw_.exec("CREATE SCHEMA work");
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-proposed.toml");
  }
  ~ProposedTest() override { std::filesystem::remove(file_); }
  // columns: beside id, job_type and payload. rows: an expression for each of them over g, the row's number,
  // and c, its time of creation.
  std::string proposed(const std::string& columns, const std::string& names, const std::string& rows,
                       const std::string& from, const std::vector<std::string>& more = {}) {
    raw_.exec(
        "CREATE TABLE work.jobs (id bigserial PRIMARY KEY, job_type text NOT NULL DEFAULT 'mail', payload "
        "jsonb NOT NULL DEFAULT '{}', " +
        columns + "); INSERT INTO work.jobs (" + names + ") SELECT " + rows + " FROM (" + from +
        ") x; ANALYZE work.jobs");
    std::vector<std::string> words{"profile", "propose", "--schema", "work",
                                   "--table", "jobs",    "--dsn",    database_.conninfo()};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::ofstream(file_) << ran.out;
    return ran.out;
  }
  Ran on_table(std::vector<std::string> words) {
    words.insert(words.end(), {"--dsn", database_.conninfo(), "--profile", file_.string()});
    return run(words);
  }
  std::filesystem::path file_;
};

const std::vector<std::string> old{"stuck", "--older-than", "15m"};

TEST_F(ProposedTest, AVerbWritesNoNameThatAllFinishedRowsShare) {
  const std::string toml = proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), attempts int NOT NULL "
      "DEFAULT 0, last_error text, run_at timestamptz NOT NULL, locked_at timestamptz, created_at "
      "timestamptz NOT NULL, finished_by text, approved_by text, finished_at timestamptz",
      "status, attempts, last_error, run_at, locked_at, created_at, finished_by, approved_by, finished_at",
      "s, 1, CASE s WHEN 'failed' THEN 'x' END, c, CASE s WHEN 'running' THEN c END, c, CASE s WHEN 'done' "
      "THEN 'worker-7' END, CASE s WHEN 'done' THEN 'j.smith' END, CASE WHEN s IN ('done', 'failed') THEN c "
      "+ interval '4 s' END",
      "SELECT CASE WHEN g <= 3 THEN 'queued' WHEN g <= 5 THEN 'running' WHEN g % 11 = 0 THEN 'failed' ELSE "
      "'done' END s, now() - g * interval '4 minutes' c FROM generate_series(1, 90) g");
  EXPECT_THAT(
      toml,
      AllOf(HasSubstr("every finished row has a value in \"approved_by\" that does not follow from the row"),
            Not(HasSubstr("j.smith")), Not(HasSubstr("\"worker-7\""))));
}

TEST_F(ProposedTest, RowsWithoutAttemptsLeftAreNoZeroOfDeadLetters) {
  proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), attempts int NOT NULL "
      "DEFAULT 0, max_attempts int NOT NULL DEFAULT 5, run_at timestamptz NOT NULL, locked_at timestamptz, "
      "created_at timestamptz NOT NULL, finished_at timestamptz",
      "status, attempts, run_at, created_at, finished_at",
      "CASE s WHEN 'dead' THEN 'queued' ELSE s END, CASE s WHEN 'dead' THEN 5 ELSE 1 END, c, c, CASE s WHEN "
      "'done' THEN c END",
      "SELECT CASE WHEN g IN (1, 2, 3) THEN 'dead' ELSE 'done' END s, now() - g * interval '10 seconds' c "
      "FROM generate_series(1, 60) g");
  const Ran check = on_table({"check"});
  EXPECT_NE(check.code, 0) << check.out;
  EXPECT_THAT(check.out + check.err,
              HasSubstr("3 unfinished rows have made as many attempts as \"max_attempts\" allows"));
  raw_.exec("UPDATE work.jobs SET attempts = 4 WHERE attempts = 5");
  EXPECT_EQ(on_table({"check"}).code, 0) << on_table({"check"}).out;
}

TEST_F(ProposedTest, RowsOfTheFutureWaitSinceAnUnknownTime) {
  proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), attempts int NOT NULL "
      "DEFAULT 0, worker_id text, locked_until timestamptz, created_at timestamptz NOT NULL",
      "status, created_at", "s, c",
      "SELECT CASE WHEN g <= 3 THEN 'queued' ELSE 'done' END s, CASE WHEN g <= 3 THEN now() + interval '3 "
      "hours' ELSE now() - g * interval '10 minutes' END c FROM generate_series(1, 60) g");
  for (const auto& words : {old, std::vector<std::string>{"check"}}) {
    const Ran ran = on_table(words);
    EXPECT_EQ(ran.code, words[0] == "check" ? 3 : 13) << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr("3 unfinished rows were created ahead of the server's clock"));
  }
}

TEST_F(ProposedTest, ReadyIsFinishedWhereOnlySuchRowsHaveAResult) {
  const std::string toml = proposed(
      "status text NOT NULL, file_path text, last_error text, attempts int NOT NULL DEFAULT 0, created_at "
      "timestamptz NOT NULL, built_at timestamptz",
      "status, file_path, last_error, attempts, created_at, built_at",
      "s, CASE s WHEN 'ready' THEN '/x/' || g END, CASE s WHEN 'failed' THEN 'disk' END, 1, c, CASE s WHEN "
      "'ready' THEN c + interval '1 min' END",
      "SELECT g, CASE WHEN g = 1 THEN 'pending' WHEN g <= 4 THEN 'processing' WHEN g % 11 = 0 THEN 'failed' "
      "ELSE 'ready' END s, now() - g * interval '3 hours' c FROM generate_series(1, 70) g");
  EXPECT_THAT(toml, HasSubstr("ready = \"succeeded\""));
}

TEST_F(ProposedTest, ATimeThatWaitingRowsHaveAheadIsDueWhateverItsName) {
  for (const std::string name : {"send_at", "publish_on", "moment"}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    const std::string toml =
        proposed("status text NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed')), " + name +
                     " timestamptz NOT NULL, attempts int NOT NULL DEFAULT 0, worker_id text, created_at "
                     "timestamptz NOT NULL, updated_at timestamptz NOT NULL",
                 "status, " + name + ", worker_id, created_at, updated_at",
                 "s, CASE s WHEN 'pending' THEN now() + g * interval '1 day' ELSE c END, CASE s WHEN "
                 "'pending' THEN NULL ELSE 'w1' END, c, c",
                 "SELECT g, CASE WHEN g <= 20 THEN 'pending' WHEN g % 9 = 0 THEN 'failed' ELSE 'done' END s, "
                 "now() - g * interval '9 hours' c FROM generate_series(1, 60) g");
    EXPECT_THAT(toml, HasSubstr("due = \"" + name + "\""));
    EXPECT_EQ(on_table(old).code, 3) << name << on_table(old).out;
  }
}

TEST_F(ProposedTest, PaddedWordsAreOneWord) {
  const std::string toml = proposed(
      "state char(12) NOT NULL, attempts int NOT NULL DEFAULT 0, locked_by text, heartbeat_at timestamptz, "
      "created_at timestamptz NOT NULL",
      "state, locked_by, heartbeat_at, created_at",
      "s, CASE s WHEN 'RUNNING' THEN 'w1' END, CASE s WHEN 'RUNNING' THEN now() END, c",
      "SELECT CASE WHEN g IN (1, 2, 20, 21) THEN 'RUNNING' WHEN g % 17 = 0 THEN 'FAILED' ELSE 'DONE' END s, "
      "now() - g * interval '20 minutes' c FROM generate_series(1, 60) g");
  EXPECT_THAT(toml, AllOf(HasSubstr("DONE = \"succeeded\""), Not(HasSubstr("DONE  "))));
}

TEST_F(ProposedTest, AMessageThatIsReadAgainAndAgainMayBeLate) {
  const std::string toml = proposed(
      "read_ct int NOT NULL DEFAULT 0, enqueued_at timestamptz NOT NULL, vt timestamptz NOT NULL, status "
      "text NOT NULL CHECK (status IN ('queued', 'done'))",
      "read_ct, enqueued_at, vt, status",
      "CASE WHEN g IN (5, 6) THEN 900 ELSE 1 END, c, CASE WHEN g IN (5, 6) THEN now() + interval '15 min' "
      "ELSE c END, CASE WHEN g IN (5, 6) THEN 'queued' ELSE 'done' END",
      "SELECT g, now() - g * interval '30 minutes' c FROM generate_series(1, 50) g", {"--as", "queue"});
  EXPECT_THAT(toml, AllOf(HasSubstr("attempts = \"read_ct\""), HasSubstr("due = \"vt\""),
                          Not(HasSubstr("read_ct = "))));
  const Ran check = on_table({"check"});
  EXPECT_EQ(check.code, 3) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("2 unfinished rows were taken a hundred times and more"));
  EXPECT_EQ(on_table(old).code, 13) << on_table(old).err;
  raw_.exec("UPDATE work.jobs SET read_ct = 9 WHERE read_ct = 900");
  EXPECT_EQ(on_table(old).code, 3) << on_table(old).out;
}

// Three of 60 jobs are queued, or at work: as `times` says, for run_at and locked_until.
class NeverTest : public ProposedTest {
 protected:
  void jobs(const std::string& status, const std::string& run_at, const std::string& locked_until) {
    proposed(
        "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), attempts int NOT "
        "NULL DEFAULT 0, run_at timestamptz NOT NULL, locked_by text, locked_until timestamptz, created_at "
        "timestamptz NOT NULL, finished_at timestamptz",
        "status, run_at, locked_by, locked_until, created_at, finished_at",
        "s, CASE WHEN g <= 3 THEN " + run_at +
            " ELSE c END, CASE s WHEN 'running' THEN 'w1' END, CASE s WHEN 'running' THEN " + locked_until +
            " END, c, CASE WHEN s IN ('done', 'failed') THEN c + interval '1 s' END",
        "SELECT g, CASE WHEN g <= 3 THEN '" + status +
            "' WHEN g % 11 = 0 THEN 'failed' ELSE 'done' END s, now() - g * interval '4 minutes' c FROM "
            "generate_series(1, 60) g");
  }
};

TEST_F(NeverTest, ATimeInTheYear9999IsNoDueTime) {
  for (const std::string at : {"'9999-12-31'::timestamptz", "'infinity'::timestamptz"}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    jobs("queued", at, "NULL::timestamptz");
    const Ran stuck = on_table({"stuck"});
    EXPECT_EQ(stuck.code, 13) << stuck.out;
    EXPECT_THAT(stuck.out, HasSubstr("3 unfinished rows are due in more than ten years"));
    EXPECT_THAT(on_table({"check"}).out, HasSubstr("UNKNOWN lag"));
  }
  raw_.exec("UPDATE work.jobs SET run_at = now() + interval '1 year' WHERE run_at = 'infinity'");
  EXPECT_EQ(on_table({"stuck"}).code, 3);
}

TEST_F(NeverTest, ALeaseWithoutAnEndIsNoLiveOne) {
  jobs("running", "c", "'infinity'::timestamptz");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"stuck"}, {"keys", "list", "--stuck"}}) {
    const Ran ran = on_table(words);
    EXPECT_EQ(ran.code, 13) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("3 unfinished rows are held without an end"));
  }
  raw_.exec("UPDATE work.jobs SET locked_until = now() + interval '1 day' WHERE status = 'running'");
  EXPECT_EQ(on_table({"stuck"}).code, 3);
}

TEST_F(ProposedTest, AKeyInProgressWithoutALeaseMayBeStuck) {
  proposed(
      "idempotency_key text UNIQUE, status text NOT NULL CHECK (status IN ('processing', 'done')), "
      "response_body jsonb, locked_until timestamptz, locked_by text, created_at timestamptz NOT NULL, "
      "finished_at timestamptz",
      "idempotency_key, status, response_body, created_at, finished_at",
      "'k' || g, s, CASE s WHEN 'done' THEN '{}'::jsonb END, c, CASE s WHEN 'done' THEN c + interval '1 s' "
      "END",
      "SELECT g, CASE WHEN g IN (50, 51, 52) THEN 'processing' ELSE 'done' END s, now() - g * interval '1 "
      "hour' c FROM generate_series(1, 90) g",
      {"--as", "idempotency"});
  const Ran stuck = on_table({"stuck"});
  EXPECT_EQ(stuck.code, 13) << stuck.out << stuck.err;
  EXPECT_THAT(stuck.out, HasSubstr("3 unfinished rows are in progress and held by no lease"));
  EXPECT_EQ(on_table({"check"}).code, 3);
  // One that was made just now may not have its lease yet.
  raw_.exec("UPDATE work.jobs SET created_at = now() WHERE status = 'processing'");
  EXPECT_EQ(on_table({"stuck"}).code, 3);
}

TEST_F(ProposedTest, WithoutLeasesNothingUnfinishedIsCalledQuiet) {
  proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), created_at "
      "timestamptz NOT NULL",
      "status, created_at",
      "CASE WHEN g <= 3 THEN 'running' ELSE 'done' END, now() - g * interval '9 minutes'",
      "SELECT generate_series(1, 60) g");
  const Ran note = on_table({"handover"});
  EXPECT_EQ(note.code, 13) << note.out;
  EXPECT_THAT(note.out, AllOf(HasSubstr("3 are unfinished, and the table shows no leases"),
                              Not(HasSubstr("nothing is stuck"))));
  raw_.exec("UPDATE work.jobs SET status = 'done'");
  EXPECT_THAT(on_table({"handover"}).out, HasSubstr("nothing is stuck"));
}

TEST_F(ProposedTest, AKeyOfAnotherTypeIsNotSaidToBeMissing) {
  raw_.exec("CREATE EXTENSION citext");
  proposed(
      "idempotency_key citext UNIQUE, request_hash text, status text NOT NULL CHECK (status IN "
      "('processing', 'done')), locked_until timestamptz, created_at timestamptz NOT NULL",
      "idempotency_key, request_hash, status, created_at",
      "'Pay-' || g, md5(g::text), 'done', now() - g * interval '1 hour'", "SELECT generate_series(1, 60) g",
      {"--as", "idempotency"});
  for (const std::vector<std::string>& words : {std::vector<std::string>{"keys", "show", "pay-7"},
                                                {"keys", "why", "pay-7"},
                                                {"keys", "list", "--key", "pay-7"}}) {
    const Ran ran = on_table(words);
    EXPECT_EQ(ran.code, 13) << words[1] << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr("Keys are of the type")) << words[1];
  }
  EXPECT_EQ(on_table({"keys", "show", "Pay-7"}).code, 0);
}

TEST_F(ProposedTest, NoAttemptLeftMayMeanGivenUp) {
  for (const std::string column : {"retries_left", "remaining_attempts"}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    proposed("status text NOT NULL CHECK (status IN ('queued', 'done')), attempts int NOT NULL DEFAULT 1, " +
                 column + " int NOT NULL, created_at timestamptz NOT NULL",
             "status, " + column + ", created_at",
             "CASE WHEN g <= 3 THEN 'queued' ELSE 'done' END, CASE WHEN g <= 3 THEN 0 ELSE 4 END, now() - g "
             "* interval '10 seconds'",
             "SELECT generate_series(1, 60) g");
    EXPECT_THAT(on_table({"check"}).out,
                HasSubstr("3 unfinished rows have no attempt left by \"" + column + "\""));
    raw_.exec("UPDATE work.jobs SET " + column + " = 1 WHERE " + column + " = 0");
    EXPECT_EQ(on_table({"check"}).code, 0) << on_table({"check"}).out;
  }
}

TEST_F(ProposedTest, ALimitThatMayNotBeReadIsADoubt) {
  for (const std::string column : {"max_attempts", "retries_left"}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    proposed("status text NOT NULL CHECK (status IN ('queued', 'done')), attempts int NOT NULL DEFAULT 5, " +
                 column + " int NOT NULL DEFAULT 5, created_at timestamptz NOT NULL",
             "status, created_at",
             "CASE WHEN g <= 3 THEN 'queued' ELSE 'done' END, now() - g * interval '10 seconds'",
             "SELECT generate_series(1, 60) g");
    const std::string role = "reads_" + database_.name();
    raw_.exec("CREATE ROLE " + role + " LOGIN; GRANT USAGE ON SCHEMA work TO " + role +
              "; GRANT SELECT (id, job_type, status, attempts, created_at) ON work.jobs TO " + role);
    const Ran check =
        run({"check", "--dsn", database_.conninfo() + " user=" + role, "--profile", file_.string()});
    EXPECT_EQ(check.code, 3) << check.out;
    EXPECT_THAT(check.out, HasSubstr("this user may not read \"" + column + "\""));
    raw_.exec("DROP OWNED BY " + role + "; DROP ROLE " + role);
  }
}

// Two of 60 jobs are at work; their lease ended 20 minutes ago, written in another zone than the server's.
TEST_F(ProposedTest, TextsOfTimesAreReadByTheirOffsetOrNotAtAll) {
  struct Text {
    std::string zone, offset;
    bool is_read;
  };
  for (const Text& text : {Text{"UTC", "Z", true},
                           {"Asia/Kolkata", "+05:30", true},
                           {"America/New_York", "", false},
                           {"Asia/Kolkata", "", false}}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    const auto at = [&](const std::string& when) {
      return "to_char(" + when + " AT TIME ZONE '" + text.zone + "', 'YYYY-MM-DD\"T\"HH24:MI:SS') || '" +
             text.offset + "'";
    };
    const std::string toml = proposed(
        "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), attempts int NOT "
        "NULL DEFAULT 0, worker_id text, locked_until text, created_at text NOT NULL",
        "status, worker_id, locked_until, created_at",
        "CASE WHEN g <= 2 THEN 'running' ELSE 'done' END, CASE WHEN g <= 2 THEN 'w' END, CASE WHEN g <= 2 "
        "THEN " +
            at("(now() - interval '20 minutes')") + " END, " + at("(now() - g * interval '40 minutes')"),
        "SELECT generate_series(1, 60) g");
    const Ran stuck = on_table({"stuck"});
    EXPECT_EQ(toml.find("zone = \"unknown\"") == std::string::npos, text.is_read) << text.zone << text.offset;
    EXPECT_EQ(stuck.code, text.is_read ? 0 : 2) << text.zone << text.offset << stuck.out;
    EXPECT_EQ(stuck.err.find("The time zone of \"locked_until\" is unknown") != std::string::npos,
              !text.is_read)
        << stuck.err;
    EXPECT_EQ(on_table({"check"}).code, text.is_read ? 2 : 3) << text.offset << on_table({"check"}).out;
  }
}

TEST_F(ProposedTest, ADayShowsThatWorkIsOverAndWhenItIsDue) {
  const std::string flags = proposed(
      "finished_on date, tries int NOT NULL DEFAULT 1, failed boolean NOT NULL DEFAULT false, is_running "
      "boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL",
      "finished_on, failed, is_running, created_at",
      "CASE WHEN g > 3 AND g % 13 > 0 THEN current_date END, g % 13 = 0, g IN (2, 3), now() - g * interval "
      "'11 minutes'",
      "SELECT generate_series(1, 66) g");
  EXPECT_THAT(flags, HasSubstr("column = \"finished_on\", is = \"not null\""));
  EXPECT_THAT(on_table({"check"}).out, HasSubstr("3 not sent or consumed"));
  raw_.exec("DROP TABLE work.jobs");
  const std::string days = proposed(
      "status text NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed')), due_on date NOT "
      "NULL, worker_id text, created_at timestamptz NOT NULL",
      "status, due_on, created_at",
      "CASE WHEN g <= 20 THEN 'pending' ELSE 'done' END, CASE WHEN g <= 20 THEN current_date + g ELSE "
      "current_date - g END, now() - g * interval '9 hours'",
      "SELECT generate_series(1, 60) g");
  EXPECT_THAT(days, HasSubstr("due = { column = \"due_on\", form = \"timestamp\", zone = \"unknown\" }"));
  EXPECT_EQ(on_table(old).code, 13) << on_table(old).out;
  EXPECT_EQ(on_table({"check"}).code, 3) << on_table({"check"}).out;
}

TEST_F(ProposedTest, ATimeThatIsPlannedSaysNothingOfTheZone) {
  const std::string toml = proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done')), eligible_from timestamp NOT "
      "NULL DEFAULT now(), locked_at timestamp, locked_by text, created_at timestamp NOT NULL DEFAULT now(), "
      "updated_at timestamp NOT NULL DEFAULT now()",
      "status, eligible_from, created_at, updated_at",
      "CASE WHEN g <= 4 THEN 'queued' ELSE 'done' END, CASE WHEN g = 4 THEN c + interval '35 min' ELSE c "
      "END, c, c",
      "SELECT g, now() AT TIME ZONE 'UTC' - CASE WHEN g <= 4 THEN g * interval '1 s' ELSE g * interval '13 "
      "min' END c FROM generate_series(1, 60) g");
  EXPECT_THAT(
      toml, AllOf(HasSubstr("created_at = { column = \"created_at\", form = \"timestamp\", zone = \"UTC\" }"),
                  Not(HasSubstr("zone = \"unknown\""))));
}

// Beside the word, what else says how far a row is.
TEST_F(ProposedTest, AVerbLeavesNoRangeOpenAndNoStateInADocument) {
  struct Second {
    std::string type, value, says;
  };
  const std::string ended = "CASE WHEN s IN ('done', 'failed') THEN c + interval '9 s' END";
  for (const Second& second : {Second{"tstzrange", "tstzrange(c, " + ended + ")",
                                      "every finished row has the end \"a value\" in \"more\""},
                               {"jsonb", "jsonb_build_object('state', s, 'id', g)",
                                "every finished row has state \"done\" in \"more\""}}) {
    raw_.exec("DROP TABLE IF EXISTS work.jobs");
    const std::string toml =
        proposed("status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), more " +
                     second.type +
                     ", attempts int NOT NULL DEFAULT 1, locked_until timestamptz, created_at timestamptz "
                     "NOT NULL, updated_at timestamptz NOT NULL",
                 "status, more, locked_until, created_at, updated_at",
                 "s, " + second.value + ", CASE s WHEN 'running' THEN c END, c, c + interval '9 s'",
                 "SELECT g, CASE WHEN g = 1 THEN 'queued' WHEN g IN (2, 40, 41) THEN 'running' WHEN g % 14 = "
                 "0 THEN 'failed' ELSE 'done' END s, now() - g * interval '20 minutes' c FROM "
                 "generate_series(1, 120) g");
    EXPECT_THAT(toml, HasSubstr("# succeed: " + second.says)) << second.type;
  }
}

TEST_F(ProposedTest, AVersionIsCountedOnAndNeverSetBack) {
  const std::string toml = proposed(
      "status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')), version int NOT NULL "
      "DEFAULT 0, attempts int NOT NULL DEFAULT 1, locked_by text, locked_until timestamptz, created_at "
      "timestamptz NOT NULL, updated_at timestamptz NOT NULL",
      "status, version, locked_by, locked_until, created_at, updated_at",
      "s, CASE s WHEN 'queued' THEN 0 WHEN 'running' THEN 1 ELSE 2 END, CASE s WHEN 'running' THEN 'w' END, "
      "CASE s WHEN 'running' THEN c END, c, c",
      "SELECT CASE WHEN g <= 40 THEN 'queued' WHEN g <= 43 THEN 'running' WHEN g % 3 = 0 THEN 'failed' ELSE "
      "'done' END s, now() - g * interval '20 minutes' c FROM generate_series(1, 180) g");
  EXPECT_THAT(toml, Not(HasSubstr("version = \"")));
  for (const std::string verb : {"succeed", "fail", "release", "requeue"}) {
    const auto at = toml.find("[profile.writes." + verb + "]");
    ASSERT_NE(at, std::string::npos) << verb << toml;
    EXPECT_THAT(toml.substr(at, toml.find('}', toml.find("updated_at", at)) - at),
                HasSubstr("version = { value = \"increment\" }"));
  }
}

TEST_F(ProposedTest, AStateWithinADocumentIsNotThePresenceOfARow) {
  const std::string toml = proposed(
      "created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL", "payload, created_at, updated_at",
      "jsonb_build_object('state', CASE WHEN g <= 3 THEN 'running' ELSE 'done' END), c, c",
      "SELECT g, now() - g * interval '10 minutes' c FROM generate_series(1, 60) g", {"--as", "queue"});
  EXPECT_THAT(toml, HasSubstr("shows the state within \"payload\""));
  EXPECT_EQ(on_table({"check"}).code, 3) << on_table({"check"}).out;
}

TEST_F(ProposedTest, AKeyThatIsUniqueByAnExpressionLeavesTheOtherOne) {
  const std::string toml = proposed(
      "row_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), idempotency_key text NOT NULL, request_hash "
      "text NOT NULL, status text NOT NULL CHECK (status IN ('processing', 'completed')), locked_until "
      "timestamptz, created_at timestamptz NOT NULL); ALTER TABLE work.jobs DROP COLUMN id; CREATE UNIQUE "
      "INDEX ON work.jobs (lower(idempotency_key)",
      "idempotency_key, request_hash, status, created_at",
      "'K-' || g, md5(g::text), 'completed', now() - g * interval '10 minutes'",
      "SELECT generate_series(1, 50) g", {"--as", "idempotency"});
  EXPECT_THAT(toml, AllOf(HasSubstr("identity = [\"row_id\"]"), HasSubstr("key = \"idempotency_key\""),
                          HasSubstr("The key is unique by an expression")));
}

TEST_F(ProposedTest, AViewShowsAllRowsOnlyWhereItIsColumnsOfOneTable) {
  proposed(
      "tenant int, status text NOT NULL CHECK (status IN ('pending', 'processed', 'failed')), event_type "
      "text, attempts int NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, processed_at timestamptz",
      "tenant, status, created_at, processed_at", "g % 2, 'processed', c, c",
      "SELECT g, now() - g * interval '9 minutes' c FROM generate_series(1, 60) g", {"--as", "inbox"});
  struct View {
    std::string kind, query;
    bool shows_all;
  };
  const View views[] = {{"VIEW", "SELECT * FROM work.jobs", true},
                        {"VIEW",
                         "SELECT id, tenant, status, event_type, attempts, created_at, processed_at, "
                         "payload, job_type FROM work.jobs j",
                         true},
                        {"VIEW", "SELECT * FROM work.jobs WHERE tenant = 1", false},
                        {"VIEW", "SELECT j.* FROM work.jobs j JOIN work.jobs o USING (id)", false},
                        {"VIEW", "SELECT * FROM work.jobs LIMIT 10", false},
                        {"VIEW", "SELECT * FROM work.first", false},
                        {"MATERIALIZED VIEW", "SELECT * FROM work.jobs", false}};
  raw_.exec("CREATE VIEW work.first AS SELECT * FROM work.jobs WHERE tenant = 1");
  std::string toml = run({"profile", "propose", "--schema", "work", "--table", "jobs", "--as", "inbox",
                          "--dsn", database_.conninfo()})
                         .out;
  const std::string named = "name = \"jobs\" }";
  ASSERT_NE(toml.find(named), std::string::npos) << toml;
  toml.replace(toml.find(named), named.size(), "name = \"seen\" }");
  std::ofstream(file_) << toml;
  for (const View& view : views) {
    raw_.exec("CREATE " + view.kind + " work.seen AS " + view.query);
    EXPECT_EQ(on_table({"keys", "show", "999"}).code, view.shows_all ? 3 : 13) << view.query;
    EXPECT_EQ(on_table({"check"}).code, view.shows_all ? 0 : 3) << view.query << on_table({"check"}).out;
    raw_.exec("DROP " + view.kind + " work.seen");
  }
}

}  // namespace
}  // namespace onceover::oncectl
