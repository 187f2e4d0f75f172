// SPDX-License-Identifier: Apache-2.0
// Each function that a role may call, with arguments that no program of ours sends: it refuses them itself
// (F41), and no call of any leaves a time, an answer or another user's work as it must not be.
#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <random>
#include <set>
#include <sstream>

#include "core/audit/verify.h"
#include "tests/integration/rights/fixture.h"

namespace onceover::test {
namespace {

constexpr const char* thousand_years = "interval '1000 years'";
// Within the bound by a comparison, in which a month is 30 days; by the clock years in the future, or in the
// past.
constexpr const char *months_ahead = "interval '1000 years -8639977 hours'",
                     *months_past = "interval '-2 mons 1441 hours'";
constexpr const char* milliseconds = "1000000000000000";  // 10^15

// A settlement of "mine", each argument as SQL.
struct Settling {
  std::string verb = "succeed", code = "200", headers = "''", retry_before, verdict = "settle_succeeded",
              finding = "done", next = "0";
  std::string sql() const {
    return fmt::format(
        "SELECT * FROM onceover.settle_keys('{{acme}}', '{{POST /refunds}}', '{{mine}}', ARRAY[(SELECT fence "
        "FROM onceover.keys WHERE key = 'mine')], '{{{}}}', ARRAY[{}]::bigint[], ARRAY[{}]::bytea[], "
        "ARRAY['ok'::bytea], '{{\"\"}}', '{{\"{}\"}}', ARRAY['{{\"finding\": \"{}\"}}'], '{{{}}}', '{{r}}', "
        "ARRAY[{}]::bigint[], 'a', 'h', 'p', '', ARRAY['(0,0)'::tid])",
        verb, code, headers, retry_before, finding, verdict, next);
  }
  static Settling release(const std::string& until) {
    return {.verb = "release", .retry_before = until, .verdict = "release", .finding = "no_such_key"};
  }
  static Settling wait(const std::string& ms) {
    return {.verb = "unresolved", .verdict = "unresolved", .finding = "pending", .next = ms};
  }
};

std::string of_key(const std::string& key, const std::string& of) {
  return "(SELECT " + of + " FROM onceover.keys WHERE key = '" + key + "')";
}
std::string taking_for(const std::string& key, const std::string& lease, const std::string& plan = "NULL") {
  return "SELECT * FROM onceover.take_keys('{acme}', '{POST /refunds}', '{" + key + "}', ARRAY[" +
         of_key(key, "fence") + "], '{1}', 'mallory', " + lease + ", 'a', 'h', 'p', 'r', '', " + plan + ")";
}
std::string extending(const std::string& key, const std::string& lease) {
  return "SELECT * FROM onceover.extend_leases('{acme}', '{POST /refunds}', '{" + key + "}', ARRAY[" +
         of_key(key, "fence") + "], 'a', 'h', 'p', 'r', " + lease + ", '')";
}
std::string items(const std::string& runner, const std::string& lease, const std::string& most = "10",
                  const std::string& dry = "true") {
  return "SELECT * FROM onceover.take_items(1, 0, " + most + ", " + runner + ", " + lease + ", " + dry +
         ", false)";
}
std::string asking(const std::string& act, const std::string& request, const std::string& headers = "''") {
  return "SELECT onceover.ask_approval('a', 'h', 'p', '" + act + "', 'acme', 'POST /refunds', 'mine', " +
         of_key("mine", "fence") + ", 'r', 't', '{}', sha256('a'), '" + request + "', sha256('b'), " +
         headers + ", 'no', '', '{}')";
}

class Hostile : public Rights {
 protected:
  void SetUp() override {
    Rights::SetUp();
    stuck("mine");
    as(DbRole::reconciler).exec(taking("mine"));
  }
};

TEST_F(Hostile, AReconcilersBoundsAreTheFunctions) {
  std::vector<Attack> attacks;
  const auto unsound_each = [&](const std::string& name, const std::vector<std::string>& values,
                                const auto& sql) {
    for (const std::string& value : values) attacks.push_back({name + " " + value, sql(value), unsound});
  };
  const std::vector<std::string> leases{
      thousand_years, "interval '61 min'",         "NULL", "'0'", "interval '-1 h'",
      months_past,    "interval '1 day -23:30:00'"};
  const std::vector<std::string> plan_leases{thousand_years, "interval '25 h'", "NULL",
                                             "'0'",          "interval '-1 h'", months_ahead};
  unsound_each("takes a key for", leases, [](const std::string& v) { return taking_for("stuck", v); });
  unsound_each("takes a key in a plan for", plan_leases,
               [](const std::string& v) { return taking_for("stuck", v, "1"); });
  unsound_each("takes a key in no plan for", leases,
               [](const std::string& v) { return taking_for("stuck", v, "424242"); });
  unsound_each("extends by", plan_leases, [](const std::string& v) { return extending("live", v); });
  unsound_each("takes items for", plan_leases, [](const std::string& v) { return items("'r'", v); });
  unsound_each("takes so many items:", {"NULL", "-1", milliseconds},
               [](const std::string& v) { return items("'r'", "'1 min'", v); });
  unsound_each("takes items as", {"NULL", "''"}, [](const std::string& v) { return items(v, "'1 min'"); });
  unsound_each("takes items without saying for what:", {"NULL"},
               [](const std::string& v) { return items("'r'", "'1 min'", "10", v); });
  unsound_each("pauses a plan for", plan_leases,
               [](const std::string& v) { return "SELECT onceover.pace_plan(1, " + v + ")"; });
  unsound_each("waits with an item for", {milliseconds, "-1", "NULL"}, [](const std::string& v) {
    return "SELECT onceover.finish_items(1, 'r', '{1}', '{waiting}', '{x}', '{x}', '{\"\"}', '{\"\"}', "
           "'{0}', '{0}', ARRAY[" +
           v + "]::bigint[], '{0}')";
  });
  unsound_each("waits with a key for", {milliseconds, "-1", "NULL"},
               [](const std::string& v) { return Settling::wait(v).sql(); });
  unsound_each("answers with the status", {"99999", "0", "199", "NULL"},
               [](const std::string& v) { return Settling{.code = v}.sql(); });
  unsound_each(
      "answers with the headers",
      {"'x'", "'1:a,'", "'1:a,5:b,'", "'01:a,1:b,'", "'1: ,1:b,'", "'3:a:b,1:c,'", R"('1:a,3:b\012c,')",
       R"('1:a,1:\000,')", "'1:a,1:b,garbage'", "convert_to(repeat('1:a,1:b,', 20000), 'UTF8')"},
      [](const std::string& v) { return Settling{.headers = v}.sql(); });
  unsound_each("releases until", {"infinity", "-infinity"},
               [](const std::string& v) { return Settling::release(v).sql(); });
  unsound_each("asks for a release until", {"infinity", "-infinity", "2999-01-01", ""},
               [](const std::string& v) { return asking("release", "{\"retry_before\": \"" + v + "\"}"); });
  unsound_each("asks for the answer", {"99999", "0", "null"},
               [](const std::string& v) { return asking("fail", "{\"code\": " + v + "}"); });
  unsound_each("asks for the headers", {"'x'", "'1:a,'"},
               [](const std::string& v) { return asking("fail", "{\"code\": 422}", v); });
  unsound_each("registers a window of",
               {thousand_years, "'0'", "interval '-1 h'", "interval '1000 years -8631216 hours'"},
               [](const std::string& v) {
                 return "SELECT onceover.register_gateway('g', '*', " + v + ", 'r', 'a', 'h', 'p')";
               });
  unsound_each("publishes so many again:", {"NULL", "-1", milliseconds}, [](const std::string& v) {
    return "SELECT onceover.republish_events(0, 9, NULL, NULL, NULL, " + v + ", 'r', 'a', 'h', 'p')";
  });
  unsound_each("counts so many:", {"NULL", "-1", milliseconds}, [](const std::string& v) {
    return "SELECT onceover.count_events(0, 9, NULL, NULL, NULL, " + v + ", 10)";
  });
  unsound_each("makes a plan with the options", {"NULL", "'[]'", "'7'"}, [](const std::string& v) {
    return "SELECT onceover.create_plan('h', 'settle', NULL, NULL, NULL, 'r', NULL, NULL, 'all', " + v +
           ", 1, 'a', 'h', 'p', NULL)";
  });
  attacks.push_back({"has the owner delete within the window",
                     "SELECT onceover.create_plan('h', 'reap', NULL, NULL, NULL, 'r', NULL, NULL, 'all', "
                     "'{\"within_window\": true}', 1, 'a', 'h', 'p', NULL)",
                     denied});
  attacks.push_back({"asks for something else", asking("republish", "{}"), "23502"});
  attacks.push_back({"releases past every window, with the word of evidence",
                     Settling::release("2999-01-01").sql(), unshown});
  refuses(as(DbRole::reconciler), "reconciler", attacks);
}

// By a verdict, by a colleague's agreement, and by a service: a key is never claimable for ever.
TEST_F(Hostile, AReleaseEndsWithTheRegisteredWindow) {
  raw.exec("SELECT onceover.register_gateway('g', 'POST /refunds', '1 d', 'contract', 'a', 'h', 'p')");
  as(DbRole::reconciler).exec(Settling::release("2999-01-01").sql());
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || (retry_before = created_at + interval '1 d') FROM "
                       "onceover.keys WHERE key = 'mine'"),
            "released true")
      << "cut to the window";
  own("stuck");
  const std::string held = of_key("held", "fence");
  EXPECT_EQ(as(DbRole::service).sqlstate_of("UPDATE onceover.gateways SET ended_at = now()"), denied);
  raw.exec("UPDATE onceover.gateways SET ended_at = now()");
  as(DbRole::service)
      .exec("SELECT * FROM onceover.settle_keys('{acme}', '{POST /refunds}', '{held}', ARRAY[" + held +
            "], '{release}', '{0}', ARRAY[''::bytea], ARRAY[''::bytea], '{\"\"}', '{2999-01-01}', "
            "ARRAY['{\"finding\": \"no_such_key\"}'], '{release}', '{r}', '{0}', 'a', 'h', 'p', '', "
            "ARRAY['(0,0)'::tid])");
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || (retry_before <= created_at + interval '366 d') FROM "
                       "onceover.keys WHERE key = 'held'"),
            "released true")
      << "nothing is registered: a service's own end, for a year at most";
}

// What is checked is what is written: the same text is one day to a session that reads days first, and
// another to one that reads years first.
TEST_F(Hostile, AReleaseIsReadOnce) {
  raw.exec("SELECT onceover.register_gateway('g', 'POST /refunds', '1 d', 'contract', 'a', 'h', 'p')");
  raw.tamper("UPDATE onceover.keys SET created_at = now() - interval '2 days' WHERE key = 'mine'");
  auto& reconciler = as(DbRole::reconciler);
  for (const char* style : {"ISO, DMY", "ISO, MDY", "SQL, DMY", "ISO, YMD"}) {
    reconciler.exec(std::string("SET datestyle = '") + style + "'");
    reconciler.exec("BEGIN");
    (void)reconciler.sqlstate_of(Settling::release("01/12/30").sql());
    reconciler.exec("COMMIT");
    EXPECT_EQ(raw.scalar("SELECT COALESCE(retry_before, '-infinity') <= created_at + interval '1 d' FROM "
                         "onceover.keys WHERE key = 'mine'"),
              "t")
        << style;
  }
}

// A fence that no sequence gave would exhaust the sequence that is set to it.
TEST_F(Hostile, NoServiceWritesAFenceThatNoSequenceGave) {
  auto& service = as(DbRole::service);
  const std::string insert =
      "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, fence) "
      "VALUES ('acme', 'o', 'absurd', 'in_progress', 'raw-sha256', sha256('x'), 9223372036854775807)";
  EXPECT_EQ(service.sqlstate_of(insert), "23514");
  EXPECT_EQ(service.sqlstate_of("UPDATE onceover.keys SET fence = 9223372036854775807 WHERE key = 'stuck'"),
            "23514");
  // Where there is one nevertheless, and in the trail, a repair passes over it.
  raw.exec("DROP TRIGGER key_is_sound ON onceover.keys; " + insert);
  service.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, fence_before, reason) VALUES ('own', 'a', "
      "'h', 'p', 9223372036854775806, 'r')");
  raw.exec("SELECT onceover.repair_sequences(); SELECT nextval('onceover.fence')");
  EXPECT_EQ(raw.scalar("SELECT last_value < 4611686018427387904 FROM onceover.fence"), "t");
}

// To PREPARE an INSERT locks the table as an insert does, and needs no right to write it.
TEST_F(Hostile, AViewerTakesTheFrontierNowhere) {
  raw.exec("UPDATE onceover.frontier SET until = now()");
  const std::string before = raw.scalar("SELECT until || ' ' || rewinds FROM onceover.frontier");
  auto& viewer = as(DbRole::viewer);
  viewer.exec("BEGIN; PREPARE p AS INSERT INTO onceover.keys (key) VALUES ('x'); SAVEPOINT s");
  EXPECT_EQ(viewer.sqlstate_of("SELECT onceover.note_explicit_time(now() - interval '50 s')"), denied);
  viewer.exec("ROLLBACK TO s; COMMIT");
  EXPECT_EQ(raw.scalar("SELECT until || ' ' || rewinds FROM onceover.frontier"), before);
}

// A row that its own program cannot write is set aside by the role that sweeps, and by a reaper only past its
// window.
TEST_F(Hostile, ARoleThatSweepsSetsAsideWhatItCannotHandle) {
  const auto aside = [this](const std::string& key, const std::string& next, int most) {
    return fmt::format(
        "SELECT * FROM onceover.set_key_aside('acme', 'POST /refunds', '{}', {}, 'cannot be read: x', 'a', "
        "'h', {}, {}, 'p')",
        key, raw.scalar("SELECT fence FROM onceover.keys WHERE key = $1", {key}), next, most);
  };
  EXPECT_EQ(as(DbRole::service).scalar(aside("stuck", "'1 min'", 5)), "open");
  EXPECT_EQ(raw.scalar("SELECT status || ' ' || reason FROM onceover.cases WHERE key = 'stuck'"),
            "open cannot be read: x");
  EXPECT_EQ(as(DbRole::service).sqlstate_of(aside("stuck", thousand_years, 5)), unsound);
  EXPECT_EQ(as(DbRole::service).sqlstate_of(aside("stuck", months_ahead, 5)), unsound);
  EXPECT_EQ(as(DbRole::reaper).exec(aside("live", "'0'", 1)).size(), 0U) << "within its window";
  for (const DbRole role : {DbRole::viewer, DbRole::consumer, DbRole::producer, DbRole::relay,
                            DbRole::approver, DbRole::reconciler})
    EXPECT_EQ(as(role).sqlstate_of(
                  "SELECT * FROM onceover.set_key_aside('', '', '', 1, 'x', 'a', 'h', '0', 1, 'p')"),
              denied);
}

TEST_F(Hostile, ARowThatCannotBeWrittenStopsNoSweepOfAService) {
  stuck("innocent");
  stuck("poison");
  for (const char* key : {"innocent", "stuck"}) gateway.perform(downstream(key));
  raw.exec(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF OLD.key = 'poison' THEN "
      "RAISE EXCEPTION 'this one never'; END IF; RETURN NEW; END $$; CREATE TRIGGER refuses BEFORE UPDATE ON "
      "onceover.keys FOR EACH ROW EXECUTE FUNCTION refuse()");
  (void)as(DbRole::service);
  auto service =
      pg::Connection::open({.conninfo = database.conninfo() + " user=" + login_of(DbRole::service)});
  ASSERT_TRUE(service);
  sweeper::SweepConfig config;
  config.share = 1;
  sweeper::Sweeper one(*service, profile, gateway, config, {"sweeper", "host", "onceover-test"}, nullptr,
                       Random(1));
  const auto counts = one.run_once();
  ASSERT_TRUE(counts) << counts.error().sentence() << ' ' << counts.error().detail;
  EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys WHERE key = 'innocent'"), "succeeded");
  EXPECT_EQ(raw.scalar("SELECT reason FROM onceover.cases WHERE key = 'poison'"),
            "cannot be read: this one never");
}

TEST_F(Hostile, AnAgreedReleaseEndsToo) {
  const std::string number =
      as(DbRole::reconciler)
          .scalar(asking("release",
                         R"({"retry_before": ")" + raw.scalar("SELECT now() + interval '300 d'") + "\"}"));
  as(DbRole::approver)
      .exec("SELECT onceover.agree_settlement(" + number +
            ", 'b', 'h', 'p', 'seen', sha256('b'), sha256('a'))");
  EXPECT_EQ(raw.scalar("SELECT state || ' ' || (retry_before < now() + interval '32 d') FROM onceover.keys "
                       "WHERE key = 'mine'"),
            "released true");
}

// However often: an hour each hides a stuck key as well as a thousand years.
TEST_F(Hostile, ExtensionsKeepNoKeyOutOfStuckForMoreThanADay) {
  auto& reconciler = as(DbRole::reconciler);
  EXPECT_EQ(reconciler.exec(extending("live", "interval '23 h'")).size(), 1U);
  raw.exec(
      "SET session_replication_role = replica; UPDATE onceover.audit SET at = at - interval '12 h' WHERE "
      "action = 'extend'; SET session_replication_role = origin");
  expire_lease("live");
  EXPECT_EQ(reconciler.exec(extending("live", "interval '11 h'")).size(), 1U);
  EXPECT_EQ(reconciler.exec(extending("live", "interval '13 h'")).size(), 0U)
      << "more than a day after the first";
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'extend'"), "2");
}

// A reconciler that writes keys by a function has the lock that a real insert has.
TEST_F(Hostile, NoCallTakesTheFrontierBack) {
  raw.exec("UPDATE onceover.frontier SET until = now() - interval '1 s'");
  const auto frontier = [this] {
    return raw.scalar("SELECT until || ' ' || rewinds FROM onceover.frontier");
  };
  const std::string before = frontier();
  auto& reconciler = as(DbRole::reconciler);
  for (const char* time : {"-infinity", "2020-01-01", "now() - interval '2 min'"}) {
    const std::string at = std::string(time).front() == 'n' ? time : "'" + std::string(time) + "'";
    reconciler.exec("BEGIN; " + taking("stuck") + "; SAVEPOINT s");
    EXPECT_EQ(reconciler.sqlstate_of("SELECT onceover.note_explicit_time(" + at + ")"), denied) << time;
    reconciler.exec("ROLLBACK TO s; COMMIT");
    EXPECT_EQ(frontier(), before) << time;
  }
}

TEST_F(Hostile, ItemsBelongToTheUserWhoTookThem) {
  raw.exec(
      "INSERT INTO onceover.plan_items (plan, position, tenant, operation, key, frozen, fence) VALUES (1, 2, "
      "'acme', 'POST /refunds', 'live', '{}', 1)");
  raw.exec("SELECT * FROM onceover.take_items(1, 0, 10, 'theirs', '1 min', true, false)");
  auto& reconciler = as(DbRole::reconciler);
  const std::string finish =
      "SELECT onceover.finish_items(1, 'theirs', '{1}', '{skipped}', '{x}', '{x}', '{\"\"}', '{\"\"}', "
      "'{0}', '{0}', '{0}', '{0}')";
  refuses(reconciler, "reconciler",
          {{"finishes another user's item", finish, nothing},
           {"foresees for another user",
            "SELECT onceover.foresee_items(1, 'theirs', '{1}', '{skip}', '{0}', '{x}', '{\"\"}')", nothing},
           {"takes what another user has", items("'theirs'", "'1 min'"), nothing},
           {"runs a plan that does not run", items("'r'", "'1 min'", "10", "false"), nothing}});
  // Its own it finishes, but gives itself no attempts.
  raw.exec(
      "UPDATE onceover.plan_items SET runner = NULL, taken_until = NULL; UPDATE onceover.plans SET state = "
      "'running'");
  EXPECT_EQ(reconciler.exec(items("'r'", "'1 min'", "1", "false")).size(), 1U);
  EXPECT_EQ(reconciler.scalar("SELECT onceover.finish_items(1, 'r', '{1}', '{waiting}', '{x}', '{x}', "
                              "'{\"\"}', '{\"\"}', '{0}', '{0}', '{0}', '{-9}')"),
            "1");
  EXPECT_EQ(raw.scalar("SELECT tries FROM onceover.plan_items WHERE position = 1"), "1");
}

// A plan's maker is not the one who overrules its rows' leases.
TEST_F(Hostile, APlanThatOverrulesLeasesIsRunByAnotherUser) {
  auto& reconciler = as(DbRole::reconciler);
  const std::string id = reconciler.scalar(
      "SELECT onceover.create_plan('held', 'requeue', NULL, NULL, NULL, 'r', NULL, NULL, 'all', "
      "'{\"although_held\": true}', 1, 'a', 'h', 'p', NULL)");
  raw.exec(
      "UPDATE onceover.plans SET state = 'running' WHERE id = " + id +
      "; INSERT INTO onceover.plan_items (plan, position, tenant, operation, key, frozen, fence) VALUES (" +
      id + ", 1, '', '', 'x', '{}', 0)");
  const std::string take = "SELECT * FROM onceover.take_items(" + id + ", 0, 10, 'r', '1 min', false, false)";
  refuses(reconciler, "reconciler", {{"runs its own plan", take, unshown}});
  EXPECT_EQ(raw.exec(take).size(), 1U);
}

TEST_F(Hostile, AServicesAndAReapersBoundsAreTheFunctions) {
  refuses(
      as(DbRole::service), "service",
      {{"advances by so much",
        "SELECT * FROM onceover.advance_frontier(now(), 0, " + std::string(milliseconds) + ")", unsound},
       {"advances by nothing known", "SELECT * FROM onceover.advance_frontier(now(), 0, NULL)", unsound},
       {"advances past the floor",
        "SELECT * FROM onceover.advance_frontier('infinity', (SELECT rewinds FROM onceover.frontier), 10)",
        "OC002"},
       {"tends so much",
        "SELECT * FROM onceover.tend_unfinished(false, 0, " + std::string(milliseconds) +
            ", now(), '', '', '')",
        unsound},
       {"rolls up so much", "SELECT onceover.roll_up_counters(" + std::string(milliseconds) + ")", unsound},
       {"samples the future", "SELECT onceover.add_sample('onceover.keys', 'infinity', '{}')", unsound},
       {"samples no numbers",
        "SELECT onceover.add_sample('onceover.keys', clock_timestamp(), '{\"a\": \"x\"}')", unsound},
       {"reaps so many", "SELECT onceover.reap_finished(" + std::string(milliseconds) + ")", unsound}});
  refuses(as(DbRole::reaper), "reaper",
          {{"reaps so many", "SELECT onceover.reap_finished(" + std::string(milliseconds) + ")", unsound},
           {"reaps nothing known", "SELECT onceover.reap_finished(NULL)", unsound},
           {"reaps so many samples", "SELECT onceover.reap_samples(" + std::string(milliseconds) + ")",
            unsound}});
}

TEST_F(Hostile, AConsumersBoundsAreTheFunctions) {
  auto& consumer = as(DbRole::consumer);
  consumer.exec(
      "SELECT * FROM onceover.inbox_store('c', '{s}', '{e}', ARRAY[''::bytea], '{\"\"}', '{\"\"}', '{0}', "
      "'{1}', ARRAY['p'::bytea], '{\"\"}', '{\"\"}')");
  consumer.exec("SELECT onceover.inbox_accept('c', 's', 'done')");
  raw.exec("UPDATE onceover.inbox SET processed_at = now() - interval '1 min' WHERE event_id = 'done'");
  const std::string fence = consumer.scalar("SELECT fence FROM onceover.inbox_take('c', 'w', '1 min', 1)");
  std::vector<Attack> attacks;
  for (const std::string& lease : std::vector<std::string>{thousand_years, "interval '25 h'", "NULL", "'0'",
                                                           "interval '-1 h'", months_ahead}) {
    attacks.push_back(
        {"takes for " + lease, "SELECT * FROM onceover.inbox_take('c', 'w', " + lease + ", 1)", unsound});
    attacks.push_back({"starts for " + lease,
                       "SELECT onceover.inbox_start('c', 's', 'e', " + fence + ", " + lease + ")", unsound});
    attacks.push_back({"begins for " + lease,
                       "SELECT onceover.inbox_begin('c', 's', 'n', NULL, 'w', " + lease + ")", unsound});
    attacks.push_back({"begins again for " + lease,
                       "SELECT onceover.inbox_begin_again('c', 's', 'e', 0, 'w', " + lease + ", 9)",
                       unsound});
    attacks.push_back({"renews for " + lease,
                       "SELECT onceover.inbox_renew('c', 's', 'e', " + fence + ", " + lease + ")", unsound});
  }
  for (const std::string& wait : std::vector<std::string>{thousand_years, "interval '-1 h'", months_ahead})
    attacks.push_back({"waits for " + wait,
                       "SELECT onceover.inbox_fail('c', 's', 'e', " + fence + ", 'x', false, " + wait + ")",
                       unsound});
  for (const std::string& retention :
       std::vector<std::string>{"'0'", "interval '59 min'", "interval '-1 year'", "NULL", months_past}) {
    attacks.push_back({"forgets what is " + retention + " old",
                       "SELECT onceover.inbox_reap(0, 10, " + retention + ", NULL)", unsound});
    attacks.push_back({"forgets versions " + retention + " old",
                       "SELECT onceover.inbox_reap_versions(" + retention + ", NULL, 10)", unsound});
  }
  attacks.push_back(
      {"takes so many",
       "SELECT * FROM onceover.inbox_take('c', 'w', '1 min', " + std::string(milliseconds) + ")", unsound});
  attacks.push_back({"takes back what was accepted before",
                     "SELECT onceover.inbox_unaccept('c', '{s}', '{done}')", nothing});
  attacks.push_back(
      {"writes the inbox",
       "INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ('c', 's', 'x', 'succeeded')",
       denied});
  attacks.push_back({"changes the inbox", "UPDATE onceover.inbox SET attempts = 0", denied});
  attacks.push_back({"empties the inbox", "DELETE FROM onceover.inbox", denied});
  attacks.push_back({"moves positions", "UPDATE onceover.inbox_positions SET next = 9", denied});
  attacks.push_back({"moves versions", "UPDATE onceover.inbox_versions SET version = 9", denied});
  refuses(consumer, "consumer", attacks);
  consumer.exec(
      "BEGIN; SELECT onceover.inbox_accept('c', 's', 'now'); SAVEPOINT s; SELECT onceover.inbox_accept('c', "
      "'s', 'then'); SELECT onceover.inbox_unaccept('c', '{s,s}', '{now,then}'); COMMIT");
  EXPECT_EQ(raw.scalar("SELECT string_agg(event_id, ' ' ORDER BY event_id) FROM onceover.inbox"), "done e")
      << "its own it takes back";
}

TEST_F(Hostile, ARelaysBoundsAreTheFunctions) {
  auto& relay = as(DbRole::relay);
  const auto taking = [](const std::string& lease, const std::string& topics = "'{t}'",
                         const std::string& start = "'now', NULL", const std::string& name = "'r'",
                         const std::string& owner = "'o'", const std::string& secret = "gen_random_uuid()") {
    return "SELECT * FROM onceover.relay_take(" + name + ", " + owner + ", " + secret + ", " + lease + ", " +
           topics + ", true, onceover.server_token(), " + start + ")";
  };
  relay.exec("CREATE TEMP TABLE mine AS " + taking("'1 min'"));
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('t', 'a'); INSERT INTO "
      "onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state) SELECT "
      "'r', seq, id, topic, aggregatetype, aggregateid, created_at, 'dead' FROM onceover.outbox");
  const std::string own = "'r', (SELECT token FROM mine), (SELECT fence FROM mine)",
                    at = ", (SELECT place FROM mine), onceover.server_token(), ";
  const auto progress = [&](const std::string& who, const std::string& to, const std::string& pos = "0",
                            const std::string& lease = "'1 min'", const std::string& published = "0") {
    return "SELECT * FROM onceover.relay_progress(" + who + at + "'3:3:', " + to + ", " + pos + ", NULL, " +
           lease + ", " + published + ", NULL)";
  };
  const auto park = [&](const std::string& who, const std::string& created, const std::string& wait,
                        const std::string& attempts = "1") {
    return "SELECT onceover.relay_park(" + who +
           ", '{7}', ARRAY[gen_random_uuid()], '{t}', '{\"\"}', '{a}', '{" + created + "}', '{waiting}', '{" +
           attempts + "}', '{" + wait + "}', '{x}')";
  };
  std::vector<Attack> attacks;
  for (const std::string& lease : std::vector<std::string>{thousand_years, "interval '25 h'", "NULL", "'0'",
                                                           "interval '-1 h'", months_ahead}) {
    attacks.push_back({"takes for " + lease, taking(lease), unsound});
    attacks.push_back({"renews for " + lease,
                       "SELECT * FROM onceover.relay_renew(" + own + at + lease + ", NULL)", unsound});
    attacks.push_back({"moves on for " + lease, progress(own, "'3:3:'", "0", lease), unsound});
  }
  for (const std::string& topics : std::vector<std::string>{"NULL", "'{}'", "'{NULL}'", "'{{a},{b}}'"})
    attacks.push_back({"takes the topics " + topics, taking("'1 min'", topics), unsound});
  for (const std::string& start : std::vector<std::string>{"NULL, NULL", "'x', NULL", "'time', NULL",
                                                           "'time', 'infinity'", "'time', '2999-01-01'"})
    attacks.push_back({"starts at " + start, taking("'1 min'", "'{t}'", start), unsound});
  for (const std::string& text : std::vector<std::string>{"NULL", "''", "repeat('x', 10000)"}) {
    attacks.push_back({"takes " + text, taking("'1 min'", "'{t}'", "'now', NULL", text), unsound});
    attacks.push_back({"takes as " + text, taking("'1 min'", "'{t}'", "'now', NULL", "'r'", text), unsound});
  }
  attacks.push_back(
      {"takes without a secret", taking("'1 min'", "'{t}'", "'now', NULL", "'r'", "'o'", "NULL"), unsound});
  attacks.push_back({"takes what another process runs", taking("'1 min'"), nothing});
  attacks.push_back({"takes it under the owner's name",
                     taking("'1 min'", "'{t}'", "'now', NULL", "'r'",
                            "(SELECT owner FROM onceover.relays WHERE name = 'r')"),
                     nothing});
  for (const std::string& to : std::vector<std::string>{"NULL", "'900000000:900000000:'", "'2:2:'"})
    attacks.push_back({"moves its window to " + to, progress(own, to), unsound});
  for (const std::string& number : std::vector<std::string>{"NULL", "-1"}) {
    attacks.push_back({"moves its place to " + number, progress(own, "'3:3:'", number), unsound});
    attacks.push_back({"has published " + number, progress(own, "'3:3:'", "0", "'1 min'", number), unsound});
  }
  for (const char* time : {"infinity", "-infinity"})
    attacks.push_back({"parks an event of " + std::string(time), park(own, time, "0"), unsound});
  for (const char* wait : {milliseconds, "-1", "NULL"})
    attacks.push_back(
        {"holds an event back for " + std::string(wait), park(own, "2026-01-01", wait), unsound});
  attacks.push_back({"has tried an event so often", park(own, "2026-01-01", "0", milliseconds), unsound});
  for (const std::string& who :
       std::vector<std::string>{"'r', gen_random_uuid(), (SELECT fence FROM mine)",
                                "'r', NULL, (SELECT fence FROM mine)", "'r', (SELECT token FROM mine), 1",
                                "'other', (SELECT token FROM mine), NULL", "NULL, NULL, NULL"}) {
    attacks.push_back(
        {"renews as " + who, "SELECT * FROM onceover.relay_renew(" + who + at + "'1 min', NULL)", nothing});
    attacks.push_back({"moves on as " + who, progress(who, "'3:3:'"), nothing});
    attacks.push_back({"parks as " + who, park(who, "2026-01-01", "0"), nothing});
    for (const char* call :
         {"relay_let_go(%)", "relay_unpark(%, '{1,2}')", "relay_parked_first(%, false)",
          "relay_parked_ahead(%)", "relay_bury(%, 'x', false)", "relay_carry_out(%, '{}')"}) {
      std::string sql = call;
      attacks.push_back({call, "SELECT onceover." + sql.replace(sql.find('%'), 1, who), nothing});
    }
  }
  refuses(relay, "relay", attacks);
  EXPECT_EQ(relay.exec("SELECT * FROM onceover.relay_renew(" + own + at + "'1 min', 'x')").size(), 1U)
      << "its own it renews";
}

// Erased for good: neither publishing again nor putting back a dead letter causes an effect without its
// content.
TEST_F(Hostile, AnErasedEventIsNotProcessedAgain) {
  auto& reconciler = as(DbRole::reconciler);
  as(DbRole::consumer)
      .exec(
          "SELECT * FROM onceover.inbox_set_aside('c', '{s}', '{e}', ARRAY[''::bytea], '{1}', "
          "ARRAY['p'::bytea], '{\"\"}', '{\"\"}', '{bad}')");
  EXPECT_EQ(reconciler.scalar("SELECT onceover.erase_inbox('c', 's', 'e', 'GDPR', 'a', 'h', 'p')"), "erased");
  EXPECT_EQ(
      raw.sqlstate_of("UPDATE onceover.inbox SET state = 'in_progress', dead_at = NULL, next_try_at = now()"),
      wall);
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET erased_at = NULL"), wall);
  EXPECT_EQ(raw.sqlstate_of("UPDATE onceover.inbox SET state = 'discarded', dead_at = NULL"), "");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}'), ('t', 'b', '{}')");
  EXPECT_EQ(
      reconciler.scalar(
          "SELECT outcome FROM onceover.erase_event((SELECT min(seq) FROM onceover.outbox), (SELECT id FROM "
          "onceover.outbox ORDER BY seq LIMIT 1), 'GDPR', 'a', 'h', 'p')"),
      "erased");
  EXPECT_EQ(
      reconciler.scalar(
          "SELECT events FROM onceover.republish_events(0, 9999, 't', NULL, NULL, 10, 'r', 'a', 'h', 'p')"),
      "1");
}

TEST_F(Hostile, EventsGetNewIdsByASecondApprover) {
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}'), ('t', 'b', '{}'), "
      "('u', 'c', '{}')");
  auto& reconciler = as(DbRole::reconciler);
  const std::string ask =
      "SELECT onceover.ask_republish(0, 9999, 't', NULL, NULL, 'the consumer lost its table', 'INC-1', 'a', "
      "'h', 'p')";
  refuses(reconciler, "reconciler",
          {{"asks without a ticket",
            "SELECT onceover.ask_republish(0, 9999, 't', NULL, NULL, 'r', '', 'a', 'h', 'p')", unsound},
           {"asks for nothing",
            "SELECT onceover.ask_republish(0, 9999, 'none', NULL, NULL, 'r', 't', 'a', 'h', 'p')", unsound}});
  auto& approver = as(DbRole::approver);
  const std::string number = reconciler.scalar(ask);
  const std::string digest = "(SELECT request_digest FROM onceover.approvals WHERE id = " + number + ")";
  const std::string agree =
      "SELECT onceover.agree_republish(" + number + ", 'b', 'h', 'p', 'checked', " + digest + ")";
  raw.exec("GRANT " + quoted_name(name_of(DbRole::approver)) + " TO " +
           quoted_name(login_of(DbRole::reconciler)));
  refuses(reconciler, "reconciler and approver", {{"agrees to its own request", agree, unshown}});
  refuses(
      approver, "approver",
      {{"agrees to what it was not shown",
        "SELECT onceover.agree_republish(" + number + ", 'b', 'h', 'p', 'r', sha256('x'))", decided},
       {"settles a key by it",
        "SELECT onceover.agree_settlement(" + number + ", 'b', 'h', 'p', 'r', " + digest + ", sha256(''))",
        decided}});
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'later', '{}')");
  approver.exec(agree);
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM onceover.outbox"), "6 6")
      << "those that were asked for, with new ids";
  EXPECT_EQ(raw.scalar("SELECT db_user || ' ' || (evidence -> 'approval' ->> 'requested_by') FROM "
                       "onceover.audit WHERE action = 'republish_events'"),
            login_of(DbRole::approver) + " " + login_of(DbRole::reconciler));
  EXPECT_EQ(approver.sqlstate_of(agree), decided) << "once";
}

// What no call may leave behind, whatever its arguments.
constexpr const char* broken =
    "SELECT 'lease ' || key FROM onceover.keys WHERE locked_until > now() + interval '25 h' UNION ALL SELECT "
    "'release ' || key FROM onceover.keys WHERE state = 'released' AND NOT (retry_before <= created_at + "
    "interval '367 d') UNION ALL SELECT 'answer ' || key FROM onceover.keys WHERE state IN ('succeeded', "
    "'failed') AND response_code NOT BETWEEN 200 AND 599 UNION ALL SELECT 'gone ' || k FROM "
    "unnest('{live,stuck,held,mine,done}'::text[]) k WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE "
    "x.key = k) UNION ALL SELECT 'changed ' || b.key FROM ended_before b JOIN onceover.keys k USING (tenant, "
    "operation, key) WHERE k::text <> b.was UNION ALL SELECT 'lost event ' || b.seq FROM events_before b "
    "WHERE NOT EXISTS (SELECT FROM onceover.outbox o WHERE o.seq = b.seq) UNION ALL SELECT 'altered event ' "
    "|| b.seq FROM events_before b JOIN onceover.outbox o USING (seq) WHERE (o.id, o.topic, o.aggregateid, "
    "o.xid) IS DISTINCT FROM (b.id, b.topic, b.aggregateid, b.xid) OR (o.payload IS DISTINCT FROM b.payload "
    "AND NOT EXISTS (SELECT FROM onceover.audit a WHERE a.action LIKE 'erase%')) UNION ALL SELECT 'case ' || "
    "key FROM onceover.cases WHERE next_try_at > now() + interval '25 h' UNION ALL SELECT 'item ' || "
    "position FROM onceover.plan_items WHERE GREATEST(taken_until, next_try_at) > now() + interval '25 h' "
    "UNION ALL SELECT 'plan ' || id FROM onceover.plans WHERE paced_until > now() + interval '25 h' UNION "
    "ALL SELECT 'window ' || id FROM onceover.gateways WHERE dedupe_window > interval '366 d' UNION ALL "
    "SELECT 'inbox ' || event_id FROM onceover.inbox WHERE locked_until > now() + interval '25 h' OR "
    "next_try_at > now() + interval '32 d' UNION ALL SELECT 'inbox gone' WHERE NOT EXISTS (SELECT FROM "
    "onceover.inbox WHERE event_id = 'known') UNION ALL SELECT 'relay ' || name FROM onceover.relays WHERE "
    "locked_until > now() + interval '25 h' OR published < 0 OR since > now() UNION ALL SELECT 'parked ' || "
    "seq FROM onceover.outbox_parked WHERE next_try_at > now() + interval '25 h' OR NOT isfinite(created_at) "
    "UNION ALL SELECT 'sample ' || at FROM onceover.samples WHERE at > now() + interval '1 min' UNION ALL "
    "SELECT 'frontier voided' FROM onceover.frontier WHERE until = '-infinity' UNION ALL SELECT 'frontier "
    "ahead' FROM onceover.frontier WHERE until > now() + interval '1 min' UNION ALL SELECT 'approved ' || id "
    "FROM onceover.approvals WHERE status = 'used' AND decided_by = requested_by";

// Every function of each role, with arguments drawn from what is plausible and what is hostile.
TEST_F(Hostile, NoArgumentsOfAnyFunctionLeaveWhatMustNotBe) {
  raw.exec("SELECT onceover.publish_floor()");  // the frontier is of this table from here on
  raw.exec(
      "UPDATE onceover.frontier SET until = now() - interval '1 h'; INSERT INTO onceover.inbox (consumer, "
      "source, event_id, state, processed_at) VALUES ('c', 's', 'known', 'succeeded', now() - interval '1 "
      "min'); INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}')");
  // What was finished and published before, in the session that looks for it afterwards.
  raw.exec(
      "CREATE TEMP TABLE ended_before AS SELECT tenant, operation, key, k::text AS was FROM onceover.keys k "
      "WHERE state IN ('succeeded', 'failed'); CREATE TEMP TABLE events_before AS SELECT seq, id, topic, "
      "aggregateid, xid, payload FROM onceover.outbox");
  const char* given = std::getenv("ONCEOVER_SEED");
  const std::uint64_t seed =
      given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}() % 1'000'000;
  std::printf("seed %llu (ONCEOVER_SEED replays it)\n", static_cast<unsigned long long>(seed));
  SCOPED_TRACE(fmt::format("ONCEOVER_SEED={}", seed));
  std::mt19937_64 random(seed);
  const auto one_of = [&random](const std::vector<std::string>& values) {
    return values[random() % values.size()];
  };
  const auto value_of = [&](const std::string& type, const std::string& name) -> std::string {
    static const std::map<std::string, std::vector<std::string>> by_name = {
        {"tenants", {"'{acme}'"}},
        {"operations", {"'{POST /refunds}'"}},
        {"tenant", {"'acme'"}},
        {"operation", {"'POST /refunds'", "'*'"}},
        {"keys", {"'{stuck}'", "'{live}'", "'{held}'", "'{mine}'", "'{done}'", "'{released}'"}},
        {"key", {"'stuck'", "'mine'", "'done'"}},
        {"verbs", {"'{succeed}'", "'{fail}'", "'{release}'", "'{unresolved}'", "'{needs_human}'"}},
        {"verdicts", {"'{settle_succeeded}'", "'{settle_failed}'", "'{release}'", "'{unresolved}'"}},
        {"evidence", {R"('{"{\"finding\": \"done\"}"}')", R"('{"{\"finding\": \"no_such_key\"}"}')", "'{}'"}},
        {"retry_before", {"'{infinity}'", "'{2999-01-01}'", "'{\"\"}'", "'{-infinity}'"}},
        {"reason", {"'r'"}},
        {"reasons", {"'{r}'"}},
        {"plan", {"1", "NULL"}},
        {"positions", {"'{1}'", "'{0}'"}},
        {"runner", {"'r'"}},
        {"states", {"'{waiting}'", "'{skipped}'"}},
        {"state", {"'running'", "'frozen'", "'stopped'"}},
        {"consumer", {"'c'"}},
        {"source", {"'s'"}},
        {"sources", {"'{s}'"}},
        {"event_id", {"'known'", "'e'"}},
        {"event_ids", {"'{known}'", "'{e}'"}},
        {"act", {"'settle'", "'release'", "'fail'", "'reap'"}},
        {"at", {"'-infinity'", "'2020-01-01'", "now()"}}};
    static const std::map<std::string, std::vector<std::string>> by_type = {
        {"interval",
         {"NULL", thousand_years, "'0'", "interval '-1 d'", "interval '30 min'", "interval '2 d'"}},
        {"timestamp with time zone", {"NULL", "'infinity'", "'-infinity'", "now()", "'9999-01-01'"}},
        {"bigint", {"NULL", "-1", "0", "1", "10", milliseconds, "9223372036854775807"}},
        {"integer", {"NULL", "-1", "1", "2147483647"}},
        {"boolean", {"NULL", "true", "false"}},
        {"text",
         {"NULL", "''", "'x'", "'infinity'", "repeat('x', 10000)", "repeat('y', 100000)",
          R"(E'a\x1b[2J\n\u202e')"}},
        {"text[]",
         {"NULL", "'{}'", "'{NULL}'", "'{x}'", "'{\"\"}'", "ARRAY[repeat('y', 100000)]",
          R"(ARRAY[E'a\x1b[2J\n\u202e'])"}},
        {"bigint[]",
         {"NULL", "'{}'", "'{NULL}'", "'{-1}'", "'{0}'", "'{1}'", "'{99999}'", "'{1000000000000000}'"}},
        {"bytea", {"NULL", "''", "sha256('a')"}},
        {"bytea[]", {"NULL", "ARRAY[NULL::bytea]", "ARRAY[''::bytea]", "ARRAY['x'::bytea]"}},
        {"jsonb", {"NULL", "'null'", "'[]'", "'{}'", R"('{"although_held": true, "code": 99999}')"}},
        {"tid[]", {"NULL", "ARRAY['(0,0)'::tid]", "ARRAY['(0,1)'::tid]"}},
        {"uuid", {"NULL", "gen_random_uuid()"}}};
    if (name == "fences") {
      return one_of({"ARRAY[" + of_key("stuck", "fence") + "]", "ARRAY[" + of_key("live", "fence") + "]",
                     "ARRAY[" + of_key("held", "fence") + "]", "ARRAY[" + of_key("mine", "fence") + "]",
                     "'{1}'"});
    }
    if (const auto known = by_name.find(name); known != by_name.end() && random() % 4 != 0)
      return one_of(known->second);
    const auto known = by_type.find(type);
    return known == by_type.end() ? "NULL" : one_of(known->second);
  };
  int called = 0;
  std::set<std::string> functions, answered;
  for (const DbRole role : roles::all_db_roles) {
    auto& by_role = as(role);
    const auto all = by_role.exec(
        "SELECT p.proname, array_to_string(ARRAY (SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t), "
        "','), array_to_string(p.proargnames, ','), CASE p.prokind WHEN 'p' THEN 'CALL' ELSE 'SELECT * FROM' "
        "END FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace AND p.prorettype <> "
        "'trigger'::regtype AND has_function_privilege(p.oid, 'EXECUTE') ORDER BY 1");
    for (const auto& function : all) {
      const std::string name = *function[0];
      std::vector<std::string> types, names;
      std::string word;
      for (std::istringstream in(*function[1]); std::getline(in, word, ',');) types.push_back(word);
      for (std::istringstream in(function[2].value_or("")); std::getline(in, word, ',');)
        names.push_back(word);
      functions.insert(name);
      raw.exec("UPDATE onceover.control SET stopped = false");  // or nothing is written any more
      std::deque<std::string> last;
      for (int i = 0; i < 60; ++i) {
        std::string arguments;
        for (std::size_t n = 0; n < types.size(); ++n)
          arguments +=
              (n == 0 ? "" : ", ") + value_of(types[n], n < names.size() ? names[n] : "") + "::" + types[n];
        last.push_back(*function[3] + " onceover." + name + "(" + arguments + ")");
        (void)by_role.sqlstate_of("SET statement_timeout = '5s'");
        if (by_role.sqlstate_of(last.back()).empty()) answered.insert(name);
        ++called;
        if (i % 20 != 19) continue;
        for (const auto& wrong : raw.exec(broken)) {
          std::string calls;
          for (const std::string& call : last) calls += call + "\n";
          FAIL() << roles::word(role) << " left: " << wrong[0].value_or("") << "\nby one of\n" << calls;
        }
        last.clear();
      }
    }
    const auto trail = audit::verify(connection);
    ASSERT_TRUE(trail) << trail.error().sentence();
    EXPECT_TRUE(trail->is_sound()) << roles::word(role);
  }
  for (const auto& granted : raw.exec(
           "SELECT p.proname FROM pg_proc p, aclexplode(p.proacl) a WHERE p.pronamespace = "
           "'onceover'::regnamespace AND p.prosecdef AND p.prorettype <> 'trigger'::regtype AND a.grantee <> "
           "p.proowner"))
    EXPECT_TRUE(functions.contains(granted[0].value_or(""))) << granted[0].value_or("") << " was not called";
  EXPECT_GT(functions.size(), 50U);
  EXPECT_GT(answered.size(), 40U) << "not only refusals";
  RecordProperty("calls", called);
}

}  // namespace
}  // namespace onceover::test
