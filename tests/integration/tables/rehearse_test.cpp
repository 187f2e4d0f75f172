// SPDX-License-Identifier: Apache-2.0
// What inspect() cannot see in the catalog: a listing and writes that the server refuses, and writes after
// which the service would take the row again.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/browse/inspected.h"
#include "core/tables/toml.h"
#include "tests/support/database.h"

namespace onceover::browse {
namespace {

using tables::Access;
using tables::Verb;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class RehearseTest : public testing::Test {
 protected:
  Access inspected_by(const std::string& more) {
    const auto profiles = tables::profiles_from_toml(R"(format = 1
[[profile]]
name = "keys"
kind = "idempotency"
table = { schema = "public", name = "keys" }
identity = ["key"]
key = "key"
never_null = ["key", "status", "created_at"]
[profile.state]
column = "status"
words = { running = "in_progress", done = "succeeded", failed = "failed" }
)" + more,
                                                     "keys.toml");
    if (!profiles) throw std::runtime_error(profiles.error().sentence());
    auto connection = pg::Connection::open({.conninfo = database.conninfo()});
    auto access = inspected(*connection, profiles->front());
    if (!access) throw std::runtime_error(access.error().sentence());
    return *std::move(access);
  }

  test::TestDatabase database;
  test::RawConnection raw = database.connect();
};

TEST_F(RehearseTest, AnIntervalIsNoLengthInSeconds) {
  raw.exec(
      "CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, "
      "locked_at timestamptz, ttl interval)");
  const Access access = inspected_by(
      "[profile.lease]\nform = \"since\"\nat = \"locked_at\"\nlength_column = "
      "\"ttl\"\n[profile.writes.succeed]\n"
      "set = { status = \"done\", locked_at = { value = \"null\" } }\n");
  EXPECT_THAT(access.why_not_read(), testing::Not(IsEmpty()));
  EXPECT_FALSE(access.offers.at(Verb::succeed).is_offered());
}

TEST_F(RehearseTest, AWriteThatTheServerRefusesIsNotOffered) {
  raw.exec(
      "CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, "
      "done_on date)");
  const std::string read = "[profile.times]\ncreated_at = \"created_at\"\n";
  EXPECT_THAT(inspected_by(read).why_not_read(), IsEmpty());
  const Access access = inspected_by(read +
                                     "[profile.writes.succeed]\nset = { status = \"done\", done_on = "
                                     "\"tomorrowish\" }\n[profile.writes.fail]\n"
                                     "declared = true\nset = { status = \"failed\" }\n");
  EXPECT_THAT(access.why_not_read(), IsEmpty());
  EXPECT_THAT(access.offers.at(Verb::succeed).why_not,
              Contains(HasSubstr("The server refuses what it would write: ")));
  EXPECT_TRUE(access.offers.at(Verb::fail).is_offered());
}

// One column is the lease of a running key and the end of a finished key's retention; the service takes what
// has expired.
TEST_F(RehearseTest, AWriteThatLeavesAFinishedRowExpiredIsNotOfferedUntilTheProfileSaysSo) {
  raw.exec(
      "CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, "
      "updated_at timestamptz NOT NULL, expires_at timestamptz NOT NULL); INSERT INTO keys SELECT 'k' || i, "
      "CASE WHEN i % 5 = 0 THEN 'running' ELSE 'done' END, at, at + interval '1 s', CASE WHEN i % 5 = 0 THEN "
      "at + interval '30 s' ELSE at + interval '1 day' + i * interval '1 min' END FROM generate_series(1, "
      "40) i, LATERAL (SELECT now() - i * interval '1 day' AS at) t");
  const std::string read =
      "[profile.lease]\nform = \"deadline\"\nat = \"expires_at\"\n[profile.times]\ncreated_at = "
      "\"created_at\"\nupdated_at = \"updated_at\"\n";
  const std::string says = "[profile.writes.succeed]\nset = { status = \"done\"";
  const Access silent = inspected_by(read + says + " }\n");
  EXPECT_THAT(silent.offers.at(Verb::succeed).why_not,
              testing::ElementsAre(HasSubstr("\"expires_at\" that is after their end")));
  // What happens without it: the service's own claim takes the settled key.
  const std::string claim = "SELECT count(*) FROM keys WHERE key = 'k5' AND expires_at <= now()";
  raw.exec("UPDATE keys SET status = 'done' WHERE key = 'k5'");
  EXPECT_EQ(raw.scalar(claim), "1");
  const Access said = inspected_by(read + says + ", expires_at = { value = \"now\", plus_s = 86400 } }\n");
  EXPECT_THAT(said.offers.at(Verb::succeed).why_not, IsEmpty());
  raw.exec("UPDATE keys SET status = 'done', expires_at = now() + interval '1 day' WHERE key = 'k5'");
  EXPECT_EQ(raw.scalar(claim), "0");
}

// Rows in each state, and what else the table has. The write is declared, so that only the table itself can
// refuse it.
class ConstraintsTest : public RehearseTest {
 protected:
  void make(const std::string& columns, const std::string& before = "") {
    raw.exec(before +
             "; CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT "
             "NULL DEFAULT now(), " +
             columns +
             "); INSERT INTO keys (key, status) SELECT 'k' || i, CASE WHEN i <= 3 THEN 'running' ELSE 'done' "
             "END FROM " +
             "generate_series(1, 20) i");
  }
  Access succeeding(const std::string& set) {
    return inspected_by("[profile.writes.succeed]\ndeclared = true\nset = { status = \"done\"" + set +
                        " }\n");
  }
  static std::string why(const Access& access) {
    return fmt::format("{}", fmt::join(access.offers.at(Verb::succeed).why_not, " "));
  }
};

TEST_F(ConstraintsTest, AreEvaluatedOnTheRowsAsTheyWouldBe) {
  struct Case {
    std::string columns, set, refused, instead, before;
  };
  const std::vector<Case> cases{
      {"n int CONSTRAINT low CHECK (n < 10)", ", n = \"12\"",
       "CHECK \"low\" refuses it: (n < 10) (3 of 3 rows).", ", n = \"9\"", ""},
      {"n int, CONSTRAINT paired CHECK (status <> 'done' OR n IS NOT NULL OR key LIKE 'k__' OR key > 'k3')",
       "", "CHECK \"paired\"", ", n = \"1\"", ""},
      {"code code_text", ", code = \"x\"", "The domain of \"code\" refuses it", ", code = \"abc\"",
       "CREATE DOMAIN code_text AS text CHECK (length(VALUE) = 3)"},
      {"code code_text", ", code = { value = \"null\" }", "refuses NULL", ", code = \"abc\"",
       "CREATE DOMAIN code_text AS text NOT NULL DEFAULT 'x'"},
      {"n int, twice int GENERATED ALWAYS AS (n * 2) STORED, CONSTRAINT small CHECK (twice < 10)",
       ", n = \"6\"", "CHECK \"small\"", ", n = \"4\"", ""},
      {"slot int UNIQUE", ", slot = \"7\"", "Another row has the same key (unique index \"keys_slot_key\")",
       ", slot = \"8\"", ""},
      {"shop int REFERENCES shops", ", shop = \"2\"", "has no such row (foreign key \"keys_shop_fkey\")",
       ", shop = \"1\"", "CREATE TABLE shops (id int PRIMARY KEY); INSERT INTO shops VALUES (1)"},
      {"room int4range, EXCLUDE USING gist (room WITH &&)", ", room = \"[1,5)\"",
       "Another row conflicts with it", ", room = \"[6,9)\"", ""},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.columns);
    make(one.columns, one.before);
    if (one.columns.starts_with("slot")) raw.exec("UPDATE keys SET slot = 7 WHERE key = 'k20'");
    if (one.columns.starts_with("room")) raw.exec("UPDATE keys SET room = '[2,3)' WHERE key = 'k20'");
    EXPECT_THAT(why(succeeding(one.set)), HasSubstr(one.refused));
    EXPECT_EQ(why(succeeding(one.instead)), "");
    raw.exec("DROP TABLE keys; DROP DOMAIN IF EXISTS code_text; DROP TABLE IF EXISTS shops");
  }
}

TEST_F(ConstraintsTest, APartialUniqueIndexIsReadAsWell) {
  make("slot int NOT NULL DEFAULT 1");
  raw.exec(
      "UPDATE keys SET slot = 2 WHERE status = 'done' AND key <> 'k20'; CREATE UNIQUE INDEX one_done ON keys "
      "(slot) WHERE status = 'done' AND slot = 1");
  EXPECT_THAT(why(succeeding("")), HasSubstr("(unique index \"one_done\")"));
}

// The owner's functions are not called by an inspection, and neither are those of the system that may change
// something: one that was evaluated here would hold, and be in no remark.
TEST_F(ConstraintsTest, RunNoCodeOfTheOwnersAndAreNamedAsNotTried) {
  raw.exec(
      "CREATE FUNCTION is_good(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN true; "
      "END$$");
  make(
      "note text, CONSTRAINT theirs CHECK (is_good(status)), CONSTRAINT told CHECK (set_config('a.b', "
      "status, false) <> ''), CONSTRAINT dated CHECK (created_at <= now()), CONSTRAINT plain CHECK (status "
      "<> 'gone')");
  raw.exec(
      "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$; CREATE TRIGGER "
      "swallows BEFORE UPDATE ON keys FOR EACH ROW EXECUTE FUNCTION f()");
  const Access access = succeeding("");
  EXPECT_EQ(why(access), "");
  EXPECT_THAT(access.remarks, Contains(HasSubstr("\"succeed\": not tried: dated, theirs, told.")));
  EXPECT_THAT(access.remarks, Contains(HasSubstr("are not tried: swallows.")));
}

TEST_F(ConstraintsTest, ARareStateIsFoundInALargeTable) {
  make("result text");
  raw.exec(
      "DELETE FROM keys; INSERT INTO keys (key, status, result) SELECT 'd' || i, 'done', 'r' || i FROM "
      "generate_series(1, 3000) i; INSERT INTO keys (key, status) VALUES ('late', 'running'); ANALYZE keys");
  EXPECT_EQ(why(inspected_by("[profile.writes.succeed]\nset = { status = \"done\" }\n")),
            "Every finished row has a value in \"result\"; this write would leave it empty.");
}

}  // namespace
}  // namespace onceover::browse
