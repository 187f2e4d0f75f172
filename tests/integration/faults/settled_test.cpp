// SPDX-License-Identifier: Apache-2.0
// A key whose executor was lost and that is settled reaches its service once: rows and event are written
// exactly once, wherever the sweeper and the service's worker are killed.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "core/inbox/consumer.h"
#include "core/inbox/inbox.h"
#include "core/key/fingerprint.h"
#include "core/metrics/totals.h"
#include "core/outbox/destination.h"
#include "core/outbox/outbox.h"
#include "core/outbox/relay.h"
#include "tests/integration/faults/fixture.h"

namespace onceover::test {
namespace {

enum class Step { none, owned, asked, settling, settled };
enum class At { none, taken, wrote, finishing };

class SettledKeys : public FaultTest {
 protected:
  SettledKeys() {
    must(inbox::register_settled(executor.connection, operation));
    raw.exec("CREATE TABLE refunds (key text PRIMARY KEY, fence bigint, amount text, answer text)");
  }
  template <class T>
  static T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().sentence());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
  }
  // Claimed and charged; the process is gone and its lease has ended.
  void lose(const std::string& key, bool is_charged = true) {
    claimed(executor, key);
    if (is_charged) charge(key);
    expire_leases(raw);
  }
  std::string handed(const std::string& where = "true") {
    return raw.scalar("SELECT count(*) FROM onceover.inbox WHERE consumer = 'settled:" + operation +
                      "' AND " + where);
  }

  // Dies at this step of its first batch.
  void sweep_until(Step step) {
    auto child = Process::forked([&] {
      Executor own(database.conninfo());
      HookedGateway hooked(gateway());
      if (step == Step::owned) hooked.before_ask = [] { std::raise(SIGKILL); };
      if (step == Step::asked) hooked.after_ask = [] { std::raise(SIGKILL); };
      auto counts = sweep(own.connection, hooked);
      if (step != Step::none) std::raise(SIGKILL);
      return counts ? 0 : 1;
    });
    if (step == Step::settling) {
      // Its settlement waits within its statement, and it is killed there.
      EXPECT_TRUE(eventually([&] {
        return raw.scalar(
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND "
                   "application_name = 'executor'") == "1";
      }));
      child.kill(SIGKILL);
    }
    const auto end = child.wait();
    ASSERT_TRUE(end) << child.err();
    EXPECT_EQ(end->signal, step == Step::none ? 0 : SIGKILL) << child.err();
  }

  static std::optional<inbox::Failure> book(inbox::Work& work, At at) {
    const auto settled = inbox::settled_key(work.events.front());
    if (!settled) return inbox::Failure{.error = "not a settled key", .definitive = true};
    if (at == At::taken) std::raise(SIGKILL);
    must(work.connection.exec(
        "INSERT INTO public.refunds VALUES ($1, $2, $3, $4)",
        pg::params(settled->id.key, settled->fence, settled->subject.amount.value_or("none"),
                   work.events.front().payload.value_or("none"))));
    must(outbox::enqueue_within(work.connection, {.topic = "refunds",
                                                  .aggregate_type = "refund",
                                                  .aggregate_id = settled->id.key,
                                                  .type = "refunded"}));
    if (at == At::wrote) std::raise(SIGKILL);
    return std::nullopt;
  }
  void work_until(At at) {
    auto child = Process::forked([&] {
      Executor own(database.conninfo());
      inbox::Worker worker(
          own.connection, inbox::settled_consumer(operation), {.attempts = 20}, {},
          [at](inbox::Work& work) { return book(work, at); }, "worker");
      const auto turn = worker.run_once(std::chrono::seconds(20));
      if (!turn) throw std::runtime_error(turn.error().sentence());
      return turn->counts.failed == 0 ? 0 : 1;
    });
    if (at == At::finishing) {
      EXPECT_TRUE(eventually([&] {
        return raw.scalar(
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND "
                   "application_name = 'executor'") == "1";
      }));
      child.kill(SIGKILL);
    }
    const auto end = child.wait();
    ASSERT_TRUE(end) << child.err();
    EXPECT_EQ(*end, (at == At::none ? Exit{0, 0} : Exit{0, SIGKILL})) << child.err();
  }
  // What a killed client left open ends before the next one begins.
  void wait_for_the_dead() {
    EXPECT_TRUE(eventually([&] {
      return raw.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'executor' AND datname = "
                 "current_database()") == "1";
    }));
    expire_leases(raw);
    raw.tamper("UPDATE onceover.inbox SET locked_until = clock_timestamp() WHERE locked_until IS NOT NULL");
  }

  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  Executor executor{database.conninfo()};
  const std::string operation = request_for("any").id.operation;
};

TEST_F(SettledKeys, AreBookedOnceWhereverSweeperAndWorkerAreKilled) {
  for (int i = 0; i < 6; ++i) lose("k" + std::to_string(i));
  lose("never sent", false);

  for (const Step step : {Step::owned, Step::asked, Step::settled}) {
    sweep_until(step);
    wait_for_the_dead();
  }
  lose("k6");
  {
    // The settlement waits for this lock when it hands the key over; whether it commits after its client's
    // death is the server's choice.
    RawConnection holder(database.conninfo());
    holder.exec("BEGIN; LOCK onceover.inbox IN SHARE MODE");
    sweep_until(Step::settling);
    EXPECT_EQ(state_of(raw, "k6"), "in_progress");
    EXPECT_EQ(handed("event_id = 'k6'"), "0");
    holder.exec("COMMIT");
  }
  wait_for_the_dead();
  for (int pass = 0; pass < 3; ++pass) {
    sweep_until(Step::none);
    expire_leases(raw);
  }
  EXPECT_EQ(count(raw, "state = 'succeeded'"), "7");
  EXPECT_EQ(handed(), "7");
  EXPECT_EQ(handed("(event_id, source) IN (SELECT k.key, k.fence || ':' || k.tenant FROM onceover.keys k "
                   "WHERE k.state = 'succeeded')"),
            "7");
  check(raw);

  for (const At at : {At::taken, At::wrote}) {
    work_until(at);
    wait_for_the_dead();
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM refunds"), "0");
  }
  raw.exec(
      "CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); "
      "RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON refunds DEFERRABLE INITIALLY "
      "DEFERRED FOR EACH ROW EXECUTE FUNCTION hold()");
  {
    // Its commit has arrived at the server and has not happened yet.
    RawConnection holder(database.conninfo());
    holder.exec("SELECT pg_advisory_lock(7)");
    work_until(At::finishing);
  }
  wait_for_the_dead();
  work_until(At::none);
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT key) FROM refunds"), "7 7");
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT aggregateid) FROM onceover.outbox"), "7 7");
  EXPECT_EQ(handed("state = 'succeeded'"), "7");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM refunds r JOIN onceover.keys k USING (key, fence) WHERE "
                       "r.answer = convert_from(k.response_body, 'UTF8') AND r.amount IS NOT DISTINCT FROM "
                       "COALESCE(k.amount::text, 'none')"),
            "7");
}

TEST_F(SettledKeys, AnExecutorThatIsLateWritesNothingBesideIt) {
  const auto claim = claimed(executor, "late");
  const auto reply = charge("late");
  expire_leases(raw);
  EXPECT_EQ(swept(executor.connection).succeeded, 1);
  raw.exec("INSERT INTO refunds VALUES ('marker')");
  const std::vector<pg::Statement> rows{{"INSERT INTO public.refunds VALUES ('late')", {}}};
  take<engine::OwnershipLost>(
      executor.engine.finish_within(claim, key::State::succeeded, response_with(reply.body), rows));
  work_until(At::none);
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM refunds"), "late marker");
}

TEST_F(SettledKeys, NothingIsHandedOverForWhatSucceededByItselfIsReleasedOrIsNotRegistered) {
  EXPECT_TRUE(serve(executor, "by itself"));
  lose("never sent", false);
  raw.exec("DELETE FROM onceover.settled_operations");
  lose("settled");
  const auto counts = swept(executor.connection);
  EXPECT_EQ(counts.succeeded, 1);
  EXPECT_EQ(handed(), "0");
}

// One type of event for all: the key's way from its claim to the row and the message that it owed.
TEST_F(SettledKeys, EachPartReportsToOneSink) {
  metrics::Totals totals;
  std::vector<std::string> said;
  const metrics::EventSink sink = [&](const metrics::Event& event) {
    totals.add(event);
    const bool is_event = event.part == metrics::EventPart::relay;
    said.push_back(fmt::format("{} {} {} {}>{} {} {} {}", metrics::part_words.of(event.part), event.outcome,
                               is_event ? "-" : event.key, event.from, event.to, event.fingerprint,
                               event.attempt, event.fence > 0 ? "owned" : "not owned"));
  };
  executor.engine.on_event(sink);
  const auto claim = claimed(executor, "k");
  charge("k");
  expire_leases(raw);
  sweeper::Sweeper sweeping(executor.connection, profile, gateway(), {}, {"sweeper", "host", "test"}, nullptr,
                            Random(1));
  sweeping.on_event(sink);
  must(sweeping.run_once());
  take<engine::OwnershipLost>(executor.engine.complete(claim, response_with("late")));
  take<engine::Replay>(executor.engine.claim(request_for("k"), policy));
  inbox::Worker worker(
      executor.connection, inbox::settled_consumer(operation), {}, {},
      [](inbox::Work& work) { return book(work, At::none); }, "worker");
  worker.on_event(sink);
  must(worker.run_once());
  const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const auto lines = outbox::to_lines(null);
  outbox::Relay relay(executor.connection, *lines, {.name = "r", .topics = {"refunds"}}, "relay", Random(1));
  relay.on_event(sink);
  EXPECT_TRUE(
      eventually([&] { return must(relay.run_once()).published == 1 || said.back().starts_with("relay"); }));
  ::close(null);
  const std::string print = key::short_text(request_for("k").fingerprint),
                    answer = key::short_text(key::fingerprint_raw(
                        raw.scalar("SELECT convert_from(response_body, 'UTF8') FROM onceover.keys")));
  EXPECT_EQ(said, (std::vector<std::string>{
                      "engine created k >in_progress " + print + " 0 owned",
                      "sweeper settled.succeeded k in_progress>succeeded " + print + " 1 owned",
                      "engine lost_ownership k > " + print + " 0 owned",
                      "engine replayed k > " + print + " 0 not owned",
                      "worker finished k > " + answer + " 1 owned", "relay published - >  0 owned"}));
  const std::string text = totals.text();
  for (const std::string& line : {"engine\",operation=\"" + operation + "\",outcome=\"replayed",
                                  "sweeper\",operation=\"" + operation + "\",outcome=\"settled.succeeded",
                                  "worker\",operation=\"settled:" + operation + "\",outcome=\"finished",
                                  std::string("relay\",operation=\"r\",outcome=\"published")})
    EXPECT_NE(text.find("onceover_outcomes_total{part=\"" + line + "\"} 1\n"), std::string::npos)
        << line << "\n"
        << text;
}

// The longest names fit, and no two identities become one: after a failover, two settlements may have one
// fence.
TEST_F(SettledKeys, LongNamesAreHandedOverToo) {
  EXPECT_EQ(raw.sqlstate_of("SELECT onceover.register_settled(repeat('o', 248))"), "22023");
  const std::string longest(247, 'o'), tenant(255, 't'), key(255, 'k');
  must(inbox::register_settled(executor.connection, longest));
  auto request = request_for(key);
  for (const std::string& of : {tenant, tenant.substr(1) + "u"}) {
    request.id = {of, longest, key};
    take<engine::Claim>(executor.engine.claim(request, policy));
    raw.tamper("UPDATE onceover.keys SET holder = 'operator' WHERE state = 'in_progress'");
    raw.exec("SELECT setval('onceover.fence', 1000)");
    raw.exec(
        "SELECT onceover.write_settlements(ARRAY[tenant::text], ARRAY[operation::text], ARRAY[key::text], "
        "ARRAY[fence], '{succeed}', '{201}', ARRAY['']::bytea[], ARRAY['x']::bytea[], '{\"\"}', '{\"\"}', "
        "'{\"{}\"}', '{v}', '{r}', '{0}', 'a', 'h', 'p', '', ARRAY['(0,0)']::tid[], true) FROM onceover.keys "
        "WHERE state = 'in_progress'");
  }
  EXPECT_EQ(raw.scalar("SELECT string_agg(DISTINCT headers ->> 'fence', ' ') || ' ' || count(*) FROM "
                       "onceover.inbox WHERE consumer = $1",
                       {"settled:" + longest}),
            "1001 2");
}

}  // namespace
}  // namespace onceover::test
