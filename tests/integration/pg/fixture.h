// SPDX-License-Identifier: Apache-2.0
// What the connection's tests share.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "core/pg/connection.h"
#include "core/pg/transaction.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"

namespace onceover::test {

inline pg::Connection open_pg(const std::string& conninfo, Duration deadline = std::chrono::seconds(30),
                              bool prepare = true) {
  auto connection = pg::Connection::open(
      {.conninfo = conninfo, .application_name = "onceover-test", .deadline = deadline, .prepare = prepare});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence());
  return std::move(*result);
}

class PgTest : public testing::Test {
 protected:
  TestDatabase database;
  RawConnection raw = database.connect();
  pg::Connection connection = open_pg(database.conninfo());

  std::string scalar(std::string_view sql, const pg::Params& params = {}) {
    return value_of(connection.exec(sql, params)).text(0, 0);
  }
  // Whether the server runs or waits in a statement that contains the text.
  bool is_running(const std::string& text) {
    return eventually([&] {
      return raw.scalar(
                 "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'active' "
                 "AND query LIKE '%' || $1 || '%'",
                 {text}) != "0";
    });
  }
};

}  // namespace onceover::test
