// SPDX-License-Identifier: Apache-2.0
// F34: behind a pooler in transaction mode the primary changes, and no connection breaks. What was remembered
// of the old one is not applied to the new one.
#include <fmt/format.h>

#include <atomic>

#include "core/inbox/consumer.h"
#include "core/pg/server_identity.h"
#include "core/unfinished/frontier.h"
#include "tests/integration/faults/fixture.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/standby.h"

namespace onceover::test {
namespace {

using engine::Claim;
using engine::Done;
using engine::OwnershipLost;

class FailoverFaults : public FaultTest {
 protected:
  void SetUp() override {
    if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
    primary = own_server();
    install_schema(primary->conninfo());
    standby.emplace(*primary);
    pooler.emplace(*primary);
    auto opened = pg::Connection::open({.conninfo = pooler->conninfo(), .prepare = false});
    ASSERT_TRUE(opened) << opened.error().sentence();
    through.emplace(std::move(*opened));
  }
  void fail_over() {
    standby->promote();
    pooler->lead_to(standby->server());
    ASSERT_TRUE(primary->stop(try_it::StopMode::immediate));
  }

  std::unique_ptr<try_it::PrivateServer> primary;
  std::optional<Standby> standby;
  std::optional<PgBouncer> pooler;
  std::optional<pg::Connection> through;
};

TEST_F(FailoverFaults, F34_ATransactionThatWritesIsRefusedAsIfTheConnectionWereLost) {
  const auto before = pg::hold_to_history(*through);
  ASSERT_TRUE(before) << before.error().sentence();
  EXPECT_TRUE(pg::run(*through, "SELECT 1", {}, {.read_only = false}));
  fail_over();
  EXPECT_TRUE(pg::run(*through, "SELECT 1")) << "no connection broke";
  const auto refused = pg::run(*through, "SELECT 1", {}, {.read_only = false});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::connection) << refused.error().sentence();
  EXPECT_FALSE(through->is_open());
  ASSERT_TRUE(through->reopen());
  EXPECT_NE(pg::hold_to_history(*through).value(), *before);
  EXPECT_TRUE(pg::run(*through, "SELECT 1", {}, {.read_only = false}));
}

// A floor that only the lost primary had: writers of the new one have not heeded it.
TEST_F(FailoverFaults, F34_AFrontierIsNotMovedByAFloorThatIsLost) {
  RawConnection raw(primary->conninfo());
  ASSERT_TRUE(pg::hold_to_history(*through));
  unfinished::Advancing advancing(*through, {.least_pause = Duration{0}});
  ASSERT_TRUE(eventually([&] { return advancing.step(true)->done; }));
  standby->wait_caught_up();
  standby->cut_off();
  RawConnection open(primary->conninfo());
  open.exec("BEGIN; LOCK TABLE onceover.keys IN ROW EXCLUSIVE MODE");
  ASSERT_TRUE(eventually([&] { return advancing.step(true)->waits; }));
  fail_over();
  RawConnection promoted(standby->conninfo());
  const std::string until = promoted.scalar("SELECT until FROM onceover.frontier");
  const auto step = advancing.step(true);
  ASSERT_FALSE(step) << "the frontier may have moved";
  EXPECT_EQ(step.error().kind, ErrorKind::connection) << step.error().sentence();
  EXPECT_EQ(promoted.scalar("SELECT until FROM onceover.frontier"), until);
  // It goes on from what the new one has.
  ASSERT_TRUE(through->reopen());
  ASSERT_TRUE(pg::hold_to_history(*through));
  advancing.forget();
  EXPECT_TRUE(eventually([&] { return advancing.step(true)->done; }));
}

// The lost primary and the promoted one drew the same fence for two claims of a key.
TEST_F(FailoverFaults, F34_AnExecutorOfTheLostPrimaryWritesNothingUnderTheSameFence) {
  standby->wait_caught_up();
  standby->cut_off();
  Executor early(pooler->conninfo(), false), late(pooler->conninfo(), false);
  std::map<std::string, Claim> lost, held;
  for (const char* key : {"finished", "failed", "released", "renewed"})
    lost.emplace(key, claimed(early, key));
  fail_over();
  RawConnection promoted(standby->conninfo());
  for (auto& [key, claim] : lost) {
    promoted.exec("SELECT setval('onceover.fence', " + std::to_string(claim.fence) + ", false)");
    held.emplace(key, claimed(late, key));
    ASSERT_EQ(held.at(key).fence, claim.fence);
  }
  const std::string rows = "SELECT string_agg(k::text, E'\\n' ORDER BY key) FROM onceover.keys k";
  const std::string before = promoted.scalar(rows);
  take<OwnershipLost>(early.engine.complete(lost.at("finished"), response_with("of the lost one")));
  take<OwnershipLost>(early.engine.fail(lost.at("failed"), response_with("of the lost one"), "declined"));
  take<OwnershipLost>(early.engine.release(lost.at("released"), std::nullopt));
  take<OwnershipLost>(early.engine.renew(lost.at("renewed"), std::chrono::hours(1)));
  EXPECT_EQ(promoted.scalar(rows), before);
  for (auto& [key, claim] : held) take<Done>(late.engine.complete(claim, response_with(key)));
}

// Requests and events flow while the primary changes, with a lag: in the history that goes on, each key has
// the answer of its one effect, and each event was handled once.
TEST_F(FailoverFaults, F34_UnderLoadEachKeyAndEventHasOneEffect) {
  for (int round = 0; round < fault_rounds(); ++round) {
    SCOPED_TRACE(round);
    if (round > 0) SetUp();
    RawConnection(primary->conninfo())
        .exec("CREATE TABLE key_effects (key text, answer text); CREATE TABLE event_effects (id text)");
    std::atomic<bool> ends = false;
    std::atomic<int> done = 0;
    const auto again_and_again = [&](const auto& work) {
      while (!ends) {
        try {
          work();
        } catch (const std::exception&) {  // the primary is being changed
        }
      }
    };
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 3; ++thread) {
      threads.emplace_back([&, thread] {
        int number = 0;
        again_and_again([&] {
          Executor own(pooler->conninfo(), false, std::chrono::seconds(5));
          inbox::Inbox box(own.connection, "billing");
          for (; !ends; ++number) {
            // two clients send the same keys
            const std::string key = fmt::format("{}-{}", thread % 2, number);
            inbox::Event event;
            event.source = "s";
            event.id = fmt::format("{}-{}", thread, number);
            event.payload = "p";
            if (!box.store({&event, 1})) break;
            auto outcome = own.engine.claim(request_for(key), policy);
            if (!outcome) break;
            const auto* claim = std::get_if<Claim>(&*outcome);
            if (claim == nullptr) continue;
            const std::array effect{
                pg::Statement{"INSERT INTO public.key_effects (key, answer) VALUES ($1::text, $2::text)",
                              pg::params(key, claim->owner)}};
            if (!own.engine.finish_within(*claim, key::State::succeeded, response_with(claim->owner), effect))
              break;
            ++done;
          }
        });
      });
    }
    threads.emplace_back([&] {
      again_and_again([&] {
        Executor own(pooler->conninfo(), false, std::chrono::seconds(5));
        inbox::Policy leased;
        leased.lease = std::chrono::seconds(1);
        const auto book = [](inbox::Work& work) -> std::optional<inbox::Failure> {
          for (const inbox::Event& event : work.events) {
            auto wrote = work.connection.exec("INSERT INTO public.event_effects (id) VALUES ($1::text)",
                                              pg::params(event.id));
            if (!wrote) return inbox::Failure{.error = wrote.error().sentence()};
          }
          return std::nullopt;
        };
        inbox::Worker worker(own.connection, "billing", leased, {}, book, "worker");
        while (!ends && worker.run_once()) {
        }
      });
    });
    const auto more = [&](int keys) {
      const int from = done;
      EXPECT_TRUE(eventually([&] { return done >= from + keys; })) << done;
    };
    more(100);
    standby->wait_caught_up();
    standby->cut_off();
    more(100);
    fail_over();
    more(200);
    ends = true;
    for (std::thread& thread : threads) thread.join();
    RawConnection promoted(standby->conninfo());
    Executor own(standby->conninfo());
    inbox::Policy leased;
    inbox::Worker worker(
        own.connection, "billing", leased, {},
        [](inbox::Work& work) -> std::optional<inbox::Failure> {
          for (const inbox::Event& event : work.events)
            EXPECT_TRUE(work.connection.exec("INSERT INTO public.event_effects (id) VALUES ($1::text)",
                                             pg::params(event.id)));
          return std::nullopt;
        },
        "worker");
    EXPECT_TRUE(eventually([&] {
      (void)worker.run_once();
      return promoted.scalar("SELECT count(*) FROM onceover.inbox WHERE state <> 'succeeded'") == "0";
    })) << promoted
               .scalar("SELECT string_agg(i::text, E'\\n') FROM onceover.inbox i WHERE state <> 'succeeded'");
    EXPECT_EQ(promoted.scalar("SELECT count(*) FROM onceover.inbox i WHERE (SELECT count(*) FROM "
                              "event_effects e WHERE e.id = i.event_id) <> 1"),
              "0");
    EXPECT_EQ(promoted.scalar("SELECT count(*) FROM onceover.keys k WHERE state = 'succeeded' AND (SELECT "
                              "array_agg(e.answer) FROM key_effects e WHERE e.key = k.key) IS DISTINCT FROM "
                              "ARRAY[convert_from(k.response_body, 'UTF8')]"),
              "0");
    EXPECT_EQ(promoted.scalar("SELECT count(*) FROM key_effects e WHERE NOT EXISTS (SELECT FROM "
                              "onceover.keys k WHERE k.key = e.key AND k.state = 'succeeded')"),
              "0");
    EXPECT_GT(std::stoi(promoted.scalar("SELECT count(*) FROM key_effects")), 250);
  }
}

}  // namespace
}  // namespace onceover::test
