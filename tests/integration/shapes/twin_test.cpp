// SPDX-License-Identifier: Apache-2.0
// A table and the archive to which its finished rows are moved: what one listing over both must keep while
// rows move, and what it costs.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/browse/browser.h"
#include "core/exports/export.h"
#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/toml.h"
#include "tests/integration/shapes/told.h"
#include "tests/support/database.h"
#include "tests/support/shapes.h"

namespace onceover::browse {
namespace {

using testing::ElementsAreArray;

#define ASSERT_DONE(result) \
  ASSERT_TRUE((result).has_value()) << (result).error().sentence() << " " << (result).error().detail

class TwinTest : public testing::Test {
 protected:
  TwinTest() {
    raw.exec(shape.sql);
    auto profiles = tables::profiles_from_toml(shape.toml, shape.name);
    if (!profiles) throw std::runtime_error(profiles.error().sentence());
    profile = profiles->back();
    auto opened = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "twin-test"});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    connection.emplace(std::move(*opened));
    browser.emplace(*connection, profile, Limits{std::chrono::seconds(60), std::chrono::seconds(20)});
  }

  // Without the table in which a row stands.
  static std::string name(const KeyRow& row) { return row.id.tenant + "/" + row.id.key; }
  static std::vector<std::string> names(const Page& page) {
    std::vector<std::string> out;
    for (const KeyRow& row : page.rows) out.push_back(name(row));
    return out;
  }
  // As one transaction of an archiver does.
  void archive(const std::string& key) {
    raw.exec(
        "WITH gone AS (DELETE FROM s.keys WHERE key = $1 RETURNING *) INSERT INTO s.old (made, account, key, "
        "outcome, code, answer, asked) SELECT made, account, key, 1, code::text, answer, asked FROM gone",
        {key});
  }
  void copy_to_archive(const std::string& key) {
    raw.exec(
        "INSERT INTO s.old (made, account, key, outcome) SELECT made, account, key, 1 FROM s.keys WHERE key "
        "= $1",
        {key});
  }

  const test::Shape& shape = test::shape("archive_twin");
  const std::vector<std::string> all{"2/d", "1/c", "2/b", "1/b", "1/a", "1/_", "1/x%", "1/z"};
  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  tables::Profile profile;
  std::optional<pg::Connection> connection;
  std::optional<Browser> browser;
};

TEST_F(TwinTest, ARowThatMovesWhileSomebodyTurnsPagesIsNeitherLostNorShownTwice) {
  for (const bool newest_first : {true, false}) {
    for (const std::size_t moved_after : {0U, 1U, 2U, 3U}) {
      SCOPED_TRACE(testing::Message() << newest_first << " " << moved_after);
      // from the other end of the listing, and from the page that is shown
      const std::string moving = newest_first ? "x%" : "d";
      const std::string shown = newest_first ? "d" : "x%";
      raw.exec("DROP SCHEMA s CASCADE");
      raw.exec(shape.sql);
      std::vector<std::string> forward;
      std::optional<Cursor> after;
      for (std::size_t turn = 0, more = 1; more != 0 && forward.size() <= all.size(); ++turn) {
        auto page = browser->page({.after = after, .newest_first = newest_first, .limit = 2});
        ASSERT_DONE(page);
        std::ranges::copy(names(*page), std::back_inserter(forward));
        after = cursor_of(page->rows.back());
        more = page->more ? 1 : 0;
        if (turn == moved_after) {
          archive(moving);
          archive(shown);
        }
      }
      std::vector<std::string> wanted = all;
      if (!newest_first) std::ranges::reverse(wanted);
      EXPECT_THAT(forward, ElementsAreArray(wanted));
    }
  }
}

TEST_F(TwinTest, ARowThatStandsInBothForAWhileIsShownOnceAsTheLiveOne) {
  for (const char* key : {"d", "a", "x%"}) copy_to_archive(key);
  for (const bool newest_first : {true, false}) {
    for (int limit = 1; limit <= 9; ++limit) {
      SCOPED_TRACE(testing::Message() << newest_first << " " << limit);
      for (const bool backwards : {false, true}) {
        std::vector<std::string> seen;
        std::optional<Cursor> after;
        for (bool more = true; more && seen.size() <= all.size();) {
          auto page = browser->page(
              {.after = after, .newest_first = newest_first, .backwards = backwards, .limit = limit});
          ASSERT_DONE(page);
          const auto here = names(*page);
          seen.insert(backwards ? seen.begin() : seen.end(), here.begin(), here.end());
          for (const KeyRow& row : page->rows)
            EXPECT_EQ(row.archived,
                      name(row) == "1/c" || name(row) == "2/b" || name(row) == "1/_" || name(row) == "1/z");
          more = page->more;
          if (!page->rows.empty()) after = cursor_of(backwards ? page->rows.front() : page->rows.back());
        }
        std::vector<std::string> wanted = all;
        if (!newest_first) std::ranges::reverse(wanted);
        EXPECT_THAT(seen, ElementsAreArray(wanted));
      }
    }
  }
  auto detail = browser->detail({"1", "", "a", {"1", "a"}});
  ASSERT_DONE(detail);
  ASSERT_TRUE(detail->found() != nullptr);
  EXPECT_FALSE(detail->found()->row.archived);
}

// The most rows that any node of the plan gave.
double most_rows(const nlohmann::json& node) {
  double most = node.value("Actual Rows", 0.0);
  for (const auto& child : node.value("Plans", nlohmann::json::array()))
    most = std::max(most, most_rows(child));
  return most;
}

TEST_F(TwinTest, APageReadsNoMoreThanAPageOfEachTable) {
  raw.exec(
      "INSERT INTO s.keys SELECT 'k' || i, 7, 'DONE', NULL, 200, NULL, NULL, timestamptz '2024-02-01' + i * "
      "interval '1 min' FROM generate_series(1, 20000) i");
  raw.exec(
      "INSERT INTO s.old (made, account, key, outcome) SELECT timestamptz '2024-02-01' + i * interval '1 "
      "min', 8, 'o' || i, 1 FROM generate_series(1, 20000) i");
  raw.exec("ANALYZE s.keys, s.old");
  auto first = browser->page({.limit = 100});
  ASSERT_DONE(first);
  ASSERT_EQ(first->rows.size(), 100U);
  EXPECT_EQ(name(first->rows[0]), "8/o20000");
  EXPECT_EQ(name(first->rows[1]), "7/k20000");
  auto deep = browser->page({.after = Cursor{{"2024-02-07 22:40:00+00", "k10000", "7"}}, .limit = 100});
  ASSERT_DONE(deep);
  EXPECT_EQ(name(deep->rows[0]), "8/o9999");
  for (const auto& page : {first, deep}) {
    const auto plan = raw.scalar("EXPLAIN (ANALYZE, FORMAT JSON) " + page->sql);
    EXPECT_EQ(plan.find("Seq Scan"), std::string::npos) << plan;
    EXPECT_LE(most_rows(nlohmann::json::parse(plan)[0]["Plan"]), 202) << plan;
  }
  auto count = browser->count({}, 30'000);
  ASSERT_DONE(count);
  EXPECT_EQ(count->n, 30'000);
  EXPECT_FALSE(count->is_exact());
  count = browser->count({}, 50'000);
  ASSERT_DONE(count);
  EXPECT_EQ(count->n, 40'008);
  EXPECT_TRUE(count->is_exact());
  auto forecast = browser->forecast({});
  ASSERT_DONE(forecast);
  EXPECT_NEAR(forecast->table_rows, 40'008, 2'000);
  auto backlog = browser->backlog();
  ASSERT_DONE(backlog);
  EXPECT_EQ(backlog->unfinished.n, 2);
  EXPECT_EQ(backlog->dead.n, 2);
  EXPECT_EQ(backlog->dead.oldest, parse_iso("2024-01-01T00:00:01Z"));
}

TEST_F(TwinTest, AValueThatOneTableCannotHoldIsFoundInTheOther) {
  raw.exec("INSERT INTO s.old (made, account, key, outcome) VALUES ('2024-01-01', 3000000000, 'big', 1)");
  auto found = browser->page({.filter = {.tenant = "3000000000"}});
  ASSERT_DONE(found);
  EXPECT_THAT(names(*found), testing::ElementsAre("3000000000/big"));
  auto none = browser->page({.filter = {.tenant = "no number"}});
  ASSERT_DONE(none);
  EXPECT_TRUE(none->rows.empty());
  auto count = browser->count({.tenant = "3000000000"});
  ASSERT_DONE(count);
  EXPECT_EQ(count->n, 1);
}

TEST_F(TwinTest, WhatIsSaidOfAnArchivedRowSaysWhereItStands) {
  const key::Identity id{"1", "", "c", {"1", "c"}};
  auto why = browser->why(id, std::nullopt);
  ASSERT_DONE(why);
  ASSERT_TRUE(why->row);
  EXPECT_TRUE(why->row->archived);
  EXPECT_THAT(why->rule, testing::HasSubstr(R"(moved to "s"."old")"));
  auto locker = database.connect();
  locker.exec("BEGIN; SELECT FROM s.old WHERE key = 'c' FOR UPDATE");
  auto holder = browser->who_locks(id);
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->pid, locker.backend_pid());
  auto tenants = browser->tenants();
  ASSERT_DONE(tenants);
  EXPECT_THAT(*tenants, testing::ElementsAre("1", "2"));
}

TEST_F(TwinTest, AnArchivedRowIsNothingToWrite) {
  auto access = tables::inspect(*connection, profile);
  ASSERT_DONE(access);
  auto seen = reconcile::read_row(*connection, profile, *access, {"1", "", "b", {"1", "b"}});
  ASSERT_DONE(seen);
  EXPECT_TRUE(seen->has_value());
  auto archived = reconcile::read_row(*connection, profile, *access, {"1", "", "c", {"1", "c"}});
  ASSERT_DONE(archived);
  EXPECT_FALSE(archived->has_value());
}

TEST_F(TwinTest, AnExportHoldsBothInTheOrderOfTheListing) {
  auto source = exports::keys(profile, {});
  ASSERT_DONE(source);
  std::string text;
  auto done = exports::export_to(*connection, *source, {}, [&](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  });
  ASSERT_DONE(done);
  EXPECT_EQ(done->rows, 8);
  EXPECT_THAT(text, testing::HasSubstr(",archived\r\n"));
  std::size_t at = 0;
  for (const char* row : {"\r\n2,d,DONE,succeeded,2024-01-01 00:00:04+00", "\r\n1,c,1,succeeded,", "\r\n2,b,",
                          "\r\n1,b,NEW,in_progress,", "\r\n1,a,", "\r\n1,_,", "\r\n1,x%,", "\r\n1,z,"}) {
    const std::size_t found = text.find(row, at);
    EXPECT_NE(found, std::string::npos) << row << "\n" << text;
    at = found == std::string::npos ? at : found;
  }
}

}  // namespace
}  // namespace onceover::browse
