// SPDX-License-Identifier: Apache-2.0
// What may be done with a table, judged from real catalogs.
#include "core/tables/inspect/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/database.h"

namespace onceover::tables {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using Unique = Access::Unique;

class InspectTest : public testing::Test {
 protected:
  test::TestDatabase database;
  test::RawConnection raw = database.connect();
  pg::Connection connection = open(database.conninfo());
  Profile p;

  void SetUp() override {
    p = {.name = "t",
         .schema = "public",
         .table = "t",
         .identity = {"tenant", "key"},
         .key = "key",
         .tenant = "tenant"};
    p.states = {.column = "status",
                .rules = {{.when = {{.column = "status", .is = Condition::Is::one_of, .values = {"open"}}},
                           .state = key::State::in_progress}}};
    p.writes = {
        {Verb::release, {.set = {{.column = "status", .value = Assignment::Value::text, .text = "new"}}}}};
  }
  static pg::Connection open(const std::string& conninfo) {
    auto connection = pg::Connection::open({.conninfo = conninfo});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }
  Access inspected() {
    auto access = inspect(connection, p);
    if (!access) throw std::runtime_error(access.error().sentence() + access.error().detail);
    return std::move(*access);
  }
  Access with(const std::string& more,
              const std::string& columns =
                  "tenant text NOT NULL, key text NOT NULL, status text NOT NULL, gone timestamptz") {
    raw.exec("DROP TABLE IF EXISTS t CASCADE; CREATE TABLE t (" + columns + "); " + more);
    return inspected();
  }
  static std::vector<std::string> why_not(const Access& access, Verb verb = Verb::release) {
    return access.offers.at(verb).why_not;
  }
};

TEST_F(InspectTest, UniqueIndexesAreJudgedByWhatTheyPromise) {
  const std::string nullable = "tenant text, key text NOT NULL, status text NOT NULL, gone timestamptz";
  const auto unique = [&](const std::string& index, const std::string& columns = "") {
    return (columns.empty() ? with(index) : with(index, columns)).unique;
  };
  EXPECT_EQ(unique(""), Unique::no);
  EXPECT_EQ(unique("CREATE INDEX ON t (tenant, key)"), Unique::no);
  EXPECT_EQ(unique("ALTER TABLE t ADD PRIMARY KEY (tenant, key)"), Unique::yes);
  EXPECT_EQ(unique("ALTER TABLE t ADD PRIMARY KEY (key)"), Unique::yes) << "a part of the identity is enough";
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (key, tenant) INCLUDE (gone)"), Unique::yes);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (key, tenant, gone)"), Unique::no);
  EXPECT_EQ(unique("ALTER TABLE t ADD UNIQUE (tenant, key) DEFERRABLE INITIALLY DEFERRED"), Unique::yes);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key) WHERE gone IS NULL"), Unique::no);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key) WHERE key <> 'x'"), Unique::no);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key) WHERE key IS NOT NULL"), Unique::yes);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, lower(key))"), Unique::yes);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, NULLIF(key, 'x'))"), Unique::no);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, (key || status))"), Unique::no);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key)", nullable), Unique::without_null);
  if (std::stoi(raw.scalar("SHOW server_version_num")) >= 150000) {
    EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key) NULLS NOT DISTINCT", nullable), Unique::yes);
  }
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (COALESCE(tenant, ''), key)", nullable), Unique::yes);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (lower(tenant), key)", nullable), Unique::without_null);
  EXPECT_EQ(
      unique("CREATE UNIQUE INDEX ON t (tenant, key) WHERE tenant IS NOT NULL AND key IS NOT NULL", nullable),
      Unique::without_null);
  EXPECT_EQ(unique("CREATE UNIQUE INDEX ON t (tenant, key); UPDATE pg_index SET indisvalid = false WHERE "
                   "indrelid = 't'::regclass"),
            Unique::no);
  const Access access = with("CREATE UNIQUE INDEX by_live ON t (tenant, key) WHERE gone IS NULL");
  EXPECT_THAT(why_not(access), Contains(HasSubstr("\"by_live\" is partial")));
}

TEST_F(InspectTest, AKeyIsOneRowOnlyWhereAUniqueIndexCoversNothingBeside) {
  const auto why = [&](const std::string& index) { return with(index).why_key_not_unique; };
  EXPECT_EQ(why("ALTER TABLE t ADD PRIMARY KEY (tenant, key)"), "");
  EXPECT_EQ(why("ALTER TABLE t ADD PRIMARY KEY (key)"), "");
  EXPECT_EQ(why("CREATE UNIQUE INDEX ON t (key, tenant) INCLUDE (gone)"), "");
  EXPECT_EQ(why("CREATE UNIQUE INDEX ON t (key, tenant) WHERE key IS NOT NULL"), "");
  EXPECT_THAT(why(""), HasSubstr("No unique key covers only tenant, key"));
  EXPECT_THAT(why("CREATE INDEX ON t (tenant, key)"), HasSubstr("No unique key"));
  EXPECT_THAT(why("CREATE UNIQUE INDEX ON t (tenant)"), HasSubstr("No unique key"));
  EXPECT_THAT(why("CREATE UNIQUE INDEX by_all ON t (tenant, key, gone)"),
              HasSubstr("also rests on \"gone\", which is not mapped as key"));
  EXPECT_THAT(why("CREATE UNIQUE INDEX ON t (tenant, key) WHERE gone IS NULL"), HasSubstr("is partial"));
  p.key = "tenant";
  p.tenant = "";
  EXPECT_THAT(why("ALTER TABLE t ADD PRIMARY KEY (tenant, key)"),
              HasSubstr("No unique key covers only tenant"));
  p.kind = Kind::queue;
  EXPECT_EQ(why(""), "") << "jobs need not be deduplicated";
}

TEST_F(InspectTest, APartitionedTablesKeyHoldsOnlyWithItsPartitionColumns) {
  const std::string partitioned =
      "DROP TABLE t; CREATE TABLE t (tenant text NOT NULL, key text NOT NULL, status text NOT NULL, day date "
      "NOT NULL, PRIMARY KEY (tenant, key, day)) PARTITION BY RANGE (day); CREATE TABLE t1 PARTITION OF t "
      "DEFAULT";
  const Access without = with(partitioned);
  EXPECT_EQ(without.relation, Access::Relation::partitioned);
  EXPECT_TRUE(without.reads_xmin);
  EXPECT_THAT(why_not(without), Contains(HasSubstr("rests on \"day\"")));
  p.identity.emplace_back("day");
  EXPECT_THAT(why_not(inspected()), IsEmpty());
}

TEST_F(InspectTest, ColumnsThatAreNotThereAreNamedWithTheirNearest) {
  p.lease = {.form = Lease::Form::deadline, .at = {.column = "lockedUntil"}};
  p.owner = "zzz";
  const Access access = with("ALTER TABLE t ADD locked_until timestamptz, ADD PRIMARY KEY (tenant, key)");
  ASSERT_EQ(access.missing.size(), 2u);
  EXPECT_EQ(access.missing[0].column + ">" + access.missing[0].nearest, "lockedUntil>locked_until");
  EXPECT_EQ(access.missing[1].column + ">" + access.missing[1].nearest, "zzz>");
  EXPECT_THAT(why_not(access), Contains("There is no column \"lockedUntil\"; there is \"locked_until\"."));
}

TEST_F(InspectTest, ATableThatIsNotThereIsNamedWithItsNearest) {
  raw.exec("CREATE TABLE idempotency_keys (k text)");
  p.table = "idempotency_key";
  const Access access = inspected();
  EXPECT_EQ(access.relation, Access::Relation::missing);
  EXPECT_THAT(access.why_not_read(), Contains(HasSubstr("there is \"idempotency_keys\"")));
  EXPECT_THAT(why_not(access), testing::SizeIs(1));
}

TEST_F(InspectTest, TypesThatAreNotWhatTheProfileSaysAreMisfits) {
  p.lease = {.form = Lease::Form::since,
             .at = {.column = "gone", .form = TimeForm::timestamp},
             .length = std::chrono::seconds(1)};
  p.created_at = {.column = "made", .form = TimeForm::epoch_ms};
  p.response_body = {.column = "body"};
  p.states.rules[0].when[0].column = "step";
  p.writes[Verb::extend] = {.set = {{.column = "gone", .value = Assignment::Value::lease_end}}};
  p.writes[Verb::requeue] = {.set = {{.column = "made", .value = Assignment::Value::zero},
                                     {.column = "key", .value = Assignment::Value::text, .text = "x"},
                                     {.column = "status", .value = Assignment::Value::null},
                                     {.column = "number", .value = Assignment::Value::now}}};
  const Access access = with(
      "CREATE TYPE step AS ENUM ('a', 'b'); ALTER TABLE t ADD made text, ADD body text, ADD step step, ADD "
      "PRIMARY KEY (tenant, key), ADD number bigint GENERATED ALWAYS AS IDENTITY");
  EXPECT_THAT(access.misfits,
              testing::UnorderedElementsAre(HasSubstr("\"gone\" is timestamp with time zone"),
                                            HasSubstr("\"made\" is text"), HasSubstr("\"body\" is text"),
                                            HasSubstr("\"open\" is not one of its words")));
  EXPECT_THAT(why_not(access, Verb::extend), Contains(HasSubstr("holds the start of a lease")));
  const auto requeue = why_not(access, Verb::requeue);
  EXPECT_THAT(requeue, Contains(HasSubstr("a count cannot be written")));
  EXPECT_THAT(requeue, Contains(HasSubstr("which is part of the identity")));
  EXPECT_THAT(requeue, Contains(HasSubstr("declared NOT NULL")));
  EXPECT_THAT(requeue, Contains(HasSubstr("generated by the table")));
}

TEST_F(InspectTest, ATimeZoneThatTheServerDoesNotKnowIsSaid) {
  p.created_at = {.column = "made", .form = TimeForm::timestamp, .zone = "Europe/Berln"};
  p.updated_at = {.column = "made", .form = TimeForm::timestamp, .zone = "europe/berlin"};
  const Access access = with("ALTER TABLE t ADD made timestamp, ADD PRIMARY KEY (tenant, key)");
  EXPECT_THAT(access.misfits, testing::ElementsAre("The server has no time zone \"Europe/Berln\"."));
}

TEST_F(InspectTest, WhatIsNoTableIsOnlyRead) {
  (void)with(
      "CREATE VIEW v AS SELECT * FROM t; CREATE MATERIALIZED VIEW m AS SELECT * FROM t; CREATE EXTENSION IF "
      "NOT EXISTS file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; CREATE FOREIGN TABLE f "
      "(tenant text, key text, status text) SERVER files OPTIONS (filename '/nonexistent')");
  for (const auto& [table, relation] : {std::pair{"v", Access::Relation::view},
                                        {"m", Access::Relation::materialized},
                                        {"f", Access::Relation::foreign}}) {
    p.table = table;
    const Access access = inspected();
    EXPECT_EQ(access.relation, relation);
    EXPECT_FALSE(access.reads_xmin);
    EXPECT_THAT(access.why_not_read(), IsEmpty());
    EXPECT_THAT(why_not(access), Contains(HasSubstr("can only be read")));
  }
}

TEST_F(InspectTest, InheritanceRulesTriggersAndCascadesAreSaid) {
  p.writes[Verb::discard] = {.deletes = true};
  const Access access = with(
      "ALTER TABLE t ADD PRIMARY KEY (tenant, key); CREATE TABLE child () INHERITS (t); CREATE RULE none AS "
      "ON UPDATE TO t DO INSTEAD NOTHING; CREATE TABLE line (tenant text, key text, FOREIGN KEY (tenant, "
      "key) REFERENCES t ON DELETE CASCADE); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ "
      "BEGIN RETURN new; END $$; CREATE TRIGGER note AFTER UPDATE ON t EXECUTE FUNCTION f()");
  EXPECT_THAT(why_not(access), Contains(HasSubstr("inherit")));
  EXPECT_THAT(why_not(access), Contains(HasSubstr("Rules")));
  EXPECT_THAT(access.remarks, Contains(HasSubstr("Triggers run at a write and are not tried: note")));
  EXPECT_THAT(access.remarks, Contains(HasSubstr("rows of public.line")));
}

TEST_F(InspectTest, TheOrderOfListingsIsServedByAnIndexOrNot) {
  p.order = {"made", "tenant", "key"};
  const std::string made = "ALTER TABLE t ADD made timestamptz NOT NULL, ADD PRIMARY KEY (tenant, key); ";
  Access access = with(made);
  EXPECT_FALSE(access.is_order_served);
  EXPECT_THAT(access.orders_served, testing::ElementsAre(testing::ElementsAre("tenant", "key")));
  EXPECT_THAT(access.remarks, Contains(HasSubstr("An index has: tenant, key.")));
  EXPECT_TRUE(with(made + "CREATE INDEX by_age ON t (made, tenant, key)").is_order_served);
  EXPECT_TRUE(with(made + "CREATE INDEX by_age ON t (made DESC, tenant DESC, key DESC)").is_order_served);
  EXPECT_FALSE(with(made + "CREATE INDEX by_age ON t (made DESC, tenant, key)").is_order_served);
  EXPECT_FALSE(with(made + "CREATE INDEX by_age ON t (made)").is_order_served);
  EXPECT_FALSE(
      with(made + "CREATE INDEX by_age ON t (made, tenant, key) WHERE status = 'open'").is_order_served);
  EXPECT_FALSE(with(made + "CREATE INDEX by_age ON t (made, tenant COLLATE \"C\", key)").is_order_served);
}

TEST_F(InspectTest, ASessionThatOnlyReadsOffersNothing) {
  (void)with("ALTER TABLE t ADD PRIMARY KEY (tenant, key)");
  ASSERT_TRUE(connection.script("SET default_transaction_read_only = on"));
  EXPECT_THAT(why_not(inspected()), testing::ElementsAre("This session may only read."));
}

TEST_F(InspectTest, AFreshNameIsNotCutToFitAnother) {
  p.table = std::string(63, 'x') + "y";
  raw.exec("CREATE TABLE " + std::string(63, 'x') + " (k text)");
  EXPECT_EQ(inspected().relation, Access::Relation::missing);
}

}  // namespace
}  // namespace onceover::tables
