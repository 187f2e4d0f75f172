// SPDX-License-Identifier: Apache-2.0
// F42: a role that resets its timeouts, calls what it may, and leaves its transaction open. Nothing that it
// leaves locked stops claims, writers, relays or sealing.
#include "core/audit/verify.h"
#include "core/inbox/inbox.h"
#include "core/metrics/rollup.h"
#include "core/unfinished/frontier.h"
#include "tests/integration/rights/fixture.h"

namespace onceover::test {
namespace {

class Locks : public Rights {
 protected:
  void SetUp() override {
    Rights::SetUp();
    stuck("mine");
    as(DbRole::reconciler).exec(taking("mine"));
    raw.exec(
        "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'first', '{}'), ('t', "
        "'refused', '{}'), ('t', 'refused', '{}')");
    publish();
    for (int year = 2001; year < 2006; ++year)
      raw.exec("CREATE TABLE onceover.outbox_" + std::to_string(year) +
               " PARTITION OF onceover.outbox FOR VALUES FROM ('" + std::to_string(year) + "-01-01Z') TO ('" +
               std::to_string(year + 1) + "-01-01Z')");
    for (const std::string& event : std::vector<std::string>{"e", "f", "dead"})
      raw.exec(
          "SELECT * FROM onceover.inbox_store('c', '{s}', '{" + event +
          "}', ARRAY[''::bytea], '{\"\"}', '{\"\"}', '{0}', '{1}', ARRAY['p'::bytea], '{\"\"}', '{\"\"}')");
    raw.exec(
        "UPDATE onceover.inbox SET state = 'dead', dead_at = now(), next_try_at = NULL WHERE event_id = "
        "'dead'");
  }

  // Whatever could wait gives up after this, and says so.
  static std::string impatient(const std::string& conninfo) {
    return conninfo + " options='-c lock_timeout=2s -c statement_timeout=5s'";
  }

  // A relay with a connection of its own; it refuses the events of the aggregate "refused".
  struct Running {
    explicit Running(const std::string& conninfo, const std::string& name = "r")
        : connection(
              pg::Connection::open({.conninfo = impatient(conninfo), .pins_search_path = true}).value()),
          relay(connection, broker,
                {.name = name,
                 .topics = {"t"},
                 .start = name == "r" ? outbox::Start::beginning : outbox::Start::now,
                 .idle = std::chrono::milliseconds(20)},
                "relay", Random(1)) {
      broker.ends = [](const outbox::Stored& event) {
        return event.aggregate_id == "refused"
                   ? outbox::Report{.result = outbox::Report::Result::refused, .error = "No."}
                   : outbox::Report{};
      };
    }
    outbox::Turn::State turn() {
      const auto done = relay.run_once();
      if (!done) throw std::runtime_error(done.error().sentence() + done.error().detail);
      return done->state;
    }
    bool has_published(const std::string& id) {
      return eventually([&] {
        turn();
        const auto ids = broker.ids();
        return std::ranges::find(ids, id) != ids.end();
      });
    }
    pg::Connection connection;
    FakeBroker broker;
    outbox::Relay relay;
  };

  std::vector<std::string> publish() {
    Running one(database.conninfo());
    EXPECT_TRUE(eventually([&] { return one.turn() == outbox::Turn::State::idle; }));
    require(one.relay.let_go());
    return one.broker.ids();
  }
  static std::string write(RawConnection& by) {
    return by.scalar(
        "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'a', '{}') RETURNING id");
  }

  // What the others do meanwhile. Each number is unique, so that it can be done again and again.
  void everything_goes_on(const std::string& who) {
    SCOPED_TRACE(who);
    const std::string n = std::to_string(++turn_);
    RawConnection other(impatient(database.conninfo()));
    // A claim, a duplicate of it, and its end.
    const auto claim = claimed("new " + n);
    EXPECT_TRUE(std::holds_alternative<key::InFlight>(engine.claim(request_for("new " + n), policy).value()));
    take<engine::Done>(engine.complete(claim, response_with("ok")));
    EXPECT_TRUE(std::holds_alternative<engine::Replay>(engine.claim(request_for("done"), policy).value()));
    // Writers and relays.
    const std::string id = write(other);
    EXPECT_EQ(publish(), std::vector<std::string>{id});
    Running fresh(database.conninfo(), "new " + n);
    EXPECT_TRUE(eventually([&] { return fresh.turn() == outbox::Turn::State::idle; }));
    require(fresh.relay.let_go());
    EXPECT_THAT(other.sqlstate_of("SELECT onceover.drop_outbox_partition('1 h')"),
                testing::AnyOf("", "55P03"))
        << "may be left for later";
    EXPECT_EQ(other.scalar("SELECT onceover.inbox_accept('c', 's', 'new " + n + "')"), "accepted");
    EXPECT_EQ(other.scalar("SELECT count(*) FROM onceover.inbox_take('worker " + n + "', 'w', '1 min', 10)"),
              "0");
    // Sealing, twice: what is new now, and what is new then.
    for (int i = 0; i < 2; ++i) {
      other.exec(
          "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', 'p', "
          "'r')");
      const auto sealed = audit::seal(connection);
      ASSERT_TRUE(sealed) << sealed.error().sentence();
      EXPECT_TRUE(*sealed);
    }
    EXPECT_TRUE(audit::verify(connection).value().is_sound());
    // A sweep of a key that no session holds.
    const std::string key = "swept " + n;
    stuck(key);
    gateway.perform(downstream(key));
    (void)sweep();
    EXPECT_EQ(raw.scalar("SELECT state FROM onceover.keys WHERE key = '" + key + "'"), "succeeded");
  }

  // Each call must answer, or it proves nothing.
  void holds(DbRole role, const std::vector<std::string>& calls) {
    auto& by_role = as(role);
    by_role.exec(
        "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; "
        "BEGIN");
    for (const std::string& call : calls) {
      ASSERT_NO_THROW(by_role.exec(call)) << call;
    }
    everything_goes_on(std::string(roles::word(role)));
    by_role.exec("ROLLBACK");
    everything_goes_on(std::string(roles::word(role)) + ", afterwards");
  }

 private:
  int turn_ = 0;
};

TEST_F(Locks, AService) {
  raw.exec(
      "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', 'p', 'r')");
  holds(DbRole::service,
        {"SELECT onceover.seal_audit()", "SELECT * FROM onceover.publish_floor()",
         "SELECT onceover.begin_full_pass('0')", "SELECT onceover.roll_up_counters()",
         "SELECT onceover.relist_unfinished('-infinity', '', 'infinity', '')",
         "SELECT * FROM onceover.tend_unfinished(false, 9223372036854775807, 100, '-infinity', '', '', '')",
         "SELECT onceover.reap_finished(1000)",
         "SELECT onceover.add_sample('onceover.keys', clock_timestamp(), '{}')",
         "SELECT nextval('onceover.fence')"});
}

TEST_F(Locks, AReconciler) {
  const std::string own = "(SELECT fence FROM onceover.keys WHERE key = 'mine')";
  holds(DbRole::reconciler,
        {taking("stuck"),
         taking("live"),
         taking("done"),
         taking("released"),
         "SELECT * FROM onceover.settle_keys('{acme}', '{POST /refunds}', '{mine}', ARRAY[" + own +
             "], '{succeed}', '{200}', ARRAY[''::bytea], ARRAY['x'::bytea], '{\"\"}', '{\"\"}', "
             "ARRAY['{\"finding\": \"done\"}'], '{settle_succeeded}', '{r}', '{0}', 'a', 'h', 'p', '', "
             "ARRAY['(0,0)'::tid])",
         "SELECT onceover.set_stop(false, 'r', 'a', 'h', 'p')",
         "SELECT onceover.register_gateway('g', '*', '1 d', 'r', 'a', 'h', 'p')",
         "SELECT onceover.create_plan('locks', 'settle', NULL, NULL, NULL, 'r', NULL, NULL, 'all', '{}', 1, "
         "'a', 'h', 'p', NULL)",
         "SELECT * FROM onceover.take_items(1, 0, 10, 'r', '1 min', true, false)",
         "SELECT onceover.wait_of_plan(1)",
         "SELECT onceover.pace_plan(1, '1 s')",
         "SELECT onceover.unforesee_items(1)",
         "SELECT onceover.move_plan(1, 'stopped', 'frozen', 'r', 'a', 'h', 'p', 'r')",
         "SELECT onceover.add_note('a', 'h', 'p', 'acme', 'POST /refunds', 'done', 'n')",
         "SELECT * FROM onceover.republish_events(0, 9999, 'none', NULL, NULL, 10, 'r', 'a', 'h', 'p')",
         "SELECT * FROM onceover.erase_event((SELECT min(seq) FROM onceover.outbox), (SELECT id FROM "
         "onceover.outbox ORDER BY seq LIMIT 1), 'r', 'a', 'h', 'p')",
         "SELECT onceover.erase_inbox('c', 's', 'dead', 'r', 'a', 'h', 'p')",
         "SELECT onceover.settle_event('r', (SELECT min(seq) FROM onceover.outbox_parked), true, 'r', 'a', "
         "'h', 'p')",
         "SELECT onceover.pause_relay('r', true, 'r', 'a', 'h', 'p')",
         "SELECT onceover.retire_relay('r', 'r', 'a', 'h', 'p')"});
}

// Of a relay that runs.
TEST_F(Locks, F42_ARelayGoesOnWhileAReconcilerSleepsInAPause) {
  auto& reconciler = as(DbRole::reconciler);
  Running running(database.conninfo());
  ASSERT_TRUE(running.has_published(write(raw)));
  reconciler.exec(
      "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; BEGIN");
  EXPECT_EQ(reconciler.scalar("SELECT onceover.pause_relay('r', true, 'r', 'a', 'h', 'p')"), "t");
  EXPECT_TRUE(running.has_published(write(raw)));
  EXPECT_TRUE(eventually([&] { return running.turn() == outbox::Turn::State::idle; }));
  EXPECT_EQ(raw.scalar("SELECT onceover.drop_outbox_partition('1 h')"), "outbox_2001");
  reconciler.exec("COMMIT");
  write(raw);
  const auto before = running.broker.ids();
  EXPECT_TRUE(eventually([&] { return running.turn() == outbox::Turn::State::paused; }));
  EXPECT_EQ(running.broker.ids(), before);
  reconciler.exec("BEGIN; SELECT onceover.pause_relay('r', false, 'r', 'a', 'h', 'p')");
  EXPECT_EQ(running.turn(), outbox::Turn::State::paused) << "until the pause has ended";
  reconciler.exec("COMMIT");
  EXPECT_TRUE(running.has_published(write(raw)));
}

// What is asked for is done once the session has committed, by the relay itself.
TEST_F(Locks, F42_ARelayGoesOnWhileAReconcilerSleepsInASkip) {
  auto& reconciler = as(DbRole::reconciler);
  const std::string seq = raw.scalar("SELECT min(seq) FROM onceover.outbox_parked WHERE state = 'dead'");
  Running running(database.conninfo());
  ASSERT_TRUE(running.has_published(write(raw)));
  reconciler.exec(
      "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; BEGIN");
  EXPECT_EQ(reconciler.scalar("SELECT onceover.settle_event('r', " + seq + ", true, 'r', 'a', 'h', 'p')"),
            "t");
  raw.exec("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', 'refused', '{}')");
  EXPECT_TRUE(running.has_published(write(raw)));
  EXPECT_TRUE(eventually(
      [&] { return running.turn(), raw.scalar("SELECT count(*) FROM onceover.outbox_parked") == "3"; }));
  require(running.relay.let_go());
  Running next(database.conninfo());
  EXPECT_TRUE(next.has_published(write(raw))) << "another one takes it over";
  EXPECT_EQ(raw.scalar("SELECT onceover.drop_outbox_partition('1 h')"), "outbox_2001");
  reconciler.exec("COMMIT");
  EXPECT_TRUE(eventually([&] {
    next.turn();
    return raw.scalar("SELECT count(*) FROM onceover.outbox_parked WHERE seq = " + seq) == "0";
  }));
}

// The first request is locked by the second one.
TEST_F(Locks, F42_ARelayGoesOnWhileAReconcilerSleepsInASecondRequest) {
  auto& reconciler = as(DbRole::reconciler);
  const std::string seq = raw.scalar("SELECT min(seq) FROM onceover.outbox_parked WHERE state = 'dead'");
  reconciler.exec("SELECT onceover.settle_event('r', " + seq + ", false, 'r', 'a', 'h', 'p')");
  reconciler.exec(
      "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; BEGIN");
  EXPECT_EQ(reconciler.scalar("SELECT onceover.settle_event('r', " + seq + ", true, 'r', 'a', 'h', 'p')"),
            "t");
  Running running(database.conninfo());
  EXPECT_TRUE(running.has_published(write(raw)));
  reconciler.exec("COMMIT");
  EXPECT_TRUE(eventually([&] {
    running.turn();
    return raw.scalar("SELECT count(*) FROM onceover.event_requests") == "0";
  }));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.outbox_parked WHERE seq = " + seq), "0");
}

// A member of the role sleeps in each function, with a relay of its own: no other relay waits for it.
TEST_F(Locks, ARelay) {
  const auto taking = [](const std::string& name) {
    return "onceover.relay_take('" + name +
           "', 'me', '00000000-0000-4000-8000-000000000001', '1 min', '{t}', true, onceover.server_token(), "
           "'now', NULL)";
  };
  as(DbRole::relay).exec("SET synchronous_commit = on; SELECT * FROM " + taking("mine"));
  const std::string mine =
      "'mine', gen_random_uuid(), (SELECT fence FROM onceover.relays WHERE name = 'mine')";
  const std::string theirs = "'r', gen_random_uuid(), (SELECT fence FROM onceover.relays WHERE name = 'r')";
  const std::string place = "(SELECT ctid FROM onceover.relays WHERE name = 'r')";
  holds(
      DbRole::relay,
      {"CREATE TEMP TABLE taken AS SELECT * FROM " + taking("mine"),
       "SELECT * FROM onceover.relay_progress('mine', (SELECT token FROM taken), (SELECT fence FROM taken), "
       "(SELECT place FROM taken), onceover.server_token(), '3:3:', '3:3:', 0, NULL, '1 min', 0, NULL)",
       "SELECT onceover.relay_park('mine', (SELECT token FROM taken), (SELECT fence FROM taken), '{1}', "
       "ARRAY[gen_random_uuid()], '{t}', '{\"\"}', '{a}', '{2026-01-01}', '{dead}', '{1}', '{0}', '{x}')",
       "SELECT onceover.relay_carry_out('mine', (SELECT token FROM taken), (SELECT fence FROM taken), '{}')",
       "SELECT onceover.relay_moved()", "SELECT onceover.relay_let_go(" + mine + ")",
       "SELECT onceover.relay_let_go(" + theirs + ")",
       "SELECT * FROM onceover.relay_renew(" + theirs + ", " + place +
           ", onceover.server_token(), '1 min', NULL)",
       "SELECT onceover.relay_unpark(" + theirs + ", '{1}')",
       "SELECT onceover.relay_parked_first(" + theirs + ", false)",
       "SELECT onceover.relay_parked_ahead(" + theirs + ")",
       "SELECT onceover.relay_bury(" + theirs + ", 'x', false)",
       "SELECT onceover.relay_carry_out(" + theirs + ", NULL)"});
}

// A process that starts meanwhile stops once the relay is retired, and says so.
TEST_F(Locks, F42_ARelayThatStartsWhileItIsRetiredStops) {
  auto& reconciler = as(DbRole::reconciler);
  reconciler.exec(
      "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0; SET lock_timeout = 0; BEGIN");
  EXPECT_EQ(reconciler.scalar("SELECT onceover.retire_relay('r', 'moved', 'a', 'h', 'p')"), "2");
  Running running(database.conninfo());
  EXPECT_TRUE(running.has_published(write(raw)));
  EXPECT_EQ(raw.scalar("SELECT onceover.drop_outbox_partition('1 h')"), "outbox_2001");
  reconciler.exec("COMMIT");
  write(raw);
  const auto before = running.broker.ids();
  std::optional<Error> stopped;
  EXPECT_TRUE(eventually([&] {
    const auto turn = running.relay.run_once();
    if (!turn) stopped = turn.error();
    return stopped.has_value();
  }));
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->kind, ErrorKind::unsupported);
  EXPECT_THAT(stopped->sentence(), testing::HasSubstr("was retired"));
  EXPECT_EQ(running.broker.ids(), before);
  EXPECT_TRUE(outbox::parked(connection, "", "").value().empty()) << "nothing waits for a relay that is gone";
  EXPECT_TRUE(outbox::relays(connection).value().empty());
}

// A view of everything, for as long as the session likes.
TEST_F(Locks, AViewer) {
  holds(DbRole::viewer, {"SELECT count(*) FROM onceover.keys", "SELECT count(seq) FROM onceover.outbox",
                         "SELECT * FROM onceover.relays", "SELECT * FROM onceover.outbox_parked",
                         "SELECT * FROM onceover.audit", "SELECT * FROM onceover.control",
                         "SELECT count(event_id) FROM onceover.inbox"});
}

TEST_F(Locks, AReaper) {
  holds(DbRole::reaper, {"SELECT onceover.reap_finished(1000)", "SELECT onceover.reap_samples()"});
}

TEST_F(Locks, AConsumer) {
  holds(DbRole::consumer, {"SELECT * FROM onceover.inbox_take('c', 'w', '1 min', 10)",
                           "SELECT onceover.inbox_accept('c', 's', 'held')",
                           "SELECT * FROM onceover.inbox_move_versions('c', '{t}', '{i}', '{1}')",
                           "SELECT * FROM onceover.inbox_begin('c', 's', 'b', NULL, 'w', '1 min')",
                           "SELECT onceover.inbox_reap(0, 10, '1 h', NULL)",
                           "SELECT onceover.inbox_reap_versions('1 h', NULL, 10)"});
}

TEST_F(Locks, AProducer) {
  holds(DbRole::producer,
        {"INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('none', 'a', '{}')"});
}

TEST_F(Locks, AnApprover) {
  holds(DbRole::approver, {"SELECT onceover.add_note('a', 'h', 'p', 'acme', 'POST /refunds', 'done', 'n')"});
}

// Any user of the database can take a lock by number: none of ours is one.
TEST_F(Locks, AUserWhoMayOnlyConnect) {
  const std::string login = "stranger_" + database.name();
  raw.exec("CREATE ROLE " + quoted_name(login) +
           " LOGIN; INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', "
           "'h', 'p', 'r'); INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, n) "
           "VALUES (gen_random_uuid(), 1, 't', 'o', 'created', 1)");
  {
    RawConnection stranger(database.conninfo() + " user=" + login);
    for (const char* name : {"seal", "frontier", "counters"})
      stranger.exec("SELECT pg_advisory_lock(hashtextextended('onceover." + std::string(name) + "', 0))");
    everything_goes_on("a user who may only connect");
    EXPECT_NE(raw.scalar("SELECT moment FROM onceover.publish_floor()"), "");
    EXPECT_EQ(raw.scalar("SELECT onceover.roll_up_counters() > 0"), "t");
  }
  raw.exec("DROP ROLE " + quoted_name(login));
}

// Several sealers at once: no one waits, and the seals are joined by the next.
TEST_F(Locks, SealsOfSessionsThatOverlapAreJoined) {
  const auto note = [this] {
    raw.exec(
        "INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('own', 'a', 'h', 'p', "
        "'r')");
  };
  const auto seal = [](RawConnection& by) { return by.scalar("SELECT onceover.seal_audit()"); };
  note();
  const std::string first = seal(raw);
  RawConnection sleeper(impatient(database.conninfo())), quitter(impatient(database.conninfo()));
  note();
  sleeper.exec("BEGIN");
  quitter.exec("BEGIN");
  const std::string slept = seal(sleeper), quit = seal(quitter);
  const std::string second = seal(raw);
  quitter.exec("ROLLBACK");
  note();
  const std::string third = seal(raw);
  sleeper.exec("COMMIT");
  note();
  const std::string last = seal(raw);
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(number || joins::text, ' ' ORDER BY number) FROM onceover.audit_seals"),
      first + "{} " + slept + "{" + first + "} " + second + "{" + first + "} " + third + "{" + first + "," +
          second + "} " + last + "{" + slept + "," + third + "}");
  EXPECT_TRUE(audit::verify(connection).value().is_sound());
  EXPECT_EQ(raw.scalar("SELECT string_agg(number::text, ' ') FROM onceover.audit_seal_tips"), last);
  // Without the sleeper's seal the last one is not what it was.
  raw.tamper("DELETE FROM onceover.audit_seal_heads WHERE seal = " + slept +
             "; DELETE FROM onceover.audit_seals WHERE number = " + slept);
  EXPECT_FALSE(audit::verify(connection).value().is_sound());
}

}  // namespace
}  // namespace onceover::test
