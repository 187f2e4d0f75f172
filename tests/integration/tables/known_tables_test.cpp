// SPDX-License-Identifier: Apache-2.0
// The tables of well-known systems, filled: each is found and each of its roles proposed, under their own
// names and under none.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "tests/integration/tables/detect_fixture.h"
#include "tests/integration/tables/score.h"

namespace onceover::tables {
namespace {

std::string script(const std::string& name) {
  std::ifstream file(std::string(ONCEOVER_SOURCE_DIR) + "/tests/support/known/" + name);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("there is no " + name);
  return text.str();
}

class KnownTablesTest : public testing::Test {
 protected:
  KnownTablesTest() { raw.exec(script("tables.sql")); }
  void fill() {
    raw.exec(script("rows.sql"));
    raw.exec("ANALYZE");
    filled = true;
  }
  // As its shape names it, or renamed.
  std::optional<Candidate> judged(const Shape& shape, const std::string& name) {
    const Facts facts = facts_of(database, {.schema = shape.schema, .table = name});
    if (facts.tables.size() != 1) throw std::runtime_error("there is no table " + shape.schema + "." + name);
    EXPECT_THAT(facts.remarks, testing::IsEmpty());
    return detect(facts.tables[0]);
  }
  Score named() {
    Score score;
    score.has_rows = filled;
    for (const Shape& shape : known_tables()) score.add(shape, judged(shape, shape.table));
    return score;
  }
  Score renamed() {
    Score score;
    score.has_rows = filled;
    int number = 0;
    for (const Shape& shape : known_tables()) {
      const std::string name = fmt::format("t{}", ++number);
      const auto old_name = rename_table(raw, shape.schema, shape.table, name);
      score.add(shape, judged(shape, name), old_name);
    }
    return score;
  }
  static void expect_none_wrong(const Score& score) {
    EXPECT_EQ(score.wrong, "");
    EXPECT_EQ(score.all().wrong, 0);
    EXPECT_EQ(score.all().missed, 0);
    EXPECT_EQ(score.false_proposals, 0);
  }

  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  bool filled = false;
};

TEST_F(KnownTablesTest, EveryTableOfTheDatabaseIsJudged) {
  std::set<std::string> listed, there;
  for (const Shape& shape : known_tables()) listed.insert(shape.schema + "." + shape.table);
  for (const TableFacts& table : facts_of(database).tables) there.insert(table.schema + "." + table.name);
  EXPECT_EQ(there, listed);
}

TEST_F(KnownTablesTest, EachIsFoundAndEachRoleProposed) {
  fill();
  const Score score = named();
  score.print("With their names");
  expect_none_wrong(score);
  EXPECT_EQ(score.missed, 0);
  EXPECT_EQ(score.found, 11);
  EXPECT_GE(score.all().right, 58);
}

TEST_F(KnownTablesTest, WithoutNamesFewerAreKnownAndNoneWrong) {
  fill();
  const Score score = renamed();
  score.print("Every name changed");
  expect_none_wrong(score);
  EXPECT_GE(score.found, 1);
  EXPECT_GE(score.all().right, 6);
}

TEST_F(KnownTablesTest, EmptyTablesAreFoundByWhatTheyAreMadeOf) {
  const Score score = named();
  score.print("Empty, with their names");
  expect_none_wrong(score);
  EXPECT_EQ(score.missed, 0);
  const Score without = renamed();
  without.print("Empty, every name changed");
  expect_none_wrong(without);
}

}  // namespace
}  // namespace onceover::tables
