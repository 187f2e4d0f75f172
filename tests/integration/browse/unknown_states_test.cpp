// SPDX-License-Identifier: Apache-2.0
// What an external table does not show is unknown: states without a meaning, whether a failed row runs again,
// times that are missing, and the order of a listing.
#include <gmock/gmock.h>

#include "core/browse/browser.h"
#include "core/tables/toml.h"
#include "tests/support/database.h"

namespace onceover::browse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class UnknownStatesTest : public testing::Test {
 protected:
  UnknownStatesTest() {
    raw.exec(
        "CREATE TABLE mails (id bytea PRIMARY KEY, status text, blocked bool NOT NULL DEFAULT false, made "
        "timestamptz); INSERT INTO mails SELECT decode(md5(i::text), 'hex'), (ARRAY['sent', 'delivered', "
        "'failed', 'new', NULL])[1 + i % 5], i = 3, CASE WHEN i % 2 = 0 THEN now() - i * interval '1 hour' "
        "END FROM generate_series(0, 9) i");
  }
  tables::Profile by(const std::string& failed, const std::string& more = "") {
    auto read = tables::profiles_from_toml(R"(format = 1
[[profile]]
name = "mails"
kind = "outbox"
table = { schema = "public", name = "mails" }
identity = ["id"]
key = "id"
never_null = ["id", "blocked"]
[profile.times]
created_at = "made"
[profile.state]
column = "status"
words = { sent = "succeeded", new = "in_progress", failed = )" +
                                               failed + " }\n" + more,
                                           "mails.toml");
    if (!read) throw std::runtime_error(read.error().sentence());
    return read->front();
  }
  Why why(const tables::Profile& p, const std::string& status) {
    Browser browser(connection, p);
    PageRequest all{.limit = 100};
    const Page page = browser.page(all).value();
    for (const KeyRow& row : page.rows) {
      if (row.state_word == status) return browser.why(row.id, std::nullopt).value();
    }
    throw std::runtime_error("no row is " + status);
  }

  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  pg::Connection connection = pg::Connection::open({.conninfo = database.conninfo()}).value();
};

TEST_F(UnknownStatesTest, AWordWithoutAMeaningIsListedCountedAndFiltered) {
  const tables::Profile p = by("\"failed\"");
  Browser browser(connection, p);
  const StateCounts counts = browser.state_counts().value();
  EXPECT_EQ(counts.unknown, 4) << "delivered, and NULL";
  EXPECT_EQ(counts.succeeded, 2);
  EXPECT_EQ(counts.failed, 2);
  EXPECT_EQ(counts.unfinished.in_progress, 2);
  EXPECT_EQ(counts.unfinished.knowledge.known, unfinished::Known::at_least) << "such a row may be unfinished";
  PageRequest request;
  request.filter.unknown_state = true;
  const Page unknown = browser.page(request).value();
  ASSERT_EQ(unknown.rows.size(), 4U);
  for (const KeyRow& row : unknown.rows) EXPECT_FALSE(row.state_known);
  request.filter.states = {key::State::succeeded};
  EXPECT_EQ(browser.page(request).value().rows.size(), 6U) << "beside those of a known state";
  EXPECT_EQ(browser.count({.unknown_state = true}).value().n, 4);
  EXPECT_THAT(why(p, "delivered").rule,
              HasSubstr("Unknown: the profile does not name the state \"delivered\""));
}

TEST_F(UnknownStatesTest, AProfileWithoutAnyMeaningShowsEveryRowAsUnknown) {
  auto p = by("\"failed\"");
  p.states = {.column = "status"};
  Browser browser(connection, p);
  EXPECT_EQ(browser.page({}).value().rows.size(), 10U);
  EXPECT_EQ(browser.state_counts().value().unknown, 10);
}

TEST_F(UnknownStatesTest, WhetherAFailedRowRunsAgainIsWhatTheProfileSays) {
  EXPECT_THAT(why(by("\"failed\""), "failed").rule, HasSubstr("Whether the system runs it again is unknown"));
  EXPECT_THAT(why(by(R"({ state = "failed", may_retry = true })"), "failed").rule,
              HasSubstr("the system may retry it"));
  EXPECT_THAT(why(by(R"({ state = "failed", may_retry = false })"), "failed").rule,
              HasSubstr("failed for good"));
}

TEST_F(UnknownStatesTest, AMissingTimeIsNone) {
  const tables::Profile p = by("\"failed\"");
  Browser browser(connection, p);
  int missing = 0;
  const browse::Page page = browser.page({.limit = 100}).value();
  for (const KeyRow& row : page.rows) {
    EXPECT_EQ(known(row.updated_at), std::nullopt) << "the table has no such time";
    missing += known(row.created_at) ? 0 : 1;
  }
  EXPECT_EQ(missing, 5);
}

TEST_F(UnknownStatesTest, AListingThatIsNotByAgeSaysSo) {
  EXPECT_EQ(order_words(by("\"failed\""), true), "by id, descending");
  EXPECT_EQ(order_words(by("\"failed\""), false), "by id, ascending");
  auto p = by("\"failed\"");
  p.never_null.push_back("made");
  EXPECT_EQ(order_words(p, true), "newest first");
  EXPECT_EQ(order_words(p, false), "oldest first");
}

TEST_F(UnknownStatesTest, BytesAreFoundByTheirDigits) {
  const std::string digits = raw.scalar("SELECT md5('3')");
  const tables::Profile p = by("\"failed\"");
  Browser browser(connection, p);
  for (const std::string& pasted : {digits, " " + digits + "\n", "\\x" + digits, "key=" + digits}) {
    EXPECT_EQ(browser.find(pasted).value().rows.size(), 1U) << pasted;
  }
  const std::string uuid = raw.scalar("SELECT md5('3')::uuid::text");
  EXPECT_EQ(browser.find(uuid).value().rows.size(), 1U);
}

TEST_F(UnknownStatesTest, WithoutALeaseAgeShowsWhatIsStuck) {
  const tables::Profile p = by("\"failed\"");
  EXPECT_EQ(tables::stuck_by_age(tables::own(), std::chrono::hours(1)), std::nullopt);
  PageRequest stuck{.longest_stuck_first = true};
  stuck.filter.stuck = true;
  const auto refused = Browser(connection, p).page(stuck);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().sentence(), HasSubstr("--older-than"));
  raw.exec("UPDATE mails SET status = 'new'");
  const auto judged = tables::stuck_by_age(p, std::chrono::minutes(150));
  ASSERT_TRUE(judged);
  Browser browser(connection, *judged);
  const Page page = browser.page(stuck).value();
  std::vector<std::string> ages;
  for (const KeyRow& row : page.rows) {
    EXPECT_TRUE(row.is_stuck(page.as_of));
    ages.push_back(known(row.created_at)
                       ? std::to_string((page.as_of - row.created_at).count() / 3'600'000'000)
                       : "unknown");
  }
  EXPECT_THAT(ages, ElementsAre("unknown", "unknown", "unknown", "unknown", "unknown", "8", "6", "4"))
      << "a row without a time is not passed over, and the longest stuck comes first";
  EXPECT_EQ(browser.stuck_groups().value().unfinished.stuck, 8);
}

TEST_F(UnknownStatesTest, ALeaseInAnUnknownZoneShowsNothingStuck) {
  raw.exec("ALTER TABLE mails ADD COLUMN held timestamp");
  const tables::Profile p = by("\"failed\"",
                               "[profile.lease]\nform = \"deadline\"\nat = { column = \"held\", form = "
                               "\"timestamp\", zone = \"unknown\" }\n");
  PageRequest stuck;
  stuck.filter.stuck = true;
  const auto refused = Browser(connection, p).page(stuck);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("The time zone of \"held\" is unknown"));
  const auto counts = Browser(connection, p).state_counts().value();
  EXPECT_FALSE(counts.unfinished.leases_are_seen);
  EXPECT_FALSE(counts.unfinished.nothing_is_stuck());
}

}  // namespace
}  // namespace onceover::browse
