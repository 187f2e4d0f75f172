// SPDX-License-Identifier: Apache-2.0
// A verdict on an external row, taken back.
#include "core/reconcile/undo.h"

#include "tests/integration/foreign_writes/fixture.h"

namespace onceover::test {
namespace {

using reconcile::RowWritten;
using tables::Verb;
using testing::HasSubstr;

class UndoRow : public ForeignTest {
 protected:
  void SetUp() override { make("words"); }
  std::int64_t written(Verb verb, int marker = 1) {
    return take<RowWritten>(write(seen(marker), asking(verb))).audit_id;
  }
  auto undo(std::int64_t number) {
    return reconcile::undo(connection, p, access, number, bob, "wrong row", "INC-2");
  }
  std::string row_of(int marker) {
    return raw.scalar("SELECT k::text FROM words k WHERE marker = " + std::to_string(marker));
  }
};

TEST_F(UndoRow, PutsEveryColumnBackThatTheVerbWrote) {
  struct Case {
    Verb verb;
    std::string rows;
  };
  for (const Case& c : {Case{Verb::release, "status = 'RUNNING'"}, Case{Verb::extend, "status = 'RUNNING'"},
                        Case{Verb::requeue, "status = 'ERROR'"}}) {
    SCOPED_TRACE(std::string(tables::word(c.verb)));
    restore();
    const int marker = std::stoi(raw.scalar("SELECT min(marker) FROM words WHERE " + c.rows +
                                            " AND (locked_until < now() OR locked_until IS NULL)"));
    const std::string before = row_of(marker);
    const auto number = written(c.verb, marker);
    ASSERT_NE(row_of(marker), before);
    const auto undone = undo(number);
    ASSERT_TRUE(undone) << undone.error().sentence() << undone.error().detail;
    ASSERT_TRUE(std::holds_alternative<reconcile::Undone>(*undone)) << undone->index();
    EXPECT_EQ(row_of(marker), before);
    EXPECT_EQ(raw.scalar("SELECT concat_ws(' ', action, actor, verdict, reason, ticket, evidence ->> "
                         "'undone') FROM onceover.audit WHERE id = " +
                         std::to_string(std::get<reconcile::Undone>(*undone).audit_id)),
              "undo bob undo wrong row INC-2 " + std::to_string(number));
    EXPECT_TRUE(std::holds_alternative<reconcile::ChangedSince>(*undo(number))) << "once";
    EXPECT_EQ(row_of(marker), before);
  }
}

TEST_F(UndoRow, IsRefusedWhereTheRowHasChangedSinceAndSaysWhat) {
  const auto number = written(Verb::release);
  raw.exec("UPDATE words SET status = 'RUNNING', attempts = attempts + 1 WHERE marker = 1");
  const std::string theirs = row_of(1);
  const auto changed = take<reconcile::ChangedSince>(undo(number));
  EXPECT_THAT(testing::PrintToString(changed.what), HasSubstr("status: was NEW, is RUNNING"));
  EXPECT_EQ(row_of(1), theirs);
  raw.exec("DELETE FROM words WHERE marker = 1");
  EXPECT_FALSE(take<reconcile::ChangedSince>(undo(number)).now);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE action = 'undo'"), "0");
}

TEST_F(UndoRow, IsNeverOfWhatIsFinished) {
  for (const Verb verb : {Verb::succeed, Verb::fail}) {
    restore();
    const auto number = written(verb);
    const std::string after = row_of(1);
    const auto refused = undo(number);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("finished"));
    EXPECT_EQ(row_of(1), after);
  }
}

TEST_F(UndoRow, OfATextThatTheTrailHoldsInPartIsRefused) {
  raw.exec("UPDATE words SET owner = repeat('x', 1000) WHERE marker = 1");
  const auto number = written(Verb::release);
  const std::string after = row_of(1);
  const auto refused = undo(number);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("\"owner\""));
  EXPECT_EQ(row_of(1), after);
}

TEST_F(UndoRow, IsOfTheTableOfTheActAlone) {
  const auto number = written(Verb::release);
  const std::string after = row_of(1);
  EXPECT_FALSE(reconcile::undo(connection, tables::own(), {}, number, bob, "wrong row", ""));
  auto another = p;
  another.table = "pristine";
  EXPECT_FALSE(reconcile::undo(connection, another, access, number, bob, "wrong row", ""));
  EXPECT_EQ(row_of(1), after);
}

}  // namespace
}  // namespace onceover::test
