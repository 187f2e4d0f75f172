// SPDX-License-Identifier: Apache-2.0
// Every command that a role promises, run by the program with a login of that role, and by every other role.
#include "tests/integration/rights/commands_fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/kafka/kafka.h"

namespace onceover::oncectl {

std::vector<Row> Commands::readings() {
  const std::set<DbRole> all{std::begin(roles::all_db_roles), std::end(roles::all_db_roles)};
  auto with_tables = all;
  with_tables.erase(DbRole::client);
  return {
      {"keys list", readers, 0, always({"keys", "list"})},
      {"keys show", readers, 0, always({"keys", "show", "done"})},
      {"keys why", readers, 0, always({"keys", "why", "done"})},
      {"ask", readers, 0,
       [this](const std::string& n) {
         return std::vector<std::string>{"ask", stuck_key(n), "--operation", "refund"};
       }},
      {"stats", readers, 0, always({"stats"})},
      {"metrics", readers, 0, always({"metrics"})},
      {"cases list", readers, 3, always({"cases", "list"})},
      {"handover", readers, 0, always({"handover"}), 13},
      {"approvals list", readers, 3, always({"approvals", "list"})},
      {"plan list", readers, 0, always({"plan", "list"})},
      {"audit", readers, 0, always({"audit"})},
      {"audit verify", readers, 0, always({"audit", "verify"})},
      {"gateway registered", readers, 3, always({"gateway", "registered"})},
      {"schema status", with_tables, 0, always({"schema", "status"})},
      {"stuck", readers, 0,
       [this](const std::string& n) {
         (void)stuck_key(n);
         return std::vector<std::string>{"stuck"};
       }},
      {"keys export", readers, 0, always({"keys", "export", "-"})},
      {"keys life", readers, 0, always({"keys", "life", "done"}), 13},
      {"cases show", readers, 0, always({"cases", "show", "done"})},
      {"approvals show", readers, 3, always({"approvals", "show", "99"})},
      {"plan show", readers, 0, always({"plan", "show", "shown"})},
      {"plan items", readers, 0, always({"plan", "items", "shown"})},
      {"plan report", readers, 0, always({"plan", "report", "shown", "-"})},
      {"audit anchor", readers, 0, always({"audit", "anchor", "-"})},
      {"bundle", with_tables, 0, always({"bundle", "--from", "1h", "-o", "-"})},
      {"drift", readers, 0, always({"drift", "--from", "1h"})},
      {"doctor", readers, 12, always({"doctor"})},
      {"check", readers, 1, always({"check"}), 3},
      {"profile detect", all, 3, always({"profile", "detect"})},
      {"profile propose", all, 3, always({"profile", "propose", "--schema", "onceover", "--table", "keys"})},
  };
}

std::vector<Row> Commands::of_events_read() {
  const auto outbox_readers = and_also(readers, DbRole::relay),
             inbox_readers = and_also(readers, DbRole::consumer);
  return {
      {"relay list", outbox_readers, 0, always({"relay", "list"})},
      {"outbox list", outbox_readers, 0, always({"outbox", "list"})},
      {"outbox events", outbox_readers, 0, always({"outbox", "events"})},
      {"outbox export", outbox_readers, 0, always({"outbox", "export", "-"})},
      {"outbox show", outbox_readers, 0,
       [this](const std::string& n) {
         return std::vector<std::string>{"outbox", "show", dead_event(n)};
       }},
      {"inbox list", inbox_readers, 0, always({"inbox", "list"})},
      {"inbox export", inbox_readers, 0, always({"inbox", "export", "-"})},
      {"inbox show", inbox_readers, 0, always({"inbox", "show", "dead-1"})},
  };
}

TEST_F(Commands, ThatRead) {
  dead_event("a");
  (void)plan("shown", "run");
  raw_.exec("SELECT onceover.seal_audit()");
  each(readings());
}

TEST_F(Commands, ThatReadEvents) {
  dead_event("a");
  each(of_events_read());
}

std::vector<Row> Commands::acts_on_keys() {
  const std::set<DbRole> mine{DbRole::reconciler};
  return {
      {"settle", mine, 0,
       [this](const std::string& n) {
         return std::vector<std::string>{"settle", stuck_key(n), "--reason", "r", "--operation", "refund"};
       }},
      {"settle --overrule", mine, 10,
       [this](const std::string& n) {
         return std::vector<std::string>{"settle",          stuck_key(n), "--reason",        "r",
                                         "--ticket",        "t",          "--overrule",      "fail",
                                         "--evidence",      "seen",       "--response-code", "422",
                                         "--response-body", "-"};
       }},
      {"cases note",
       {DbRole::reconciler, DbRole::approver},
       0,
       [](const std::string&) {
         return std::vector<std::string>{"cases", "note", "done", "--note", "seen"};
       }},
      {"audit undo", mine, 0,
       [this](const std::string& n) {
         live(n);
         return std::vector<std::string>{
             "audit", "undo",
             raw_.scalar("SELECT audit_id FROM onceover.extend_leases('{acme}', '{refund}', ARRAY[$1::text], "
                         "ARRAY[(SELECT fence FROM onceover.keys WHERE key = $1)], 'a', 'h', 'p', 'r', '1 "
                         "h', '')",
                         {n}),
             "--reason", "r"};
       }},
      {"gateway register", mine, 0,
       [this](const std::string&) {
         raw_.exec("UPDATE onceover.gateways SET ended_at = now()");
         return std::vector<std::string>{"gateway", "register", gateway_.config_path(), "--reason", "r"};
       }},
      {"stop", mine, 0,
       [this](const std::string&) {
         raw_.exec("UPDATE onceover.control SET stopped = false");
         return std::vector<std::string>{"stop", "--reason", "r"};
       }},
      {"start", mine, 0,
       [this](const std::string&) {
         raw_.exec("UPDATE onceover.control SET stopped = true");
         return std::vector<std::string>{"start", "--reason", "r"};
       }},
  };
}

std::vector<Row> Commands::acts_on_plans() {
  const std::set<DbRole> mine{DbRole::reconciler};
  return {
      {"plan create", mine, 0,
       [this](const std::string& n) {
         stuck(n);
         return std::vector<std::string>{"plan",     "create", "of " + n,  "--act", "settle",
                                         "--prefix", n,        "--reason", "r"};
       }},
      {"plan stop", mine, 0,
       [this](const std::string& n) {
         auto words = plan(n, "stop");
         words.resize(3);
         words.insert(words.end(), {"--reason", "r"});
         return words;
       }},
      {"plan dry-run", mine, 0, [this](const std::string& n) { return plan(n, "dry-run"); }},
      {"plan run", mine, 0, [this](const std::string& n) { return plan(n, "run", true); }},
      {"plan pause", mine, 0,
       [this](const std::string& n) {
         (void)plan(n, "run", true);
         raw_.exec("UPDATE onceover.plans SET state = 'running', started_at = now() WHERE name = $1", {n});
         return std::vector<std::string>{"plan", "pause", n, "--reason", "r"};
       }},
      {"plan resume", mine, 0,
       [this](const std::string& n) {
         auto words = plan(n, "resume", true);
         raw_.exec("UPDATE onceover.plans SET state = 'paused', started_at = now() WHERE name = $1", {n});
         words.insert(words.end(), {"--reason", "r"});
         return words;
       }},
  };
}

std::vector<Row> Commands::acts_on_events() {
  const std::set<DbRole> mine{DbRole::reconciler};
  return {
      {"outbox republish", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox", "republish", "--aggregate", n,
                                         "--from", "1h",        "--reason",    "r"};
       }},
      {"outbox republish --dry-run", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox",   "republish", "--aggregate", n,
                                         "--reason", "r",         "--dry-run"};
       }},
      {"outbox republish --new-ids", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox", "republish", "--aggregate", n,  "--reason",
                                         "r",      "--new-ids", "--ticket",    "t"};
       }},
      {"outbox retry", mine, 0,
       [this](const std::string& n) {
         return std::vector<std::string>{"outbox", "retry", "r", dead_event(n), "--reason", "r"};
       }},
      {"outbox skip", mine, 0,
       [this](const std::string& n) {
         return std::vector<std::string>{"outbox", "skip", "r", dead_event(n), "--reason", "r"};
       }},
      {"outbox erase", mine, 0,
       [this](const std::string& n) {
         const std::string seq = raw_.scalar(
             "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('unpublished', $1, '{}') "
             "RETURNING seq",
             {n});
         return std::vector<std::string>{"outbox",
                                         "erase",
                                         seq,
                                         "--id",
                                         raw_.scalar("SELECT id FROM onceover.outbox WHERE seq = " + seq),
                                         "--reason",
                                         "r"};
       }},
      {"inbox erase", mine, 0,
       [this](const std::string& n) {
         raw_.exec(
             "SELECT * FROM onceover.inbox_set_aside('c', '{s}', ARRAY[$1::text], ARRAY[''::bytea], '{1}', "
             "ARRAY['p'::bytea], '{\"\"}', '{\"\"}', '{bad}')",
             {n});
         return std::vector<std::string>{"inbox",    "erase", n,          "--consumer", "c",
                                         "--source", "s",     "--reason", "r"};
       }},
      {"relay pause", mine, 0,
       [this](const std::string& n) {
         raw_.exec(
             "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ($1, "
             "'{t}', '3:3:', '3:3:', 1)",
             {n});
         return std::vector<std::string>{"relay", "pause", n, "--reason", "r"};
       }},
      {"relay resume", mine, 0,
       [this](const std::string& n) {
         raw_.exec(
             "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ($1, "
             "'{t}', '3:3:', '3:3:', 1)",
             {n});
         return std::vector<std::string>{"relay", "resume", n, "--reason", "r"};
       }},
      {"relay retire", mine, 0,
       [this](const std::string& n) {
         raw_.exec(
             "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ($1, "
             "'{t}', '3:3:', '3:3:', 1)",
             {n});
         return std::vector<std::string>{"relay", "retire", n, "--reason", "r"};
       }},
  };
}

TEST_F(Commands, OfAReconciler) {
  raw_.exec("SELECT onceover.register_gateway('fake', '*', '1 d', 'contract', 'a', 'h', 'p')");
  each(acts_on_keys());
}

TEST_F(Commands, OfAReconcilerOnPlans) { each(acts_on_plans()); }

TEST_F(Commands, OfAReconcilerOnEvents) { each(acts_on_events()); }

std::vector<Row> Commands::of_the_owner() {
  const auto dead = [this](const std::string& n) {
    raw_.exec(
        "SELECT * FROM onceover.inbox_store('c', '{s}', ARRAY[$1::text], ARRAY[''::bytea], '{\"\"}', "
        "'{\"\"}', '{0}', '{1}', ARRAY['p'::bytea], '{\"\"}', '{\"\"}')",
        {n});
    raw_.exec(
        "UPDATE onceover.inbox SET state = 'dead', dead_at = now(), next_try_at = NULL WHERE event_id = $1",
        {n});
  };
  return {
      {"inbox requeue",
       {},
       0,
       [dead](const std::string& n) {
         dead(n);
         return std::vector<std::string>{"inbox", "requeue", n, "--operation", "c", "--reason", "r"};
       }},
      {"inbox discard",
       {},
       0,
       [dead](const std::string& n) {
         dead(n);
         return std::vector<std::string>{"inbox", "discard", n, "--operation", "c", "--reason", "r"};
       }},
      {"relay adopt",
       {},
       0,
       [this](const std::string& n) {
         dead_event(n);
         raw_.exec(
             "UPDATE onceover.relays SET database_oid = 1, window_from = '3:3:', window_to = '3:3:' WHERE "
             "name = 'r'");
         return std::vector<std::string>{"relay", "adopt", "--reason", "r"};
       }},
  };
}

TEST_F(Commands, OfTheOwner) { each(of_the_owner()); }

TEST_F(Commands, NoRoleInstalls) {
  test::TestDatabase empty;
  auto there = empty.connect();
  for (const DbRole role : roles::all_db_roles) {
    const Ran ran =
        run({"--json", "--dsn", empty.conninfo() + " user=" + user_of(role), "schema", "install"});
    EXPECT_EQ(ran.code, refused) << roles::word(role) << ran.out << ran.err;
    names_the_right({.name = "schema install", .roles = {}, .code = 0, .words = {}, .unknown = {}}, ran);
    EXPECT_EQ(there.scalar("SELECT count(*) FROM pg_namespace WHERE nspname = 'onceover'"), "0")
        << roles::word(role);
  }
}

std::vector<Row> Commands::approvals() {
  return {
      {"gateway approve",
       {DbRole::approver},
       0,
       [this](const std::string&) {
         const std::string number =
             as(DbRole::reconciler, {"gateway", "register", gateway_.config_path(), "--reason", "r"}).code ==
                     0
                 ? raw_.scalar("SELECT max(id) FROM onceover.gateways WHERE in_force_since IS NULL")
                 : "0";
         return std::vector<std::string>{"gateway", "approve", number, "--reason", "r"};
       }},
      {"approvals approve",
       {DbRole::approver},
       0,
       [this](const std::string& n) {
         const Ran asked = as(DbRole::reconciler,
                              {"settle", stuck_key(n), "--reason", "r", "--ticket", "t", "--overrule", "fail",
                               "--evidence", "seen", "--response-code", "422", "--response-body", "-"});
         if (asked.code != 10) throw std::runtime_error(asked.err);
         return std::vector<std::string>{"approvals", "approve",
                                         raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason",
                                         "seen"};
       }},
      {"approvals approve, of events",
       {DbRole::approver},
       0,
       [this](const std::string& n) {
         dead_event(n);
         const Ran asked = as(DbRole::reconciler, {"outbox", "republish", "--aggregate", n, "--reason", "r",
                                                   "--new-ids", "--ticket", "t"});
         if (asked.code != 0) throw std::runtime_error(asked.err);
         return std::vector<std::string>{"approvals", "approve",
                                         raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason",
                                         "seen"};
       }},
      {"approvals refuse", {DbRole::approver, DbRole::reconciler}, 0, [this](const std::string& n) {
         const Ran asked = as(DbRole::reconciler,
                              {"settle", stuck_key(n), "--reason", "r", "--ticket", "t", "--overrule", "fail",
                               "--evidence", "seen", "--response-code", "422", "--response-body", "-"});
         if (asked.code != 10) throw std::runtime_error(asked.err);
         return std::vector<std::string>{
             "approvals", "refuse", raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason", "no"};
       }}};
}

TEST_F(Commands, OfAnApprover) { each(approvals()); }

std::vector<Row> Commands::daemons() {
  return {
      {"sweep",
       {DbRole::service},
       0,
       [this](const std::string& n) {
         stuck(n);
         return std::vector<std::string>{"sweep"};
       }},
      {"reap",
       {DbRole::service, DbRole::reaper},
       0,
       [this](const std::string& n) {
         finished(n, "done", "now() - interval '1 s'");
         return std::vector<std::string>{"reap"};
       }},
      {"metrics roll-up", {DbRole::service}, 0, always({"metrics", "roll-up"})},
      {"audit seal",
       {DbRole::service},
       0,
       [this](const std::string&) {
         raw_.exec(
             "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', "
             "'p', 'r')");
         return std::vector<std::string>{"audit", "seal"};
       }},
      {"relay",
       {DbRole::relay},
       0,
       [this](const std::string& n) {
         raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('lines', $1, '{}')",
                   {n});
         return std::vector<std::string>{"relay", "--name", "lines", "--topic", "lines", "--lines"};
       }},
  };
}

TEST_F(Commands, OfDaemons) {
  each(daemons());
  EXPECT_EQ(
      raw_.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'in_progress' AND holder <> 'executor'"),
      "0");
}

TEST_F(Commands, OfDaemonsThatFollow) {
  const auto ends = [this](const char* left) {
    return [this, left](const std::string& n, test::Process&) {
      return test::eventually([&] {
        return raw_.scalar("SELECT count(*) FROM onceover.keys WHERE key = $1 AND " + std::string(left),
                           {n}) == "0";
      });
    };
  };
  const auto prints = [](const std::string& n, test::Process& daemon) {
    return daemon.wait_for_out('"' + n + '"');
  };
  const auto starts = [](const std::string&, test::Process& daemon) {
    return daemon.wait_for_err("\"Started.\"");
  };
  test::Broker broker;
  broker.make_topic("empty", 1);
  const auto all_daemons = daemons();
  const auto named = [&all_daemons](std::string_view name) {
    return *std::ranges::find(all_daemons, name, &Row::name);
  };
  follow(named("sweep"), ends("state = 'in_progress'"));
  follow(named("reap"), ends("true"));
  follow(named("relay"), prints);
  Row reader = named("relay");
  reader.words = [this](const std::string& n) {
    raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('lines', $1, '{}')", {n});
    return std::vector<std::string>{"relay", "--topic", "lines", "--lines"};
  };
  follow(reader, prints);
  follow({"inbox consume",
          {DbRole::consumer},
          0,
          always({"inbox", "consume", "--consumer", "c", "--kafka", broker.bootstrap(), "--topic", "empty"})},
         starts);
}

}  // namespace onceover::oncectl
