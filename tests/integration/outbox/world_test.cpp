// SPDX-License-Identifier: Apache-2.0
// F34 to F36: the events and the progress of a relay belong to one history of one database. A pooler leads to
// a promoted standby, a dump is restored, a subscriber of logical replication takes over.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "core/outbox/operate.h"
#include "tests/integration/outbox/fixture.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/process.h"
#include "tests/support/standby.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

const audit::Actor me{"me", "here", "test"};

std::unique_ptr<try_it::PrivateServer> started(std::map<std::string, std::string> settings = {}) {
  auto server = try_it::PrivateServer::start({.settings = std::move(settings)});
  if (!server) throw std::runtime_error(server.error().sentence());
  return std::move(*server);
}

pg::Connection connected(const std::string& conninfo, bool prepare = true) {
  auto connection =
      pg::Connection::open({.conninfo = conninfo, .pins_search_path = prepare, .prepare = prepare});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

// As the work of other services does.
void burn_transactions(test::RawConnection& raw, int count) {
  raw.exec("DO $$ BEGIN FOR i IN 1.." + std::to_string(count) +
           " LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$");
}

void copy_dump(const std::string& from, const try_it::PrivateServer& to,
               const std::string& database = "postgres") {
  const std::string dump = to.socket_dir() + "/store.dump";
  const auto run = [](const std::vector<std::string>& argv) {
    auto process = test::Process::spawn(argv);
    const auto ended = process.wait(60s);
    EXPECT_EQ(ended, test::Exit{}) << process.err();
  };
  run({to.bindir() + "/pg_dump", "--dbname=" + from, "--format=custom", "--file=" + dump});
  run({to.bindir() + "/pg_restore", "--dbname=" + to.conninfo(database), dump});
  ::unlink(dump.c_str());
}

class WorldTest : public test::OutboxTest {
 protected:
  std::vector<std::string> enqueue_many(test::RawConnection& by, int count,
                                        const std::string& aggregate = "p-1") {
    std::vector<std::string> ids;
    for (int i = 0; i < count; ++i) ids.push_back(enqueue(by, aggregate));
    return ids;
  }
  // Everything that waits; the relay may find first that its memory is void.
  void publish(Relay& relay, std::size_t events) {
    EXPECT_TRUE(test::eventually([&] {
      return drain(relay).state == Turn::State::idle && broker.stored.size() >= events;
    })) << broker.stored.size()
        << " of " << events;
  }
  // It says that its memory is void, and why.
  void expect_to_forget(Relay& relay) {
    EXPECT_TRUE(test::eventually([&] {
      const auto turn = relay.run_once(20ms);
      return turn && !turn->forgot.empty();
    }));
  }
  std::optional<Error> refusal(Relay& relay) {
    for (int turn = 0; turn < 20; ++turn) {
      if (auto done = relay.run_once(20ms); !done) return done.error();
    }
    return std::nullopt;
  }
};

// A primary and its standby, both reached through one pooler in transaction mode.
struct Pooled {
  std::unique_ptr<try_it::PrivateServer> primary = started({{"max_connections", "50"}});
  test::Standby standby{*primary};
  test::PgBouncer pooler{*primary};
  Pooled() { test::installed_schema().fill(primary->conninfo()); }
  // With the lag that it has.
  void fail_over() {
    standby.promote();
    pooler.lead_to(standby.server());
    ASSERT_TRUE(primary->stop(try_it::StopMode::immediate));
  }
};

TEST_F(WorldTest, F34_BehindAPoolerNothingInMemoryOutlivesAPromotion) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  Pooled both;
  pg::Connection through = connected(both.pooler.conninfo(), false);
  Relay relay(through, broker, config, "relay-1", Random(1));
  test::RawConnection primary(both.primary->conninfo());
  const std::vector<std::string> before = enqueue_many(primary, 5);
  publish(relay, 5);
  both.standby.wait_caught_up();
  both.standby.cut_off();
  burn_transactions(primary, 500);
  enqueue_many(primary, 3);
  publish(relay, 8);
  both.fail_over();
  broker.stored.clear();
  test::RawConnection promoted(both.standby.conninfo());
  const std::vector<std::string> after = enqueue_many(promoted, 20);
  expect_to_forget(relay);
  publish(relay, 20);
  EXPECT_EQ(broker.ids(), after) << "what the new history does not have was never written there";
  EXPECT_EQ(promoted.scalar("SELECT published FROM onceover.relays"), "25");
}

// With services that write all the time, and a standby that lags.
TEST_F(WorldTest, F34_UnderLoadEverythingThatTheNewPrimaryHasGoesOutInOrder) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const char* given = std::getenv("ONCEOVER_FAULT_ROUNDS");
  for (int round = 0; round < (given != nullptr ? std::atoi(given) : 1); ++round) {
    SCOPED_TRACE(round);
    Pooled both;
    broker.stored.clear();
    pg::Connection through = connected(both.pooler.conninfo(), false);
    Relay relay(through, broker, config, "relay-1", Random(1));
    std::atomic<bool> ends = false;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < 3; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = 0; !ends;) {
          try {
            test::RawConnection own(both.pooler.conninfo());
            for (; !ends; ++i) enqueue(own, "p-" + std::to_string(writer) + '-' + std::to_string(i % 4));
          } catch (const std::exception&) {  // the primary is being changed
          }
        }
      });
    }
    std::string last;
    const auto until = [&](std::size_t events) {
      EXPECT_TRUE(test::eventually([&] {
        const auto turn = relay.run_once(50ms);
        last = turn ? fmt::format("state {} {}", static_cast<int>(turn->state), turn->forgot)
                    : turn.error().sentence();
        if (!turn && !through.is_open()) (void)through.reopen();
        return broker.stored.size() >= events;
      })) << last;
    };
    until(200);
    both.standby.wait_caught_up();
    both.standby.cut_off();
    until(broker.stored.size() + 200);
    both.fail_over();
    until(broker.stored.size() + 200);
    ends = true;
    for (std::thread& writer : writers) writer.join();
    test::RawConnection promoted(both.standby.conninfo());
    std::map<std::string, std::vector<std::string>> written, published;
    std::set<std::string> there, known;
    for (const auto& row : promoted.exec("SELECT aggregateid, id FROM onceover.outbox ORDER BY seq")) {
      written[*row[0]].push_back(*row[1]);
      there.insert(*row[1]);
    }
    const auto take = [&] {
      for (const Stored& event : broker.stored) {
        if (there.contains(std::string(event.id)) && known.emplace(event.id).second)
          published[std::string(event.aggregate_id)].emplace_back(event.id);
      }
      broker.stored.clear();
    };
    EXPECT_TRUE(test::eventually([&] {
      const auto turn = relay.run_once(50ms);
      if (!turn && !through.is_open()) (void)through.reopen();
      return turn && turn->state == Turn::State::idle && (take(), known.size() == there.size());
    })) << known.size()
        << " of " << there.size();
    EXPECT_EQ(published, written) << "lost, or out of order";
  }
}

// Two standbys that are promoted apart have one timeline.
TEST_F(WorldTest, F34_NorDoesItOutliveAChangeBetweenTwoPromotedStandbys) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  Pooled both;
  test::Standby other(*both.primary, "other");
  pg::Connection through = connected(both.pooler.conninfo(), false);
  Relay relay(through, broker, config, "relay-1", Random(1));
  test::RawConnection primary(both.primary->conninfo());
  enqueue_many(primary, 2);
  publish(relay, 2);
  both.standby.wait_caught_up();
  other.wait_caught_up();
  both.fail_over();
  other.promote();
  test::RawConnection first(both.standby.conninfo()), second(other.conninfo());
  EXPECT_EQ(first.scalar("SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"),
            second.scalar("SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"));
  burn_transactions(first, 300);
  enqueue_many(first, 3);
  publish(relay, 5);
  both.pooler.lead_to(other.server());
  broker.stored.clear();
  const std::vector<std::string> after = enqueue_many(second, 10);
  publish(relay, 10);
  EXPECT_EQ(broker.ids(), after);
}

// What a relay has parked in memory is of the old history as well: on the new one the numbers are of other
// events.
TEST_F(WorldTest, F34_NothingIsParkedInAnotherHistory) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  Pooled both;
  pg::Connection through = connected(both.pooler.conninfo(), false);
  config.least_pause = 300ms;
  Relay relay(through, broker, config, "relay-1", Random(1));
  test::RawConnection primary(both.primary->conninfo());
  enqueue_many(primary, 1);
  publish(relay, 1);
  both.standby.wait_caught_up();
  both.standby.cut_off();
  const std::string lost = enqueue(primary, "p-lost");
  bool is_over = false;
  broker.ends = [&](const Stored& event) {
    if (event.id != lost) return Report{};
    // It was refused, and before that is written the primary is gone.
    if (!std::exchange(is_over, true)) both.fail_over();
    return Report{.result = Report::Result::refused, .error = "Too large."};
  };
  ASSERT_TRUE(test::eventually([&] { return relay.run_once(50ms), is_over; }));
  test::RawConnection promoted(both.standby.conninfo());
  const std::vector<std::string> after = enqueue_many(promoted, 3, "p-lost");
  publish(relay, 4);
  EXPECT_EQ(promoted.scalar("SELECT count(*) FROM onceover.outbox_parked"), "0");
  const std::vector<std::string> ids = broker.ids();
  EXPECT_EQ(std::vector<std::string>(ids.end() - 3, ids.end()), after);
}

// A copy of a stopped server has the relay's token as well: only its start is another. Here the server itself
// is stopped and started.
TEST_F(WorldTest, F34_WhatWasPublishedBeforeAStopIsNotWrittenBehindAPooler) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const auto server = started();
  test::installed_schema().fill(server->conninfo());
  test::PgBouncer pooler(*server);
  pg::Connection through = connected(pooler.conninfo(), false);
  Relay relay(through, broker, config, "relay-1", Random(1));
  std::string published;
  {
    test::RawConnection writer(server->conninfo());
    enqueue_many(writer, 1);
    publish(relay, 1);
    published = enqueue(writer, "p-1");
    enqueue(writer, "p-2");
  }
  int times = 0;
  broker.ends = [&](const Stored& event) {
    // So that progress is written before anything is read.
    if (event.id != published)
      return Report{.result = Report::Result::unavailable, .error = "It starts.", .retry_after = 1s};
    if (++times > 1) return Report{};
    EXPECT_TRUE(server->stop(try_it::StopMode::fast));
    EXPECT_TRUE(server->start_again());
    pooler.lead_to(*server);
    return Report{};
  };
  EXPECT_TRUE(test::eventually([&] { return relay.run_once(50ms), times == 2; }))
      << "a copy of the server may have another event of that number, which would be passed over";
}

// The server crashes and is back, and the client's connection has seen nothing of it. Transactions that were
// not flushed never were, and their numbers are given to others: to events that the window in memory holds
// for published.
TEST_F(WorldTest, F34_NothingInMemoryOutlivesACrashBehindAPooler) {
  if (const std::string why = test::PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const auto server =
      started({{"wal_writer_delay", "10000"}, {"wal_writer_flush_after", "2GB"}, {"wal_buffers", "64MB"}});
  test::installed_schema().fill(server->conninfo());
  test::PgBouncer pooler(*server);
  pg::Connection through = connected(pooler.conninfo(), false);
  Relay relay(through, broker, config, "relay-1", Random(1));
  {
    test::RawConnection writer(server->conninfo());
    enqueue_many(writer, 1);
    publish(relay, 1);
    writer.exec("SET synchronous_commit = off");
    burn_transactions(writer, 200);
    drain(relay);
    test::RawConnection victim(server->conninfo());
    ::kill(victim.backend_pid(), SIGKILL);
    // All others go with it.
    ASSERT_TRUE(test::eventually(
        [&] { return !writer.sqlstate_of("SELECT pg_sleep(0)").empty() || writer.is_broken(); }));
  }
  pooler.lead_to(*server);
  test::RawConnection again(server->conninfo());
  broker.stored.clear();
  const std::vector<std::string> after = enqueue_many(again, 20);
  expect_to_forget(relay);
  publish(relay, 20);
  EXPECT_EQ(broker.ids(), after);
}

// pg_upgrade: another identifier, the same transactions.
TEST_F(WorldTest, F35_AfterAnUpgradeItStopsLoudlyAndAdoptsWithoutLoss) {
  Relay relay(connection, broker, config, "relay-1", Random(1));
  const std::vector<std::string> published = enqueue_many(raw, 3);
  drain(relay);
  ASSERT_TRUE(relay.let_go());
  const std::vector<std::string> waiting = enqueue_many(raw, 2);
  raw.exec("UPDATE onceover.relays SET system_identifier = '4711'");
  ASSERT_TRUE(refusal(relay));
  // Every relay, also one that is new.
  pg::Connection own = open();
  RelayConfig another = config;
  another.name = "another";
  test::FakeBroker to_another;
  Relay fresh(own, to_another, another, "relay-2", Random(2));
  ASSERT_TRUE(refusal(fresh));
  broker.stored.clear();
  ASSERT_TRUE(adopt(connection, std::nullopt, "upgraded", me));
  const std::string last = enqueue("p-1");
  drain(relay);
  std::vector<std::string> all = published;
  all.insert(all.end(), waiting.begin(), waiting.end());
  all.push_back(last);
  EXPECT_EQ(broker.ids(), all) << "once more from the beginning, in order";
  broker.stored.clear();
  drain(relay);
  EXPECT_EQ(broker.stored.size(), 0U);
}

TEST_F(WorldTest, AnAdoptionFromATimeInTheFutureIsRefused) {
  enqueue_many(raw, 3);
  const Timestamp later =
      connection.exec("SELECT clock_timestamp() + interval '1 h'").value().timestamp(0, 0);
  for (const auto& error :
       {adopt(connection, later, "typo", me).error(), forecast_adoption(connection, later).error()}) {
    EXPECT_EQ(error.kind, ErrorKind::invalid_input) << error.sentence();
    EXPECT_THAT(error.sentence(), HasSubstr("future"));
  }
  EXPECT_EQ(
      raw.scalar(
          "SELECT (SELECT count(*) FROM onceover.outbox_adoptions) + (SELECT count(*) FROM onceover.audit)"),
      "0");
}

// A transaction that has written an event is open: writers must not wait behind the adoption.
TEST_F(WorldTest, AnAdoptionWaitsForNoLockForLong) {
  test::RawConnection open_one = database.connect();
  open_one.exec("BEGIN");
  enqueue(open_one, "p-1");
  int tries = 0;
  const auto busy = adopt(connection, std::nullopt, "restored", me, [&] { return ++tries < 3; });
  ASSERT_FALSE(busy);
  EXPECT_EQ(busy.error().kind, ErrorKind::busy) << busy.error().sentence();
  enqueue("p-2");
  open_one.exec("COMMIT");
  EXPECT_TRUE(adopt(connection, std::nullopt, "restored", me));
}

// A relay without a row of its own in the dump was never there: it stops all the same.
TEST_F(WorldTest, F35_ANewRelayOnARestoredDumpStopsLoudly) {
  const auto source = started(), target = started();
  test::installed_schema().fill(source->conninfo());
  test::RawConnection there(source->conninfo());
  burn_transactions(there, 3000);
  enqueue_many(there, 10);
  copy_dump(source->conninfo(), *target);
  pg::Connection here = connected(target->conninfo());
  Relay relay(here, broker, config, "relay-1", Random(1));
  const auto refused = refusal(relay);
  ASSERT_TRUE(refused) << "it published " << broker.stored.size() << " of 10";
  EXPECT_EQ(refused->kind, ErrorKind::unsupported) << refused->sentence();
  EXPECT_THAT(refused->sentence(), HasSubstr("oncectl relay adopt"));
  EXPECT_EQ(test::RawConnection(target->conninfo()).scalar("SELECT count(*) FROM onceover.relays"), "0")
      << "it is refused before it begins";
}

TEST_F(WorldTest, F36_OnASubscriberThereIsNoRelay) {
  const auto publisher = started({{"wal_level", "logical"}}), subscriber = started();
  test::installed_schema().fill(publisher->conninfo());
  test::installed_schema().fill(subscriber->conninfo());
  test::RawConnection from(publisher->conninfo()), to(subscriber->conninfo());
  from.exec("CREATE PUBLICATION events FOR TABLE onceover.outbox WITH (publish_via_partition_root = true)");
  to.exec("CREATE SUBSCRIPTION events CONNECTION " + test::quoted_text(publisher->conninfo()) +
          " PUBLICATION events");
  burn_transactions(to, 2000);
  pg::Connection here = connected(subscriber->conninfo());
  Relay relay(here, broker, config, "relay-1", Random(1));
  const auto refused = refusal(relay);
  EXPECT_EQ(to.scalar("SELECT count(*) FROM onceover.relays"), "0") << "it is refused before it begins";
  enqueue_many(from, 3);
  ASSERT_TRUE(test::eventually([&] { return to.scalar("SELECT count(*) FROM onceover.outbox") == "3"; }));
  if (!refused) drain(relay);
  ASSERT_TRUE(refused) << "it published " << broker.stored.size() << " of 3";
  EXPECT_THAT(refused->sentence(), HasSubstr("subscription"));
}

// Restored events have the transactions of the other server. A counter that passes them later must not bring
// them up again.
TEST_F(WorldTest, F35_AfterTheAdoptionOfADumpNothingIsPublishedAgain) {
  const auto source = started(), target = started();
  test::installed_schema().fill(source->conninfo());
  test::RawConnection there(source->conninfo());
  std::vector<std::string> all;
  const auto append = [&](std::vector<std::string> ids) { all.insert(all.end(), ids.begin(), ids.end()); };
  append(enqueue_many(there, 3));  // transactions that are past here, too
  {
    pg::Connection on_source = connected(source->conninfo());
    Relay before(on_source, broker, config, "relay-0", Random(1));
    burn_transactions(there, 5000);
    append(enqueue_many(there, 5));
    publish(before, 8);
    ASSERT_TRUE(before.let_go());
    append(enqueue_many(there, 2));
  }
  copy_dump(source->conninfo(), *target);
  test::RawConnection here(target->conninfo());
  append(enqueue_many(here, 4));
  pg::Connection own = connected(target->conninfo()), owner = connected(target->conninfo()),
                 third = connected(target->conninfo());
  Relay relay(own, broker, config, "relay-1", Random(1));
  ASSERT_TRUE(refusal(relay));

  // While the adoption is at work no relay starts, neither an old one nor a new one.
  RelayConfig fresh_config = config;
  fresh_config.name = "fresh";
  test::FakeBroker to_fresh;
  Relay fresh(third, to_fresh, fresh_config, "relay-2", Random(2));
  ASSERT_TRUE(refusal(fresh));
  const std::string adoption =
      here.scalar("SELECT a.adoption FROM onceover.begin_adoption(NULL, 'restored', 'me', 'here', 'test') a");
  append(enqueue_many(here, 2));
  here.exec("SELECT FROM onceover.adopt_events($1, NULL, NULL, 3)", {adoption});
  for (Relay* one : {&relay, &fresh}) {
    const auto refused = refusal(*one);
    ASSERT_TRUE(refused);
    EXPECT_THAT(refused->sentence(), HasSubstr("has not ended"));
  }
  // It is resumed where it was.
  broker.stored.clear();
  ASSERT_TRUE(adopt(owner, std::nullopt, "restored", me));
  EXPECT_EQ(here.scalar("SELECT count(*) || ' ' || sum(rewritten) FROM onceover.outbox_adoptions WHERE "
                        "ended_at IS NOT NULL"),
            "1 7");
  publish(relay, all.size());
  EXPECT_EQ(broker.ids(), all) << "in the order of their aggregate";
  EXPECT_TRUE(test::eventually(
      [&] { return drain(fresh).state == Turn::State::idle && to_fresh.stored.size() >= all.size(); }));
  EXPECT_EQ(to_fresh.ids(), all);
  burn_transactions(here, 8000);
  const std::string last = enqueue(here, "p-1");
  publish(relay, all.size() + 1);
  drain(fresh);
  all.push_back(last);
  EXPECT_EQ(broker.ids(), all);
  EXPECT_EQ(to_fresh.ids(), all);
}

// The counter has passed the restored transactions before anyone looks: only the stored server tells.
TEST_F(WorldTest, F35_ADumpWhoseTransactionsArePastIsRefusedToo) {
  const auto source = started(), target = started();
  test::installed_schema().fill(source->conninfo());
  test::RawConnection there(source->conninfo()), elsewhere(target->conninfo());
  std::vector<std::string> all = enqueue_many(there, 3);
  {
    pg::Connection on_source = connected(source->conninfo());
    Relay before(on_source, broker, config, "relay-0", Random(1));
    publish(before, 3);
    ASSERT_TRUE(before.let_go());
  }
  burn_transactions(elsewhere, 2000);
  copy_dump(source->conninfo(), *target);
  test::RawConnection here(target->conninfo());
  all.push_back(enqueue(here, "p-1"));
  pg::Connection own = connected(target->conninfo());
  Relay relay(own, broker, config, "relay-1", Random(1));
  ASSERT_TRUE(refusal(relay));
  broker.stored.clear();
  ASSERT_TRUE(adopt(own, std::nullopt, "restored", me));
  publish(relay, 4);
  EXPECT_EQ(broker.ids(), all);
}

// A planned switch to a subscriber of logical replication, which has neither the sequences nor the
// transactions.
TEST_F(WorldTest, F36_ASwitchToASubscriberLosesNothingAndKeepsTheOrder) {
  const auto publisher = started({{"wal_level", "logical"}}), subscriber = started();
  test::installed_schema().fill(publisher->conninfo());
  test::installed_schema().fill(subscriber->conninfo());
  test::RawConnection from(publisher->conninfo()), to(subscriber->conninfo());
  from.exec(
      "CREATE PUBLICATION events FOR TABLE onceover.outbox WITH (publish = 'insert', "
      "publish_via_partition_root = true);"
      "CREATE PUBLICATION progress FOR TABLE onceover.relays, onceover.outbox_parked");
  to.exec("CREATE SUBSCRIPTION moves CONNECTION " + test::quoted_text(publisher->conninfo()) +
          " PUBLICATION events, progress");
  burn_transactions(from, 1000);
  const std::string bad = enqueue(from, "p-bad");
  broker.ends = [&](const Stored& event) {
    return event.id == bad ? Report{.result = Report::Result::refused, .error = "No."} : Report{};
  };
  std::vector<std::string> all;
  const auto append = [&](std::vector<std::string> ids) { all.insert(all.end(), ids.begin(), ids.end()); };
  append(enqueue_many(from, 6));
  {
    pg::Connection there = connected(publisher->conninfo());
    Relay before(there, broker, config, "relay-0", Random(1));
    publish(before, 6);
    ASSERT_TRUE(before.let_go());
  }
  append(enqueue_many(from, 2));
  const std::string end = from.scalar("SELECT pg_current_wal_lsn()");
  ASSERT_TRUE(test::eventually([&] {
    return from.scalar(
               "SELECT coalesce(bool_and(confirmed_flush_lsn >= $1::pg_lsn), false) FROM "
               "pg_replication_slots",
               {end}) == "t";
  }));
  ASSERT_EQ(to.scalar("SELECT count(*) FROM onceover.outbox"), "9");
  pg::Connection own = connected(subscriber->conninfo());
  Relay relay(own, broker, config, "relay-1", Random(1));
  ASSERT_TRUE(refusal(relay));
  EXPECT_EQ(adopt(own, std::nullopt, "too early", me).error().kind, ErrorKind::unsupported);
  to.exec("DROP SUBSCRIPTION moves");
  // Services write here before anyone has looked after the relay. Their numbers begin at 1 again.
  append(enqueue_many(to, 3));
  const std::string behind = enqueue(to, "p-bad");
  ASSERT_TRUE(refusal(relay));
  broker.stored.clear();
  const auto adopted = adopt(own, std::nullopt, "switched over", me);
  ASSERT_TRUE(adopted) << adopted.error().sentence();
  ASSERT_FALSE(adopted->repaired.empty());
  EXPECT_EQ(adopted->repaired.back().name, "outbox_seq_seq");
  append(enqueue_many(to, 2));
  publish(relay, all.size());
  EXPECT_EQ(broker.ids(), all) << "in the order in which they were written";
  EXPECT_EQ(to.scalar("SELECT string_agg(id || ' ' || state, ', ' ORDER BY seq) FROM onceover.outbox_parked"),
            bad + " dead, " + behind + " behind");
  EXPECT_EQ(to.scalar("SELECT count(*) - count(DISTINCT seq) FROM onceover.outbox"), "0");
  burn_transactions(to, 3000);
  drain(relay);
  EXPECT_EQ(broker.stored.size(), all.size()) << "published again";
}

}  // namespace
}  // namespace onceover::outbox
