// SPDX-License-Identifier: Apache-2.0
#include "core/browse/walk.h"

#include <gtest/gtest.h>

namespace onceover::browse {
namespace {

Walk a_walk() {
  Walk walk{.about = "7/1/5/16384/0",
            .until = Timestamp{1'700'000'000'000'000},
            .block = 3,
            .blocks = 9,
            .rows_read = 40'000,
            .rows = 90'000};
  walk.began = Timestamp{5};
  walk.looked_at = Timestamp{6};
  walk.found = {{"2026-01-01 00:00:00+00", "k\"1\\", "acme", "POST /refunds"}};
  walk.found_before = {{"(7,2)"}};
  return walk;
}

TEST(Walk, IsReadAsItWasWritten) {
  const auto read = walk_from(to_text(a_walk()));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, a_walk());
}

TEST(Walk, WhatIsNoneIsNotTakenForOne) {
  for (const char* text : {"", "{", "[]", "{}", R"({"version":99})", R"({"version":1,"about":7})"})
    EXPECT_FALSE(walk_from(text)) << text;
  std::string half = to_text(a_walk());
  half.resize(half.size() / 2);
  EXPECT_FALSE(walk_from(half));
  Walk odd = a_walk();
  odd.found = {{"a", "b"}};
  EXPECT_FALSE(walk_from(to_text(odd))) << "a row of two columns leads nowhere";
}

TEST(Walk, SaysHowFarItIs) {
  Walk walk;
  EXPECT_EQ(walk.part(), 0);
  walk.rows = 100;
  walk.rows_read = 40;
  EXPECT_DOUBLE_EQ(walk.part(), 0.4);
  walk.rows_read = 1'000;  // the estimate was low: it is not at the end before it is
  EXPECT_LT(walk.part(), 1);
  walk.is_complete = true;
  EXPECT_EQ(walk.part(), 1);
}

// A walk that begins anew shows what the one before found until it knows more.
TEST(Walk, ASecondOneHidesNothing) {
  Walk walk = a_walk();
  EXPECT_EQ(walk.known(), walk.found_before);
  walk.is_complete = true;
  EXPECT_EQ(walk.known(), walk.found);
}

}  // namespace
}  // namespace onceover::browse
