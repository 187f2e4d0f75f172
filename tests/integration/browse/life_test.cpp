// SPDX-License-Identifier: Apache-2.0
#include "core/browse/life.h"

#include <gmock/gmock.h>

#include "tests/integration/browse/fixture.h"

namespace onceover::browse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class LifeTest : public BrowseTest {
 protected:
  LifeTest() {
    raw_.exec(
        "CREATE TABLE arrived (message uuid PRIMARY KEY, at timestamptz NOT NULL, done_at timestamptz);"
        "CREATE TABLE sent (id bigint PRIMARY KEY, caused_by text, subject text, at timestamptz NOT NULL, "
        "done_at timestamptz);"
        "CREATE INDEX ON sent (caused_by); CREATE INDEX ON sent (subject)");
    // Where a table holds more than a look may read, only an index makes it one that is looked into.
    raw_.exec(
        "INSERT INTO sent SELECT i, 'other-' || i, 'order-' || i, timestamptz '2026-01-01', now() FROM "
        "generate_series(1, 60000) i");
    raw_.exec("ANALYZE sent");
  }

  static tables::States done_or_not() {
    using tables::Condition;
    return {
        .rules = {{{{.column = "done_at", .is = Condition::Is::not_null}}, key::State::succeeded, "done"}},
        .otherwise = tables::StateRule{{}, key::State::in_progress, "waiting"}};
  }
  static tables::Profile arrived() {
    return {.name = "arrived",
            .kind = tables::Kind::inbox,
            .schema = "public",
            .table = "arrived",
            .identity = {"message"},
            .key = "message",
            .never_null = {"message", "at"},
            .states = done_or_not(),
            .created_at = {.column = "at"}};
  }
  static tables::Profile sent() {
    return {.name = "sent",
            .kind = tables::Kind::outbox,
            .schema = "public",
            .table = "sent",
            .identity = {"id"},
            .key = "id",
            .never_null = {"id", "at"},
            .states = done_or_not(),
            .created_at = {.column = "at"},
            .correlation_id = "caused_by",
            .reference = {.column = "subject"}};
  }

  Life life_of(const std::string& key, const std::vector<tables::Profile>& tables) {
    std::vector<std::shared_ptr<const tables::Profile>> given;
    for (const tables::Profile& each : tables) given.push_back(std::make_shared<const tables::Profile>(each));
    auto found = life(connection_, given, key);
    if (!found) throw std::runtime_error(found.error().sentence());
    return std::move(*found);
  }

  static std::vector<std::pair<std::string, std::string>> told(const Life& life) {
    std::vector<std::pair<std::string, std::string>> out;
    for (const LifeRow& found : life.rows)
      out.emplace_back(std::to_string(found.table) + " " + found.row.id.key, found.link);
    return out;
  }
};

const std::string message = "7d0f3c7e-2c2b-4c4e-9a53-0f6a2f6a1b11";

TEST_F(LifeTest, TheRowsOfAKeyAreFoundInEveryTableOldestFirst) {
  insert(message, "succeeded", "created_at, correlation_id, reference",
         "'2026-03-01 10:00:01+00', 'trace-1', 'goods-77'");
  raw_.exec("INSERT INTO arrived VALUES ('" + message + "', '2026-03-01 10:00:00+00', now())");
  // caused by the key
  raw_.exec("INSERT INTO sent VALUES (70001, '" + message + "', NULL, '2026-03-01 10:00:02+00', NULL)");
  raw_.exec(
      "INSERT INTO sent VALUES (70002, 'trace-1', NULL, '2026-03-01 10:00:03+00', NULL)");  // of the same
                                                                                            // trace
  raw_.exec(
      "INSERT INTO sent VALUES (70003, 'trace-9', 'goods-77', '2026-03-01 10:00:04+00', NULL)");  // of the
                                                                                                  // same
                                                                                                  // order
  raw_.exec(
      "INSERT INTO sent VALUES (70004, 'trace-9', 'goods-78', '2026-03-01 10:00:05+00', NULL)");  // of
                                                                                                  // neither
  const Life life = life_of(message, {tables::own(), arrived(), sent()});
  EXPECT_THAT(told(life),
              ElementsAre(Pair("1 " + message, "the same key"), Pair("0 " + message, "the same key"),
                          Pair("2 70001", "its correlation id is the key"),
                          Pair("2 70002", "the same correlation id"), Pair("2 70003", "the same reference")));
  EXPECT_THAT(life.not_looked, IsEmpty());
  EXPECT_EQ(life.rows[1].row.state, key::State::succeeded);
  EXPECT_EQ(life.rows[2].row.state_word, "waiting");
}

TEST_F(LifeTest, AnEventIsFollowedToItsConsumers) {
  insert("order-7", "succeeded", "created_at, correlation_id", "'2026-03-01 10:00:00+00', 'trace-7'");
  const std::string id = raw_.scalar(
      "INSERT INTO onceover.outbox (topic, aggregateid, headers, created_at) VALUES ('refunds', 'r-1', "
      "'{\"correlation_id\": \"trace-7\"}', '2026-03-01 10:00:01+00') RETURNING id");
  for (const char* consumer : {"billing", "ledger"})
    raw_.exec(
        "INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ($1, 'shop', $2, "
        "'in_progress')",
        {consumer, id});
  raw_.exec(
      "INSERT INTO onceover.inbox (consumer, source, event_id, state) VALUES ('billing', 'shop', 'other', "
      "'in_progress')");
  const Life life = life_of("order-7", {tables::own(), *tables::own_events("onceover.outbox"),
                                        *tables::own_events("onceover.inbox")});
  EXPECT_THAT(told(life),
              ElementsAre(Pair("0 order-7", "the same key"), Pair("1 " + id, "the same correlation id"),
                          Pair("2 " + id, "it is the event that was published"),
                          Pair("2 " + id, "it is the event that was published")));
}

TEST_F(LifeTest, ATableThatWouldBeScannedIsLeftOutWithTheIndexThatHelps) {
  raw_.exec("DROP INDEX sent_caused_by_idx");
  raw_.exec("INSERT INTO sent VALUES (70001, 'r-1', 'r-1', '2026-03-01', NULL)");
  const auto scans = [&] {
    // The server moves them from the one view to the other when it likes.
    return raw_.scalar(
        "SELECT now.seq_scan + kept.seq_scan FROM pg_stat_xact_user_tables now JOIN pg_stat_user_tables kept "
        "USING (relid) WHERE now.relname = 'sent'");
  };
  const std::string before = scans();
  const Life life = life_of("r-1", {sent()});
  EXPECT_THAT(told(life), ElementsAre(Pair("0 70001", "its reference is the key")));
  ASSERT_EQ(life.not_looked.size(), 1U);
  EXPECT_THAT(life.not_looked[0],
              testing::AllOf(HasSubstr("\"sent\", by correlation id: "), HasSubstr("caused_by")));
  EXPECT_EQ(scans(), before);
}

TEST_F(LifeTest, ATableThatCannotBeReadKeepsNobodyFromTheOthers) {
  insert("r-1", "in_progress", "locked_until, owner", "'infinity', 'p-7'");
  tables::Profile wrong = sent(), elsewhere = sent();
  wrong.key = "never_was";
  elsewhere.table = "of_another_database";
  const Life life = life_of("r-1", {elsewhere, wrong, tables::own()});
  EXPECT_THAT(told(life), ElementsAre(Pair("2 r-1", "the same key")));
  ASSERT_FALSE(life.not_looked.empty());
  EXPECT_THAT(life.not_looked, testing::Each(HasSubstr("\"sent\"")));
  EXPECT_THAT(life.not_looked[0], HasSubstr("never_was"));
}

TEST_F(LifeTest, MoreRowsThanALookTakesAreSaidToBeMore) {
  raw_.exec(
      "INSERT INTO sent SELECT 70000 + i, 'r-1', NULL, timestamptz '2026-03-01' + i * interval '1 s', NULL "
      "FROM generate_series(1, 21) i");
  const Life life = life_of("r-1", {sent()});
  EXPECT_EQ(life.rows.size(), 20U);
  EXPECT_EQ(life.rows.back().row.id.key, "70021");
  EXPECT_THAT(life.not_looked, ElementsAre(HasSubstr("More than 20 rows")));
}

TEST_F(LifeTest, ACancelEndsTheSearch) {
  connection_.cancel_handle().cancel();
  const auto tables = std::vector{std::make_shared<const tables::Profile>(tables::own())};
  const auto found = life(connection_, tables, "r-1");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::cancelled);
}

}  // namespace
}  // namespace onceover::browse
