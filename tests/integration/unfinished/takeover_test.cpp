// SPDX-License-Identifier: Apache-2.0
// Released keys behind the frontier rest in the list until they can be stuck, unless somebody claims them
// again.
#include "core/sweeper/reaper.h"
#include "tests/integration/unfinished/fixture.h"

namespace onceover::test {
namespace {

class Takeovers : public FrontierTest {
 protected:
  void expect_stuck_when_its_lease_ends(const std::string& key) {
    EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 0, in progress 1, released 0");
    store.raw.exec(update_key(key, to_stuck));
    store.expect_complete();
    EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 1, in progress 1, released 0");
  }
  // Through a plain connection: it waits for locks as long as it must.
  std::string tend_sql(bool resting) const {
    return "SELECT dropped, rested FROM onceover.tend_unfinished(" + std::string(resting ? "true" : "false") +
           ", " + std::to_string(store.floor) + ", 100, '-infinity', '', '', '')";
  }
};

TEST_F(Takeovers, AReleasedKeyRestsUntilItCanBeStuckAndIsCounted) {
  store.resting("k");
  store.expect_complete();
  EXPECT_EQ(
      store.raw.scalar(
          "SELECT u.look_at = k.retry_before FROM onceover.unfinished u JOIN onceover.keys k USING (key)"),
      "t");
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 0, in progress 0, released 1");
  // The trigger sees the nearer bound.
  store.raw.exec(update_key("k", "retry_before = clock_timestamp() - interval '1 s'"));
  store.expect_complete();
  EXPECT_EQ(told_unfinished(read_by_list(store.connection)), "stuck 1, in progress 0, released 1");
}

TEST_F(Takeovers, OfAKeyThatRestsIsInTheAnswerAtOnce) {
  store.resting("k");
  store.raw.exec(update_key("k", to_taken_over));
  store.expect_complete();
  store.rest();
  store.expect_complete();
  EXPECT_FALSE(store.rests("k"));
  expect_stuck_when_its_lease_ends("k");
}

TEST_F(Takeovers, OfAKeyThatIsListedAndDoesNotRestYetIsInTheAnswer) {
  store.behind("k", to_released);
  ASSERT_FALSE(store.rests("k"));
  store.raw.exec(update_key("k", to_taken_over));
  store.rest();
  store.expect_complete();
  expect_stuck_when_its_lease_ends("k");
}

TEST_F(Takeovers, ThatIsOpenWhileTheKeyIsListedKeepsItFromResting) {
  RawConnection holder = store.connect(), taker = store.connect();
  store.raw.exec(insert_key_at("k", "clock_timestamp() - interval '1 hour'"));
  store.raw.exec(update_key("k", to_released));
  holder.exec("BEGIN; " + insert_key("other"));
  ASSERT_TRUE(store.step().waits);
  // After the floor, before the list: its trigger finds no entry to mark.
  taker.exec("BEGIN; " + update_key("k", to_taken_over));
  holder.exec("COMMIT");
  ASSERT_TRUE(eventually([&] { return store.step().done; }));
  ASSERT_TRUE(store.lists("k"));
  store.tend();
  EXPECT_FALSE(store.rests("k"));
  taker.exec("COMMIT");
  store.expect_complete();
  store.rest();
  store.expect_complete();
  EXPECT_FALSE(store.rests("k"));
}

TEST_F(Takeovers, ThatIsOpenWhileTheListIsTendedWins) {
  store.behind("k", to_released);
  store.walk();  // a later floor
  RawConnection taker = store.connect(), tender = store.connect();
  taker.exec("BEGIN; " + update_key("k", to_taken_over));
  // Tending sees the released key, meets the entry that the takeover has changed, and leaves it alone.
  Blocked tending(tender, tend_sql(false));
  EXPECT_EQ(tending.finish(), (std::vector<RawRow>{{"0", "0"}}));
  taker.exec("COMMIT");
  EXPECT_FALSE(store.rests("k"));
  store.expect_complete();
}

TEST_F(Takeovers, ThatIsRolledBackLeavesTheKeyResting) {
  store.resting("k");
  RawConnection taker = store.connect();
  taker.exec("BEGIN; " + update_key("k", to_taken_over));
  store.expect_complete();
  taker.exec("ROLLBACK");
  EXPECT_TRUE(store.rests("k"));
  store.expect_complete();
}

// Its snapshot is older than the entry that its trigger must mark.
TEST_F(Takeovers, InAnOlderSnapshotIsInTheAnswerOrRefused) {
  store.raw.exec(insert_key_at("k", "clock_timestamp() - interval '1 hour'"));
  store.raw.exec(update_key("k", to_released));
  RawConnection taker = store.connect();
  taker.exec("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM onceover.keys");
  store.walk();
  ASSERT_TRUE(store.lists("k"));
  store.walk();
  const std::string refused = taker.sqlstate_of(update_key("k", to_taken_over));
  store.tend();
  taker.exec(refused.empty() ? "COMMIT" : "ROLLBACK");
  store.expect_complete();
}

TEST_F(Takeovers, ThatStaysOpenDoesNotKeepOtherEntriesFromBeingTended) {
  store.behind("finished");
  store.behind("taken", to_released);
  store.raw.exec(update_key("finished", to_finished));
  store.walk();
  RawConnection taker = store.connect();
  taker.exec("BEGIN; " + update_key("taken", to_taken_over));
  store.tend();
  EXPECT_FALSE(store.lists("finished"));
  taker.exec("COMMIT");
}

TEST_F(Takeovers, ReleasesAndFinishesOneAfterTheOtherLeaveNothingBehind) {
  store.resting("k");
  for (int i = 0; i < 3; ++i) {
    store.raw.exec(update_key("k", to_taken_over));
    store.expect_complete();
    store.raw.exec(update_key("k", to_released));
    store.expect_complete();
    store.rest();
    EXPECT_TRUE(store.rests("k"));
  }
  store.raw.exec(update_key("k", to_taken_over));
  store.raw.exec(update_key("k", to_finished));
  store.expect_complete();
  EXPECT_EQ(store.tend(), 1);
  EXPECT_FALSE(store.lists("k"));
}

TEST_F(Takeovers, AKeyThatIsDeletedAndClaimedAnewIsAnotherOne) {
  store.resting("k");
  store.raw.tamper("DELETE FROM onceover.keys");
  store.raw.exec(insert_key("k"));
  EXPECT_EQ(missing_keys(store.raw), "");
  store.tend(true);
  store.expect_complete();
  store.catch_up();
  store.expect_complete();
  EXPECT_EQ(store.raw.scalar("SELECT count(*) FROM onceover.unfinished"), "1");
}

TEST_F(Takeovers, AReleasedKeyThatIsDeletedIsNotCountedAnyMore) {
  store.resting("k");
  store.raw.tamper("DELETE FROM onceover.keys");
  store.expect_complete();
}

// A restore that writes over a part of the table.
TEST_F(Takeovers, AKeyThatIsDeletedAndWrittenAgainWithItsOldTimeIsInTheAnswer) {
  store.resting("k");
  store.raw.tamper(
      "CREATE TABLE public.kept AS SELECT created_at::timestamptz AS at FROM onceover.keys; DELETE FROM "
      "onceover.keys");
  store.raw.exec(insert_key_at("k", "(SELECT at FROM public.kept)"));
  EXPECT_EQ(missing_keys(store.raw), "");
  store.walk();
  store.expect_complete();
}

TEST_F(Takeovers, AReaperDeletesReleasedKeysAndTheListFollows) {
  for (const std::string key : {"past", "kept"}) store.resting(key);
  store.raw.exec(update_key(
      "past",
      "retry_before = clock_timestamp() - interval '2 s', expires_at = clock_timestamp() - interval '1 s'"));
  const auto reaped = value_of(sweeper::reap(store.connection, {}, nullptr));
  EXPECT_EQ(reaped.reaped, 1);
  store.expect_complete();
  store.tend();
  store.tend(true);
  EXPECT_FALSE(store.lists("past"));
  EXPECT_TRUE(store.rests("kept"));
}

TEST_F(Takeovers, AReaperThatMeetsAnEntryThatIsBeingTendedGoesOnLater) {
  store.resting("past");
  store.raw.exec(update_key(
      "past",
      "retry_before = clock_timestamp() - interval '2 s', expires_at = clock_timestamp() - interval '1 s'"));
  RawConnection tending = store.connect();
  tending.exec("BEGIN; SELECT FROM onceover.unfinished FOR UPDATE");
  const auto cut = value_of(sweeper::reap(store.connection, {}, nullptr));
  EXPECT_EQ(cut.reaped, 0);
  EXPECT_TRUE(cut.cut_short);
  tending.exec("COMMIT");
  const auto reaped = value_of(sweeper::reap(store.connection, {}, nullptr));
  EXPECT_EQ(reaped.reaped, 1);
  EXPECT_FALSE(reaped.cut_short);
}

TEST_F(Takeovers, ATruncatedTableHasAnEmptyList) {
  store.resting("resting");
  store.behind("running");
  store.raw.tamper("BEGIN; TRUNCATE onceover.keys; ROLLBACK");
  EXPECT_TRUE(store.rests("resting"));
  store.expect_complete();
  store.raw.tamper("TRUNCATE onceover.keys");
  EXPECT_EQ(store.raw.scalar("SELECT count(*) FROM onceover.unfinished"), "0");
  store.walk();
  store.expect_complete();
  store.behind("running");
  store.expect_complete();
}

}  // namespace
}  // namespace onceover::test
