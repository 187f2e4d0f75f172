// SPDX-License-Identifier: Apache-2.0
#include "core/unfinished/answer.h"

#include <gtest/gtest.h>

#include <vector>

namespace onceover::unfinished {
namespace {

struct Case {
  Known known;
  std::int64_t stuck;
  bool seen;  // leases can be observed
  bool nothing, some;
  const char* how_many;
  const char* sentence;
};

TEST(Answer, OnlyAnExactNothingIsAnAllClear) {
  const std::vector<Case> cases{
      {Known::exact, 0, true, true, false, "0", "Nothing is stuck."},
      {Known::exact, 1, true, false, true, "1", "1 key is stuck."},
      {Known::exact, 7, true, false, true, "7", "7 keys are stuck."},
      {Known::exact, 0, false, false, false, "0", "0 keys are stuck."},
      {Known::at_least, 0, true, false, false, "unknown",
       "Whether any key is stuck is unknown. It was not read."},
      {Known::at_least, 1, true, false, true, "at least 1", "At least 1 key is stuck. It was not read."},
      {Known::at_least, 7, true, false, true, "at least 7", "At least 7 keys are stuck. It was not read."},
      {Known::unknown, 0, true, false, false, "unknown",
       "Whether any key is stuck is unknown. It was not read."},
      {Known::unknown, 7, true, false, false, "unknown",
       "Whether any key is stuck is unknown. It was not read."},
  };
  for (const Case& c : cases) {
    Answer answer{.knowledge = {.known = c.known, .why = c.known == Known::exact ? "" : "It was not read."}};
    answer.stuck = c.stuck;
    answer.leases_are_seen = c.seen;
    const auto at = &c - cases.data();
    EXPECT_EQ(answer.nothing_is_stuck(), c.nothing) << at;
    EXPECT_EQ(answer.some_are_stuck(), c.some) << at;
    EXPECT_EQ(how_many(answer.knowledge, c.stuck), c.how_many) << at;
    if (c.seen) {
      EXPECT_EQ(stuck_sentence(answer), c.sentence) << at;
    }
  }
}

TEST(Answer, CountsApartWhatNoClientHasRetried) {
  struct Row {
    Known known;
    std::int64_t stuck, unretried;
    const char* sentence;
  };
  const Row rows[] = {
      {Known::exact, 7, 0, ""},
      {Known::exact, 7, 1, "1 of them is released, and no client has retried in time."},
      {Known::exact, 7, 3, "3 of them are released, and no client has retried in time."},
      {Known::exact, 7, 7, "All of them are released, and no client has retried in time."},
      {Known::exact, 1, 1, "It is released, and no client has retried in time."},
      {Known::at_least, 7, 3, "3 of them are released, and no client has retried in time."},
      {Known::unknown, 7, 3, ""},
  };
  for (const Row& row : rows) {
    Answer answer{.knowledge = {.known = row.known}};
    answer.stuck = row.stuck;
    answer.unretried = row.unretried;
    EXPECT_EQ(unretried_sentence(answer), row.sentence) << &row - rows;
    EXPECT_EQ(answer.nothing_is_stuck(), false);
  }
}

TEST(Answer, SaysWhyAndWhatToDo) {
  EXPECT_EQ(explanation({.why = "No sweeper runs.", .remedy = "Run one."}), "No sweeper runs. Run one.");
  EXPECT_EQ(explanation({.why = "No sweeper runs."}), "No sweeper runs.");
  EXPECT_EQ(explanation({}), "");
}

}  // namespace
}  // namespace onceover::unfinished
