// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;

TEST_F(OncectlTest, DetectProposesTablesAndWritesNothing) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.\"IdempotencyKey\" (\"userId\" bigint, \"idempotencyKey\" text, "
      "status text NOT NULL CHECK (status IN ('PENDING', 'DONE')), response jsonb, \"lockedUntil\" "
      "timestamptz, \"createdAt\" timestamptz NOT NULL DEFAULT now(), \"expiresAt\" timestamptz, PRIMARY KEY "
      "(\"userId\", \"idempotencyKey\")); CREATE TABLE shop.orders (id bigserial PRIMARY KEY, status text)");
  const Ran ran = ctl_json({"profile", "detect"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json found = ran.json();
  ASSERT_TRUE(found.is_array());
  ASSERT_EQ(found.size(), 1U) << found;
  const Json& one = found[0];
  EXPECT_EQ(one["schema"], "shop");
  EXPECT_EQ(one["table"], "IdempotencyKey");
  EXPECT_EQ(one["kind"], "idempotency");
  EXPECT_EQ(one["roles"].size(), 21U);
  EXPECT_EQ(one["roles"]["identity"]["columns"], Json({"userId", "idempotencyKey"}));
  EXPECT_EQ(one["roles"]["state"]["form"], "word");
  EXPECT_EQ(one["roles"]["state"]["meanings"], Json({{"DONE", "succeeded"}, {"PENDING", "in_progress"}}));
  EXPECT_GT(one["roles"]["state"]["confidence"], 0.5);
  EXPECT_EQ(one["roles"]["lease"]["form"], "deadline");
  EXPECT_EQ(one["roles"]["expires_at"]["columns"], Json({"expiresAt"}))
      << "beside a lease it is the end of the row";
  EXPECT_FALSE(one["roles"]["expires_at"]["why"].empty());
  EXPECT_TRUE(one["roles"]["fence"].is_null());
  const Ran words = ctl({"profile", "detect", "--schema", "shop"});
  EXPECT_THAT(words.out, HasSubstr("shop.IdempotencyKey: idempotency"));
  EXPECT_THAT(words.out, HasSubstr("Nothing was written."));
}

TEST_F(OncectlTest, DetectSaysSoWhereNothingIsFound) {
  const Ran ran = ctl({"profile", "detect"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.out, HasSubstr("None looks like"));
  EXPECT_EQ(ctl_json({"profile", "detect"}).json(), Json::array());
}

TEST_F(OncectlTest, TheLifeOfAKeyIsToldFromAllTablesThatAreDescribed) {
  finished("r-1");
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.sent (id bigint PRIMARY KEY, caused_by text, at timestamptz NOT "
      "NULL, done_at timestamptz); INSERT INTO shop.sent VALUES (7, 'r-1', '2026-03-01 10:00:00+00', NULL), "
      "(8, 'r-2', '2026-03-01 10:00:00+00', NULL)");
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("onceover-life-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(file) << R"(format = 1
[[profile]]
name = "sent"
kind = "outbox"
table = { schema = "shop", name = "sent" }
identity = ["id"]
key = "id"
correlation_id = "caused_by"
never_null = ["id", "at"]
[profile.state]
otherwise = { state = "released", word = "waiting" }
[[profile.state.rule]]
when = [{ column = "done_at", is = "not null" }]
state = "succeeded"
word = "sent"
[profile.times]
created_at = "at"
)";
  const Ran ran = ctl_json({"keys", "life", "Idempotency-Key: r-1", "--profile", file.string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json rows = ran.json()["rows"];
  ASSERT_EQ(rows.size(), 2U) << rows;
  EXPECT_EQ(rows[0]["table"]["table"], "sent");
  EXPECT_EQ(rows[0]["link"], "by its correlation id");
  EXPECT_EQ(rows[0]["state_word"], "waiting");
  EXPECT_EQ(rows[1]["table"]["table"], "keys");
  EXPECT_EQ(rows[1]["state"], "succeeded");
  EXPECT_EQ(ctl_json({"keys", "life", "r-1"}).json()["rows"].size(), 1U) << "without a file, our own alone";
  const Ran nothing = ctl({"keys", "life", "r-9", "--profile", file.string()});
  EXPECT_EQ(nothing.code, 3);
  EXPECT_THAT(ctl({"keys", "life", "r-1", "--profile", file.string()}).out, HasSubstr("WHY IT IS HERE"));
  std::filesystem::remove(file);
}

TEST_F(OncectlTest, KeysAndStuckReadTheTableOfAProfile) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.requests (merchant int, request uuid, phase text NOT NULL, "
      "locked_at timestamptz, PRIMARY KEY (merchant, request)); INSERT INTO shop.requests VALUES (1, "
      "'00000000-0000-4000-8000-000000000001', 'RUNNING', now() - interval '1 hour'), (2, "
      "'00000000-0000-4000-8000-000000000001', 'DONE', NULL)");
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("onceover-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(file) << R"(format = 1
[[profile]]
name = "requests"
kind = "idempotency"
table = { schema = "shop", name = "requests" }
identity = ["merchant", "request"]
key = "request"
tenant = "merchant"
never_null = ["merchant", "request", "phase"]
[profile.state]
column = "phase"
words = { RUNNING = "in_progress", DONE = "succeeded" }
[profile.lease]
form = "since"
at = "locked_at"
length_s = 90
)";
  const auto with = [&](std::vector<std::string> args) {
    args.insert(args.end(), {"--profile", file.string() + "#requests"});
    return ctl_json(std::move(args));
  };
  const Ran list = with({"keys", "list", "--stuck"});
  ASSERT_EQ(list.code, 0) << list.err;
  ASSERT_EQ(list.json()["keys"].size(), 1U);
  EXPECT_EQ(list.json()["keys"][0]["row"], Json({"1", "00000000-0000-4000-8000-000000000001"}));
  EXPECT_EQ(list.json()["keys"][0]["state_word"], "RUNNING");
  EXPECT_EQ(with({"stuck"}).json()["groups"][0]["n"], 1);
  EXPECT_EQ(with({"keys", "show", "00000000-0000-4000-8000-000000000001"}).code, 9) << "two tenants have it";
  EXPECT_EQ(with({"keys", "show", "00000000-0000-4000-8000-000000000001", "--tenant", "2"}).json()["state"],
            "succeeded");
  EXPECT_EQ(with({"keys", "show", "no-uuid"}).code, 3);
  const Ran refused = with({"stats"});
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.err, HasSubstr("only on onceover.keys"));
  EXPECT_NE(ctl({"keys", "list", "--profile", file.string() + "#other"}).code, 0);
  // A '#' in the path is part of the path.
  const auto folder = std::filesystem::path(testing::TempDir()) / ("onceover#" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const auto moved = folder / "c#.toml";
  std::filesystem::rename(file, moved);
  for (const std::string& named :
       {moved.string(), moved.string() + "#requests", folder.string(), folder.string() + "#requests"}) {
    const Ran there = ctl_json({"keys", "list", "--stuck", "--profile", named});
    ASSERT_EQ(there.code, 0) << named << ": " << there.err;
    EXPECT_EQ(there.json()["keys"].size(), 1U) << named;
    EXPECT_EQ(ctl_json({"keys", "life", "r-1", "--profile", named}).err, "") << named;
  }
  EXPECT_THAT(ctl({"keys", "list", "--profile", moved.string() + "#other"}).err,
              HasSubstr("holds no profile other"));
  std::filesystem::remove_all(folder);
}

TEST_F(OncectlTest, ProposePrintsAProfileThatCheckReads) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.\"IdempotencyKey\" (\"userId\" bigint, \"idempotencyKey\" text, "
      "status text NOT NULL CHECK (status IN ('PENDING', 'DONE')), response jsonb, \"lockedUntil\" "
      "timestamptz, \"createdAt\" timestamptz NOT NULL DEFAULT now(), \"expiresAt\" timestamptz, PRIMARY KEY "
      "(\"userId\", \"idempotencyKey\"))");
  const Ran ran = ctl({"profile", "propose", "--schema", "shop", "--table", "IdempotencyKey"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("format = 1\n"));
  EXPECT_THAT(
      ran.out,
      HasSubstr(
          "identity = [\"userId\", \"idempotencyKey\"]\nkey = \"idempotencyKey\"\ntenant = \"userId\"\n"));
  EXPECT_THAT(ran.out, HasSubstr("expires_at = \"expiresAt\"\n"));
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / ("onceover-profiles-" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  const std::string file = directory / "shop.toml";
  std::ofstream(file) << ran.out;
  const Ran checked = ctl({"profile", "check", file});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.out,
            "shop.IdempotencyKey: shop.IdempotencyKey, idempotency; leases are observed; read only.\n");
  EXPECT_EQ(ctl_json({"profile", "check", directory.string()}).json()[0]["lease_observable"], true);
  std::ofstream(file, std::ios::app) << "extra = 1\n";
  const Ran refused = ctl({"profile", "check", file});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("is not known here"));
  std::filesystem::remove_all(directory);
  EXPECT_EQ(ctl({"profile", "propose", "--schema", "shop", "--table", "nothing"}).code, 3);
  EXPECT_EQ(ctl({"profile", "propose", "--table", "IdempotencyKey"}).out, ran.out);
  raw_.exec("CREATE SCHEMA second; CREATE TABLE second.\"IdempotencyKey\" (LIKE shop.\"IdempotencyKey\")");
  const Ran unclear = ctl({"profile", "propose", "--table", "IdempotencyKey"});
  EXPECT_EQ(unclear.code, 2);
  EXPECT_THAT(unclear.err, HasSubstr("Several schemas have a table of this name: second, shop."));
}

class InspectTest : public OncectlTest {
 protected:
  ~InspectTest() override { std::filesystem::remove(file_); }
  Ran inspect(const std::string& toml) {
    std::ofstream(file_) << toml;
    return ctl_json({"profile", "inspect", file_});
  }
  std::string file_ = std::filesystem::path(testing::TempDir()) /
                      ("onceover-inspect-" + std::to_string(::getpid()) + ".toml");
};

TEST_F(InspectTest, WhatIsProposedIsReadOnlyUntilSomebodyTakesTheCommentsAway) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.idempotency_keys (id bigserial PRIMARY KEY, user_id bigint NOT "
      "NULL, idempotency_key text NOT NULL, status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', "
      "'FAILED')), response_code int, response_body jsonb, locked_until timestamptz, error text, created_at "
      "timestamptz NOT NULL DEFAULT now(), UNIQUE (user_id, idempotency_key)); INSERT INTO "
      "shop.idempotency_keys (user_id, idempotency_key, status, locked_until) SELECT 1, 'k' || i, "
      "(ARRAY['PENDING', 'COMPLETED', 'FAILED'])[1 + i % 3], CASE i % 3 WHEN 0 THEN now() END FROM "
      "generate_series(1, 120) i");
  const Ran proposed = ctl({"profile", "propose", "--schema", "shop", "--table", "idempotency_keys"});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  EXPECT_THAT(proposed.out,
              HasSubstr("# succeed: rehearsed on 40 rows; the result is like 40 of 40 finished rows\n# "
                        "[profile.writes.succeed]\n# set = { status = \"COMPLETED\""));
  EXPECT_THAT(proposed.out, HasSubstr("# release: the profile has no word for released."));
  EXPECT_THAT(proposed.out, HasSubstr("# discard: "));
  const Ran read_only = inspect(proposed.out);
  ASSERT_EQ(read_only.code, 0) << read_only.err;
  EXPECT_EQ(read_only.json()[0]["writes"], Json::object()) << "nothing is written on a proposal's word";
  std::string enabled = proposed.out;
  for (const char* line : {"# [profile.", "# set ="}) {
    for (auto at = enabled.find(line); at != std::string::npos; at = enabled.find(line)) enabled.erase(at, 2);
  }
  const Ran writable = inspect(enabled);
  ASSERT_EQ(writable.code, 0) << writable.err << writable.out << enabled;
  for (const char* verb : {"succeed", "fail", "extend"})
    EXPECT_EQ(writable.json()[0]["writes"][verb]["offered"], true) << verb;
  EXPECT_FALSE(writable.json()[0]["writes"].contains("discard"));
}

TEST_F(InspectTest, SaysWhichVerbsAreOfferedWhyNotAndWhichFieldIsWrong) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TYPE shop.step AS ENUM ('running', 'done'); CREATE TABLE shop.t (tenant "
      "int, k text NOT NULL, step shop.step NOT NULL, n int NOT NULL, UNIQUE (tenant, k)); CREATE VIEW "
      "shop.v AS SELECT * FROM shop.t");
  const auto profile_of = [](const std::string& table, const std::string& words) {
    return "format = 1\n[[profile]]\nname = \"t\"\nkind = \"idempotency\"\ntable = { schema = \"shop\", name "
           "= \"" +
           table +
           "\" }\nidentity = [\"tenant\", \"k\"]\nkey = \"k\"\nnever_null = "
           "[\"tenant\"]\n[profile.state]\ncolumn = \"step\"\nwords = { " +
           words +
           " }\n[profile.writes.succeed]\ndeclared = true\nset = { step = \"done\" "
           "}\n[profile.writes.fail]\nset = { step = \"dead\" }\n"
           "[profile.writes.release]\nset = { n = { value = \"null\" } }\n";
  };
  const Ran good = inspect(profile_of("t", "running = \"in_progress\", done = \"succeeded\""));
  EXPECT_EQ(good.code, 1) << "two verbs cannot be written";
  const Json one = good.json()[0];
  EXPECT_EQ(one["read"], true);
  EXPECT_EQ(one["writes"]["succeed"]["offered"], true);
  EXPECT_THAT(one["writes"]["fail"]["why_not"].dump(), HasSubstr("\\\"dead\\\" is not one of its words"));
  EXPECT_THAT(one["writes"]["release"]["why_not"].dump(), HasSubstr("declared NOT NULL"));
  ASSERT_EQ(one["advice"].size(), 2U) << one["advice"];
  EXPECT_EQ(one["advice"][0]["field"], "never_null");
  EXPECT_THAT(one["advice"][0]["what"].get<std::string>(), HasSubstr("\"tenant\" may be NULL"));
  EXPECT_THAT(one["advice"][1]["what"].get<std::string>(), HasSubstr("\"k\" is never NULL"));

  const Ran bad = inspect(profile_of("t", "runing = \"in_progress\", done = \"succeeded\""));
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.json()[0]["read"], false);
  EXPECT_THAT(bad.json()[0]["why_not_read"].dump(), HasSubstr("runing"));
  EXPECT_EQ(bad.json()[0]["advice"][0]["field"], "state.words.runing");
  EXPECT_THAT(bad.json()[0]["advice"][0]["remedy"].get<std::string>(),
              HasSubstr("the nearest is \"running\""));
  EXPECT_NE(ctl({"keys", "list", "--profile", file_}).code, 0) << "the server refuses it, as was said";

  const Ran view = inspect(profile_of("v", "running = \"in_progress\", done = \"succeeded\""));
  EXPECT_EQ(view.json()[0]["is"], "view");
  EXPECT_EQ(view.json()[0]["read"], true);
  for (const char* verb : {"succeed", "fail", "release"}) {
    EXPECT_THAT(view.json()[0]["writes"][verb]["why_not"].dump(), HasSubstr("It is a view")) << verb;
    EXPECT_EQ(view.json()[0]["writes"][verb]["by_script"], false);
  }
  EXPECT_THAT(ctl({"profile", "inspect", file_}).out, HasSubstr("succeed   no\n"));
  EXPECT_EQ(ctl({"profile", "inspect", file_ + "#other"}).code, 2);
  const Ran missing = inspect(profile_of("tt", "running = \"in_progress\""));
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.json()[0]["why_not_read"].dump(), HasSubstr("There is no table"));
}

// A CHECK ties a result to the finished words; every finished row has one.
TEST_F(InspectTest, AWriteThatACheckAlwaysRefusesIsNeitherProposedNorOfferedNorAskedAbout) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.idempotency_keys (actor text, idempotency_key text, status text "
      "NOT NULL CHECK (status IN ('IN_PROGRESS', 'SUCCEEDED', 'FAILED')), outcome text, created_at "
      "timestamptz NOT NULL, PRIMARY KEY (actor, idempotency_key), CONSTRAINT has_outcome CHECK ((status = "
      "'IN_PROGRESS') = (outcome IS NULL))); INSERT INTO shop.idempotency_keys SELECT 'a', 'k-' || g, s, "
      "CASE s WHEN 'SUCCEEDED' THEN 'r:' || g WHEN 'FAILED' THEN 'declined' END, now() - g * interval '1 "
      "min' FROM (SELECT g, CASE WHEN g > 74 THEN 'IN_PROGRESS' WHEN g % 5 = 0 THEN 'FAILED' ELSE "
      "'SUCCEEDED' END s FROM generate_series(1, 78) g) x; ANALYZE shop.idempotency_keys");
  const Ran proposed = ctl({"profile", "propose", "--schema", "shop", "--table", "idempotency_keys"});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  EXPECT_THAT(
      proposed.out,
      HasSubstr(
          "# succeed: every finished row has a value in \"outcome\"; this write would leave it empty.\n"));
  EXPECT_THAT(proposed.out,
              HasSubstr("# fail: The table would refuse it. CHECK \"has_outcome\" refuses it: "));
  EXPECT_THAT(proposed.out, Not(HasSubstr("[profile.writes.")));

  const auto with = [&](const std::string& set) {
    return proposed.out + "\n[profile.writes.fail]\ndeclared = true\nset = { status = \"FAILED\"" + set +
           " }\n";
  };
  const Ran refused = inspect(with(""));
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.json()[0]["writes"]["fail"]["why_not"].dump(), HasSubstr("has_outcome"));
  const std::vector<std::string> fail{"write", "fail",     "k-77", "--profile",  file_, "--reason",
                                      "r",     "--ticket", "t",    "--evidence", "e",   "--although-held"};
  const Ran asked = ctl(fail);
  EXPECT_EQ(asked.code, 1);
  EXPECT_THAT(asked.err, HasSubstr("has_outcome"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  // With the value it is.
  const Ran allowed = inspect(with(", outcome = \"by hand\""));
  EXPECT_EQ(allowed.code, 0) << allowed.out << allowed.err;
  // One row that a CHECK keeps as it is: the verb stays, and the row is refused before anyone is asked.
  raw_.exec(
      "ALTER TABLE shop.idempotency_keys ADD CONSTRAINT keeps_77 CHECK (idempotency_key <> 'k-77' OR status "
      "<> 'FAILED')");
  const Ran partly = inspect(with(", outcome = \"by hand\""));
  EXPECT_EQ(partly.code, 0) << partly.out;
  EXPECT_THAT(partly.json()[0]["remarks"].dump(), HasSubstr("would be refused on some rows"));
  std::vector<std::string> dry = fail;
  dry.emplace_back("--dry-run");
  const Ran of_77 = ctl(dry);
  EXPECT_EQ(of_77.code, 1);
  EXPECT_THAT(of_77.err, HasSubstr("The table would refuse it. CHECK \"keeps_77\" refuses it"));
  EXPECT_EQ(ctl(fail).code, 1);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.approvals"), "0");
  dry[2] = "k-78";
  EXPECT_EQ(ctl(dry).code, 0);
}

// Rows are stored only once they were handled: no word means unfinished.
TEST_F(InspectTest, AnEmptyWordIsNeitherProposedNorWritten) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.webhook_events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), "
      "event_id text NOT NULL UNIQUE, event_type text NOT NULL, payload jsonb, processed_at timestamptz NOT "
      "NULL DEFAULT now(), status text NOT NULL DEFAULT 'processed', error_message text); INSERT INTO "
      "shop.webhook_events (event_id, event_type, payload, processed_at, status, error_message) SELECT "
      "'evt_' || g, 'invoice.paid', '{}', now() - g * interval '22 min', CASE WHEN g % 16 = 0 THEN 'failed' "
      "ELSE 'processed' END, CASE WHEN g % 16 = 0 THEN 'no such user' END FROM generate_series(1, 64) g; "
      "ANALYZE shop.webhook_events");
  const Ran proposed = ctl({"profile", "propose", "--schema", "shop", "--table", "webhook_events"});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  EXPECT_THAT(proposed.out, HasSubstr("# requeue: no word means work that waits.\n"));
  const Ran forced =
      inspect(proposed.out + "\n[profile.writes.requeue]\ndeclared = true\nset = { status = \"\" }\n");
  EXPECT_EQ(forced.code, 1);
  EXPECT_THAT(forced.json()[0]["writes"]["requeue"]["why_not"].dump(), HasSubstr("writes an empty word"));
}

// A number beside the word, which the owner's code compares.
TEST_F(InspectTest, ASecondStateColumnIsWrittenToo) {
  raw_.exec(
      "CREATE SCHEMA shop; CREATE TABLE shop.replication_jobs (id bigserial PRIMARY KEY, job_type text NOT "
      "NULL, status text NOT NULL, status_code int NOT NULL, worker_id text, attempts int NOT NULL DEFAULT "
      "0, created_at timestamptz NOT NULL, started_at timestamptz, ended_at timestamptz); INSERT INTO "
      "shop.replication_jobs (job_type, status, status_code, worker_id, attempts, created_at, started_at, "
      "ended_at) SELECT 'R', s, CASE s WHEN 'Pending' THEN 0 WHEN 'Running' THEN 2 ELSE 3 END, CASE WHEN s "
      "<> 'Pending' THEN 'w' || g % 2 END, 1, c, CASE WHEN s <> 'Pending' THEN c + interval '2 s' END, CASE "
      "WHEN s IN ('Success', 'Error') THEN c + interval '80 s' END FROM (SELECT g, CASE WHEN g = 1 THEN "
      "'Pending' WHEN g IN (2, 40, 41) THEN 'Running' WHEN g % 14 = 0 THEN 'Error' ELSE 'Success' END s, "
      "now() - g * interval '20 min' c FROM generate_series(1, 80) g) x; ANALYZE shop.replication_jobs");
  const Ran proposed = ctl({"profile", "propose", "--schema", "shop", "--table", "replication_jobs"});
  ASSERT_EQ(proposed.code, 0) << proposed.err;
  EXPECT_THAT(proposed.out,
              HasSubstr("# succeed: rehearsed on 3 rows; the result is like 71 of 71 finished rows\n"));
  EXPECT_THAT(proposed.out, HasSubstr("status_code = \"3\""));
  EXPECT_THAT(proposed.out, HasSubstr("# fail: not rehearsed: 5 rows. 30 failed rows are needed to compare "
                                      "with. So far, every failed row has \"3\" in \"status_code\"; this "
                                      "write would leave \"2\"."));
  for (const char* verb : {"release", "requeue"})
    EXPECT_THAT(proposed.out, HasSubstr(std::string("# ") + verb + ": not rehearsed: 1 row."));
  const Ran as_it_was =
      inspect(proposed.out + "\n[profile.writes.succeed]\nset = { status = \"Success\" }\n");
  EXPECT_EQ(as_it_was.code, 1);
  EXPECT_THAT(as_it_was.json()[0]["writes"]["succeed"]["why_not"].dump(), HasSubstr("status_code"));
}

}  // namespace
}  // namespace onceover::oncectl
