// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/tables/detect/columns.h"
#include "core/tables/detect/signs.h"

namespace onceover::tables {
namespace {

using testing::ElementsAre;

TEST(Names, AreReadInAnyConvention) {
  EXPECT_THAT(words_in("webhook_endpoint_id"), ElementsAre("webhook", "endpoint", "id"));
  EXPECT_THAT(words_in("webhookEndpointId"), ElementsAre("webhook", "endpoint", "id"));
  EXPECT_THAT(words_in("WEBHOOK-ENDPOINT.ID"), ElementsAre("webhook", "endpoint", "id"));
  EXPECT_THAT(words_in("HTTPStatus"), ElementsAre("http", "status"));
  EXPECT_THAT(words_in("payload_sha256"), ElementsAre("payload", "sha"));
  EXPECT_THAT(words_in("c12"), ElementsAre("c"));
  EXPECT_THAT(words_in(""), ElementsAre());
  EXPECT_THAT(words_in("\"; drop table x;--"), ElementsAre("drop", "table", "x"));
}

TEST(Names, APluralIsItsSingular) {
  EXPECT_THAT(words_in("keys"), ElementsAre("key"));
  EXPECT_THAT(words_in("retries"), ElementsAre("retry"));
  EXPECT_THAT(words_in("status"), ElementsAre("status"));
  EXPECT_THAT(words_in("statuses"), ElementsAre("status"));
  EXPECT_THAT(words_in("address"), ElementsAre("address"));
  EXPECT_THAT(words_in("locks"), ElementsAre("lock"));
}

TEST(Names, ThatTheServerFoldedAreTakenApart) {
  EXPECT_THAT(words_in("createdat"), ElementsAre("created", "at"));
  EXPECT_THAT(words_in("IDEMPOTENCYKEY"), ElementsAre("idempotency", "key"));
  EXPECT_THAT(words_in("lockeduntil"), ElementsAre("locked", "until"));
  EXPECT_THAT(words_in("timessent"), ElementsAre("time", "sent"));
  EXPECT_THAT(words_in("occurredonutc"), ElementsAre("occurred", "on", "utc"));
  // Words that are one, though known words stand in them.
  for (const char* one : {"updated", "timestamp", "payload", "outbox", "ordered", "attempted", "sequence",
                          "output", "status"}) {
    EXPECT_EQ(words_in(one).size(), 1U) << one;
  }
}

TEST(StateWords, SomeAreOnlyStations) {
  EXPECT_TRUE(may_be_halfway("PUBLISHED"));
  EXPECT_TRUE(may_be_halfway("sent"));
  EXPECT_FALSE(may_be_halfway("completed"));
  EXPECT_FALSE(may_be_halfway("pending"));
}

TEST(StateWords, WhatIsBeingStoppedDoesNotWait) {
  for (const char* word : {"cancelling", "Canceling", "ABORTING", "failing"})
    EXPECT_TRUE(means_working(word)) << word;
  EXPECT_FALSE(means_working("pending"));
}

TEST(StateWords, AreThoseOfOtherSystems) {
  EXPECT_EQ(usual_meaning("PENDING"), key::State::in_progress);
  EXPECT_EQ(usual_meaning("in_progress"), key::State::in_progress);
  EXPECT_EQ(usual_meaning("In-Progress"), key::State::in_progress);
  EXPECT_EQ(usual_meaning("started"), key::State::in_progress);
  EXPECT_EQ(usual_meaning("COMPLETED"), key::State::succeeded);
  EXPECT_EQ(usual_meaning("finished"), key::State::succeeded);
  EXPECT_EQ(usual_meaning("dead_letter"), key::State::failed);
  EXPECT_EQ(usual_meaning("FAILED"), key::State::failed);
  EXPECT_EQ(usual_meaning("released"), key::State::released);
  EXPECT_EQ(usual_meaning("paid"), std::nullopt);
  EXPECT_EQ(usual_meaning("FILTERED"), std::nullopt);
  EXPECT_EQ(usual_meaning(""), std::nullopt);
}

}  // namespace
}  // namespace onceover::tables
