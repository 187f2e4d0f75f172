// SPDX-License-Identifier: Apache-2.0
// Plans over an external table, through its profile.
#include <fmt/format.h>

#include <thread>

#include "tests/integration/plan/fixture.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

using plan::ItemState;
using plan::Work;
using tables::Assignment;
using tables::Verb;
using testing::HasSubstr;
using Value = Assignment::Value;

class ForeignPlanTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = open_or_throw(database.conninfo());
  FakeGateway gateway;
  const plan::GatewayNamed described{"fake", plan::digest_of("x")};
  tables::Profile p;

  static tables::StateRule when(const std::string& word, key::State state) {
    return {.when = {{.column = "status", .is = tables::Condition::Is::one_of, .values = {word}}},
            .state = state,
            .word = word};
  }
  static Assignment text(const std::string& column, const std::string& value) {
    return {.column = column, .value = Value::text, .text = value};
  }
  static Assignment as(const std::string& column, Value value) { return {.column = column, .value = value}; }

  // Requests r-1, r-2, …: their leases are over.
  void requests(int n) {
    raw.exec(
        "CREATE TABLE requests (merchant int NOT NULL, id text NOT NULL, status text NOT NULL, until "
        "timestamptz, worker text, code int, body jsonb, made timestamptz NOT NULL, PRIMARY KEY (merchant, "
        "id));"
        "INSERT INTO requests SELECT 7, 'r-' || i, 'RUNNING', now() - interval '1 minute', 'w-1', NULL, "
        "NULL, now() - interval '1 hour' + i * interval '1 millisecond' FROM generate_series(1, " +
        std::to_string(n) + ") i");
    p = {.name = "requests",
         .schema = "public",
         .table = "requests",
         .identity = {"merchant", "id"},
         .key = "id",
         .tenant = "merchant"};
    p.operation_name = "pay";
    p.gateway_key = "{tenant}/{key}";
    p.never_null = {"merchant", "id", "status", "made"};
    p.states = {.column = "status",
                .rules = {when("RUNNING", key::State::in_progress), when("DONE", key::State::succeeded),
                          when("REFUSED", key::State::failed), when("NEW", key::State::released)}};
    p.lease = {.form = tables::Lease::Form::deadline, .at = {.column = "until"}};
    p.owner = "worker";
    p.created_at = {.column = "made"};
    p.response_code = "code";
    p.response_body = {.column = "body", .form = tables::Body::Form::json};
    p.writes = {{Verb::succeed,
                 {.set = {text("status", "DONE"), as("code", Value::code), as("body", Value::body),
                          as("until", Value::null)}}},
                {Verb::fail, {.set = {text("status", "REFUSED"), as("until", Value::null)}}},
                {Verb::release,
                 {.set = {text("status", "NEW"), as("until", Value::null), as("worker", Value::null)}}},
                {Verb::extend, {.set = {as("until", Value::lease_end)}}}};
    for (auto& [verb, write] : p.writes) write.declared = true;
  }
  // Events 1, 2, …: every third is done, the others are dead.
  void events(int n) {
    raw.exec(
        "CREATE TABLE events (id bigint PRIMARY KEY, at timestamptz NOT NULL, status text NOT NULL, tries "
        "int NOT NULL, error text);"
        "INSERT INTO events SELECT i, now() - interval '1 hour' + i * interval '1 millisecond', CASE WHEN i "
        "% 3 = 0 THEN 'DONE' ELSE 'DEAD' END, 8, 'boom' FROM generate_series(1, " +
        std::to_string(n) + ") i");
    p = {.name = "events",
         .kind = tables::Kind::inbox,
         .schema = "public",
         .table = "events",
         .identity = {"id"},
         .key = "id"};
    p.operation_name = "orders";
    p.never_null = {"id", "at", "status"};
    p.states = {.column = "status",
                .rules = {when("NEW", key::State::in_progress), when("DONE", key::State::succeeded),
                          when("DEAD", key::State::failed)}};
    p.created_at = {.column = "at"};
    p.attempts = {"tries"};
    p.error = {.column = "error"};
    p.writes = {{Verb::requeue,
                 {.set = {text("status", "NEW"), as("tries", Value::zero), as("error", Value::null)},
                  .declared = true}},
                {Verb::discard, {.deletes = true}}};
  }

  plan::NewPlan wanted(plan::Verb act, bool with_gateway = true) const {
    plan::NewPlan made;
    made.name = "p";
    made.act = act;
    if (with_gateway) made.gateway = described;
    made.reason = "worker killed";
    made.ticket = "INC-1";
    made.options.although_held = act == plan::Verb::requeue || act == plan::Verb::discard;
    return made;
  }
  void make(const plan::NewPlan& plan, const browse::Filter& filter = {}) {
    auto made = plan::create(connection, p, plan, filter, alice);
    if (!made) throw std::runtime_error(made.error().sentence() + " " + made.error().detail);
  }
  plan::Plan found(pg::Connection& by) { return plan::find(by, "p").value().value(); }
  plan::Ran work(Work what) { return work(connection, what, alice); }
  plan::Ran work(pg::Connection& by, Work what, const audit::Actor& who) {
    auto runner = plan::Runner::start(by, found(by), what, &gateway, described, who, {}, Random(3));
    if (!runner) throw std::runtime_error(runner.error().sentence() + runner.error().detail);
    auto ran = plan::run(**runner, {});
    if (!ran) throw std::runtime_error(ran.error().sentence() + ran.error().detail);
    return *ran;
  }
  plan::Item item(const std::string& key) {
    const auto all = plan::items(connection, found(connection).id, 0, 1000).value();
    for (const plan::Item& one : all) {
      if (one.id.key == key) return one;
    }
    throw std::runtime_error("no item for " + key);
  }
  plan::Totals totals() { return plan::totals(connection, found(connection).id).value(); }
  std::string writes() {
    return raw.scalar(
        "SELECT count(DISTINCT row_key) || '/' || count(*) FROM onceover.audit WHERE action = 'write'");
  }
};

TEST_F(ForeignPlanTest, RequestsAreSettledFromTheirEvidence) {
  requests(6);
  gateway.perform("7/r-1");
  gateway.perform("7/r-4");
  gateway.answer = [&](const gateway::Question& question) {
    if (question.downstream_key == "7/r-3") return FakeGateway::of(gateway::Finding::pending, "processing");
    if (question.downstream_key == "7/r-5") {
      auto evidence = FakeGateway::of(gateway::Finding::refused, "declined");
      evidence.refusal = "declined";
      return evidence;
    }
    return gateway.look_up(question);
  };
  make(wanted(plan::Verb::settle));
  work(Work::dry_run);
  EXPECT_EQ(item("r-1").foreseen, "settle_succeeded");
  EXPECT_EQ(item("r-3").foreseen, "unresolved");
  EXPECT_FALSE(item("r-3").foreseen_writes);
  EXPECT_EQ(totals().would_write, 5);
  EXPECT_EQ(writes(), "0/0");
  raw.exec("UPDATE requests SET status = 'DONE' WHERE id = 'r-4'");                 // its executor woke up
  raw.exec("UPDATE requests SET until = now() + interval '1 h' WHERE id = 'r-6'");  // so did this one
  EXPECT_EQ(work(Work::run).sum.state, plan::State::finished);
  EXPECT_EQ(raw.scalar("SELECT string_agg(id || '=' || status, ' ' ORDER BY id) FROM requests"),
            "r-1=DONE r-2=NEW r-3=RUNNING r-4=DONE r-5=REFUSED r-6=RUNNING");
  EXPECT_EQ(raw.scalar("SELECT code || (body ->> 'id') FROM requests WHERE id = 'r-1'").substr(0, 6),
            "201rf_");
  EXPECT_EQ(item("r-4").outcome, "changed");
  EXPECT_THAT(item("r-4").why, HasSubstr("state RUNNING → DONE"));
  EXPECT_EQ(item("r-6").outcome, "changed");
  EXPECT_EQ(item("r-3").state, ItemState::unsettled);
  EXPECT_EQ(raw.scalar("SELECT status FROM onceover.row_cases WHERE row_key ->> 'id' = 'r-3'"), "open");
  EXPECT_EQ(writes(), "3/3");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.plan_items i JOIN onceover.audit a ON a.id = "
                       "i.audit_id AND a.row_key ->> 'id' = i.key"),
            "3");
}

TEST_F(ForeignPlanTest, ReleaseIsForWhatTheGatewayDoesNotKnow) {
  requests(3);
  gateway.perform("7/r-2");
  make(wanted(plan::Verb::release));
  work(Work::dry_run);
  EXPECT_EQ(totals().would_write, 2);
  work(Work::run);
  EXPECT_EQ(raw.scalar("SELECT string_agg(id || '=' || status, ' ' ORDER BY id) FROM requests"),
            "r-1=NEW r-2=RUNNING r-3=NEW");
  EXPECT_EQ(item("r-2").outcome, "not_shown");
}

TEST_F(ForeignPlanTest, APersonsWordReleasesWithATicketAndWhatShowsIt) {
  requests(2);
  auto word = wanted(plan::Verb::release, false);
  EXPECT_FALSE(plan::validate(word, p).has_value());
  word.proof = "the bank's list of the day";
  make(word);
  work(Work::dry_run);
  EXPECT_EQ(totals().would_write, 0);
  EXPECT_THAT(item("r-1").foreseen_why, testing::HasSubstr("second approver"));
  // Where the downstream recognises repeats, one person's word is enough.
  test::register_gateway(raw, "65 minutes");
  work(Work::dry_run);
  EXPECT_EQ(totals().would_write, 0) << "but not for long enough";
  test::register_gateway(raw, "1 day");
  raw.exec("UPDATE onceover.gateways SET ended_at = now() WHERE dedupe_window < '1 day'");
  work(Work::dry_run);
  EXPECT_EQ(totals().would_write, 2);
  work(Work::run);
  EXPECT_EQ(gateway.asked(), 0);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM requests WHERE status = 'NEW'"), "2");
  EXPECT_EQ(raw.scalar("SELECT DISTINCT evidence ->> 'said' FROM onceover.audit WHERE action = 'write'"),
            "the bank's list of the day");
}

TEST_F(ForeignPlanTest, DeadLettersAreRequeuedAndTheRestIsLeft) {
  events(9);
  make(wanted(plan::Verb::requeue, false));
  work(Work::dry_run);
  EXPECT_EQ(totals().would_write, 6);
  EXPECT_EQ(item("3").foreseen, "skip");
  work(Work::run);
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || sum(tries) FROM events WHERE status = 'NEW'"), "6 0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM events WHERE status = 'DONE'"), "3");
  EXPECT_EQ(item("3").outcome, "not_for_this_row");
  EXPECT_EQ(writes(), "6/6");
}

// With payloads or without: the person who runs the plan may have no right to read them.
TEST_F(ForeignPlanTest, DeadLettersOfOurOwnInboxAreRequeued) {
  raw.exec(
      "INSERT INTO onceover.inbox (event_id, source, consumer, state, attempts, stored, payload, "
      "received_at, dead_at, last_error) SELECT 'e-' || i, 'kafka', 'ledger', 'dead', 8, true, 'x', now(), "
      "now(), 'boom' FROM generate_series(1, 4) i");
  for (const bool with_payload : {true, false}) {
    p = *tables::own_events("onceover.inbox", with_payload);
    auto plan = wanted(plan::Verb::requeue, false);
    plan.name = with_payload ? "with" : "without";
    auto made = plan::create(connection, p, plan, browse::Filter{.dead = true}, alice);
    ASSERT_TRUE(made) << made.error().sentence() << made.error().detail;
  }
  auto runner = plan::Runner::start(connection, plan::find(connection, "with").value().value(), Work::dry_run,
                                    nullptr, {}, alice, {}, Random(3));
  ASSERT_TRUE(runner) << runner.error().sentence();
  ASSERT_TRUE(plan::run(**runner, {}));
  runner = plan::Runner::start(connection, plan::find(connection, "with").value().value(), Work::run, nullptr,
                               {}, alice, {}, Random(3));
  ASSERT_TRUE(runner) << runner.error().sentence();
  ASSERT_TRUE(plan::run(**runner, {}));
  EXPECT_EQ(raw.scalar(
                "SELECT state || ' ' || count(*) || ' ' || sum(attempts) FROM onceover.inbox GROUP BY state"),
            "in_progress 4 0");
}

TEST_F(ForeignPlanTest, ListedDeadLettersAreDiscarded) {
  events(9);
  auto list = plan::parse_key_list("id\n1\n2\nabc\n", {.columns = p.identity, .own = false});
  auto made =
      plan::create(connection, p, wanted(plan::Verb::discard, false), plan::FromList{list, false}, alice);
  ASSERT_TRUE(made.has_value()) << made.error().sentence();
  ASSERT_FALSE(made->has_value());
  // a text that is no number
  EXPECT_EQ(made->error().errors, (std::vector<plan::LineError>{{4, "There is no such row."}}));
  list.keys.pop_back();
  made = plan::create(connection, p, wanted(plan::Verb::discard, false), plan::FromList{list, false}, alice);
  ASSERT_TRUE(made.has_value() && made->has_value());
  work(Work::dry_run);
  work(Work::run);
  EXPECT_EQ(raw.scalar("SELECT string_agg(id::text, ' ' ORDER BY id) FROM events"), "3 4 5 6 7 8 9");
  EXPECT_EQ(raw.scalar(
                "SELECT count(*) FROM onceover.audit WHERE action = 'write' AND before ->> 'error' = 'boom'"),
            "2");
}

TEST_F(ForeignPlanTest, LeasesAreExtended) {
  requests(3);
  auto extend = wanted(plan::Verb::extend, false);
  extend.options.lease = std::chrono::hours(2);
  make(extend);
  work(Work::dry_run);
  work(Work::run);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM requests WHERE until > now() + interval '1 h'"), "3");
}

TEST_F(ForeignPlanTest, AStaleReadySkipsWhatChanged) {
  events(6);
  make(wanted(plan::Verb::requeue, false));
  work(Work::dry_run);
  raw.exec("UPDATE events SET error = 'another' WHERE id = 1");
  raw.exec("UPDATE events SET status = 'NEW' WHERE id = 2");
  raw.exec("DELETE FROM events WHERE id = 4");
  work(Work::run);
  EXPECT_THAT(item("1").why, HasSubstr("error boom → another"));
  EXPECT_THAT(item("2").why, HasSubstr("state DEAD → NEW"));
  EXPECT_EQ(item("4").outcome, "gone");
  EXPECT_EQ(item("5").state, ItemState::done);
  EXPECT_EQ(writes(), "1/1");
}

TEST_F(ForeignPlanTest, TwoRunnersAndAPersonWriteEachRowOnce) {
  events(600);
  make(wanted(plan::Verb::requeue, false));
  work(Work::dry_run);
  std::vector<std::string> problems(3);
  const auto runs = [&](std::size_t number) {
    try {
      pg::Connection mine = open_or_throw(database.conninfo());
      work(mine, Work::run, number == 0 ? alice : bob);
    } catch (const std::exception& error) {
      problems[number] = error.what();
    }
  };
  const auto person = [&] {
    try {
      RawConnection mine = database.connect();
      for (int i = 599; i > 0; i -= 5)
        mine.exec(
            "UPDATE events SET status = 'NEW', tries = 1, error = NULL WHERE id = $1 AND status = 'DEAD'",
            {std::to_string(i)});
    } catch (const std::exception& error) {
      problems[2] = error.what();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.emplace_back(runs, 0);
    threads.emplace_back(runs, 1);
    threads.emplace_back(person);
  }
  EXPECT_THAT(problems, testing::Each(""));
  const auto told = totals();
  EXPECT_EQ(told.done + told.skipped, 600);
  EXPECT_EQ(writes(), fmt::format("{0}/{0}", told.done));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM events WHERE status = 'DEAD'"), "0");
  // tries tells whose word stands: 0 the plan's, 1 the person's.
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM events WHERE status = 'NEW' AND tries = 0"),
            std::to_string(told.done));
}

TEST_F(ForeignPlanTest, TheResultGoesWithTheWriteOrNothingDoes) {
  events(1);
  make(wanted(plan::Verb::requeue, false));
  work(Work::dry_run);
  // Whoever took the item over meanwhile: its result cannot be kept, so that nothing is written.
  raw.exec(
      "CREATE FUNCTION steal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE onceover.plan_items SET "
      "runner = 'somebody else'; RETURN NULL; END $$; CREATE TRIGGER steal AFTER UPDATE ON events FOR EACH "
      "ROW EXECUTE FUNCTION steal()");
  auto runner = plan::Runner::start(connection, found(connection), Work::run, nullptr, std::nullopt, alice,
                                    {}, Random(3));
  ASSERT_TRUE(runner.has_value()) << runner.error().sentence();
  (void)(*runner)->step();
  EXPECT_EQ(raw.scalar("SELECT status FROM events"), "DEAD");
  EXPECT_EQ(writes(), "0/0");
}

}  // namespace
}  // namespace onceover::test
