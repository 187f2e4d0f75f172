// SPDX-License-Identifier: Apache-2.0
// Tables as operators build them, each with a profile. Every table has three rows, told apart by `marker`, a
// column no profile names: 1 is unfinished and nobody holds it, 2 has failed, 3 is unfinished and held for an
// hour yet.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/tables/profile.h"

namespace onceover::test {

struct TableShape {
  std::string name;
  std::string sql;
  tables::Profile profile;
};
inline void PrintTo(const TableShape& shape, std::ostream* out) { *out << shape.name; }

const std::vector<TableShape>& table_shapes();
const TableShape& table_shape(std::string_view name);

// Names that SQL built by concatenation would trip over.
const std::string& hostile_table();
const std::string& hostile_column();

}  // namespace onceover::test
