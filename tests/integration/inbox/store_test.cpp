// SPDX-License-Identifier: Apache-2.0
// Events that are acknowledged first and processed later: store, take, start, release; reaping; the functions
// for other languages.
#include "core/key/types.h"
#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

class StoreTest : public InboxTest {
 protected:
  void stored(int events) {
    std::vector<inbox::Event> all;
    for (int i = 0; i < events; ++i) all.push_back(event_of("e" + std::to_string(i)));
    for (const inbox::Answer answer : must(box.store(all))) EXPECT_EQ(answer, inbox::Answer::accepted);
  }
  std::vector<inbox::TakenEvent> taken(std::int64_t most) { return must(box.take(most, "test")).events; }
  std::string attempts() {
    return raw.scalar("SELECT string_agg(attempts::text, ' ' ORDER BY event_id) FROM onceover.inbox");
  }
};

TEST_F(StoreTest, WhatIsStoredComesBackWhole) {
  inbox::Event event = version_of("e1", "o1", 7);
  event.fingerprint = std::string("\0\xff", 2);
  event.payload = std::string("{\0}\xfe", 4);
  event.content_type = "application/json";
  event.headers = {{"traceparent", "00-1"}, {"odd", std::string("a\0\xff", 3)}, {"n", "\"quoted\""}};
  EXPECT_EQ(words_of(must(box.store(std::vector{event, event_of("e2", "")}))), "accepted accepted");
  const auto events = taken(10);
  ASSERT_EQ(events.size(), 2U);
  const inbox::Event& back = events[0].event.id == "e1" ? events[0].event : events[1].event;
  EXPECT_EQ(back.source, "orders");
  EXPECT_EQ(back.fingerprint, event.fingerprint);
  EXPECT_EQ(back.payload, event.payload);
  EXPECT_EQ(back.content_type, "application/json");
  ASSERT_TRUE(back.aggregate);
  EXPECT_EQ(back.aggregate->version, 7);
  ASSERT_EQ(back.headers.size(), 3U);
  EXPECT_EQ(back.headers[0].second, "\"quoted\"");
  EXPECT_EQ(back.headers[1].second, "a\xef\xbf\xbd\xef\xbf\xbd");
  const inbox::Event& plain = events[0].event.id == "e2" ? events[0].event : events[1].event;
  EXPECT_EQ(plain.payload, std::nullopt);
  EXPECT_TRUE(plain.headers.empty() && !plain.aggregate && plain.fingerprint.empty());
}

TEST_F(StoreTest, EveryAnswer) {
  stored(1);
  EXPECT_EQ(words_of(must(box.store(
                std::vector{event_of("e0"), event_of("e0", "B"), event_of("e0", ""), event_of("new")}))),
            "duplicate mismatch duplicate_unverified accepted");
  // An older version is stored as well: it is refused when it is processed, if at all.
  EXPECT_EQ(words_of(must(box.store(std::vector{version_of("v2", "o", 2), version_of("v1", "o", 1)}))),
            "accepted accepted");
}

TEST_F(StoreTest, OneEventIsTakenWithItsAttempt) {
  stored(2);
  const auto first = taken(1);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first[0].started);
  EXPECT_EQ(first[0].attempt.number, 1);
  const auto second = taken(1);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_NE(second[0].event.id, first[0].event.id);
  EXPECT_TRUE(taken(1).empty());
  EXPECT_EQ(attempts(), "1 1");
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish(first[0].attempt))));
  EXPECT_EQ(state_of(first[0].event.id), "succeeded 1");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox WHERE next_try_at IS NOT NULL"), "1");
}

TEST_F(StoreTest, ABatchIsReservedAndOnlyWhatStartsSpendsAnAttempt) {
  stored(3);
  auto batch = taken(10);
  ASSERT_EQ(batch.size(), 3U);
  EXPECT_EQ(attempts(), "0 0 0");
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.finish(batch[0].attempt))))
      << "it was not started";
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.fail(batch[0].attempt, {"x"}))))
      << "it was not started";
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.start(batch[0]))));
  EXPECT_EQ(batch[0].attempt.number, 1);
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.start(batch[0])))) << "no second attempt";
  EXPECT_EQ(state_of(batch[0].event.id), "in_progress 1");
  EXPECT_EQ(must(box.release(batch)), 2);
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.start(batch[1])))) << "it was given back";
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.finish(batch[0].attempt))));
  EXPECT_EQ(taken(10).size(), 2U);
  EXPECT_EQ(raw.scalar("SELECT sum(attempts) FROM onceover.inbox"), "1");
}

TEST_F(StoreTest, AnExpiredReservationIsTakenAgainAndTheLateOwnerLearnsIt) {
  stored(1);
  auto late = taken(10);
  expire("e0");
  auto again = taken(10);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<inbox::OwnershipLost>(must(box.start(late[0]))));
  EXPECT_EQ(must(box.release(late)), 0);
  EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.start(again[0]))));
  EXPECT_EQ(attempts(), "1");
}

TEST_F(StoreTest, TheOldestDueEventComesFirstAndOneThatIsNotDueNever) {
  stored(4);
  raw.tamper(
      "UPDATE onceover.inbox SET next_try_at = clock_timestamp() + make_interval(secs => CASE event_id WHEN "
      "'e0' THEN -10 WHEN 'e1' THEN -30 WHEN 'e2' THEN -20 ELSE 3600 END)");
  std::string order;
  for (const auto& one : taken(10)) order += one.event.id + " ";
  EXPECT_EQ(order, "e1 e2 e0 ");
}

TEST_F(StoreTest, AnEventWhoseAttemptsAreUsedUpIsReportedOnceAndNeverTaken) {
  stored(2);
  for (int n = 1; n <= 3; ++n) {
    auto batch = must(box.take(10, "test"));
    ASSERT_EQ(batch.events.size(), 2U) << n;
    EXPECT_TRUE(batch.dead.empty());
    auto& poison = batch.events[batch.events[0].event.id == "e0" ? 0 : 1];
    EXPECT_TRUE(std::holds_alternative<inbox::Done>(must(box.start(poison))));
    EXPECT_EQ(poison.attempt.number, n);
    expire("e0");  // its process ended
    EXPECT_EQ(must(box.release(batch.events)), 1);
  }
  const auto batch = must(box.take(10, "test"));
  ASSERT_EQ(batch.dead.size(), 1U);
  EXPECT_EQ(batch.dead[0].id, "e0");
  EXPECT_EQ(batch.dead[0].last_error, "attempt 3 ended without a result");
  ASSERT_EQ(batch.events.size(), 1U);
  EXPECT_EQ(batch.events[0].event.id, "e1");
  EXPECT_EQ(attempts(), "3 0");
  EXPECT_EQ(state_of("e0"), "dead 3");
  EXPECT_TRUE(must(box.take(10, "test")).dead.empty());
}

TEST_F(StoreTest, AFailureWaitsForItsBackoffAndTheLastOneIsDead) {
  stored(1);
  for (int n = 1; n <= 3; ++n) {
    const auto one = taken(1);
    ASSERT_EQ(one.size(), 1U) << n;
    EXPECT_EQ(must(box.fail(one[0].attempt, {"no", false, std::chrono::hours(1)})).index(), n < 3 ? 0U : 1U);
    EXPECT_TRUE(taken(1).empty()) << "not due";
    raw.tamper("UPDATE onceover.inbox SET next_try_at = clock_timestamp() WHERE next_try_at IS NOT NULL");
  }
  EXPECT_EQ(state_of("e0"), "dead 3");
  EXPECT_TRUE(taken(1).empty());
}

TEST_F(StoreTest, TakingReadsOnlyWhatIsDue) {
  raw.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at) SELECT 'billing', "
      "'orders', 'x' || g, 'in_progress', true, clock_timestamp() + interval '1 hour' FROM "
      "generate_series(1, 20000) g; ANALYZE onceover.inbox");
  stored(1);
  const auto read = [&] {
    (void)must(connection.exec("SELECT pg_catalog.pg_stat_force_next_flush()"));
    (void)must(connection.exec("SELECT 1"));
    return std::stoll(raw.scalar(
        "SELECT coalesce(idx_tup_read, 0) + coalesce((SELECT seq_tup_read FROM pg_stat_user_tables WHERE "
        "relid = 'onceover.inbox'::regclass), 0) FROM pg_stat_user_indexes WHERE indexrelname = "
        "'inbox_due'"));
  };
  const auto before = read();
  EXPECT_EQ(taken(10).size(), 1U);
  EXPECT_LE(read() - before, 5);
}

TEST_F(StoreTest, OnlyProcessedEventsPastTheirRetentionAreReaped) {
  stored(3);
  EXPECT_EQ(accepted({event_of("old"), event_of("young"), event_of("of another")}),
            "accepted accepted accepted");
  const auto open = begun("open");
  (void)take<inbox::BecomesDead>(box.fail(begun("dead"), {"no", true}));
  raw.tamper(
      "UPDATE onceover.inbox SET received_at = received_at - interval '30 days', processed_at = processed_at "
      "- interval '30 days', dead_at = dead_at - interval '30 days' WHERE event_id <> 'young'");
  raw.tamper("UPDATE onceover.inbox SET consumer = 'mailing' WHERE event_id = 'of another'");
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_EQ(must(inbox::reap(connection, std::chrono::hours(24))).deleted, 0) << "the stop switch is on";
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(must(inbox::reap(connection, std::chrono::hours(24), "billing")).deleted, 1);
  EXPECT_EQ(state_of("old"), "none");
  EXPECT_EQ(must(inbox::reap(connection, std::chrono::hours(24))).deleted, 1);
  EXPECT_EQ(raw.scalar("SELECT string_agg(event_id, ' ' ORDER BY event_id) FROM onceover.inbox"),
            "dead e0 e1 e2 open young");
  EXPECT_EQ(inbox::reap(connection, -std::chrono::hours(1)).error().kind, ErrorKind::invalid_input);
}

TEST_F(StoreTest, ReapingWalksTheWholeTableInSlices) {
  raw.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state, processed_at) SELECT 'billing', "
      "'orders', 'x' || g, 'succeeded', clock_timestamp() - interval '2 days' FROM generate_series(1, 2000) "
      "g");
  std::int64_t deleted = 0, slices = 0;
  for (std::optional<std::int64_t> from = 0; from; ++slices) {
    const auto reaped = must(inbox::reap(connection, std::chrono::hours(24), {}, *from, 2));
    EXPECT_LE(reaped.deleted, 300);
    deleted += reaped.deleted;
    ASSERT_TRUE(!reaped.next || *reaped.next == *from + 2);
    from = reaped.next;
  }
  EXPECT_EQ(deleted, 2000);
  EXPECT_GT(slices, 5);
}

TEST_F(StoreTest, ServicesInOtherLanguagesUseFunctions) {
  const auto call = [&](const std::string& text) { return raw.scalar("SELECT onceover." + text); };
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f1', 'A')"), "accepted");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f1', 'A')"), "duplicate");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f1', 'B')"), "mismatch");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f1')"), "duplicate_unverified");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'v2', 'A', 'order', 'o', 2)"), "accepted");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'v1', 'A', 'order', 'o', 1)"), "stale");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'v2', 'A', 'order', 'o', 2)"), "duplicate");
  auto rival = database.connect();
  rival.exec("BEGIN");
  EXPECT_EQ(rival.scalar("SELECT onceover.inbox_accept('billing', 'orders', 'f2', 'A')"), "accepted");
  raw.exec("SET lock_timeout = '1ms'");
  raw.exec("BEGIN");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f2', 'A')"), "contended");
  EXPECT_EQ(call("inbox_accept('billing', 'orders', 'f3', 'A')"), "accepted");
  raw.exec("COMMIT; RESET lock_timeout");
  rival.exec("COMMIT");
  // What it answers is what the library answers.
  EXPECT_EQ(accepted({event_of("f1"), event_of("f2"), event_of("f3"), version_of("v1", "o", 1)}),
            "duplicate duplicate duplicate stale");

  stored(2);
  const auto row = raw.exec(
      "SELECT event_id, fence, attempts FROM onceover.inbox_take('billing', 'php', '30 seconds', 1)");
  ASSERT_EQ(row.size(), 1U);
  const std::string of = "'billing', 'orders', '" + *row[0][0] + "', " + *row[0][1];
  EXPECT_EQ(*row[0][2], "1");
  EXPECT_EQ(call("inbox_finish('billing', 'orders', '" + *row[0][0] + "', " + *row[0][1] + " + 1)"), "f");
  EXPECT_EQ(call("inbox_fail(" + of + ", 'no', false, '0 seconds', 2)"), "retry");
  EXPECT_EQ(call("inbox_fail(" + of + ", 'no')"), "lost");
  const auto batch = raw.exec(
      "SELECT event_id, fence FROM onceover.inbox_take('billing', 'php', '30 seconds', 5) ORDER BY attempts");
  ASSERT_EQ(batch.size(), 2U);
  const auto named = [&](std::size_t i) {
    return "'billing', 'orders', '" + *batch[i][0] + "', " + *batch[i][1];
  };
  EXPECT_EQ(call("inbox_finish(" + named(1) + ")"), "f") << "not started";
  EXPECT_EQ(call("inbox_start(" + named(1) + ", '30 seconds')"), "2");
  const auto given_back = [&](std::size_t i) {
    return raw.scalar("SELECT onceover.inbox_release('billing', '{orders}', ARRAY[$1], ARRAY[$2::bigint])",
                      {*batch[i][0], *batch[i][1]});
  };
  EXPECT_EQ(given_back(1), "0") << "started";
  EXPECT_EQ(call("inbox_fail(" + named(1) + ", 'no', max_attempts => 2)"), "dead");
  EXPECT_EQ(call("inbox_start(" + named(0) + ", '30 seconds')"), "1");
  EXPECT_EQ(call("inbox_finish(" + named(0) + ", '{\"ok\":true}')"), "t");
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox_take('billing', 'php', '30 seconds', 5)"), "0");
}

TEST_F(StoreTest, APauseThatIsTooLongIsRefusedAndALongWordIsCut) {
  stored(1);
  const auto batch = must(box.take(1, "test"));
  ASSERT_EQ(batch.events.size(), 1U);
  const inbox::Attempt& attempt = batch.events[0].attempt;
  const std::string of = "'billing', 'orders', '" + attempt.id + "', " + std::to_string(attempt.fence);
  EXPECT_EQ(
      raw.sqlstate_of("SELECT onceover.inbox_fail(" + of + ", 'no', false, interval '24 hours 1 second')"),
      "22023");
  const auto failed = must(box.fail(attempt, {.error = "no", .retry_after = std::chrono::hours(24 * 400)}));
  ASSERT_TRUE(std::holds_alternative<inbox::RetryIn>(failed));
  EXPECT_EQ(std::get<inbox::RetryIn>(failed).delay, key::longest_lease);
  EXPECT_EQ(raw.scalar("SELECT next_try_at - clock_timestamp() BETWEEN interval '23:59' AND interval '24:00' "
                       "FROM onceover.inbox"),
            "t");
}

TEST_F(StoreTest, WorkersInOtherLanguagesNeverGetADeadLetter) {
  stored(1);
  for (int n = 1; n <= 2; ++n) {
    EXPECT_EQ(raw.scalar("SELECT attempts FROM onceover.inbox_take('billing', 'php', '30 seconds', 1, 2)"),
              std::to_string(n));
    expire("e0");
  }
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.inbox_take('billing', 'php', '30 seconds', 1, 2)"),
            "0");
  EXPECT_EQ(state_of("e0"), "dead 2");
}

TEST_F(StoreTest, OnlyTheOwnerHasRights) {
  raw.exec("CREATE ROLE inbox_guest; GRANT USAGE ON SCHEMA onceover TO inbox_guest; SET ROLE inbox_guest");
  for (const char* call : {"inbox_accept('c', 's', 'e')", "inbox_take('c', 'o', '1 s', 1)",
                           "inbox_start('c', 's', 'e', 1, '1 s')", "inbox_finish('c', 's', 'e', 1)",
                           "inbox_fail('c', 's', 'e', 1, 'x')", "inbox_release('c', '{}', '{}', '{}')"})
    EXPECT_EQ(raw.sqlstate_of(std::string("SELECT onceover.") + call), "42501") << call;
  EXPECT_EQ(raw.sqlstate_of("SELECT FROM onceover.inbox"), "42501");
  raw.exec("RESET ROLE; DROP OWNED BY inbox_guest; DROP ROLE inbox_guest");
}

TEST_F(StoreTest, VersionsAreReapedOnceTheyAreOldAndNoEventNeedsThem) {
  // One aggregate each: moved long ago; long ago, with an unfinished event; with a dead letter; moved just
  // now.
  EXPECT_EQ(accepted({version_of("a", "old", 1), version_of("b", "waits", 1), version_of("c", "dead", 1),
                      version_of("d", "new", 1)}),
            "accepted accepted accepted accepted");
  (void)must(box.store(std::vector{version_of("b2", "waits", 2), version_of("c2", "dead", 2)}));
  raw.tamper("UPDATE onceover.inbox SET state = 'dead', next_try_at = NULL WHERE event_id = 'c2'");
  raw.exec(
      "UPDATE onceover.inbox_versions SET changed_at = now() - interval '2 days' WHERE aggregate_id <> "
      "'new'");
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_EQ(must(inbox::reap_versions(connection, std::chrono::hours(24))), 0);
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(must(inbox::reap_versions(connection, std::chrono::hours(24), "another consumer")), 0);
  EXPECT_EQ(must(inbox::reap_versions(connection, std::chrono::hours(24), "billing")), 1);
  EXPECT_EQ(
      raw.scalar("SELECT string_agg(aggregate_id, ' ' ORDER BY aggregate_id) FROM onceover.inbox_versions"),
      "dead new waits");
}

TEST_F(StoreTest, AVersionThatMovesIsNewAgain) {
  EXPECT_EQ(accepted({version_of("a", "o-1", 1), version_of("b", "o-2", 1)}), "accepted accepted");
  raw.exec("UPDATE onceover.inbox_versions SET changed_at = now() - interval '2 days'");
  EXPECT_EQ(accepted({version_of("a2", "o-1", 2)}), "accepted");
  EXPECT_EQ(raw.scalar("SELECT onceover.inbox_accept('billing', 'orders', 'b2', NULL, 'order', 'o-2', 2)"),
            "accepted");
  EXPECT_EQ(must(inbox::reap_versions(connection, std::chrono::hours(24))), 0);
}

TEST_F(StoreTest, NothingIsTakenWhileTheStopSwitchIsOn) {
  (void)must(box.store(std::vector{event_of("e1")}));
  raw.exec("UPDATE onceover.control SET stopped = true");
  EXPECT_TRUE(must(box.take(1, "w")).events.empty());
  EXPECT_EQ(state_of("e1"), "in_progress 0");
  raw.exec("UPDATE onceover.control SET stopped = false");
  EXPECT_EQ(must(box.take(1, "w")).events.size(), 1U);
}

}  // namespace
}  // namespace onceover::test
