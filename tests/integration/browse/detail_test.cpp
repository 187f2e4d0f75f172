// SPDX-License-Identifier: Apache-2.0
#include "core/http/error_code.h"
#include "core/key/fingerprint.h"
#include "tests/integration/browse/fixture.h"

namespace onceover::browse {
namespace {

std::string column(const Detail& detail, const std::string& name) {
  for (const auto& [each, text] : detail.columns) {
    if (each == name) return text;
  }
  return "no such column";
}

}  // namespace

using DetailTest = BrowseTest;

TEST_F(DetailTest, ShowsTheStoredAnswerByteByByteAndTheRowAsItIs) {
  insert("abc", "succeeded");
  raw_.tamper(
      "UPDATE onceover.keys SET response_headers = '12:Content-Type,16:application/json,', response_body = "
      "'\\x7b00ff7d', amount = 12.50, created_at = '2026-03-01 00:00:00.000001+05', owner = repeat('x', "
      "4000) WHERE key = 'abc'");
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, fence, verdict, reason, "
      "evidence) VALUES ('acme', 'refund', 'abc', 'settled', 2, 1, 'settle_succeeded', 'the gateway says "
      "so', '{\"id\": 7}')");
  raw_.exec("ALTER DATABASE " + database_.name() + " SET datestyle = 'SQL, DMY'; ALTER DATABASE " +
            database_.name() + " SET timezone = 'Asia/Kathmandu'");
  pg::Connection foreign = connected(database_.conninfo());
  auto found = Browser(foreign, tables::own()).detail(id("abc"));
  ASSERT_DONE(found);
  ASSERT_TRUE(found->found() != nullptr);
  const Detail& detail = *found->found();
  ASSERT_TRUE(detail.response.has_value()) << detail.response_problem;
  EXPECT_EQ(
      *detail.response,
      (key::StoredResponse{1, 201, {{"Content-Type", "application/json"}}, std::string("{\0\xff}", 4)}));
  EXPECT_EQ(detail.response_problem, "");
  EXPECT_EQ(detail.evidence_json, "{\"id\": 7}");
  EXPECT_EQ(detail.verdict, "settle_succeeded");
  EXPECT_EQ(detail.verdict_reason, "the gateway says so");
  EXPECT_EQ(detail.row.case_attempts, 2);
  EXPECT_EQ(column(detail, "created_at"), "2026-02-28 19:00:00.000001+00");
  EXPECT_EQ(column(detail, "amount"), "12.50");
  EXPECT_EQ(column(detail, "locked_until"), "NULL");
  EXPECT_EQ(column(detail, "response_body"), "4 bytes");
  EXPECT_EQ(column(detail, "owner"), std::string(4'000, 'x'));
  EXPECT_EQ(column(detail, "fingerprint").substr(0, 6), "\\x230d");
  EXPECT_EQ(raw_.exec(detail.sql).size(), 1U) << detail.sql;
}

TEST_F(DetailTest, AnAnswerItCannotReadIsSaidAndNotGuessed) {
  insert("versioned", "succeeded");
  raw_.tamper("UPDATE onceover.keys SET response_version = 2");
  auto versioned = browser().detail(id("versioned"));
  ASSERT_DONE(versioned);
  EXPECT_FALSE(versioned->found()->response.has_value());
  EXPECT_EQ(versioned->found()->response_problem,
            "The stored response has version 2, this program reads version 1. It is not shown.");

  insert("garbled", "failed", "response_headers", "'not headers'");
  auto garbled = browser().detail(id("garbled"));
  ASSERT_DONE(garbled);
  EXPECT_FALSE(garbled->found()->response.has_value());
  EXPECT_NE(garbled->found()->response_problem, "");

  insert("big", "succeeded");
  raw_.tamper(
      "UPDATE onceover.keys SET response_body = convert_to(repeat('x', 17000000), 'UTF8') WHERE key = 'big'");
  auto big = browser().detail(id("big"));
  ASSERT_DONE(big);
  EXPECT_FALSE(big->found()->response.has_value());
  EXPECT_NE(big->found()->response_problem.find("17000000 bytes"), std::string::npos)
      << big->found()->response_problem;
}

TEST_F(DetailTest, AnUnfinishedKeyHasNoAnswerAndAMissingOneNoDetail) {
  insert("abc", "in_progress");
  auto detail = browser().detail(id("abc"));
  ASSERT_DONE(detail);
  EXPECT_FALSE(detail->found()->response.has_value());
  EXPECT_EQ(detail->found()->response_problem, "");
  auto none = browser().detail({"acme", "payout", "abc"});
  ASSERT_DONE(none);
  EXPECT_TRUE(none->is_absent());
}

TEST_F(DetailTest, WhySaysWhatADuplicateWouldGet) {
  insert("live", "in_progress", "locked_until, owner", "now() + interval '1 hour', 'p-7'");
  insert("asked", "in_progress", "locked_until, holder", "now() + interval '1 hour', 'sweeper'");
  insert("expired", "in_progress", "locked_until", "now() - interval '1 hour'");
  insert("released", "released");
  insert("without-effect", "released", "error_code", "'" + std::string(http::error_code::no_effect) + "'");
  insert("unproven", "released", "retry_before", "now() + interval '1 hour'");
  insert("too-late", "released", "retry_before", "now() - interval '1 hour'");
  insert("done", "succeeded");
  insert("refused", "failed", "error_code", "'PROVIDER.duplicate'");
  constexpr const char* awaiting = "CONFLICT.idempotency.awaiting_reconciliation";
  struct Case {
    std::string key;
    std::optional<std::string> body;
    key::DecidePolicy policy;
    int status;
    std::string error_code, rule_holds, clears_holds;
    std::optional<bool> matches;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"never-seen", "body", {}, 0, "", "no row", "next request", std::nullopt},
           {"live",
            std::nullopt,
            {},
            409,
            "CONFLICT.idempotency.in_progress",
            "valid lease",
            "p-7",
            std::nullopt},
           {"live", "body", {}, 409, "CONFLICT.idempotency.in_progress", "valid lease", "from now", true},
           {"live",
            "other",
            {},
            422,
            "CONFLICT.idempotency.payload_mismatch",
            "another payload",
            "new key",
            false},
           {"asked", "body", {}, 409, awaiting, "a sweeper", "its lease expires", true},
           {"expired", "body", {}, 409, awaiting, "it is unknown whether", "sweeper or an operator", true},
           {"expired",
            "body",
            {.rerunnable_for = std::chrono::hours(24)},
            0,
            "",
            "may run again",
            "next request",
            true},
           {"released", "body", {}, 0, "", "released by its executor", "next request", true},
           {"without-effect", "body", {}, 0, "", "reported no effect", "next request", true},
           {"unproven", "body", {}, 0, "", "without proof that it had no effect", "next request", true},
           {"too-late", "body", {}, 409, awaiting, "time to retry", "sweeper", true},
           {"done", "body", {}, 201, "", "finished", "reaped", true},
           {"done",
            "",
            {},
            422,
            "CONFLICT.idempotency.payload_mismatch",
            "another payload",
            "new key",
            false},
           {"refused", "body", {}, 201, "PROVIDER.duplicate", "finished", "reaped", true},
       }) {
    auto why = browser().why(id(c.key), c.body, c.policy);
    ASSERT_DONE(why);
    EXPECT_EQ(why->status, c.status) << c.key;
    EXPECT_EQ(why->error_code, c.error_code) << c.key;
    EXPECT_NE(why->rule.find(c.rule_holds), std::string::npos) << c.key << ": " << why->rule;
    EXPECT_NE(why->clears.find(c.clears_holds), std::string::npos) << c.key << ": " << why->clears;
    EXPECT_EQ(why->payload_matches, c.matches) << c.key;
    EXPECT_EQ(why->row.has_value(), c.key != "never-seen");
  }
  EXPECT_EQ(browser().why(id("done"), "other", {}, 409)->status, 409);
}

TEST_F(DetailTest, WhyComparesABodyByItsValueToo) {
  insert("abc", "succeeded");
  raw_.tamper(
      "UPDATE onceover.keys SET fingerprint_kind = 'jcs-sha256', fingerprint = sha256('{\"a\":1,\"b\":2}')");
  EXPECT_EQ(browser().why(id("abc"), "{ \"b\": 2, \"a\": 1.0 }")->payload_matches, true);
  EXPECT_EQ(browser().why(id("abc"), "{ \"b\": 2, \"a\": 1.5 }")->payload_matches, false);
}

TEST_F(DetailTest, WhyComparesABodyUnderEachSalt) {
  insert("abc", "succeeded");
  const std::string salt = "a salt of the service", body = "{\"a\":1}";
  raw_.tamper("UPDATE onceover.keys SET fingerprint_kind = 'jcs-sha256', fingerprint = decode($1, 'hex')",
              {key::text(key::fingerprint(body, salt)).substr(11)});
  EXPECT_EQ(browser().why(id("abc"), body)->payload_matches, false);
  EXPECT_EQ(browser().why(id("abc"), body)->status, 422);
  EXPECT_EQ(browser().why(id("abc"), body, {}, 422, {"another salt"})->payload_matches, false);
  EXPECT_EQ(browser().why(id("abc"), "{\"a\":2}", {}, 422, {salt})->payload_matches, false);
  const auto why = browser().why(id("abc"), body, {}, 422, {"a new salt", salt});
  EXPECT_EQ(why->payload_matches, true);
  EXPECT_EQ(why->status, 201);
}

}  // namespace onceover::browse
