// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "core/exports/export.h"
#include "core/pg/transaction.h"
#include "tests/integration/browse/fixture.h"
#include "tests/support/foreign_tables.h"

namespace onceover::browse {

using CountsTest = BrowseTest;

namespace {

void fill_states(const std::function<void(const std::string&, const std::string&, const std::string&,
                                          const std::string&)>& insert) {
  insert("live", "in_progress", "locked_until, created_at", "now() + interval '1 hour', '2025-01-02'");
  insert("stuck", "in_progress", "locked_until, created_at, owner",
         "'2025-01-05', '2025-01-03', 'p-7#1a2b3c4d'");
  insert("bare", "in_progress", "created_at, owner", "'2025-01-06', 'p-7'");
  insert("fresh", "in_progress", "locked_until, owner", "now() - interval '1 minute', 'p-7'");
  insert("released", "released", "", "");
  insert("late", "released", "retry_before", "'2025-01-04'");
  insert("refused", "failed", "", "");
}

TEST_F(BrowseTest, GroupsOfStuckKeysAreForetoldWhereTheyWouldReadTheTable) {
  const auto jobs = test::jobs_without_index(raw_);
  Browser browser(connection_, *jobs);
  const auto scans = browser.forecast_stuck_groups();
  ASSERT_DONE(scans);
  EXPECT_GT(scans->seconds, 0);
  EXPECT_FALSE(scans->scans) << "it takes less than a person's patience";
  const auto asked =
      Browser(connection_, *jobs, {.patience = std::chrono::microseconds(1)}).forecast_stuck_groups();
  ASSERT_DONE(asked);
  EXPECT_TRUE(asked->scans);
  EXPECT_NE(asked->why.find(" in about "), std::string::npos) << asked->why;
  EXPECT_EQ(Browser(connection_, *jobs, {.whole_up_to = 0})
                .stuck_groups(200, Scan::never)
                ->unfinished.knowledge.known,
            unfinished::Known::unknown)
      << "the whole table was not asked for";
  ASSERT_FALSE(scans->index.empty()) << scans->why;
  // without CONCURRENTLY, which waits for everybody's snapshots
  raw_.exec(scans->index.substr(0, 13) + scans->index.substr(26));
  raw_.exec("ANALYZE jobs");
  const auto served = browser.forecast_stuck_groups();
  ASSERT_DONE(served);
  EXPECT_EQ(served->seconds, 0) << served->why;
  EXPECT_EQ(browser.stuck_groups()->groups.size(), 1U);
}

}  // namespace

TEST_F(CountsTest, ASmallStoreIsCountedExactly) {
  fill_states([this](const auto&... a) { insert(a...); });
  insert_many(30);
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason) SELECT "
      "'acme', 'refund', k, 'needs_human', 1, 1, 'v', 'r' FROM unnest(ARRAY['stuck', 'refused']) k");
  auto counts = browser().state_counts();
  ASSERT_DONE(counts);
  EXPECT_EQ(counts->unfinished.in_progress, 4);
  EXPECT_EQ(counts->unfinished.stuck, 4);
  EXPECT_EQ(counts->unfinished.released, 2);
  EXPECT_EQ(counts->succeeded, 30);
  EXPECT_EQ(counts->failed, 1);
  EXPECT_EQ(counts->needs_human, 1);
  EXPECT_EQ(counts->finished.known, unfinished::Known::exact);
  EXPECT_TRUE(counts->unfinished.is_exact());
  EXPECT_EQ(iso(*counts->unfinished.oldest_in_progress), "2025-01-02T00:00:00.000000Z");
  EXPECT_EQ(iso(*counts->unfinished.oldest_stuck), "2025-01-04T00:00:00.000000Z");
  EXPECT_EQ(raw_.exec(counts->sql).size(), 1U);

  auto groups = browser().stuck_groups();
  ASSERT_DONE(groups);
  ASSERT_EQ(groups->groups.size(), 3U);
  EXPECT_EQ(groups->groups[0].owner, "");
  EXPECT_EQ(groups->groups[0].n, 1);
  EXPECT_EQ(groups->groups[1].operation, "refund");
  EXPECT_EQ(groups->groups[1].owner, "p-7");
  EXPECT_EQ(groups->groups[1].n, 2);
  EXPECT_EQ(groups->groups[1].needs_human, 1);
  EXPECT_EQ(iso(groups->groups[1].oldest), "2025-01-05T00:00:00.000000Z");
  EXPECT_EQ(iso(groups->groups[1].newest), "2025-01-06T00:00:00.000000Z");
  EXPECT_EQ(groups->groups[2].n, 1);  // the same owner, another age
  EXPECT_EQ(browser().stuck_groups(1)->groups.size(), 1U);
}

TEST_F(CountsTest, GroupsSumTheirAmountsPerCurrency) {
  const auto owe = [this](const std::string& key, const std::string& owner, const std::string& money,
                          const std::string& lease = "5 min") {
    insert(key, "in_progress", "locked_until, owner, amount, currency",
           "now() - interval '" + lease + "', '" + owner + "', " + money);
  };
  owe("a", "payments-7/1", "0.10, 'EUR'");
  owe("b", "payments-7/2", "0.20, 'EUR'", "2 hours");
  owe("c", "payments-8/1", "123456789012345678.01, 'USD'");
  owe("d", "payments-8/1", "NULL, 'EUR'");
  owe("e", "payments-8/1", "'NaN', 'EUR'", "3 days");
  const auto by_host = browser().stuck_groups(200, Scan::never, StuckBy::host);
  ASSERT_DONE(by_host);
  EXPECT_EQ(
      key::in_words(by_host->all.money),
      "0.30 EUR, 123456789012345678.01 USD; 1 without an amount; 1 with an amount that is not a number");
  ASSERT_EQ(by_host->groups.size(), 2U);
  EXPECT_EQ(by_host->groups[0].owner, "payments-8");
  EXPECT_EQ(by_host->groups[1].owner, "payments-7");
  EXPECT_EQ(key::in_words(by_host->groups[1].money), "0.30 EUR");
  EXPECT_EQ(by_host->all.n, 5);
  EXPECT_EQ(by_host->unfinished.stuck, 5);
  const auto one = browser().stuck_groups(1, Scan::never, StuckBy::age);
  ASSERT_DONE(one);
  ASSERT_EQ(one->groups.size(), 1U);
  EXPECT_EQ(one->groups[0].age, StuckAge::older);
  EXPECT_EQ(one->all.n, 5) << "of all groups, listed or not";
  EXPECT_EQ(one->all.money, by_host->all.money);
}

// A group's filter finds the group and nothing else, and no two groups look alike.
TEST_F(CountsTest, EachGroupIsNamedByAFilter) {
  int i = 0;
  for (const std::string owner : {"p-7/1#aa", "p-7/2", "p-8", ""}) {
    for (const std::string lease : {"1 minute", "30 minutes", "40 minutes", "2 hours", "30 days"}) {
      insert("k" + std::to_string(++i), "in_progress", "locked_until, owner",
             "now() - interval '" + lease + "', '" + owner + "'");
    }
  }
  raw_.tamper("UPDATE onceover.keys SET tenant = '', operation = 'payout' WHERE key IN ('k1', 'k2', 'k11')");
  for (const auto& [by, name] : stuck_by_words.pairs) {
    const auto found = browser().stuck_groups(200, Scan::never, by);
    ASSERT_DONE(found);
    std::int64_t n = 0;
    std::set<std::tuple<std::string, std::string, std::string, std::optional<StuckAge>>> lines;
    for (const StuckGroup& group : found->groups) {
      n += group.n;
      EXPECT_TRUE(lines.emplace(group.operation, group.owner, group.tenant, group.age).second) << name;
      const auto count = browser().count(filter_of(group, by, tables::own()));
      ASSERT_DONE(count);
      EXPECT_EQ(count->n, group.n) << name << " " << group.operation << group.owner << group.tenant;
    }
    EXPECT_EQ(n, 20) << name;
  }
}

TEST_F(BrowseTest, AmountsInDocumentsAreSummedWhereTheServerReadsThem) {
  const auto payments = test::payment_requests(raw_);
  Browser browser(connection_, *payments);
  const auto found = browser.stuck_groups(200, Scan::always, StuckBy::host);
  ASSERT_DONE(found);
  ASSERT_GT(found->all.n, 0);
  EXPECT_EQ(found->all.money.per_currency().front().currency, "EUR");
  for (const StuckGroup& group : found->groups) {
    const auto count = browser.count(filter_of(group, StuckBy::host, *payments));
    ASSERT_DONE(count);
    EXPECT_EQ(count->n, group.n) << group.owner;
  }
  tables::Profile as_text = *payments;
  as_text.amount.holds = tables::Place::Holds::text;
  const auto unread = Browser(connection_, as_text).stuck_groups(200, Scan::always, StuckBy::host);
  ASSERT_DONE(unread);
  EXPECT_EQ(key::in_words(unread->all.money), "sum unknown");
}

// One table with the same amount in each form in which a service may keep cents.
TEST_F(BrowseTest, AnAmountInCentsIsShownSummedAndExportedInWholeUnits) {
  raw_.exec(
      "CREATE TABLE orders (k text PRIMARY KEY, phase text NOT NULL, until timestamptz, amount_cents bigint, "
      "as_text text, doc jsonb, raw text, cur text NOT NULL DEFAULT 'EUR')");
  raw_.exec(
      "INSERT INTO orders SELECT k, 'RUNNING', now() - interval '1 hour', n, t, jsonb_build_object('a', n), "
      "jsonb_build_object('a', n) FROM (VALUES ('a', 99999, '99999'), ('b', 9007199254740993, "
      "'9007199254740993'), ('c', NULL, NULL), ('d', -5, 'many')) v (k, n, t)");
  tables::Profile p{.name = "orders",
                    .schema = "public",
                    .table = "orders",
                    .identity = {"k"},
                    .key = "k",
                    .never_null = {"k", "phase"}};
  p.states = {.column = "phase",
              .rules = {test::foreign::when_word("phase", "RUNNING", key::State::in_progress)}};
  p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "until"}};
  p.currency = {.column = "cur"};
  p.amount_decimals = 2;
  using Holds = tables::Place::Holds;
  const std::string last[] = {"-0.05", "many", "-0.05", "-0.05"};
  for (int form = 0; form < 4; ++form) {
    p.amount = form == 0   ? tables::Place{.column = "amount_cents"}
               : form == 1 ? tables::Place{.column = "as_text"}
               : form == 2 ? tables::Place{.column = "doc", .path = "/a"}
                           : tables::Place{.column = "raw", .path = "/a", .holds = Holds::text};
    const auto page = Browser(connection_, p).page({.newest_first = false});
    ASSERT_DONE(page);
    ASSERT_EQ(page->rows.size(), 4U);
    EXPECT_EQ(page->rows[0].subject.amount, "999.99") << form;
    EXPECT_EQ(page->rows[1].subject.amount, "90071992547409.93") << form << ": a double would lose a cent";
    EXPECT_EQ(page->rows[2].subject.amount, std::nullopt) << form;
    EXPECT_EQ(page->rows[3].subject.amount, last[form]) << form;
    const auto found = Browser(connection_, p).stuck_groups(200, Scan::always, StuckBy::host);
    ASSERT_DONE(found);
    const std::string sums[] = {
        "90071992548409.87 EUR; 1 without an amount",
        "90071992548409.92 EUR; 1 without an amount; 1 with an amount that is not a number",
        "90071992548409.87 EUR; 1 without an amount", "sum unknown"};
    EXPECT_EQ(key::in_words(found->all.money), sums[form]) << form;
    const auto source = exports::keys(p, {.key = "a"}, true, false);
    ASSERT_DONE(source);
    const auto at = std::ranges::find(source->columns, "amount", &exports::Column::name);
    if (form == 3) {
      EXPECT_EQ(at, source->columns.end()) << "the server cannot read it";
      continue;
    }
    ASSERT_NE(at, source->columns.end());
    auto rows = pg::run(connection_, source->query.sql(), source->query.params(), {.read_only = true});
    ASSERT_DONE(rows);
    EXPECT_EQ(rows->text(0, static_cast<int>(at - source->columns.begin())), "999.99") << form;
  }
  p.amount = {.column = "amount_cents"};
  p.amount_decimals = 0;
  EXPECT_EQ(Browser(connection_, p).page({.newest_first = false})->rows[0].subject.amount, "99999")
      << "the number is the amount";
}

TEST_F(CountsTest, AnEmptyStoreHasNoOldest) {
  auto counts = browser().state_counts();
  ASSERT_DONE(counts);
  EXPECT_EQ(counts->unfinished.in_progress + counts->unfinished.stuck + counts->unfinished.released +
                counts->succeeded + counts->failed,
            0);
  EXPECT_EQ(counts->unfinished.oldest_in_progress, std::nullopt);
  EXPECT_TRUE(browser().stuck_groups()->groups.empty());
}

TEST_F(CountsTest, ALargeStoreIsEstimatedAndSaysWhichQuestionsScanIt) {
  insert_many(600'000);
  fill_states([this](const auto&... a) { insert(a...); });
  // In the middle of the order, out of reach of both ends; one of them is known by its case.
  insert("hidden", "in_progress", "created_at", "'2026-01-01 03:30'");
  insert("known", "in_progress", "created_at, error_code", "'2026-01-01 03:30', 'DEPENDENCY.timeout'");
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason) VALUES "
      "('acme', 'refund', 'known', 'needs_human', 1, 1, 'v', 'r')");
  raw_.exec("VACUUM ANALYZE onceover.keys");
  auto counts = browser().state_counts();
  ASSERT_DONE(counts);
  EXPECT_EQ(counts->finished.known, unfinished::Known::unknown);
  EXPECT_EQ(counts->unfinished.knowledge.known, unfinished::Known::at_least);
  EXPECT_NE(counts->unfinished.knowledge.why.find("No sweeper"), std::string::npos)
      << counts->unfinished.knowledge.why;
  EXPECT_EQ(counts->unfinished.in_progress, 4);  // those at both ends
  EXPECT_EQ(counts->unfinished.stuck, 4);
  EXPECT_EQ(counts->needs_human, 1);
  EXPECT_NEAR(static_cast<double>(counts->succeeded), 600'000, 12'000);
  EXPECT_EQ(raw_.exec(counts->sql).size(), 1U);

  const Timestamp noon = *parse_iso("2026-01-01T02:00:00Z");
  struct Case {
    std::string name;
    Filter filter;
    bool scans;
    std::string why_holds;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"newest first", {}, false, ""},
           {"a key", {.key = "k123456"}, false, "An index serves this"},
           {"a prefix", {.key = "k12345", .prefix = true}, false, "An index serves this"},
           {"a short prefix", {.key = "k12", .prefix = true}, false, ""},
           {"one row", {.tenant = "t1", .operation = "op1", .key = "k22"}, false, "An index serves this"},
           {"a time", {.from = noon, .to = noon + std::chrono::seconds(60)}, false, "An index serves this"},
           {"a frequent state", {.states = {key::State::succeeded}}, false, "frequent"},
           {"a frequent tenant", {.tenant = "t3"}, false, "frequent"},
           {"a rare state",
            {.states = {key::State::in_progress}},
            true,
            "WHERE \"state\" IN ('in_progress', 'released')"},
           {"stuck", {.stuck = true}, true, "never a heap-only update"},
           {"needs a person", {.needs_human = true}, false, ""},
           {"contains", {.contains = "234567"}, true, "pg_trgm"},
           {"error code",
            {.error_code = "DEPENDENCY.timeout"},
            true,
            "(\"error_code\", \"created_at\", \"key\", "},
           {"response code", {.response_code = 418}, true, "\"response_code\""},
           {"error code within a minute",
            {.error_code = "DEPENDENCY.timeout", .from = noon, .to = noon + std::chrono::seconds(60)},
            false,
            ""},
           {"error code within most of the table",
            {.error_code = "DEPENDENCY.timeout", .from = noon},
            true,
            "No index"},
       }) {
    auto forecast = browser().forecast(c.filter);
    ASSERT_DONE(forecast);
    EXPECT_EQ(forecast->seconds > 0, c.scans) << c.name << ": " << forecast->why;
    EXPECT_NE(forecast->why.find(c.why_holds), std::string::npos) << c.name << ": " << forecast->why;
    EXPECT_NEAR(forecast->table_rows, 600'000, 12'000);
  }
  auto found = browser().find("k123456");
  ASSERT_DONE(found);
  EXPECT_EQ(found->rows.size(), 1U);
}

// As other people build them: a unique key, and nothing that a listing is ordered or searched by.
class WithoutIndexesTest : public BrowseTest {
 protected:
  WithoutIndexesTest() {
    raw_.exec(
        "CREATE TABLE public.guards (tenant text NOT NULL, token uuid NOT NULL, phase text NOT NULL, at "
        "timestamptz NOT NULL, problem text, code text, PRIMARY KEY (tenant, token));"
        "INSERT INTO public.guards SELECT 't' || i % 3, md5(i::text)::uuid, CASE WHEN i % 20000 = 0 THEN "
        "'open' WHEN i % 10000 = 1 THEN 'refused' WHEN i % 10000 = 2 THEN 'rejected' ELSE 'done' END, "
        "timestamptz '2026-01-01' + i * interval '1 s', CASE WHEN i % 10000 < 3 THEN 'declined' END, CASE "
        "WHEN i % 10000 = 1 THEN '402' ELSE '201' END FROM generate_series(1, 300000) i;"
        "ANALYZE public.guards");
    guards_.name = "guards";
    guards_.schema = "public";
    guards_.table = "guards";
    guards_.identity = {"tenant", "token"};
    guards_.key = "token";
    guards_.tenant = "tenant";
    guards_.never_null = {"tenant", "token", "phase", "at"};
    guards_.states = {
        .column = "phase",
        .rules = {rule({"open"}, key::State::in_progress), rule({"done"}, key::State::succeeded),
                  rule({"refused", "rejected"}, key::State::failed)}};
    guards_.created_at = {.column = "at"};
    guards_.error = {.column = "problem"};
    guards_.response_code = "code";
  }

  static tables::StateRule rule(std::vector<std::string> words, key::State state) {
    const std::string word = words[0];
    return {
        {{.column = "phase", .is = tables::Condition::Is::one_of, .values = std::move(words)}}, state, word};
  }

  // Rows read by sessions that have ended; the statistics of one that lives come late.
  std::string rows_read() {
    return raw_.scalar(
        "SELECT seq_scan || '/' || seq_tup_read || '/' || coalesce(idx_tup_fetch, 0) FROM "
        "pg_stat_user_tables WHERE relid = 'public.guards'::regclass");
  }

  std::string rows_read_number() {
    return raw_.scalar(
        "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables WHERE relid = "
        "'public.guards'::regclass");
  }

  std::vector<Filter> filters() {
    const std::string token = raw_.scalar("SELECT token FROM public.guards WHERE tenant = 't1' LIMIT 1");
    return {{},
            {.key = token},
            {.key = token.substr(0, 4), .prefix = true},
            {.states = {key::State::in_progress}},
            {.states = {key::State::failed}},
            {.error_code = "declined"},
            {.response_code = 402},
            {.tenant = "t1"}};
  }

  tables::Profile guards_;
};

TEST_F(WithoutIndexesTest, EveryQuestionIsAnnouncedAndNothingIsReadUnasked) {
  const std::vector<Filter> asked = filters();
  raw_.exec("SELECT pg_stat_force_next_flush()");
  const std::string before = rows_read();
  const long long read_before = std::stoll(rows_read_number());
  {
    pg::Connection connection = connected(database_.conninfo());
    Browser browser(connection, guards_);
    for (const Filter& filter : asked) {
      auto forecast = browser.forecast(filter);
      ASSERT_DONE(forecast);
      EXPECT_GT(forecast->seconds, 0) << forecast->why;
      EXPECT_TRUE(forecast->index.starts_with("CREATE INDEX")) << forecast->why;
      EXPECT_NE(forecast->why.find(forecast->index), std::string::npos);
    }
    ASSERT_DONE(browser.tenants());
    ASSERT_DONE(browser.operations());
    ASSERT_DONE(browser.backlog());
    ASSERT_DONE(connection.exec("SELECT pg_stat_force_next_flush()"));
  }
  // A thousandth of the table, to know how fast it is read.
  EXPECT_LT(std::stoll(rows_read_number()) - read_before, 8 * 20'000);
  {
    pg::Connection connection = connected(database_.conninfo());
    ASSERT_DONE(Browser(connection, guards_).page({}));
    ASSERT_DONE(connection.exec("SELECT pg_stat_force_next_flush()"));
  }
  EXPECT_NE(rows_read(), before) << "the statistics would have told";
}

TEST_F(WithoutIndexesTest, WhatIsProposedServes) {
  for (const Filter& filter : filters()) {
    Browser browser(connection_, guards_);
    auto before = browser.forecast(filter);
    ASSERT_DONE(before);
    if (before->seconds > 0) raw_.exec(before->index);
    auto after = browser.forecast(filter);
    ASSERT_DONE(after);
    EXPECT_EQ(after->seconds, 0) << after->why;
    auto page = browser.page({.filter = filter});
    ASSERT_DONE(page);
    EXPECT_FALSE(page->rows.empty());
    std::string plan;
    for (const auto& line : raw_.exec("EXPLAIN " + page->sql)) plan += *line[0] + '\n';
    EXPECT_EQ(plan.find("Seq Scan"), std::string::npos) << plan;
  }
}

TEST_F(CountsTest, ASmallTableIsNeverAScanWorthAWord) {
  insert_many(1'000);
  raw_.exec("ANALYZE onceover.keys");
  auto forecast = browser().forecast({.contains = "x"});
  ASSERT_DONE(forecast);
  EXPECT_FALSE(forecast->scans) << forecast->why;
}

}  // namespace onceover::browse
