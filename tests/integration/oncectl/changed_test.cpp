// SPDX-License-Identifier: Apache-2.0
// Tables that are no longer as their profile says, and tables that hold less than they seem to: no all-clear,
// no "no such key", and no write is made from what they show.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ChangedTest : public OncectlTest {
 protected:
  ChangedTest() {
    file_ = std::filesystem::path(testing::TempDir()) / (database_.name() + "-changed.toml");
    raw_.exec(test::shop_table);
    describe(test::shop_profile(""));
  }
  ~ChangedTest() override { std::filesystem::remove(file_); }
  void describe(const std::string& profile) { std::ofstream(file_) << profile; }
  Ran on_table(std::vector<std::string> words) {
    words.insert(words.end(), {"--dsn", database_.conninfo(), "--profile", file_.string()});
    return run(words);
  }
  // In the kind's own words, of a table with id, status and made.
  void describe(const std::string& table, const std::string& more, const std::string& states) {
    describe(
        "format = 1\n[[profile]]\nname = \"t\"\nkind = \"idempotency\"\ntable = { schema = \"shop\", name = "
        "\"" +
        table + "\" }\nidentity = [\"id\"]\nkey = \"id\"\n" + more + "\n[profile.state]\n" + states +
        "\n[profile.times]\ncreated_at = \"made\"\n");
  }
  void shop_row(const std::string& request, const std::string& phase) {
    raw_.exec("INSERT INTO shop.requests (merchant, request, phase) VALUES (1, $1, $2)", {request, phase});
  }
  void expect_no_all_clear(const std::string& why) {
    const Ran check = on_table({"check"}), stuck = on_table({"stuck"});
    EXPECT_EQ(check.code, 3) << check.out << check.err;
    EXPECT_EQ(stuck.code, 13) << stuck.out << stuck.err;
    EXPECT_THAT(check.out, HasSubstr(why));
    EXPECT_THAT(stuck.out, HasSubstr(why));
  }
  void expect_all_clear() {
    const Ran check = on_table({"check"}), stuck = on_table({"stuck"});
    EXPECT_EQ(check.code, 0) << check.out << check.err;
    EXPECT_EQ(stuck.code, 3) << stuck.out << stuck.err;
  }
  // Whether there is such a key is not known, for this reason.
  void expect_not_absent(const std::vector<std::string>& words, const std::string& why) {
    const Ran ran = on_table(words);
    EXPECT_EQ(ran.code, 13) << words[1] << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr(why)) << words[1];
  }
  std::filesystem::path file_;
};

TEST_F(ChangedTest, ANullThatTheProfileRulesOutIsNotPassedOver) {
  shop_row("r", "DONE");
  expect_all_clear();
  raw_.exec("ALTER TABLE shop.requests ALTER phase DROP NOT NULL; UPDATE shop.requests SET phase = NULL");
  expect_no_all_clear("\"phase\" may be NULL in the table, and the profile says that it never is");
  EXPECT_EQ(on_table({"handover"}).code, 13);
  std::string profile = test::shop_profile("");
  const std::string never = "\"phase\", \"created_at\"]";
  profile.replace(profile.find(never), never.size(), "\"created_at\"]");
  describe(profile);
  expect_no_all_clear("1 row is in a state that the profile does not name");
}

TEST_F(ChangedTest, ATableThatIsGoneIsNotQuiet) {
  shop_row("r-1", "DONE");
  EXPECT_EQ(on_table({"handover"}).code, 0);
  raw_.exec("ALTER TABLE shop.requests RENAME TO requests_2025");
  const Ran note = on_table({"handover"}), json = on_table({"handover", "--json"}),
            life = on_table({"keys", "life", "r-1"});
  EXPECT_EQ(note.code, 13) << note.out;
  EXPECT_THAT(note.out, AllOf(HasSubstr("this database has no such table: shop.requests"),
                              Not(HasSubstr("stuck in shop.requests"))));
  EXPECT_EQ(json.json()["nothing_waits"], false);
  EXPECT_EQ(life.code, 13) << life.out << life.err;
  EXPECT_THAT(life.err, HasSubstr("There is no table shop.requests in this database"));
}

// The planner takes the table for one that no command reads as a whole.
class LargeTest : public ChangedTest {
 protected:
  LargeTest() {
    shop_row("r", "DONE");
    raw_.exec("CREATE INDEX working ON shop.requests (created_at) WHERE phase IN ('RUNNING', 'NEW')");
  }
  void grow() {
    raw_.exec("UPDATE pg_class SET reltuples = 10000000, relpages = 1 WHERE oid = 'shop.requests'::regclass");
  }
};

TEST_F(LargeTest, ARareStateIsFoundByAnIndexOrIsNotRuledOut) {
  grow();
  expect_no_all_clear("no index leads to them");
  raw_.exec("CREATE INDEX ON shop.requests (phase)");
  grow();
  expect_all_clear();
  shop_row("odd", "MANUAL");
  expect_no_all_clear("Rows are in a state that the profile does not name (\"MANUAL\")");
}

TEST_F(LargeTest, ACheckThatListsTheWordsRulesOthersOut) {
  raw_.exec("ALTER TABLE shop.requests ADD CHECK (phase IN ('RUNNING', 'DONE', 'ERROR', 'NEW'))");
  grow();
  expect_all_clear();
}

TEST_F(LargeTest, AnEnumWhoseWordsAreAllNamedHasNoOthers) {
  raw_.exec(
      "DROP INDEX shop.working; CREATE TYPE shop.phase AS ENUM ('RUNNING', 'DONE', 'ERROR', 'NEW'); ALTER "
      "TABLE shop.requests ALTER phase TYPE shop.phase USING phase::shop.phase; CREATE INDEX working ON "
      "shop.requests (created_at) WHERE phase IN ('RUNNING', 'NEW')");
  grow();
  expect_all_clear();
  raw_.exec("ALTER TYPE shop.phase ADD VALUE 'MANUAL'");
  expect_no_all_clear("no index leads to them");
}

TEST_F(ChangedTest, ASubscriberLacksWhatItsPublisherCommitted) {
  shop_row("r", "DONE");
  raw_.exec(
      "SET allow_system_table_mods = on; CREATE SUBSCRIPTION feed_" + database_.name() +
      " CONNECTION 'dbname=nowhere' PUBLICATION p WITH (connect = false, slot_name = NONE); INSERT INTO "
      "pg_subscription_rel SELECT oid, 'shop.requests'::regclass, 'r', NULL FROM pg_subscription WHERE "
      "subname = 'feed_" +
      database_.name() + "'");
  expect_no_all_clear("Logical replication fills this table");
  expect_not_absent({"keys", "show", "gone"}, "Logical replication fills this table");
  const Ran inspect = run({"profile", "inspect", file_.string(), "--dsn", database_.conninfo()});
  EXPECT_EQ(inspect.code, 1) << inspect.out;
  EXPECT_THAT(inspect.out, HasSubstr("its service writes it on another server"));
  raw_.exec("DROP SUBSCRIPTION feed_" + database_.name());
}

TEST_F(ChangedTest, AForeignPartOfAPartMayHideRows) {
  raw_.exec(
      "CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; CREATE TABLE "
      "shop.parted (id text NOT NULL, status text NOT NULL, made timestamptz NOT NULL) PARTITION BY LIST "
      "(status); CREATE TABLE shop.p1 PARTITION OF shop.parted FOR VALUES IN ('done', 'run'); CREATE TABLE "
      "shop.p2 PARTITION OF shop.parted DEFAULT PARTITION BY LIST (status); CREATE FOREIGN TABLE shop.p3 "
      "PARTITION OF shop.p2 DEFAULT SERVER files OPTIONS (filename '/dev/null', format 'csv')");
  describe("parted", "", "column = \"status\"\nwords = { done = \"succeeded\", run = \"in_progress\" }");
  expect_not_absent({"keys", "show", "gone"}, "Rows are read from another server");
}

TEST_F(ChangedTest, AViewThatMakesItsStateShowsNone) {
  raw_.exec(
      "CREATE VIEW shop.plain AS SELECT request AS id, phase AS status, created_at AS made FROM "
      "shop.requests; CREATE VIEW shop.made AS SELECT request AS id, 'DONE'::text AS status, created_at AS "
      "made FROM shop.requests");
  const std::string words =
      "column = \"status\"\nwords = { DONE = \"succeeded\", RUNNING = \"in_progress\" }";
  describe("plain", "", words);
  EXPECT_EQ(on_table({"keys", "show", "gone"}).code, 3);
  describe("made", "", words);
  expect_not_absent({"keys", "show", "gone"}, "it is more than the columns of one table");
}

TEST_F(ChangedTest, ATenantAndAKeyOfAnotherTypeMayBeSpelledOtherwise) {
  raw_.exec(
      "CREATE EXTENSION citext; CREATE DOMAIN shop.word AS citext; CREATE DOMAIN shop.request_key AS "
      "shop.word; CREATE TABLE shop.keyed (tenant citext, op text DEFAULT 'pay', id text, made timestamptz, "
      "status text, PRIMARY KEY (tenant, id)); INSERT INTO shop.keyed VALUES ('acme', 'pay', 'pay-7', now(), "
      "'done')");
  const std::string done = "column = \"status\"\nwords = { done = \"succeeded\", run = \"in_progress\" }";
  describe("keyed", "tenant = \"tenant\"\noperation = \"op\"", done);
  EXPECT_EQ(on_table({"keys", "show", "pay-8"}).code, 3) << "no tenant was compared";
  const std::string why = "a value that is spelled otherwise may be the same";
  expect_not_absent({"keys", "show", "pay-7", "--tenant", "ACME"}, why);
  expect_not_absent({"keys", "why", "pay-7", "--tenant", "ACME", "--operation", "pay"}, why);
  expect_not_absent({"keys", "list", "--tenant", "ACME"}, why);
  raw_.exec("ALTER TABLE shop.keyed ALTER id TYPE shop.request_key");
  expect_not_absent({"keys", "show", "PAY-7"}, "one that is spelled otherwise may be the same key");
}

TEST_F(ChangedTest, WhatIsInATextOfJsonIsNotSearched) {
  raw_.exec(
      "CREATE TABLE shop.sent (id text PRIMARY KEY, body text, status text, made timestamptz); INSERT INTO "
      "shop.sent VALUES ('r-7', '{\"order\":\"order-4711\"}', 'done', now())");
  describe("sent", "reference = { column = \"body\", path = \"/order\", holds = \"text\" }",
           "column = \"status\"\nwords = { done = \"succeeded\", run = \"in_progress\" }");
  const std::string why = "The server cannot search in \"body\"";
  expect_not_absent({"keys", "life", "order-4711"}, why);
  expect_not_absent({"keys", "list", "--contains", "order-4711"}, why);
  EXPECT_EQ(on_table({"keys", "life", "r-7"}).code, 0);
}

TEST_F(ChangedTest, ARowWithoutATimeMayBeOfAnyTime) {
  shop_row("r", "ERROR");
  EXPECT_EQ(on_table({"keys", "list", "--state", "failed", "--from", "1d"}).code, 0);
  std::string profile = test::shop_profile("");
  const std::string never = ", \"created_at\"]";
  profile.replace(profile.find(never), never.size(), "]");
  describe(profile);
  raw_.exec(
      "ALTER TABLE shop.requests ALTER created_at DROP NOT NULL; UPDATE shop.requests SET created_at = NULL");
  const std::string why = "whether they are of these times is unknown";
  expect_not_absent({"keys", "list", "--state", "failed", "--from", "1d"}, why);
  expect_not_absent({"keys", "list", "--key", "r", "--from", "1d"}, why);
  expect_not_absent({"keys", "export", "-", "--state", "failed", "--from", "1d"}, why);
  EXPECT_EQ(on_table({"keys", "list", "--state", "succeeded", "--from", "1d"}).code, 3);
}

TEST_F(ChangedTest, WithoutAWordForThemDeadLettersAreNotCounted) {
  raw_.exec(
      "CREATE TABLE shop.sent (id text PRIMARY KEY, made timestamptz NOT NULL, done timestamptz, given_up "
      "boolean); INSERT INTO shop.sent VALUES ('e', now(), NULL, true)");
  const std::string profile =
      "format = 1\n[[profile]]\nname = \"t\"\nkind = \"outbox\"\ntable = { schema = \"shop\", name = "
      "\"sent\" }\nidentity = [\"id\"]\nkey = \"id\"\n[profile.state]\notherwise = { state = "
      "\"in_progress\", word = \"open\" }\n[[profile.state.rule]]\nwhen = [{ column = \"done\", is = \"not "
      "null\" }]\nstate = \"succeeded\"\nword = \"done\"\n";
  const std::string times = "[profile.times]\ncreated_at = \"made\"\n";
  describe(profile + times);
  EXPECT_THAT(on_table({"check"}).out, AllOf(HasSubstr("UNKNOWN dead-letters: not known for this table"),
                                             HasSubstr("OK lag: 1 not sent")));
  describe(profile +
           "[[profile.state.rule]]\nwhen = [{ column = \"given_up\", is = \"true\" }]\nstate = "
           "\"failed\"\nword = \"given up\"\n" +
           times);
  EXPECT_THAT(on_table({"check"}).out, HasSubstr("1 dead letter"));
}

TEST_F(ChangedTest, AnUnloggedTableMayHaveLostTheKey) {
  EXPECT_EQ(on_table({"keys", "show", "gone"}).code, 3);
  raw_.exec("ALTER TABLE shop.requests SET UNLOGGED");
  expect_not_absent({"keys", "show", "gone"}, "a crash of the server empties it");
}

TEST_F(ChangedTest, WhoMayNotReadCasesDoesNotKnowThatNoRowNeedsAPerson) {
  shop_row("r", "RUNNING");
  raw_.exec("UPDATE shop.requests SET until = now() - interval '1 hour'");
  EXPECT_EQ(on_table({"stuck", "--json"}).json()["all"]["needs_human"], 0);
  const std::string reader = "reader_" + database_.name();
  raw_.exec("CREATE ROLE " + reader + " LOGIN; GRANT USAGE ON SCHEMA shop TO " + reader +
            "; GRANT SELECT ON shop.requests TO " + reader);
  const std::vector<std::string> as_reader{"stuck", "--profile", file_.string(), "--dsn",
                                           database_.conninfo() + " user=" + reader};
  const Ran text = run(as_reader);
  auto words = as_reader;
  words.emplace_back("--json");
  EXPECT_THAT(text.out, HasSubstr("unknown"));
  EXPECT_THAT(text.err, HasSubstr("has no SELECT on onceover.row_cases"));
  EXPECT_TRUE(run(words).json()["all"]["needs_human"].is_null());
  raw_.exec("DROP OWNED BY " + reader + "; DROP ROLE " + reader);
}

TEST_F(ChangedTest, AKeyIsFinishedOnlyWithinItsWindow) {
  raw_.exec("ALTER TABLE shop.requests ADD kept timestamptz");
  shop_row("old", "DONE");
  raw_.exec("UPDATE shop.requests SET kept = now() - interval '3 days'");
  std::string profile = test::shop_profile("");
  profile.insert(profile.find("created_at = \"created_at\""), "expires_at = \"kept\"\n");
  describe(profile);
  const Ran ran = on_table({"keys", "why", "old"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("its window has ended: a service that looks at that runs a duplicate"),
                             Not(HasSubstr("gets the stored answer")), HasSubstr("may be at any time")));
}

TEST_F(ChangedTest, ALeaseWithoutAnEndIsNotCalledValid) {
  shop_row("r", "RUNNING");
  raw_.exec("UPDATE shop.requests SET until = 'infinity'");
  EXPECT_THAT(
      on_table({"keys", "why", "r"}).out,
      AllOf(HasSubstr("Whether anything still works on it is unknown"), Not(HasSubstr("valid lease"))));
}

TEST_F(ChangedTest, AnEmptyKeyIsNoKeyThatWasNeverSeen) {
  for (const char* command : {"show", "why"}) {
    const Ran ran = on_table({"keys", command, ""});
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("The key is empty"));
  }
}

TEST_F(ChangedTest, SecondsAreNoMilliseconds) {
  raw_.exec(
      "CREATE TABLE shop.timed (id text PRIMARY KEY, status text, made timestamptz, until bigint); INSERT "
      "INTO shop.timed VALUES ('r', 'run', now(), extract(epoch FROM now())::bigint + 60)");
  const auto inspected = [&](const std::string& form) {
    describe("timed", "",
             "column = \"status\"\nwords = { done = \"succeeded\", run = \"in_progress\" "
             "}\n[profile.lease]\nform = \"deadline\"\nat = { column = \"until\", form = \"" +
                 form + "\" }");
    return run({"profile", "inspect", file_.string(), "--dsn", database_.conninfo()});
  };
  EXPECT_EQ(inspected("epoch_s").code, 0);
  for (const std::string form : {"epoch_ms", "epoch_us"}) {
    const Ran ran = inspected(form);
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("it is in another unit"));
  }
  raw_.exec("UPDATE shop.timed SET until = until * 1000");
  EXPECT_EQ(inspected("epoch_s").code, 1);
  EXPECT_EQ(inspected("epoch_ms").code, 0);
}

TEST_F(ChangedTest, AWriteThatATriggerRefusesSaysThatNothingWasWritten) {
  shop_row("r", "ERROR");
  raw_.exec(
      "CREATE FUNCTION shop.no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''closed''; "
      "END'; CREATE CONSTRAINT TRIGGER no AFTER UPDATE ON shop.requests DEFERRABLE INITIALLY DEFERRED FOR "
      "EACH ROW EXECUTE FUNCTION shop.no()");
  const Ran ran = on_table({"write", "requeue", "r", "--reason", "x"});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("closed"), HasSubstr("Nothing was written.")));
  EXPECT_EQ(raw_.scalar("SELECT phase FROM shop.requests"), "ERROR");
}

TEST_F(ChangedTest, AReasonThatItsColumnCannotHoldIsNoRequestForApproval) {
  shop_row("r", "RUNNING");
  raw_.exec("ALTER TABLE shop.requests ALTER error TYPE varchar(20)");
  const auto fail_for = [&](const std::string& reason) {
    return on_table({"write", "fail", "r", "--reason", reason, "--ticket", "t", "--evidence", "e"});
  };
  const Ran ran = fail_for("the bank says that it will never come");
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("\"error\" holds at most 20 characters, and the reason has 37"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  EXPECT_EQ(fail_for("it will never come").code, 10);
}

TEST_F(ChangedTest, AColumnThatIsGoneLeadsToTheInspection) {
  raw_.exec("ALTER TABLE shop.requests RENAME phase TO step");
  const Ran ran = on_table({"stuck"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("oncectl profile inspect"));
}

// A proposal of jobs with further columns.
class JobsTest : public ChangedTest {
 protected:
  std::string proposed(const std::string& columns, const std::string& names = {},
                       const std::string& values = {}) {
    raw_.exec(
        "CREATE TABLE shop.jobs (id bigserial PRIMARY KEY, job_type text NOT NULL DEFAULT 'mail', payload "
        "jsonb NOT NULL DEFAULT '{}', status text NOT NULL CHECK (status IN ('queued', 'running', 'done', "
        "'failed')), attempts int NOT NULL DEFAULT 0, last_error text, locked_by text, locked_until "
        "timestamptz, created_at timestamptz NOT NULL, finished_at timestamptz, " +
        columns +
        "); INSERT INTO shop.jobs (status, attempts, last_error, locked_by, locked_until, created_at, " +
        "finished_at" + (names.empty() ? "" : ", " + names) +
        ") SELECT s, CASE s WHEN 'queued' THEN 0 ELSE 1 + g % 2 END, CASE s WHEN 'failed' THEN 'x' END, CASE "
        "s WHEN 'running' THEN 'w' || g % 3 END, CASE s WHEN 'running' THEN c + interval '60 s' END, c, CASE "
        "WHEN s IN ('done', 'failed') THEN c + g % 50 * interval '1 s' END" +
        (values.empty() ? "" : ", " + values) +
        " FROM (SELECT g, CASE WHEN g <= 6 THEN 'queued' WHEN g <= 16 THEN 'running' WHEN g % 5 = 0 THEN "
        "'failed' ELSE 'done' END s, now() - g * interval '4 minutes' c FROM generate_series(1, 200) g) x; "
        "ANALYZE shop.jobs");
    const Ran ran =
        run({"profile", "propose", "--schema", "shop", "--table", "jobs", "--dsn", database_.conninfo()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  }
};

TEST_F(JobsTest, AStampThatEachChangeGivesIsNotLeft) {
  EXPECT_THAT(proposed("etag uuid NOT NULL DEFAULT gen_random_uuid()"),
              AllOf(HasSubstr("# succeed: \"etag\" is new with each change of a row"),
                    Not(HasSubstr("[profile.writes."))));
}

TEST_F(JobsTest, ASealOverTheRowIsNotLeft) {
  EXPECT_THAT(
      proposed("row_hmac bytea NOT NULL DEFAULT sha256(random()::text::bytea)"),
      AllOf(HasSubstr("# fail: \"row_hmac\" is new with each change"), Not(HasSubstr("[profile.writes."))));
}

TEST_F(JobsTest, EachTimeThatTheEndSetsIsSet) {
  const std::string values = "CASE WHEN s IN ('done', 'failed') THEN c + g % 50 * interval '1 s' ELSE c END";
  const std::string toml = proposed("updated_at timestamptz NOT NULL, state_changed_at timestamptz NOT NULL",
                                    "updated_at, state_changed_at", values + ", " + values);
  const auto from = toml.find("[profile.writes.succeed]");
  ASSERT_NE(from, std::string::npos) << toml;
  EXPECT_THAT(toml.substr(from, toml.find("\n# fail", from) - from),
              AllOf(HasSubstr("updated_at = { value = \"now\" }"),
                    HasSubstr("state_changed_at = { value = \"now\" }")));
}

TEST_F(JobsTest, ABatchThatCountsItsJobsIsNotLeftOpen) {
  raw_.exec(
      "CREATE TABLE shop.batches (id bigserial PRIMARY KEY, total int NOT NULL, pending int NOT NULL, "
      "\"failedJobs\" int); INSERT INTO shop.batches (total, pending) SELECT 10, 3 FROM generate_series(1, "
      "20)");
  EXPECT_THAT(proposed("batch_id bigint NOT NULL REFERENCES shop.batches", "batch_id", "1 + g % 20"),
              AllOf(HasSubstr("# succeed: rows of shop.batches count these (pending, \"failedJobs\")"),
                    HasSubstr("[profile.writes.release]"), Not(HasSubstr("[profile.writes.succeed]"))));
}

TEST_F(ChangedTest, AStateInAnArrayIsNotThePresenceOfARow) {
  raw_.exec(
      "CREATE TABLE shop.jobs (id bigserial PRIMARY KEY, job_type text NOT NULL DEFAULT 'x', payload jsonb "
      "NOT NULL DEFAULT '{}', states text[] NOT NULL, attempts int NOT NULL DEFAULT 0, created_at "
      "timestamptz NOT NULL); INSERT INTO shop.jobs (states, created_at) SELECT CASE WHEN g < 20 THEN "
      "ARRAY['queued'] ELSE ARRAY['queued', 'done'] END, now() - g * interval '9 minutes' FROM "
      "generate_series(1, 90) g; ANALYZE shop.jobs");
  const Ran ran = run({"profile", "propose", "--schema", "shop", "--table", "jobs", "--as", "queue", "--dsn",
                       database_.conninfo()});
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("in a type that a profile does not read"), Not(HasSubstr("\"present\""))))
      << ran.err;
}

}  // namespace
}  // namespace onceover::oncectl
