// SPDX-License-Identifier: Apache-2.0
// What is measured of a table is held against what the server says of its files.
#include "core/health/row_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/calculator/sizing.h"
#include "tests/support/database.h"

namespace onceover::health {
namespace {

using testing::Contains;
using testing::HasSubstr;

class RowSizeTest : public testing::Test {
 protected:
  test::TestDatabase database;
  test::RawConnection raw = database.connect();

  Result<RowSize> measured(const std::string& table, const std::string& user = "postgres") {
    auto connection = pg::Connection::open(
        {.conninfo = database.conninfo() + " user=" + user, .application_name = "row-size-test"});
    if (!connection) return fail(connection.error());
    tables::Profile profile{.name = table, .schema = "public", .table = table};
    return measure_row(*connection, profile);
  }
  double bytes(const std::string& relation) {
    return std::stod(raw.scalar("SELECT pg_relation_size('" + relation + "')::text"));
  }
};

TEST_F(RowSizeTest, ATableOfTheMeasuredRowsIsAsLargeAsTheTableItself) {
  raw.exec(
      "CREATE TABLE keys (key uuid PRIMARY KEY, tenant text NOT NULL, born timestamptz NOT NULL, note text, "
      "answer bytea) WITH (fillfactor = 80); CREATE INDEX by_birth ON keys (born, key); CREATE INDEX "
      "open_ones ON keys (tenant) WHERE note IS NULL;"
      "INSERT INTO keys SELECT gen_random_uuid(), 'tenant-' || i, now() + i * interval '1 second', CASE WHEN "
      "i % 4 > 0 THEN 'done' END, sha256(i::text::bytea) FROM generate_series(1, 40000) i; ANALYZE keys");
  const auto size = measured("keys");
  ASSERT_TRUE(size) << size.error().sentence();
  EXPECT_EQ(size->fillfactor, 80);
  EXPECT_NEAR(size->rows, 40'000, 1'000);
  EXPECT_FALSE(size->by_size_alone);
  ASSERT_EQ(size->indexes.size(), 3U);
  EXPECT_EQ(size->indexes[0].name, "by_birth");
  EXPECT_FALSE(size->indexes[0].random);
  EXPECT_EQ(size->indexes[1].name, "keys_pkey");
  EXPECT_TRUE(size->indexes[1].random);
  EXPECT_NEAR(size->indexes[2].share, 0.25, 0.02);

  calculator::SizingInput input{.per_second = size->rows,
                                .fillfactor = static_cast<double>(size->fillfactor)};
  input.window = std::chrono::seconds(1);
  input.vacuum_scale = 0;
  input.row.heap_bytes = size->heap_bytes;
  for (const IndexSize& index : size->indexes)
    input.row.indexes.push_back({index.name, index.entry_bytes, index.fill, index.share, index.random});
  const auto planned = calculator::size_table(input);
  ASSERT_TRUE(planned);
  EXPECT_NEAR(planned->heap.value, bytes("keys"), 0.06 * bytes("keys"));
  EXPECT_NEAR(planned->indexes[0].value, bytes("by_birth"), 0.1 * bytes("by_birth"));
  EXPECT_NEAR(planned->indexes[1].value, bytes("keys_pkey"), 0.1 * bytes("keys_pkey"));
}

TEST_F(RowSizeTest, WhatTheStatisticsMayNotBeSeenOfIsTheSizeSharedAmongTheRows) {
  raw.exec(
      "CREATE TABLE hidden (key uuid PRIMARY KEY, body text NOT NULL); INSERT INTO hidden SELECT "
      "gen_random_uuid(), repeat('x', 300) FROM generate_series(1, 5000) i; ANALYZE hidden; CREATE ROLE "
      "size_clerk LOGIN; GRANT SELECT (key) ON hidden TO size_clerk");
  const auto size = measured("hidden", "size_clerk");
  ASSERT_TRUE(size) << size.error().sentence();
  EXPECT_TRUE(size->by_size_alone);
  EXPECT_THAT(size->remarks, Contains(HasSubstr("Some columns have no statistics")));
  EXPECT_NEAR(size->heap_bytes, 24 + 16 + 304, 30);
  raw.exec("DROP OWNED BY size_clerk; DROP ROLE size_clerk");
}

TEST_F(RowSizeTest, AFewPagesAreNoAverageAndAnEmptyToastTableIsNothing) {
  raw.exec(
      "CREATE TABLE small (key uuid PRIMARY KEY, body text); INSERT INTO small SELECT gen_random_uuid(), 'x' "
      "FROM generate_series(1, 60); CREATE TABLE large (key uuid PRIMARY KEY, body text); INSERT INTO large "
      "SELECT gen_random_uuid(), 'x' FROM generate_series(1, 30000); CREATE TABLE toasted (key uuid PRIMARY "
      "KEY, body text); ALTER TABLE toasted ALTER body SET STORAGE EXTERNAL; INSERT INTO toasted SELECT "
      "gen_random_uuid(), repeat('x', 5000) FROM generate_series(1, 60); ANALYZE");
  EXPECT_EQ(measured("small")->toast_bytes, 0) << "its index has a page all the same";
  EXPECT_THAT(measured("small")->remarks, Contains(HasSubstr("fewer than the 100")));
  EXPECT_EQ(measured("large")->toast_bytes, 0);
  EXPECT_THAT(measured("large")->remarks, testing::Not(Contains(HasSubstr("pages, fewer"))));
  EXPECT_EQ(measured("toasted")->toast_bytes, std::nullopt);
  EXPECT_THAT(measured("toasted")->remarks, Contains(HasSubstr("remain as you entered them")));
  const bool full = raw.scalar("SHOW full_page_writes") == "on";
  EXPECT_THAT(
      measured("large")->from_server,
      Contains(HasSubstr(full ? "full_page_writes is on" : "full_page_writes is off: no full pages")));
}

TEST_F(RowSizeTest, NothingIsGuessedOfATableWithoutRowsOrOfNone) {
  raw.exec("CREATE TABLE empty (key uuid PRIMARY KEY); CREATE VIEW seen AS SELECT * FROM empty");
  for (const char* name : {"empty", "seen", "gone"}) {
    const auto size = measured(name);
    ASSERT_FALSE(size) << name;
    EXPECT_EQ(size.error().kind, ErrorKind::invalid_input);
    EXPECT_FALSE(size.error().next.empty());
  }
}

TEST_F(RowSizeTest, PartitionsAreCountedTogether) {
  raw.exec(
      "CREATE TABLE parted (key uuid NOT NULL, born int NOT NULL, PRIMARY KEY (key, born)) PARTITION BY "
      "RANGE (born);"
      "CREATE TABLE parted_a PARTITION OF parted FOR VALUES FROM (0) TO (5000); CREATE TABLE parted_b "
      "PARTITION OF parted FOR VALUES FROM (5000) TO (MAXVALUE); INSERT INTO parted SELECT "
      "gen_random_uuid(), i FROM generate_series(1, 10000) i; ANALYZE parted");
  const auto size = measured("parted");
  ASSERT_TRUE(size) << size.error().sentence();
  EXPECT_NEAR(size->rows, 10'000, 300);
  EXPECT_FALSE(size->by_size_alone);
  EXPECT_EQ(size->heap_bytes, 48);
  ASSERT_EQ(size->indexes.size(), 1U);
  EXPECT_EQ(size->indexes[0].entry_bytes, 32);
}

}  // namespace
}  // namespace onceover::health
