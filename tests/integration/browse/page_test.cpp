// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "tests/integration/browse/fixture.h"

namespace onceover::browse {
namespace {

std::vector<std::string> keys_of(const Page& page) {
  std::vector<std::string> keys;
  for (const KeyRow& row : page.rows) keys.push_back(row.id.key);
  return keys;
}

Cursor at(const KeyRow& row) { return cursor_of(row); }

}  // namespace

using PageTest = BrowseTest;

// A foreign table's order may begin with anything; ours begins with a time.
TEST_F(PageTest, BeginsAboutWhereItIsAskedTo) {
  insert_many(20'000);
  raw_.tamper("UPDATE onceover.keys SET created_at = timestamptz '2026-01-01' + fence * interval '0.1 s'");
  raw_.exec("ANALYZE onceover.keys");
  for (const bool newest_first : {true, false}) {
    for (const double part : {0.0, 0.1, 0.333, 0.5, 0.905, 0.999, 1.0}) {
      auto page = browser().page({.newest_first = newest_first, .part = part, .limit = 20});
      ASSERT_DONE(page);
      ASSERT_EQ(page->rows.size(), 20U) << part;
      EXPECT_EQ(page->part, part);
      EXPECT_TRUE(page->more || part == 0.999);
      const auto seconds =
          static_cast<double>((page->rows.front().created_at - *parse_iso("2026-01-01T00:00:00Z")).count()) /
          1e6;
      const double in_front = newest_first ? 1 - seconds / 2'000 : seconds / 2'000;
      EXPECT_NEAR(in_front, part, 0.02) << newest_first;
      EXPECT_EQ(page->rows.front().created_at > page->rows.back().created_at, newest_first);
      // It goes on from there in both directions.
      auto before = browser().page(
          {.after = at(page->rows.front()), .newest_first = newest_first, .backwards = true, .limit = 20});
      ASSERT_DONE(before);
      EXPECT_EQ(before->rows.empty(), part == 0);
    }
  }
  auto whole = browser().page({.part = 1.0, .limit = 1'000});
  ASSERT_DONE(whole);
  EXPECT_EQ(whole->rows.back().id.key.substr(0, 1), "k");
  EXPECT_EQ(whole->rows.back().created_at, *parse_iso("2026-01-01T00:00:00.100000Z"));
}

TEST_F(PageTest, APartIsAPartOfTheTimesAskedFor) {
  insert_many(20'000);
  raw_.exec("ANALYZE onceover.keys");
  const Filter hundred_seconds{.from = parse_iso("2026-01-01T00:10:00Z"),
                               .to = parse_iso("2026-01-01T00:20:00Z")};
  auto page = browser().page({.filter = hundred_seconds, .part = 0.5, .limit = 20});
  ASSERT_DONE(page);
  ASSERT_EQ(page->rows.size(), 20U);
  EXPECT_LT(page->rows.front().created_at - *parse_iso("2026-01-01T00:15:00Z"),
            Duration(std::chrono::seconds(60)));
  EXPECT_LT(*parse_iso("2026-01-01T00:15:00Z") - page->rows.front().created_at,
            Duration(std::chrono::seconds(60)));
}

TEST_F(PageTest, WithoutStatisticsAPartIsTheNearerEnd) {
  insert_many(500);
  raw_.exec("DELETE FROM pg_statistic WHERE starelid = 'onceover.keys'::regclass");
  for (const double part : {0.2, 0.8, -1.0, 7.0}) {
    auto page = browser().page({.part = part, .limit = 20});
    ASSERT_DONE(page);
    EXPECT_EQ(page->part, part > 0.5 ? 1 : 0);
    ASSERT_EQ(page->rows.size(), 20U);
    EXPECT_TRUE(page->more);
    EXPECT_EQ(page->rows.back().created_at == *parse_iso("2026-01-01T00:00:00Z"), part > 0.5) << part;
  }
}

TEST_F(PageTest, ShowsEveryRowOnceInBothDirectionsThoughManyShareAMoment) {
  insert_many(5'000);
  // The same key under other tenants and operations at the same moment: only the whole identity tells them
  // apart.
  raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "created_at) SELECT 'u' || i % 10, 'op' || i / 10, 'same', 'in_progress', i, 'raw-sha256', "
      "sha256('body'), '2026-01-01' FROM generate_series(0, 299) i");
  for (const bool newest_first : {true, false}) {
    std::vector<std::vector<std::string>> pages;
    std::set<key::Identity> seen;
    std::optional<Timestamp> last;
    PageRequest request{.newest_first = newest_first, .limit = 37};
    Page page;
    do {
      auto next = browser().page(request);
      ASSERT_DONE(next);
      page = std::move(*next);
      ASSERT_EQ(page.rows.size(), page.more ? 37U : 5'300U % 37U);
      for (const KeyRow& row : page.rows) {
        EXPECT_TRUE(seen.insert(row.id).second) << "twice: " << row.id.key;
        EXPECT_TRUE(!last || (newest_first ? row.created_at <= *last : row.created_at >= *last));
        last = row.created_at;
      }
      pages.push_back(keys_of(page));
      request.after = at(page.rows.back());
    } while (page.more);
    EXPECT_EQ(seen.size(), 5'300U);

    request.backwards = true;
    request.after = at(page.rows.front());
    for (std::size_t i = pages.size() - 1; i-- > 0;) {
      auto back = browser().page(request);
      ASSERT_DONE(back);
      ASSERT_EQ(keys_of(*back), pages[i]) << "page " << i;
      EXPECT_EQ(back->more, i > 0);
      request.after = at(back->rows.front());
    }
  }
}

TEST_F(PageTest, BackwardsFromNowhereIsTheLastPage) {
  insert_many(50);
  auto oldest = browser().page({.newest_first = false, .limit = 5});
  auto last = browser().page({.backwards = true, .limit = 5});
  ASSERT_DONE(oldest);
  ASSERT_DONE(last);
  auto expected = keys_of(*oldest);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(keys_of(*last), expected);
}

TEST_F(PageTest, AnEmptyStoreHasAnEmptyPageWithItsTime) {
  auto page = browser().page({});
  ASSERT_DONE(page);
  EXPECT_TRUE(page->rows.empty());
  EXPECT_FALSE(page->more);
  EXPECT_GT(page->as_of.us, 0);
}

TEST_F(PageTest, EachFilterFindsItsRowsAndCountsThem) {
  insert("live", "in_progress", "locked_until, owner, customer, amount, currency, reference, created_at",
         "now() + interval '1 minute', 'p-7', 'Ada', 12.50, 'EUR', 'R_1%', '2026-01-05'");
  insert("expired", "in_progress", "locked_until, customer", "now() - interval '1 minute', 'R-1x'");
  insert("no-lease", "in_progress");
  insert("released", "released", "retry_before", "now() + interval '1 minute'");
  insert("released-late", "released", "retry_before", "now() - interval '1 minute'");
  insert("done", "succeeded");
  insert("refused", "failed", "error_code", "'PROVIDER.duplicate'");
  insert("other%", "succeeded");
  raw_.tamper("UPDATE onceover.keys SET response_code = 422 WHERE key = 'refused'");
  raw_.tamper("UPDATE onceover.keys SET tenant = 'umbrella', operation = 'payout' WHERE key = 'done'");
  for (const char* key : {"expired", "done"}) {
    raw_.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason) "
        "SELECT tenant, operation, key, 'needs_human', 3, 1, 'needs_human', 'r' FROM onceover.keys WHERE key "
        "= $1",
        {key});
  }
  using Keys = std::set<std::string>;
  const Timestamp day = *parse_iso("2026-01-05T00:00:00Z");
  struct Case {
    std::string name;
    Filter filter;
    Keys keys;
  };
  for (const Case& c : {
           Case{"tenant", {.tenant = "umbrella"}, {"done"}},
           Case{"operation", {.operation = "payout"}, {"done"}},
           Case{"state", {.states = {key::State::released}}, {"released", "released-late"}},
           Case{"states",
                {.states = {key::State::succeeded, key::State::failed}},
                {"done", "refused", "other%"}},
           Case{"key", {.key = "released"}, {"released"}},
           Case{"prefix", {.key = "released", .prefix = true}, {"released", "released-late"}},
           Case{"a prefix that looks like a pattern", {.key = "other%", .prefix = true}, {"other%"}},
           Case{"a pattern is no prefix", {.key = "oth_r", .prefix = true}, {}},
           Case{"contains, in the key", {.contains = "elease"}, {"released", "released-late"}},
           Case{"contains, in the customer", {.contains = "da"}, {"live"}},
           Case{"contains, literally", {.contains = "_1%"}, {"live"}},
           Case{"error code", {.error_code = "PROVIDER.duplicate"}, {"refused"}},
           Case{"response code", {.response_code = 422}, {"refused"}},
           Case{"time", {.from = day, .to = day + std::chrono::microseconds(1)}, {"live"}},
           Case{"time is half open", {.from = day - std::chrono::seconds(1), .to = day}, {}},
           Case{"stuck", {.stuck = true}, {"expired", "no-lease", "released-late"}},
           Case{"needs a person, and is unfinished", {.needs_human = true}, {"expired"}},
           Case{"all at once",
                {.tenant = "acme",
                .operation = "refund",
                .states = {key::State::in_progress},
                .stuck = true,
                .needs_human = true},
                {"expired"}},
       }) {
    auto page = browser().page({.filter = c.filter});
    ASSERT_DONE(page);
    const auto found = keys_of(*page);
    EXPECT_EQ(Keys(found.begin(), found.end()), c.keys) << c.name;
    EXPECT_EQ(found.size(), c.keys.size()) << c.name;
    auto count = browser().count(c.filter);
    ASSERT_DONE(count);
    EXPECT_EQ(count->n, static_cast<std::int64_t>(c.keys.size())) << c.name;
    EXPECT_TRUE(count->is_exact());
    // What is shown as SQL is what was run.
    const auto by_hand = raw_.exec(page->sql);
    EXPECT_EQ(by_hand.size(), c.keys.size()) << page->sql;
  }
  auto capped = browser().count({}, 3);
  ASSERT_DONE(capped);
  EXPECT_EQ(capped->n, 3);
  EXPECT_FALSE(capped->is_exact());
  EXPECT_TRUE(browser().count({}, 8)->is_exact());
  EXPECT_EQ(browser().count({}, 8)->n, 8);

  auto live = browser().page({.filter = {.key = "live"}});
  ASSERT_DONE(live);
  const KeyRow& row = live->rows.at(0);
  EXPECT_EQ(row.id, id("live"));
  EXPECT_EQ(row.created_at, day);
  EXPECT_EQ(row.owner, "p-7");
  EXPECT_EQ(row.subject, (key::Subject{"Ada", "12.50", "EUR", "R_1%"}));
  EXPECT_EQ(row.fingerprint, "raw-sha256:230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5");
  EXPECT_FALSE(row.is_stuck(live->as_of));
  EXPECT_EQ(row.response_bytes, std::nullopt);
  EXPECT_EQ(row.case_status, "");
  EXPECT_EQ(browser().page({.filter = {.key = "done"}})->rows.at(0).response_bytes, 4);
  EXPECT_EQ(browser().page({.filter = {.key = "expired"}})->rows.at(0).case_attempts, 3);
  auto everything = browser().page({});
  ASSERT_DONE(everything);
  for (const KeyRow& each : everything->rows) {
    EXPECT_EQ(each.is_stuck(live->as_of),
              each.id.key == "expired" || each.id.key == "no-lease" || each.id.key == "released-late")
        << each.id.key;
  }
}

TEST_F(PageTest, InfiniteLeasesAreNeverStuckOrAlwaysAre) {
  insert("for-ever", "in_progress", "locked_until, created_at", "'infinity', '-infinity'");
  insert("never-was", "in_progress", "locked_until, created_at", "'-infinity', 'infinity'");
  auto page = browser().page({.limit = 1});
  ASSERT_DONE(page);
  EXPECT_EQ(page->rows.at(0).locked_until, Timestamp::minus_infinity());
  EXPECT_EQ(page->rows.at(0).created_at, Timestamp::infinity());
  EXPECT_TRUE(page->rows.at(0).is_stuck(page->as_of));
  auto next = browser().page({.after = at(page->rows.at(0)), .limit = 1});
  ASSERT_DONE(next);
  EXPECT_EQ(next->rows.at(0).locked_until, Timestamp::infinity());
  EXPECT_FALSE(next->rows.at(0).is_stuck(next->as_of));
  EXPECT_EQ(browser().page({.filter = {.stuck = true}})->rows.size(), 1U);
}

TEST_F(PageTest, AStateTheProfileDoesNotKnowIsShownWithItsOwnWord) {
  raw_.exec("ALTER DOMAIN onceover.key_state DROP CONSTRAINT key_state_check");
  insert("odd", "half\u202Edone");
  auto page = browser().page({});
  ASSERT_DONE(page);
  const KeyRow& row = page->rows.at(0);
  EXPECT_EQ(row.state_word, "half\u202Edone");
  EXPECT_FALSE(row.state_known);
  EXPECT_FALSE(row.is_stuck(page->as_of));
  EXPECT_TRUE(browser().page({.filter = {.stuck = true}})->rows.empty());
  auto detail = browser().detail(id("odd"));
  ASSERT_DONE(detail);
  EXPECT_EQ(detail->found()->row.state_word, "half\u202Edone");
  auto why = browser().why(id("odd"), std::nullopt);
  ASSERT_DONE(why);
  EXPECT_EQ(why->rule, "Unknown: the profile does not name the state \"half\\u{202e}done\".");
}

TEST_F(PageTest, HostileKeysAreListedAndFoundExactly) {
  std::vector<std::string> keys{"it's",
                                "\"quoted\"",
                                "'; DROP TABLE onceover.keys; --",
                                "<img src=\"file:///etc/passwd\">",
                                "😀👩‍👩‍👧",
                                "a\u202Eb",
                                "tab\tline\nbell\a",
                                "key=abc",
                                "Idempotency-Key: abc",
                                "  blanks  ",
                                "%",
                                "_",
                                "\\",
                                "$1",
                                "é",
                                "e\u0301",
                                std::string(255, 'x'),
                                "{\"key\":\"abc\"}"};
  for (const std::string& key : keys) insert(key, "in_progress");
  insert("abc", "in_progress");
  insert("x", "in_progress");
  auto listed = browser().page({});
  ASSERT_DONE(listed);
  const auto all = keys_of(*listed);
  for (const std::string& key : keys) {
    EXPECT_EQ(std::count(all.begin(), all.end(), key), 1) << key;
    auto found = browser().find(key);
    ASSERT_DONE(found);
    ASSERT_EQ(found->rows.size(), 1U) << key;
    EXPECT_EQ(found->rows[0].id.key, key);
    EXPECT_EQ(raw_.exec(found->sql).size(), 1U) << found->sql;
    auto detail = browser().detail(id(key));
    ASSERT_DONE(detail);
    ASSERT_TRUE(detail->found() != nullptr) << key;
    EXPECT_EQ(detail->found()->row.id.key, key);
    auto prefixed = browser().page({.filter = {.key = key, .prefix = true}});
    ASSERT_DONE(prefixed);
    EXPECT_EQ(keys_of(*prefixed).front(), key);
  }
}

TEST_F(PageTest, FindTakesTheKeyOutOfALogLineAndSaysNothingFound) {
  insert("abc", "in_progress");
  raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint) "
      "VALUES ('x', 'y', 'abc', 'in_progress', 1, 'raw-sha256', sha256('body'))");
  for (const char* pasted :
       {"abc", " \"abc\" ", "level=warn idempotency_key=abc status=409", "Idempotency-Key: \"abc\"\r\n"}) {
    auto found = browser().find(pasted);
    ASSERT_DONE(found);
    EXPECT_EQ(found->rows.size(), 2U) << pasted;
  }
  for (const char* pasted : {"", "  ", "\"\"", "abcd", "ab"}) {
    auto found = browser().find(pasted);
    ASSERT_DONE(found);
    EXPECT_TRUE(found->rows.empty()) << pasted;
    EXPECT_GT(found->as_of.us, 0);
  }
  auto nul = browser().find(std::string_view("abc\0d", 5));
  ASSERT_FALSE(nul.has_value());
  EXPECT_EQ(nul.error().kind, ErrorKind::invalid_input);
}

TEST_F(PageTest, OffersTenantsAndOperations) {
  insert_many(100);
  for (const bool analyzed : {false, true}) {
    if (analyzed) raw_.exec("ANALYZE onceover.keys");
    auto operations = browser().operations();
    auto tenants = browser().tenants();
    ASSERT_DONE(operations);
    ASSERT_DONE(tenants);
    EXPECT_EQ(*operations, (std::vector<std::string>{"op0", "op1", "op2"}));
    EXPECT_EQ(tenants->size(), 7U);
  }
}

}  // namespace onceover::browse
