// What inspect() cannot see in the catalog: a listing and writes that the server refuses, and writes after which the service would take the
// row again.
#include "core/rehearse/rehearse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/profile/toml.h"
#include "tests/support/database.h"

namespace onceover::rehearse {
namespace {

using profile::Access;
using profile::Verb;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class RehearseTest : public testing::Test {
 protected:
  Access inspected_by(const std::string& more) {
    const auto profiles = profile::profiles_from_toml(R"(format = 1
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
      "CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, locked_at timestamptz, ttl "
      "interval)");
  const Access access = inspected_by(
      "[profile.lease]\nform = \"since\"\nat = \"locked_at\"\nlength_column = \"ttl\"\n[profile.writes.succeed]\n"
      "set = { status = \"done\", locked_at = { value = \"null\" } }\n");
  EXPECT_THAT(access.why_not_read(), testing::Not(IsEmpty()));
  EXPECT_FALSE(access.offers.at(Verb::succeed).is_offered());
}

TEST_F(RehearseTest, AWriteThatTheServerRefusesIsNotOffered) {
  raw.exec("CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, done_on date)");
  const std::string read = "[profile.times]\ncreated_at = \"created_at\"\n";
  EXPECT_THAT(inspected_by(read).why_not_read(), IsEmpty());
  const Access access =
      inspected_by(read +
                   "[profile.writes.succeed]\nset = { status = \"done\", done_on = \"tomorrowish\" }\n[profile.writes.fail]\n"
                   "set = { status = \"failed\" }\n");
  EXPECT_THAT(access.why_not_read(), IsEmpty());
  EXPECT_THAT(access.offers.at(Verb::succeed).why_not, Contains(HasSubstr("The server refuses what it would write: ")));
  EXPECT_TRUE(access.offers.at(Verb::fail).is_offered());
}

// One column is the lease of a running key and the end of a finished key's retention; the service takes what has expired.
TEST_F(RehearseTest, AWriteThatLeavesAFinishedRowExpiredIsNotOfferedUntilTheProfileSaysSo) {
  raw.exec(
      "CREATE TABLE keys (key text PRIMARY KEY, status text NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, "
      "expires_at timestamptz NOT NULL); INSERT INTO keys SELECT 'k' || i, CASE WHEN i % 5 = 0 THEN 'running' ELSE 'done' END, at, at + "
      "interval '1 s', CASE WHEN i % 5 = 0 THEN at + interval '30 s' ELSE at + interval '1 day' + i * interval '1 min' END FROM "
      "generate_series(1, 40) i, LATERAL (SELECT now() - i * interval '1 day' AS at) t");
  const std::string read =
      "[profile.lease]\nform = \"deadline\"\nat = \"expires_at\"\n[profile.times]\ncreated_at = \"created_at\"\nupdated_at = "
      "\"updated_at\"\n";
  const std::string says = "[profile.writes.succeed]\nset = { status = \"done\"";
  const Access silent = inspected_by(read + says + " }\n");
  EXPECT_THAT(silent.offers.at(Verb::succeed).why_not, testing::ElementsAre(HasSubstr("\"expires_at\" that is after their end")));
  // What happens without it: the service's own claim takes the settled key.
  const std::string claim = "SELECT count(*) FROM keys WHERE key = 'k5' AND expires_at <= now()";
  raw.exec("UPDATE keys SET status = 'done' WHERE key = 'k5'");
  EXPECT_EQ(raw.scalar(claim), "1");
  const Access said = inspected_by(read + says + ", expires_at = { value = \"now\", plus_s = 86400 } }\n");
  EXPECT_THAT(said.offers.at(Verb::succeed).why_not, IsEmpty());
  raw.exec("UPDATE keys SET status = 'done', expires_at = now() + interval '1 day' WHERE key = 'k5'");
  EXPECT_EQ(raw.scalar(claim), "0");
}

}  // namespace
}  // namespace onceover::rehearse
