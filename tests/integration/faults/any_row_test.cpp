// SPDX-License-Identifier: Apache-2.0
// F39: one row that SQL admits and that a loop cannot handle. Whatever row is there, the rows beside it are
// served.
#include "tests/integration/faults/any_row.h"

#include "core/exports/export.h"
#include "core/inbox/consumer.h"
#include "tests/integration/inbox/fixture.h"
#include "tests/integration/outbox/fixture.h"
#include "tests/integration/plan/fixture.h"
#include "tests/integration/sweeper/rows_fixture.h"

namespace onceover::test {
namespace {

constexpr int tables = 6, innocents = 20, passes = 3;

// As after a fault of the disk: values that are kept outside their rows are gone.
void damage(RawConnection& raw, const std::string& table, const std::string& which = "true") {
  const std::string toast =
      raw.scalar("SELECT reltoastrelid::regclass::text FROM pg_class WHERE oid = $1::regclass", {table});
  raw.exec("SET allow_system_table_mods = on");
  raw.exec("UPDATE pg_class SET relkind = 'r' WHERE oid = $1::regclass", {toast});
  raw.exec("DELETE FROM " + toast + " WHERE " + which);
  raw.exec("UPDATE pg_class SET relkind = 't' WHERE oid = $1::regclass", {toast});
}

// With the constraints of the tables, and as though they were not there: programs do not rely on them.
void drop_constraints(RawConnection& raw) {
  raw.exec(
      "DROP TRIGGER key_is_sound ON onceover.keys; DROP TRIGGER key_stays_sound ON onceover.keys; ALTER "
      "TABLE onceover.keys ALTER owner TYPE text, ALTER correlation_id TYPE text, ALTER error_code TYPE "
      "text, ALTER customer TYPE text, ALTER currency TYPE text, ALTER reference TYPE text; ALTER DOMAIN "
      "onceover.key_name DROP CONSTRAINT key_name_check; ALTER TABLE onceover.outbox DROP CONSTRAINT "
      "event_fits_a_broker, DROP CONSTRAINT event_headers_are_texts; ALTER TABLE onceover.outbox_parked DROP "
      "CONSTRAINT waiting_is_due_some_time; ALTER TABLE onceover.plan_items DROP CONSTRAINT done_is_audited");
}

sweeper::SweepConfig at_once() {
  sweeper::SweepConfig config;
  config.share = 1;
  config.max_attempts = 2;
  config.backoff_base = config.backoff_cap = std::chrono::microseconds(1);
  config.retry_budget.burst = 1'000'000;
  return config;
}

class AnyKey : public PlanTest, public testing::WithParamInterface<bool> {
 protected:
  unsigned seed = any_row_seed();
  std::vector<std::string> said;

  void SetUp() override {
    if (GetParam()) drop_constraints(raw);
    for (int i = 1; i <= innocents; ++i) gateway.perform(downstream(key_name(i)));
  }
  void clear() {
    raw.tamper(
        "DELETE FROM onceover.keys; DELETE FROM onceover.cases; DELETE FROM onceover.unfinished; DELETE FROM "
        "onceover.plan_items; DELETE FROM onceover.plans");
  }
  void insert_stuck() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, state, "
        "fingerprint_kind, fingerprint, amount, currency) SELECT 'acme', 'POST /refunds', 'key-' || "
        "lpad(i::text, 7, '0'), clock_timestamp() - interval '1 hour' + i * interval '1 microsecond', "
        "nextval('onceover.fence'), clock_timestamp() - interval '1 minute', 'in_progress', 'jcs-sha256', "
        "sha256(i::text::bytea), 10.00, 'EUR' FROM generate_series(1, $1::int) i",
        {std::to_string(innocents)});
  }
  // One more, before, among or after the others.
  void insert_poison(unsigned place) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, state, "
        "fingerprint_kind, fingerprint, owner) SELECT 'acme', 'POST /refunds', 'poison', clock_timestamp() - "
        "interval '1 hour' + $1::int * interval '1 microsecond', nextval('onceover.fence'), "
        "clock_timestamp() - interval '1 minute', 'in_progress', 'jcs-sha256', sha256('x'), 'pay-1'",
        {std::to_string(static_cast<int>(place) - 1)});
  }
  void insert_finished() {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, state, fingerprint_kind, "
        "fingerprint, response_code, response_version, response_body, completed_at, expires_at) SELECT "
        "'acme', 'POST /refunds', 'old-' || i, clock_timestamp() - interval '1 hour' + i * interval '1 "
        "microsecond', nextval('onceover.fence'), 'succeeded', 'jcs-sha256', sha256(i::text::bytea), 200, 1, "
        "'x', clock_timestamp() - interval '1 hour', clock_timestamp() - interval '1 minute' FROM "
        "generate_series(1, 20) i");
  }
  std::string count(const std::string& where) {
    return raw.scalar("SELECT count(*) FROM onceover.keys WHERE " + where);
  }
  // Settled within a few passes, each of which ends well.
  void expect_served(const std::string& how) {
    for (int pass = 0;
         pass < passes && count("key LIKE 'key-%' AND state = 'succeeded'") != std::to_string(innocents);
         ++pass) {
      sweeper::Sweeper one(connection, profile, gateway, at_once(), {"sweeper", "host", "onceover-test"},
                           nullptr, Random(1),
                           [&](const LogRecord& record) { said.push_back(record.message); });
      const auto counts = one.run_once();
      ASSERT_TRUE(counts) << how << "\n" << counts.error().sentence() << ' ' << counts.error().detail;
    }
    ASSERT_EQ(count("key LIKE 'key-%' AND state = 'succeeded'"), std::to_string(innocents)) << how;
  }
  void expect_reaped(const std::string& how) {
    const auto reaped = sweeper::reap(connection, {}, nullptr);
    ASSERT_TRUE(reaped) << how << "\n" << reaped.error().sentence() << ' ' << reaped.error().detail;
    ASSERT_EQ(count("key LIKE 'old-%'"), "0") << how;
  }
  void expect_exported(const std::string& how) {
    const auto source = exports::keys(profile, {}, false, false);
    ASSERT_TRUE(source);
    const auto exported =
        exports::export_to(connection, *source, {}, [](std::string_view) { return Result<void>(); });
    ASSERT_TRUE(exported) << how << "\n" << exported.error().sentence() << ' ' << exported.error().detail;
    ASSERT_GE(exported->rows, innocents) << how;
  }
};

TEST_P(AnyKey, F39_OfTheKeysStopsNoSweepNoReapAndNoExport) {
  AnyRow any(raw, "onceover.keys", {}, seed);
  for (int i = 0; i < any_rows(tables * 2); ++i) {
    clear();
    insert_stuck();
    insert_finished();
    insert_poison(any.draw(innocents + 2));
    const std::string how = any.spoil("key = 'poison'");
    ASSERT_FALSE(how.empty());
    ASSERT_NO_FATAL_FAILURE(expect_served(how));
    ASSERT_NO_FATAL_FAILURE(expect_exported(how));
    ASSERT_NO_FATAL_FAILURE(expect_reaped(how));
  }
}

TEST_P(AnyKey, F39_OfTheCasesStopsNoSweep) {
  AnyRow any(raw, "onceover.cases", {}, seed);
  for (int i = 0; i < any_rows(tables * 2); ++i) {
    clear();
    insert_stuck();
    insert_poison(any.draw(innocents + 2));
    raw.exec(
        "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, fence, verdict, "
        "reason, evidence) SELECT tenant, operation, key, 'open', 1, clock_timestamp(), fence, 'unresolved', "
        "'asked', '{}' FROM onceover.keys WHERE key = 'poison'");
    const std::string how = any.spoil("key = 'poison'");
    ASSERT_FALSE(how.empty());
    ASSERT_NO_FATAL_FAILURE(expect_served(how));
  }
}

TEST_P(AnyKey, F39_OfAPlanStopsNoItemBesideIt) {
  AnyRow any(raw, "onceover.plan_items", {"plan", "position"}, seed);
  for (int i = 0; i < any_rows(tables * 2); ++i) {
    clear();
    insert_stuck();
    insert_poison(any.draw(innocents + 2));
    make(settling());
    const std::string how = any.spoil("key = 'poison'");
    ASSERT_FALSE(how.empty());
    const std::string wanted = std::to_string(innocents);
    const auto is_served = [&] {
      return raw.scalar(
                 "SELECT count(*) FROM onceover.plan_items WHERE key LIKE 'key-%' AND state = 'done'") ==
             wanted;
    };
    const bool rehearsed = any.draw(2) == 0;
    int steps = 0;
    const auto go_on = [&] { return ++steps < 200; };
    if (rehearsed) {
      const auto foreseen =
          work_on(connection, gateway, plan::Work::dry_run, "INC-4711", eager(), alice, described, go_on);
      ASSERT_TRUE(foreseen) << how << "\n" << foreseen.error().sentence() << ' ' << foreseen.error().detail;
    }
    auto options = eager();
    options.without_dry_run = true;
    steps = 0;
    const auto ran = work_on(connection, gateway, plan::Work::run, "INC-4711", options, alice, described,
                             [&] { return go_on() && (steps < 3 || !is_served()); });
    ASSERT_TRUE(ran) << how << "\n" << ran.error().sentence() << ' ' << ran.error().detail;
    ASSERT_TRUE(is_served()) << how << "\n"
                             << raw.scalar(
                                    "SELECT string_agg(DISTINCT concat_ws(' ', state, outcome, why), '; ') "
                                    "FROM onceover.plan_items");
  }
}

TEST_P(AnyKey, F39_WhatATriggerRefusesIsSetAsideAndItsNeighboursAreSettled) {
  insert_stuck();
  insert_poison(7);
  insert_finished();
  raw.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.key IN ('poison', "
      "'old-7') THEN RAISE EXCEPTION 'this one never'; END IF; RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE "
      "NEW END; END $$; CREATE TRIGGER refuses BEFORE UPDATE OR DELETE ON onceover.keys FOR EACH ROW EXECUTE "
      "FUNCTION refuse()");
  ASSERT_NO_FATAL_FAILURE(expect_served("a trigger"));
  EXPECT_EQ(raw.scalar(
                "SELECT string_agg(key || ' ' || reason, ';') FROM onceover.cases WHERE status <> 'settled'"),
            "poison cannot be read: this one never");
  EXPECT_THAT(said, testing::Contains("The row was set aside: cannot be read: this one never"));
  EXPECT_EQ(
      raw.scalar(
          "SELECT count(*) FROM onceover.audit WHERE key = 'poison' AND reason LIKE 'cannot be read:%'"),
      "1");
  const auto reaped = sweeper::reap(connection, {}, nullptr);
  ASSERT_TRUE(reaped) << reaped.error().sentence();
  EXPECT_EQ(reaped->reaped, 19);
  EXPECT_EQ(reaped->set_aside, 1);
  EXPECT_EQ(raw.scalar("SELECT status || ' ' || reason FROM onceover.cases WHERE key = 'old-7'"),
            "needs_human cannot be deleted: this one never");
  EXPECT_EQ(raw.scalar("SELECT onceover.reap_finished(100)"), "0");
  // The person who has found the reason settles it.
  raw.exec(
      "DROP TRIGGER refuses ON onceover.keys; UPDATE onceover.cases SET status = 'open', next_try_at = NULL");
  sweep(at_once());
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys WHERE key = 'poison'"), "released");
}

// F38: what a runner wrote while the clock was ahead.
TEST_P(AnyKey, F38_ItemsOfAPlanThatATimeAheadHoldsAreTaken) {
  insert_stuck();
  make(settling());
  raw.tamper(
      "UPDATE onceover.plan_items SET next_try_at = clock_timestamp() + interval '2 days', taken_until = "
      "clock_timestamp() + interval '2 days'");
  auto options = eager();
  options.without_dry_run = true;
  int steps = 0;
  ASSERT_TRUE(work_on(connection, gateway, plan::Work::run, "INC-4711", options, alice, described,
                      [&] { return ++steps < 200; }));
  EXPECT_EQ(totals().done, innocents);
}

// The constraints refuse each of them; where one is there nevertheless, it stops nothing, and its owner can
// correct it.
TEST_P(AnyKey, F39_ContradictoryAndHugeKeysStopNobody) {
  const std::vector<std::string> changes{
      "completed_at = clock_timestamp()", "owner = repeat('x', 256 * 1024 * 1024)",
      "key = (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 82) i)"};
  for (const std::string& change : changes) {
    clear();
    insert_stuck();
    insert_poison(3);
    if (!GetParam()) {
      EXPECT_THAT(raw.sqlstate_of("UPDATE onceover.keys SET " + change + " WHERE key = 'poison'"),
                  testing::AnyOf("23514", "22001"))
          << change;
      continue;
    }
    raw.tamper("UPDATE onceover.keys SET " + change + " WHERE key = 'poison'");
    ASSERT_NO_FATAL_FAILURE(expect_served(change));
    EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.keys SET completed_at = NULL WHERE fingerprint = sha256('x') "
                              "AND state <> 'succeeded'"),
              "");
  }
}

// Its value on the disk is damaged, which nothing but the server can find.
TEST_P(AnyKey, F39_AnExportNamesTheRowsThatTheServerCannotReadAndHasTheOthers) {
  raw.exec("ALTER TABLE onceover.keys ALTER COLUMN response_body SET STORAGE EXTERNAL");
  insert_finished();
  raw.tamper(
      "UPDATE onceover.keys SET response_body = convert_to(repeat('x', 5000), 'UTF8') WHERE key IN ('old-1', "
      "'old-7', 'old-8', 'old-20')");
  damage(raw, "onceover.keys");
  raw.exec("VACUUM onceover.keys");  // until then the server still finds them
  const auto source = exports::keys(profile, {}, false, true);
  ASSERT_TRUE(source);
  std::string text;
  const auto exported = exports::export_to(connection, *source, {}, [&](std::string_view piece) {
    text += piece;
    return Result<void>();
  });
  ASSERT_TRUE(exported) << exported.error().sentence() << ' ' << exported.error().detail;
  EXPECT_EQ(exported->rows, 16);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 17);
  EXPECT_EQ(exported->unread, 4);
  EXPECT_THAT(exports::unread_words(*exported),
              testing::AllOf(testing::HasSubstr("4 rows could not be read and are not in the file"),
                             testing::HasSubstr("row 7 of the listing"), testing::HasSubstr("old-7: "),
                             testing::HasSubstr("old-20: ")));
}

INSTANTIATE_TEST_SUITE_P(Constraints, AnyKey, testing::Bool(),
                         [](const auto& one) { return one.param ? "Dropped" : "Kept"; });

class AnyExternalRow : public RowsTest {};

TEST_F(AnyExternalRow, F39_StopsNoSweepOfItsTable) {
  AnyRow any(raw, "requests", {}, any_row_seed());
  for (int i = 1; i <= innocents; ++i) gateway.perform(at_gateway("in-" + std::to_string(i)));
  for (int i = 0; i < any_rows(tables); ++i) {
    raw.tamper("DELETE FROM requests; DELETE FROM onceover.row_cases");
    for (int n = 1; n <= innocents; ++n) row("in-" + std::to_string(n));
    row("poison");
    const std::string how = any.spoil("request_id = 'poison'");
    ASSERT_FALSE(how.empty());
    for (int pass = 0;
         pass < passes &&
         raw.scalar("SELECT count(*) FROM requests WHERE request_id LIKE 'in-%' AND phase = 'DONE'") != "20";
         ++pass) {
      const auto counts = try_sweep(at_once());
      ASSERT_TRUE(counts) << how << "\n" << counts.error().sentence() << ' ' << counts.error().detail;
    }
    ASSERT_EQ(raw.scalar("SELECT count(*) FROM requests WHERE request_id LIKE 'in-%' AND phase = 'DONE'"),
              "20")
        << how;
  }
}

TEST_F(AnyExternalRow, F39_ARowThatTheServerCannotReadIsSetAside) {
  raw.exec("ALTER TABLE requests ALTER trace SET STORAGE EXTERNAL");
  row("poison");
  raw.exec("UPDATE requests SET trace = repeat('x', 100000)");
  for (int n = 1; n <= innocents; ++n) {
    row("in-" + std::to_string(n));
    gateway.perform(at_gateway("in-" + std::to_string(n)));
  }
  damage(raw, "requests");
  for (int pass = 0; pass < passes; ++pass) ASSERT_TRUE(try_sweep(at_once()));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM requests WHERE request_id LIKE 'in-%' AND phase = 'DONE'"),
            "20");
  EXPECT_THAT(raw.scalar("SELECT key || ' ' || reason FROM onceover.row_cases WHERE status <> 'settled'"),
              testing::StartsWith("poison cannot be read: "));
}

// F38: what a sweeper wrote while the clock was ahead.
TEST_F(AnyExternalRow, F38_ACaseThatATimeAheadHoldsIsAskedAboutAgain) {
  row("held");
  row("asked");
  gateway.answer = [](const gateway::Question&) {
    return FakeGateway::of(gateway::Finding::pending, "processing");
  };
  EXPECT_EQ(sweep(eager()).unresolved, 2);
  raw.exec("UPDATE onceover.row_cases SET next_try_at = clock_timestamp() + interval '1 hour'");
  EXPECT_EQ(sweep(eager()).owned, 0);
  raw.exec("UPDATE onceover.row_cases SET next_try_at = clock_timestamp() + interval '2 days'");
  raw.exec(
      "UPDATE onceover.row_cases SET owner = 'sweeper', fence = 1, locked_until = clock_timestamp() + "
      "interval '2 days' WHERE key = 'held'");
  EXPECT_EQ(sweep(eager()).owned, 2);
}

class AnyInboxRow : public InboxTest {
 protected:
  inbox::WorkTurn work() {
    inbox::Worker worker(
        connection, "billing", policy, {}, [](inbox::Work&) { return std::nullopt; }, "test",
        [this](const LogRecord& record) {
          said.push_back(record.message);
          for (const auto& [name, value] : record.fields) said.back() += " " + name + "=" + value;
        });
    for (int turn = 0; turn < 200; ++turn) {
      const auto done = worker.run_once();
      if (!done) throw std::runtime_error(done.error().sentence() + ' ' + done.error().detail);
      if (done->state == inbox::WorkTurn::State::idle) return *done;
    }
    throw std::runtime_error("the worker never rests");
  }
  void receive(const std::string& name, int n) {
    raw.exec(
        "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at, payload, "
        "headers) SELECT 'billing', 'orders', $1 || i, 'in_progress', true, clock_timestamp() - interval '1 "
        "minute', convert_to(repeat(md5(i::text), 400), 'UTF8'), '{\"a\": \"b\"}' FROM generate_series(1, "
        "$2::int) i",
        {name, std::to_string(n)});
  }
  std::string served() {
    return raw.scalar(
        "SELECT count(*) FROM onceover.inbox WHERE event_id LIKE 'in-%' AND state = 'succeeded'");
  }
  std::vector<std::string> said;
};

TEST_F(AnyInboxRow, F39_StopsNoWorkerAndNoReap) {
  AnyRow any(raw, "onceover.inbox", {}, any_row_seed());
  for (int i = 0; i < any_rows(tables); ++i) {
    raw.tamper("DELETE FROM onceover.inbox; DELETE FROM onceover.inbox_versions");
    receive("poison-", 1);
    receive("in-", innocents);
    const std::string how = any.spoil("event_id = 'poison-1'");
    ASSERT_FALSE(how.empty());
    ASSERT_NO_THROW(work()) << how;
    ASSERT_EQ(served(), "20") << how;
    const auto reaped = inbox::reap(connection, Duration{0}, "", 0, 1'000'000);
    ASSERT_TRUE(reaped) << how << "\n" << reaped.error().sentence();
    ASSERT_EQ(served(), "0") << how;
  }
}

// F38: what a worker wrote while the clock was ahead.
TEST_F(AnyInboxRow, F38_EventsThatATimeAheadHoldsAreTaken) {
  receive("in-", innocents);
  raw.tamper("UPDATE onceover.inbox SET next_try_at = clock_timestamp() + interval '1 hour'");
  work();
  EXPECT_EQ(served(), "0");
  raw.tamper(
      "UPDATE onceover.inbox SET next_try_at = clock_timestamp() + interval '2 days', locked_until = "
      "clock_timestamp() + interval '2 days'");
  work();  // it finds them, and they are due
  work();
  EXPECT_EQ(served(), "20");
}

// Its value on the disk is damaged, which nothing but the server can find.
TEST_F(AnyInboxRow, F39_AnEventThatTheServerCannotReadBecomesADeadLetter) {
  raw.exec("ALTER TABLE onceover.inbox ALTER COLUMN payload SET STORAGE EXTERNAL");
  receive("poison-", 1);
  receive("in-", innocents);
  damage(
      raw, "onceover.inbox",
      "chunk_id = (SELECT min(d.chunk_id) FROM " +
          raw.scalar(
              "SELECT reltoastrelid::regclass::text FROM pg_class WHERE oid = 'onceover.inbox'::regclass") +
          " d)");
  ASSERT_NO_THROW(work());
  EXPECT_EQ(served(), "20");
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.inbox WHERE event_id = 'poison-1'"), "dead");
  EXPECT_THAT(raw.scalar("SELECT last_error FROM onceover.inbox WHERE event_id = 'poison-1'"),
              testing::StartsWith("cannot be read: "));
  EXPECT_THAT(said, testing::Contains(testing::StartsWith("An event cannot be read: it is a dead letter.")));
}

// One that cannot be taken, and one that refuses all after it was taken.
TEST_F(AnyInboxRow, F39_AnEventThatRefusesEveryChangeIsNamedAndTheOthersAreHandled) {
  raw.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.event_id = 'poison-1' OR "
      "(OLD.event_id = 'poison-2' AND OLD.locked_until IS NOT NULL) THEN RAISE 'this one never'; END IF; "
      "RETURN NEW; END $$; CREATE TRIGGER refuses BEFORE UPDATE ON onceover.inbox FOR EACH ROW EXECUTE "
      "FUNCTION refuse()");
  receive("poison-", 2);
  receive("in-", innocents);
  ASSERT_NO_THROW(work());
  EXPECT_EQ(served(), "20");
  EXPECT_EQ(raw.scalar("SELECT string_agg(state, ' ') FROM onceover.inbox WHERE event_id LIKE 'poison-%'"),
            "in_progress in_progress");
  EXPECT_THAT(said, testing::Contains(testing::AllOf(testing::HasSubstr("refuses every change"),
                                                     testing::HasSubstr("poison-1"),
                                                     testing::HasSubstr("this one never"))));
  EXPECT_THAT(said, testing::Contains(testing::AllOf(testing::HasSubstr("refuses every change"),
                                                     testing::HasSubstr("poison-2"))));
}

// A constraint that an earlier row breaks, and a trigger that suppresses the change without a word.
TEST_F(AnyInboxRow, F39_EventsThatAConstraintOrASilentTriggerKeepsStopNoWorker) {
  raw.exec(
      "CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN CASE WHEN OLD.event_id "
      "LIKE 'silent-%' THEN NULL ELSE NEW END; END $$; CREATE TRIGGER keeps BEFORE UPDATE ON onceover.inbox "
      "FOR EACH ROW EXECUTE FUNCTION keep()");
  receive("broken-", 1);
  raw.exec("ALTER TABLE onceover.inbox ADD CONSTRAINT unbroken CHECK (event_id !~ 'broken') NOT VALID");
  receive("silent-", 5);
  receive("in-", innocents);
  ASSERT_NO_THROW(work());
  EXPECT_EQ(served(), "20");
  EXPECT_THAT(said, testing::Contains(testing::AllOf(testing::HasSubstr("refuses every change"),
                                                     testing::HasSubstr("broken-1"))));
}

// F38: an event that a time ahead holds and that refuses every change holds no other.
TEST_F(AnyInboxRow, F39_AnEventAheadThatRefusesEveryChangeHoldsNoOther) {
  raw.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.event_id = 'poison-1' "
      "THEN RAISE 'this one never'; END IF; RETURN NEW; END $$");
  receive("poison-", 1);
  receive("in-", innocents);
  raw.tamper("UPDATE onceover.inbox SET next_try_at = clock_timestamp() + interval '2 days'");
  raw.exec("CREATE TRIGGER refuses BEFORE UPDATE ON onceover.inbox FOR EACH ROW EXECUTE FUNCTION refuse()");
  for (int turn = 0; turn < 5 && served() != "20"; ++turn) ASSERT_NO_THROW(work());
  EXPECT_EQ(served(), "20");
  EXPECT_THAT(said, testing::Contains(testing::AllOf(testing::HasSubstr("refuses every change"),
                                                     testing::HasSubstr("poison-1"))));
}

class AnyOutboxRow : public OutboxTest {
 protected:
  std::vector<std::string> write() {
    std::vector<std::string> ids;
    for (int i = 0; i < innocents; ++i) ids.push_back(enqueue("in-" + std::to_string(i % 5)));
    return ids;
  }
};

TEST_F(AnyOutboxRow, F39_StopsNoRelay) {
  drop_constraints(raw);
  AnyRow any(raw, "onceover.outbox", {"xid", "topic"}, any_row_seed());
  outbox::Relay relay(connection, broker, config, "test", Random(1));
  for (int i = 0; i < any_rows(tables); ++i) {
    raw.tamper("DELETE FROM onceover.outbox; DELETE FROM onceover.outbox_parked");
    broker.stored.clear();
    std::vector<std::string> ids;
    {
      // One window, which the relay reads when the event is as it will be.
      raw.exec("BEGIN");
      ids = write();
      enqueue("poison");
      raw.exec("COMMIT");
    }
    const std::string how = any.spoil("aggregateid = 'poison'");
    ASSERT_FALSE(how.empty());
    ASSERT_NO_THROW(drain(relay)) << how;
    ASSERT_THAT(broker.ids(), testing::IsSupersetOf(ids)) << how;
  }
}

TEST_F(AnyOutboxRow, F39_AnEventThatTheServerCannotReadIsGivenUpAndTheOthersGoOut) {
  raw.exec("ALTER TABLE onceover.outbox_rest ALTER COLUMN payload SET STORAGE EXTERNAL");
  enqueue("before");
  const std::string poison = raw.scalar(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, payload) VALUES ('payments', "
      "'payment', 'in-0', convert_to(repeat('x', 100000), 'UTF8')) RETURNING id");
  const std::vector<std::string> ids = write();
  damage(raw, "onceover.outbox_rest");
  outbox::Relay relay(connection, broker, config, "test", Random(1));
  ASSERT_NO_THROW(drain(relay));
  // Its own aggregate waits for a person, as behind each event that is given up.
  EXPECT_EQ(broker.stored.size(), 1 + innocents * 4 / 5);
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || aggregateid FROM onceover.outbox_parked WHERE id = $1::uuid",
                       {poison}),
            "dead in-0");
  EXPECT_THAT(raw.scalar("SELECT error FROM onceover.outbox_parked WHERE id = $1::uuid", {poison}),
              testing::StartsWith("cannot be read: "));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox_parked WHERE state = 'behind'"), "4");
}

TEST_F(AnyOutboxRow, F39_AParkedEventThatTheServerCannotReadIsGivenUpAndTheOthersGoOut) {
  raw.exec("ALTER TABLE onceover.outbox_rest ALTER COLUMN payload SET STORAGE EXTERNAL");
  const std::string poison = enqueue(raw, "poison", std::string(100'000, 'x'));
  const std::vector<std::string> ids = write();
  bool refuses = true;
  broker.ends = [&](const outbox::Stored&) {
    return outbox::Report{
        .result = refuses ? outbox::Report::Result::failed : outbox::Report::Result::delivered,
        .error = "not now"};
  };
  outbox::Relay relay(connection, broker, config, "test", Random(1));
  drain(relay);
  ASSERT_EQ(raw.scalar("SELECT state FROM onceover.outbox_parked WHERE id = $1::uuid", {poison}), "waiting");
  damage(raw, "onceover.outbox_rest");
  refuses = false;
  EXPECT_TRUE(eventually([&] {
    drain(relay);
    return broker.stored.size() == ids.size();
  }));
  EXPECT_THAT(broker.ids(), testing::UnorderedElementsAreArray(ids));
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.outbox_parked WHERE id = $1::uuid", {poison}), "dead");
  EXPECT_THAT(raw.scalar("SELECT error FROM onceover.outbox_parked WHERE id = $1::uuid", {poison}),
              testing::StartsWith("cannot be read: "));
}

// F38: a relay's lease, and the pause of a parked event, of a clock that was ahead.
TEST_F(AnyOutboxRow, F38_ARelayAndAParkedEventThatATimeAheadHoldsGoOn) {
  const std::string event = enqueue("in-1");
  bool refuses = true;
  broker.ends = [&](const outbox::Stored&) {
    return outbox::Report{
        .result = refuses ? outbox::Report::Result::failed : outbox::Report::Result::delivered,
        .error = "not now"};
  };
  {
    outbox::Relay relay(connection, broker, config, "test", Random(1));
    drain(relay);
  }
  refuses = false;
  ASSERT_EQ(raw.scalar("SELECT state FROM onceover.outbox_parked"), "waiting");
  raw.exec(
      "UPDATE onceover.outbox_parked SET next_try_at = clock_timestamp() + interval '2 days'; UPDATE "
      "onceover.relays SET owner = 'another', locked_until = clock_timestamp() + interval '2 days'");
  pg::Connection second = open();
  outbox::Relay relay(second, broker, config, "another test", Random(2));
  EXPECT_TRUE(eventually([&] {
    drain(relay);
    return !broker.stored.empty();
  }));
  EXPECT_THAT(broker.ids(), testing::ElementsAre(event));
}

// A database without an encoding keeps keys that are no text.
TEST(WithoutEncoding, F39_AKeyThatIsNoTextIsSettledAndSoAreItsNeighbours) {
  RawConnection server(shared_server().conninfo("postgres"));
  const std::string name = "rows_without_encoding";
  server.exec("CREATE DATABASE " + name +
              " TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    const std::string conninfo = shared_server().conninfo(name);
    installed_schema().fill(conninfo);
    RawConnection raw(conninfo);
    raw.exec("SET client_encoding = 'SQL_ASCII'");
    for (const char* key : {"a", "k\xFF\xFE", "z"}) {
      raw.exec(
          "INSERT INTO onceover.keys (tenant, operation, key, fence, locked_until, state, fingerprint_kind, "
          "fingerprint, amount, currency) VALUES ('acme', 'POST /refunds', $1, nextval('onceover.fence'), "
          "clock_timestamp() - interval '1 minute', 'in_progress', 'jcs-sha256', sha256('x'), 10.00, 'EUR')",
          {key});
    }
    raw.exec(
        "CREATE TABLE requests (merchant bigint NOT NULL, request_id text NOT NULL, created timestamptz NOT "
        "NULL DEFAULT clock_timestamp() - interval '20 minutes', phase text NOT NULL, locked_until "
        "timestamptz, worker text, amount text DEFAULT '10.00', currency text DEFAULT 'EUR', code int, reply "
        "text, problem text, trace text, PRIMARY KEY (merchant, request_id));");
    for (const char* key : {"a", "k\xFF\xFE", "z"})
      raw.exec(
          "INSERT INTO requests (merchant, request_id, phase, locked_until) VALUES (7, $1, 'RUNNING', now() "
          "- interval '1 minute')",
          {key});
    auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "any-row-test"});
    ASSERT_TRUE(connection);
    FakeGateway gateway;
    sweeper::Sweeper own(*connection, tables::own(), gateway, at_once(), alice, nullptr, Random(1));
    const auto counts = own.run_once();
    ASSERT_TRUE(counts) << counts.error().sentence() << ' ' << counts.error().detail;
    EXPECT_EQ(counts->released, 3);
    const tables::Profile p = requests_profile();
    sweeper::RowSweeper external(*connection, p, gateway, at_once(), alice, nullptr, Random(1));
    const auto swept = external.run_once();
    ASSERT_TRUE(swept) << swept.error().sentence() << ' ' << swept.error().detail;
    EXPECT_EQ(swept->released, 3);
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM requests WHERE phase = 'NEW'"), "3");
  }
  server.exec("DROP DATABASE " + name + " WITH (FORCE)");
}

// Our own statements are ASCII: another encoding has no sign for what is not.
TEST(OtherEncoding, F39_AnExternalTableOfALatin1DatabaseIsExportedAndSwept) {
  RawConnection server(shared_server().conninfo("postgres"));
  const std::string name = "rows_latin1";
  server.exec("CREATE DATABASE " + name +
              " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    const std::string conninfo = shared_server().conninfo(name);
    installed_schema().fill(conninfo);
    RawConnection raw(conninfo);
    raw.exec(
        "CREATE TABLE requests (merchant bigint NOT NULL, request_id text NOT NULL, created timestamptz NOT "
        "NULL DEFAULT clock_timestamp() - interval '20 minutes', phase text NOT NULL, locked_until "
        "timestamptz, worker text, amount text DEFAULT '10.00', currency text DEFAULT 'EUR', code int, reply "
        "text, problem text, trace text, PRIMARY KEY (merchant, request_id));"
        "INSERT INTO requests (merchant, request_id, phase, locked_until, worker) VALUES (7, 'gr\u00fcn', "
        "'RUNNING', now() - interval '1 minute', repeat('x', 5000000))");
    auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "any-row-test"});
    ASSERT_TRUE(connection);
    const tables::Profile p = requests_profile();
    const auto source = exports::keys(p, {}, false, false);
    ASSERT_TRUE(source);
    std::string text;
    const auto exported = exports::export_to(*connection, *source, {}, [&](std::string_view piece) {
      text += piece;
      return Result<void>();
    });
    ASSERT_TRUE(exported) << exported.error().sentence() << ' ' << exported.error().detail;
    EXPECT_THAT(text, testing::HasSubstr("... (the first 1000000 characters of 5000000 bytes)"));
    FakeGateway gateway;
    sweeper::RowSweeper external(*connection, p, gateway, at_once(), alice, nullptr, Random(1));
    const auto swept = external.run_once();
    ASSERT_TRUE(swept) << swept.error().sentence() << ' ' << swept.error().detail;
    EXPECT_EQ(swept->released, 1);
  }
  server.exec("DROP DATABASE " + name + " WITH (FORCE)");
}

TEST(OtherEncoding, F39_AKeyWithACharacterThatUtf8LacksIsNamedAndTheOthersAreExported) {
  RawConnection server(shared_server().conninfo("postgres"));
  const std::string name = "rows_win1252";
  server.exec("CREATE DATABASE " + name +
              " TEMPLATE template0 ENCODING 'WIN1252' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    const std::string conninfo = shared_server().conninfo(name);
    installed_schema().fill(conninfo);
    RawConnection raw(conninfo);
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, fence, locked_until, state, fingerprint_kind, "
        "fingerprint, owner) SELECT 'acme', 'POST /refunds', 'k-' || i, nextval('onceover.fence'), "
        "clock_timestamp(), 'in_progress', 'jcs-sha256', sha256('x'), CASE i WHEN 2 THEN chr(129) ELSE 'o' "
        "END FROM generate_series(1, 3) i");
    auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "any-row-test"});
    ASSERT_TRUE(connection);
    const auto source = exports::keys(tables::own(), {}, false, false);
    ASSERT_TRUE(source);
    const auto exported =
        exports::export_to(*connection, *source, {}, [](std::string_view) { return Result<void>(); });
    ASSERT_TRUE(exported) << exported.error().sentence() << ' ' << exported.error().detail;
    EXPECT_EQ(exported->rows, 2);
    EXPECT_EQ(exported->unread, 1);
    EXPECT_THAT(exports::unread_words(*exported), testing::HasSubstr("acme POST /refunds k-2: "));
  }
  server.exec("DROP DATABASE " + name + " WITH (FORCE)");
}

}  // namespace
}  // namespace onceover::test
