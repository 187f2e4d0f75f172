// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {

// A database user with all rights but those of a superuser, gone with the test.
class Person {
 public:
  Person(const TestDatabase& database, const std::string& name)
      : database_(database), name_(name + "_" + database.name()) {
    auto raw = database.connect();
    raw.exec("CREATE ROLE " + name_ + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + name_ +
             "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA onceover TO " + name_ +
             "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " + name_ +
             "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO " + name_);
    auto opened = pg::Connection::open({.conninfo = database.conninfo() + " user=" + name_});
    if (!opened) throw std::runtime_error(opened.error().sentence());
    store.emplace(std::move(*opened));
  }
  ~Person() {
    store.reset();
    database_.connect().exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" +
                             name_ + "'; DROP OWNED BY " + name_ + "; DROP ROLE " + name_);
  }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;
  pg::Connection& operator*() { return *store; }
  std::string conninfo() const { return database_.conninfo() + " user=" + name_; }
  std::optional<pg::Connection> store;

 private:
  const TestDatabase& database_;
  std::string name_;
};

}  // namespace onceover::test
