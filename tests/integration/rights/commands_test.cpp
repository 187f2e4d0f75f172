// Every command that a role promises, run by the program with a login of that role, and by every other role.
#include "core/inbox/inbox.h"
#include "core/outbox/outbox.h"
#include "core/pg/transaction.h"
#include "core/roles/roles.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::oncectl {
namespace {

using roles::DbRole;

constexpr int refused = 1;

// Which roles a command is for, and how it ends for them; for all others it ends refused, and changes nothing.
struct Row {
  std::string name;
  std::set<DbRole> roles;
  int code;
  std::function<std::vector<std::string>(const std::string& n)> words;  // n: not used before
};

const std::set<DbRole> readers{DbRole::viewer, DbRole::service, DbRole::reconciler, DbRole::approver};
std::set<DbRole> and_also(std::set<DbRole> roles, DbRole more) {
  roles.insert(more);
  return roles;
}

class Commands : public OncectlTest {
 protected:
  void SetUp() override {
    for (const DbRole role : roles::all_db_roles) {
      const std::string user = user_of(role);
      const auto script = ctl({"roles", "print", "--role", std::string(roles::word(role)), "--name", user});
      ASSERT_EQ(script.code, 0) << script.err;
      raw_.exec(script.out);
      raw_.exec("ALTER ROLE " + user + " LOGIN");
    }
    finished("done");
    gateway_.knows_done();
    raw_.exec(
        "SELECT * FROM onceover.inbox_set_aside('c', '{s,s,s}', '{dead-1,dead-2,dead-3}', ARRAY[''::bytea,'',''], '{1,1,1}', "
        "ARRAY['p'::bytea,'p','p'], '{\"\",\"\",\"\"}', '{\"\",\"\",\"\"}', '{bad,bad,bad}')");
  }
  void TearDown() override {
    for (const DbRole role : roles::all_db_roles) raw_.exec("DROP OWNED BY " + user_of(role) + "; DROP ROLE " + user_of(role));
  }
  std::string user_of(DbRole role) const { return std::string(roles::word(role)) + "_" + database_.name(); }
  // An override is for what no gateway shows: it is not asked then.
  Ran as(DbRole role, std::vector<std::string> words) {
    std::vector<std::string> store{"--json", "--dsn", database_.conninfo() + " user=" + user_of(role)};
    if (std::ranges::find(words, "--overrule") == words.end()) store.insert(store.end(), {"--gateway", gateway_.config_path()});
    words.insert(words.begin(), store.begin(), store.end());
    return run(words);
  }
  std::string unused() { return "k-" + std::to_string(++used_); }
  std::string stuck_key(const std::string& n) {
    stuck(n);
    return n;
  }
  // An event that the relay "r" has given up.
  std::string dead_event(const std::string& n) {
    raw_.exec(
        "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('r', '{t}', pg_current_snapshot(), "
        "pg_current_snapshot(), (SELECT oid FROM pg_database WHERE datname = current_database())) ON CONFLICT DO NOTHING");
    const std::string seq =
        raw_.scalar("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', $1, '{}') RETURNING seq", {n});
    raw_.exec(
        "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts) SELECT 'r', "
        "seq, id, "
        "topic, aggregatetype, aggregateid, created_at, 'dead', 3 FROM onceover.outbox WHERE seq = " +
        seq);
    return seq;
  }
  std::vector<std::string> plan(const std::string& n, const std::string& act, bool dry = false) {
    stuck(n);
    const Ran made = ctl({"plan", "create", n, "--act", "settle", "--prefix", n, "--reason", "r"});
    if (made.code != 0) throw std::runtime_error(made.err);
    if (dry && ctl({"plan", "dry-run", n}).code != 0) throw std::runtime_error("no dry run");
    return {"plan", act, n, "--confirm", ctl_json({"plan", "show", n}).json()["confirm"].get<std::string>()};
  }
  // What a refused command must leave as it was, with the tables of events.
  std::string all() {
    std::string text = checksum();
    for (const char* table : {"outbox", "outbox_parked", "inbox", "gateways"})
      text += raw_.scalar(std::string("SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM onceover.") + table + " t");
    return text;
  }
  void each(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      for (const DbRole role : roles::all_db_roles) {
        const bool may = row.roles.contains(role);
        const auto words = row.words(unused());
        const std::string before = may ? std::string() : all();
        const Ran ran = as(role, words);
        EXPECT_EQ(ran.code, may ? row.code : refused) << roles::word(role) << ": " << row.name << "\n" << ran.out << ran.err;
        if (!may) {
          EXPECT_EQ(all(), before) << roles::word(role) << ": " << row.name;
        }
      }
    }
  }
  int used_ = 0;
};

std::function<std::vector<std::string>(const std::string&)> always(std::vector<std::string> words) {
  return [words](const std::string&) { return words; };
}

TEST_F(Commands, ThatRead) {
  dead_event("a");
  each({
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
      {"approvals list", readers, 3, always({"approvals", "list"})},
      {"plan list", readers, 3, always({"plan", "list"})},
      {"audit", readers, 3, always({"audit"})},
      {"audit verify", readers, 0, always({"audit", "verify"})},
      {"gateway registered", readers, 3, always({"gateway", "registered"})},
      {"relay list", and_also(readers, DbRole::relay), 0, always({"relay", "list"})},
      {"outbox list", and_also(readers, DbRole::relay), 0, always({"outbox", "list"})},
      {"outbox events", and_also(readers, DbRole::relay), 0, always({"outbox", "events"})},
      {"inbox list", and_also(readers, DbRole::consumer), 0, always({"inbox", "list"})},
      {"schema status", {std::begin(roles::all_db_roles), std::end(roles::all_db_roles)}, 0, always({"schema", "status"})},
  });
}

TEST_F(Commands, OfAReconciler) {
  const std::set<DbRole> mine{DbRole::reconciler};
  raw_.exec("SELECT onceover.register_gateway('fake', '*', '1 d', 'contract', 'a', 'h', 'p')");
  each({
      {"settle", mine, 0,
       [this](const std::string& n) { return std::vector<std::string>{"settle", stuck_key(n), "--reason", "r", "--operation", "refund"}; }},
      {"settle --overrule", mine, 10,
       [this](const std::string& n) {
         return std::vector<std::string>{"settle",     stuck_key(n), "--reason",        "r",   "--ticket",        "t", "--overrule", "fail",
                                         "--evidence", "seen",       "--response-code", "422", "--response-body", "-"};
       }},
      {"cases note",
       {DbRole::reconciler, DbRole::approver},
       0,
       [](const std::string&) {
         return std::vector<std::string>{"cases", "note", "done", "--note", "seen"};
       }},
      {"plan create", mine, 0,
       [this](const std::string& n) {
         stuck(n);
         return std::vector<std::string>{"plan", "create", "of " + n, "--act", "settle", "--prefix", n, "--reason", "r"};
       }},
      {"audit undo", mine, 0,
       [this](const std::string& n) {
         live(n);
         return std::vector<std::string>{
             "audit", "undo",
             raw_.scalar("SELECT audit_id FROM onceover.extend_leases('{acme}', '{refund}', ARRAY[$1::text], ARRAY[(SELECT fence FROM "
                         "onceover.keys WHERE key = $1)], 'a', 'h', 'p', 'r', '1 h', '')",
                         {n}),
             "--reason", "r"};
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
      {"outbox republish", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox", "republish", "--aggregate", n, "--from", "1h", "--reason", "r"};
       }},
      {"outbox republish --dry-run", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox", "republish", "--aggregate", n, "--reason", "r", "--dry-run"};
       }},
      {"outbox republish --new-ids", mine, 0,
       [this](const std::string& n) {
         dead_event(n);
         return std::vector<std::string>{"outbox", "republish", "--aggregate", n, "--reason", "r", "--new-ids", "--ticket", "t"};
       }},
      {"outbox retry", mine, 0,
       [this](const std::string& n) { return std::vector<std::string>{"outbox", "retry", "r", dead_event(n), "--reason", "r"}; }},
      {"outbox skip", mine, 0,
       [this](const std::string& n) { return std::vector<std::string>{"outbox", "skip", "r", dead_event(n), "--reason", "r"}; }},
      {"outbox erase", mine, 0,
       [this](const std::string& n) {
         const std::string seq =
             raw_.scalar("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('unpublished', $1, '{}') RETURNING seq", {n});
         return std::vector<std::string>{"outbox",   "erase", seq, "--id", raw_.scalar("SELECT id FROM onceover.outbox WHERE seq = " + seq),
                                         "--reason", "r"};
       }},
      {"inbox erase", mine, 0,
       [this](const std::string& n) {
         raw_.exec(
             "SELECT * FROM onceover.inbox_set_aside('c', '{s}', ARRAY[$1::text], ARRAY[''::bytea], '{1}', ARRAY['p'::bytea], '{\"\"}', "
             "'{\"\"}', '{bad}')",
             {n});
         return std::vector<std::string>{"inbox", "erase", n, "--consumer", "c", "--source", "s", "--reason", "r"};
       }},
      {"gateway register", mine, 0,
       [this](const std::string&) {
         raw_.exec("UPDATE onceover.gateways SET ended_at = now()");
         return std::vector<std::string>{"gateway", "register", gateway_.config_path(), "--reason", "r"};
       }},
      {"relay pause", mine, 0,
       [this](const std::string& n) {
         raw_.exec("INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ($1, '{t}', '3:3:', '3:3:', 1)",
                   {n});
         return std::vector<std::string>{"relay", "pause", n, "--reason", "r"};
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
  });
}

TEST_F(Commands, OfAnApprover) {
  each({{"gateway approve",
         {DbRole::approver},
         0,
         [this](const std::string&) {
           const std::string number = as(DbRole::reconciler, {"gateway", "register", gateway_.config_path(), "--reason", "r"}).code == 0
                                          ? raw_.scalar("SELECT max(id) FROM onceover.gateways WHERE in_force_since IS NULL")
                                          : "0";
           return std::vector<std::string>{"gateway", "approve", number, "--reason", "r"};
         }},
        {"approvals approve",
         {DbRole::approver},
         0,
         [this](const std::string& n) {
           const Ran asked = as(DbRole::reconciler, {"settle", stuck_key(n), "--reason", "r", "--ticket", "t", "--overrule", "fail",
                                                     "--evidence", "seen", "--response-code", "422", "--response-body", "-"});
           if (asked.code != 10) throw std::runtime_error(asked.err);
           return std::vector<std::string>{"approvals", "approve", raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason",
                                           "seen"};
         }},
        {"approvals approve, of events",
         {DbRole::approver},
         0,
         [this](const std::string& n) {
           dead_event(n);
           const Ran asked =
               as(DbRole::reconciler, {"outbox", "republish", "--aggregate", n, "--reason", "r", "--new-ids", "--ticket", "t"});
           if (asked.code != 0) throw std::runtime_error(asked.err);
           return std::vector<std::string>{"approvals", "approve", raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason",
                                           "seen"};
         }},
        {"approvals refuse", {DbRole::approver, DbRole::reconciler}, 0, [this](const std::string& n) {
           const Ran asked = as(DbRole::reconciler, {"settle", stuck_key(n), "--reason", "r", "--ticket", "t", "--overrule", "fail",
                                                     "--evidence", "seen", "--response-code", "422", "--response-body", "-"});
           if (asked.code != 10) throw std::runtime_error(asked.err);
           return std::vector<std::string>{"approvals", "refuse", raw_.scalar("SELECT max(id) FROM onceover.approvals"), "--reason", "no"};
         }}});
}

TEST_F(Commands, OfDaemons) {
  each({
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
         raw_.exec("INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', 'p', 'r')");
         return std::vector<std::string>{"audit", "seal"};
       }},
      {"relay",
       {DbRole::relay},
       0,
       [this](const std::string& n) {
         raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('lines', $1, '{}')", {n});
         return std::vector<std::string>{"relay", "--name", "lines", "--topic", "lines", "--lines"};
       }},
  });
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'in_progress' AND holder <> 'executor'"), "0");
}

// What a service's own code does: no command of ours, but the library.
TEST_F(Commands, TheLibraryOfProducersAndConsumers) {
  const auto open = [&](DbRole role) {
    return pg::Connection::open({.conninfo = database_.conninfo() + " user=" + user_of(role)}).value();
  };
  auto producer = open(DbRole::producer);
  outbox::Event event{.topic = "t", .aggregate_id = "a", .payload = "{}"};
  const auto statement = outbox::enqueue_statement(event).value();
  ASSERT_TRUE(producer.exec(statement.sql, statement.params));
  auto consumer = open(DbRole::consumer);
  inbox::Inbox box(consumer, "c");
  for (const DbRole role : {DbRole::viewer, DbRole::service, DbRole::relay, DbRole::reconciler, DbRole::approver, DbRole::reaper}) {
    auto other = open(role);
    EXPECT_FALSE(other.exec(statement.sql, statement.params)) << roles::word(role);
    inbox::Inbox theirs(other, "c");
    EXPECT_FALSE(theirs.begin({.source = "s", .id = "x"}, "w")) << roles::word(role);
  }
  const auto begun = box.begin({.source = "s", .id = "e-1"}, "w").value();
  ASSERT_TRUE(std::holds_alternative<inbox::Begun>(begun));
  auto attempt = std::get<inbox::Begun>(begun).attempt;
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(box.renew(attempt).value()));
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(box.finish(attempt).value()));
  EXPECT_TRUE(std::holds_alternative<inbox::Duplicate>(box.begin({.source = "s", .id = "e-1"}, "w").value()));
  EXPECT_EQ(box.run_known({.source = "s", .id = "e-2"}, {}).value(), inbox::Answer::accepted);
  auto transaction = pg::Transaction::begin(consumer, {}).value();
  std::vector<inbox::Event> many{{.source = "s", .id = "m-1"}, {.source = "s", .id = "m-2"}};
  many[0].aggregate = inbox::Aggregate{"t", "a", 2};
  many[1].aggregate = inbox::Aggregate{"t", "a", 1};
  EXPECT_EQ(box.accept_within(many).value(), (std::vector<inbox::Answer>{inbox::Answer::accepted, inbox::Answer::stale}));
  ASSERT_TRUE(transaction.commit());
  EXPECT_EQ(raw_.scalar("SELECT string_agg(event_id, ' ' ORDER BY event_id) FROM onceover.inbox WHERE state = 'succeeded'"), "e-1 e-2 m-1");
}

// One person's plan does not act with another one's rights unseen: its table and writes are those of its description, whatever its maker
// says.
// F40: what runs is shown from the data, and not from its label.
TEST_F(Commands, APlanOfAnotherUserRunsOnlyAsItWasShown) {
  raw_.exec(
      "CREATE TABLE public.salaries (id text PRIMARY KEY, status text NOT NULL, made timestamptz DEFAULT now()); INSERT INTO "
      "public.salaries VALUES "
      "('ceo', 'dead')");
  const std::string toml = R"(format = 1
[[profile]]
name = "onceover.keys"
kind = "inbox"
table = { schema = "public", name = "salaries" }
identity = ["id"]
key = "id"
operation_name = "pay"
[profile.state]
column = "status"
words = { new = "in_progress", done = "succeeded", dead = "failed" }
[profile.times]
created_at = "made"
[profile.writes.discard]
delete = true
)";
  test::RawConnection mallory(database_.conninfo() + " user=" + user_of(DbRole::reconciler));
  const auto make = [&](const std::string& name, const std::string& description) {
    mallory.exec("BEGIN");
    const std::string id = mallory.scalar(
        "SELECT onceover.create_plan($1, 'discard', $2, NULL, NULL, 'cleaning up', 'INC-1', NULL, 'all', "
        "'{\"although_held\": false, \"error_share\": 0.1, \"error_count\": 10, \"rate\": 0, \"lease_us\": 0, \"within_window\": false, "
        "\"cancel\": false, "
        "\"max_tries\": 3, \"max_attempts\": 8}', 1, 'm', 'h', 'p', NULL)",
        {name, description});
    mallory.exec("SELECT onceover.freeze_items(" + id +
                 ", '{1}', '{0}', '{\"\"}', '{pay}', '{ceo}', ARRAY['[\"ceo\"]'], ARRAY['{\"state\": \"dead\"}'], '{0}')");
    mallory.exec("COMMIT");
  };
  make("tidy", toml);
  const auto shown = ctl_json({"plan", "show", "tidy"}).json();
  EXPECT_EQ(shown["relation"], R"("public"."salaries")");
  EXPECT_EQ(shown["writes"][0], R"(discard: DELETE FROM "public"."salaries")");
  EXPECT_EQ(shown["mine"], false);
  EXPECT_EQ(ctl_json({"plan", "list"}).json()["plans"][0]["relation"], R"("public"."salaries")");
  for (const char* act : {"dry-run", "run"}) {
    const Ran ran = ctl({"plan", act, "tidy", "--without-dry-run"});
    EXPECT_NE(ctl(std::string(act) == "run" ? std::vector<std::string>{"plan", act, "tidy", "--without-dry-run"}
                                            : std::vector<std::string>{"plan", act, "tidy"})
                  .code,
              0)
        << act;
  }
  const Ran unconfirmed = ctl({"plan", "run", "tidy", "--without-dry-run"});
  EXPECT_EQ(unconfirmed.code, 1);
  EXPECT_THAT(unconfirmed.err, testing::HasSubstr(R"(DELETE FROM "public"."salaries")"));
  EXPECT_NE(ctl({"plan", "run", "tidy", "--without-dry-run", "--confirm", "wrong"}).code, 0);
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM public.salaries"), "1");
  const Ran dry = ctl({"plan", "dry-run", "tidy", "--confirm", shown["confirm"].get<std::string>()});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.err, testing::HasSubstr(R"(DELETE FROM "public"."salaries")"));
  const Ran ran = ctl({"plan", "run", "tidy", "--confirm", shown["confirm"].get<std::string>()});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM public.salaries"), "0");
  // Our own tables have our own descriptions.
  for (const char* table : {"keys", "audit", "cases"}) {
    std::string of_ours = toml;
    of_ours.replace(of_ours.find("\"public\""), 8, "\"onceover\"").replace(of_ours.find("salaries"), 8, table);
    make(table, of_ours);
    const auto json = ctl_json({"plan", "show", table}).json();
    EXPECT_EQ(json["writes"], nullptr) << table;
    EXPECT_EQ(ctl({"plan", "run", table, "--without-dry-run"}).code, 2) << table;
  }
}

}  // namespace
}  // namespace onceover::oncectl
