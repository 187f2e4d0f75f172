// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/key/decide.h"

namespace onceover::key {
namespace {

FinalOutcome expected_default(int status) {
  for (const int passing : {401, 403, 408, 409, 423, 425, 429}) {
    if (status == passing) return FinalOutcome::not_final;
  }
  switch (status / 100) {
    case 2:
    case 3: return FinalOutcome::succeeded;
    case 4: return FinalOutcome::failed;
    default: return FinalOutcome::not_final;
  }
}

TEST(FinalOutcome, FollowsTheContractForEveryStatus) {
  for (int status = 100; status < 1000; ++status)
    EXPECT_EQ(FinalPolicy().of(status), expected_default(status)) << status;
  EXPECT_EQ(FinalPolicy().of(0), FinalOutcome::not_final);
  EXPECT_EQ(FinalPolicy().of(-200), FinalOutcome::not_final);
}

TEST(FinalOutcome, OfAGatewayNeitherNotFoundNorARedirectIsFinal) {
  const auto policy = FinalPolicy::for_gateway();
  for (int status = 100; status < 1000; ++status) {
    const bool is_none = status == 404 || status == 410 || status / 100 == 3;
    EXPECT_EQ(policy.of(status), is_none ? FinalOutcome::not_final : expected_default(status)) << status;
  }
  const auto declared = FinalPolicy::with({{404, FinalOutcome::failed}}, FinalPolicy::for_gateway());
  ASSERT_TRUE(declared.has_value());
  EXPECT_EQ(declared->of(404), FinalOutcome::failed);
  EXPECT_EQ(declared->of(410), FinalOutcome::not_final);
}

TEST(FinalOutcome, AnOperationMayNameAFewStatusesAndTheRestStay) {
  const auto policy = FinalPolicy::with(
      {{404, FinalOutcome::not_final}, {501, FinalOutcome::failed}, {202, FinalOutcome::not_final}});
  ASSERT_TRUE(policy.has_value());
  EXPECT_EQ(policy->of(404), FinalOutcome::not_final);
  EXPECT_EQ(policy->of(501), FinalOutcome::failed);
  EXPECT_EQ(policy->of(202), FinalOutcome::not_final);
  for (int status = 100; status < 600; ++status) {
    if (status == 404 || status == 501 || status == 202) continue;
    EXPECT_EQ(policy->of(status), expected_default(status)) << status;
  }
}

TEST(FinalOutcome, APolicyThatWouldRecordAnUntruthIsRefused) {
  const FinalPolicy::Override untrue[] = {{408, FinalOutcome::failed},    {504, FinalOutcome::failed},
                                          {500, FinalOutcome::succeeded}, {404, FinalOutcome::succeeded},
                                          {100, FinalOutcome::succeeded}, {600, FinalOutcome::failed},
                                          {0, FinalOutcome::not_final}};
  for (const auto& one : untrue) EXPECT_FALSE(FinalPolicy::with({one}).has_value()) << one.first;
  EXPECT_FALSE(FinalPolicy::with({{404, FinalOutcome::failed}, {404, FinalOutcome::not_final}}).has_value());
}

}  // namespace
}  // namespace onceover::key
