// SPDX-License-Identifier: Apache-2.0
// Each flaw, put into a store that has no other: it is found, and nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "app/try/private_server.h"
#include "core/health/health.h"
#include "core/roles/roles.h"
#include "tests/integration/health/shops.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::health {
namespace {

using tables::Profile;
using test::RawConnection;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A server that is set as one should be (the tests' shared one does not wait for the disk), whose autovacuum
// does not come in between.
class Server {
 public:
  static try_it::PrivateServer& get() {
    static const auto server =
        try_it::PrivateServer::start({.settings = {{"autovacuum_naptime", "1h"}}, .fsync = true});
    if (!server) throw std::runtime_error(server.error().sentence());
    return **server;
  }
};

class Store {
 public:
  Store() {
    static int number = 0;
    name_ = "shop_" + std::to_string(++number);
    RawConnection(Server::get().conninfo()).exec("CREATE DATABASE " + name_);
    raw_ = std::make_unique<RawConnection>(conninfo());
  }
  ~Store() {
    raw_.reset();
    RawConnection(Server::get().conninfo()).exec("DROP DATABASE " + name_ + " WITH (FORCE)");
  }
  std::string conninfo(const std::string& user = "") const {
    return Server::get().conninfo(name_) + (user.empty() ? "" : " user=" + user);
  }
  RawConnection& raw() { return *raw_; }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unique_ptr<RawConnection> raw_;
};

Report examined(const std::string& conninfo, const Profile& profile, const Options& options = {}) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "doctor-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  auto report = examine(*connection, profile, options);
  if (!report) throw std::runtime_error(report.error().sentence());
  return std::move(*report);
}

std::vector<std::string> ids(const Report& report) {
  std::vector<std::string> out;
  for (const Finding& f : report.findings) out.emplace_back(info(f.check).id);
  return out;
}

std::string told(const Report& report) {
  std::string out;
  for (const Finding& f : report.findings) out += std::string(info(f.check).id) + ": " + f.evidence + "\n";
  for (const NotChecked& n : report.not_checked)
    out += "not checked: " + std::string(info(n.check).id) + ": " + n.why + "\n";
  return out;
}

// Who is no superuser, on this server.
const std::string keeper = "keeper";
void make_keeper(RawConnection& raw) {
  raw.exec("DO $$ BEGIN IF to_regrole('keeper') IS NULL THEN CREATE ROLE keeper; END IF; END $$");
}

using Shop = Profile (*)(RawConnection&);

struct Flaw {
  std::string name;
  Shop shop;
  std::string sql;  // put into the store
  std::string found;
  std::function<void(Profile&)> changes = {};
  Options options = {};
  std::string evidence = {};  // part of it
};

void PrintTo(const Flaw& flaw, std::ostream* out) { *out << flaw.name; }

const std::string updated = "SELECT pg_stat_force_next_flush()";

Options with(const std::function<void(Thresholds&)>& set) {
  Options options;
  set(options.thresholds);
  return options;
}

const std::vector<Flaw>& flaws() {
  static const std::vector<Flaw> all{
      {"NoUniqueKey", orders, "ALTER TABLE orders DROP CONSTRAINT orders_pkey", "identity-not-unique"},
      {"UniqueKeyOfOtherColumns", inbox,
       "ALTER TABLE consumed DROP CONSTRAINT consumed_pkey; CREATE UNIQUE INDEX ON consumed (consumer, "
       "event, seen_at)",
       "identity-not-unique"},
      {"UniqueKeyWithNull", orders,
       "ALTER TABLE orders DROP CONSTRAINT orders_pkey; ALTER TABLE orders ALTER tenant DROP NOT NULL; "
       "CREATE UNIQUE INDEX ON orders (tenant, key)",
       "identity-may-be-null", [](Profile& p) { std::erase(p.never_null, "tenant"); }},
      {"TenantBesideTheKey", orders,
       "ALTER TABLE orders DROP CONSTRAINT orders_pkey; ALTER TABLE orders ADD PRIMARY KEY (key)",
       "identity-without-tenant", [](Profile& p) { p.identity = {"key"}; }},
      {"NoFingerprint", orders, "ALTER TABLE orders DROP hash", "fingerprint-not-stored",
       [](Profile& p) { p.fingerprint = {}; }},
      {"NoFingerprintInPartitions", refunds, "ALTER TABLE \"Bank\".refunds DROP digest",
       "fingerprint-not-stored", [](Profile& p) { p.fingerprint = {}; }},
      {"NoResponse", orders, "ALTER TABLE orders DROP body", "response-not-stored",
       [](Profile& p) { p.response_body = {}; }},
      {"ResponseAsJsonb", orders,
       "ALTER TABLE orders ALTER body TYPE jsonb USING convert_from(body, 'UTF8')::jsonb",
       "response-reordered", [](Profile& p) { p.response_body.form = tables::Body::Form::json; }},
      {"NoLease", orders, "ALTER TABLE orders DROP locked_until", "lease-not-stored",
       [](Profile& p) { p.lease = {}; }},
      {"NoAttempts", inbox, "ALTER TABLE consumed DROP tries", "attempts-not-counted",
       [](Profile& p) { p.attempts.clear(); }},
      {"LeaseWithoutZone", orders, "ALTER TABLE orders ALTER locked_until TYPE timestamp",
       "time-without-zone", [](Profile& p) { p.lease.at.form = tables::TimeForm::timestamp; }},
      {"BirthWithoutZone",
       outbox,
       "ALTER TABLE events ALTER made_at TYPE timestamp",
       "time-without-zone",
       [](Profile& p) { p.created_at.form = tables::TimeForm::timestamp; },
       {},
       "\"made_at\""},
      {"CollationThatFolds", orders,
       "CREATE COLLATION blurred (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER "
       "TABLE orders ALTER key TYPE text COLLATE blurred",
       "key-folded"},
      {"ShortKey",
       orders,
       "ALTER TABLE orders ALTER key TYPE varchar(64)",
       "key-cut",
       {},
       {},
       "character varying(64)"},
      {"IdsOfFourBytes",
       orders,
       "ALTER TABLE orders ALTER id TYPE int; SELECT setval(pg_get_serial_sequence('orders', 'id'), "
       "1500000000)",
       "ids-run-out",
       {},
       {},
       "70 %"},
      {"SerialOfFourBytes", outbox,
       "ALTER TABLE events ALTER id TYPE int; SELECT setval('events_id_seq', 2100000000)", "ids-run-out"},
      {"Unlogged", orders, "ALTER TABLE orders SET UNLOGGED", "unlogged"},
      {"UnloggedPartition", refunds, "ALTER TABLE \"Bank\".refunds_all SET UNLOGGED", "unlogged"},
      {"InvalidIndex",
       orders,
       "CREATE INDEX half_made ON orders (code); SET allow_system_table_mods = on; UPDATE pg_index SET "
       "indisvalid = false WHERE indexrelid = 'half_made'::regclass",
       "index-invalid",
       {},
       {},
       "\"half_made\""},
      {"NoIndexOfExpiry", orders,
       "DROP INDEX orders_by_age; CREATE INDEX ON orders (key) WHERE status = 'RUNNING'",
       "expiry-not-indexed"},
      {"NoIndexOfStuck", orders, "DROP INDEX orders_by_age; CREATE INDEX ON orders (expires_at)",
       "stuck-not-indexed"},
      {"NoIndexOfUnsent", outbox, "DROP INDEX events_id_idx", "stuck-not-indexed"},
      {"IndexThatNobodyUses",
       orders,
       "CREATE INDEX for_nothing ON orders (status); UPDATE orders SET status = 'x' || status; UPDATE orders "
       "SET status = substr(status, 2); " +
           updated,
       "hot-defeated",
       {},
       with([](Thresholds& t) { t.updates = 30; }),
       "\"for_nothing\""},
      {"IncludedColumnThatNobodyUses",
       orders,
       "CREATE INDEX for_nothing ON orders (code) INCLUDE (locked_until); UPDATE orders SET locked_until = "
       "now() + interval '1 minute' WHERE status = 'RUNNING'; UPDATE orders SET locked_until = locked_until "
       "+ interval '1 s' WHERE status = 'RUNNING'; " +
           updated,
       "hot-defeated",
       {},
       with([](Thresholds& t) { t.updates = 10; })},
      {"FullPages",
       orders,
       "CREATE TABLE copied AS TABLE orders; TRUNCATE orders; ALTER TABLE orders SET (fillfactor = 100); "
       "INSERT INTO orders (tenant, key, status, hash, code, body, created_at, completed_at, expires_at) "
       "SELECT tenant, key || n, 'DONE', sha256((key || n)::bytea), 201, '{}', created_at, created_at, "
       "created_at + interval '3 days' FROM copied, generate_series(1, 40) n; UPDATE orders SET tries = 1; "
       "ANALYZE orders; " +
           updated,
       "fillfactor-full",
       {},
       with([](Thresholds& t) { t.updates = 1000; })},
      {"DoneWithoutAnswer",
       orders,
       "UPDATE orders SET body = NULL WHERE ctid = (SELECT ctid FROM orders WHERE status = 'DONE' LIMIT 1)",
       "finished-without-response",
       {},
       {},
       "1 of 25"},
      {"DoneWithoutAnswerInPartitions", refunds,
       "UPDATE \"Bank\".refunds SET answer = NULL WHERE answered_at IS NOT NULL AND born = (SELECT min(born) "
       "FROM \"Bank\".refunds)",
       "finished-without-response"},
      {"RunningWithoutLease",
       orders,
       "UPDATE orders SET locked_until = NULL WHERE status = 'RUNNING'",
       "unfinished-without-lease",
       {},
       {},
       "5 of 5"},
      {"OpenWithoutBeginning", refunds,
       "UPDATE \"Bank\".refunds SET begun_at = NULL WHERE answered_at IS NULL", "unfinished-without-lease"},
      {"HardCodedKey",
       orders,
       "UPDATE orders SET key = 'undefined' WHERE ctid = (SELECT min(ctid) FROM orders)",
       "key-hard-coded",
       {},
       {},
       "'undefined'"},
      {"NilUuid", refunds,
       "UPDATE \"Bank\".refunds SET key = '00000000-0000-0000-0000-000000000000' WHERE born = (SELECT "
       "max(born) FROM \"Bank\".refunds)",
       "key-hard-coded"},
      {"KeyOfSeveralRequests", orders,
       "UPDATE orders SET key = 'order-4711' WHERE created_at > now() - interval '130 minutes'",
       "key-reused"},
      {"NewKeyForEachRetry",
       orders,
       "INSERT INTO orders (tenant, key, status, hash, code, body, created_at, completed_at, expires_at) "
       "SELECT 'shop-1', gen_random_uuid(), 'DONE', sha256('same'), 201, '{}', t, t, t + interval '3 days' "
       "FROM generate_series(1, 4) i, LATERAL (SELECT now() - i * interval '7 seconds' AS t) b",
       "key-made-anew",
       {},
       {},
       "4 keys"},
      {"FunctionThatDeletesPending",
       orders,
       "CREATE FUNCTION clean() RETURNS void LANGUAGE plpgsql AS $$BEGIN DELETE FROM orders WHERE status = "
       "'RUNNING' AND created_at < now() - interval '60 seconds'; END$$",
       "deletes-unfinished",
       {},
       {},
       "function public.clean()"},
      {"FunctionThatDeletesByAge", refunds,
       "CREATE FUNCTION clean() RETURNS void LANGUAGE sql BEGIN ATOMIC DELETE FROM \"Bank\".refunds WHERE "
       "ends < now(); END",
       "deletes-unfinished"},
      {"JobThatDeletesByAge",
       orders,
       "CREATE SCHEMA cron; CREATE TABLE cron.job (jobid bigint, schedule text, command text); INSERT INTO "
       "cron.job VALUES (7, '* * * * *', 'DELETE FROM orders WHERE created_at < now() - interval ''1 "
       "hour''')",
       "deletes-unfinished",
       {},
       {},
       "job 7"},
      {"StatementThatDeletesByAge",
       inbox,
       "CREATE VIEW pg_stat_statements AS SELECT 'DELETE FROM consumed WHERE seen_at < $1'::text AS query, "
       "42::bigint AS calls",
       "deletes-unfinished",
       {},
       {},
       "run 42 times"},
      {"ReaperThatSleeps",
       orders,
       "UPDATE orders SET expires_at = now() - interval '2 days', created_at = now() - interval '5 days' "
       "WHERE ctid = (SELECT ctid FROM orders WHERE status = 'DONE' LIMIT 1)",
       "reaper-behind",
       {},
       {},
       "2 d ago"},
      {"NoReaperAtAll", inbox, "UPDATE consumed SET seen_at = now() - interval '200 days' WHERE event = 'e1'",
       "never-reaped"},
      {"RetriesAsLongAsTheWindow", orders,
       "UPDATE orders SET tries = 4, created_at = completed_at - interval '40 hours' WHERE key = (SELECT "
       "min(key) FROM orders WHERE status = 'DONE')",
       "window-below-retries"},
      {"RetriesThatSomebodyKnows",
       orders,
       "",
       "window-below-retries",
       {},
       {.longest_retry = std::chrono::hours(48)},
       "3 d"},
      {"GatewayThatRemembersLonger",
       orders,
       "",
       "window-below-gateway",
       {},
       {.gateway_window = std::chrono::hours(24 * 7)}},
      {"EmptyPages",
       orders,
       "INSERT INTO orders (tenant, key, status, hash, code, body, created_at, completed_at, expires_at) "
       "SELECT 'shop-1', md5(i::text), 'DONE', sha256(i::text::bytea), 201, '{}', now(), now(), now() + "
       "interval '3 days' FROM generate_series(1, 10000) i; DELETE FROM orders WHERE tenant = 'shop-1' AND "
       "id % 20 <> 0",
       "bloated",
       {},
       with([](Thresholds& t) { t.wasted_bytes = 200'000; })},
      {"DeadRows",
       orders,
       "INSERT INTO orders (tenant, key, status, hash, code, body, created_at, completed_at, expires_at) "
       "SELECT 'shop-1', md5(i::text), 'DONE', sha256(i::text::bytea), 201, '{}', now(), now(), now() + "
       "interval '3 days' FROM generate_series(1, 2000) i; DELETE FROM orders WHERE tenant = 'shop-1' AND id "
       "> 30; " +
           updated,
       "vacuum-behind",
       {},
       with([](Thresholds& t) { t.dead_rows = 1000; })},
      {"TableWithoutAutovacuum", orders, "ALTER TABLE orders SET (autovacuum_enabled = off)",
       "autovacuum-off"},
      {"PartitionWithoutAutovacuum", refunds,
       "ALTER TABLE \"Bank\".refunds_all SET (autovacuum_enabled = off)", "autovacuum-off"},
      {"OldRows", orders, "", "wraparound-near", {}, with([](Thresholds& t) { t.transaction_age = 1; })},
      {"DatabaseThatDoesNotWait", orders,
       "DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); "
       "END$$",
       "commit-not-durable"},
      {"RoleThatDoesNotWait",
       refunds,
       "DO $$BEGIN EXECUTE format('ALTER ROLE postgres IN DATABASE %I SET synchronous_commit = ''off''', "
       "current_database()); END$$",
       "commit-not-durable",
       {},
       {},
       "ROLE postgres IN DATABASE"},
      {"OtherIsolation", orders,
       "DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = ''repeatable "
       "read''', current_database()); END$$",
       "isolation-not-default"},
  };
  return all;
}

class FlawTest : public testing::TestWithParam<Flaw> {};

TEST_P(FlawTest, IsFoundAlone) {
  const Flaw& flaw = GetParam();
  Store store;
  Profile profile = flaw.shop(store.raw());
  if (flaw.changes) flaw.changes(profile);
  // Each statement of its own: VACUUM's statistics and ALTER's new definitions want that.
  if (!flaw.sql.empty()) store.raw().exec(flaw.sql);
  if (flaw.name == "EmptyPages") store.raw().exec("VACUUM ANALYZE orders");
  const Report report = examined(store.conninfo(), profile, flaw.options);
  EXPECT_THAT(ids(report), ElementsAre(flaw.found)) << told(report);
  EXPECT_THAT(report.not_checked, IsEmpty()) << told(report);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_THAT(report.findings[0].evidence, HasSubstr(flaw.evidence));
}

INSTANTIATE_TEST_SUITE_P(All, FlawTest, testing::ValuesIn(flaws()),
                         [](const auto& flaw) { return flaw.param.name; });

TEST(DoctorTest, WhatIsAsItShouldBeHasNoFinding) {
  for (const Shop shop : {orders, refunds, inbox, outbox}) {
    Store store;
    const Profile profile = shop(store.raw());
    const Report report = examined(store.conninfo(), profile);
    EXPECT_THAT(ids(report), IsEmpty()) << profile.name << "\n" << told(report);
    EXPECT_THAT(report.not_checked, IsEmpty()) << told(report);
    for (const ReviewItem& item : report.review)
      EXPECT_NE(item.answer, ReviewItem::Answer::fails) << item.what;
  }
}

TEST(DoctorTest, OurOwnSchemaHasNoFinding) {
  Store store;
  const test::DatabaseTemplate own = test::installed_schema();
  own.fill(store.conninfo());
  make_keeper(store.raw());
  test::give_schema_to(store.raw(), keeper);
  store.raw().exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until, response_code, response_version, response_body, completed_at, expires_at, created_at) "
      "SELECT 'acme', 'pay', 'k-' || md5(i::text), CASE WHEN i > 400 THEN 'in_progress' ELSE 'succeeded' "
      "END, nextval('onceover.fence'), 'raw-sha256', sha256(i::text::bytea), CASE WHEN i > 400 THEN now() "
      "END, CASE WHEN i <= 400 THEN 200 END, CASE WHEN i <= 400 THEN 1 END, CASE WHEN i <= 400 THEN "
      "'ok'::bytea END, CASE WHEN i <= 400 THEN now() END, CASE WHEN i <= 400 THEN now() + interval '3 days' "
      "END, now() - i * interval '1 minute' FROM generate_series(1, 500) i; SET session_replication_role = "
      "replica; UPDATE onceover.keys SET attempts = 2; RESET session_replication_role; SELECT "
      "pg_stat_force_next_flush(); ANALYZE onceover.keys");
  const Report report = examined(store.conninfo(), tables::own(), {.gateway_window = std::chrono::hours(24)});
  EXPECT_THAT(ids(report), IsEmpty()) << told(report);
  EXPECT_THAT(report.not_checked, IsEmpty()) << told(report);

  // Retries that came later than the window lasts, as the engine counts them.
  store.raw().exec(
      "INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n) VALUES "
      "(gen_random_uuid(), 1, 'acme', 'pay', 'retry_age_ms', 'infinity', 1); SELECT "
      "onceover.roll_up_counters()");
  const Report late = examined(store.conninfo(), tables::own());
  EXPECT_THAT(ids(late), ElementsAre("window-below-retries")) << told(late);
  EXPECT_THAT(late.findings.at(0).evidence, HasSubstr("was counted after more than 7 d"));
  store.raw().exec("UPDATE onceover.counter_hours SET at = at - interval '36 days'");
  EXPECT_THAT(ids(examined(store.conninfo(), tables::own())), IsEmpty()) << "such retries came long ago";
}

// As on a subscriber that was promoted: rows are copied, sequences are not.
TEST(DoctorTest, F38_TimesThatAClockAheadHasLeftAreCounted) {
  test::TestDatabase database(test::installed_schema());
  RawConnection raw = database.connect();
  const auto ahead = [&] {
    const Report report = examined(database.conninfo(), tables::own());
    for (const Finding& finding : report.findings) {
      if (finding.check == Check::times_ahead) return finding.evidence;
    }
    return std::string("none");
  };
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, fence, locked_until, state, fingerprint_kind, "
      "fingerprint) SELECT 't', 'o', 'k' || i, nextval('onceover.fence'), clock_timestamp() + interval '1 "
      "hour', 'in_progress', 'jcs-sha256', sha256('x') FROM generate_series(1, 3) i");
  EXPECT_EQ(ahead(), "none");
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() + interval '2 days' WHERE key <> 'k1'");
  raw.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, next_try_at, fence, verdict, reason) "
      "VALUES ('t', 'o', 'k1', 'open', clock_timestamp() + interval '2 days', 1, 'unresolved', 'asked')");
  EXPECT_EQ(ahead(), "Times in the future: 3 (leases of keys: 2, cases: 1).");
}

TEST(DoctorTest, ASequenceOfFencesBehindItsKeys) {
  for (const char* where : {"keys", "audit"}) {
    Store store;
    test::installed_schema().fill(store.conninfo());
    make_keeper(store.raw());
    test::give_schema_to(store.raw(), keeper);
    store.raw().exec(std::string(where) == "keys"
                         ? "INSERT INTO onceover.keys (tenant, operation, key, state, fence, "
                           "fingerprint_kind, fingerprint, locked_until) VALUES "
                           "('acme', 'pay', 'k-' || gen_random_uuid(), 'in_progress', 4711, 'raw-sha256', "
                           "sha256('k'), now() + interval '1 minute')"
                         : "INSERT INTO onceover.audit (action, actor, host, program, reason, fence_before, "
                           "fence_after) VALUES ('settle', 'a', 'h', 'p', 'r', 4711, 4710)");
    const Report report = examined(store.conninfo(), tables::own());
    ASSERT_THAT(ids(report), ElementsAre("fences-behind")) << told(report);
    EXPECT_EQ(report.findings[0].evidence, "The sequence onceover.fence has given 0, and 4711 is in use.");
    store.raw().exec(report.findings[0].sql);
    EXPECT_THAT(ids(examined(store.conninfo(), tables::own())), IsEmpty());
    store.raw().exec(
        "DO $$ BEGIN IF to_regrole('blind') IS NULL THEN CREATE ROLE blind LOGIN; END IF; END $$; GRANT "
        "USAGE ON SCHEMA onceover TO blind; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO blind; GRANT "
        "EXECUTE ON FUNCTION onceover.writers_of_keys() TO blind");
    const Report unseen = examined(store.conninfo("blind"), tables::own());
    EXPECT_THAT(unseen.not_checked, Contains(testing::Field(&NotChecked::check, Check::fences_behind)))
        << told(unseen);
  }
}

// A superuser's functions over a table whose owner may add a trigger lead that owner to a superuser's rights.
TEST(DoctorTest, FunctionsOfASuperuser) {
  Store store;
  test::installed_schema().fill(store.conninfo());
  make_keeper(store.raw());
  const auto of = [&](const Profile& p) -> std::vector<std::pair<std::string, std::string>> {
    std::vector<std::pair<std::string, std::string>> out;
    for (const Finding& f : examined(store.conninfo(), p).findings) {
      out.emplace_back(word(f.severity), info(f.check).id);
      if (f.severity == Severity::critical) store.raw().exec(f.sql);
    }
    return out;
  };
  using Found = std::vector<std::pair<std::string, std::string>>;
  const Found notice{{"notice", "functions-of-superuser"}}, critical{{"critical", "functions-of-superuser"}};
  EXPECT_EQ(of(tables::own()), notice) << "the superuser owns the tables, too";
  store.raw().exec("ALTER TABLE onceover.keys OWNER TO keeper; GRANT USAGE ON SCHEMA onceover TO keeper");
  EXPECT_EQ(of(tables::own()), critical);
  EXPECT_EQ(of(tables::own()), Found{});
  // An external table: first the functions of its owner, then functions that touch it directly.
  Profile p = orders(store.raw());
  p.writes[tables::Verb::fail] = {.set = {{.column = "status", .text = "REJECTED"}}};
  EXPECT_EQ(of(p), Found{}) << "without functions";
  auto connection = pg::Connection::open({.conninfo = store.conninfo(), .application_name = "doctor-test"});
  ASSERT_TRUE(connection);
  const auto script = [&] {
    return roles::role_script(p, tables::inspect(*connection, p).value(), roles::DbRole::reconciler,
                              store.name() + "_reconciler")
        .value();
  };
  store.raw().exec(script());
  EXPECT_EQ(of(p), notice);
  store.raw().exec("ALTER TABLE orders OWNER TO keeper");
  EXPECT_EQ(of(p), critical);
  store.raw().exec(script());
  EXPECT_EQ(of(p), notice) << "those of the schema, which touch no table of others";
  store.raw().exec(
      "CREATE FUNCTION onceover.old(text) RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) "
      "FROM \"public\".\"orders\" AS k'");
  EXPECT_EQ(of(p), critical);
  EXPECT_EQ(of(p), notice);
  store.raw().exec(
      roles::role_drop_script(p, roles::DbRole::reconciler, store.name() + "_reconciler").value());
}

TEST(DoctorTest, AServerThatDoesNotWriteSafely) {
  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  const Report report = examined(database.conninfo(), orders(raw));
  EXPECT_THAT(ids(report), ElementsAre("server-not-durable", "server-not-durable")) << told(report);
}

TEST(DoctorTest, ATransactionThatIsHeldOpen) {
  Store store;
  const Profile profile = orders(store.raw());
  RawConnection idle(store.conninfo());
  idle.exec("SET application_name = 'payments-7'; BEGIN; SELECT 1");
  const Report report =
      examined(store.conninfo(), profile, with([](Thresholds& t) { t.open_transaction = Duration{1}; }));
  EXPECT_THAT(ids(report), ElementsAre("transaction-held-open")) << told(report);
  EXPECT_THAT(report.findings.at(0).evidence,
              HasSubstr("application payments-7, user postgres, idle in transaction"));
  EXPECT_THAT(report.findings.at(0).sql,
              HasSubstr("pg_terminate_backend(" + idle.scalar("SELECT pg_backend_pid()") + ")"));
  idle.exec("COMMIT");
  EXPECT_THAT(
      ids(examined(store.conninfo(), profile, with([](Thresholds& t) { t.open_transaction = Duration{1}; }))),
      IsEmpty());
}

TEST(DoctorTest, WhatThisUserDoesNotSeeIsSaid) {
  Store store;
  const Profile profile = orders(store.raw());
  store.raw().exec(
      "CREATE ROLE clerk LOGIN; GRANT SELECT ON orders TO clerk; ALTER TABLE orders ENABLE ROW LEVEL "
      "SECURITY; CREATE POLICY theirs ON orders TO clerk USING (tenant = 'shop-1')");
  Report report = examined(store.conninfo("clerk"), profile);
  EXPECT_THAT(ids(report), ElementsAre("rows-hidden")) << told(report);
  EXPECT_THAT(report.not_checked, Contains(testing::Field(&NotChecked::check, Check::transaction_held_open)));

  store.raw().exec(
      "ALTER TABLE orders DISABLE ROW LEVEL SECURITY; REVOKE SELECT ON orders FROM clerk; GRANT SELECT "
      "(tenant, key) ON orders TO clerk");
  report = examined(store.conninfo("clerk"), profile);
  EXPECT_THAT(ids(report), ElementsAre("rows-hidden")) << told(report);
  // Rows that may not be read hold no promise: what was not looked at is told.
  EXPECT_THAT(report.not_checked,
              Contains(testing::Field(&NotChecked::check, Check::finished_without_response)));
  store.raw().exec("DROP OWNED BY clerk; DROP ROLE clerk");
}

TEST(DoctorTest, ATableThatIsNotThereIsAnError) {
  Store store;
  Profile profile = orders(store.raw());
  profile.table = "orderz";
  auto connection = pg::Connection::open({.conninfo = store.conninfo()});
  const auto report = examine(*connection, profile);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::invalid_input);
}

TEST(DoctorTest, AViewHasNoIndexesToMiss) {
  Store store;
  Profile profile = orders(store.raw());
  store.raw().exec("CREATE VIEW seen AS SELECT * FROM orders");
  profile.table = "seen";
  const Report report = examined(store.conninfo(), profile);
  EXPECT_THAT(ids(report), IsEmpty()) << told(report);
}

// What is larger than a sample is looked at by its ends: what went wrong lately, and what was never cleaned
// up.
TEST(DoctorTest, ALargeTableIsLookedAtByItsEnds) {
  Store store;
  const Profile profile = orders(store.raw());
  store.raw().exec(
      "INSERT INTO orders (tenant, key, status, hash, code, body, created_at, completed_at, expires_at) "
      "SELECT 'shop-1', md5(i::text), 'DONE', sha256(i::text::bytea), 201, repeat('x', 300)::bytea, t, t, t "
      "+ interval '3 days' FROM generate_series(1, 60000) i, LATERAL (SELECT now() - interval '60 hours' + i "
      "* interval '1 second' AS t) b; ANALYZE orders");
  EXPECT_THAT(ids(examined(store.conninfo(), profile, {.sample_rows = 200})), IsEmpty());
  store.raw().exec(
      "UPDATE orders SET body = NULL WHERE created_at = (SELECT max(created_at) FROM orders WHERE status = "
      "'DONE')");
  EXPECT_THAT(ids(examined(store.conninfo(), profile, {.sample_rows = 200})),
              ElementsAre("finished-without-response"));
  store.raw().exec(
      "UPDATE orders SET body = 'x' WHERE body IS NULL; UPDATE orders SET expires_at = now() - interval '30 "
      "hours' WHERE created_at = (SELECT min(created_at) FROM orders)");
  EXPECT_THAT(ids(examined(store.conninfo(), profile, {.sample_rows = 200})), ElementsAre("reaper-behind"));
}

}  // namespace
}  // namespace onceover::health
