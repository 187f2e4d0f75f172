// SPDX-License-Identifier: Apache-2.0
// Sweeper and reaper walk in slices: what lies at a border is taken once, what comes late is found, and
// nothing is read as a whole.
#include <map>
#include <optional>
#include <thread>

#include "core/roles/roles.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::test {
namespace {

class WalkTest : public StuckTest {
 protected:
  // 40 keys a minute apart, oldest two days old; the tenth of each ten is in progress under an expired lease,
  // each third other finished and past its window, the rest kept. At every fifth, four tenants share key and
  // microsecond.
  void fill() {
    raw.tamper(R"(
      TRUNCATE onceover.keys, onceover.cases;
      INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, completed_at, expires_at, response_code,
                                 response_version, state, fingerprint_kind, fingerprint, response_body, amount, currency)
      SELECT tenant, 'POST /refunds', 'k' || lpad(i::text, 2, '0'), date_trunc('day', now()) - interval '2 d' + i * interval '1 min',
             nextval('onceover.fence'), CASE WHEN stuck THEN now() - interval '1 h' END, CASE WHEN NOT stuck THEN now() END,
             CASE WHEN NOT stuck THEN now() + CASE WHEN i % 3 = 0 THEN interval '-1 h' ELSE interval '1 d' END END,
             CASE WHEN NOT stuck THEN 201 END, CASE WHEN NOT stuck THEN 1 END, CASE WHEN stuck THEN 'in_progress' ELSE 'succeeded' END,
             'jcs-sha256', sha256('x'), CASE WHEN NOT stuck THEN '{}'::bytea END, 10.00, 'EUR'
      FROM generate_series(1, 40) i, LATERAL (SELECT i % 10 = 0 AS stuck) s,
           LATERAL (SELECT 'acme' AS tenant UNION ALL SELECT 't' || n FROM generate_series(1, 3) n WHERE i % 5 = 0) t)");
  }
  std::string count(const std::string& where) {
    return raw.scalar("SELECT count(*) FROM onceover.keys WHERE " + where);
  }
  std::string fingerprint_of(const std::string& where) {
    return raw.scalar(
        "SELECT md5(string_agg(k::text || xmin::text, ',' ORDER BY key, tenant)) FROM onceover.keys k "
        "WHERE " +
        where);
  }
  sweeper::ReapCounts reap(const sweeper::ReapConfig& config) {
    auto counts = sweeper::reap(connection, config, &counters);
    if (!counts) throw std::runtime_error(counts.error().sentence());
    return *counts;
  }
  // A finished key past its window.
  void past(const std::string& key, const std::string& created_at) {
    take<engine::Done>(engine.complete(claimed(key), response_with("{}")));
    raw.tamper("UPDATE onceover.keys SET created_at = " + created_at +
                   ", expires_at = clock_timestamp() - interval '1 s' WHERE key = $1",
               {key});
  }
};

const std::string is_past = "state = 'succeeded' AND expires_at < clock_timestamp()";

TEST_F(WalkTest, TheReaperTakesEachRowAtABorderOnceAndNoOther) {
  for (const int slice : {1, 2, 3, 4, 5, 7, 13, 64, 1000}) {
    for (const int batch : {1, 2, 1000}) {
      fill();
      const std::string due = count(is_past), kept = fingerprint_of("NOT (" + is_past + ")");
      ASSERT_EQ(due, "15");
      (void)counters.take();
      const auto counts = reap({.batch = batch, .share = 1, .slice = slice});
      EXPECT_EQ(std::to_string(counts.reaped), due) << slice << " " << batch;
      EXPECT_EQ(count(is_past), "0") << slice << " " << batch;
      EXPECT_EQ(fingerprint_of("true"), kept)
          << "a row that is not due was touched; slice " << slice << " batch " << batch;
      std::int64_t counted = 0;
      for (const auto& delta : counters.take()) counted += delta.n;
      EXPECT_EQ(std::to_string(counted), due) << slice << " " << batch;
    }
  }
}

TEST_F(WalkTest, TheSweeperAsksOnceAboutEachRowAtABorder) {
  for (const int slice : {1, 2, 3, 5, 7, 64}) {
    for (const int batch : {1, 3, 1000}) {
      fill();
      std::map<key::Identity, int> asked;
      gateway.answer = [&](const gateway::Question& question) {
        ++asked[question.id];
        return gateway.look_up(question);
      };
      sweeper::SweepConfig config;
      config.batch = batch;
      config.share = 1;
      config.slice = slice;
      const auto counts = sweep(config);
      EXPECT_EQ(counts.released + counts.needs_human + counts.unresolved, 16) << slice << " " << batch;
      EXPECT_EQ(asked.size(), 16U) << slice << " " << batch;
      for (const auto& [id, times] : asked) EXPECT_EQ(times, 1) << id.key << " " << id.tenant;
    }
  }
}

// An inner slice that matches nothing must not end the walk.
TEST_F(WalkTest, ASliceInWhichNothingIsDueDoesNotEndTheWalk) {
  for (int i = 0; i < 12; ++i)
    take<engine::Done>(engine.complete(claimed("kept-" + std::to_string(i)), response_with("{}")));
  past("first", "now() - interval '2 d'");
  past("last", "now() + interval '1 h'");
  stuck("behind");
  EXPECT_EQ(reap({.share = 1, .slice = 3}).reaped, 2);
  sweeper::SweepConfig config;
  config.slice = 3;
  EXPECT_EQ(sweep(config).owned, 1);
}

TEST_F(WalkTest, ARowThatSomebodyHoldsIsLeftAndTheRestOfItsBatchGoes) {
  for (const char* key : {"a", "held", "z"}) past(key, "now() - interval '1 d'");
  RawConnection other = database.connect();
  other.exec("BEGIN; SELECT FROM onceover.keys WHERE key = 'held' FOR UPDATE");
  EXPECT_EQ(reap({}).reaped, 2);
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ') FROM onceover.keys"), "held");
  other.exec("COMMIT");
  EXPECT_EQ(reap({}).reaped, 1);
}

TEST_F(WalkTest, AKeyThatIsBeingClaimedAgainIsNotReaped) {
  const auto claim = claimed("k");
  take<engine::Done>(engine.release(claim, claim.created_at));
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s'");
  RawConnection other = database.connect();
  other.exec(
      "BEGIN; UPDATE onceover.keys SET state = 'in_progress', expires_at = NULL, locked_until = "
      "clock_timestamp() + interval '1 h'");
  EXPECT_EQ(reap({}).reaped, 0);
  other.exec("COMMIT");
  EXPECT_EQ(reap({}).reaped, 0);
  EXPECT_EQ(state_of("k"), "in_progress");
}

// The reaper finds the row due, waits for whoever claims it again, and must look at what they wrote.
TEST_F(WalkTest, AKeyThatWasClaimedAgainWhileTheReaperWaitedIsNotReaped) {
  const auto claim = claimed("k");
  take<engine::Done>(engine.release(claim, claim.created_at));
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s'");
  RawConnection other = database.connect();
  other.exec(
      "BEGIN; UPDATE onceover.keys SET state = 'in_progress', expires_at = NULL, locked_until = "
      "clock_timestamp() + interval '1 h'");
  std::thread waiting([&] { EXPECT_EQ(reap({.lock_timeout = std::chrono::seconds(60)}).reaped, 0); });
  EXPECT_TRUE(eventually([&] {
    return raw.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
               "current_database()") == "1";
  }));
  other.exec("COMMIT");
  waiting.join();
  EXPECT_EQ(state_of("k"), "in_progress");
}

TEST_F(WalkTest, ARunThatIsCutShortLeavesTheRestToTheNext) {
  for (int i = 0; i < 9; ++i)
    past("k" + std::to_string(i), "now() - interval '1 d' + " + std::to_string(i) + " * interval '1 min'");
  sweeper::Reaper reaper(connection, {.batch = 2, .share = 1, .slice = 4}, nullptr);
  int left = 2;
  auto first = reaper.run_once([&] { return left-- > 0; });
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->cut_short);
  EXPECT_EQ(first->reaped, 4);
  past("older", "now() - interval '2 d'");
  auto second = reaper.run_once();
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->cut_short);
  EXPECT_EQ(second->reaped, 6);
  EXPECT_EQ(count("true"), "0");
}

// Both ways to delete: with the right to do so, and by the function of the reaper's role.
class MarkedTest : public WalkTest {
 protected:
  sweeper::ReapCounts reap_as(bool by_function) {
    if (!by_function) return reap({.share = 1, .slice = 10});
    const std::string role = "reaper_" + database.name();
    if (raw.scalar("SELECT count(*) FROM pg_roles WHERE rolname = $1", {role}) == "0") {
      raw.exec("CREATE ROLE " + quoted_name(role) + " LOGIN");
      raw.exec(*roles::role_script(tables::own(), {}, roles::DbRole::reaper, role));
    }
    pg::Connection reaper = open_or_throw(database.conninfo() + " user=" + role);
    return sweeper::reap(reaper, {.share = 1}, nullptr).value();
  }
  // In slices of ten, as of a larger table. The first run reaps, the second notes when the rest is due.
  void mark() {
    for (int run = 0; run < 2; ++run) reap({.share = 1, .slice = 10});
  }
  std::string marks() { return raw.scalar("SELECT count(*) FROM onceover.reap_marks"); }
};

// Rows are tampered with so that a reading would show: a run costs what is due and not what is stored.
TEST_F(MarkedTest, WhatIsNotDueIsNotReadAgain) {
  for (const bool by_function : {false, true}) {
    SCOPED_TRACE(by_function);
    fill();
    mark();
    EXPECT_EQ(count(is_past), "0");
    ASSERT_EQ(marks(), "6");
    raw.tamper(
        "UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s' WHERE key = 'k01' AND "
        "tenant = 'acme'");
    EXPECT_EQ(reap_as(by_function).reaped, 0);
    EXPECT_EQ(sweeper::reap(connection, {.dry_run = true}, nullptr)->due, 0);
    raw.tamper(
        "UPDATE onceover.reap_marks SET look_at = clock_timestamp() WHERE until_at = (SELECT min(until_at) "
        "FROM onceover.reap_marks)");
    EXPECT_EQ(sweeper::reap(connection, {.dry_run = true}, nullptr)->due, 1);
    EXPECT_EQ(reap_as(by_function).reaped, 1);
    EXPECT_EQ(reap_as(by_function).reaped, 0);
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.reap_marks WHERE look_at <= clock_timestamp()"), "0");
  }
}

// No key of a slice is past its window before the slice is read again, whatever becomes of it meanwhile; and
// within a day it is read anyway.
TEST_F(MarkedTest, ASliceIsReadWhenItsFirstKeyCanBeDue) {
  fill();
  raw.tamper(
      "UPDATE onceover.keys SET retention_s = 60 WHERE key = 'k10' AND tenant = 'acme'");  // in progress
  // finished
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() + interval '1 h' WHERE key = 'k01'");
  raw.tamper(
      "UPDATE onceover.keys SET expires_at = clock_timestamp() + interval '9 d' WHERE key > 'k01' AND "
      "expires_at > now()");
  raw.tamper("UPDATE onceover.keys SET retention_s = 900000 WHERE state = 'in_progress' AND key > 'k10'");
  mark();
  EXPECT_EQ(raw.scalar("SELECT string_agg(round(extract(epoch FROM look_at - clock_timestamp()) / 60)::text, "
                       "' ' ORDER BY until_at) FROM onceover.reap_marks"),
            "60 1 1440 1440 1440 1440");
}

TEST_F(MarkedTest, ASliceWithoutKeysHasNoMark) {
  fill();
  mark();
  raw.tamper("DELETE FROM onceover.keys");
  raw.tamper("UPDATE onceover.reap_marks SET look_at = clock_timestamp()");
  EXPECT_EQ(reap({.share = 1, .slice = 10}).reaped, 0);
  EXPECT_EQ(marks(), "0");
}

TEST_F(MarkedTest, TheSwitchKeepsWhatIsDueDue) {
  fill();
  const std::string due = count(is_past);
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_TRUE(reap_as(true).stopped);
  EXPECT_TRUE(reap_as(false).stopped);
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(std::to_string(reap_as(true).reaped), due);
}

TEST_F(WalkTest, WhatIsInsertedBehindTheWalkIsReapedByTheNextRun) {
  for (int i = 0; i < 4; ++i)
    past("k" + std::to_string(i), "now() - interval '1 d' + " + std::to_string(i) + " * interval '1 min'");
  sweeper::Reaper reaper(connection, {.batch = 2, .share = 1, .slice = 2}, nullptr);
  int asked = 0;
  auto counts = reaper.run_once([&] {
    if (++asked == 2) past("late", "now() - interval '3 d'");
    return true;
  });
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->reaped, 4);
  EXPECT_EQ(reaper.run_once()->reaped, 1);
}

TEST_F(WalkTest, TheSwitchHaltsARunBetweenTwoBatches) {
  for (int i = 0; i < 4; ++i) past("k" + std::to_string(i), "now() - interval '1 d'");
  int asked = 0;
  auto counts = sweeper::reap(connection, {.batch = 1, .share = 1}, nullptr, [&] {
    if (++asked == 3) raw.exec("UPDATE onceover.control SET stopped = true");
    return true;
  });
  ASSERT_TRUE(counts);
  EXPECT_TRUE(counts->stopped);
  EXPECT_EQ(counts->reaped, 2);
}

class NextPassTest : public WalkTest {
 protected:
  int looks = 0;
  sweeper::SweepConfig config = [] {
    sweeper::SweepConfig small;
    small.slice = 4;
    small.share = 1;
    small.full_every = std::chrono::hours(24);
    return small;
  }();
  std::optional<sweeper::Sweeper> sweeper;

  void SetUp() override {
    for (int i = 0; i < 40; ++i)
      take<engine::Done>(engine.complete(claimed("done-" + std::to_string(i)), response_with("{}")));
    raw.tamper(
        "UPDATE onceover.keys SET created_at = now() - interval '1 d' + substr(key, 6)::int * interval '10 "
        "min'");
    claimed("alive");
    start();
  }
  void start() {
    sweeper.emplace(connection, profile, gateway, config, audit::Actor{"sweeper", "host", "onceover-test"},
                    nullptr, Random(1), LogSink{}, [this](sweeper::Work work, int, Duration) {
                      looks += work == sweeper::Work::look ? 1 : 0;
                    });
  }
  int owned() {
    looks = 0;
    auto counts = sweeper->run_once();
    if (!counts) throw std::runtime_error(counts.error().sentence());
    return counts->owned;
  }
  void stuck_since_long(const std::string& key, const std::string& age) {
    stuck(key);
    raw.tamper("UPDATE onceover.keys SET created_at = clock_timestamp() - $2::interval WHERE key = $1",
               {key, age});
  }
};

TEST_F(NextPassTest, ItReadsTheListAndWhatIsNewAndNoFinishedKeyAgain) {
  EXPECT_EQ(owned(), 0);
  EXPECT_GT(looks, 10);
  for (int pass = 0; pass < 3; ++pass) EXPECT_EQ(owned(), 0);
  EXPECT_LE(looks, 6);
  expire_lease("alive");
  EXPECT_EQ(owned(), 1);
}

TEST_F(NextPassTest, AClaimThatCommittedLateIsFound) {
  EXPECT_EQ(owned(), 0);
  stuck_since_long("late", "30 s");
  EXPECT_EQ(owned(), 1);
}

TEST_F(NextPassTest, AKeyWithAnEarlierTimeIsFoundAtOnce) {
  EXPECT_EQ(owned(), 0);
  stuck_since_long("long before", "3 d");
  EXPECT_EQ(owned(), 1);
}

TEST_F(NextPassTest, TheStopSwitchKeepsNothingFromBeingKnown) {
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'test'");
  stuck("halted");
  EXPECT_TRUE(eventually([&] {
    return owned() == 0 && raw.scalar("SELECT count(*) FROM onceover.unfinished WHERE key = 'halted'") == "1";
  }));
  EXPECT_EQ(raw.scalar("SELECT holder FROM onceover.keys WHERE key = 'halted'"), "executor")
      << "nothing was taken over";
}

// Where nothing notes explicit times: the full pass finds it, says so, and counts it.
TEST_F(NextPassTest, AKeyThatIsMissingFromTheListIsFoundByTheNextFullPass) {
  EXPECT_EQ(owned(), 0);
  raw.exec(
      "ALTER DOMAIN onceover.key_time DROP CONSTRAINT key_time_is_noted; ALTER TABLE onceover.keys DISABLE "
      "TRIGGER key_changed");
  stuck_since_long("long before", "3 d");
  EXPECT_EQ(owned(), 0);
  raw.exec("UPDATE onceover.frontier SET full_pass_at = NULL");
  start();
  EXPECT_EQ(owned(), 0);
  EXPECT_EQ(raw.scalar("SELECT found_behind FROM onceover.frontier"), "1");
  EXPECT_EQ(owned(), 1);
}

TEST_F(NextPassTest, AReleasedKeyCountsAsUnfinished) {
  const auto claim = claimed("released");
  take<engine::Done>(engine.release(claim, std::nullopt));
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '2 d' WHERE key = 'released'");
  EXPECT_EQ(owned(), 0);
  take<engine::Claim>(engine.claim(request_for("released"), policy));
  expire_lease("released");
  EXPECT_EQ(owned(), 1);
}

TEST_F(NextPassTest, ItStaysWhereItIsWhenAllIsFinished) {
  raw.tamper("DELETE FROM onceover.keys WHERE key = 'alive'");
  for (int pass = 0; pass < 5; ++pass) EXPECT_EQ(owned(), 0);
  EXPECT_LE(looks, 6);
  stuck("new");
  EXPECT_EQ(owned(), 1);
}

// A plan that reads a whole table is fine while it is small, and kept when it no longer is.
TEST_F(WalkTest, NeitherSweepNorReapReadsATableAsAWhole) {
  fill();
  raw.exec("ANALYZE onceover.keys, onceover.cases");
  const auto whole = [&] {
    EXPECT_TRUE(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
    EXPECT_TRUE(connection.exec("SELECT 1"));
    return raw.scalar(
        "SELECT pg_catalog.pg_stat_get_numscans('onceover.keys'::regclass) + "
        "pg_catalog.pg_stat_get_numscans('onceover.cases'::regclass)");
  };
  const std::string before = whole();
  EXPECT_EQ(sweep().owned, 16);
  EXPECT_EQ(sweep().owned, 0);
  EXPECT_EQ(reap({}).reaped, 15);
  EXPECT_EQ(whole(), before);
}

TEST_F(WalkTest, ABatchReadsNoMoreOfItsSliceThanItTakes) {
  raw.exec(R"(
    INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, state, fingerprint_kind, fingerprint)
    SELECT 'acme', 'POST /refunds', 'k' || i, now() - interval '1 d' + i * interval '1 s', nextval('onceover.fence'), now() - interval '1 h',
           'in_progress', 'jcs-sha256', sha256('x') FROM generate_series(1, 3000) i)");
  const auto fetched = [&] {
    EXPECT_TRUE(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
    EXPECT_TRUE(connection.exec("SELECT 1"));
    return std::stol(raw.scalar("SELECT pg_catalog.pg_stat_get_tuples_fetched('onceover.keys'::regclass)"));
  };
  const long before = fetched();
  for (int batch = 0; batch < 3; ++batch) {
    auto due = reconcile::own_due(connection, profile, {}, {.limit = 10}, alice);
    ASSERT_TRUE(due) << due.error().sentence();
    EXPECT_EQ(due->size(), 10U);
  }
  EXPECT_LT(fetched() - before, 1000);
}

// Of a large table each slice is read by the index: three times at the first reading, and not the whole table
// with each slice.
TEST_F(MarkedTest, TheFirstReadingIsOneOfTheTableAndNotOneForEachSlice) {
  raw.tamper(R"(
    INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, completed_at, expires_at, response_code, response_version, state,
                               fingerprint_kind, fingerprint, response_body)
    SELECT 'acme', 'POST /refunds', 'k' || i, now() - interval '1 d' + i * interval '1 s', i, now(), now() + interval '1 d', 201, 1,
           'succeeded', 'jcs-sha256', sha256('x'), '{}' FROM generate_series(1, 30000) i)");
  raw.exec("VACUUM ANALYZE onceover.keys");
  const auto read = [&] {
    EXPECT_TRUE(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
    EXPECT_TRUE(connection.exec("SELECT 1"));
    return std::stol(
        raw.scalar("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relid = "
                   "'onceover.keys'::regclass"));
  };
  // So that a scan of the whole table seems cheaper than a ninth of it by the index, as it does with ten
  // million keys.
  ASSERT_TRUE(connection.exec("SET cpu_index_tuple_cost = 1"));
  const long before = read();
  EXPECT_EQ(reap({.share = 1, .slice = 1000}).reaped, 0);
  EXPECT_LT(read() - before, 3 * 30000);
}

// One plan is kept for owning and one for settling: made while the store was empty, with statistics that say
// so or without any, it reads no more of a store of thousands than a batch takes.
class GrownStoreTest : public WalkTest, public testing::WithParamInterface<const char*> {};

TEST_P(GrownStoreTest, APlanMadeWhileTheStoreWasEmptyReadsNoMoreThanABatchTakes) {
  raw.tamper("TRUNCATE onceover.keys, onceover.cases");
  for (const char* table : {"keys", "cases", "control"}) {
    if (*GetParam() != '\0') raw.exec(std::string(GetParam()) + " onceover." + table);
  }
  const auto read = [&] {
    EXPECT_TRUE(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
    EXPECT_TRUE(connection.exec("SELECT 1"));
    return std::stol(raw.scalar(R"(
      SELECT sum(pg_catalog.pg_stat_get_tuples_returned(oid)) FROM pg_catalog.pg_class
      WHERE oid IN ('onceover.keys'::regclass, 'onceover.cases'::regclass, 'onceover.keys_pkey'::regclass, 'onceover.keys_by_age'::regclass,
                    'onceover.cases_pkey'::regclass))"));
  };
  const auto settle_one = [&] {
    auto due = reconcile::own_due(connection, profile, {}, {.limit = 1}, alice);
    ASSERT_TRUE(due) << due.error().sentence();
    ASSERT_EQ(due->size(), 1U);
    reconcile::Settlement settlement{.id = due->front().row.id,
                                     .fence = due->front().row.fence,
                                     .at = due->front().at,
                                     .verdict = "unresolved",
                                     .reason = "pending"};
    settlement.next_try_in = std::chrono::hours(1);
    auto written = reconcile::settle_batch(connection, profile, {settlement}, alice, {});
    ASSERT_TRUE(written) << written.error().sentence();
    EXPECT_EQ(written->size(), 1U);
  };
  EXPECT_TRUE(reconcile::own_due(connection, profile, {}, {.limit = 1}, alice));
  for (int i = 0; i < 8; ++i) {
    stuck("first-" + std::to_string(i));
    settle_one();
  }
  raw.exec(R"(
    INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, state, fingerprint_kind, fingerprint)
    SELECT 'acme', 'POST /refunds', 'k' || i, now() - interval '1 d' + i * interval '1 s', nextval('onceover.fence'), now() - interval '1 h',
           'in_progress', 'jcs-sha256', sha256('x') FROM generate_series(1, 5000) i)");
  raw.exec(R"(
    INSERT INTO onceover.cases (tenant, operation, key, status, fence, verdict, reason)
    SELECT 'acme', 'POST /refunds', 'other-' || i, 'settled', 1, 'release', 'as evidence says' FROM generate_series(1, 5000) i)");
  const long before = read();
  for (int i = 0; i < 3; ++i) settle_one();
  EXPECT_LT(read() - before, 1000);
}
INSTANTIATE_TEST_SUITE_P(Statistics, GrownStoreTest, testing::Values("", "ANALYZE", "VACUUM ANALYZE"));

TEST_F(WalkTest, ARowThatMovedWhileTheGatewayWasAskedIsSettledAllTheSame) {
  for (int i = 0; i < 20; ++i) stuck("gone-" + std::to_string(i));
  stuck("k");
  raw.tamper("DELETE FROM onceover.keys WHERE key <> 'k'");
  gateway.perform(downstream("k"));
  const auto place = [&] { return raw.scalar("SELECT ctid FROM onceover.keys"); };
  gateway.before_answer = [&](const auto&) {
    const std::string owned_at = place();
    raw.exec("VACUUM FULL onceover.keys");
    EXPECT_NE(place(), owned_at);
  };
  const auto counts = sweep();
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(counts.lost, 0);
  EXPECT_EQ(state_of("k"), "succeeded");
  EXPECT_EQ(audit_rows("action = 'settle'"), "1");
}

TEST_F(WalkTest, WorkersTakeTogetherWhatOneMayTake) {
  const auto each = sweeper::config_of_each(
      {.share = 0.5, .retry_budget = {.ratio = 0.1, .per_second = 10, .burst = 200}}, 4);
  EXPECT_EQ(each.share, 0.125);
  EXPECT_EQ(each.retry_budget.ratio, 0.1);
  EXPECT_EQ(each.retry_budget.per_second, 2.5);
  EXPECT_EQ(each.retry_budget.burst, 50);
  EXPECT_EQ(sweeper::config_of_each({.share = 1}, 4).share, 1) << "without rests";
}

TEST_F(WalkTest, SharesAndSlicesThatCannotBeAreRefused) {
  EXPECT_NE(sweeper::validate(sweeper::ReapConfig{.share = 0}).error().what.find("share"), std::string::npos);
  EXPECT_NE(sweeper::validate(sweeper::ReapConfig{.slice = 0}).error().what.find("slice"), std::string::npos);
  sweeper::SweepConfig config;
  config.share = 1.5;
  EXPECT_NE(sweeper::validate(config).error().what.find("share"), std::string::npos);
}

}  // namespace
}  // namespace onceover::test
