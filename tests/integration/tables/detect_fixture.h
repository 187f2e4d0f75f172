// SPDX-License-Identifier: Apache-2.0
// A database with every shape in it, filled.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <stdexcept>
#include <string>

#include "core/tables/detect/detect.h"
#include "core/tables/inspect/catalog.h"
#include "tests/integration/tables/shapes.h"
#include "tests/support/database.h"

namespace onceover::tables {

// As a shape's roles are written: "column, column (form)", "?" for unknown, "" for none.
std::string told(const RoleAnswer& answer);

Facts facts_of(const test::TestDatabase& database, const FactsOptions& options = {});

// Every column becomes c1, c2, … and the table is named as given. New names of columns → old ones.
std::map<std::string, std::string> rename_table(test::RawConnection& raw, const std::string& schema,
                                                const std::string& table, const std::string& to);

test::DatabaseTemplate all_shapes();

class DetectTest : public testing::Test {
 protected:
  Facts facts(const FactsOptions& options = {}) { return facts_of(database, options); }
  std::map<std::string, std::string> rename(const std::string& table, const std::string& to) {
    return rename_table(raw, "public", table, to);
  }

  test::TestDatabase database{all_shapes()};
  test::RawConnection raw = database.connect();
};

}  // namespace onceover::tables
