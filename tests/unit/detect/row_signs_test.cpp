// Tables whose names say nothing: what their rows alone show.
#include <gtest/gtest.h>

#include "core/detect/columns.h"
#include "tests/unit/detect/table_of.h"

namespace onceover::profile {

using namespace test;

namespace {

std::string a_time(int row) { return at(row); }

// Without a name that says anything, and without rows that show a life.
TableOf mute() {
  TableOf table("tabelle");
  table.column("a", "text!", key("k-")).unique({"a"});
  return table;
}

}  // namespace

TEST(RowSigns, OnlyEnoughOfThemMakeACandidate) {
  EXPECT_FALSE(may_be(mute().column("b", "text!", key("x")).column("c", "text!", key("y")).facts()))
      << "a key of its own, and it is separate";
  EXPECT_TRUE(may_be(mute().column("b", "text!", cycle({"PENDING", "DONE"})).column("c", "text!", key("y")).facts()));
}

TEST(RowSigns, EachCounts) {
  const auto base = [] { return mute().column("b", "text!", cycle({"gelb", "rot"})); };  // 4 points: key, named so, alone, few values
  ASSERT_FALSE(may_be(base().column("c", "text!", key("x")).facts()));
  EXPECT_TRUE(may_be(base().column("c", "jsonb!", always("{\"n\": 1}")).facts())) << "documents";
  EXPECT_TRUE(may_be(base().column("c", "bytea!", key("\\x00ff")).facts())) << "bytes";
  EXPECT_TRUE(may_be(base().column("c", "text!", digest()).facts())) << "digests";
  EXPECT_TRUE(may_be(base().column("c", "text!", cycle({"order.created", "order.paid"})).facts())) << "what happened";
  EXPECT_TRUE(may_be(base().column("c", "int!", cycle({"0", "0", "1", "2"})).facts())) << "a counter";
  EXPECT_TRUE(may_be(base().column("c", "timestamptz!", a_time).column("d", "timestamptz", but_each(3, a_time)).facts()))
      << "a beginning and an end";
}

TEST(RowSigns, LongValuesOfEachRowsOwnAreDrawnByCallers) {
  const auto with = [](const Cells& keys) {
    TableOf table("tabelle");
    table.column("a", "text!", keys).unique({"a"}).column("b", "text!", cycle({"gelb", "rot"})).column("c", "text!", key("x"));
    return may_be(table.facts()).has_value();
  };
  EXPECT_TRUE(with(key("0f8fad5b-d9cb-469f-a165-70867728")));
  EXPECT_FALSE(with(key("k-")));
  EXPECT_FALSE(with(key("a-rather-long-name-of-a-thing-")));
}

TEST(RowSigns, ATimeAheadIsOneBesideTheServersClock) {
  TableFacts facts = mute().column("b", "text!", cycle({"gelb", "rot"})).column("c", "timestamptz!", a_time).facts();
  const double first = seconds_of(a_time(0), "timestamptz").value();
  facts.now_s = first + 86400;
  EXPECT_FALSE(may_be(facts));
  facts.now_s = first + 60;
  EXPECT_TRUE(may_be(facts));
}

TEST(RowSigns, ATableThatOthersReferToDoesNotStandByItself) {
  const auto table = [] { return mute().column("b", "text!", cycle({"gelb", "rot"})).column("c", "jsonb!", always("{\"n\": 1}")); };
  ASSERT_TRUE(may_be(table().facts()));
  EXPECT_FALSE(may_be(table().referenced_by(1).facts()));
}

}  // namespace onceover::profile
