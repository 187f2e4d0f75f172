// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include <gtest/gtest.h>

namespace onceover {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorKind::invalid_input, "odd");
  return n / 2;
}

TEST(AsResult, IsTheValueOfItsWork) {
  EXPECT_EQ(as_result([] { return half(8).value() + half(2).value(); }).value(), 5);
  EXPECT_EQ(as_result([] { return half(8); }).value(), 4);
  EXPECT_TRUE(as_result([] { require(half(8)); }));
}

TEST(AsResult, TheFirstErrorEndsTheWork) {
  bool went_on = false;
  const auto result = as_result([&] {
    require(half(3));
    went_on = true;
    return 1;
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(result.error().what, "odd");
  EXPECT_FALSE(went_on);
}

TEST(AsResult, ReturnsARaisedErrorWhole) {
  const auto result = as_result([] { raise(ErrorKind::io, "what", "not done", "next"); });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::io);
  EXPECT_EQ(result.error().sentence(), Error({ErrorKind::io, "what", "not done", "next", {}, {}}).sentence());
}

}  // namespace
}  // namespace onceover
