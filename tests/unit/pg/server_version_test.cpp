// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/pg/transaction.h"

namespace onceover::pg {
namespace {

using testing::HasSubstr;

TEST(ServerVersion, OnlyServersThatCanReadTheSchemaAreWritten) {
  for (const auto& [number, shown] : std::map<int, std::string>{{90624, "PostgreSQL 9.6.24"},
                                                                {100023, "PostgreSQL 10.23"},
                                                                {130000, "PostgreSQL 13.0"},
                                                                {130016, "PostgreSQL 13.16"},
                                                                {139999, "PostgreSQL 13.9999"}}) {
    const auto old = why_too_old(number);
    ASSERT_TRUE(old) << number;
    EXPECT_EQ(old->kind, ErrorKind::unsupported);
    EXPECT_THAT(old->sentence(), testing::AllOf(HasSubstr(shown + "."), HasSubstr("PostgreSQL 14 or later")));
  }
  for (const int number : {0, 140000, 150018, 180000}) EXPECT_FALSE(why_too_old(number)) << number;
}

}  // namespace
}  // namespace onceover::pg
