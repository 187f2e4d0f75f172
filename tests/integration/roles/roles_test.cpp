// SPDX-License-Identifier: Apache-2.0
// Rights as scripts, on a server with real roles: what each may do, and by trying it what it must not.
#include "core/roles/roles.h"

#include <gmock/gmock.h>

#include <deque>

#include "core/approval/approval.h"
#include "core/audit/verify.h"
#include "core/base/random.h"
#include "core/metrics/flusher.h"
#include "core/reconcile/case_list.h"
#include "core/reconcile/note.h"
#include "core/reconcile/weigh.h"
#include "core/reconcile/write_row.h"
#include "core/roles/role_functions.h"
#include "core/tables/writes.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using roles::DbRole;
using tables::Verb;
using testing::HasSubstr;

constexpr const char* denied = "42501";

class DbRoles : public StuckTest {
 protected:
  void SetUp() override {
    raw.exec(
        R"(CREATE SCHEMA "odd ""shop"; CREATE TABLE "odd ""shop"."re'$onceover$quests" ("merchant id" int, request text, status text NOT NULL, until timestamptz,
      "bo""dy" jsonb, code int, "k" text, why text, made timestamptz DEFAULT now(), goes timestamptz, secret text, PRIMARY KEY ("merchant id", request)))");
    using A = tables::Assignment;
    using V = A::Value;
    p.name = "it's";
    p.schema = "odd \"shop";
    p.table = "re'$onceover$quests";
    p.identity = {"merchant id", "request"};
    p.key = "request";
    p.operation_name = "pay's";
    p.states = {.column = "status",
                .rules = {rule("run", key::State::in_progress), rule("ok", key::State::succeeded),
                          rule("no", key::State::failed), rule("new", key::State::released)}};
    p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "until"}};
    p.created_at = {.column = "made"};
    p.expires_at = {.column = "goes"};
    p.response_body = {.column = "bo\"dy", .form = tables::Body::Form::json};
    p.writes = {{Verb::succeed,
                 {.set = {A{.column = "status", .text = "ok"}, A{.column = "bo\"dy", .value = V::body},
                          A{.column = "code", .value = V::code}, A{.column = "until", .value = V::null},
                          A{.column = "goes", .value = V::now, .plus = std::chrono::hours(1)}}}},
                {Verb::fail,
                 {.set = {A{.column = "status", .text = "no"}, A{.column = "why", .value = V::reason},
                          A{.column = "until", .value = V::null},
                          A{.column = "goes", .value = V::now, .plus = std::chrono::hours(1)}}}},
                {Verb::release,
                 {.set = {A{.column = "status", .text = "new"}, A{.column = "until", .value = V::null}}}},
                {Verb::extend, {.set = {A{.column = "until", .value = V::lease_end}}}}};
    for (auto& [verb, write] : p.writes) write.declared = true;
    for (const char* text : {"run", "ok", "no", "new"}) {
      raw.exec("INSERT INTO " + table +
                   " (\"merchant id\", request, status, until, goes, secret) VALUES (7, $1, $1, now() - "
                   "interval '1 hour', now() - interval '1 hour', 'hidden')",
               {text});
    }
    auto found = tables::inspect(connection, p);
    if (!found) throw std::runtime_error(found.error().sentence());
    access = std::move(*found);
  }
  void TearDown() override {
    for (const auto& [role, table_too] : given) {
      by.clear();
      raw.exec("DROP ROLE IF EXISTS " + quoted_name(other_login()));
      const auto drop = roles::role_drop_script(table_too ? p : profile, role, name_of(role));
      ASSERT_TRUE(drop) << drop.error().sentence();
      raw.exec("DROP ROLE IF EXISTS " + quoted_name(login_of(role)));
      EXPECT_NO_THROW(raw.exec(*drop)) << *drop;
    }
  }
  static tables::StateRule rule(const char* text, key::State state) {
    return {.when = {{.column = "status", .is = tables::Condition::Is::one_of, .values = {text}}},
            .state = state,
            .may_retry = state == key::State::failed ? std::optional(false) : std::nullopt};
  }
  // Names with what would end a fixed dollar quote.
  std::string name_of(DbRole role) const {
    return std::string(roles::word(role)) + " \"of\" $onceover$ " + database.name();
  }
  std::string login_of(DbRole role) const { return std::string(roles::word(role)) + "_" + database.name(); }
  // Somebody who logs in with that role alone.
  RawConnection& as(DbRole role, bool of_table) {
    const auto script = roles::role_script(of_table ? p : profile, access, role, name_of(role));
    if (!script) throw std::runtime_error(script.error().sentence());
    raw.exec(*script);
    raw.exec(*script);  // once more does no harm
    raw.exec("CREATE ROLE " + quoted_name(login_of(role)) + " LOGIN IN ROLE " + quoted_name(name_of(role)));
    given.emplace_back(role, of_table);
    by.emplace_back(database.conninfo() + " user=" + login_of(role));
    return by.back();
  }
  std::string call(Verb verb, const std::string& request, const std::string& verdict = "NULL",
                   const std::string& more = "NULL, NULL, NULL, NULL, false", const std::string& version = "",
                   const std::string& reason = "'on call'", std::string evidence = "") {
    if (evidence.empty()) evidence = evidence_for(verdict);
    const std::string xmin = version.empty()
                                 ? "(SELECT xmin::text FROM " + table + " WHERE request = '" + request + "')"
                                 : version;
    return "SELECT onceover." + quoted_name(tables::function_name(p, verb)) +
           "('{\"merchant id\": \"7\", \"request\": \"" + request + "\"}', " + xmin +
           ", 'carol', 'desk', 'psql', " + reason + ", 'INC-1', '" + evidence + "', " + verdict + ", " +
           more + ")";
  }
  // What a gateway's answer with that verdict looks like; without one, a person's word.
  static std::string evidence_for(const std::string& verdict) {
    if (verdict == "'settle_succeeded'") return R"({"finding": "done"})";
    if (verdict == "'release'") return R"({"finding": "no_such_key"})";
    return R"({"said": "seen"})";
  }
  pg::Connection connect_as(DbRole role) {
    auto opened = pg::Connection::open({.conninfo = database.conninfo() + " user=" + login_of(role)});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    return std::move(*opened);
  }
  // A second approver of the role that somebody has already.
  std::string other_login() const { return "other_" + database.name(); }
  RawConnection& another(DbRole role) {
    raw.exec("CREATE ROLE " + quoted_name(other_login()) + " LOGIN IN ROLE " + quoted_name(name_of(role)));
    by.emplace_back(database.conninfo() + " user=" + other_login());
    return by.back();
  }
  // Whoever asks may agree, too: to what another database user asked for.
  void all_approve() {
    as(DbRole::approver, true);
    by.pop_back();
    raw.exec("GRANT " + quoted_name(name_of(DbRole::approver)) + " TO " +
             quoted_name(login_of(DbRole::reconciler)) + ", " + quoted_name(other_login()));
  }
  reconcile::SeenRow look(pg::Connection& his, const tables::Access& his_access, const std::string& request) {
    key::Identity id;
    id.columns = {"7", request};
    auto seen = reconcile::read_row(his, p, his_access, id);
    if (!seen || !*seen) throw std::runtime_error("no row " + request);
    return std::move(**seen);
  }
  std::string status(const std::string& request) {
    return raw.scalar("SELECT status FROM " + table + " WHERE request = '" + request + "'");
  }

  tables::Profile p;
  tables::Access access;
  const std::string table = R"("odd ""shop"."re'$onceover$quests")";
  std::vector<std::pair<DbRole, bool>> given;
  std::deque<RawConnection> by;
};

TEST_F(DbRoles, AViewerReadsAndWritesByNoPath) {
  stuck("k-1");
  auto& viewer = as(DbRole::viewer, true);
  EXPECT_EQ(viewer.scalar("SELECT count(*) FROM onceover.keys"), "1");
  EXPECT_EQ(viewer.scalar("SELECT count(status) FROM " + table), "4");
  EXPECT_EQ(viewer.sqlstate_of("SELECT secret FROM " + table), denied)
      << "a column that the profile does not name";
  for (const char* name :
       {"keys", "cases", "row_cases", "audit", "audit_links", "audit_seals", "audit_seal_heads", "approvals",
        "notes", "plans", "plan_items", "control", "counter_deltas", "counter_sources", "counter_series",
        "counter_minutes", "counter_hours", "counter_rollup", "schema_version"}) {
    const std::string full = std::string("onceover.") + name;
    EXPECT_EQ(viewer.sqlstate_of("DELETE FROM " + full), denied) << name;
    EXPECT_EQ(viewer.sqlstate_of("INSERT INTO " + full + " DEFAULT VALUES"), denied) << name;
    EXPECT_EQ(viewer.sqlstate_of("TRUNCATE " + full), denied) << name;
    EXPECT_EQ(viewer.sqlstate_of("SELECT FROM " + full + " FOR UPDATE"), denied) << name;
  }
  EXPECT_EQ(viewer.sqlstate_of("UPDATE onceover.keys SET state = 'released'"), denied);
  EXPECT_EQ(viewer.sqlstate_of("UPDATE " + table + " SET status = 'ok'"), denied);
  EXPECT_EQ(viewer.sqlstate_of("DELETE FROM " + table), denied);
  EXPECT_EQ(viewer.sqlstate_of("SELECT nextval('onceover.fence')"), denied);
  EXPECT_EQ(viewer.sqlstate_of("SELECT onceover.seal_audit()"), denied);
  EXPECT_EQ(viewer.sqlstate_of("SELECT onceover.roll_up_counters()"), denied);
  EXPECT_EQ(viewer.sqlstate_of("CREATE TABLE onceover.mine ()"), denied);
  raw.exec(*roles::role_script(p, access, DbRole::reconciler, name_of(DbRole::reconciler)));
  given.emplace_back(DbRole::reconciler, true);
  EXPECT_EQ(viewer.sqlstate_of(call(Verb::release, "run", "NULL", "NULL, NULL, NULL, NULL, false", "'1'")),
            denied)
      << "PUBLIC may call no function";
  auto store = pg::Connection::open({.conninfo = database.conninfo() + " user=" + login_of(DbRole::viewer)});
  ASSERT_TRUE(store);
  const auto owned = reconcile::own(*store, profile, reconcile::fenced(row("k-1")), std::chrono::seconds(60),
                                    alice, "on call");
  ASSERT_FALSE(owned);
  EXPECT_EQ(owned.error().kind, ErrorKind::not_permitted);
}

// What it counts is rolled up, without the right to touch either roll-up or how long it is kept.
TEST_F(DbRoles, AServiceCounts) {
  auto& service = as(DbRole::service, false);
  auto store = connect_as(DbRole::service);
  ASSERT_TRUE(metrics::flush(store, new_uuid(), 1, {{"t", "o", "settled.succeeded", -1, 1}}));
  EXPECT_EQ(service.scalar("SELECT onceover.roll_up_counters()"), "1");
  EXPECT_EQ(service.sqlstate_of("UPDATE onceover.counter_hours SET n = 0"), denied);
  EXPECT_EQ(service.sqlstate_of("UPDATE onceover.counter_rollup SET minutes_kept = '1 day'"), denied);
}

// All that services and daemons do works with its rights alone.
TEST_F(DbRoles, AServiceClaimsSweepsAndReaps) {
  as(DbRole::service, false);
  connection = connect_as(DbRole::service);
  auto own_connection = connect_as(DbRole::service);
  engine::Engine own(own_connection, &counters);
  const auto claim_of = [&](const std::string& key) {
    return take<engine::Claim>(own.claim(request_for(key), policy));
  };
  take<engine::Done>(own.complete(claim_of("done"), response_with("ok")));
  take<engine::Done>(own.fail(claim_of("failed"), response_with("no", 402), "x"));
  const auto released = claim_of("released");
  take<engine::Done>(own.release(released, released.created_at + std::chrono::hours(1)));
  claim_of("released");  // again
  claim_of("stuck");
  expire_lease("stuck");
  gateway.perform(downstream("stuck"));
  EXPECT_EQ(sweep().succeeded, 1);
  raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s' WHERE key = 'done'");
  EXPECT_EQ(sweeper::reap(connection, {}, nullptr).value().reaped, 1);
  EXPECT_EQ(raw.scalar("SELECT string_agg(key || ' ' || state, ', ' ORDER BY key) FROM onceover.keys"),
            "failed failed, released in_progress, stuck succeeded");
}

TEST_F(DbRoles, AReconcilerOfOurKeysSettlesThemAndNeitherDeletesNorTouchesTheTrail) {
  stuck("k-1");
  auto& reconciler = as(DbRole::reconciler, false);
  gateway.perform(downstream("k-1"));
  auto store =
      pg::Connection::open({.conninfo = database.conninfo() + " user=" + login_of(DbRole::reconciler)});
  ASSERT_TRUE(store);
  auto owned = reconcile::own(*store, profile, reconcile::fenced(row("k-1")), std::chrono::seconds(60), alice,
                              "on call");
  ASSERT_TRUE(owned) << owned.error().sentence() << owned.error().detail;
  const auto mine = std::get<reconcile::Owned>(*owned).row;
  const auto settled = reconcile::settle(
      *store, profile, reconcile::settlement_for(mine, ask(mine), "on call", std::chrono::seconds(5)), alice,
      "INC-1");
  ASSERT_TRUE(settled) << settled.error().sentence() << settled.error().detail;
  for (const char* name : {"keys", "cases", "row_cases", "audit", "audit_links", "audit_seals", "approvals",
                           "notes", "plans", "plan_items", "control", "counter_deltas", "counter_sources",
                           "counter_series", "counter_minutes", "counter_hours", "counter_rollup"}) {
    const std::string full = std::string("onceover.") + name;
    EXPECT_EQ(reconciler.sqlstate_of("DELETE FROM " + full), denied) << name;
    EXPECT_EQ(reconciler.sqlstate_of("TRUNCATE " + full), denied) << name;
  }
  EXPECT_EQ(reconciler.sqlstate_of("UPDATE onceover.audit SET reason = ''"), denied);
  EXPECT_EQ(reconciler.sqlstate_of("UPDATE onceover.control SET stopped = false"), denied);
  EXPECT_EQ(reconciler.sqlstate_of("ALTER TABLE onceover.audit DISABLE TRIGGER ALL"), denied);
  EXPECT_EQ(reconciler.sqlstate_of("INSERT INTO onceover.audit (action, actor, host, program, reason, "
                                   "db_user) VALUES ('settle', 'a', 'h', 'p', 'r', 'somebody')"),
            denied)
      << "whose user it was is the server's to say";
  EXPECT_EQ(reconciler.sqlstate_of("INSERT INTO onceover.audit (action, actor, host, program, reason, at) "
                                   "VALUES ('settle', 'a', 'h', 'p', 'r', now())"),
            denied);
  EXPECT_EQ(reconciler.sqlstate_of(
                "INSERT INTO onceover.audit_links (writer, seq, ids, digests, prev, hash) VALUES "
                "(gen_random_uuid(), 1, '{}', '{}', '', '')"),
            denied);
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
}

TEST_F(DbRoles, AReconcilerOfATableWritesByTheVerbsOfItsProfileAlone) {
  auto& reconciler = as(DbRole::reconciler, true);
  EXPECT_EQ(reconciler.sqlstate_of("UPDATE " + table + " SET status = 'ok'"), denied);
  EXPECT_EQ(reconciler.sqlstate_of("DELETE FROM " + table), denied);
  EXPECT_EQ(reconciler.sqlstate_of("INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES "
                                   "('write', 'a', 'h', 'p', 'r')"),
            denied);
  // As seen, with a reason, in its state, not held, as the gateway says: else nothing.
  EXPECT_EQ(
      reconciler.sqlstate_of(call(Verb::release, "run", "'release'", "NULL, NULL, NULL, NULL, false", "'1'")),
      "OC004")
      << "another version";
  EXPECT_EQ(reconciler.sqlstate_of(
                call(Verb::release, "run", "'release'", "NULL, NULL, NULL, NULL, false", "", "''")),
            "22023")
      << "no reason";
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::release, "ok", "'release'")), "OC004") << "finished";
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::release, "run")), "OC005") << "no gateway was asked";
  for (const char* made_up : {"{}", "null", "[]", R"({"finding": "unknown"})", R"({"finding": "done"})"}) {
    EXPECT_EQ(reconciler.sqlstate_of(call(Verb::release, "run", "'release'", "NULL, NULL, NULL, NULL, false",
                                          "", "'r'", made_up)),
              "OC005")
        << made_up;
    EXPECT_EQ(reconciler.sqlstate_of(call(Verb::fail, "run", "'settle_failed'",
                                          "NULL, NULL, NULL, NULL, false", "", "'r'", made_up)),
              "OC005")
        << made_up;
  }
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::succeed, "run", "'settle_succeeded'",
                                        "201, '{}', NULL, NULL, false", "", "'r'", "{}")),
            "OC005");
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::succeed, "run", "NULL", "201, '{}', NULL, NULL, false")),
            "OC005")
      << "no second approver";
  EXPECT_EQ(
      reconciler.sqlstate_of(call(Verb::succeed, "run", "'settle_failed'", "201, '{}', NULL, NULL, false")),
      "OC005");
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::fail, "run", "'needs_human'")), "OC005");
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::succeed, "run", "'settle_succeeded'")), "22023") << "no answer";
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::release, "run", "'release'")), "OC007");
  raw.exec("UPDATE onceover.control SET stopped = false; UPDATE " + table +
           " SET until = now() + interval '1 hour' WHERE request = 'run'");
  EXPECT_EQ(reconciler.sqlstate_of(call(Verb::release, "run", "'release'")), "OC004") << "held";
  EXPECT_EQ(audit_rows("action = 'write'"), "0");
  EXPECT_EQ(status("run"), "run");
  // A search_path of the caller's own changes nothing.
  reconciler.exec(
      "CREATE TEMP TABLE control (stopped boolean); CREATE TEMP TABLE audit (id bigint); SET search_path = "
      "pg_temp, public");
  const auto extended =
      reconciler.scalar(call(Verb::extend, "run", "NULL", "NULL, NULL, NULL, interval '2 hours', false"));
  EXPECT_EQ(raw.scalar("SELECT (until > now() + interval '90 minutes')::text FROM " + table +
                       " WHERE request = 'run'"),
            "true");
  raw.exec("UPDATE " + table + " SET until = now() - interval '1 s' WHERE request = 'run'");
  const auto number = reconciler.scalar(
      call(Verb::succeed, "run", "'settle_succeeded'", "201, '{\"a\": 1}', NULL, NULL, false"));
  EXPECT_EQ(
      raw.scalar("SELECT status || code || (\"bo\"\"dy\" ->> 'a') FROM " + table + " WHERE request = 'run'"),
      "ok2011");
  const std::string noted = " FROM onceover.audit WHERE id = " + number;
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, operation, key, from_state, to_state, verdict, "
                       "reason, ticket, profile)" +
                       noted),
            "write carol pay's run in_progress succeeded settle_succeeded on call INC-1 it's");
  EXPECT_EQ(raw.scalar("SELECT db_user" + noted), login_of(DbRole::reconciler))
      << "who logged in, not whose rights were used";
  EXPECT_EQ(raw.scalar("SELECT relation || (row_key ->> 'merchant id')" + noted), table + "7");
  EXPECT_EQ(raw.scalar("SELECT after ->> 'bo\"dy'" + noted), "8 bytes");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
  reconciler.exec("DROP TABLE pg_temp.control, pg_temp.audit");
}

TEST_F(DbRoles, AReconcilersProgramWritesByTheFunctionsOfHisRole) {
  as(DbRole::reconciler, true);
  auto opened =
      pg::Connection::open({.conninfo = database.conninfo() + " user=" + login_of(DbRole::reconciler)});
  ASSERT_TRUE(opened) << opened.error().sentence();
  auto& his = *opened;
  const auto his_access = tables::inspect(his, p).value();
  EXPECT_EQ(his_access.by_function.size(), p.writes.size());
  for (const auto& [verb, offer] : his_access.offers)
    EXPECT_TRUE(offer.is_offered()) << tables::word(verb) << offer.why_not.front();
  const auto look = [&](const std::string& request) {
    auto seen = reconcile::read_row(his, p, his_access, {.columns = {"7", request}});
    if (!seen || !*seen) throw std::runtime_error("no row " + request);
    return **seen;
  };
  const auto write = [&](const reconcile::SeenRow& seen, Verb verb,
                         const std::function<void(reconcile::WriteRequest&)>& with = {}) {
    reconcile::WriteRequest request{
        .verb = verb, .reason = "on call", .ticket = "INC-1", .evidence_json = R"({"said": "seen"})"};
    if (with) with(request);
    return reconcile::write(his, p, his_access, seen, request, alice);
  };
  const auto borne_out = [](reconcile::WriteRequest& request) {
    request.verdict = reconcile::VerdictKind::settle_succeeded;
    request.evidence_json = evidence_for("'settle_succeeded'");
    request.values.code = 201;
    request.values.body = "{\"a\": 1}";
  };
  const auto unknown_there = [](reconcile::WriteRequest& request) {
    request.verdict = reconcile::VerdictKind::release;
    request.evidence_json = evidence_for("'release'");
  };
  // What changed since is told; what is held is left.
  const auto stale = look("run");
  raw.exec("UPDATE " + table + " SET code = 1 WHERE request = 'run'");
  EXPECT_TRUE(std::holds_alternative<reconcile::Changed>(write(stale, Verb::release, unknown_there).value()));
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'drill'");
  EXPECT_EQ(write(look("run"), Verb::release, unknown_there).error().kind, ErrorKind::stopped);
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(audit_rows("action = 'write'"), "0");
  const auto written = take<reconcile::RowWritten>(write(look("run"), Verb::succeed, borne_out));
  EXPECT_EQ(written.after->state, key::State::succeeded);
  EXPECT_EQ(status("run"), "ok");
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, db_user, from_state, to_state, verdict, ticket) "
                       "FROM onceover.audit WHERE id = " +
                       std::to_string(written.audit_id)),
            "write alice " + login_of(DbRole::reconciler) + " in_progress succeeded settle_succeeded INC-1");
  // A script of another day, which writes something else, is not called.
  raw.exec("UPDATE " + table + " SET status = 'run' WHERE request = 'run'");
  p.writes[Verb::release].set.push_back({.column = "why", .value = tables::Assignment::Value::reason});
  const auto other = write(look("run"), Verb::release, unknown_there);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("does not do what the profile defines"));
  p.writes[Verb::release].set.pop_back();
  EXPECT_TRUE(std::holds_alternative<reconcile::RowWritten>(
      write(look("run"), Verb::release, unknown_there).value()));
  EXPECT_EQ(status("run"), "new");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
}

TEST_F(DbRoles, AReconcilerOfOurKeysAddsNotesAndSignsThemAsHimself) {
  stuck("k-1");
  auto& reconciler = as(DbRole::reconciler, false);
  auto his = connect_as(DbRole::reconciler);
  const auto note = reconcile::add_note(his, id_of("k-1"), "looked at it", alice);
  ASSERT_TRUE(note) << note.error().sentence() << note.error().detail;
  EXPECT_EQ(note->db_user, login_of(DbRole::reconciler));
  const std::string insert =
      "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note, ";
  const std::string values = ") VALUES ('a', 'h', 'p', 't', 'o', 'k', 'n', ";
  EXPECT_EQ(reconciler.sqlstate_of(insert + "db_user" + values + "'somebody')"), denied);
  EXPECT_EQ(reconciler.sqlstate_of(insert + "at" + values + "now())"), denied);
  EXPECT_EQ(reconciler.sqlstate_of("UPDATE onceover.notes SET note = 'x'"), denied);
}

TEST_F(DbRoles, AReconcilerOfATableAddsNotesOnItsRowsAlone) {
  auto& reconciler = as(DbRole::reconciler, true);
  stuck("k-1");
  auto his = connect_as(DbRole::reconciler);
  const auto his_access = tables::inspect(his, p).value();
  const auto seen = look(his, his_access, "run");
  const auto note = reconcile::add_note(his, p, his_access, seen, " asked the bank\n", alice);
  ASSERT_TRUE(note) << note.error().sentence() << note.error().detail;
  EXPECT_EQ(note->text, "asked the bank");
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', db_user, actor, host, operation, key, profile, relation, "
                       "row_key ->> 'request', note) FROM onceover.notes"),
            login_of(DbRole::reconciler) + " alice desk-1 pay's run it's " + table + " run asked the bank");
  EXPECT_EQ(reconcile::notes_of(his, reconcile::subject_of(p, seen.row.id)).value().total, 1);
  EXPECT_TRUE(reconcile::add_note(connection, p, access, look(connection, access, "run"),
                                  "the owner needs no function", alice));
  // By no other path, and on nothing else.
  EXPECT_EQ(reconcile::add_note(his, id_of("k-1"), "x", alice).error().kind, ErrorKind::not_permitted);
  EXPECT_EQ(reconciler.sqlstate_of("INSERT INTO onceover.notes (actor, host, program, tenant, operation, "
                                   "key, note) VALUES ('a', 'h', 'p', 't', 'o', 'k', 'n')"),
            denied);
  const std::string call =
      "SELECT onceover." + quoted_name(roles::role_function(p, access, roles::RoleAct::note).name);
  EXPECT_EQ(reconciler.sqlstate_of(call +
                                   "('{\"merchant id\": \"7\", \"request\": \"none\"}', 'a', 'h', 'p', 'n')"),
            "OC004");
  EXPECT_EQ(reconciler.sqlstate_of(
                call + "('{\"merchant id\": \"7\", \"request\": \"run\"}', 'a', 'h', 'p', E'n\\tn')"),
            "23514");
  for (const char* change :
       {"UPDATE onceover.notes SET note = 'x'", "DELETE FROM onceover.notes", "TRUNCATE onceover.notes"}) {
    EXPECT_EQ(reconciler.sqlstate_of(change), denied) << change;
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.notes"), "2");
}

TEST_F(DbRoles, AReconcilerOfATableKeepsCasesOfItsRowsAlone) {
  auto& reconciler = as(DbRole::reconciler, true);
  auto his = connect_as(DbRole::reconciler);
  const auto his_access = tables::inspect(his, p).value();
  reconcile::JudgedEvidence asked;
  asked.verdict.kind = reconcile::VerdictKind::unresolved;
  asked.verdict.why = "it is silent";
  const auto keep = [&](const reconcile::SeenRow& seen) {
    return reconcile::keep_case(his, p, his_access, seen, asked, "on call", "INC-1", std::chrono::minutes(5),
                                alice);
  };
  const auto seen = look(his, his_access, "run");
  for (int tries = 1; tries <= 2; ++tries) {
    const auto kept = take<reconcile::CaseKept>(keep(seen));
    EXPECT_EQ(kept.status, "open");
    EXPECT_EQ(kept.attempts, tries);
    EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, db_user, from_state, to_state, verdict, "
                         "ticket, reason, row_key ->> 'request') FROM onceover.audit WHERE id = " +
                         std::to_string(kept.audit_id)),
              "unresolved alice " + login_of(DbRole::reconciler) +
                  " in_progress in_progress unresolved INC-1 it is silent (asked for because: on call) run");
  }
  EXPECT_EQ(raw.scalar("SELECT (next_try_at > now() + interval '4 minutes' AND next_try_at < now() + "
                       "interval '6 minutes')::text FROM onceover.row_cases"),
            "true");
  asked.verdict.kind = reconcile::VerdictKind::needs_human;
  EXPECT_EQ(take<reconcile::CaseKept>(keep(seen)).status, "needs_human");
  EXPECT_EQ(reconcile::case_of(his, table, seen.row_key_json).value()->status, "needs_human");
  raw.exec("UPDATE " + table + " SET code = 1 WHERE request = 'run'");
  EXPECT_TRUE(std::holds_alternative<reconcile::Changed>(keep(seen).value()));
  // As SQL: the row as it was seen, and no verdict that settles.
  const std::string call = "SELECT onceover." +
                           quoted_name(roles::role_function(p, access, roles::RoleAct::keep_case).name) +
                           "('{\"merchant id\": \"7\", \"request\": \"run\"}', ";
  const std::string version = "(SELECT xmin::text FROM " + table + " WHERE request = 'run'), ";
  EXPECT_EQ(reconciler.sqlstate_of(call + "'1', 'a', 'h', 'p', 'r', '', '{}', 'unresolved', '1 min')"),
            "OC004");
  EXPECT_EQ(
      reconciler.sqlstate_of(call + version + "'a', 'h', 'p', 'r', '', '{}', 'settle_succeeded', '1 min')"),
      "22023");
  EXPECT_EQ(reconciler.sqlstate_of(call + version + "'a', 'h', 'p', '', '', '{}', 'unresolved', '1 min')"),
            "22023");
  for (const char* change :
       {"INSERT INTO onceover.row_cases (relation) VALUES ('x')",
        "UPDATE onceover.row_cases SET reason = 'x'", "DELETE FROM onceover.row_cases"}) {
    EXPECT_EQ(reconciler.sqlstate_of(change), denied) << change;
  }
  EXPECT_EQ(audit_rows(), "3");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
}

TEST_F(DbRoles, ReconcilersOfATableAskAndAgreeAsTwoDatabaseUsers) {
  as(DbRole::reconciler, true);
  auto first = connect_as(DbRole::reconciler);
  auto& other = another(DbRole::reconciler);
  all_approve();
  auto second = pg::Connection::open({.conninfo = database.conninfo() + " user=" + other_login()});
  ASSERT_TRUE(second) << second.error().sentence();
  const auto his_access = tables::inspect(first, p).value();
  const auto ask = [&](Verb verb) {
    reconcile::WriteRequest request{
        .verb = verb, .reason = "on call", .ticket = "INC-1", .evidence_json = R"({"said": "seen"})"};
    if (verb == Verb::succeed) {
      request.values.code = 201;
      request.values.body = R"({"a": "é"})";
    }
    auto outcome = reconcile::write(first, p, his_access, look(first, his_access, "run"), request, alice);
    EXPECT_FALSE(outcome);
    if (outcome || outcome.error().kind != ErrorKind::waits)
      throw std::runtime_error(outcome ? "written" : outcome.error().sentence());
    return std::stoll(raw.scalar("SELECT max(id) FROM onceover.approvals"));
  };
  for (const Verb verb : {Verb::release, Verb::succeed, Verb::fail}) {
    raw.exec("UPDATE " + table + " SET status = 'run', code = NULL, why = NULL WHERE request = 'run'");
    const auto id = ask(verb);
    EXPECT_EQ(ask(verb), id) << "the same request is filed once";
    EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', requested_by, status, act, ticket, seen ->> 'status') FROM "
                         "onceover.approvals WHERE id = " +
                         std::to_string(id)),
              login_of(DbRole::reconciler) + " waiting " + std::string(tables::word(verb)) + " INC-1 run");
    // Whatever he calls himself.
    const auto mine = approval::approve(first, id, bob, "it is fine");
    ASSERT_FALSE(mine);
    EXPECT_EQ(mine.error().kind, ErrorKind::not_permitted);
    const std::string agree = "SELECT onceover." +
                              quoted_name(roles::role_function(p, access, *roles::agreement_to(verb)).name) +
                              "(" + std::to_string(id) + ", 'bob', 'desk', 'psql', 'fine')";
    EXPECT_EQ(by.front().sqlstate_of(agree), "OC005");
    raw.exec("UPDATE onceover.control SET stopped = true, reason = 'drill'");
    EXPECT_EQ(other.sqlstate_of(agree), "OC007");
    raw.exec("UPDATE onceover.control SET stopped = false");
    EXPECT_EQ(status("run"), "run");
    const auto done = approval::approve(*second, id, bob, "seen too");
    ASSERT_TRUE(done) << done.error().sentence() << done.error().detail;
    ASSERT_TRUE(std::holds_alternative<approval::Approved>(*done)) << done->index();
    const std::string of_act =
        " FROM onceover.audit WHERE id = " + std::to_string(std::get<approval::Approved>(*done).audit_id);
    EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, db_user, to_state, ticket, evidence ->> "
                         "'said', evidence #>> '{approval,requested_by}')" +
                         of_act),
              "write bob " + other_login() + ' ' + std::string(key::word(*reconcile::settled_as(verb))) +
                  " INC-1 seen " + login_of(DbRole::reconciler));
    EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', status, decided_by, decided_actor, decided_reason) FROM "
                         "onceover.approvals WHERE id = " +
                         std::to_string(id)),
              "used " + other_login() + " bob seen too");
    EXPECT_EQ(other.sqlstate_of(agree), "OC006") << "once";
  }
  EXPECT_EQ(raw.scalar("SELECT status || why FROM " + table + " WHERE request = 'run'"), "noon call");
  EXPECT_EQ(raw.scalar("SELECT \"bo\"\"dy\" ->> 'a' FROM " + table + " WHERE request = 'run'"), "é");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
}

// Whoever may be at work on the row is for two people to judge, also where the gateway shows what became of
// it.
TEST_F(DbRoles, OnlyASecondApproverOverrulesALease) {
  as(DbRole::reconciler, true);
  auto first = connect_as(DbRole::reconciler);
  another(DbRole::reconciler);
  all_approve();
  auto second = pg::Connection::open({.conninfo = database.conninfo() + " user=" + other_login()}).value();
  const auto access_of_first = tables::inspect(first, p).value();
  const auto held = [&](const std::string& until) {
    raw.exec("UPDATE " + table + " SET status = 'run', code = NULL, until = " + until +
             " WHERE request = 'run'");
  };
  held("now() + interval '1 hour'");
  const auto overrule = [&](const std::string& although) {
    return by.front().sqlstate_of(
        call(Verb::succeed, "run", "'settle_succeeded'", "201, '{}', NULL, NULL, " + although));
  };
  EXPECT_EQ(overrule("false"), "OC004");
  EXPECT_EQ(overrule("NULL"), "OC004");
  EXPECT_EQ(overrule("true"), "OC005");
  EXPECT_EQ(status("run"), "run");
  reconcile::WriteRequest request{.verb = Verb::succeed,
                                  .reason = "on call",
                                  .ticket = "INC-1",
                                  .verdict = reconcile::VerdictKind::settle_succeeded,
                                  .evidence_json = R"({"finding": "done"})",
                                  .although_held = true};
  request.values.code = 201;
  request.values.body = "{}";
  const auto write = [&] {
    return reconcile::write(first, p, access_of_first, look(first, access_of_first, "run"), request, alice);
  };
  request.ticket.clear();
  EXPECT_EQ(write().error().kind, ErrorKind::invalid_input);
  request.ticket = "INC-1";
  EXPECT_EQ(write().error().kind, ErrorKind::waits);
  const auto id = std::stoll(raw.scalar("SELECT max(id) FROM onceover.approvals"));
  EXPECT_EQ(approval::approve(first, id, bob, "fine").error().kind, ErrorKind::not_permitted);
  const auto done = approval::approve(second, id, bob, "its pod is gone");
  ASSERT_TRUE(done) << done.error().sentence() << done.error().detail;
  EXPECT_TRUE(std::holds_alternative<approval::Approved>(*done)) << done->index();
  EXPECT_EQ(status("run"), "ok");
  held("now() - interval '1 hour'");
  EXPECT_EQ(overrule("true"), "") << "nothing is overruled";
  EXPECT_EQ(status("run"), "ok");
}

TEST_F(DbRoles, WhatIsAgreedToIsTheRequestOnFileAndTheRowAsItWas) {
  auto& reconciler = as(DbRole::reconciler, true);
  auto first = connect_as(DbRole::reconciler);
  auto& other = another(DbRole::reconciler);
  all_approve();
  const auto his_access = tables::inspect(first, p).value();
  const auto ask = [&] {
    const reconcile::WriteRequest request{
        .verb = Verb::fail, .reason = "on call", .ticket = "INC-1", .evidence_json = R"({"said": "seen"})"};
    const auto outcome =
        reconcile::write(first, p, his_access, look(first, his_access, "run"), request, alice);
    if (outcome || outcome.error().kind != ErrorKind::waits)
      throw std::runtime_error("it was not kept waiting");
    return raw.scalar("SELECT max(id) FROM onceover.approvals");
  };
  const auto name = [&](roles::RoleAct act) {
    return "SELECT onceover." + quoted_name(roles::role_function(p, access, act).name);
  };
  const auto agree = [&](const std::string& id) {
    return other.sqlstate_of(name(roles::RoleAct::agree_fail) + "(" + id +
                             ", 'bob', 'desk', 'psql', 'fine')");
  };
  const auto end = [&](const std::string& id, const std::string& status, const std::string& why = "no") {
    return name(roles::RoleAct::end_approval) + "(" + id + ", '" + status + "', 'bob', 'desk', 'psql', '" +
           why + "')";
  };
  // Nobody's row of onceover.approvals is made, changed or taken away by hand.
  auto id = ask();
  for (const std::string change :
       {"INSERT INTO onceover.approvals (actor) VALUES ('x')",
        "UPDATE onceover.approvals SET requested_by = 'x'", "UPDATE onceover.approvals SET status = 'used'",
        "DELETE FROM onceover.approvals", "TRUNCATE onceover.approvals"}) {
    EXPECT_EQ(reconciler.sqlstate_of(change), denied) << change;
  }
  // Who decides is told no verdict that would need nobody.
  const auto ask_by_hand = [&](const std::string& act, const std::string& verdict,
                               const std::string& evidence = "{}") {
    return reconciler.sqlstate_of(
        name(roles::RoleAct::ask) + R"(('{"merchant id": "7", "request": "run"}', (SELECT xmin::text FROM )" +
        table + " WHERE request = 'run'), 'a', 'h', 'p', '" + act + "', 'r', 'T', '" + evidence + "', " +
        verdict + ", 201, true, '{}', NULL, false, sha256('x'), sha256('y'))");
  };
  EXPECT_EQ(ask_by_hand("succeed", "'settle_succeeded'", R"({"finding": "done"})"), "22023");
  EXPECT_EQ(ask_by_hand("fail", "'settle_failed'", R"({"finding": "refused"})"), "22023");
  EXPECT_EQ(ask_by_hand("extend", "NULL"), "22023");
  // It moved: nothing is written, and the program says so.
  EXPECT_EQ(other.sqlstate_of(end(id, "outdated")), "OC004") << "it has not moved yet";
  raw.exec("UPDATE " + table + " SET code = 7 WHERE request = 'run'");
  EXPECT_EQ(agree(id), "OC004");
  auto second = pg::Connection::open({.conninfo = database.conninfo() + " user=" + other_login()});
  ASSERT_TRUE(second);
  const auto outcome = approval::approve(*second, std::stoll(id), bob, "fine");
  ASSERT_TRUE(outcome) << outcome.error().sentence() << outcome.error().detail;
  EXPECT_TRUE(std::holds_alternative<approval::Outdated>(*outcome)) << outcome->index();
  EXPECT_EQ(raw.scalar("SELECT status || ' ' || decided_by FROM onceover.approvals WHERE id = " + id),
            "outdated " + other_login());
  EXPECT_EQ(status("run"), "run");
  // Of another verb, of another description, of nobody.
  id = ask();
  EXPECT_EQ(
      other.sqlstate_of(name(roles::RoleAct::agree_succeed) + "(" + id + ", 'bob', 'desk', 'psql', 'fine')"),
      "OC006");
  EXPECT_EQ(agree("999"), "OC006");
  raw.exec(
      "ALTER TABLE onceover.approvals DISABLE TRIGGER approval_is_guarded; UPDATE onceover.approvals SET "
      "profile_toml = profile_toml || ' ' WHERE id = " +
      id + "; ALTER TABLE onceover.approvals ENABLE TRIGGER approval_is_guarded");
  EXPECT_EQ(agree(id), "OC006");
  EXPECT_EQ(status("run"), "run");
  // Anybody says no, with a reason; once.
  EXPECT_EQ(reconciler.sqlstate_of(end(id, "used")), "22023");
  EXPECT_EQ(reconciler.sqlstate_of(end(id, "refused", "")), "22023");
  EXPECT_TRUE(approval::refuse(first, std::stoll(id), alice, "taken back").value());
  EXPECT_FALSE(approval::refuse(first, std::stoll(id), alice, "taken back").value());
  EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, db_user, to_state, reason) FROM onceover.audit "
                       "ORDER BY id DESC LIMIT 1"),
            "end_approval alice " + login_of(DbRole::reconciler) + " refused taken back");
  // Of another table it is none of his.
  raw.exec(
      "INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, "
      "seen_digest, request, request_digest, reason, ticket, evidence) VALUES ('a', 'h', 'p', 'fail', 't', "
      "'o', 'k', 1, sha256('x'), '{}', sha256('y'), 'r', 't', '{}')");
  const std::string ours = raw.scalar("SELECT max(id) FROM onceover.approvals");
  EXPECT_EQ(agree(ours), "OC006");
  EXPECT_EQ(other.scalar("SELECT COALESCE((" + end(ours, "refused") + ")::text, 'nothing')"), "nothing");
  EXPECT_EQ(raw.scalar("SELECT status FROM onceover.approvals WHERE id = " + ours), "waiting");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
}

// Each part of the scripts is run by its owner, none of them a superuser; what the table's owner attaches to
// the table runs with that owner's rights.
TEST_F(DbRoles, NeitherOwnerActsWithTheRightsOfTheOther) {
  const std::string table_owner = "shop_" + database.name(), schema_owner = "onceover_" + database.name();
  raw.exec("CREATE ROLE " + quoted_name(table_owner) + " LOGIN; CREATE ROLE " + quoted_name(schema_owner) +
           " LOGIN; ALTER TABLE " + table + " OWNER TO " + quoted_name(table_owner) +
           R"(; ALTER SCHEMA "odd ""shop" OWNER TO )" + quoted_name(table_owner));
  give_schema_to(raw, schema_owner);
  RawConnection shop(database.conninfo() + " user=" + table_owner),
      ours(database.conninfo() + " user=" + schema_owner);
  const auto made_by_parts = [&](DbRole role) -> RawConnection& {
    const auto part = [&](roles::Part which) {
      return roles::role_script(p, access, role, name_of(role), which).value();
    };
    for (int times = 0; times < 2; ++times) {  // once more does no harm
      raw.exec(part(roles::Part::roles));
      shop.exec(part(roles::Part::table));
      ours.exec(part(roles::Part::schema));
    }
    raw.exec("CREATE ROLE " + quoted_name(login_of(role)) + " LOGIN IN ROLE " + quoted_name(name_of(role)));
    by.emplace_back(database.conninfo() + " user=" + login_of(role));
    return by.back();
  };
  auto& reconciler = made_by_parts(DbRole::reconciler);
  auto& reaper = made_by_parts(DbRole::reaper);
  EXPECT_EQ(raw.scalar("SELECT string_agg(DISTINCT pg_get_userbyid(p.proowner), ' ' ORDER BY "
                       "pg_get_userbyid(p.proowner)) FROM pg_proc p WHERE p.prosecdef AND p.pronamespace = "
                       "'onceover'::regnamespace"),
            schema_owner);
  // The owner of the table adds a trigger and a policy that note whose rights they have.
  shop.exec(R"(CREATE TABLE "odd ""shop".seen (who name);
    CREATE FUNCTION "odd ""shop".notes() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO "odd ""shop".seen VALUES (current_user); RETURN true; END $$;
    CREATE FUNCTION "odd ""shop".noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM "odd ""shop".notes(); RETURN NULL; END $$;
    CREATE TRIGGER t AFTER UPDATE OR DELETE ON )" +
            table + R"( FOR EACH ROW EXECUTE FUNCTION "odd ""shop".noted();
    ALTER TABLE )" +
            table + " ENABLE ROW LEVEL SECURITY; ALTER TABLE " + table +
            " FORCE ROW LEVEL SECURITY; CREATE POLICY all_of_it ON " + table +
            R"( USING ("odd ""shop".notes()))");
  const auto seen_as = [&] {
    const std::string who =
        raw.scalar(R"(SELECT COALESCE(string_agg(DISTINCT who, ' '), 'nobody') FROM "odd ""shop".seen)");
    raw.exec(R"(TRUNCATE "odd ""shop".seen)");
    return who;
  };
  const std::string xmin =
      "'" + raw.scalar("SELECT xmin::text FROM " + table + " WHERE request = 'run'") + "'";
  (void)seen_as();
  const std::string note = "SELECT onceover." +
                           quoted_name(roles::role_function(p, access, roles::RoleAct::note).name) +
                           R"(('{"merchant id": "7", "request": "run"}', 'a', 'h', 'p', 'n'))";
  reconciler.exec(note);
  EXPECT_EQ(seen_as(), table_owner);
  reconciler.exec(call(Verb::release, "run", "'release'", "NULL, NULL, NULL, NULL, false", xmin));
  EXPECT_EQ(seen_as(), table_owner);
  EXPECT_EQ(status("run"), "new");
  EXPECT_EQ(reaper.scalar("SELECT onceover." + quoted_name(tables::function_name(p, {})) + "(100)"), "2");
  EXPECT_EQ(seen_as(), table_owner);
  // Nobody but the owner of the schema calls the table's functions, and neither owner writes what is the
  // other's.
  const std::string direct =
      R"(SELECT * FROM "odd ""shop".)" + quoted_name(tables::row_function_name(p, "release")) +
      R"(('{"merchant id": "7", "request": "run"}', '1', 'r', NULL, NULL, NULL, NULL, false))";
  EXPECT_EQ(reconciler.sqlstate_of(direct), denied);
  EXPECT_EQ(shop.sqlstate_of("INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES "
                             "('write', 'a', 'h', 'p', 'r')"),
            denied);
  EXPECT_EQ(shop.sqlstate_of(note), denied);
  EXPECT_EQ(ours.sqlstate_of("UPDATE " + table + " SET status = 'ok'"), denied);
  // A function that its owner exchanged, or that would run with the rights of its caller, is not called.
  const std::string look =
      R"("odd ""shop".)" + quoted_name(tables::row_function_name(p, "look")) + "(jsonb, text)";
  shop.exec("ALTER FUNCTION " + look + " SECURITY INVOKER");
  EXPECT_EQ(reconciler.sqlstate_of(note), "OC010");
  shop.exec("ALTER FUNCTION " + look + " SECURITY DEFINER");
  reconciler.exec(note);
  shop.exec("CREATE OR REPLACE FUNCTION " + quoted_name(R"(odd "shop)") + "." +
            quoted_name(tables::row_function_name(p, "look")) +
            "(onceover_row_key jsonb, onceover_version text) RETURNS TABLE (onceover_from bigint, "
            "onceover_before text, onceover_row jsonb, onceover_known text[], onceover_created timestamptz) "
            "LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN RETURN QUERY SELECT 1::bigint, '{}', '{}'::jsonb, "
            "ARRAY['', '', ''], now(); END $$");
  EXPECT_EQ(reconciler.sqlstate_of(note), "OC010");
  by.clear();
  for (const DbRole role : {DbRole::reconciler, DbRole::reaper}) {
    const auto drop = [&](roles::Part part) {
      return roles::role_drop_script(p, role, name_of(role), part).value();
    };
    raw.exec("DROP ROLE " + quoted_name(login_of(role)));
    ours.exec(drop(roles::Part::schema));
    shop.exec(drop(roles::Part::table));
    raw.exec(drop(roles::Part::roles));
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM pg_proc p WHERE p.proname LIKE 'onceover^_%' ESCAPE '^'"), "0");
  raw.exec("ALTER TABLE " + table + " NO FORCE ROW LEVEL SECURITY; REASSIGN OWNED BY " +
           quoted_name(table_owner) + ", " + quoted_name(schema_owner) + " TO CURRENT_USER; DROP OWNED BY " +
           quoted_name(table_owner) + ", " + quoted_name(schema_owner) + "; DROP ROLE " +
           quoted_name(table_owner) + ", " + quoted_name(schema_owner));
}

TEST_F(DbRoles, AReaperDeletesFinishedRowsPastTheirWindowAndNothingElse) {
  auto& reaper = as(DbRole::reaper, true);
  EXPECT_EQ(reaper.sqlstate_of("SELECT FROM " + table), denied);
  EXPECT_EQ(reaper.sqlstate_of("DELETE FROM " + table), denied);
  EXPECT_EQ(reaper.sqlstate_of("DELETE FROM onceover.keys"), denied);
  raw.exec("INSERT INTO " + table +
           " (\"merchant id\", request, status, goes) VALUES (7, 'later', 'ok', now() + interval '1 hour')");
  const std::string reap = "SELECT onceover." + quoted_name(tables::function_name(p, {})) + "(100)";
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_EQ(reaper.scalar(reap), "0");
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(reaper.scalar(reap), "2");
  EXPECT_EQ(raw.scalar("SELECT string_agg(request, ' ' ORDER BY request) FROM " + table), "later new run");
}

// F39: the rows beside it are deleted.
TEST_F(DbRoles, F39_ARowThatCannotBeDeletedKeepsNoOther) {
  auto& reaper = as(DbRole::reaper, true);
  raw.exec("INSERT INTO " + table +
           " (\"merchant id\", request, status, goes) VALUES (7, 'kept', 'ok', now() - interval '1 year')");
  raw.exec(
      "CREATE FUNCTION public.keeps_one() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF OLD.request = "
      "'kept' THEN RAISE EXCEPTION 'under audit'; END IF; RETURN OLD; END$$");
  raw.exec("CREATE TRIGGER keeps_one BEFORE DELETE ON " + table +
           " FOR EACH ROW EXECUTE FUNCTION public.keeps_one()");
  const std::string reap = "SELECT onceover." + quoted_name(tables::function_name(p, {}));
  EXPECT_EQ(reaper.scalar(reap + "(1)"), "1");
  EXPECT_EQ(reaper.scalar(reap + "(100)"), "1");
  EXPECT_EQ(reaper.scalar(reap + "(100)"), "0");
  EXPECT_EQ(raw.scalar("SELECT string_agg(request, ' ' ORDER BY request) FROM " + table), "kept new run");
}

TEST_F(DbRoles, AReaperOfOurKeysLeavesTheUnfinishedAlone) {
  auto& reaper = as(DbRole::reaper, false);
  stuck("k-1");
  ASSERT_TRUE(engine.complete(claimed("k-2"), response_with("{}")));
  ASSERT_TRUE(engine.complete(claimed("k-3"), response_with("{}")));
  raw.tamper("UPDATE onceover.keys SET expires_at = now() - interval '1 day' WHERE key <> 'k-3'");
  EXPECT_EQ(reaper.sqlstate_of("DELETE FROM onceover.keys"), denied);
  EXPECT_EQ(reaper.sqlstate_of("UPDATE onceover.keys SET expires_at = now()"), denied);
  EXPECT_EQ(reaper.sqlstate_of("DELETE FROM onceover.audit"), denied);
  EXPECT_EQ(reaper.scalar("SELECT onceover.reap_finished(100)"), "1");
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"), "k-1 k-3");
}

TEST_F(DbRoles, WhatCannotBeGivenIsSaid) {
  auto without = p;
  without.expires_at = {};
  EXPECT_FALSE(roles::role_script(without, access, DbRole::reaper, "r"));
  without.writes.clear();
  EXPECT_FALSE(roles::role_script(without, access, DbRole::reconciler, "r"));
  for (const std::string& bad :
       {std::string(), std::string("pg_mine"), std::string(64, 'x'), std::string("a\0b", 3)}) {
    EXPECT_FALSE(roles::role_script(p, access, DbRole::viewer, bad));
  }
}

}  // namespace
}  // namespace onceover::test
