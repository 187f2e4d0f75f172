// SPDX-License-Identifier: Apache-2.0
// Events whose effect commits with them: every answer, one by one and as arrays.
#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

using AcceptTest = InboxTest;

TEST_F(AcceptTest, AnEventIsAcceptedOnce) {
  EXPECT_EQ(accepted({event_of("e1")}), "accepted");
  EXPECT_EQ(accepted({event_of("e1")}), "duplicate");
  EXPECT_EQ(
      raw.scalar("SELECT state || ' ' || (processed_at IS NOT NULL) || ' ' || attempts FROM onceover.inbox"),
      "succeeded true 0");
}

TEST_F(AcceptTest, TheIdentityIsConsumerSourceAndId) {
  EXPECT_EQ(accepted({event_of("e1"), event_of("e1", "A", "refunds")}), "accepted accepted");
  inbox::Inbox other(connection, "mailing");
  begin(connection);
  EXPECT_EQ(must(other.accept_within(event_of("e1"))), inbox::Answer::accepted);
  commit(connection);
  EXPECT_EQ(count(), "3");
}

TEST_F(AcceptTest, OtherContentIsAMismatchAndMissingContentIsUnknown) {
  EXPECT_EQ(accepted({event_of("known"), event_of("unknown", "")}), "accepted accepted");
  EXPECT_EQ(accepted({event_of("known", "B"), event_of("known", ""), event_of("unknown", "A"),
                      event_of("unknown", "")}),
            "mismatch duplicate_unverified duplicate_unverified duplicate_unverified");
}

TEST_F(AcceptTest, AnswersAreInTheOrderOfTheEvents) {
  EXPECT_EQ(accepted({event_of("b"), event_of("d")}), "accepted accepted");
  EXPECT_EQ(accepted({event_of("e"), event_of("d"), event_of("c"), event_of("b", "B"), event_of("a")}),
            "accepted duplicate accepted mismatch accepted");
}

TEST_F(AcceptTest, RepeatsWithinAnArrayAreCompared) {
  EXPECT_EQ(accepted({event_of("x"), event_of("y"), event_of("x"), event_of("x", "B"), event_of("x", "")}),
            "accepted accepted duplicate mismatch duplicate_unverified");
  // Also where the first of them is no new one: with the stored content, not with each other's.
  EXPECT_EQ(accepted({event_of("x", "B"), event_of("x", "B"), event_of("x")}), "mismatch mismatch duplicate");
}

TEST_F(AcceptTest, RolledBackIsNeverReceived) {
  begin(connection);
  EXPECT_EQ(must(box.accept_within(event_of("e1"))), inbox::Answer::accepted);
  (void)must(connection.exec("ROLLBACK"));
  EXPECT_EQ(accepted({event_of("e1")}), "accepted");
}

TEST_F(AcceptTest, NothingIsSentWithoutATransactionOrWithAnUnusableId) {
  EXPECT_EQ(box.accept_within(event_of("e1")).error().kind, ErrorKind::invalid_input);
  begin(connection);
  for (const std::string& id :
       {std::string(), std::string(256, 'x'), std::string("a\0b", 3), std::string("\xff")})
    EXPECT_EQ(box.accept_within(std::vector{event_of("fine"), event_of(id)}).error().kind,
              ErrorKind::invalid_input);
  EXPECT_EQ(must(box.accept_within(event_of(std::string(255, 'x')))), inbox::Answer::accepted);
  EXPECT_TRUE(must(box.accept_within(std::span<const inbox::Event>())).empty());
  commit(connection);
  EXPECT_EQ(count(), "1");
}

TEST_F(AcceptTest, TheCallersLockTimeoutIsRestored) {
  begin(connection);
  (void)must(connection.exec("SET LOCAL lock_timeout = '1234ms'"));
  EXPECT_EQ(must(box.accept_within(event_of("e1"))), inbox::Answer::accepted);
  EXPECT_EQ(must(connection.exec("SHOW lock_timeout")).text(0, 0), "1234ms");
  EXPECT_EQ(must(box.accept_within(version_of("e2", "o", 1))), inbox::Answer::accepted);
  EXPECT_EQ(must(connection.exec("SHOW lock_timeout")).text(0, 0), "1234ms");
  commit(connection);
}

TEST_F(AcceptTest, OneEventThatARivalHoldsLeavesTheTransactionAndItsLockTimeout) {
  auto rival = database.connect();
  rival.exec("BEGIN");
  EXPECT_EQ(rival.scalar("SELECT onceover.inbox_accept('billing', 'orders', 'held', 'A')"), "accepted");
  begin(connection);
  (void)must(connection.exec("SET LOCAL lock_timeout = '1234ms'"));
  EXPECT_EQ(must(box.accept_within(event_of("held"))), inbox::Answer::contended);
  EXPECT_EQ(must(connection.exec("SHOW lock_timeout")).text(0, 0), "1234ms");
  EXPECT_EQ(must(box.accept_within(event_of("free"))), inbox::Answer::accepted);
  EXPECT_EQ(must(box.accept_within(event_of("free"))), inbox::Answer::duplicate);
  EXPECT_EQ(must(connection.exec("SHOW lock_timeout")).text(0, 0), "1234ms");
  commit(connection);
  rival.exec("COMMIT");
  EXPECT_EQ(accepted({event_of("held"), event_of("free")}), "duplicate duplicate");
}

TEST_F(AcceptTest, AStaleVersionIsRefused) {
  EXPECT_EQ(accepted({version_of("e2", "o1", 2)}), "accepted");
  EXPECT_EQ(accepted({version_of("e1", "o1", 1), version_of("e2b", "o1", 2), version_of("f1", "o2", 1),
                      version_of("e3", "o1", 3)}),
            "stale stale accepted accepted");
  EXPECT_EQ(accepted({version_of("e1", "o1", 1)}), "stale") << "again, since nothing was stored";
  EXPECT_EQ(accepted({version_of("e3", "o1", 3)}), "duplicate") << "and not stale: it was accepted";
  EXPECT_EQ(raw.scalar("SELECT version FROM onceover.inbox_versions WHERE aggregate_id = 'o1'"), "3");
  EXPECT_EQ(count(), "3");
}

TEST_F(AcceptTest, WithinAnArrayTheOrderOfTheEventsDecidesWhatIsStale) {
  EXPECT_EQ(accepted({version_of("z", "o", 1), version_of("y", "o", 2), version_of("x", "o", 1),
                      version_of("w", "o", 2), version_of("v", "o", 3), event_of("plain")}),
            "accepted accepted stale stale accepted accepted");
  EXPECT_EQ(raw.scalar("SELECT string_agg(event_id, ' ' ORDER BY event_id) FROM onceover.inbox"),
            "plain v y z");
  EXPECT_EQ(accepted({version_of("u", "p", 2), version_of("t", "p", 1), version_of("t", "p", 1),
                      version_of("t", "p", 9)}),
            "accepted stale stale stale");
}

TEST_F(AcceptTest, AVersionAcceptedMeanwhileMakesAnEventStale) {
  auto other = open_inbox(database.conninfo());
  inbox::Inbox rival(other, "billing", {.rival_wait = std::chrono::seconds(20)});
  begin(connection);
  EXPECT_EQ(must(box.accept_within(version_of("e2", "o", 2))), inbox::Answer::accepted);
  inbox::Answer answer{};
  std::thread waiter([&] {
    begin(other);
    answer = must(rival.accept_within(version_of("e1", "o", 1)));
    commit(other);
  });
  EXPECT_TRUE(
      eventually([&] { return raw.scalar("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1"; }));
  commit(connection);
  waiter.join();
  EXPECT_EQ(answer, inbox::Answer::stale);
  EXPECT_EQ(state_of("e1"), "none");
  EXPECT_EQ(raw.scalar("SELECT version FROM onceover.inbox_versions"), "2");
}

TEST_F(AcceptTest, KnownInAdvanceRunsWithTheEventOnly) {
  raw.exec("CREATE TABLE ledger (id text)");
  const std::vector<pg::Statement> business{
      {"INSERT INTO public.ledger VALUES ($1::text)", pg::params("e1")}};
  EXPECT_EQ(must(box.run_known(event_of("e1"), business)), inbox::Answer::accepted);
  EXPECT_EQ(must(box.run_known(event_of("e1"), business)), inbox::Answer::duplicate);
  EXPECT_EQ(must(box.run_known(event_of("e1", "B"), business)), inbox::Answer::mismatch);
  EXPECT_EQ(must(box.run_known(event_of("e1", ""), business)), inbox::Answer::duplicate_unverified);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "1");
  const std::vector<pg::Statement> broken{{"INSERT INTO public.ledger SELECT 1/0", {}}};
  EXPECT_FALSE(box.run_known(event_of("e2"), broken));
  EXPECT_EQ(state_of("e2"), "none");
  EXPECT_FALSE(connection.in_transaction());
}

TEST_F(AcceptTest, InTheCallersOwnPipelineAnEarlierEventDoesNotOpenTheDoor) {
  raw.exec("CREATE TABLE ledger (id text)");
  EXPECT_EQ(accepted({event_of("old")}), "accepted");
  std::vector<pg::Statement> all{{"BEGIN", {}}};
  for (const char* id : {"new", "old"}) {
    all.push_back(box.known_statement(event_of(id)));
    all.push_back({"INSERT INTO public.ledger VALUES ($1::text)", pg::params(id)});
  }
  const auto rows = connection.pipeline(all, pg::Connection::Ends::open);
  ASSERT_FALSE(rows);
  EXPECT_TRUE(inbox::Inbox::was_received_before(rows.error())) << rows.error().sentence();
  connection.roll_back();
  EXPECT_EQ(must(box.answer_of(event_of("old"))), inbox::Answer::duplicate);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM ledger"), "0");
}

}  // namespace
}  // namespace onceover::test
