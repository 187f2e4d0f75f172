// SPDX-License-Identifier: Apache-2.0
// A foreign table in a database with our schema, a person, and whoever else writes the table.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/sql.h"
#include "tests/integration/foreign_writes/shapes.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline const audit::Actor alice{"alice", "desk-1", "onceover-test"};
inline const audit::Actor bob{"bob", "desk-2", "onceover-test"};

inline pg::Connection connected(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "onceover-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

// A verb as evidence bears it out, with a value for each that its write needs.
inline reconcile::WriteRequest borne_out(const tables::Profile& p, tables::Verb verb, Duration lease) {
  using tables::Verb;
  using Value = tables::Assignment::Value;
  reconcile::WriteRequest request{.verb = verb,
                                  .values = {},
                                  .reason = "INC-1",
                                  .ticket = "INC-1",
                                  .verdict = {},
                                  .evidence_json = R"({"said": "seen"})"};
  if (verb == Verb::succeed) request.verdict = reconcile::VerdictKind::settle_succeeded;
  if (verb == Verb::fail) request.verdict = reconcile::VerdictKind::settle_failed;
  if (verb == Verb::release) request.verdict = reconcile::VerdictKind::release;
  const tables::Write& write = p.writes.at(verb);
  if (tables::writes(write, Value::code)) request.values.code = 201;
  if (tables::writes(write, Value::body)) request.values.body = "{\"a\": 1}";
  if (tables::writes(write, Value::lease_end)) request.values.lease = lease;
  request.although_held = true;
  return request;
}

// A role with these rights alone, gone with the test.
class Role {
 public:
  Role(const TestDatabase& database, const std::string& grants)
      : database_(database), name_("clerk_" + database.name()) {
    RawConnection raw = database.connect();
    raw.exec("CREATE ROLE " + name_ + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + name_ +
             "; GRANT SELECT ON onceover.schema_version, onceover.control, onceover.audit TO " + name_ +
             "; GRANT INSERT ON onceover.audit TO " + name_ +
             "; GRANT SELECT, UPDATE ON onceover.row_cases TO " + name_);
    std::string sql = grants;
    for (auto at = sql.find("ROLE"); at != std::string::npos; at = sql.find("ROLE"))
      sql.replace(at, 4, name_);
    raw.exec(sql);
  }
  ~Role() {
    RawConnection raw = database_.connect();
    raw.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + name_ +
             "'; DROP OWNED BY " + name_ + "; DROP ROLE " + name_);
  }
  Role(const Role&) = delete;
  Role& operator=(const Role&) = delete;
  std::string conninfo() const { return database_.conninfo() + " user=" + name_; }

 private:
  const TestDatabase& database_;
  std::string name_;
};

class ForeignTest : public testing::Test {
 protected:
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  pg::Connection connection = connected(database.conninfo());
  tables::Profile p;
  tables::Access access;
  std::string table;

  void make(const TableShape& shape) {
    raw.exec(shape.sql);
    p = shape.profile;
    table = tables::table_name(p);
    raw.exec("CREATE TABLE pristine AS SELECT * FROM " + table);
    access = inspected(connection);
  }
  void make(std::string_view shape) { make(table_shape(shape)); }
  // The rows as they were made, and no audit rows.
  void restore() { raw.exec("TRUNCATE " + table + "; INSERT INTO " + table + " SELECT * FROM pristine"); }

  tables::Access inspected(pg::Connection& by) {
    auto found = tables::inspect(by, p);
    if (!found) throw std::runtime_error(found.error().sentence() + found.error().detail);
    return std::move(*found);
  }
  reconcile::SeenRow seen(int marker = 1) { return seen(connection, access, marker); }
  reconcile::SeenRow seen(pg::Connection& by, const tables::Access& with, int marker) {
    auto found = reconcile::read_row(by, p, with, id_of(marker));
    if (!found) throw std::runtime_error(found.error().sentence() + found.error().detail);
    if (!*found) throw std::runtime_error("no such row");
    return std::move(**found);
  }
  key::Identity id_of(int marker) {
    key::Identity id;
    for (const std::string& column : p.identity) {
      id.columns.push_back(raw.exec("SELECT k." + quoted_name(column) + "::text FROM " + table +
                                    " k WHERE marker = " + std::to_string(marker))
                               .at(0)
                               .at(0));
    }
    return id;
  }
  // What the verb wants, whichever profile it is of.
  reconcile::WriteRequest asking(tables::Verb verb) const {
    using Value = tables::Assignment::Value;
    reconcile::WriteRequest request{.verb = verb,
                                    .values = {},
                                    .reason = "on call; it's \"sure\"",
                                    .ticket = "INC-1",
                                    .verdict = {},
                                    .evidence_json = R"({"said": "seen at the bank"})"};
    // As a gateway bore it out: what a person alone says waits for another (approval_test.cpp).
    if (verb == tables::Verb::succeed) request.verdict = reconcile::VerdictKind::settle_succeeded;
    if (verb == tables::Verb::fail) request.verdict = reconcile::VerdictKind::settle_failed;
    if (verb == tables::Verb::release) request.verdict = reconcile::VerdictKind::release;
    const auto write = p.writes.find(verb);
    if (write == p.writes.end()) return request;
    if (tables::writes(write->second, Value::code)) request.values.code = 201;
    if (tables::writes(write->second, Value::body))
      request.values.body = "{\"it\": \"is $onceover$ 'done'\"}";
    if (tables::writes(write->second, Value::lease_end)) request.values.lease = std::chrono::hours(2);
    return request;
  }
  auto write(const reconcile::SeenRow& row, const reconcile::WriteRequest& request,
             const audit::Actor& who = alice) {
    return reconcile::write(connection, p, access, row, request, who);
  }
  // A row that the verb is for.
  static int row_for(tables::Verb verb) {
    if (verb == tables::Verb::extend) return 3;
    return verb == tables::Verb::requeue || verb == tables::Verb::discard ? 2 : 1;
  }

  std::vector<std::string> columns() {
    std::vector<std::string> names;
    for (const auto& [name, column] : access.columns) names.push_back(name);
    return names;
  }
  // marker → column → value.
  std::map<std::string, std::map<std::string, std::optional<std::string>>> picture() {
    std::map<std::string, std::map<std::string, std::optional<std::string>>> rows;
    std::string list;
    for (const std::string& column : columns())
      list += (list.empty() ? "k." : ", k.") + quoted_name(column) + "::text";
    for (const RawRow& row : raw.exec("SELECT k.marker, " + list + " FROM " + table + " k")) {
      std::size_t at = 1;
      for (const std::string& column : columns()) rows[row[0].value_or("NULL")][column] = row[at++];
    }
    return rows;
  }
  std::string audit_rows() { return raw.scalar("SELECT count(*) FROM onceover.audit"); }
};

template <class T, class V>
T take(Result<V> outcome) {
  if (!outcome) throw std::runtime_error(outcome.error().sentence() + " " + outcome.error().detail);
  if (!std::holds_alternative<T>(*outcome))
    throw std::runtime_error("another outcome: alternative " + std::to_string(outcome->index()));
  return std::get<T>(std::move(*outcome));
}

}  // namespace onceover::test
