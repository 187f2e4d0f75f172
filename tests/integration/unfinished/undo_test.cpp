// SPDX-License-Identifier: Apache-2.0
// A release that is taken back behind the frontier, and what sweepers do there.
#include "core/reconcile/undo.h"

#include "tests/integration/reconcile/fixture.h"
#include "tests/integration/unfinished/fixture.h"

namespace onceover::test {
namespace {

class UndoBehind : public StuckTest {
 protected:
  Store store{database.conninfo()};
};

TEST_F(UndoBehind, OfAReleaseThatRestsIsInTheAnswer) {
  stuck("k");
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '1 hour'");
  store.walk();
  ASSERT_TRUE(store.lists("k"));
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 1, in progress 1, released 0");
  const auto settled = take<reconcile::Settled>(settle(own("k")));
  ASSERT_EQ(settled.after.state, key::State::released);
  store.expect_complete();
  store.rest();
  ASSERT_TRUE(store.rests("k"));
  store.expect_complete();
  take<reconcile::Undone>(
      reconcile::undo(connection, profile, {}, settled.audit_id, bob, "wrong key", "INC-2"));
  store.expect_complete();
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 1, in progress 1, released 0");
  store.rest();
  store.expect_complete();
}

TEST_F(UndoBehind, ASweeperMovesTheFrontierAndSettlesWhatIsListed) {
  for (const std::string key : {"a", "b", "c"}) stuck(key);
  raw.tamper("UPDATE onceover.keys SET created_at = created_at - interval '1 hour' WHERE key <> 'c'");
  gateway.answer = [&](const gateway::Question& question) { return gateway.look_up(question); };
  sweeper::SweepConfig config;
  config.full_every = Duration{0};
  sweeper::Sweeper one(connection, profile, gateway, config, {"one", "host", "onceover-test"}, &counters,
                       Random(1));
  sweeper::Sweeper two(store.connection, profile, gateway, config, {"two", "host", "onceover-test"},
                       &counters, Random(2));
  int owned = 0;
  ASSERT_TRUE(eventually([&] {
    for (sweeper::Sweeper* sweeper : {&one, &two}) {
      const auto counts = value_of(sweeper->run_once());
      owned += counts.owned;
      EXPECT_EQ(counts.found_behind, 0);
      EXPECT_EQ(missing_keys(raw), "");
    }
    return owned >= 3;
  }));
  EXPECT_EQ(owned, 3);
  store.expect_complete();
}

}  // namespace
}  // namespace onceover::test
