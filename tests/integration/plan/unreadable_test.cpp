// SPDX-License-Identifier: Apache-2.0
// A plan whose row this program cannot read is listed as such beside the others, and is not run.
#include "tests/integration/plan/fixture.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

TEST_F(PlanTest, OptionsThatCannotBeReadHideNoOtherPlan) {
  for (const char* key : {"a", "b"}) stuck(key);
  make(settling("sound"));
  make(settling("bad"));
  for (const char* options : {R"({"rate": "fast"})", R"({"error_count": 1e30})", R"({"cancel": "yes"})",
                              R"({"lease_us": [1]})", "[]", "7"}) {
    SCOPED_TRACE(options);
    raw.tamper("UPDATE onceover.plans SET options = $1 WHERE name = 'bad'", {options});
    const auto plans = plan::list(connection);
    ASSERT_TRUE(plans) << plans.error().sentence();
    ASSERT_EQ(plans->size(), 2U);
    EXPECT_EQ((*plans)[0].name, "bad");
    EXPECT_THAT((*plans)[0].unreadable, HasSubstr("Its options cannot be read: "));
    EXPECT_THAT((*plans)[0].state_why, HasSubstr("Its options cannot be read: "))
        << "where a state is shown, the reason is";
    EXPECT_EQ((*plans)[1].unreadable, "");
    const auto ran = work(plan::Work::dry_run, "bad");
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().sentence(),
                testing::AllOf(HasSubstr("options cannot be read"), HasSubstr("Nothing was done.")));
    EXPECT_EQ(items("bad").size(), 2U) << "its items are shown";
  }
  EXPECT_TRUE(work(plan::Work::dry_run, "sound"));
}

}  // namespace
}  // namespace onceover::test
