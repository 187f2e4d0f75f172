// SPDX-License-Identifier: Apache-2.0
// F19: handlers that end their process, every time: their attempts are counted, the event is dead after N,
// and its neighbours spend none.
#include <csignal>

#include "tests/integration/inbox/fixture.h"
#include "tests/support/process.h"

namespace onceover::test {
namespace {

class CrashTest : public InboxTest {
 protected:
  CrashTest() { raw.exec("CREATE TABLE ledger (id text, note text)"); }
  // Runs in a process of its own.
  Exit in_child(const std::function<int(pg::Connection&, inbox::Inbox&)>& body) {
    auto child = Process::forked([&] {
      auto own = open_inbox(database.conninfo());
      inbox::Inbox own_box(own, "billing", policy);
      return body(own, own_box);
    });
    const auto end = child.wait();
    if (!end) throw std::runtime_error("the child did not end: " + child.err());
    if (end->code == 125) throw std::runtime_error(child.err());
    return *end;
  }
  void expire_all() {
    raw.tamper("UPDATE onceover.inbox SET locked_until = clock_timestamp() WHERE locked_until IS NOT NULL");
  }
};

TEST_F(CrashTest, AnAttemptThatEndsItsProcessCounts) {
  const auto poisoned = [](pg::Connection& own, inbox::Inbox& own_box) {
    const auto outcome = must(own_box.begin(event_of("poison"), "child"));
    if (!std::holds_alternative<inbox::Begun>(outcome)) return static_cast<int>(outcome.index());
    (void)must(own.exec("INSERT INTO public.ledger VALUES ('poison', 'handler')"));
    begin(own);
    (void)must(own.exec("INSERT INTO public.ledger VALUES ('poison', 'effect')"));
    std::raise(SIGKILL);
    return 0;
  };
  for (int n = 1; n <= 3; ++n) {
    EXPECT_EQ(in_child(poisoned).signal, SIGKILL);
    EXPECT_EQ(state_of("poison"), "in_progress " + std::to_string(n));
    expire_all();
  }
  EXPECT_EQ(in_child(poisoned), (Exit{static_cast<int>(inbox::BeginOutcome(inbox::Dead{}).index()), 0}));
  EXPECT_EQ(state_of("poison"), "dead 3");
  EXPECT_EQ(raw.scalar("SELECT count(*) FILTER (WHERE note = 'handler') || ' ' || count(*) FILTER (WHERE "
                       "note = 'effect') FROM ledger"),
            "3 0");
}

TEST_F(CrashTest, ThoseBesideAndBehindAPoisonEventSpendNoAttempts) {
  std::vector<inbox::Event> all;
  for (int i = 0; i < 12; ++i) all.push_back(event_of(i == 4 ? "poison" : "e" + std::to_string(i)));
  (void)must(box.store(all));
  const auto worker = [](pg::Connection& own, inbox::Inbox& own_box) {
    for (;;) {
      auto batch = must(own_box.take(5, "child"));
      if (batch.events.empty() && batch.dead.empty()) return 0;
      for (auto& one : batch.events) {
        if (!std::holds_alternative<inbox::Done>(must(own_box.start(one)))) return 2;
        if (one.event.id == "poison") std::raise(SIGKILL);
        begin(own);
        (void)must(own.exec("INSERT INTO public.ledger VALUES ($1)", pg::params(one.event.id)));
        if (!std::holds_alternative<inbox::Done>(must(own_box.finish_within(one.attempt)))) return 3;
        commit(own);
      }
    }
  };
  int crashes = 0;
  while (crashes < 10) {
    const Exit end = in_child(worker);
    if (end.signal == 0) {
      EXPECT_EQ(end.code, 0);
      break;
    }
    ++crashes;
    EXPECT_EQ(state_of("poison"), "in_progress " + std::to_string(crashes));
    expire_all();
  }
  EXPECT_EQ(crashes, 3);
  EXPECT_EQ(state_of("poison"), "dead 3");
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || min(attempts) || ' ' || max(attempts) FROM onceover.inbox "
                       "WHERE state = 'succeeded'"),
            "11 1 1");
  EXPECT_EQ(raw.scalar("SELECT count(*) || ' ' || count(DISTINCT id) FROM ledger"), "11 11");
}

TEST_F(CrashTest, ACrashInTheTransactionOfTheEffectLeavesNothing) {
  EXPECT_EQ(in_child([](pg::Connection& own, inbox::Inbox& own_box) {
              begin(own);
              if (must(own_box.accept_within(event_of("e1"))) != inbox::Answer::accepted) return 2;
              std::raise(SIGKILL);
              return 0;
            }).signal,
            SIGKILL);
  EXPECT_TRUE(eventually([&] {
    return raw.scalar("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'onceover-test'") ==
           "1";
  }));
  EXPECT_EQ(accepted({event_of("e1")}), "accepted");
}

}  // namespace
}  // namespace onceover::test
