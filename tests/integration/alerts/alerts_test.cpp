// SPDX-License-Identifier: Apache-2.0
// Traffic as it comes: each rule fires on what is in the store, and clears when it is gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alerts/rules.h"
#include "core/engine/engine.h"
#include "core/key/fingerprint.h"
#include "core/metrics/flusher.h"
#include "core/roles/roles.h"
#include "tests/support/database.h"
#include "tests/support/foreign_tables.h"
#include "tests/support/schema_template.h"

namespace onceover::alerts {
namespace {

class AlertsTest : public testing::Test {
 protected:
  AlertsTest() : connection_(opened()) {}

  Level level(Rule rule, const tables::Profile& profile = tables::own()) {
    browse::Browser browser(connection_, profile);
    auto observed = observe(connection_, browser, profile);
    if (!observed) throw std::runtime_error(observed.error().sentence());
    for (const Alert& a : judge(*observed, {})) {
      if (a.rule == rule) return a.level;
    }
    throw std::runtime_error("the rule is off");
  }
  // As a service counts, and flushes once.
  void count(metrics::Counter counter, std::int64_t n, const std::string& tenant = "acme") {
    metrics::Counters counters;
    counters.add(counter, tenant, "pay", n);
    auto flushed =
        metrics::flush(connection_, "00000000-0000-4000-8000-000000000001", ++flushes_, counters.take());
    if (!flushed) throw std::runtime_error(flushed.error().sentence());
  }
  // What was counted until now was counted long ago.
  void time_passes() {
    raw_.exec("UPDATE onceover.counter_deltas SET at = at - interval '5 minutes 1 second'");
  }
  void row(const std::string& key, const std::string& lease) {
    raw_.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "locked_until) VALUES ('acme', 'pay', $1, 'in_progress', nextval('onceover.fence'), 'raw-sha256', "
        "sha256('b'), now() + $2::interval)",
        {key, lease});
  }

  test::TestDatabase database_{test::installed_schema()};
  test::RawConnection raw_ = database_.connect();
  pg::Connection connection_;
  std::int64_t flushes_ = 0;

 private:
  pg::Connection opened() {
    auto connection = pg::Connection::open({.conninfo = database_.conninfo()});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }
};

TEST_F(AlertsTest, ConflictsFireAndClear) {
  EXPECT_EQ(level(Rule::conflict_share), Level::ok);
  count(metrics::Counter::created, 30);
  count(metrics::Counter::conflict, 20);
  EXPECT_EQ(level(Rule::conflict_share), Level::warning);
  count(metrics::Counter::conflict, 20);
  EXPECT_EQ(level(Rule::conflict_share), Level::critical);
  time_passes();
  EXPECT_EQ(level(Rule::conflict_share), Level::ok);
}

TEST_F(AlertsTest, AReplayStormFiresAndClears) {
  count(metrics::Counter::created, 10);
  count(metrics::Counter::replayed, 30);
  EXPECT_EQ(level(Rule::replay_share), Level::ok);
  count(metrics::Counter::replayed, 60);
  EXPECT_EQ(level(Rule::replay_share), Level::critical);
  time_passes();
  EXPECT_EQ(level(Rule::replay_share), Level::ok);
}

TEST_F(AlertsTest, OneClientsMismatchesFireAndClear) {
  for (int i = 0; i < 10; ++i) count(metrics::Counter::mismatch, 5, "tenant-" + std::to_string(i));
  EXPECT_EQ(level(Rule::mismatch_client), Level::ok);
  count(metrics::Counter::mismatch, 1, "tenant-3");
  EXPECT_EQ(level(Rule::mismatch_client), Level::warning);
  time_passes();
  EXPECT_EQ(level(Rule::mismatch_client), Level::ok);
}

TEST_F(AlertsTest, NoCompletionsFireAndClear) {
  count(metrics::Counter::created, 20);
  EXPECT_EQ(level(Rule::no_completions), Level::warning);
  count(metrics::Counter::settled_succeeded, 1);
  EXPECT_EQ(level(Rule::no_completions), Level::ok);
}

// The engine's own counters, not counters made for the rule.
TEST_F(AlertsTest, WhatAServiceDoesIsWhatTheRulesSee) {
  metrics::Counters counters;
  engine::Engine engine(connection_, &counters);
  const engine::OperationPolicy policy{.lease = std::chrono::minutes(1)};
  for (int i = 0; i < 60; ++i)
    ASSERT_TRUE(engine.claim({{"acme", "pay", "one key"}, key::fingerprint("body"), "svc", "", {}}, policy));
  ASSERT_TRUE(metrics::flush(connection_, "00000000-0000-4000-8000-000000000002", 1, counters.take()));
  EXPECT_EQ(level(Rule::conflict_share), Level::critical);
}

TEST_F(AlertsTest, AStuckKeyFiresAndClears) {
  row("live", "1 minute");
  EXPECT_EQ(level(Rule::stuck_age), Level::ok);
  row("dead", "-10 minutes");
  EXPECT_EQ(level(Rule::stuck_age), Level::warning);
  raw_.tamper("UPDATE onceover.keys SET locked_until = now() - interval '31 minutes' WHERE key = 'dead'");
  EXPECT_EQ(level(Rule::stuck_age), Level::critical);
  raw_.tamper("DELETE FROM onceover.keys WHERE key = 'dead'");
  EXPECT_EQ(level(Rule::stuck_age), Level::ok);
}

TEST_F(AlertsTest, EventsOfOurOwnSchemaFireAndClear) {
  for (const Rule rule : {Rule::outbox_lag, Rule::outbox_parked, Rule::outbox_dead, Rule::inbox_dead,
                          Rule::topic_without_relay})
    EXPECT_EQ(level(rule), Level::ok) << name(rule);
  raw_.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('payments', 'p-1', now() - "
      "interval '2 min')");
  EXPECT_EQ(level(Rule::topic_without_relay), Level::warning);
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) SELECT 'to-kafka', "
      "'{payments}', '1:1:', '1:1:', oid FROM pg_database WHERE datname = current_database()");
  EXPECT_EQ(level(Rule::topic_without_relay), Level::ok);
  EXPECT_EQ(level(Rule::outbox_lag), Level::warning);
  raw_.exec(
      "UPDATE onceover.relays SET window_from = pg_current_snapshot(), window_to = pg_current_snapshot();"
      "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
      "state) SELECT 'to-kafka', seq, id, topic, aggregatetype, aggregateid, created_at, 'behind' FROM "
      "onceover.outbox");
  EXPECT_EQ(level(Rule::outbox_lag), Level::ok);
  // Of another server no relay runs, and what is not published is unknown.
  for (const char* foreign :
       {"UPDATE onceover.relays SET database_oid = 1", "UPDATE onceover.relays SET system_identifier = '1'",
        "UPDATE onceover.relays SET window_to = '899999999:899999999:'",
        "UPDATE onceover.outbox SET xid = '899999999'"}) {
    raw_.exec("BEGIN");
    raw_.exec(foreign);
    raw_.exec("COMMIT");
    EXPECT_EQ(level(Rule::outbox_lag), Level::unknown) << foreign;
    raw_.exec(
        "UPDATE onceover.relays SET window_to = pg_current_snapshot(), system_identifier = NULL, "
        "database_oid = d.oid FROM pg_database d WHERE d.datname = current_database(); UPDATE "
        "onceover.outbox SET xid = '3'");
    EXPECT_EQ(level(Rule::outbox_lag), Level::ok);
  }
  EXPECT_EQ(level(Rule::outbox_parked), Level::warning);
  raw_.exec("UPDATE onceover.outbox_parked SET state = 'dead'");
  EXPECT_EQ(level(Rule::outbox_parked), Level::ok);
  EXPECT_EQ(level(Rule::outbox_dead), Level::warning);
  raw_.exec("DELETE FROM onceover.outbox_parked");
  EXPECT_EQ(level(Rule::outbox_dead), Level::ok);
  raw_.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, dead_at) VALUES ('ledger', 'kafka', "
      "'e-1', 'dead', now())");
  EXPECT_EQ(level(Rule::inbox_dead), Level::warning);
  raw_.exec("DELETE FROM onceover.inbox");
  EXPECT_EQ(level(Rule::inbox_dead), Level::ok);
}

TEST_F(AlertsTest, WhatRowLevelSecurityHidesClearsNoAlert) {
  const std::string role = "viewer of " + database_.name(), login = "viewer_" + database_.name();
  raw_.exec(roles::role_script(tables::own(), {}, roles::DbRole::viewer, role).value());
  raw_.exec("CREATE ROLE " + test::quoted_name(login) + " LOGIN IN ROLE " + test::quoted_name(role));
  connection_ = pg::Connection::open({.conninfo = database_.conninfo() + " user=" + login}).value();
  const auto rules = {Rule::outbox_lag, Rule::outbox_parked, Rule::outbox_dead, Rule::topic_without_relay};
  for (const Rule rule : rules) EXPECT_EQ(level(rule), Level::ok) << name(rule);
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) SELECT 'to-kafka', "
      "'{*}', pg_current_snapshot(), pg_current_snapshot(), oid FROM pg_database WHERE datname = "
      "current_database(); INSERT INTO onceover.outbox (topic, aggregateid, created_at) VALUES ('payments', "
      "'p-1', now() - interval '2 min'); INSERT INTO onceover.outbox_parked (relay, seq, id, topic, "
      "aggregatetype, aggregateid, created_at, state) SELECT 'to-kafka', seq, id, topic, aggregatetype, "
      "aggregateid, created_at, 'dead' FROM onceover.outbox; ALTER TABLE onceover.relays ENABLE ROW LEVEL "
      "SECURITY");
  for (const Rule rule : rules) EXPECT_EQ(level(rule), Level::unknown) << name(rule);
  connection_.close();
  raw_.exec("DROP ROLE " + test::quoted_name(login));
  raw_.exec(roles::role_drop_script(tables::own(), roles::DbRole::viewer, role).value());
}

// A part that cannot be read is unknown and clears nothing; the other rules go on.
TEST_F(AlertsTest, EventsThatCannotBeReadAreUnknown) {
  raw_.exec("ALTER TABLE onceover.relays RENAME COLUMN topics TO names");
  for (const Rule rule :
       {Rule::outbox_lag, Rule::outbox_parked, Rule::outbox_dead, Rule::topic_without_relay})
    EXPECT_EQ(level(rule), Level::unknown) << name(rule);
  EXPECT_EQ(level(Rule::inbox_dead), Level::ok);
  EXPECT_EQ(level(Rule::stuck_age), Level::ok);
}

TEST_F(AlertsTest, ACaseForAPersonFiresAndClears) {
  row("odd", "-10 minutes");
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, fence, verdict, reason) VALUES ('acme', "
      "'pay', 'odd', 'needs_human', 1, 'needs_human', 'asked in vain')");
  EXPECT_EQ(level(Rule::needs_human), Level::warning);
  raw_.exec("UPDATE onceover.cases SET status = 'open'");
  EXPECT_EQ(level(Rule::needs_human), Level::ok);
}

// What the list of cases and requests shows, also to a person who reads an external table.
TEST_F(AlertsTest, RequestsForASecondApproverAreCountedForEveryTable) {
  raw_.exec("CREATE TABLE requests (id bigint PRIMARY KEY)");
  tables::Profile external{
      .name = "requests", .schema = "public", .table = "requests", .identity = {"id"}, .key = "id"};
  external.never_null = {"id"};
  external.states.otherwise = tables::StateRule{.state = key::State::succeeded, .word = "seen"};
  const auto observed = [&](pg::Connection& connection, const tables::Profile& profile) {
    browse::Browser browser(connection, profile);
    auto out = observe(connection, browser, profile);
    if (!out) throw std::runtime_error(out.error().sentence() + out.error().detail);
    return std::move(*out);
  };
  EXPECT_EQ(observed(connection_, tables::own()).approvals->n, 0);
  const std::string ask =
      "INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, "
      "seen_digest, request, request_digest, reason, ticket, evidence) VALUES ('alice', 'desk', 'onceover', "
      "'fail', 'acme', 'pay', 'k', 1, sha256('s'), '{}', sha256('r'), 'gone', 'INC-7', '{}')";
  raw_.exec(ask);
  row("odd", "-10 minutes");
  raw_.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, fence, verdict, reason) VALUES ('acme', "
      "'pay', 'odd', 'needs_human', 1, 'needs_human', 'asked in vain')");
  for (const tables::Profile& profile : {tables::own(), external}) {
    const Observed seen = observed(connection_, profile);
    ASSERT_TRUE(seen.approvals && seen.other_cases);
    EXPECT_EQ(seen.approvals->n, 1);
    EXPECT_EQ(seen.approvals->known, unfinished::Known::exact);
    EXPECT_EQ(seen.other_cases->n + (seen.needs_human ? seen.needs_human->n : 0), 1)
        << "the case is counted once";
  }
  // A user who may not read them does not learn that there are none.
  const std::string user = "reader_" + database_.name();
  raw_.exec("CREATE ROLE " + user + " LOGIN; GRANT SELECT ON requests TO " + user);
  {
    auto reader = pg::Connection::open({.conninfo = database_.conninfo() + " user=" + user});
    ASSERT_TRUE(reader);
    const Observed seen = observed(*reader, external);
    ASSERT_TRUE(seen.approvals && seen.other_cases);
    EXPECT_EQ(seen.approvals->known, unfinished::Known::unknown);
    EXPECT_EQ(seen.other_cases->known, unfinished::Known::unknown);
  }
  raw_.exec("DROP OWNED BY " + user + "; DROP ROLE " + user + "; DROP SCHEMA onceover CASCADE");
  const Observed without = observed(connection_, external);
  EXPECT_FALSE(without.approvals || without.other_cases);
}

TEST_F(AlertsTest, EventsThatWaitAndEventsThatFailed) {
  raw_.exec(
      "CREATE TABLE events (id bigint PRIMARY KEY, state text NOT NULL, made_at timestamptz NOT NULL); "
      "INSERT INTO events SELECT i, 'sent', now() FROM generate_series(1, 20) i; ANALYZE events");
  using test::foreign::when_word;
  tables::Profile events{.name = "events",
                         .kind = tables::Kind::outbox,
                         .schema = "public",
                         .table = "events",
                         .identity = {"id"},
                         .key = "id"};
  events.never_null = {"id", "state", "made_at"};
  events.states = {"state",
                   {when_word("state", "sent", key::State::succeeded),
                    when_word("state", "waiting", key::State::in_progress),
                    when_word("state", "dead", key::State::failed)},
                   {}};
  events.created_at.column = "made_at";
  EXPECT_EQ(level(Rule::lag, events), Level::ok);
  EXPECT_EQ(level(Rule::dead_letters, events), Level::ok);
  EXPECT_EQ(level(Rule::conflict_share, events), Level::unknown);
  raw_.exec(
      "UPDATE events SET state = 'waiting', made_at = now() - interval '2 minutes' WHERE id = 3; UPDATE "
      "events SET state = 'dead' WHERE id = 4");
  EXPECT_EQ(level(Rule::lag, events), Level::warning);
  EXPECT_EQ(level(Rule::dead_letters, events), Level::warning);
  raw_.exec("UPDATE events SET state = 'sent'");
  EXPECT_EQ(level(Rule::lag, events), Level::ok);
  EXPECT_EQ(level(Rule::dead_letters, events), Level::ok);
}

TEST_F(AlertsTest, AWindowIsADayAtMost) {
  browse::Browser browser(connection_, tables::own());
  EXPECT_FALSE(observe(connection_, browser, tables::own(), std::chrono::hours(25)));
  EXPECT_FALSE(observe(connection_, browser, tables::own(), Duration{0}));
}

}  // namespace
}  // namespace onceover::alerts
