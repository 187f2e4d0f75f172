// SPDX-License-Identifier: Apache-2.0
// The trail of rows in tables that are not ours, on stores old and new.
#include <gtest/gtest.h>

#include "core/audit/audit.h"
#include "core/pg/transaction.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {
namespace {

const audit::Actor alice{"alice", "desk-1", "onceover-test"};

pg::Connection open_at(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

void note(pg::Connection& connection, const std::string& relation, const std::string& row_key,
          const std::string& reason) {
  audit::Entry entry{.action = "write", .id = key::Identity{"", "pay", "k"}};
  entry.reason = reason;
  entry.relation = relation;
  entry.row_key_json = row_key;
  if (!relation.empty()) entry.profile = "orders";
  auto transaction = pg::Transaction::begin(connection, {});
  ASSERT_TRUE(transaction);
  const auto noted = audit::append(connection, alice, entry);
  ASSERT_TRUE(noted) << noted.error().sentence() << noted.error().detail;
  ASSERT_TRUE(transaction->commit());
}

std::string reasons(const Result<audit::Page>& page) {
  if (!page) return page.error().sentence() + page.error().detail;
  std::string out;
  for (const audit::Record& record : page->records) out += (out.empty() ? "" : " ") + record.reason;
  return out;
}

TEST(Trail, OfOneForeignRowHoldsThatRowAloneNewestFirst) {
  TestDatabase database{installed_schema()};
  auto connection = open_at(database.conninfo());
  const std::string odd = audit::row_key({"a \"b\"", "n"}, {"it's \\ \n\xF0\x9F\x92\xA5", std::nullopt});
  note(connection, "\"s\".\"t\"", R"({"id": "1"})", "first");
  note(connection, "\"s\".\"t\"", R"({"id": "2"})", "another-row");
  note(connection, "\"s\".\"u\"", R"({"id": "1"})", "another-table");
  note(connection, "", "", "our-own");
  note(connection, "\"s\".\"t\"", odd, "odd");
  note(connection, "\"s\".\"t\"", R"({"id": "1"})", "second");
  EXPECT_EQ(reasons(audit::trail_of(connection, "\"s\".\"t\"", audit::row_key({"id"}, {"1"}))),
            "second first");
  EXPECT_EQ(reasons(audit::trail_of(connection, "\"s\".\"t\"", odd)), "odd");
  EXPECT_EQ(reasons(audit::page(connection, {.relation = "\"s\".\"t\""})), "second odd another-row first");
  EXPECT_EQ(reasons(audit::page(connection, {.id = key::Identity{"", "pay", "k"}})), "our-own");
  const auto newest = audit::trail_of(connection, "\"s\".\"t\"", R"({"id":"1"})", {}, 1);
  EXPECT_EQ(reasons(newest), "second");
  EXPECT_EQ(reasons(audit::trail_of(connection, "\"s\".\"t\"", R"({"id": "1"})", newest->next)), "first");
}

}  // namespace
}  // namespace onceover::test
