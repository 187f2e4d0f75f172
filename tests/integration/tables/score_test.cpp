// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/tables/score.h"

#include <fmt/format.h>

#include "tests/integration/tables/detect_fixture.h"

namespace onceover::tables {
namespace {

TEST_F(DetectTest, TheScoreByRole) {
  Score named, renamed;
  int number = 0;
  for (const Shape& shape : shapes()) {
    const Facts with_names = facts({.table = shape.table});
    ASSERT_EQ(with_names.tables.size(), 1U) << shape.table;
    named.add(shape, detect(with_names.tables[0]), {});
    const std::string name = fmt::format("t{}", ++number);
    const auto old_name = rename(shape.table, name);
    const Facts without = facts({.table = name});
    ASSERT_EQ(without.tables.size(), 1U) << shape.table;
    renamed.add(shape, detect(without.tables[0]), old_name);
  }
  named.print("With their names");
  renamed.print("Every name changed");
  EXPECT_EQ(named.all().wrong, 0);
  EXPECT_EQ(named.all().missed, 0);
  EXPECT_EQ(named.all().unknown, 0);
  EXPECT_EQ(named.missed, 0);
  EXPECT_EQ(named.false_proposals, 0);
  EXPECT_EQ(renamed.all().wrong, 0);
  EXPECT_EQ(renamed.all().missed, 0);
  EXPECT_EQ(renamed.false_proposals, 0);
  // So many are known by their values alone.
  EXPECT_GE(renamed.found, 3);
  EXPECT_GE(renamed.all().right, 15);
}

}  // namespace
}  // namespace onceover::tables
