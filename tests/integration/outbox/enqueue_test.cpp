// SPDX-License-Identifier: Apache-2.0
// What may be written into the outbox, by the library and by anybody's SQL.
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

class EnqueueTest : public test::OutboxTest {
 protected:
  static Event event() { return {.topic = "payments", .aggregate_id = "p-1"}; }
};

TEST_F(EnqueueTest, IsPartOfItsTransaction) {
  ASSERT_TRUE(connection.exec("BEGIN"));
  ASSERT_TRUE(enqueue_within(connection, event()));
  ASSERT_TRUE(connection.exec("ROLLBACK"));
  EXPECT_EQ(count("onceover.outbox"), 0);
  const auto alone = enqueue_within(connection, event());
  ASSERT_FALSE(alone) << "there is no transaction";
  EXPECT_EQ(alone.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(count("onceover.outbox"), 0);
}

TEST_F(EnqueueTest, GoesWithOtherStatementsInOneFlush) {
  Event paid = event();
  const pg::Statement statements[] = {{"CREATE TABLE public.paid (id text)", {}},
                                      enqueue_statement(paid).value()};
  ASSERT_TRUE(connection.pipeline(statements, pg::Connection::Ends::commits));
  EXPECT_EQ(raw.scalar("SELECT id FROM onceover.outbox"), paid.id);
}

TEST_F(EnqueueTest, RefusesWhatNoBrokerTakes) {
  const std::vector<std::pair<const char*, std::function<void(Event&)>>> bad = {
      {"no topic", [](Event& e) { e.topic = ""; }},
      {"a topic with a slash", [](Event& e) { e.topic = "a/b"; }},
      {"a topic with a NUL", [](Event& e) { e.topic = std::string("a\0b", 3); }},
      {"a long topic", [](Event& e) { e.topic = std::string(250, 'a'); }},
      {"dots alone", [](Event& e) { e.topic = ".."; }},
      {"a long key", [](Event& e) { e.aggregate_id = std::string(2001, 'a'); }},
      {"a NUL in the key", [](Event& e) { e.aggregate_id = std::string("a\0b", 3); }},
      {"a large payload", [](Event& e) { e.payload = std::string(most_payload_bytes + 1, 'a'); }},
      {"an empty header's name",
       [](Event& e) {
         e.headers = {{"", "v"}};
       }},
      {"a header's name with a line end",
       [](Event& e) {
         e.headers = {{"a\r\nb", "v"}};
       }},
      {"a header's name with a colon",
       [](Event& e) {
         e.headers = {{"a:b", "v"}};
       }},
      {"a header of the relay",
       [](Event& e) {
         e.headers = {{"id", "v"}};
       }},
      {"a header's value with a line end",
       [](Event& e) {
         e.headers = {{"a", "v\nw"}};
       }},
      {"a header's value that is no UTF-8",
       [](Event& e) {
         e.headers = {{"a", "\xff"}};
       }},
      {"an id that is no UUID", [](Event& e) { e.id = "1"; }},
  };
  for (const auto& [what, spoil] : bad) {
    ASSERT_TRUE(connection.exec("BEGIN"));
    Event spoilt = event();
    spoil(spoilt);
    const auto written = enqueue_within(connection, spoilt);
    EXPECT_FALSE(written) << what;
    EXPECT_TRUE(written || !written.error().what.empty()) << what;
    connection.roll_back();
  }
  EXPECT_EQ(count("onceover.outbox"), 0);
}

TEST_F(EnqueueTest, TheTableRefusesTheSameFromAnybody) {
  for (const char* values :
       {"('', 'p', '{}', NULL)", "('t', repeat('x', 2001), '{}', NULL)", "('t', 'p', '[]', NULL)",
        "('t', 'p', '{\"a\": 1}', NULL)", "('t', 'p', '{}', decode(repeat('00', 1000001), 'hex'))"}) {
    EXPECT_EQ(raw.sqlstate_of(
                  std::string("INSERT INTO onceover.outbox (topic, aggregateid, headers, payload) VALUES ") +
                  values),
              "23514")
        << values;
  }
  EXPECT_EQ(raw.sqlstate_of("INSERT INTO onceover.outbox (seq, topic, aggregateid) VALUES (1, 't', 'p')"),
            "428C9");
}

}  // namespace
}  // namespace onceover::outbox
