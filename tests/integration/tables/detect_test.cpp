// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/detect.h"

#include <fmt/format.h>

#include "tests/integration/tables/detect_fixture.h"

namespace onceover::tables {
namespace {

TEST_F(DetectTest, EveryShapeIsFoundAndEveryRoleTold) {
  const Facts read = facts();
  EXPECT_THAT(read.remarks, testing::IsEmpty());
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.table);
    const auto table = std::find_if(read.tables.begin(), read.tables.end(),
                                    [&](const TableFacts& t) { return t.name == shape.table; });
    ASSERT_NE(table, read.tables.end());
    const auto candidate = detect(*table);
    ASSERT_EQ(candidate.has_value(), !shape.kind.empty()) << (candidate ? candidate->why : "not proposed");
    if (!candidate) continue;
    EXPECT_EQ(word(candidate->kind), shape.kind);
    ASSERT_EQ(candidate->roles.size(), role_names().size());
    for (const auto& [role, answer] : candidate->roles) {
      const auto wanted = shape.roles.find(role);
      if (wanted != shape.roles.end()) {
        EXPECT_EQ(told(answer), wanted->second) << role << ": " << answer.why;
      } else {
        EXPECT_NE(answer.is, RoleAnswer::Is::found) << role << ": " << told(answer) << " " << answer.why;
      }
      EXPECT_FALSE(answer.why.empty()) << role;
    }
  }
}

TEST_F(DetectTest, MeaningsAreOursWordByWord) {
  const Facts read = facts();
  for (const TableFacts& table : read.tables) {
    if (table.name == "EventDelivery") {
      EXPECT_THAT(detect(table)->role("state").meanings,
                  testing::UnorderedElementsAre(
                      testing::Pair("PENDING", "in_progress"), testing::Pair("PROCESSING", "in_progress"),
                      testing::Pair("SUCCEEDED", "succeeded"), testing::Pair("FAILED", "failed"),
                      testing::Pair("FILTERED", "unknown")));
    }
    if (table.name == "api_idempotency_keys") {
      EXPECT_THAT(detect(table)->role("state").meanings,
                  testing::UnorderedElementsAre(testing::Pair("started", "in_progress"),
                                                testing::Pair("ride_booked", "in_progress"),
                                                testing::Pair("finished", "succeeded")));
    }
    if (table.name == "idempotent_requests") {
      EXPECT_THAT(detect(table)->role("state").meanings,
                  testing::UnorderedElementsAre(testing::Pair("true", "in_progress"),
                                                testing::Pair("false", "succeeded")));
    }
  }
}

// Every table and column named t1, c1, …: fewer are known, and nothing that is said is wrong.
TEST_F(DetectTest, WithoutNamesNothingIsWrong) {
  int table_number = 0, proposed = 0;
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.table);
    const std::string renamed = fmt::format("t{}", ++table_number);
    std::map<std::string, std::string> old_name = rename(shape.table, renamed);
    const Facts read = facts({.table = renamed});
    ASSERT_EQ(read.tables.size(), 1U);
    const auto candidate = detect(read.tables[0]);
    if (!candidate) continue;
    ++proposed;
    EXPECT_EQ(word(candidate->kind), shape.kind) << candidate->why;
    for (const auto& [role, answer] : candidate->roles) {
      if (answer.is != RoleAnswer::Is::found) {
        // The table has it, so "there is none" would be wrong.
        EXPECT_TRUE(answer.is == RoleAnswer::Is::unknown || !shape.roles.contains(role)) << role;
        continue;
      }
      RoleAnswer original = answer;
      for (std::string& column : original.columns) column = old_name[column];
      ASSERT_TRUE(shape.roles.contains(role)) << role << ": " << told(original);
      EXPECT_EQ(told(original), shape.roles.at(role)) << role << ": " << answer.why;
    }
  }
  EXPECT_GE(proposed, 1);
}

TEST_F(DetectTest, HostileNamesAndHugeCellsAreRead) {
  raw.exec(
      R"(CREATE SCHEMA "my ""schema"; CREATE TABLE "my ""schema"."""; drop table x;-- idempotency" ("idempotency ""key" text PRIMARY KEY, "response" text, "état" text))");
  raw.exec(
      R"(INSERT INTO "my ""schema"."""; drop table x;-- idempotency" VALUES ('a', repeat(md5(random()::text), 1000000), 'x'))");
  const Facts read = facts({.schema = "my \"schema"});
  EXPECT_THAT(read.remarks, testing::IsEmpty());
  ASSERT_EQ(read.tables.size(), 1U);
  EXPECT_EQ(read.tables[0].name, "\"; drop table x;-- idempotency");
  const auto candidate = detect(read.tables[0]);
  ASSERT_TRUE(candidate);
  EXPECT_EQ(told(candidate->role("identity")), "idempotency \"key (text)");
  EXPECT_THAT(read.tables[0].column("response")->values, testing::IsEmpty());
}

TEST_F(DetectTest, ATableThatMayNotBeReadCostsItselfAlone) {
  raw.exec("CREATE ROLE narrow_reader LOGIN; GRANT SELECT ON event_outbox TO narrow_reader");
  auto connection = pg::Connection::open({.conninfo = database.conninfo() + " user=narrow_reader"});
  ASSERT_TRUE(connection) << connection.error().sentence();
  const auto read = read_facts(*connection);
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->tables.size(), shapes().size());
  EXPECT_EQ(read->remarks.size(), shapes().size() - 1);
  EXPECT_THAT(read->remarks.front(), testing::HasSubstr("could not be sampled"));
  raw.exec("DROP OWNED BY narrow_reader; DROP ROLE narrow_reader");
}

TEST_F(DetectTest, TheSampleHasTheNewestRowsToo) {
  raw.exec(
      "CREATE TABLE long_queue (id bigserial PRIMARY KEY, status text NOT NULL, secret text); "
      "INSERT INTO long_queue (status) SELECT CASE WHEN n > 4990 THEN 'queued' ELSE 'done' END "
      "FROM generate_series(1, 5000) n; ANALYZE long_queue");
  const auto sample_of = [](pg::Connection& connection) {
    auto read = read_facts(connection, {.table = "long_queue"});
    EXPECT_TRUE(read) << read.error().sentence();
    return read->tables.at(0).column("id")->sample;
  };
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  const auto sample = sample_of(*connection);
  EXPECT_EQ(std::set(sample.begin(), sample.end()).size(), 200U) << "no row twice";
  EXPECT_THAT(sample, testing::IsSupersetOf({std::optional<std::string>("1"), {"4991"}, {"5000"}}));
  // Of partitions, the last one with rows has the newest.
  raw.exec(
      "CREATE TABLE parted (id bigint, status text) PARTITION BY RANGE (id); "
      "CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (3000); "
      "CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (3000) TO (9999); "
      "CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM (9999) TO (20000); "
      "INSERT INTO parted SELECT n, 'done' FROM generate_series(1, 5000) n; ANALYZE parted");
  const auto parted = read_facts(*connection, {.table = "parted"})->tables.at(0).column("id")->sample;
  EXPECT_EQ(std::set(parted.begin(), parted.end()).size(), 200U) << "no row twice";
  EXPECT_THAT(parted, testing::IsSupersetOf({std::optional<std::string>("1"), {"4991"}, {"5000"}}));
  // Who may read some of its columns may not read the places of its rows.
  raw.exec("CREATE ROLE column_reader LOGIN; GRANT SELECT (id, status) ON long_queue TO column_reader");
  auto narrow = pg::Connection::open({.conninfo = database.conninfo() + " user=column_reader"});
  EXPECT_EQ(sample_of(*narrow).size(), 200U);
  raw.exec("DROP OWNED BY column_reader; DROP ROLE column_reader; DROP TABLE long_queue, parted");
}

TEST_F(DetectTest, ALockedTableIsLeftAfterItsTimeAndTheOthersAreRead) {
  auto holder = database.connect();
  holder.exec("BEGIN; LOCK TABLE event_outbox IN ACCESS EXCLUSIVE MODE");
  const Facts read = facts({.sample_timeout = std::chrono::milliseconds(200)});
  EXPECT_THAT(read.remarks, testing::ElementsAre(testing::HasSubstr("event_outbox")));
  EXPECT_GE(read.tables.size(), shapes().size() - 1);
}

}  // namespace
}  // namespace onceover::tables
