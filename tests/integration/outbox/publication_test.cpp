// SPDX-License-Identifier: Apache-2.0
// The state of an event is what its relays have done with it.
#include "core/browse/browser.h"
#include "core/outbox/operate.h"
#include "core/tables/profile.h"
#include "tests/integration/outbox/fixture.h"

namespace onceover::outbox {
namespace {

using events::Publication;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class PublicationTest : public test::OutboxTest {
 protected:
  const tables::Profile profile = *tables::own_events("onceover.outbox", false);
  // As listings show them, oldest first.
  std::vector<std::string> states(pg::Connection& by) {
    browse::Browser browser(by, profile);
    auto page = browser.page({.newest_first = false});
    if (!page) throw std::runtime_error(page.error().sentence());
    std::vector<std::string> out;
    for (const browse::KeyRow& row : page->rows) out.push_back(row.publication->words);
    return out;
  }
  std::vector<std::string> states() { return states(connection); }
  void publish(const RelayConfig& how) {
    Relay relay(connection, broker, how, "relay-1", Random(1));
    drain(relay);
    if (!relay.let_go()) throw std::runtime_error("not let go");
  }
  std::string moment_of(const std::string& sql) {
    return raw.scalar("SELECT to_char((" + sql + ") AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS \"UTC\"')");
  }
};

TEST_F(PublicationTest, APublishedEventNamesItsRelayAndTheTime) {
  enqueue("p-1");
  EXPECT_THAT(states(), ElementsAre("not published: there is no relay"));
  publish(config);
  enqueue("p-1");
  EXPECT_THAT(states(), ElementsAre("published by to-kafka before " +
                                        moment_of("SELECT published_at FROM onceover.relays"),
                                    "not yet published by to-kafka"));
  // What the listing shows, one event and its answer show too.
  browse::Browser browser(connection, profile);
  const key::Identity first{.columns = {raw.scalar("SELECT min(seq) FROM onceover.outbox")}};
  EXPECT_EQ(browser.detail(first)->found()->row.publication->words, states()[0]);
  EXPECT_THAT(browser.why(first, {})->rule, HasSubstr(states()[0]));
  EXPECT_EQ(browser.page({})->rows.at(0).publication->state, Publication::State::waiting);
}

TEST_F(PublicationTest, AnEventThatARelayPassedOverIsNotCalledPublished) {
  enqueue("p-1");
  config.start = Start::now;
  publish(config);
  enqueue("p-1");
  enqueue(raw, "r-1", "{}", "refunds");
  publish(config);
  EXPECT_EQ(broker.stored.size(), 1U);
  EXPECT_THAT(states(), ElementsAre(StartsWith("unknown of to-kafka: it, or a topic of it, began at "),
                                    StartsWith("published by to-kafka"),
                                    StartsWith("unknown: no relay publishes its topic now")));
  // A topic that joins, too.
  config.topics = {"payments", "refunds"};
  publish(config);
  enqueue(raw, "r-1", "{}", "refunds");
  publish(config);
  EXPECT_EQ(broker.stored.size(), 2U);
  EXPECT_THAT(states()[2], StartsWith("unknown of to-kafka: it, or a topic of it, began at "));
  EXPECT_THAT(states()[3], StartsWith("published by to-kafka"));
}

TEST_F(PublicationTest, AnEventThatAPersonSkippedIsNotCalledPublished) {
  broker.ends = [](const Stored& event) {
    return event.aggregate_id == "p-1" ? Report{.result = Report::Result::refused, .error = "Too large."}
                                       : Report{};
  };
  config.attempts = 1;
  enqueue("p-1"), enqueue("p-1"), enqueue("p-2");
  publish(config);
  EXPECT_THAT(states(), ElementsAre("given up by to-kafka after 1 attempts",
                                    "held back by to-kafka behind an earlier event of its aggregate",
                                    StartsWith("published by")));
  const auto held = parked(connection, "", "dead");
  ASSERT_TRUE(held && held->size() == 1);
  ASSERT_TRUE(
      *skip(connection, held->at(0), "test data", {.name = "ada", .host = "desk", .program = "test"}));
  broker.ends = nullptr;
  Relay relay(connection, broker, config, "relay-2", Random(2));
  ASSERT_TRUE(test::eventually([&] { return drain(relay), broker.stored.size() == 2; }));
  ASSERT_TRUE(relay.let_go());
  EXPECT_THAT(states(), ElementsAre(StartsWith("skipped at to-kafka at "), StartsWith("published by"),
                                    StartsWith("published by")));
}

TEST_F(PublicationTest, WhereItCannotBeKnownItIsUnknownWithTheReason) {
  enqueue("p-1");
  publish(config);
  raw.exec("UPDATE onceover.relays SET database_oid = 0");
  EXPECT_THAT(states(), ElementsAre("unknown of to-kafka: events, or its progress, are of another server"));
  raw.exec(
      "UPDATE onceover.relays SET database_oid = (SELECT oid FROM pg_database WHERE datname = "
      "current_database())");
  EXPECT_THAT(states(), ElementsAre(StartsWith("published by")));
  const std::string role = raw.scalar("SELECT 'reader_' || pg_backend_pid()");
  raw.exec("CREATE ROLE " + role);
  raw.exec("GRANT USAGE ON SCHEMA onceover TO " + role);
  raw.exec("GRANT SELECT ON onceover.outbox TO " + role);
  pg::Connection reader = open();
  ASSERT_TRUE(reader.exec("SET ROLE " + role));
  EXPECT_THAT(states(reader), ElementsAre(StartsWith("unknown: this user may not read")));
  raw.exec("GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO " + role);
  EXPECT_THAT(states(reader), ElementsAre(StartsWith("published by")));
  raw.exec("ALTER TABLE onceover.outbox_parked ENABLE ROW LEVEL SECURITY");
  EXPECT_THAT(states(reader), ElementsAre(StartsWith("unknown: this user may not read")));
}

}  // namespace
}  // namespace onceover::outbox
