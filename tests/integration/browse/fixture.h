// SPDX-License-Identifier: Apache-2.0
// A database with our schema, the browser under test on one connection, and a plain one to fill the tables.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/browse/browser.h"
#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::browse {

class BrowseTest : public testing::Test {
 protected:
  static pg::Connection connected(const std::string& conninfo) {
    auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "browse-test"});
    if (!connection) throw std::runtime_error(connection.error().sentence());
    return std::move(*connection);
  }

  Browser browser(Duration timeout = std::chrono::seconds(20)) {
    return Browser(connection_, tables::own(), {timeout});
  }

  // One row; `more` names further columns with their SQL: "locked_until, owner", "'infinity', 'p-7'".
  void insert(const std::string& key, const std::string& state, const std::string& columns = "",
              const std::string& values = "") {
    const bool finished = state == "succeeded" || state == "failed";
    raw_.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint" +
            std::string(finished
                            ? ", response_code, response_version, response_body, completed_at, expires_at"
                            : "") +
            (columns.empty() ? "" : ", " + columns) +
            ") VALUES ('acme', 'refund', $1, $2, nextval('onceover.fence'), 'raw-sha256', sha256('body')" +
            std::string(finished ? ", 201, 1, 'done', now(), now() + interval '3 days'" : "") +
            (values.empty() ? "" : ", " + values) + ")",
        {key, state});
  }

  // Finished rows, spread over `days`, ten to each moment.
  void insert_many(int rows, const std::string& prefix = "k") {
    raw_.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "response_code, response_version, response_body, completed_at, expires_at, created_at) SELECT 't' || "
        "i % 7, 'op' || i % 3, $1 || i, 'succeeded', i, 'raw-sha256', sha256('body'), 200, 1, 'x', now(), "
        "now(), timestamptz '2026-01-01' + (i / 10) * interval '1 second' FROM generate_series(1, $2::int) i",
        {prefix, std::to_string(rows)});
  }

  static key::Identity id(const std::string& key) { return {"acme", "refund", key}; }

  test::TestDatabase database_{test::installed_schema()};
  test::RawConnection raw_ = database_.connect();
  pg::Connection connection_ = connected(database_.conninfo());
};

// Where a Result holds an error the test says which, and stops.
#define ASSERT_DONE(result) \
  ASSERT_TRUE((result).has_value()) << (result).error().sentence() << " " << (result).error().detail

}  // namespace onceover::browse
