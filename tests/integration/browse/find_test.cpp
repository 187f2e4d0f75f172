// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/browse/life.h"
#include "tests/integration/browse/fixture.h"

namespace onceover::browse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FindTest : public BrowseTest {
 protected:
  FindTest() {
    insert("pay-1", "succeeded", "created_at, correlation_id, reference, customer",
           "'2026-03-01 10:00:01+00', 'trace-1', '4711', 'globex'");
    insert("pay-2", "succeeded", "created_at, correlation_id, reference, customer",
           "'2026-03-01 10:00:02+00', 'trace-2', '4711', 'globex'");
    insert("pay-3", "in_progress", "created_at, reference, customer",
           "'2026-03-01 10:00:03+00', '4712', 'globex'");
    raw_.exec(
        "CREATE TABLE refunds (id uuid PRIMARY KEY, order_no bigint, at timestamptz NOT NULL, done boolean "
        "NOT NULL);"
        "INSERT INTO refunds VALUES ('7d0f3c7e-2c2b-4c4e-9a53-0f6a2f6a1b11', 4711, '2026-03-01 10:00:04+00', "
        "true)");
  }
  static tables::Profile refunds() {
    return {.name = "refunds",
            .schema = "public",
            .table = "refunds",
            .identity = {"id"},
            .key = "id",
            .states = {.otherwise = tables::StateRule{{}, key::State::succeeded, "done"}},
            .created_at = {.column = "at"},
            .reference = {.column = "order_no"}};
  }
  Life found(const std::string& text, Limits limits = {}) {
    const std::vector<std::shared_ptr<const tables::Profile>> given{
        std::make_shared<const tables::Profile>(tables::own()),
        std::make_shared<const tables::Profile>(refunds())};
    auto life = find(connection_, given, text, limits);
    if (!life) throw std::runtime_error(life.error().sentence());
    return std::move(*life);
  }
  static std::vector<std::string> keys(const Life& life) {
    std::vector<std::string> out;
    for (const LifeRow& row : life.rows) out.push_back(row.row.id.key);
    return out;
  }
};

const std::string refund = "7d0f3c7e-2c2b-4c4e-9a53-0f6a2f6a1b11";

TEST_F(FindTest, AnOrderIsFoundInEveryTableWhateverTheTypeOfItsColumn) {
  const Life life = found("4711");
  EXPECT_THAT(keys(life), ElementsAre("pay-1", "pay-2", refund));
  EXPECT_EQ(life.name_is, NameOf::reference);
  EXPECT_EQ(life.rows[2].link, "by its reference");
  EXPECT_THAT(life.not_looked, IsEmpty()) << "a text that is no uuid is the key of no row there";
}

TEST_F(FindTest, AKeyLeadsToTheOtherRowsOfItsOrder) {
  const Life life = found("Idempotency-Key: \"pay-1\"");
  EXPECT_THAT(keys(life), ElementsAre("pay-1", "pay-2", refund));
  EXPECT_EQ(life.name, "pay-1");
  EXPECT_EQ(life.name_is, NameOf::key);
}

TEST_F(FindTest, ALineOfALogACustomerATraceAndABeginningAreFound) {
  EXPECT_THAT(keys(found("19:12:03 POST /payments order=4711 failed")),
              ElementsAre("pay-1", "pay-2", refund));
  EXPECT_THAT(keys(found("trace-2")), ElementsAre("pay-1", "pay-2", refund));
  const Life customer = found("globex");
  EXPECT_THAT(keys(customer), ElementsAre("pay-1", "pay-2", "pay-3"))
      << "not the whole history of each of their orders";
  EXPECT_EQ(customer.name_is, NameOf::customer);
  const Life beginning = found("pay-");
  EXPECT_THAT(keys(beginning), ElementsAre("pay-1", "pay-2", "pay-3"));
  EXPECT_EQ(beginning.name_is, NameOf::beginning);
  EXPECT_THAT(keys(found("nothing of it")), IsEmpty());
}

// What would take long is named instead of read.
TEST_F(FindTest, WhatTakesLongerThanPatienceIsNotReadAndIsSaid) {
  raw_.exec(
      "INSERT INTO refunds SELECT gen_random_uuid(), i, now(), true FROM generate_series(100000, 200000) i; "
      "ANALYZE refunds");
  Limits none;
  none.patience = Duration{0};
  const Life life = found("4711", none);
  EXPECT_THAT(keys(life), ElementsAre("pay-1", "pay-2"));
  ASSERT_THAT(life.not_looked, testing::Not(IsEmpty()));
  EXPECT_THAT(life.not_looked.front(), HasSubstr("\"public\".\"refunds\", by reference"));
  EXPECT_THAT(keys(found("4711")), ElementsAre("pay-1", "pay-2", refund));
}

}  // namespace
}  // namespace onceover::browse
