// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/browse/fixture.h"

namespace onceover::browse {

using LocksTest = BrowseTest;
using Answer = LockHolder::Answer;

TEST_F(LocksTest, NobodyIsSaidWhereNobodyEverLocked) {
  insert("abc", "in_progress");
  auto holder = browser().who_locks(id("abc"));
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->answer, Answer::nobody);
  auto none = browser().who_locks(id("no such key"));
  ASSERT_DONE(none);
  EXPECT_EQ(none->answer, Answer::nobody);
  EXPECT_EQ(none->words, "There is no such row, so it is not locked.");
}

TEST_F(LocksTest, NamesTheBackendThatHoldsTheRowAndForgetsItAfterwards) {
  insert("abc", "in_progress");
  insert("def", "in_progress");
  for (const char* statement : {"SELECT FROM onceover.keys WHERE key = 'abc' FOR UPDATE",
                                "UPDATE onceover.keys SET owner = 'x' WHERE key = 'abc'",
                                "SELECT FROM onceover.keys WHERE key = 'abc' FOR SHARE",
                                "DELETE FROM onceover.keys WHERE key = 'abc'"}) {
    for (const char* end : {"COMMIT", "ROLLBACK"}) {
      if (std::string_view(statement).starts_with("DELETE") && std::string_view(end) == "COMMIT") continue;
      test::RawConnection other = database_.connect();
      other.exec("SET application_name = 'payments-7'; BEGIN; SET LOCAL session_replication_role = replica");
      other.exec("SAVEPOINT inner_one");  // a subtransaction's number is the one in xmax
      other.exec(statement);
      auto holder = browser().who_locks(id("abc"));
      ASSERT_DONE(holder);
      EXPECT_EQ(holder->answer, Answer::held) << statement << ": " << holder->words;
      EXPECT_EQ(holder->pid, other.backend_pid());
      EXPECT_EQ(holder->application, "payments-7");
      EXPECT_EQ(holder->user, "postgres");
      EXPECT_EQ(holder->state, "idle in transaction");
      EXPECT_TRUE(holder->words.starts_with("Row locked by pid " + std::to_string(other.backend_pid()) +
                                            ", payments-7, in a transaction for "))
          << holder->words;
      EXPECT_EQ(browser().who_locks(id("def"))->answer, Answer::nobody);
      other.exec(end);
      EXPECT_EQ(browser().who_locks(id("abc"))->answer, Answer::nobody) << statement << ", " << end;
    }
  }
}

TEST_F(LocksTest, SeveralLockersCannotBeToldApartAndAreNotGuessed) {
  insert("abc", "in_progress");
  test::RawConnection one = database_.connect(), two = database_.connect();
  for (test::RawConnection* each : {&one, &two}) {
    each->exec("BEGIN");
    each->exec("SELECT FROM onceover.keys WHERE key = 'abc' FOR SHARE");
  }
  auto holder = browser().who_locks(id("abc"));
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->answer, Answer::cannot_tell);
  EXPECT_NE(holder->words.find("multixact"), std::string::npos) << holder->words;
  EXPECT_NE(holder->words.find(std::to_string(one.backend_pid())), std::string::npos) << holder->words;
  EXPECT_NE(holder->words.find(std::to_string(two.backend_pid())), std::string::npos) << holder->words;
  one.exec("COMMIT");
  EXPECT_EQ(browser().who_locks(id("abc"))->answer, Answer::cannot_tell);
  two.exec("COMMIT");
  // The multixact stays in xmax for ever; nobody in it is alive.
  EXPECT_NE(raw_.scalar("SELECT xmax::text FROM onceover.keys"), "0");
  EXPECT_EQ(browser().who_locks(id("abc"))->answer, Answer::nobody);
}

TEST_F(LocksTest, MissingRightsAreAReasonNotAGuess) {
  insert("abc", "in_progress");
  const std::string viewer = "viewer_" + database_.name();
  raw_.exec("CREATE ROLE " + viewer + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + viewer +
            "; GRANT SELECT (tenant, operation, key, state) ON onceover.keys TO " + viewer);
  pg::Connection limited = connected(database_.conninfo() + " user=" + viewer);
  Browser by_viewer(limited, tables::own());
  auto holder = by_viewer.who_locks(id("abc"));
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->answer, Answer::cannot_tell);
  EXPECT_NE(holder->words.find("may not read"), std::string::npos) << holder->words;

  raw_.exec("GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO " + viewer);
  test::RawConnection other = database_.connect();
  other.exec("BEGIN");
  other.exec("SELECT FROM onceover.keys FOR UPDATE");
  auto seen = by_viewer.who_locks(id("abc"));
  ASSERT_DONE(seen);
  EXPECT_EQ(seen->answer, Answer::held);
  EXPECT_EQ(seen->pid, other.backend_pid());
  EXPECT_NE(seen->words.find("pg_read_all_stats"), std::string::npos) << seen->words;
  other.exec("ROLLBACK");
  limited.close();
  raw_.exec("DROP OWNED BY " + viewer + "; DROP ROLE " + viewer);
}

TEST_F(LocksTest, AViewHasNoRowsToLock) {
  insert("abc", "in_progress");
  raw_.exec("CREATE VIEW public.keys_view AS SELECT * FROM onceover.keys");
  tables::Profile view = tables::own();
  view.schema = "public";
  view.table = "keys_view";
  auto holder = Browser(connection_, view).who_locks(id("abc"));
  ASSERT_DONE(holder);
  EXPECT_EQ(holder->answer, Answer::cannot_tell);
}

}  // namespace onceover::browse
