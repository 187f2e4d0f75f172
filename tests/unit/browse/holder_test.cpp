// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/browse/promises.h"

namespace onceover::browse {
namespace {

using std::chrono::hours;

KeyRow held(std::string owner, Duration lease) {
  KeyRow row;
  row.state = key::State::in_progress;
  row.owner = std::move(owner);
  row.locked_until = Timestamp{} + lease;
  return row;
}

TEST(Holder, AnOwnersNameStaysAsItIs) {
  EXPECT_EQ(
      who_holds(tables::own(), held("p-7", hours(1)), Timestamp{}).rfind("p-7 holds the lease until", 0), 0U);
  EXPECT_EQ(who_holds(tables::own(), held("", hours(1)), Timestamp{})
                .rfind("An unnamed owner holds the lease until", 0),
            0U);
}

TEST(Holder, ALeaseLongerThanAnyIsNamedWhereverALeaseIs) {
  const KeyRow row = held("p-7", hours(100));
  EXPECT_NE(who_holds(tables::own(), row, Timestamp{}).find("longer than any lease"), std::string::npos);
  EXPECT_NE(standing(tables::own(), row, Timestamp{}).find("the clock was ahead"), std::string::npos);
  EXPECT_EQ(standing(tables::own(), held("p-7", hours(24)), Timestamp{}), "lease held by p-7, ends");
}

}  // namespace
}  // namespace onceover::browse
