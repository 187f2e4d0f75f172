// The columns of a table as the catalog declares them: what detection and inspection both read. Inside the room only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/pg/transaction.h"
#include "core/tables/facts.h"

namespace onceover::tables {

// What a reader needs beside: further expressions and joins (a: pg_attribute, t: pg_type, bt: the type below a domain), and what takes them
// from a row, whose first further column is `at`.
struct MoreOfColumns {
  std::string_view select = {}, joins = {};
  std::function<void(ColumnFacts& column, const pg::Rows& rows, int row, int at)> take;
};

std::string columns_sql(std::string_view select = {}, std::string_view joins = {});
std::vector<ColumnFacts> read_columns(pg::Transaction& transaction, std::int64_t oid, const MoreOfColumns& more = {});

// Elements of a one-dimensional array as the server writes it.
std::vector<std::string> elements(std::string_view array);

}  // namespace onceover::tables
