// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/tables/table_of.h"

namespace onceover::tables {

using namespace test;

namespace {

// An answer under a caller's key, without a name; answered in all rows but each third.
TableOf answers() {
  TableOf table("t1");
  table.column("c1", "bigint!", cycle({"1", "2"})).column("c2", "text!", key("k")).unique({"c1", "c2"});
  table.column("c3", "text!", digest()).column("c4", "int", but_each(3, cycle({"200", "201"})));
  table.column("c5", "jsonb", but_each(3, always(R"({"id": 1})")));
  table.column("c6", "timestamptz!", [](int row) { return Cell(at(row)); });
  table.column("c7", "timestamptz", but_each(3, [](int row) { return Cell(at(row, 3)); }));
  table.column("c8", "timestamptz!", [](int row) { return Cell(at(row, 0, 2)); });
  return table;
}

}  // namespace

TEST(Shape, AnAnswerUnderAKeyIsKnownWithoutAName) {
  const TableOf table = answers();
  EXPECT_EQ(table.kind(), "idempotency");
  EXPECT_EQ(table.role("identity"), "c1, c2 (composite)");
  EXPECT_EQ(table.role("fingerprint"), "c3 (hex)");
  EXPECT_EQ(table.role("response_code"), "c4 (integer)");
  EXPECT_EQ(table.role("response_body"), "c5 (jsonb)");
  EXPECT_EQ(table.role("created_at"), "c6 (timestamptz)");
  EXPECT_EQ(table.role("completed_at"), "c7 (timestamptz)");
  EXPECT_EQ(table.role("expires_at"), "c8 (timestamptz)");
  // That nothing else was seen does not mean that there is nothing.
  EXPECT_EQ(table.role("lease"), "?");
  EXPECT_EQ(table.role("attempts"), "?");
}

TEST(Shape, WordsThatAgreeWithTheAnswerAreTheState) {
  const Cells told = [](int row) { return Cell(row % 3 == 0 ? "PENDING" : "DONE"); };
  EXPECT_EQ(answers().column("c9", "text!", told).role("state"), "c9 (word)");
  EXPECT_EQ(answers().column("c9", "text!", cycle({"PENDING", "DONE"})).role("state"), "?");
}

TEST(Shape, ADeliveryACrawlAndACacheLookAlikeAndAreNone) {
  EXPECT_EQ(answers().column("c9", "text!", always("https://example.org/hook")).kind(), "");
  EXPECT_EQ(answers().referenced_by(2).kind(), "");
  // Numbered by the application alone, with nothing of a request.
  TableOf delivery("t1");
  delivery.column("c1", "uuid!", key("00000000-0000-4000-8000-00000000000")).unique({"c1"});
  delivery.column("c2", "text!", digest()).column("c3", "int", but_each(3, cycle({"200", "500"})));
  delivery.column("c4", "text", but_each(3, always("ok")));
  EXPECT_EQ(delivery.kind(), "");
  // Statuses and bodies in every row, and never one of a request that writes.
  TableOf cache("t1");
  cache.column("c1", "text!", key("k")).unique({"c1"}).column("c2", "text!", digest());
  cache.column("c3", "int!", cycle({"200", "404"})).column("c4", "jsonb!", always("{}"));
  EXPECT_EQ(cache.kind(), "");
}

TEST(Shape, EventsThatWerePublishedAreAnOutboxWithoutAName) {
  const auto events = [](const std::vector<std::string>& types, const std::vector<std::string>& words) {
    TableOf table("t1");
    table.column("c1", "uuid!")
        .unique({"c1"})
        .column("c2", "text!", cycle(types))
        .column("c3", "jsonb!", always("{}"));
    table.column("c4", "text!", cycle(words));
    return table;
  };
  const TableOf table = events({"OrderPlaced", "order.paid"}, {"NEW", "PUBLISHED"});
  EXPECT_EQ(table.kind(), "outbox");
  EXPECT_EQ(table.role("operation"), "c2 (text)");
  EXPECT_EQ(table.role("state"), "c4 (word)");
  // Whether these came in or go out nobody can tell, and these are what an editor wrote.
  EXPECT_EQ(events({"OrderPlaced", "order.paid"}, {"NEW", "PROCESSED"}).kind(), "");
  EXPECT_EQ(events({"Order", "Invoice"}, {"NEW", "PUBLISHED"}).kind(), "");
  EXPECT_EQ(events({"OrderPlaced", "order.paid"}, {"draft", "NEW", "PUBLISHED"}).kind(), "");
}

TEST(Shape, AShortCommentNamesAColumnThatHasNoName) {
  TableOf table = answers();
  table.column("c9", "timestamptz").comment("Locked until");
  EXPECT_EQ(table.role("lease"), "c9 (deadline)");
  TableOf wordy = answers();
  wordy.column("c9", "timestamptz")
      .comment("Not to be mixed up with the time until which a row is locked by a worker");
  EXPECT_EQ(wordy.role("lease"), "?");
}

}  // namespace onceover::tables
