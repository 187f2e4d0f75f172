#include <gmock/gmock.h>

#include "tests/unit/detect/table_of.h"

namespace onceover::profile {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

namespace {

TableOf outbox() {
  TableOf table("outbox");
  table.serial("id").column("type", "text!").column("payload", "jsonb!").column("created_at", "timestamptz!");
  return table;
}

}  // namespace

TEST(State, PublishedIsAStationWhereCompletedComesBehindIt) {
  EXPECT_THAT(outbox().column("status", "text!").words({"NEW", "PUBLISHED"}).meanings(),
              ElementsAre(Pair("NEW", "in_progress"), Pair("PUBLISHED", "succeeded")));
  EXPECT_THAT(outbox().column("status", "text!").words({"NEW", "PUBLISHED", "COMPLETED"}).meanings(),
              ElementsAre(Pair("COMPLETED", "succeeded"), Pair("NEW", "in_progress"), Pair("PUBLISHED", "unknown")));
}

TEST(State, AWordWhoseRowsNeverGetATimeOfCompletionIsDoubted) {
  TableOf table = outbox();
  table.column("status", "text!", cycle({"ok", "done", "pending"}));
  table.column("processed_at", "timestamptz", [](int row) { return row % 3 == 1 ? Cell(at(row)) : Cell(); });
  EXPECT_THAT(table.meanings(), ElementsAre(Pair("done", "succeeded"), Pair("ok", "unknown"), Pair("pending", "in_progress")));
}

TEST(State, OfTwoNumbersThatCouldBeHttpsNeitherTellsTheState) {
  TableOf table("idempotency_keys");
  table.column("key", "text!", key("k")).unique({"key"}).column("response", "jsonb");
  table.column("result_status_code", "int", [](int row) { return row % 3 == 0 ? Cell() : Cell("200"); });
  EXPECT_EQ(table.role("state"), "result_status_code (response_code)");
  table.column("status", "smallint!", cycle({"100", "200", "300"}));
  EXPECT_EQ(table.role("state"), "?");
}

TEST(State, ANumberedStateIsKnownAndItsCodesAreAsked) {
  TableOf table = outbox();
  table.column("state", "int!", cycle({"0", "1", "2"}));
  table.column("processed_on", "timestamptz", [](int row) { return row % 3 == 1 ? Cell(at(row)) : Cell(); });
  EXPECT_EQ(table.role("state"), "state (code)");
  EXPECT_THAT(table.meanings(), ElementsAre(Pair("0", "unknown"), Pair("1", "succeeded"), Pair("2", "unknown")));
}

TEST(State, WithoutARowTheColumnIsKnownAndNoWord) {
  TableOf table = outbox();
  table.column("status", "text!");
  EXPECT_EQ(table.role("state"), "status (word)");
  EXPECT_THAT(table.meanings(), IsEmpty());
  EXPECT_EQ(outbox().column("status", "text!", cycle({"A", "B"})).role("state"), "?");
}

TEST(State, ATimeThatIsThereFromTheBeginningTellsNoState) {
  TableOf table("handled_messages");
  table.column("message_id", "text!", key("m")).unique({"message_id"}).column("handler_type", "text");
  table.column("processed_at", "timestamptz", [](int row) { return Cell(at(row)); }).defaults("now()");
  EXPECT_EQ(table.role("state"), " (presence)");
  EXPECT_EQ(table.role("completed_at"), "processed_at (timestamptz)") << "it is written once it is done";
}

TEST(State, AnOutboxWithoutAWordAboutSendingIsAsked) {
  EXPECT_EQ(outbox().kind(), "outbox");
  EXPECT_EQ(outbox().role("state"), "?");
}

TEST(State, WhatCameInWasPublishedByOthers) {
  TableOf table("inbox");
  table.column("message_id", "text!").unique({"message_id"}).column("payload", "jsonb!").column("published_at", "timestamptz");
  table.column("received_at", "timestamptz!").column("processed_at", "timestamptz");
  EXPECT_EQ(table.role("state"), "processed_at (timestamps)");
  EXPECT_EQ(table.role("completed_at"), "processed_at (timestamptz)");
}

TEST(State, AnOutboxWhoseRowsAreTriedAgainKeepsWhatWaits) {
  EXPECT_EQ(outbox().column("attempts", "int!").role("state"), " (presence)");
  EXPECT_EQ(outbox().column("attempts", "int!").meanings(), (std::map<std::string, std::string>{{"present", "in_progress"}}));
  EXPECT_EQ(outbox().column("attempts", "int!").column("gone", "bool!").role("state"), "?") << "that may be it";
  EXPECT_EQ(outbox().column("attempts", "int!").column("enqueued_at", "timestamptz").role("state"), "?") << "and so may that";
}

TEST(State, ARowThatMayNotLackItsAnswerIsAnswered) {
  const auto with = [](const char* type, const Cells& body) {
    TableOf table("idempotency_keys");
    table.column("key", "text!", key("k")).unique({"key"}).column("created_at", "timestamptz!", [](int row) { return Cell(at(row)); });
    return table.column("response", type, body);
  };
  EXPECT_EQ(with("text!", always("{}")).role("state"), " (presence)");
  EXPECT_EQ(with("text", always("{}")).role("state"), "?") << "a row without one may come";
  EXPECT_EQ(with("text!", cycle({"{}", ""})).role("state"), "?") << "an empty one may mean that there is none yet";
  EXPECT_EQ(with("text!", always("{}")).column("lock_token", "text").role("state"), "?") << "it may tell who works on the row";
}

}  // namespace onceover::profile
