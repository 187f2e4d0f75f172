// SPDX-License-Identifier: Apache-2.0
// Making plans, the dry run and the run, on our own keys.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/reconcile/note.h"
#include "tests/integration/plan/fixture.h"

namespace onceover::test {
namespace {

using plan::ItemState;
using plan::State;
using plan::Work;
using testing::HasSubstr;

TEST_F(PlanTest, TheSetIsFrozenWhenItIsMade) {
  for (const char* key : {"a", "b"}) stuck(key);
  claimed("alive");
  EXPECT_EQ(make(settling()).items, 2);
  stuck("later");
  EXPECT_EQ(items().size(), 2U);
  EXPECT_EQ(items().front().id.key, "a");
  EXPECT_EQ(found().state, State::frozen);
  for (const char* sql :
       {"UPDATE onceover.plan_items SET key = 'x'", "UPDATE onceover.plan_items SET frozen = '{}'",
        "UPDATE onceover.plans SET reason = 'x'", "UPDATE onceover.plans SET options = '{}'"}) {
    EXPECT_EQ(raw.sqlstate_of(sql), "OC007") << sql;
  }
  must(work(Work::dry_run));
  must(work(Work::run));
  EXPECT_EQ(state_of("later"), "in_progress");
  EXPECT_EQ(settlements(), "2/2");
}

TEST_F(PlanTest, TheDryRunForeseesAndWritesNothingOfTheOperators) {
  for (const char* key : {"done", "lost", "wrong", "silent", "finished"}) stuck(key);
  gateway.perform(downstream("done"));
  gateway.perform(downstream("wrong"), "11.00");
  gateway.answer = [&](const gateway::Question& question) {
    return question.id.key == "silent" ? FakeGateway::of(gateway::Finding::unknown, "timeout")
                                       : gateway.look_up(question);
  };
  make(settling());
  settle(own("finished"));  // by a person, meanwhile
  const std::string before =
      raw.scalar("SELECT md5(string_agg(k::text, '|' ORDER BY key)) FROM onceover.keys k");
  const std::string audited = audit_rows("action NOT LIKE 'plan%'"),
                    cases = raw.scalar("SELECT count(*) FROM onceover.cases");
  const auto ran = must(work(Work::dry_run));
  EXPECT_EQ(ran.sum.foreseen, 5);
  EXPECT_EQ(found().state, State::ready);
  EXPECT_EQ(raw.scalar("SELECT md5(string_agg(k::text, '|' ORDER BY key)) FROM onceover.keys k"), before);
  EXPECT_EQ(audit_rows("action NOT LIKE 'plan%'"), audited);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases"), cases);
  EXPECT_EQ(item("done").foreseen, "settle_succeeded");
  EXPECT_TRUE(item("done").foreseen_writes);
  EXPECT_EQ(item("lost").foreseen, "release");
  EXPECT_EQ(item("wrong").foreseen, "needs_human");
  EXPECT_FALSE(item("wrong").foreseen_writes);
  EXPECT_EQ(item("silent").foreseen, "unresolved");
  EXPECT_EQ(item("finished").foreseen, "skip");
  EXPECT_THAT(item("finished").foreseen_why, HasSubstr("alice@desk-1"));
  EXPECT_THAT(item("done").foreseen_evidence_json, HasSubstr("\"done\""));
  EXPECT_THAT(item("done").foreseen_evidence_json, testing::Not(HasSubstr("rf_")));  // no bodies
  EXPECT_EQ(totals().would_write, 2);
}

TEST_F(PlanTest, TheRunSettlesWhatWasForeseenAndSaysOfTheRestWhy) {
  for (const char* key : {"done", "lost", "late", "wrong"}) stuck(key);
  gateway.perform(downstream("done"));
  gateway.perform(downstream("wrong"), "11.00");
  make(settling());
  must(work(Work::dry_run));
  gateway.perform(downstream("late"));  // foreseen as never made
  const auto ran = must(work(Work::run));
  EXPECT_EQ(ran.sum.state, State::finished);
  EXPECT_EQ(item("done").state, ItemState::done);
  EXPECT_EQ(item("done").to_state, "succeeded");
  EXPECT_EQ(state_of("done"), "succeeded");
  EXPECT_EQ(state_of("lost"), "released");
  EXPECT_EQ(item("late").state, ItemState::skipped);
  EXPECT_EQ(item("late").outcome, "verdict_changed");
  EXPECT_THAT(item("late").why, testing::AllOf(HasSubstr("release"), HasSubstr("settle_succeeded")));
  EXPECT_EQ(state_of("late"), "in_progress");
  EXPECT_EQ(item("wrong").state, ItemState::unsettled);
  EXPECT_EQ(raw.scalar("SELECT status FROM onceover.cases WHERE key = 'wrong'"), "needs_human");
  EXPECT_EQ(settlements(), "2/2");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.plan_items i JOIN onceover.audit a ON a.id = "
                       "i.audit_id AND a.key = i.key AND a.action = 'settle' AND a.ticket = 'INC-4711'"),
            "2");
}

TEST_F(PlanTest, ARowThatChangedSinceIsLeftAlone) {
  for (const char* key : {"mine", "settled", "woke", "reaped", "asked"}) {
    stuck(key);
    gateway.perform(downstream(key));
  }
  make(settling());
  must(work(Work::dry_run));
  settle(own("settled", bob), bob);
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() + interval '1 hour' WHERE key = 'woke'");
  raw.tamper("DELETE FROM onceover.keys WHERE key = 'reaped'");
  // stuck as before, and somebody was there
  raw.tamper("UPDATE onceover.keys SET fence = nextval('onceover.fence') WHERE key = 'asked'");
  must(work(Work::run));
  EXPECT_EQ(item("mine").state, ItemState::done);
  EXPECT_EQ(item("settled").outcome, "changed");
  EXPECT_THAT(item("settled").why,
              testing::AllOf(HasSubstr("bob@desk-2"), HasSubstr("state in_progress → succeeded")));
  EXPECT_EQ(item("woke").outcome, "changed");
  EXPECT_THAT(item("woke").why, HasSubstr("lease is live"));
  EXPECT_EQ(item("reaped").outcome, "gone");
  EXPECT_EQ(item("asked").outcome, "changed");
  EXPECT_EQ(state_of("asked"), "in_progress");
  EXPECT_EQ(settlements(), "2/2");
}

TEST_F(PlanTest, ARunWantsADryRunThatIsFresh) {
  stuck("a");
  make(settling());
  EXPECT_EQ(work(Work::run).error().kind, ErrorKind::invalid_input);
  must(work(Work::dry_run));
  raw.exec("UPDATE onceover.plans SET ready_at = ready_at - interval '13 hours'");
  const auto stale = work(Work::run);
  ASSERT_FALSE(stale.has_value());
  EXPECT_THAT(stale.error().what, HasSubstr("The dry run is 13 h"));
  // A dry run begins anew, and then it may run.
  EXPECT_EQ(must(work(Work::dry_run)).sum.foreseen, 1);
  EXPECT_EQ(must(work(Work::run)).sum.done, 1);
  EXPECT_EQ(work(Work::run).error().what, "The plan is finished.");
}

TEST_F(PlanTest, ARunWithoutDryRunIsSaid) {
  stuck("a");
  make(settling());
  auto options = eager();
  options.without_dry_run = true;
  EXPECT_EQ(must(work(Work::run, "INC-4711", options)).sum.done, 1);
}

TEST_F(PlanTest, AnotherDescriptionOfTheGatewayIsRefusedUnlessSaid) {
  stuck("a");
  make(settling());
  const plan::GatewayNamed other{"fake", plan::digest_of("name = \"other\"")};
  const auto refused = work_on(connection, gateway, Work::dry_run, "INC-4711", eager(), alice, other);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().what, HasSubstr("description"));
  EXPECT_EQ(gateway.asked(), 0);
  auto options = eager();
  options.another_gateway = true;
  EXPECT_TRUE(work_on(connection, gateway, Work::dry_run, "INC-4711", options, alice, other).has_value());
}

TEST_F(PlanTest, TheStopSwitchHaltsARunBetweenAskingAndWriting) {
  for (const char* key : {"a", "b"}) stuck(key);
  make(settling());
  must(work(Work::dry_run));
  RawConnection other = database.connect();
  gateway.before_answer = [&](const gateway::Question&) {
    other.exec("UPDATE onceover.control SET stopped = true, reason = 'wrong merchant'");
  };
  const auto ran = work(Work::run);
  ASSERT_FALSE(ran.has_value());
  EXPECT_EQ(ran.error().kind, ErrorKind::stopped);
  EXPECT_THAT(ran.error().what, HasSubstr("wrong merchant"));
  EXPECT_EQ(settlements(), "0/0");
  EXPECT_EQ(totals().waiting, 2);
  gateway.before_answer = {};
  EXPECT_EQ(work(Work::run).error().kind, ErrorKind::stopped);
  // Switched off again, it goes on where it was, once the leases are over.
  other.exec("UPDATE onceover.control SET stopped = false");
  raw.exec("UPDATE onceover.plan_items SET taken_until = clock_timestamp()");
  raw.tamper("UPDATE onceover.keys SET locked_until = clock_timestamp()");
  EXPECT_EQ(must(work(Work::run)).sum.done, 2);
}

TEST_F(PlanTest, BehindTheStopSwitchNothingIsTakenOver) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  const std::string before = raw.scalar("SELECT fence FROM onceover.keys");
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'wrong merchant'");
  EXPECT_EQ(work(Work::run).error().kind, ErrorKind::stopped);
  EXPECT_EQ(raw.scalar("SELECT fence FROM onceover.keys"), before);
  EXPECT_EQ(audit_rows("action = 'own'"), "0");
  EXPECT_EQ(raw.scalar("SELECT tries FROM onceover.plan_items"), "0");
}

TEST_F(PlanTest, PauseAndStopTakeEffectWithinABatch) {
  many_stuck(100);
  make(settling());
  must(work(Work::dry_run));
  const std::int64_t id = found().id;
  pg::Connection desk = open_or_throw(database.conninfo());
  gateway.before_answer = [&](const gateway::Question& question) {
    if (question.id.key == key_name(3)) (void)plan::pause(desk, id, "lunch", bob);
  };
  auto options = eager();
  options.most = 10;
  auto ran = must(work(Work::run, "INC-4711", options));
  EXPECT_EQ(ran.sum.state, State::paused);
  EXPECT_EQ(ran.sum.done, 10);  // the batch in hand
  EXPECT_EQ(totals().waiting, 90);
  EXPECT_EQ(work(Work::run).error().kind, ErrorKind::invalid_input);
  EXPECT_FALSE(plan::pause(desk, id, "again", bob).value());
  ASSERT_TRUE(plan::resume(desk, id, "back", bob).value());
  gateway.before_answer = [&](const gateway::Question& question) {
    if (question.id.key == key_name(13)) (void)plan::stop(desk, id, "enough", bob);
  };
  ran = must(work(Work::run, "INC-4711", options));
  EXPECT_EQ(ran.sum.state, State::stopped);
  EXPECT_EQ(totals().done, 20);
  EXPECT_EQ(found().state_why, "enough");
  ASSERT_TRUE(plan::resume(desk, id, "go on", bob).value());
  gateway.before_answer = {};
  EXPECT_EQ(must(work(Work::run)).sum.state, State::finished);
  EXPECT_EQ(settlements(), "100/100");
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(action, ' ' ORDER BY id) FROM onceover.audit WHERE action LIKE 'plan%'"),
      "plan_made plan_ready plan_running plan_paused plan_running plan_stopped plan_running plan_finished");
}

TEST_F(PlanTest, ANoteThatSaysDoNotReleaseStopsAPlanUntilItIsAnswered) {
  many_stuck(10);
  make(settling());
  const key::Identity id{"acme", "POST /refunds", key_name(7), {}};
  ASSERT_TRUE(reconcile::add_note(connection, id, "Do NOT release: the bank is looking at it", bob));
  EXPECT_THAT(must(work(Work::dry_run)).sum.note,
              HasSubstr("A note of bob on key key-0000007 says not to release it."));
  const auto ran = must(work(Work::run));
  EXPECT_EQ(ran.sum.state, State::paused);
  EXPECT_EQ(found().state, State::paused);
  EXPECT_THAT(found().state_why, HasSubstr("key-0000007"));
  EXPECT_EQ(totals().waiting, 10) << "nothing of the batch was taken over";
  EXPECT_EQ(settlements(), "0/0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'take_over'"), "0");
  // Resumed without an answer, it stops again.
  ASSERT_TRUE(plan::resume(connection, found().id, "again", bob).value());
  EXPECT_EQ(must(work(Work::run)).sum.state, State::paused);
  ASSERT_TRUE(reconcile::add_note(connection, id, "The bank says: no charge. Go on.", alice));
  ASSERT_TRUE(plan::resume(connection, found().id, "answered", bob).value());
  EXPECT_EQ(must(work(Work::run)).sum.state, State::finished);
  EXPECT_EQ(settlements(), "10/10");
}

TEST_F(PlanTest, WhatNeverRanIsNotResumedIntoRunning) {
  stuck("a");
  make(settling());
  ASSERT_TRUE(plan::stop(connection, found().id, "wait", bob).value());
  ASSERT_TRUE(plan::resume(connection, found().id, "on", bob).value());
  EXPECT_EQ(found().state, State::frozen);
  EXPECT_EQ(work(Work::run).error().kind, ErrorKind::invalid_input);
}

TEST_F(PlanTest, ItStopsItselfWhereTooMuchGoesWrong) {
  many_stuck(60);
  auto wanted = settling();
  wanted.options.error_count = 5;
  wanted.options.error_share = 0.2;
  wanted.options.max_tries = 1;
  make(wanted);
  must(work(Work::dry_run));
  // From the twentieth on it answers nothing of use; now and then it does, which keeps the breaker closed.
  gateway.answer = [&](const gateway::Question& question) {
    const bool silent =
        question.id.key > key_name(20) && question.id.key != key_name(30) && question.id.key != key_name(40);
    return silent ? FakeGateway::of(gateway::Finding::unknown, "HTTP 503") : gateway.look_up(question);
  };
  auto options = eager();
  options.most = 10;
  const auto ran = must(work(Work::run, "INC-4711", options));
  EXPECT_EQ(ran.sum.state, State::stopped);
  EXPECT_EQ(totals().done, 21);
  EXPECT_EQ(totals().failed, 9);
  EXPECT_EQ(totals().waiting, 30);
  EXPECT_EQ(found().state_why, "9 of 30 items went wrong");
  EXPECT_EQ(item(key_name(21)).outcome, "no_answer");
}

TEST_F(PlanTest, AGatewayThatDoesNotAnswerOnceIsAskedAgain) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  gateway.answer = [&](const gateway::Question& question) {
    return gateway.times_asked(question.downstream_key) < 2       ? (void)gateway.look_up(question),
           FakeGateway::of(gateway::Finding::unknown, "HTTP 503") : gateway.look_up(question);
  };
  const auto ran = must(work(Work::run));
  EXPECT_EQ(ran.sum.done, 1);
  EXPECT_EQ(item("a").tries, 2);
  EXPECT_EQ(settlements(), "1/1");
}

TEST_F(PlanTest, AQuestionThatWasNotAskedIsNoTry) {
  for (const char* key : {"a", "b"}) {
    stuck(key);
    gateway.perform(downstream(key));
  }
  make(settling());
  gateway.answer = [&](const gateway::Question& question) {
    if (question.id.key == "a") return gateway.look_up(question);
    auto evidence =
        FakeGateway::of(gateway::Finding::unknown, "not asked: the declared rate leaves no time for it");
    evidence.was_asked = false;
    return evidence;
  };
  auto dry =
      plan::Runner::start(connection, found(), Work::dry_run, &gateway, described, alice, eager(), Random(1));
  EXPECT_EQ((*dry)->step().value().foreseen, 1);
  const auto none = (*dry)->step().value();
  EXPECT_EQ(none.foreseen, 0);
  EXPECT_GT(none.wait, Duration{0}) << "it does not turn in place";
  EXPECT_EQ(item("b").foreseen, "");
  const auto unscripted = std::exchange(gateway.answer, nullptr);
  must(work(Work::dry_run));
  EXPECT_EQ(item("b").foreseen, "settle_succeeded");
  gateway.answer = unscripted;
  auto run =
      plan::Runner::start(connection, found(), Work::run, &gateway, described, alice, eager(), Random(1));
  const auto first = (*run)->step().value();
  EXPECT_EQ(first.done, 1);
  EXPECT_EQ(first.failed, 0);
  EXPECT_EQ(item("b").state, plan::ItemState::waiting);
  EXPECT_EQ(item("b").outcome, "not_asked");
  EXPECT_EQ(item("b").tries, 0);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.cases WHERE key = 'b'"), "0");
  gateway.answer = nullptr;
  raw.exec("UPDATE onceover.plan_items SET next_try_at = NULL");
  expire_lease("b");
  must(work(Work::run));
  EXPECT_EQ(state_of("b"), "succeeded");
  EXPECT_EQ(settlements(), "2/2");
}

TEST_F(PlanTest, LeasesOfExecutorsAreExtendedAndNeverShortened) {
  const auto live = claimed("live");
  stuck("over");
  claimed("long");
  raw.tamper(
      "UPDATE onceover.keys SET locked_until = clock_timestamp() + interval '5 hours' WHERE key = 'long'");
  stuck("done");
  gateway.perform(downstream("done"));
  settle(own("done"));
  stuck("ours");
  own("ours");
  auto wanted = settling("extend");
  wanted.act = plan::Verb::extend;
  wanted.gateway.reset();
  wanted.options.lease = std::chrono::hours(2);
  make(wanted, {});
  must(work(Work::dry_run, "extend"));
  for (const char* key : {"long", "done", "ours"}) EXPECT_EQ(item(key, "extend").foreseen, "skip") << key;
  must(work(Work::run, "extend"));
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys WHERE locked_until "
                       "BETWEEN clock_timestamp() + interval '1 hour' AND clock_timestamp() + interval '2 "
                       "hours'"),
            "live over");
  EXPECT_EQ(raw.scalar("SELECT locked_until > clock_timestamp() + interval '4 hours' FROM onceover.keys "
                       "WHERE key = 'long'"),
            "t");
  EXPECT_EQ(row("live").fence, live.fence) << "its executor goes on";
  EXPECT_EQ(audit_rows("action = 'extend' AND reason LIKE 'worker killed%' AND ticket = 'INC-4711'"), "2");
  EXPECT_EQ(sweep().owned, 0);
}

TEST_F(PlanTest, WhereCancelIsSaidWhatTheGatewayDoesNotKnowIsCancelledInTheRunAlone) {
  gateway.declared.cancel = gateway::Cancel::with_tombstone;
  gateway.declared.dedupe_window = Duration{0};  // so that nothing follows from its knowing nothing
  for (const char* key : {"lost", "done", "late"}) stuck(key);
  gateway.perform(downstream("done"));
  auto wanted = settling();
  wanted.options.cancel = true;
  make(wanted);
  must(work(Work::dry_run));
  EXPECT_EQ(item("lost").foreseen, "settle_failed");
  EXPECT_EQ(item("done").foreseen, "settle_succeeded");
  gateway.perform(downstream("late"));  // the dry run cancelled nothing: it still happened
  EXPECT_EQ(gateway.look_up({{}, downstream("late"), {}}).finding, gateway::Finding::done);
  must(work(Work::run));
  EXPECT_EQ(state_of("lost"), "failed") << item("lost").outcome << ": " << item("lost").why;
  EXPECT_EQ(state_of("done"), "succeeded");
  EXPECT_EQ(item("late").outcome, "verdict_changed");
  gateway.perform(downstream("lost"));
  EXPECT_EQ(gateway.look_up({{}, downstream("lost"), {}}).finding, gateway::Finding::no_such_key)
      << "the tombstone holds";
  // Unless it is said, nothing is cancelled.
  stuck("other");
  make(settling("plain"));
  must(work(Work::dry_run, "plain"));
  must(work(Work::run, "plain"));
  EXPECT_EQ(state_of("other"), "in_progress");
  stuck("blind");
  make(settling("no dry run"));
  auto blind = eager();
  blind.without_dry_run = true;
  must(work(Work::run, "no dry run", blind));
  EXPECT_EQ(state_of("blind"), "in_progress");
}

TEST_F(PlanTest, AnotherDatabaseAtTheSameAddressIsRefused) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  const std::string copy = database.name() + "_copy";
  RawConnection admin(shared_server().conninfo("postgres"));
  connection.close();
  admin.exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" +
             database.name() + "'");
  admin.exec("CREATE DATABASE " + copy + " TEMPLATE " + database.name());
  {
    pg::Connection there = open_or_throw(shared_server().conninfo(copy));
    const auto ran = work_on(there, gateway, Work::run, "INC-4711", eager(), alice, described);
    ASSERT_FALSE(ran.has_value());
    EXPECT_EQ(ran.error().what, "This is not the database that the plan was made on.");
    EXPECT_FALSE(plan::pause(there, found(there, "INC-4711").id, "x", bob).has_value());
    EXPECT_EQ(gateway.asked(), 1) << "in the dry run alone";
  }
  admin.exec("DROP DATABASE " + copy + " WITH (FORCE)");
}

// While it runs, the address leads to another database, which holds all that this one held when the
// connection was lost.
TEST_F(PlanTest, AnotherDatabaseThatComesBetweenIsNotWritten) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  const std::string name = database.name(), old = name + "_old";
  RawConnection admin(shared_server().conninfo("postgres"));
  bool moved = false;
  gateway.before_answer = [&](const gateway::Question&) {
    if (std::exchange(moved, true)) return;
    connection.close();
    admin.exec("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + name + "'");
    admin.exec("ALTER DATABASE " + name + " RENAME TO " + old);
    admin.exec("CREATE DATABASE " + name + " TEMPLATE " + old);
    ASSERT_TRUE(connection.reopen().has_value());
  };
  const auto ran = work(Work::run);
  ASSERT_FALSE(ran.has_value());
  EXPECT_EQ(ran.error().kind, ErrorKind::unsupported) << ran.error().sentence();
  RawConnection there(shared_server().conninfo(name));
  EXPECT_EQ(there.scalar("SELECT state || ' ' || holder FROM onceover.keys"), "in_progress operator");
  EXPECT_EQ(there.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'settle'"), "0");
  admin.exec("DROP DATABASE " + old + " WITH (FORCE)");
}

TEST_F(PlanTest, AListIsTakenWholeOrNotAtAll) {
  for (const char* key : {"a", "b"}) stuck(key);
  const auto made_of = [&](const std::string& text, bool leave_out) {
    return plan::create(connection, profile, settling(),
                        plan::FromList{plan::parse_key_list(text), leave_out}, alice);
  };
  auto refused = made_of("key\na\nmissing\na\n\"x\nb\n", false);
  ASSERT_TRUE(refused.has_value()) << refused.error().sentence();
  ASSERT_FALSE(refused->has_value());
  EXPECT_THAT(refused->error().errors, testing::ElementsAre(testing::Field(&plan::LineError::line, 4),
                                                            testing::Field(&plan::LineError::line, 5)));
  refused = made_of("key\na\nmissing\n", false);
  ASSERT_FALSE(refused->has_value());
  EXPECT_EQ(refused->error().errors, (std::vector<plan::LineError>{{3, "There is no such row."}}));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.plans"), "0");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action LIKE 'plan%'"), "0");
  const auto made = made_of("key\na\nmissing\nb\n", true);
  ASSERT_TRUE(made.has_value() && made->has_value());
  EXPECT_EQ((*made)->items, 2);
  EXPECT_EQ((*made)->left_out.size(), 1U);
  EXPECT_EQ(item("b").line, 4);
  raw.exec(
      "INSERT INTO onceover.keys SELECT (jsonb_populate_record(k, '{\"tenant\": \"globex\"}')).* FROM "
      "onceover.keys k WHERE key = 'a'");
  auto wanted = settling("second");
  auto several =
      plan::create(connection, profile, wanted, plan::FromList{plan::parse_key_list("a\n"), false}, alice);
  ASSERT_FALSE(several->has_value());
  EXPECT_THAT(several->error().errors.front().what, HasSubstr("Several rows"));
  several =
      plan::create(connection, profile, wanted,
                   plan::FromList{plan::parse_key_list("tenant,key\nglobex,a\nacme,a\n"), false}, alice);
  ASSERT_TRUE(several->has_value());
  EXPECT_EQ((*several)->items, 2);
}

TEST_F(PlanTest, OneNameIsOnePlan) {
  stuck("a");
  make(settling());
  auto twice = plan::create(connection, profile, settling(), stuck_ones(), alice);
  ASSERT_FALSE(twice.has_value());
  EXPECT_EQ(twice.error().kind, ErrorKind::invalid_input);
  EXPECT_THAT(twice.error().what, HasSubstr("already"));
}

TEST_F(PlanTest, WhatIsWrongWithAPlanIsNamed) {
  const auto wrong = [&](const std::function<void(plan::NewPlan&)>& spoil) {
    auto wanted = settling();
    spoil(wanted);
    const auto sound = plan::validate(wanted, profile);
    return sound ? std::string() : sound.error().what;
  };
  EXPECT_EQ(wrong([](plan::NewPlan&) {}), "");
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.name.clear(); }), HasSubstr("name"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.name = "a\nb"; }), HasSubstr("name"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.reason.clear(); }), HasSubstr("reason"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.gateway.reset(); }), HasSubstr("gateway"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.act = plan::Verb::requeue; }), HasSubstr("requeue"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.options.error_share = 1.5; }), HasSubstr("error_share"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.options.error_count = 0; }), HasSubstr("error_count"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.options.rate = -1; }), HasSubstr("rate"));
  EXPECT_THAT(wrong([](plan::NewPlan& p) { p.options.max_tries = 0; }), HasSubstr("max_tries"));
}

TEST_F(PlanTest, WhatOneRunnerHasTakenAnotherLeavesAlone) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  pg::Connection other = open_or_throw(database.conninfo());
  int taken = -1;
  gateway.before_answer = [&](const gateway::Question&) {
    auto second = plan::Runner::start(other, found(other, "INC-4711"), Work::run, &gateway, described, bob,
                                      eager(), Random(2));
    const auto step = (*second)->step();
    taken = step ? step->taken : -2;
    EXPECT_FALSE(step->over) << "somebody is still at work";
  };
  EXPECT_EQ(must(work(Work::run)).sum.done, 1);
  EXPECT_EQ(taken, 0);
}

TEST_F(PlanTest, TheRateIsThePlansAndNotARunners) {
  many_stuck(12);
  auto wanted = settling();
  wanted.options.rate = 3;
  make(wanted);
  auto first =
      plan::Runner::start(connection, found(), Work::dry_run, &gateway, described, alice, eager(), Random(1));
  pg::Connection other = open_or_throw(database.conninfo());
  auto second =
      plan::Runner::start(other, found(), Work::dry_run, &gateway, described, bob, eager(), Random(2));
  ASSERT_TRUE(first.has_value() && second.has_value());
  // Three at once are a second's worth, after which both are told to wait, whoever took them.
  EXPECT_EQ((*first)->step().value().foreseen, 3);
  const auto told = (*second)->step().value();
  EXPECT_EQ(told.foreseen, 0);
  EXPECT_GT(told.wait, Duration{0});
  EXPECT_LE(told.wait, std::chrono::seconds(1));
  raw.exec("UPDATE onceover.plans SET paced_until = clock_timestamp()");
  EXPECT_EQ((*second)->step().value().foreseen, 3);
}

TEST_F(PlanTest, FinishedKeysAreReapedAndUnfinishedOnesNever) {
  for (const char* key : {"old", "young", "open", "lost"}) {
    stuck(key);
    if (std::string(key) != "lost") gateway.perform(downstream(key));
  }
  for (const char* key : {"old", "young", "lost"}) settle(own(key));
  raw.tamper(
      "UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 minute' WHERE key = 'old'");
  auto wanted = settling("reap");
  wanted.act = plan::Verb::reap;
  wanted.gateway.reset();
  make(wanted, {});
  must(work(Work::dry_run, "reap"));
  EXPECT_EQ(item("young", "reap").foreseen, "skip");
  EXPECT_EQ(item("old", "reap").foreseen, "reap");
  must(work(Work::run, "reap"));
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"), "lost open young");
  EXPECT_EQ(audit_rows("action = 'reap' AND key = 'old' AND before ->> 'state' = 'succeeded'"), "1");
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.cases"), "lost young");
  EXPECT_THAT(item("young", "reap").why, HasSubstr("window"));
  EXPECT_THAT(item("open", "reap").why, HasSubstr("never"));
  // Within their window only where that is said, and only what is finished.
  wanted.name = "now";
  wanted.options.within_window = true;
  make(wanted, {});
  must(work(Work::dry_run, "now"));
  must(work(Work::run, "now"));
  EXPECT_EQ(raw.scalar("SELECT string_agg(key, ' ' ORDER BY key) FROM onceover.keys"), "lost open");
  // The function keeps to that by itself.
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys k, LATERAL onceover.reap_keys(ARRAY[k.tenant], "
                       "ARRAY[k.operation], ARRAY[k.key::text], ARRAY[k.fence], 'a', 'h', 'p', 'r', true, "
                       "'t')"),
            "0");
}

TEST_F(PlanTest, TheReportSaysWhatTheStoreSays) {
  many_stuck(2500, 3);
  raw.tamper("UPDATE onceover.keys SET key = '=1+1' WHERE key = $1", {key_name(1)});
  make(settling());
  must(work(Work::dry_run));
  settle(own(key_name(2), bob), bob);
  must(work(Work::run));
  const auto text_of = [&](plan::ReportFormat format) {
    std::string text;
    auto told = plan::report(connection, found(), format, [&](std::string_view part) -> Result<void> {
      text += part;
      return {};
    });
    if (!told) throw std::runtime_error(told.error().sentence());
    return text;
  };
  const auto json = nlohmann::json::parse(text_of(plan::ReportFormat::json));
  EXPECT_EQ(json["items"].size(), 2500U);
  EXPECT_EQ(json["plan"]["name"], "INC-4711");
  for (const char* state : {"done", "skipped", "waiting", "failed", "unsettled"}) {
    EXPECT_EQ(std::to_string(json["totals"][state].get<int>()),
              raw.scalar("SELECT count(*) FROM onceover.plan_items WHERE state = $1", {state}));
    EXPECT_EQ(json["totals"][state], std::count_if(json["items"].begin(), json["items"].end(),
                                                   [&](const auto& i) { return i["state"] == state; }));
  }
  EXPECT_EQ(json["totals"]["done"], json["totals"]["audited"]);
  EXPECT_EQ(settlements(), "2500/2500");
  EXPECT_EQ(json["totals"]["skipped"], 1);
  const std::string csv = text_of(plan::ReportFormat::csv);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2501);
  EXPECT_THAT(csv, HasSubstr("'=1+1"));
  EXPECT_THAT(
      text_of(plan::ReportFormat::markdown),
      HasSubstr("2500 items: 2499 done (2499 audit rows), 1 skipped, 0 unsettled, 0 failed, 0 waiting."));
  const std::string path = testing::TempDir() + "/plan_report_" + database.name() + ".csv";
  ASSERT_TRUE(plan::report_to_file(connection, found(), plan::ReportFormat::csv, path).has_value());
  struct stat facts {};
  ASSERT_EQ(::stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0600U);
  std::filesystem::remove(path);
}

TEST_F(PlanTest, CustomerAndAmountAreFrozenAndSummedPerCurrency) {
  many_stuck(4);
  raw.tamper("UPDATE onceover.keys SET amount = NULL, currency = NULL, customer = NULL");
  raw.tamper(
      "UPDATE onceover.keys SET customer = 'Ms. Example', amount = 0.10, currency = 'EUR' WHERE key IN ($1, "
      "$2)",
      {key_name(1), key_name(2)});
  raw.tamper("UPDATE onceover.keys SET amount = 123456789012345678.02, currency = 'USD' WHERE key = $1",
             {key_name(3)});
  make(settling());
  const std::string sums = "0.20 EUR, 123456789012345678.02 USD; 1 without an amount";
  EXPECT_EQ(key::in_words(plan::totals(connection, found().id).value().money), sums);
  const auto items = plan::items(connection, found().id).value();
  EXPECT_EQ(std::ranges::count_if(
                items, [](const plan::Item& item) { return item.subject.customer == "Ms. Example"; }),
            2);
  // Frozen is frozen: the report says what was planned, whatever the row says later.
  raw.tamper("UPDATE onceover.keys SET amount = 99 WHERE key = $1", {key_name(1)});
  std::string text;
  ASSERT_TRUE(plan::report(connection, found(), plan::ReportFormat::markdown,
                           [&](std::string_view part) -> Result<void> {
                             text += part;
                             return {};
                           }));
  for (const char* words : {"4 rows: 0", "20 EUR", "Ms", "Customer", "Amount", "1 without an amount"})
    EXPECT_THAT(text, HasSubstr(words));
  text.clear();
  ASSERT_TRUE(
      plan::report(connection, found(), plan::ReportFormat::json, [&](std::string_view part) -> Result<void> {
        text += part;
        return {};
      }));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["totals"]["sums"][0]["amount"], "0.20") << "text, never a double";
  EXPECT_EQ(json["totals"]["without_amount"], 1);
  EXPECT_EQ(json["items"][0]["customer"], "Ms. Example");
}

// Of whoever works on it: the record alone tells, and what was done within the last half minute.
TEST_F(PlanTest, HowFarItIsAndHowFastIsCountedFromTheFirstEndOfLate) {
  many_stuck(60);
  make(settling());
  EXPECT_EQ(found().ended, 0);
  raw.exec(
      "UPDATE onceover.plan_items SET foreseen = 'release', foreseen_at = clock_timestamp() - interval '10 "
      "s' WHERE position <= 40");
  plan::Totals now = totals();
  EXPECT_EQ(now.foreseen, 40);
  EXPECT_LE(now.foreseen_per_second, 4.0);
  EXPECT_GT(now.foreseen_per_second, 40.0 / 30);
  ASSERT_TRUE(now.foreseen_remaining);
  EXPECT_GE(*now.foreseen_remaining, std::chrono::seconds(5));
  EXPECT_EQ(now.per_second, 0);
  EXPECT_FALSE(now.remaining);
  raw.exec(
      "UPDATE onceover.plans SET state = 'running', started_at = now();"
      "UPDATE onceover.plan_items SET state = 'skipped', finished_at = clock_timestamp() - interval '5 s' "
      "WHERE position <= 20");
  now = totals();
  EXPECT_LE(now.per_second, 4.0);
  EXPECT_GT(now.per_second, 20.0 / 30);
  ASSERT_TRUE(now.remaining);
  EXPECT_GE(*now.remaining, std::chrono::seconds(10));
  EXPECT_EQ(found().ended, 20);
  raw.exec(
      "UPDATE onceover.plan_items SET finished_at = clock_timestamp() - interval '1 hour' WHERE state = "
      "'skipped'");
  EXPECT_EQ(totals().per_second, 0);
  EXPECT_EQ(found().ended, 20);
}

TEST_F(PlanTest, AGatewayIsNamedByItsDescriptionToTheByte) {
  const std::string path = ONCEOVER_SOURCE_DIR "/resources/gateways/lookup-by-key.toml";
  std::ifstream in(path);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(plan::gateway_named(path), (plan::GatewayNamed{"acme-pay", plan::digest_of(text)}));
  EXPECT_FALSE(plan::gateway_named(path + ".not"));
}

}  // namespace
}  // namespace onceover::test
