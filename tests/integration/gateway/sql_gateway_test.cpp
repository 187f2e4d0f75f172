// SPDX-License-Identifier: Apache-2.0
// Evidence from a real database: what a ledger's rows prove, and everything that proves nothing.
#include "core/gateway/sql_gateway.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/hostile_server.h"
#include "tests/support/standby.h"

namespace onceover::gateway {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Deadline sql_soon() { return Steady::now() + 20s; }
Question sql_question(std::string key, std::string operation = "pay") {
  return {{"acme", std::move(operation), "client-" + key}, std::move(key), {}};
}

class SqlGatewayTest : public testing::Test {
 protected:
  SqlGatewayTest() {
    raw_.exec(
        "CREATE SCHEMA ledger;"
        "CREATE TABLE ledger.effects (id bigint GENERATED ALWAYS AS IDENTITY, k text, tenant text, state "
        "text, amount numeric, currency text, order_no text, at timestamptz DEFAULT clock_timestamp())");
  }

  SqlConfig config(const std::string& condition = "e.k = :key",
                   const std::string& host = test::shared_server().socket_dir()) {
    const std::string toml = R"(version = 1
kind = "sql"
name = "ledger"
[connect]
host = ")" + host + R"("
dbname = ")" + database_.name() +
                             R"("
user = "postgres"
[lookup]
query = """
SELECT e.id, e.k, e.state, e.amount, e.currency, e.order_no, 1 AS evidence, 2 AS effect FROM ledger.effects AS e WHERE )" +
                             condition + R"( -- the end
"""
echoed_key = "k"
status = "state"
done = ["posted"]
refused = ["rejected"]
pending = ["open"]
amount = "amount"
currency = "currency"
reference = "order_no"
[listing]
query = "SELECT e.*, pg_catalog.now() AS ignored FROM ledger.effects AS e WHERE e.at >= :from AND e.at < :to ORDER BY e.at"
id = "id"
at = "at"
[limits]
timeout_ms = 8000
lock_timeout_ms = 100
max_rows = 3
[declare]
lookup_lag_s = 2
final_refusals = ["rejected"]
[[operation]]
name = "pay"
effect = "charge"
)";
    auto parsed = parse_sql_config(toml, "ledger.toml");
    if (!parsed) throw std::runtime_error(parsed.error().sentence());
    return *parsed;
  }
  void effect(const std::string& key, const std::string& state = "posted",
              const std::string& tenant = "acme") {
    raw_.exec(
        "INSERT INTO ledger.effects (k, tenant, state, amount, currency, order_no) VALUES ($1, $2, $3, "
        "12.50, 'EUR', 'o-1')",
        {key, tenant, state});
  }
  Evidence ask(const SqlConfig& config, const std::string& key = "K1") {
    SqlGateway gateway(config);
    return gateway.ask({sql_question(key)}, sql_soon()).at(0);
  }

  test::TestDatabase database_;
  test::RawConnection raw_ = database_.connect();
};

TEST_F(SqlGatewayTest, ARowIsReadForWhatItProves) {
  effect("done");
  effect("refused", "rejected");
  effect("pending", "open");
  effect("odd", "Posted");
  effect("twice");
  effect("twice");
  const SqlConfig declared = config();
  const Evidence done = ask(declared, "done");
  EXPECT_EQ(done.finding, Finding::done) << done.why;
  EXPECT_EQ(done.echoed.amount, "12.50");
  EXPECT_EQ(done.echoed.currency, "EUR");
  EXPECT_EQ(done.echoed.reference, "o-1");
  EXPECT_EQ(done.effect_at, "/0");
  EXPECT_FALSE(done.status);
  EXPECT_THAT(done.request, HasSubstr("SQL on ledger: "));
  EXPECT_EQ(ask(declared, "refused").refusal, "rejected");
  EXPECT_EQ(ask(declared, "pending").finding, Finding::pending);
  EXPECT_EQ(ask(declared, "odd").finding, Finding::unknown);
  EXPECT_EQ(ask(declared, "none").finding, Finding::no_such_key);
  EXPECT_TRUE(ask(declared, "twice").duplicate_effects);
}

// Not "no such row": the policy leaves it out, and this user cannot know.
TEST_F(SqlGatewayTest, ARowThatAPolicyMayHideIsUnknown) {
  effect("hidden");
  effect("shown", "rejected");
  raw_.exec(
      "ALTER TABLE ledger.effects ENABLE ROW LEVEL SECURITY;"
      "CREATE POLICY refusals ON ledger.effects USING (state = 'rejected')");
  const std::string reader = database_.name() + "_reader";
  raw_.exec("CREATE ROLE " + reader + " LOGIN; GRANT USAGE ON SCHEMA ledger TO " + reader +
            "; GRANT SELECT ON ledger.effects TO " + reader);
  SqlConfig declared = config();
  declared.connect.user = reader;
  const Evidence hidden = ask(declared, "hidden");
  EXPECT_EQ(word(hidden.finding), word(Finding::unknown));
  EXPECT_THAT(hidden.why, HasSubstr("row-level security may hide rows"));
  EXPECT_EQ(word(ask(declared, "shown").finding), word(Finding::refused)) << "what is seen is seen";
  SqlGateway gateway(declared);
  int listed = 0;
  const auto whole = gateway.list(
      Timestamp::minus_infinity(), Timestamp::infinity(), [&](const Effect&) { return ++listed > 0; },
      sql_soon());
  EXPECT_EQ(listed, 1);
  ASSERT_FALSE(whole);
  EXPECT_THAT(whole.error().what, HasSubstr("row-level security may hide effects"));
}

// What is said here is kept in cases and the audit trail.
TEST_F(SqlGatewayTest, AnErrorQuotesNoValueOfARow) {
  raw_.exec("INSERT INTO ledger.effects (k, state, order_no) VALUES ('K1', 'posted', 'card 4111 1111')");
  const Evidence failed = ask(config("e.k = :key AND e.order_no::numeric > 0"));
  EXPECT_EQ(word(failed.finding), word(Finding::unknown));
  EXPECT_THAT(failed.why, testing::AllOf(HasSubstr("SQLSTATE 22P02"), testing::Not(HasSubstr("4111"))));
}

TEST_F(SqlGatewayTest, ManyKeysAreOneStatementAndEachGetsItsOwnRows) {
  std::vector<Question> questions;
  for (int i = 0; i < 450; ++i) {
    questions.push_back(sql_question(std::to_string(i)));
    if (i % 3 == 0) effect(std::to_string(i), i % 2 == 0 ? "posted" : "rejected");
  }
  effect("0");
  questions.push_back(sql_question("0"));
  questions.push_back(sql_question("x", "another operation"));
  SqlGateway gateway(config("e.k = ANY (:keys)"));
  const auto evidence = gateway.ask(questions, sql_soon());
  ASSERT_EQ(evidence.size(), 452U);
  for (int i = 1; i < 450; ++i) {
    const Finding expected = i % 3 != 0   ? Finding::no_such_key
                             : i % 2 == 0 ? Finding::done
                                          : Finding::refused;
    ASSERT_EQ(evidence[static_cast<std::size_t>(i)].finding, expected)
        << i << evidence[static_cast<std::size_t>(i)].why;
  }
  EXPECT_TRUE(evidence[0].duplicate_effects);
  EXPECT_TRUE(evidence[450].duplicate_effects);
  EXPECT_EQ(evidence[451].finding, Finding::unknown);
}

TEST_F(SqlGatewayTest, ARowOfAnotherKeyMakesAllUnknown) {
  effect("K1");
  effect("K2");
  EXPECT_EQ(ask(config("e.k <> :key"), "K1").why, "another key was echoed: K2");
  SqlGateway gateway(config("e.k <> ALL (:keys)"));
  for (const Evidence& each : gateway.ask({sql_question("K2"), sql_question("K3")}, sql_soon())) {
    EXPECT_EQ(each.finding, Finding::unknown);
    EXPECT_EQ(each.why, "another key was echoed: K1");
  }
}

TEST_F(SqlGatewayTest, WhatIsAskedAboutIsNeverTextOfTheStatement) {
  effect("K1");
  const std::string hostile = "x' OR true OR k = $1 :key; DROP TABLE ledger.effects; --";
  effect(hostile, "open");
  EXPECT_EQ(ask(config(), hostile).finding, Finding::pending);
  EXPECT_EQ(ask(config("e.k = ANY (:keys)"), hostile).finding, Finding::pending);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM ledger.effects"), "2");
  EXPECT_EQ(ask(config("e.k = :key AND e.tenant = :tenant AND :operation = 'pay'"), "K1").finding,
            Finding::done);
  effect("K5", "posted", "another tenant");
  EXPECT_EQ(ask(config("e.k = :key AND e.tenant = :tenant"), "K5").finding, Finding::no_such_key);
}

TEST_F(SqlGatewayTest, NothingIsWritten) {
  raw_.exec(
      "CREATE FUNCTION ledger.write() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
      "ledger.effects (k) VALUES ('w'); RETURN true; END $$");
  effect("K1");
  const Evidence evidence = ask(config("ledger.write() AND e.k = :key"), "K1");
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_THAT(evidence.why, HasSubstr("25006"));
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM ledger.effects"), "1");
}

TEST_F(SqlGatewayTest, NamesAreNotLookedUpInAnybodysSchema) {
  effect("K1");
  raw_.exec("CREATE FUNCTION public.lower(text) RETURNS text LANGUAGE sql AS $$ SELECT 'K1' $$");
  raw_.exec("ALTER DATABASE " + database_.name() + " SET search_path = public, pg_catalog");
  EXPECT_EQ(ask(config("e.k = lower(:key)"), "K9").finding, Finding::no_such_key);
}

TEST_F(SqlGatewayTest, ErrorsTimeoutsAndLocksAreUnknown) {
  effect("K1");
  EXPECT_THAT(ask(config("e.nothing = :key")).why, HasSubstr("42703"));
  EXPECT_THAT(ask(config("e.id = :key"), "no number").why, HasSubstr("SQLSTATE"));
  SqlConfig slow = config("e.k = :key AND pg_catalog.pg_sleep(30) IS NOT NULL");
  slow.limits.timeout = 100ms;
  EXPECT_THAT(ask(slow).why, HasSubstr("57014"));
  test::RawConnection other = database_.connect();
  other.exec("BEGIN; LOCK TABLE ledger.effects IN ACCESS EXCLUSIVE MODE");
  EXPECT_THAT(ask(config()).why, HasSubstr("55P03"));
  other.exec("ROLLBACK");
  EXPECT_EQ(ask(config()).finding, Finding::done);
  for (int i = 0; i < 5; ++i) effect("many", "open");
  EXPECT_THAT(ask(config(), "many").why, HasSubstr("more than 3 rows"));
  SqlConfig small = config();
  small.limits.max_answer_bytes = 40;
  EXPECT_EQ(ask(small).finding, Finding::unknown);
  EXPECT_EQ(SqlGateway(config()).ask({sql_question("K1")}, Steady::now() - 1s).at(0).why,
            "not asked: no time was left");
}

TEST_F(SqlGatewayTest, NobodyThereIsUnknownForAll) {
  SqlGateway gateway(config("e.k = :key", "/nonexistent"));
  for (const Evidence& each : gateway.ask({sql_question("K1"), sql_question("K2")}, sql_soon())) {
    EXPECT_EQ(each.finding, Finding::unknown);
    EXPECT_THAT(each.why, HasSubstr("no answer"));
  }
}

TEST_F(SqlGatewayTest, AWeakModeThatTheFileDoesNotDeclareIsRefusedBeforeAnythingIsSent) {
  const test::HostileServer ledger([](test::Peer& peer) { peer.wait_until_gone(); });
  SqlConfig elsewhere = config("e.k = :key", "db.example");
  ::setenv("PGHOSTADDR", "127.0.0.1", 1);
  ::setenv("PGSSLMODE", "disable", 1);
  const auto at = ledger.conninfo().find("port=") + 5;
  elsewhere.connect.port = ledger.conninfo().substr(at, ledger.conninfo().find(' ', at) - at);
  const auto refused = SqlGateway(elsewhere).ask({sql_question("K1")}, sql_soon()).at(0);
  ::unsetenv("PGHOSTADDR");
  ::unsetenv("PGSSLMODE");
  EXPECT_EQ(refused.finding, Finding::unknown);
  EXPECT_THAT(refused.why, HasSubstr("sslmode=disable is set by PGSSLMODE"));
  EXPECT_EQ(ledger.accepted(), 0);
}

TEST_F(SqlGatewayTest, AConnectionThatWasClosedIsMadeAgain) {
  effect("K1");
  SqlGateway gateway(config());
  ASSERT_EQ(gateway.ask({sql_question("K1")}, sql_soon()).at(0).finding, Finding::done);
  raw_.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'onceover evidence' "
      "AND datname = current_database()");
  ASSERT_TRUE(test::eventually([&] {
    return raw_.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'onceover evidence' AND "
               "datname = current_database()") == "0";
  }));
  EXPECT_EQ(gateway.ask({sql_question("K1")}, sql_soon()).at(0).finding, Finding::done);
}

TEST_F(SqlGatewayTest, WithoutAStatusTheRowItselfIsTheEffect) {
  effect("K1", "whatever");
  SqlConfig bare = config();
  bare.lookup.status.clear();
  EXPECT_EQ(ask(bare).finding, Finding::done);
  EXPECT_EQ(ask(bare, "K2").finding, Finding::no_such_key);
}

TEST_F(SqlGatewayTest, ALedgerCancelsNothing) {
  const Evidence evidence = SqlGateway(config()).cancel(sql_question("K1"), sql_soon());
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_FALSE(evidence.cancel_held);
}

TEST_F(SqlGatewayTest, TheLedgerIsListedForARange) {
  for (int i = 0; i < 2500; ++i) effect("K" + std::to_string(i), i % 2 == 0 ? "posted" : "open");
  raw_.exec("UPDATE ledger.effects SET at = timestamptz '2026-03-01 00:00:00+00' + id * interval '1 second'");
  SqlGateway gateway(config());
  ASSERT_TRUE(gateway.lists());
  std::vector<Effect> effects;
  const auto take = [&](const Effect& each) { return effects.push_back(each), true; };
  ASSERT_TRUE(
      gateway.list(*parse_iso("2026-03-01T00:00:10Z"), *parse_iso("2026-03-02T00:00:00Z"), take, sql_soon()));
  ASSERT_EQ(effects.size(), 2491U);
  EXPECT_EQ(effects[0].key, "K9");
  EXPECT_EQ(effects[0].finding, Finding::pending);
  EXPECT_EQ(effects[0].at, parse_iso("2026-03-01T00:00:10Z"));
  EXPECT_EQ(effects[1].finding, Finding::done);
  EXPECT_EQ(effects[1].echoed.amount, "12.50");
  SqlConfig bounded = config();
  bounded.listing->read.max_effects = 100;
  const auto ended = SqlGateway(bounded).list(*parse_iso("2026-03-01T00:00:00Z"),
                                              *parse_iso("2026-03-02T00:00:00Z"), take, sql_soon());
  ASSERT_FALSE(ended);
  EXPECT_THAT(ended.error().what, HasSubstr("more than 100 effects"));
}

TEST_F(SqlGatewayTest, AStandbyThatIsFurtherBehindThanDeclaredProvesNoAbsence) {
  effect("K1");
  test::Standby standby(test::shared_server());
  effect("K3");  // a standby knows how far it is behind from the first commit on that it replays
  standby.wait_caught_up();
  SqlConfig patient = config("e.k = :key", standby.server().socket_dir());
  patient.operations[0].declaration.lookup_lag = 24h;
  EXPECT_EQ(ask(patient, "K2").finding, Finding::no_such_key);
  EXPECT_EQ(ask(patient, "K1").finding, Finding::done);
  standby.cut_off();
  SqlConfig strict = patient;
  strict.operations[0].declaration.lookup_lag = Duration(1);
  const Evidence evidence = ask(strict, "K2");
  EXPECT_EQ(evidence.finding, Finding::unknown);
  EXPECT_THAT(evidence.why, HasSubstr("the server is a standby"));
  EXPECT_EQ(ask(strict, "K1").finding, Finding::done) << "a row that is there is there";
  SqlConfig together = config("e.k = ANY (:keys)", standby.server().socket_dir());
  together.operations[0].declaration.lookup_lag = Duration(1);
  EXPECT_EQ(ask(together, "K2").finding, Finding::unknown);
}

}  // namespace
}  // namespace onceover::gateway
