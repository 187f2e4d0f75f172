// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/retry/policy.h"

namespace onceover::retry {
namespace {

TEST(Classify, FollowsTheContractForEveryStatus) {
  for (int status = 100; status < 700; ++status) {
    Outcome expected = Outcome::permanent;
    if (status < 400) expected = Outcome::done;
    if (status == 408 || status == 429 || (status >= 500 && status < 600)) expected = Outcome::retryable;
    EXPECT_EQ(classify(status), expected) << status;
  }
  for (const int nonsense : {-1, 0, 99, 1000}) EXPECT_EQ(classify(nonsense), Outcome::permanent) << nonsense;
}

TEST(Classify, AConflictIsRetriedOnlyAfterReadingThatSomebodyIsStillAtIt) {
  EXPECT_EQ(classify(409, "CONFLICT.idempotency.in_progress"), Outcome::retryable);
  EXPECT_EQ(classify(409, "CONFLICT.idempotency.awaiting_reconciliation"), Outcome::retryable);
  EXPECT_EQ(classify(409, "CONFLICT.idempotency.payload_mismatch"), Outcome::permanent);
  EXPECT_EQ(classify(409, "CONFLICT.version"), Outcome::permanent);
  EXPECT_EQ(classify(409, ""), Outcome::permanent);
  EXPECT_EQ(classify(409), Outcome::permanent);
  // The words mean this on a 409 alone.
  EXPECT_EQ(classify(422, "CONFLICT.idempotency.in_progress"), Outcome::permanent);
}

TEST(Classify, WhatIsAlreadyAppliedIsNeverRetried) {
  for (const int status : {400, 409, 429, 500, 503})
    EXPECT_EQ(classify(status, "PROVIDER.duplicate"), Outcome::permanent) << status;
  EXPECT_EQ(classify(200, "PROVIDER.duplicate"), Outcome::done);
}

TEST(Classify, OtherCodesDoNotChangeWhatTheStatusSays) {
  EXPECT_EQ(classify(503, "DEPENDENCY.unavailable"), Outcome::retryable);
  EXPECT_EQ(classify(429, "RATE_LIMIT.exceeded"), Outcome::retryable);
  EXPECT_EQ(classify(400, "TRANSIENT.x"), Outcome::permanent);
}

TEST(Classify, ANetworkErrorIsRetryable) { EXPECT_EQ(network_error, Outcome::retryable); }

}  // namespace
}  // namespace onceover::retry
