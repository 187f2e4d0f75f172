// SPDX-License-Identifier: Apache-2.0
// What the functions of the contract must hold while connections are lost, rivals race and drivers do what
// they do by default.
#include <fmt/format.h>
#include <libpq-fe.h>

#include <atomic>
#include <barrier>
#include <csignal>
#include <thread>

#include "tests/integration/services/by_engine.h"
#include "tests/support/eventually.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;

const std::string digest = "sha256('a')";

std::string identity(const std::string& key) {
  return "tenant => 'acme', operation => 'refund', key => '" + key + "'";
}
std::string request(const std::string& key, const std::string& attempt = "gen_random_uuid()",
                    const std::string& fingerprint = digest) {
  return identity(key) + ", fingerprint => " + fingerprint + ", attempt => " + attempt;
}
std::string attempt(int number) { return quoted_text(attempt_uuid(number)); }
std::string claiming(const std::string& key, const std::string& by = "gen_random_uuid()",
                     const std::string& more = "") {
  return "CALL onceover.claim(" + request(key, by) + more + ")";
}
std::string completing(const std::string& key, const std::string& fence, const std::string& body = "ok") {
  return fmt::format(
      "SELECT onceover.complete({}, fence => {}, code => 201, headers => '{{Content-Type,text/plain}}', body "
      "=> '{}')",
      identity(key), fence, body);
}
std::string recording(const std::string& key, const std::string& by = "gen_random_uuid()",
                      const std::string& fingerprint = digest) {
  return "SELECT * FROM onceover.record(" + request(key, by, fingerprint) +
         ", state => 'succeeded', code => 200, headers => '{}', body => 'ok')";
}
std::string within(const std::string& key, const std::string& by = "gen_random_uuid()",
                   const std::string& more = "") {
  return "SELECT * FROM onceover.claim_within(" + request(key, by) + more + ")";
}

class Traps : public ServicesTest {
 protected:
  RawConnection client() const { return RawConnection(as_client()); }
  std::string row_of(const std::string& key) {
    return raw.scalar("SELECT COALESCE((SELECT k::text FROM onceover.keys k WHERE k.key = $1), 'none')",
                      {key});
  }
  std::string fence_of(const std::string& key) {
    return raw.scalar("SELECT fence FROM onceover.keys WHERE key = $1", {key});
  }
};

// The stored bytes are the engine's: what one finishes, the other replays.
TEST_F(Traps, TheLibraryAndTheFunctionsReplayEachOther) {
  const key::StoredResponse response{
      1,
      201,
      {{"Content-Type", "application/json"}, {"Location", "/r/\xe9"}, {"Link", "a,b"}},
      std::string("\0\xff", 2)};
  const engine::Request as_engine{{"acme", "refund", "by engine"}, key::fingerprint_raw("a"), "test", {}, {}};
  take<Done>(engine.complete(take<Claim>(engine.claim(as_engine, policy)), response));
  auto sql = client();
  const auto replayed = sql.exec(claiming("by engine")).at(0);
  EXPECT_EQ(replayed[0], "replay");
  EXPECT_EQ(replayed[8], "{Content-Type,application/json,Location,/r/\u00e9,Link,\"a,b\"}");
  EXPECT_EQ(replayed[9], "\\x00ff");
  const auto claimed = sql.exec(claiming("by sql")).at(0);
  sql.exec("SELECT onceover.complete(" + identity("by sql") + ", fence => " + *claimed[1] +
           ", code => 201, headers => ARRAY['Content-Type', 'application/json', 'Location', U&'/r/\\00e9', "
           "'Link', 'a,b'], body => '\\x00ff')");
  auto by_sql = as_engine;
  by_sql.id.key = "by sql";
  EXPECT_EQ(take<engine::Replay>(engine.claim(by_sql, policy)).response, response);
  EXPECT_EQ(raw.scalar("SELECT count(DISTINCT (response_headers, response_body, response_code, "
                       "response_version)) FROM onceover.keys"),
            "1");
}

// Each way of claiming, mixed; every connection ends with the one answer.
// The gateway is asked by the key that the library derives: a service that sent another one would look as if
// it had sent nothing.
TEST_F(Traps, TheKeyForTheGatewayIsTheOneThatItIsAskedBy) {
  auto sql = client();
  const std::string longest(key::max_name_bytes, 'k');
  for (const key::Identity& id : {key::Identity{"acme", "POST /refunds", "k1"},
                                  {"", "o", longest},
                                  {"a\xc3\xa9", "b", "a'b"},
                                  {"ab", "", "c"}}) {
    for (const char* effect : {"refund", "", "\xe2\x82\xac"}) {
      EXPECT_EQ(sql.scalar("SELECT onceover.downstream_key($1, $2, $3, $4)",
                           {id.tenant, id.operation, id.key, effect}),
                key::downstream_key(id, effect));
    }
  }
  EXPECT_THROW(sql.scalar("SELECT onceover.downstream_key('acme', 'refund', 'k', NULL)"), std::exception);
}

TEST_F(Traps, ThirtyTwoConnectionsOnOneKeyHaveOneExecutor) {
  constexpr int connections = 32, keys = 12;
  raw.exec("CREATE TABLE effects (key text, executor int); GRANT INSERT ON effects TO PUBLIC");
  std::atomic<int> replays{0};
  std::barrier together(connections);  // waits without a processor, which the server needs
  std::mutex guard;
  std::set<std::string> answers;
  const auto run = [&](int n) {
    auto sql = client();
    auto lib = open_or_throw(database.conninfo());
    engine::Engine by_library(lib, nullptr);
    for (int i = 0; i < keys; ++i) {
      const std::string key = "k" + std::to_string(i);
      together.arrive_and_wait();
      const std::string effect =
                            "INSERT INTO public.effects VALUES ('" + key + "', " + std::to_string(n) + ")",
                        body = std::to_string(n);
      std::string outcome, answer;
      while (outcome != "replay") {
        if (n % 4 == 3) {
          auto found =
              by_library.claim({{"acme", "refund", key}, key::fingerprint_raw("a"), "lib", {}, {}}, policy);
          if (!found) throw std::runtime_error(found.error().sentence());
          if (const auto* claim = std::get_if<Claim>(&*found)) {
            sql.exec(effect);
            take<Done>(by_library.complete(*claim, {1, 201, {{"Content-Type", "text/plain"}}, body}));
          }
          if (const auto* replay = std::get_if<engine::Replay>(&*found))
            outcome = "replay", answer = "\\x" + to_hex(replay->response.body);
          continue;
        }
        const bool in_transaction = n % 4 != 0;
        if (in_transaction) sql.exec("BEGIN");
        const auto got = sql.exec(n % 4 == 0   ? claiming(key)
                                  : n % 4 == 1 ? within(key)
                                               : "SELECT * FROM onceover.record(" + request(key) +
                                                     ", state => 'succeeded', code => 201, headers => "
                                                     "'{Content-Type,text/plain}', body => '" +
                                                     body + "')")
                             .at(0);
        outcome = *got[0];
        if (outcome == "claimed" || outcome == "recorded") sql.exec(effect);
        if (outcome == "claimed") sql.exec(completing(key, *got[1], body));
        if (in_transaction) sql.exec("COMMIT");
        if (outcome == "replay") answer = *got[9];
      }
      ++replays;
      const std::lock_guard lock(guard);
      answers.insert(key + answer);
    }
  };
  std::vector<std::thread> threads;
  for (int n = 0; n < connections; ++n) threads.emplace_back(run, n);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(replays, connections * keys);
  EXPECT_EQ(answers.size(), static_cast<std::size_t>(keys)) << "one answer for each key";
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT key) FROM effects"),
            fmt::format("{} {}", keys, keys));
}

TEST_F(Traps, AReleasedKeyIsTakenOverByOneOfMany) {
  auto sql = client();
  sql.exec("SELECT onceover.release(" + identity("k") + ", fence => " + *sql.exec(claiming("k")).at(0)[1] +
           ")");
  std::atomic<int> claimed{0}, refused{0}, ready{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 16; ++n) {
    threads.emplace_back([&] {
      auto rival = client();
      for (++ready; ready < 16;) std::this_thread::yield();
      const std::string outcome = *rival.exec(claiming("k")).at(0)[0];
      ++(outcome == "claimed" ? claimed : refused);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(claimed, 1);
  EXPECT_EQ(refused, 15);
  EXPECT_EQ(raw.scalar("SELECT attempts FROM onceover.keys"), "2");
}

// Nothing of the server's own writes WAL meanwhile.
TEST(WhatWritesNothing, IsEveryReplayConflictAndMismatchInEachWay) {
  try_it::PrivateServer::Options options;
  options.settings = {{"wal_level", "minimal"},
                      {"max_wal_senders", "0"},
                      {"autovacuum", "off"},
                      {"checkpoint_timeout", "1d"},
                      {"max_wal_size", "8GB"}};
  auto server = try_it::PrivateServer::start(options);
  ASSERT_TRUE(server) << server.error().sentence();
  installed_schema().fill((*server)->conninfo());
  RawConnection sql((*server)->conninfo());
  sql.exec(claiming("live"));
  sql.exec(recording("done"));
  sql.exec("SELECT onceover.release(" + identity("past") + ", fence => " +
           *sql.exec(claiming("past")).at(0)[1] + ", dedupes_for => '1 ms')");
  sql.exec("VACUUM (FREEZE)");
  sql.exec("CHECKPOINT");
  const auto lsn = [&] {
    return sql.scalar("SELECT pg_current_wal_insert_lsn() || ' ' || pg_snapshot_xmax(pg_current_snapshot())");
  };
  const auto run = [&] {
    std::map<std::string, int> outcomes;
    for (int i = 0; i < 100; ++i) {
      for (const char* key : {"live", "done", "past"}) {
        for (const std::string& fingerprint : {digest, std::string("sha256('b')")}) {
          for (const std::string& statement :
               {"CALL onceover.claim(" + request(key, "gen_random_uuid()", fingerprint) + ")",
                "SELECT * FROM onceover.claim_within(" + request(key, "gen_random_uuid()", fingerprint) + ")",
                recording(key, "gen_random_uuid()", fingerprint),
                "SELECT * FROM onceover.look(" + identity(key) + ", fingerprint => " + fingerprint + ")"})
            ++outcomes[*sql.exec(statement).at(0)[0]];
        }
      }
    }
    return outcomes;
  };
  (void)run();
  const std::string before = lsn();
  EXPECT_EQ(run(), (std::map<std::string, int>{
                       {"awaiting", 400}, {"in_flight", 400}, {"mismatch", 1200}, {"replay", 400}}));
  EXPECT_EQ(lsn(), before);
  sql.exec(claiming("new"));
  EXPECT_NE(lsn(), before) << "the instrument is not broken";
}

TEST_F(Traps, AClientThatDiesAfterItsClaimLeavesTheKeyInProgress) {
  for (const bool by_backend : {false, true}) {
    const std::string key = by_backend ? "terminated" : "killed";
    if (by_backend) {
      auto sql = client();
      ASSERT_EQ(sql.exec(claiming(key, attempt(1))).at(0)[0], "claimed");
      raw.exec("SELECT pg_terminate_backend(" + std::to_string(sql.backend_pid()) + ")");
    } else {
      auto process = Process::forked([&] {
        RawConnection sql(as_client());
        sql.exec(claiming(key, attempt(1)));
        return ::raise(SIGKILL);
      });
      ASSERT_EQ(process.wait(), (Exit{0, SIGKILL}));
    }
    auto other = client();
    EXPECT_EQ(other.exec(claiming(key, attempt(2))).at(0)[0], "in_flight");
    expire_lease(key);
    const std::string before = row_of(key);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(other.exec(claiming(key)).at(0)[0], "awaiting") << "never a second effect";
    EXPECT_EQ(row_of(key), before);
    EXPECT_EQ(other.exec(claiming(key, attempt(1))).at(0)[1], fence_of(key)) << "the very request goes on";
  }
}

TEST_F(Traps, AnAnswerThatIsLostIsFoundAgainByTheSameAttempt) {
  int n = 0;
  for (const TrapThen then : {TrapThen::cut_before, TrapThen::cut_after}) {
    const std::string key = "k" + std::to_string(++n);
    PgProxy proxy(shared_server().socket_dir());
    {
      RawConnection shaky(proxy.conninfo(database.name()));
      proxy.trap(TrapAt::sync, then);
      EXPECT_ANY_THROW(shaky.exec(claiming(key, attempt(1))));
      ASSERT_TRUE(proxy.wait_sprung());
    }
    auto sql = client();
    EXPECT_EQ(row_of(key) == "none", then == TrapThen::cut_before);
    const auto again = sql.exec(claiming(key, attempt(1))).at(0);
    EXPECT_EQ(again[0], "claimed");
    EXPECT_EQ(again[2], "f");
    EXPECT_EQ(sql.exec(claiming(key, attempt(1))).at(0)[1], again[1]);
    EXPECT_EQ(sql.exec(claiming(key, attempt(2))).at(0)[0], "in_flight");
    // The answer to a completion is lost, too.
    RawConnection shaky(proxy.conninfo(database.name()));
    proxy.trap(TrapAt::sync, then);
    EXPECT_ANY_THROW(shaky.exec(completing(key, *again[1])));
    ASSERT_TRUE(proxy.wait_sprung());
    const auto found = sql.exec(claiming(key, attempt(1))).at(0);
    EXPECT_EQ(found[0], then == TrapThen::cut_before ? "claimed" : "replay");
    EXPECT_EQ(sql.sqlstate_of(completing(key, *again[1])), then == TrapThen::cut_before ? "" : "OC012");
    EXPECT_EQ(sql.exec(claiming(key, attempt(1))).at(0)[9], "\\x6f6b");
  }
}

// As long as a SET clause of a function holds, nothing has committed yet.
TEST_F(Traps, DurabilityIsForcedWhereALeaseIsWrittenAndLeftToTheCallerInItsTransaction) {
  raw.exec(R"(CREATE TABLE seen (n serial, setting text);
              CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
                INSERT INTO public.seen (setting) VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
              CREATE CONSTRAINT TRIGGER note AFTER INSERT OR UPDATE ON onceover.keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                EXECUTE FUNCTION note())");
  auto sql = client();
  sql.exec("SET synchronous_commit = off");
  const auto at_commit = [&] {
    const std::string settings = raw.scalar("SELECT string_agg(DISTINCT setting, ',') FROM seen");
    raw.exec("TRUNCATE seen");
    return settings;
  };
  std::string fence = *sql.exec(claiming("k")).at(0)[1];
  EXPECT_EQ(at_commit(), "on");
  sql.exec("SELECT onceover.renew(" + identity("k") + ", fence => " + fence + ", lease => '1 min')");
  EXPECT_EQ(at_commit(), "on");
  sql.exec("SELECT onceover.release(" + identity("k") + ", fence => " + fence + ")");
  EXPECT_EQ(at_commit(), "on");
  fence = *sql.exec(claiming("k")).at(0)[1];
  EXPECT_EQ(at_commit(), "on") << "a take-over";
  sql.exec(completing("k", fence));
  EXPECT_EQ(at_commit(), "on");
  sql.exec("BEGIN");
  sql.exec(completing("w", *sql.exec(within("w")).at(0)[1]));
  sql.exec("COMMIT");
  EXPECT_EQ(at_commit(), "off") << "claimed and completed in the caller's transaction";
  sql.exec(recording("r"));
  EXPECT_EQ(at_commit(), "off");
  fence = *sql.exec(claiming("l")).at(0)[1];
  at_commit();
  sql.exec("BEGIN");
  sql.exec(within("beside"));
  sql.exec(completing("l", fence));
  sql.exec("COMMIT");
  EXPECT_EQ(at_commit(), "on") << "the completion of a lease, beside a claim of this transaction";
  EXPECT_EQ(sql.scalar("SHOW synchronous_commit"), "off");
}

TEST_F(Traps, ARivalThatHasNotCommittedIsAwaitedForAShortTimeOnly) {
  auto rival = client(), sql = client();
  rival.exec("BEGIN");
  ASSERT_EQ(rival.exec(within("k")).at(0)[0], "claimed");
  for (const std::string& statement : {claiming("k", "gen_random_uuid()", ", rival_wait_ms => 20"),
                                       within("k", "gen_random_uuid()", ", rival_wait_ms => 20")}) {
    const auto got = sql.exec(statement).at(0);
    EXPECT_EQ(got[0], "in_flight") << statement;
    EXPECT_EQ(got[5], "1");
  }
  sql.exec("SET lock_timeout = '7s'; BEGIN");
  EXPECT_EQ(sql.exec(within("k", "gen_random_uuid()", ", rival_wait_ms => 20")).at(0)[0], "in_flight");
  EXPECT_EQ(sql.scalar("SHOW lock_timeout"), "7s") << "the transaction is as the caller left it";
  sql.exec("COMMIT");
  // The lease of a claim that had to wait gets its full length.
  std::string left;
  std::thread waiting([&] {
    const auto got =
        sql.exec(claiming("k", "gen_random_uuid()", ", rival_wait_ms => 20000, lease => '2 s'")).at(0);
    left = raw.scalar("SELECT extract(epoch FROM '" + *got[4] + "'::timestamptz - clock_timestamp())");
  });
  EXPECT_TRUE(eventually([&] {
    RawConnection look(database.conninfo());
    return look.scalar(
               "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type "
               "= 'Lock'") == "1";
  }));
  const std::string waits_since = raw.scalar("SELECT clock_timestamp()");
  EXPECT_TRUE(eventually([&] {
    return raw.scalar("SELECT clock_timestamp() - $1 > interval '400 ms'", {waits_since}) == "t";
  })) << "more than a tenth of the lease";
  rival.exec("ROLLBACK");
  waiting.join();
  EXPECT_GT(std::stod(left), 1.75);
  // A table that is locked, by a migration say, is no error, either.
  rival.exec("BEGIN");
  raw.exec("BEGIN; LOCK TABLE onceover.keys IN ACCESS EXCLUSIVE MODE");
  EXPECT_EQ(sql.exec(claiming("other", "gen_random_uuid()", ", rival_wait_ms => 20")).at(0)[0], "in_flight");
  raw.exec("COMMIT");
}

// psycopg's default: a transaction that the caller did not write. A claim by a function would be lost with
// it.
TEST_F(Traps, ADriverThatOpensATransactionIsRefused) {
  auto process = Process::spawn(
      {"/usr/bin/python3", "-c",
       "import psycopg2\nc = psycopg2.connect('')\ntry:\n    c.cursor().execute(\"" + claiming("k") +
           "\")\nexcept psycopg2.Error as e:\n    print(e.pgcode, flush=True)\n"},
      {{"PGHOST", shared_server().socket_dir()}, {"PGUSER", login}, {"PGDATABASE", database.name()}});
  EXPECT_TRUE(process.wait_for_out("2D000")) << process.err();
  EXPECT_EQ(row_of("k"), "none");
}

TEST_F(Traps, AResultSpreadByAStarClaimsOnce) {
  auto sql = client();
  sql.exec("BEGIN");
  const auto spread = sql.exec("SELECT (onceover.claim_within(" + request("k", attempt(1)) + ")).*").at(0);
  sql.exec("COMMIT");
  EXPECT_EQ(spread[0], "claimed");
  EXPECT_EQ(spread[1], fence_of("k")) << "each column is another call: the same attempt is the same claim";
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || max(attempts) FROM onceover.keys"), "1 1");
}

// Why CALL is sent alone: it commits what the pipeline has done before it.
TEST_F(Traps, APipelineCommitsWhatCameBeforeTheCall) {
  raw.exec("CREATE TABLE before_it (x int); GRANT INSERT ON before_it TO PUBLIC");
  auto sql = client();
  PGconn* connection = sql.native();
  ASSERT_EQ(PQenterPipelineMode(connection), 1);
  for (const std::string& statement :
       {std::string("INSERT INTO public.before_it VALUES (1)"), claiming("k"), std::string("SELECT 1 / 0")})
    ASSERT_EQ(PQsendQueryParams(connection, statement.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0), 1);
  ASSERT_EQ(PQpipelineSync(connection), 1);
  std::vector<ExecStatusType> ended;
  for (bool synced = false; !synced;) {
    while (PGresult* result = PQgetResult(connection)) {
      ended.push_back(PQresultStatus(result));
      synced = ended.back() == PGRES_PIPELINE_SYNC;
      PQclear(result);
      if (synced) break;
    }
  }
  EXPECT_EQ(ended, (std::vector{PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_FATAL_ERROR, PGRES_PIPELINE_SYNC}));
  EXPECT_EQ(
      raw.scalar("SELECT (SELECT count(*) FROM before_it) || ' ' || (SELECT count(*) FROM onceover.keys)"),
      "1 1")
      << "the claim holds, and so does what was sent before it";
}

TEST_F(Traps, APoolerInTransactionModeChangesNothing) {
  if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  PgBouncer bouncer(shared_server());
  RawConnection one(bouncer.conninfo(database.name())), other(bouncer.conninfo(database.name()));
  for (int i = 0; i < 20; ++i) {
    const std::string key = "k" + std::to_string(i);
    const auto claimed = one.exec(claiming(key)).at(0);
    EXPECT_EQ(claimed[0], "claimed");
    EXPECT_EQ(other.exec(claiming(key)).at(0)[0], "in_flight");
    EXPECT_EQ(one.scalar("SHOW lock_timeout"), "0");
    one.exec(completing(key, *claimed[1]));
    EXPECT_EQ(other.exec(claiming(key)).at(0)[0], "replay");
  }
}

// A procedure that commits pins no search_path: nothing that a session puts in front of it is called.
TEST_F(Traps, ASearchPathOfTheCallersChangesNothing) {
  raw.exec(
      "CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC; CREATE FUNCTION evil.no(text, text) RETURNS "
      "boolean LANGUAGE sql IMMUTABLE AS 'SELECT false'; CREATE FUNCTION evil.set_config(text, text, "
      "boolean) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'; CREATE FUNCTION evil.clock_timestamp() "
      "RETURNS timestamptz LANGUAGE sql AS 'SELECT ''2000-01-01''::timestamptz'; CREATE OPERATOR evil.= "
      "(LEFTARG = text, RIGHTARG = text, FUNCTION = evil.no); CREATE OPERATOR evil.<> (LEFTARG = text, "
      "RIGHTARG = text, FUNCTION = evil.no)");
  auto sql = client();
  sql.exec("SET search_path = evil, pg_catalog");
  const auto claimed = sql.exec(
                              "CALL onceover.claim('acme', 'refund', 'k', pg_catalog.sha256('a'), "
                              "pg_catalog.gen_random_uuid())")
                           .at(0);
  EXPECT_EQ(claimed[0], "claimed");
  EXPECT_EQ(sql.exec(claiming("k")).at(0)[0], "in_flight");
  sql.exec(completing("k", *claimed[1]));
  EXPECT_EQ(sql.exec(claiming("k")).at(0)[0], "replay");
  sql.exec("BEGIN");
  sql.exec(completing("w", *sql.exec(within("w")).at(0)[1]));
  sql.exec("COMMIT");
  EXPECT_EQ(raw.scalar("SELECT string_agg(state, ' ') FROM onceover.keys"), "succeeded succeeded");
}

// An overload would make a call with fewer arguments ambiguous (42725).
TEST_F(Traps, NoNameOfTheContractIsOverloaded) {
  EXPECT_EQ(raw.scalar("SELECT COALESCE(string_agg(n, ' '), '') FROM (SELECT proname n FROM pg_proc WHERE "
                       "pronamespace = 'onceover'::regnamespace GROUP BY 1 HAVING count(*) > 1) s"),
            "");
}

}  // namespace
}  // namespace onceover::test
