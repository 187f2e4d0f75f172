// SPDX-License-Identifier: Apache-2.0
// Stores that go away and come back, and what a sweeper does about errors: it waits for what passes, makes a
// new connection where that may help, and reports the rest: the plain daemon by its end, the service by
// /healthz.
#include <csignal>

#include "app/oncectl/jobs.h"
#include "tests/integration/service/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/standby.h"

namespace onceover::oncectl {
namespace {

using test::eventually;
using test::Exit;
using test::RawConnection;
using testing::HasSubstr;

TEST(Recovery, EndsOnlyWhereANewConnectionHadTheSameError) {
  struct Case {
    Until until;
    bool passes, was_new, ends, reconnects;
  };
  const Case cases[] = {
      {Until::done, true, false, true, false},      {Until::done, false, true, true, false},
      {Until::hopeless, true, false, false, false}, {Until::hopeless, true, true, false, false},
      {Until::hopeless, false, false, false, true}, {Until::hopeless, false, true, true, false},
      {Until::stopped, true, true, false, false},   {Until::stopped, false, false, false, true},
      {Until::stopped, false, true, false, true}};
  for (const Case& c : cases) {
    const Recovery is = recovery_from(c.until, c.passes, c.was_new);
    EXPECT_EQ(is.ends, c.ends);
    EXPECT_EQ(is.reconnects, c.reconnects);
    EXPECT_EQ(is.ends, is.base == Duration{0}) << "who goes on pauses first";
    EXPECT_LE(is.base, is.cap);
  }
}

// A server of its own, which may be restarted; a role without a superuser's rights sweeps its databases.
class ReconnectTest : public ServiceFileTest {
 protected:
  static std::unique_ptr<try_it::PrivateServer> started() {
    auto server = try_it::PrivateServer::start();
    if (!server) throw std::runtime_error(server.error().sentence() + server.error().detail);
    return std::move(*server);
  }
  void SetUp() override {
    gateway_.knows_done();
    sql("CREATE ROLE clerk LOGIN PASSWORD 'first'");
  }
  void sql(const std::string& text, const std::string& name = "postgres") {
    RawConnection(server_->conninfo(name)).exec(text);
  }
  void make_store(const std::string& name) {
    sql("CREATE DATABASE " + name);
    test::installed_schema().fill(server_->conninfo(name));
    sql("GRANT USAGE ON SCHEMA onceover TO clerk; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN "
        "SCHEMA onceover TO clerk; GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO clerk; GRANT EXECUTE "
        "ON ALL FUNCTIONS IN SCHEMA onceover TO clerk",
        name);
  }
  std::string address(const std::string& name) const {
    return "host=" + server_->socket_dir() + " user=clerk dbname=" + name;
  }
  // Without --config: it ends at what it cannot cure.
  test::Process plain(const std::string& dsn) {
    test::Process child = start({"--json", "--dsn", dsn, "--gateway", gateway_.config_path(), "sweep",
                                 "--follow", "--every", "50ms", "--workers", "1", "--share", "1"},
                                {{"PGPASSWORD", "first"}});
    if (!child.wait_for_err("\"Started.\""))
      throw std::runtime_error("the daemon did not start: " + child.err());
    return child;
  }
  static void stuck_at(const std::string& conninfo, const std::string& key) {
    RawConnection raw(conninfo);
    insert_key(raw, key, "acme", "refund", "'in_progress'", expired);
  }
  static bool is_settled_at(const std::string& conninfo, const std::string& key) {
    return eventually([&] {
      return RawConnection(conninfo).scalar(
                 "SELECT count(*) FROM onceover.keys WHERE key = $1 AND state = 'succeeded'", {key}) == "1";
    });
  }
  bool settles(const std::string& name, const std::string& key) {
    stuck_at(server_->conninfo(name), key);
    return is_settled_at(server_->conninfo(name), key);
  }
  void end_sessions(const std::string& name) {
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk' AND datname = '" +
        name + "'");
  }
  // Every session of the sweeper that there is now gets an error that no other session gets.
  void break_sessions(const std::string& name) {
    sql("CREATE TABLE broken AS SELECT pid FROM pg_stat_activity WHERE usename = 'clerk' AND datname = "
        "current_database();"
        "CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN IF "
        "EXISTS (SELECT FROM public.broken WHERE pid = pg_backend_pid()) THEN RAISE EXCEPTION 'could not "
        "open relation' USING ERRCODE = 'XX000'; END IF; RETURN NULL; END $$; CREATE TRIGGER break_down "
        "AFTER INSERT ON onceover.audit FOR EACH ROW EXECUTE FUNCTION break_down()",
        name);
  }
  void refuse_password() {
    sql("ALTER ROLE clerk PASSWORD 'second'");
    sql("COPY (SELECT 'local guarded clerk scram-sha-256' UNION ALL SELECT 'local all all trust') TO '" +
        server_->data_dir() + "/pg_hba.conf'; SELECT pg_reload_conf()");
    end_sessions("guarded");
  }
  void too_new(const std::string& name) {
    sql("INSERT INTO onceover.schema_version (version, name) VALUES (999, 'future')", name);
  }
  void forbid(const std::string& name) { sql("REVOKE UPDATE ON onceover.keys FROM clerk", name); }

  std::unique_ptr<try_it::PrivateServer> server_ = started();
};

TEST_F(ReconnectTest, ThePlainDaemonOutlivesRestartsRefusalsAndAPromotedStandby) {
  make_store("store");
  test::Standby standby(*server_);
  const std::string two = "host=" + server_->socket_dir() + "," + standby.server().socket_dir() +
                          " port=5432,5432 user=clerk dbname=store target_session_attrs=read-write";
  test::Process child = plain(two);
  ASSERT_TRUE(settles("store", "k-1")) << child.err();

  sql("ALTER ROLE clerk CONNECTION LIMIT 0");
  end_sessions("store");
  ASSERT_TRUE(child.wait_for_err("53300")) << child.err();
  sql("ALTER ROLE clerk CONNECTION LIMIT -1");
  ASSERT_TRUE(settles("store", "k-2")) << child.err();

  {
    // It refuses new connections while one is still there.
    RawConnection last(server_->conninfo());
    EXPECT_FALSE(server_->stop(try_it::StopMode::smart, std::chrono::milliseconds(1)));
    last.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'");
    ASSERT_TRUE(child.wait_for_err("57P03")) << child.err();
  }
  ASSERT_TRUE(server_->stop(try_it::StopMode::immediate));
  ASSERT_TRUE(server_->start_again());
  ASSERT_TRUE(settles("store", "k-3")) << child.err();

  standby.wait_caught_up();
  ASSERT_TRUE(server_->stop(try_it::StopMode::immediate));
  standby.promote();
  stuck_at(standby.conninfo("store"), "k-4");
  EXPECT_TRUE(is_settled_at(standby.conninfo("store"), "k-4")) << child.err();
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

TEST_F(ReconnectTest, ThePlainDaemonCuresAnErrorOfItsSessionByANewOne) {
  make_store("store");
  test::Process child = plain(address("store"));
  ASSERT_TRUE(settles("store", "k-1")) << child.err();
  break_sessions("store");
  EXPECT_TRUE(settles("store", "k-2")) << child.err();
  EXPECT_THAT(child.err(), HasSubstr("XX000"));
  // And ends where a new one has it, too.
  sql("CREATE OR REPLACE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
      "'could not open relation' USING ERRCODE = 'XX000'; END $$",
      "store");
  stuck_at(server_->conninfo("store"), "k-3");
  EXPECT_EQ(child.wait(), (Exit{1, 0})) << child.err();
  EXPECT_THAT(child.err(), HasSubstr("\"exit_code\":1"));
}

TEST_F(ReconnectTest, ThePlainDaemonEndsAtWhatItCannotCureAndSaysWhy) {
  for (const char* name : {"guarded", "dropped", "newer", "forbidden"}) make_store(name);
  test::Process guarded = plain(address("guarded")), dropped = plain(address("dropped")),
                newer = plain(address("newer")), forbidden = plain(address("forbidden"));
  for (const char* name : {"guarded", "dropped", "newer", "forbidden"})
    ASSERT_TRUE(settles(name, "k-1")) << name;
  refuse_password();
  sql("DROP DATABASE dropped WITH (FORCE)");
  too_new("newer");
  forbid("forbidden");
  for (const char* name : {"newer", "forbidden"}) stuck_at(server_->conninfo(name), "k-2");
  struct Case {
    test::Process& child;
    int code;
    const char* says;
  };
  for (const Case& c : {Case{guarded, 1, "\"sqlstate\":\"28P01\""},
                        {dropped, 6, "\"sqlstate\":\"3D000\""},
                        {newer, 7, "version 999"},
                        {forbidden, 1, "\"sqlstate\":\"42501\""}}) {
    EXPECT_EQ(c.child.wait(), (Exit{c.code, 0})) << c.says << c.child.err();
    EXPECT_THAT(c.child.err(), HasSubstr(c.says));
  }
}

TEST_F(ReconnectTest, TheServiceSaysWhatItCannotCureAndGoesOnWhenAPersonHas) {
  const std::vector<std::string> names{"guarded", "dropped", "newer", "forbidden", "session"};
  std::string text = head + gateway_text();
  for (const std::string& name : names) {
    make_store(name);
    text +=
        "[[store]]\nname = \"" + name + "\"\ndsn = \"" + address(name) + "\"\n" + sweep_text(name, {}, name);
  }
  configured(text);
  test::Process child = serve({{"PGPASSWORD", "first"}});
  for (const std::string& name : names) ASSERT_TRUE(settles(name, "k-1")) << name << child.err();
  refuse_password();
  sql("DROP DATABASE dropped WITH (FORCE)");
  too_new("newer");
  forbid("forbidden");
  break_sessions("session");
  for (const char* name : {"newer", "forbidden"}) stuck_at(server_->conninfo(name), "k-2");
  const auto reason = [&](std::size_t i) {
    return Json::parse(get("/healthz").body)["sweeps"][i].value("reason", "");
  };
  const char* said[] = {"password", "does not exist", "version 999", "permission"};
  for (std::size_t i = 0; i < std::size(said); ++i) {
    EXPECT_TRUE(eventually([&] { return reason(i).find(said[i]) != std::string::npos; }))
        << said[i] << get("/healthz").body;
  }
  EXPECT_EQ(get("/healthz").status, 503);
  EXPECT_EQ(sample("onceover_store_up", {"store=\"guarded\""}), 0) << "no connection was made";
  EXPECT_EQ(sample("onceover_store_up", {"store=\"dropped\""}), 0);
  EXPECT_TRUE(settles("session", "k-2")) << "by a new connection; " << child.err();

  sql("ALTER ROLE clerk PASSWORD 'first'");
  make_store("dropped");
  sql("DELETE FROM onceover.schema_version WHERE version = 999", "newer");
  sql("GRANT UPDATE ON onceover.keys TO clerk", "forbidden");
  for (const std::string& name : names) EXPECT_TRUE(settles(name, "k-3")) << name << child.err();
  EXPECT_TRUE(eventually([&] { return get("/healthz").status == 200; })) << get("/healthz").body;
  child.kill(SIGTERM);
  EXPECT_EQ(child.wait(), (Exit{0, 0})) << child.err();
}

}  // namespace
}  // namespace onceover::oncectl
