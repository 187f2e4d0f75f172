// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/tables/detect_fixture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onceover::tables {

std::string told(const RoleAnswer& answer) {
  if (answer.is == RoleAnswer::Is::none) return "";
  if (answer.is == RoleAnswer::Is::unknown) return "?";
  return fmt::format("{} ({})", fmt::join(answer.columns, ", "), answer.form);
}

test::DatabaseTemplate all_shapes() {
  return {"all_shapes", [](const std::string& conninfo) {
            test::RawConnection raw(conninfo);
            for (const Shape& shape : shapes()) raw.exec(shape.sql);
            raw.exec("ANALYZE");
          }};
}

Facts facts_of(const test::TestDatabase& database, const FactsOptions& options) {
  auto connection = pg::Connection::open({.conninfo = database.conninfo()});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  auto read = read_facts(*connection, options);
  if (!read) throw std::runtime_error(read.error().sentence());
  return std::move(*read);
}

std::map<std::string, std::string> rename_table(test::RawConnection& raw, const std::string& schema,
                                                const std::string& table, const std::string& to) {
  std::map<std::string, std::string> old_name;
  const std::string quoted = test::quoted_name(schema) + "." + test::quoted_name(table);
  std::vector<std::string> names;
  for (const auto& row : raw.exec(
           "SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum",
           {quoted}))
    names.push_back(*row[0]);
  for (const std::string& name : names) {
    const std::string fresh = fmt::format("c{}", old_name.size() + 1);
    old_name[fresh] = name;
    raw.exec("ALTER TABLE " + quoted + " RENAME COLUMN " + test::quoted_name(name) + " TO " + fresh);
  }
  raw.exec("ALTER TABLE " + quoted + " RENAME TO " + to);
  return old_name;
}

}  // namespace onceover::tables
