// SPDX-License-Identifier: Apache-2.0
// A plan whose processes are killed, and one that several people and daemons race with.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "tests/integration/plan/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"
#include "tests/support/settle_own.h"

namespace onceover::test {
namespace {

using plan::ItemState;
using plan::State;
using plan::Work;

int setting(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : otherwise;
}

class PlanCrashTest : public PlanTest {};

TEST_F(PlanCrashTest, KilledThreeTimesItSettlesEachKeyOnce) {
  const int keys = setting("ONCEOVER_PLAN_KEYS", 2000);
  const auto seed = static_cast<std::uint64_t>(
      setting("ONCEOVER_SEED", static_cast<int>(std::random_device{}() & 0xFFFFFF)));
  SCOPED_TRACE(fmt::format("ONCEOVER_SEED={}", seed));
  Random random(seed);
  many_stuck(keys);
  const auto began = Steady::now();
  ASSERT_EQ(make(settling()).items, keys);
  const auto made = Steady::now();
  must(work(Work::dry_run));
  const auto dry = Steady::now();
  auto options = eager();
  options.ask_within = std::chrono::milliseconds(900);
  options.lease = std::chrono::seconds(1);
  options.most = std::clamp(keys / 40, 10, 500);
  const auto runs = [&] {
    try {
      pg::Connection mine = open_or_throw(database.conninfo());
      const auto ran = work_on(mine, gateway, Work::run, "INC-4711", options, bob, described);
      if (ran) return ran->sum.state == State::finished ? 0 : 1;
      (void)std::fputs((ran.error().sentence() + ran.error().detail).c_str(), stderr);
    } catch (const std::exception& error) {
      (void)std::fputs(error.what(), stderr);
    }
    return 2;
  };
  for (int kills = 1; kills <= 3; ++kills) {
    // Somewhere in the next quarter, and then at some point of a batch.
    const auto target = static_cast<std::int64_t>((kills - 1 + random.between(0.1, 0.9)) * keys / 4);
    Process child = Process::forked(runs);
    const bool came = eventually([&] {
      return std::stoll(raw.scalar("SELECT count(*) FROM onceover.plan_items WHERE state <> 'waiting'")) >=
                 target ||
             !child.is_running();
    });
    ASSERT_TRUE(came) << child.err();
    ASSERT_TRUE(child.is_running()) << child.err();
    const auto until = Steady::now() + std::chrono::microseconds(random.below(8000));
    while (Steady::now() < until) std::this_thread::yield();
    child.kill(SIGKILL);
    ASSERT_TRUE(child.wait().has_value());
    // Of one moment: what the dead process sent last may be committed meanwhile.
    raw.exec("BEGIN ISOLATION LEVEL REPEATABLE READ");
    EXPECT_EQ(settlements(),
              raw.scalar(
                  "SELECT count(*) || '/' || count(audit_id) FROM onceover.plan_items WHERE state = 'done'"));
    raw.exec("COMMIT");
  }
  Process last = Process::forked(runs);
  const auto ended = last.wait(std::chrono::seconds(240));
  ASSERT_TRUE(ended.has_value()) << last.err();
  EXPECT_EQ(ended->code, 0) << last.err();
  const auto over = Steady::now();

  EXPECT_EQ(settlements(), fmt::format("{0}/{0}", keys));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.plan_items i JOIN onceover.audit a ON a.id = "
                       "i.audit_id AND a.action = 'settle' AND a.key = i.key AND a.to_state = i.to_state "
                       "JOIN onceover.keys k ON k.key = i.key AND k.state = i.to_state WHERE i.state = "
                       "'done'"),
            std::to_string(keys));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state = 'released'"),
            std::to_string(keys / 5));
  const auto told = totals();
  EXPECT_EQ(told.done, keys);
  EXPECT_EQ(told.audited, keys);
  EXPECT_EQ(told.waiting + told.failed + told.skipped + told.unsettled, 0);
  EXPECT_EQ(found().state, State::finished);
  const auto seconds = [](auto from, auto to) { return std::chrono::duration<double>(to - from).count(); };
  fmt::print("{} keys: made in {:.1f} s, dry run {:.1f} s, run with three kills {:.1f} s\n", keys,
             seconds(began, made), seconds(made, dry), seconds(dry, over));
}

// Two operators who have had all of it on their screens, a sweeper and a plan's two runners want the same
// keys.
class SameKeys : public PlanCrashTest {
 protected:
  struct Loss {
    std::string key, told;
  };
  struct Operator {
    audit::Actor who;
    std::vector<std::pair<browse::KeyRow, reconcile::Verdict>> screen;
    int won = 0;
    std::vector<Loss> lost;
    std::string problem;
  };

  void look(Operator& one, int keys) {
    for (int i = 1; i <= keys; ++i) {
      const browse::KeyRow now = row(key_name(i));
      const auto asked =
          reconcile::ask(gateway, {now}, now.updated_at, {Steady::now() + std::chrono::seconds(5), 8, false})
              .front();
      one.screen.emplace_back(now, asked.verdict);
    }
  }
  // Every key of the screen, from the middle on.
  void work_as(Operator& one) {
    pg::Connection mine = open_or_throw(database.conninfo());
    for (std::size_t i = 0; i < one.screen.size(); ++i) {
      const auto& [seen, verdict] = one.screen[(i + one.screen.size() / 2) % one.screen.size()];
      auto outcome = settle_own(mine, &gateway, seen, wish_for(verdict, "by hand", "INC-1"), one.who);
      if (!outcome) {
        one.problem = outcome.error().sentence();
      } else if (const auto* changed = std::get_if<reconcile::RowChanged>(&*outcome)) {
        one.lost.push_back({seen.id.key, reconcile::sentence(*changed, reconcile::fenced(seen))});
      } else if (std::holds_alternative<reconcile::RowSettled>(*outcome)) {
        ++one.won;
      } else {
        one.problem = "the evidence is another one";
      }
    }
  }
  // Whom the sentence names as the one who was there first did act on the key.
  void expect_told(const Loss& loss) {
    static constexpr std::string_view names[] = {"alice", "bob", "carol", "dave", "sweeper"};
    const auto* name = std::ranges::find_if(names, [&](std::string_view one) {
      return loss.told.find(fmt::format(": {}@", one)) != std::string::npos ||
             loss.told.find(fmt::format("by {}@", one)) != std::string::npos;
    });
    ASSERT_NE(name, std::end(names)) << loss.key << " was lost, and its loser was told: " << loss.told;
    EXPECT_NE(audit_rows(fmt::format("action IN ('own', 'settle') AND key = '{}' AND actor = '{}'", loss.key,
                                     *name)),
              "0")
        << loss.key << ": " << loss.told;
  }
};

TEST_F(SameKeys, HaveOneWinnerEachAndEveryLoserIsToldWhatChanged) {
  const int keys = 1000;
  many_stuck(keys);
  make(settling());
  must(work(Work::dry_run));
  Operator carol{{"carol", "desk-3", "onceover-test"}}, dave{{"dave", "desk-4", "onceover-test"}};
  look(carol, keys);
  dave.screen = carol.screen;
  std::vector<std::string> problems(3);
  sweeper::SweepCounts swept;
  int said_lost = 0;
  const auto as_runner = [&](int number) {
    pg::Connection mine = open_or_throw(database.conninfo());
    auto options = eager();
    options.most = 40;
    if (auto ran =
            work_on(mine, gateway, Work::run, "INC-4711", options, number == 0 ? alice : bob, described);
        !ran) {
      problems[static_cast<std::size_t>(number)] = ran.error().sentence() + ran.error().detail;
    }
  };
  const auto as_sweeper = [&] {
    pg::Connection mine = open_or_throw(database.conninfo());
    sweeper::SweepConfig config;
    config.batch = 10;  // and it rests between two: the others have their chance
    const auto log = [&](const LogRecord& record) {
      said_lost += record.message.find("by somebody else; nothing was written") != std::string::npos ? 1 : 0;
    };
    sweeper::Sweeper one(mine, profile, gateway, config, {"sweeper", "host", "onceover-test"}, nullptr,
                         Random(1), log);
    for (int i = 0; i < 3; ++i) {
      auto counts = one.run_once();
      if (!counts) problems[2] = counts.error().sentence();
      if (counts) swept += *counts;
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { work_as(carol); });
    threads.emplace_back([&] { work_as(dave); });
    threads.emplace_back(as_runner, 0);
    threads.emplace_back(as_runner, 1);
    threads.emplace_back(as_sweeper);
  }
  EXPECT_THAT(problems, testing::Each(""));
  EXPECT_EQ(carol.problem + dave.problem, "");
  EXPECT_EQ(found().state, State::finished);
  // One winner each …
  EXPECT_EQ(settlements(), fmt::format("{0}/{0}", keys));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.keys WHERE state IN ('succeeded', 'released')"),
            std::to_string(keys));
  const auto told = totals();
  EXPECT_EQ(told.done + told.skipped, keys);
  EXPECT_EQ(std::to_string(told.done), audit_rows("action = 'settle' AND actor IN ('alice', 'bob')"));
  EXPECT_EQ(std::to_string(carol.won), audit_rows("action = 'settle' AND actor = 'carol'"));
  EXPECT_EQ(std::to_string(dave.won), audit_rows("action = 'settle' AND actor = 'dave'"));
  EXPECT_EQ(std::to_string(swept.succeeded + swept.released),
            audit_rows("action = 'settle' AND actor = 'sweeper'"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.plan_items i JOIN onceover.audit a ON a.id = "
                       "i.audit_id WHERE a.key <> i.key"),
            "0");
  // … whose trail says how he came by it, and for which plan …
  EXPECT_EQ(audit_rows("action = 'settle' AND NOT EXISTS (SELECT FROM onceover.audit o WHERE o.action = "
                       "'own' AND o.key = audit.key AND o.actor = audit.actor AND o.fence_after = "
                       "audit.fence_before)"),
            "0");
  EXPECT_EQ(audit_rows("action = 'settle' AND actor IN ('alice', 'bob') AND reason LIKE '%(plan INC-4711)'"),
            std::to_string(told.done));
  // … and every loser knows.
  for (const Operator* one : {&carol, &dave}) {
    EXPECT_EQ(one->won + static_cast<int>(one->lost.size()), keys);
    for (const Loss& loss : one->lost) expect_told(loss);
  }
  EXPECT_GE(carol.lost.size() + dave.lost.size(), static_cast<std::size_t>(keys));
  EXPECT_EQ(said_lost, swept.lost);
  for (const plan::Item& one : items()) {
    if (one.state == ItemState::done) continue;
    EXPECT_EQ(one.state, ItemState::skipped);
    EXPECT_EQ(one.outcome, "changed");
    EXPECT_THAT(one.why, testing::HasSubstr("fence")) << one.id.key;
    expect_told({one.id.key, one.why});
  }
  fmt::print("{} keys: carol won {}, dave {}, the sweeper {}, the plan {}\n", keys, carol.won, dave.won,
             swept.succeeded + swept.released, told.done);
}

// Stopped for longer than its lease, a runner finds out that its batch is another's.
TEST_F(PlanCrashTest, ARunnerThatSleptWritesNothing) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  pg::Connection other = open_or_throw(database.conninfo());
  bool slept = false;
  gateway.before_answer = [&](const gateway::Question&) {
    if (std::exchange(slept, true)) return;
    raw.exec(
        "UPDATE onceover.plan_items SET taken_until = clock_timestamp(); UPDATE onceover.keys SET "
        "locked_until = clock_timestamp()");
    must(work_on(other, gateway, Work::run, "INC-4711", eager(), bob, described));
  };
  const auto ran = must(work(Work::run));
  EXPECT_EQ(ran.sum.done, 0);
  EXPECT_EQ(ran.sum.state, State::finished);
  EXPECT_EQ(settlements(), "1/1");
  EXPECT_EQ(audit_rows("action = 'settle' AND actor = 'bob'"), "1");
}

// The key is still owned, but the item has been taken over: the settlement goes with the item's result, or
// not at all.
TEST_F(PlanCrashTest, NoSettlementWithoutTheItemsResult) {
  stuck("a");
  make(settling());
  must(work(Work::dry_run));
  gateway.before_answer = [&](const gateway::Question&) {
    raw.exec("UPDATE onceover.plan_items SET runner = 'somebody else'");
  };
  auto runner =
      plan::Runner::start(connection, found(), Work::run, &gateway, described, alice, eager(), Random(1));
  ASSERT_TRUE(runner.has_value());
  const auto step = (*runner)->step();
  ASSERT_TRUE(step.has_value()) << step.error().sentence();
  EXPECT_EQ(step->done, 0);
  EXPECT_THAT(step->note, testing::HasSubstr("Another runner"));
  EXPECT_EQ(settlements(), "0/0");
  EXPECT_EQ(state_of("a"), "in_progress");
}

}  // namespace
}  // namespace onceover::test
