// SPDX-License-Identifier: Apache-2.0
// Every command of the program, run with a login of each role.
#pragma once

#include <filesystem>
#include <fstream>

#include "core/roles/roles.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::oncectl {

using roles::DbRole;

inline constexpr int refused = 1, unreadable_schema = 7;

// Which roles a command is for, and how it ends for them; for all others it ends refused, and changes
// nothing.
struct Row {
  std::string name;
  std::set<DbRole> roles;
  int code;
  std::function<std::vector<std::string>(const std::string& n)> words;  // n: not used before
  // how it ends for all others, where what it cannot read is no failure of its own
  std::optional<int> unknown = {};
  // Without options and remarks: "plan run".
  std::string command() const { return name.substr(0, std::min(name.find(" --"), name.find(','))); }
};

inline const std::set<DbRole> readers{DbRole::viewer, DbRole::service, DbRole::reconciler, DbRole::approver};
inline std::set<DbRole> and_also(std::set<DbRole> roles, DbRole more) {
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
        "SELECT * FROM onceover.inbox_set_aside('c', '{s,s,s}', '{dead-1,dead-2,dead-3}', "
        "ARRAY[''::bytea,'',''], '{1,1,1}', ARRAY['p'::bytea,'p','p'], '{\"\",\"\",\"\"}', "
        "'{\"\",\"\",\"\"}', '{bad,bad,bad}')");
  }
  void TearDown() override {
    for (const DbRole role : roles::all_db_roles)
      raw_.exec("DROP OWNED BY " + user_of(role) + "; DROP ROLE " + user_of(role));
  }
  std::string user_of(DbRole role) const { return std::string(roles::word(role)) + "_" + database_.name(); }
  // An override is for what no gateway shows: it is not asked then.
  Ran as(DbRole role, std::vector<std::string> words) {
    std::vector<std::string> store{"--json", "--dsn", database_.conninfo() + " user=" + user_of(role)};
    if (std::ranges::find(words, "--overrule") == words.end())
      store.insert(store.end(), {"--gateway", gateway_.config_path()});
    words.insert(words.begin(), store.begin(), store.end());
    return run(words);
  }
  std::string write_file(const std::string& name, const std::string& text) const {
    const std::string path = testing::TempDir() + "/onceover-" + database_.name() + "-" + name;
    std::ofstream(path) << text;
    std::filesystem::permissions(path,
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return path;
  }
  std::string unused() { return "k-" + std::to_string(++used_); }
  std::string stuck_key(const std::string& n) {
    stuck(n);
    return n;
  }
  // An event that the relay "r" has given up.
  std::string dead_event(const std::string& n) {
    raw_.exec(
        "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid) VALUES ('r', "
        "'{t}', pg_current_snapshot(), pg_current_snapshot(), (SELECT oid FROM pg_database WHERE datname = "
        "current_database())) ON CONFLICT DO NOTHING");
    const std::string seq = raw_.scalar(
        "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', $1, '{}') RETURNING seq",
        {n});
    raw_.exec(
        "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
        "state, attempts) SELECT 'r', seq, id, topic, aggregatetype, aggregateid, created_at, 'dead', 3 FROM "
        "onceover.outbox WHERE seq = " +
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
    for (const char* table : {"outbox", "outbox_parked", "outbox_adoptions", "relays", "inbox",
                              "inbox_versions", "inbox_positions", "gateways", "samples"})
      text += raw_.scalar(
          std::string("SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM onceover.") +
          table + " t");
    return text;
  }
  void each(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      for (const DbRole role : roles::all_db_roles) {
        const bool may = row.roles.contains(role);
        const auto words = row.words(unused());
        const std::string before = may ? std::string() : all();
        const Ran ran = as(role, words);
        SCOPED_TRACE(std::string(roles::word(role)) + ": " + row.name);
        if (!may && role == DbRole::client) {  // it may not even read which version is installed
          EXPECT_THAT(ran.code, testing::AnyOf(refused, unreadable_schema, row.unknown.value_or(refused)))
              << ran.out << ran.err;
          EXPECT_EQ(all(), before);
          continue;
        }
        EXPECT_EQ(ran.code, may ? row.code : row.unknown.value_or(refused)) << ran.out << ran.err;
        if (may) continue;
        EXPECT_EQ(all(), before);
        if (!row.unknown) names_the_right(row, ran);
      }
      if (row.roles.empty()) {
        const Ran ran = ctl_json(row.words(unused()));
        EXPECT_EQ(ran.code, row.code) << "the owner: " << row.name << "\n" << ran.out << ran.err;
      }
    }
  }
  // "Connect as a member of the role viewer, service or approver. …"
  static std::set<DbRole> roles_named(const std::string& next) {
    const std::string first = next.substr(0, next.find('.'));
    std::set<DbRole> named;
    for (const DbRole role : roles::all_db_roles) {
      if (first.find(roles::word(role)) != std::string::npos) named.insert(role);
    }
    return named;
  }
  // Until it has worked for a role that it is for; each other role ends it by itself, refused. works: what
  // shows that it has.
  void follow(const Row& row, const std::function<bool(const std::string& n, test::Process& daemon)>& works) {
    for (const DbRole role : roles::all_db_roles) {
      const bool may = row.roles.contains(role);
      const std::string n = unused();
      auto words = row.words(n);
      words.insert(words.begin(), {"--json", "--dsn", database_.conninfo() + " user=" + user_of(role),
                                   "--gateway", gateway_.config_path()});
      words.emplace_back("--follow");
      SCOPED_TRACE(std::string(roles::word(role)) + ": " + row.name + " --follow");
      const std::string before = may ? std::string() : all();
      auto daemon = start(words);
      if (may) {
        EXPECT_TRUE(works(n, daemon)) << daemon.err();
        EXPECT_TRUE(daemon.is_running()) << daemon.err();
        daemon.kill(SIGTERM);
        EXPECT_EQ(daemon.wait(), (test::Exit{row.code, 0})) << daemon.err();
        continue;
      }
      const auto ended = daemon.wait();
      EXPECT_EQ(ended, (test::Exit{refused, 0})) << "it goes on without the right: " << daemon.err();
      if (!ended) {
        daemon.kill(SIGTERM);
        (void)daemon.wait();
        continue;
      }
      EXPECT_EQ(all(), before);
      names_the_right(row, {refused, daemon.out(), daemon.err()});
    }
  }
  // Notes may come first; the last line is the error.
  static void names_the_right(const Row& row, const Ran& ran) {
    const auto start = ran.err.find("{\"error\"");
    ASSERT_NE(start, std::string::npos) << ran.err;
    const Json error = Json::parse(ran.err.substr(start, ran.err.find('\n', start) - start))["error"];
    EXPECT_THAT(error["kind"].get<std::string>(), testing::AnyOf("not_permitted", "not_offered")) << ran.err;
    EXPECT_FALSE(error["not_done"].get<std::string>().empty()) << ran.err;
    if (error["sqlstate"] == "") return;  // our own refusal: of one's own request, say
    EXPECT_THAT(error["what"].get<std::string>(), testing::StartsWith("This database user lacks a right: "));
    const std::string next = error["next"];
    EXPECT_EQ(roles_named(next), row.roles) << "exactly the roles that the command is for: " << ran.err;
    if (row.roles.empty()) {
      EXPECT_THAT(next, testing::HasSubstr("owner"));
    }
  }
  // The rows of each test, so that their names can be compared with what the program has.
  std::vector<Row> readings();
  std::vector<Row> of_events_read();
  std::vector<Row> acts_on_keys();
  std::vector<Row> acts_on_plans();
  std::vector<Row> acts_on_events();
  std::vector<Row> approvals();
  std::vector<Row> daemons();
  std::vector<Row> of_the_owner();
  std::vector<Row> of_tables();
  int used_ = 0;
};

inline std::function<std::vector<std::string>(const std::string&)> always(std::vector<std::string> words) {
  return [words](const std::string&) { return words; };
}

}  // namespace onceover::oncectl
