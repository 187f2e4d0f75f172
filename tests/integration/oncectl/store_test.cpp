// SPDX-License-Identifier: Apache-2.0
// Finding the store, and what is said where it is not there, not ours, or only reads.
#include <filesystem>
#include <fstream>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/hostile_server.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"
#include "tests/support/standby.h"

namespace onceover::oncectl {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class StoreTest : public OncectlTest {};

TEST_F(StoreTest, ADatabaseWithoutOurSchemaIsItsOwnCodeAndInstallIsTheRemedy) {
  test::TestDatabase empty;
  const auto ctl_on = [&empty](std::vector<std::string> words) {
    words.insert(words.end(), {"--dsn", empty.conninfo(), "--json"});
    return run(words);
  };
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"stuck"}, {"keys", "list"}, {"stats"}, {"audit"}, {"reap"}, {"stop", "--reason", "why"}}) {
    const Ran ran = ctl_on(words);
    EXPECT_EQ(ran.code, 7) << words[0] << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.error()["kind"], "schema");
    EXPECT_THAT(ran.err, HasSubstr("oncectl schema install"));
  }
  EXPECT_EQ(ctl_on({"schema", "status"}).code, 7);
  EXPECT_EQ(ctl_on({"schema", "status"}).json()["fit"], "missing");
  EXPECT_GE(ctl_on({"schema", "install", "--dry-run"}).json()["due"].size(), 1U);
  EXPECT_EQ(ctl_on({"schema", "status"}).code, 7);
  EXPECT_GE(ctl_on({"schema", "install"}).json()["installed"].size(), 1U);
  EXPECT_EQ(ctl_on({"schema", "status"}).json()["fit"], "current");
  EXPECT_EQ(ctl_on({"stuck"}).code, 3);
}

TEST_F(StoreTest, ASchemaOfALaterVersionIsReadWithAWarningAndNeverWritten) {
  raw_.exec("INSERT INTO onceover.schema_version (version, name) VALUES (9999, 'later')");
  stuck("s-1");
  const Ran read = ctl({"stuck"});
  EXPECT_EQ(read.code, 0);
  EXPECT_THAT(read.err, HasSubstr("newer"));
  EXPECT_EQ(ctl({"reap"}).code, 7);
  EXPECT_EQ(ctl({"settle", "s-1", "--reason", "why"}).code, 7);
}

TEST_F(StoreTest, AServerThatOnlyReadsIsReadAndRefusesTheRest) {
  stuck("s-1");
  gateway_.knows_done();
  raw_.exec("ALTER DATABASE " + database_.name() + " SET default_transaction_read_only = on");
  EXPECT_EQ(ctl({"stuck"}).code, 0);
  EXPECT_EQ(ctl({"ask", "s-1"}).code, 0);
  EXPECT_EQ(ctl_json({"schema", "status"}).json()["read_only"], true);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"settle", "s-1", "--reason", "why"}, {"sweep"}, {"reap"}, {"stop", "--reason", "why"}}) {
    const Ran ran = ctl_json(words);
    EXPECT_EQ(ran.code, 1) << words[0];
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.error()["kind"], "read_only");
    EXPECT_NE(ran.error()["not_done"], "");
  }
  EXPECT_EQ(state_of("s-1"), "in_progress");
}

TEST_F(StoreTest, AnUnreachableStoreSaysSoWithoutThePassword) {
  for (const char* dsn :
       {"postgresql://ops:CANARY-1@127.0.0.1:1/payments",
        "host=127.0.0.1 port=1 user=ops password='CANARY-1 x'", "host=/nonexistent password=CANARY-1"}) {
    for (const bool json : {false, true}) {
      std::vector<std::string> words{"keys", "list", "--dsn", dsn};
      if (json) words.push_back("--json");
      const Ran ran = run(words);
      EXPECT_EQ(ran.code, 6) << ran.err;
      EXPECT_EQ(ran.out, "");
      EXPECT_THAT(ran.err, AllOf(Not(HasSubstr("CANARY")), HasSubstr("PGPASSFILE")));
    }
  }
  EXPECT_THAT(run({"keys", "list", "postgresql://ops:CANARY-1@127.0.0.1:1/payments"}).err,
              Not(HasSubstr("CANARY")));
  EXPECT_THAT(run({"keys", "list", "--bogus=password=CANARY-1"}).err, Not(HasSubstr("CANARY")));
}

TEST_F(StoreTest, APasswordInTheDsnIsWarnedAboutOnceAndIsInNoOutput) {
  stuck("s-1");
  gateway_.knows_done();
  const std::string dsn = database_.conninfo() + " password=CANARY-1";
  for (std::vector<std::string> words :
       std::vector<std::vector<std::string>>{{"stuck"},
                                             {"keys", "show", "s-1"},
                                             {"ask", "s-1"},
                                             {"stats"},
                                             {"settle", "s-1", "--reason", "why"},
                                             {"sweep"}}) {
    words.insert(words.end(), {"--dsn", dsn, "--gateway", gateway_.config_path(), "--json"});
    const Ran ran = run(words);
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("CANARY"))) << words[0];
    const auto first = ran.err.find("PGPASSFILE");
    ASSERT_NE(first, std::string::npos) << words[0];
    EXPECT_EQ(ran.err.find("PGPASSFILE", first + 1), std::string::npos);
  }
}

TEST_F(StoreTest, AForeignHostNeedsVerifyFullUnlessSomethingWeakerIsWritten) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  // A tunnel: the address is here, the name is not. The proxy speaks no TLS.
  const std::string tunnel =
      "host=db.example hostaddr=127.0.0.1 user=postgres gssencmode=disable dbname=" + database_.name() +
      " port=" + std::to_string(proxy.port());
  const Ran refused = run({"schema", "status", "--dsn", tunnel});
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, HasSubstr("verify-full"));
  const Ran weaker = run({"schema", "status", "--dsn", tunnel + " sslmode=prefer"});
  EXPECT_EQ(weaker.code, 0) << weaker.err;
  EXPECT_THAT(weaker.err, HasSubstr("sslmode=prefer"));
  EXPECT_EQ(run({"schema", "status", "--dsn", tunnel}, {{"PGSSLMODE", "disable"}}).code, 0);
  const std::string uri = "postgresql://postgres@db.example:" + std::to_string(proxy.port()) + "/" +
                          database_.name() + "?hostaddr=127.0.0.1&gssencmode=disable";
  EXPECT_EQ(run({"schema", "status", "--dsn", uri}).code, 6);
  EXPECT_EQ(run({"schema", "status", "--dsn", uri + "&sslmode=disable"}).code, 0);
  const Ran local = run({"schema", "status", "--dsn",
                         "postgresql://postgres@127.0.0.1:" + std::to_string(proxy.port()) + "/" +
                             database_.name() + "?gssencmode=disable"});
  EXPECT_EQ(local.code, 0) << local.err;
  EXPECT_EQ(local.err, "");
}

TEST_F(StoreTest, AServicesWeakModeIsNamedBeforeThePasswordIsSent) {
  const test::HostileServer server([](test::Peer& peer) {
    if (!peer.let_in() || !peer.send(test::wire::message('R', test::wire::int32(3)))) return;
    (void)peer.read();  // the password, in clear
    peer.send(test::wire::error("28P01", "password authentication failed"));
  });
  const std::string port = server.conninfo().substr(
      server.conninfo().find("port="), server.conninfo().find(" user=") - server.conninfo().find("port="));
  const std::string file = testing::TempDir() + "onceover_services_" + database_.name();
  const std::string where =
      "host=db.example\nhostaddr=127.0.0.1\n" + port + "\ngssencmode=disable\npassword=hush\n";
  std::ofstream(file) << "[shop]\n" << where << "sslmode=disable\n[plain]\n" << where;
  for (const auto& [service, mode] : {std::pair{"shop", ""}, std::pair{"plain", "disable"}}) {
    std::map<std::string, std::string> variables{{"PGSERVICEFILE", file}};
    if (*mode != '\0') variables["PGSSLMODE"] = mode;
    const Ran ran = run({"schema", "status", "--service", service}, variables);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(std::string("sslmode=disable is set by service ") + service),
                               HasSubstr("without encryption"), Not(HasSubstr("verify-full was required")),
                               Not(HasSubstr("hush"))));
    EXPECT_LT(ran.err.find("warning"), ran.err.find("28P01")) << ran.err;
  }
  const Ran proven = run({"schema", "status", "--service", "plain"}, {{"PGSERVICEFILE", file}});
  EXPECT_EQ(proven.code, 6);
  EXPECT_THAT(proven.err, HasSubstr("sslmode=verify-full was required"));
  std::filesystem::remove(file);
}

TEST_F(StoreTest, AnAddressElsewhereIsNotThisMachineWhateverItsNameIs) {
  const Ran ran =
      run({"schema", "status", "--dsn", "host=localhost hostaddr=192.0.2.1 user=u", "--timeout", "300ms"});
  EXPECT_EQ(ran.code, 6);
  EXPECT_THAT(ran.err, HasSubstr("sslmode=verify-full was required"));
}

TEST_F(StoreTest, TooManyClientsIsUnreachableAndSaysToTryAgain) {
  const std::string role = "narrow_" + database_.name();
  raw_.exec("CREATE ROLE " + role + " LOGIN CONNECTION LIMIT 0");
  const Ran ran = run({"schema", "status", "--json", "--dsn", database_.conninfo() + " user=" + role});
  raw_.exec("DROP ROLE " + role);
  EXPECT_EQ(ran.code, 6) << ran.err;
  EXPECT_EQ(ran.error()["kind"], "busy");
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("53300"), HasSubstr("no free connection"), HasSubstr("Try again later")));
}

TEST_F(StoreTest, AServerThatStartsUpIsUnreachable) {
  const test::HostileServer server([](test::Peer& peer) {
    if (peer.let_in()) peer.send(test::wire::error("57P03", "the database system is starting up"));
  });
  const Ran ran = run({"schema", "status", "--dsn", server.conninfo()});
  EXPECT_EQ(ran.code, 6) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("starting up"));
}

TEST_F(StoreTest, RelaysAreListedOnAStandbyToo) {
  raw_.exec(
      "INSERT INTO onceover.relays (name, topics, is_ordered, since, window_from, window_to, "
      "system_identifier, database_oid) SELECT 'to-kafka', '{*}', true, '-infinity', pg_current_snapshot(), "
      "pg_current_snapshot(), NULL, oid FROM pg_database WHERE datname = current_database()");
  const test::Standby standby(test::shared_server());
  standby.wait_caught_up();
  const Ran ran = run({"relay", "list", "--json", "--dsn", standby.conninfo(database_.name())});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["relays"][0]["relay"], "to-kafka");
  EXPECT_EQ(ran.json()["relays"][0]["lag_exact"], false) << "the primary may have newer events";
  EXPECT_THAT(ran.err, HasSubstr("standby"));
}

TEST_F(StoreTest, AServiceAndTheEnvironmentFindTheStoreToo) {
  EXPECT_EQ(run({"schema", "status"}, {{"PGHOST", test::shared_server().socket_dir()},
                                       {"PGUSER", "postgres"},
                                       {"PGDATABASE", database_.name()}})
                .code,
            0);
  const Ran unknown = run({"schema", "status", "--service", "no such service"});
  EXPECT_EQ(unknown.code, 6);
  EXPECT_THAT(unknown.err, HasSubstr("no such service"));
  EXPECT_EQ(run({"schema", "status", "--service", "a", "--dsn", "b"}).code, 2);
}

TEST_F(StoreTest, ASilentServerCostsTheTimeoutAndNoMore) {
  test::PgProxy proxy(test::shared_server().socket_dir());
  proxy.silence();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run({"stuck", "--dsn", proxy.conninfo(database_.name()), "--timeout", "300ms"}).code, 6);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, test::well_before_half_a_minute);
}

TEST_F(StoreTest, UsageErrorsAreCodeTwoAndJsonWhereAskedFor) {
  EXPECT_EQ(run({"frobnicate"}).code, 2);
  EXPECT_EQ(run({"keys"}).code, 2);
  EXPECT_EQ(run({"ask"}).code, 2);
  const Ran ran = run({"keys", "list", "--nonsense", "--json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.error()["exit_code"], 2);
}

TEST_F(StoreTest, HelpTeaches) {
  const Ran alone = run({});
  EXPECT_EQ(alone.code, 0);
  EXPECT_THAT(alone.out, AllOf(HasSubstr("oncectl stuck"), HasSubstr("oncectl ask KEY"),
                               HasSubstr("oncectl settle KEY"), HasSubstr("Exit codes")));
  EXPECT_EQ(run({"--version"}).code, 0);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"stuck"},
                                             {"ask"},
                                             {"settle"},
                                             {"keys", "list"},
                                             {"keys", "show"},
                                             {"keys", "why"},
                                             {"stats"},
                                             {"sweep"},
                                             {"reap"},
                                             {"audit"},
                                             {"stop"},
                                             {"start"},
                                             {"schema", "print"},
                                             {"schema", "install"},
                                             {"schema", "status"}}) {
    std::vector<std::string> words = command;
    words.push_back("--help");
    const Ran help = run(words);
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("When: "), HasSubstr("  oncectl "))) << command.back();
  }
}

TEST_F(StoreTest, SchemaPrintNeedsNoDatabase) {
  const Ran ran = run({"schema", "print"}, {{"PGHOST", "/nonexistent"}});
  EXPECT_EQ(ran.code, 0);
  test::TestDatabase empty;
  empty.connect().exec(ran.out);
  EXPECT_EQ(run({"schema", "status", "--dsn", empty.conninfo()}).code, 0);
}

TEST_F(StoreTest, StuckGroupsByOperationAndOwner) {
  EXPECT_EQ(ctl({"stuck"}).code, 3);
  stuck("s-1");
  stuck("s-2");
  stuck("p-1", "acme", "payout");
  const Json json = ctl_json({"stuck"}).json();
  ASSERT_EQ(json["groups"].size(), 2U);
  std::int64_t n = 0;
  for (const Json& group : json["groups"]) n += group["n"].get<std::int64_t>();
  EXPECT_EQ(n, 3);
  EXPECT_EQ(ctl_json({"stuck", "--operation", "payout"}).json()["keys"].size(), 1U);
  EXPECT_THAT(ctl({"stuck"}).out, HasSubstr("payments-7/4242"));
}

TEST_F(StoreTest, StuckKeysHaveSumsPerCurrencyHoweverTheyAreGrouped) {
  stuck("s-1");
  stuck("s-2");
  stuck("p-1", "acme", "payout");
  raw_.tamper("UPDATE onceover.keys SET amount = NULL, currency = NULL");
  raw_.tamper("UPDATE onceover.keys SET amount = 0.10, currency = 'EUR' WHERE key LIKE 's-%'");
  const Json json = ctl_json({"stuck", "--by", "operation"}).json();
  EXPECT_EQ(json["all"]["n"], 3);
  EXPECT_EQ(json["all"]["sums"][0]["amount"], "0.20");
  EXPECT_EQ(json["all"]["without_amount"], 1);
  ASSERT_EQ(json["groups"].size(), 2U);
  EXPECT_THAT(ctl({"stuck", "--by", "host"}).out, HasSubstr("3 stuck keys: 0.20 EUR; 1 without an amount"));
  EXPECT_EQ(ctl_json({"stuck", "--host", "payments-7"}).json()["keys"].size(), 3U);
  EXPECT_EQ(ctl({"stuck", "--by", "moon"}).code, 2);
}

TEST_F(StoreTest, AnOutputThatCannotBeWrittenIsAFailure) {
  const std::vector<std::string> argv{"/bin/sh", "-c", "\"$0\" schema print > /dev/full",
                                      ONCEOVER_BIN_DIR "/oncectl"};
  EXPECT_EQ(test::Process::spawn(argv).wait(), (test::Exit{1, 0}));
}

}  // namespace onceover::oncectl
