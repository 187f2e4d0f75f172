// Which index identifies rows, and which has the order of the listing. Inside the room only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pg/transaction.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::tables {

struct Key {
  struct Part {
    std::string column;      // empty: an expression
    std::string expression;  // as the server writes it
    bool plain = false;      // in the column's own collation
    int direction = 0;       // 0: ascending, NULLs last; 3: descending, NULLs first
  };
  std::string name;
  std::vector<Part> parts;
  std::vector<std::string> uses;  // every column, expressions' included
  std::string predicate;          // of a partial index
  bool is_unique = false, is_valid = false, is_btree = false, nulls_not_distinct = false;
};

std::vector<Key> read_keys(pg::Transaction& transaction, std::int64_t oid);

// Sets unique…, null_columns, why_key_not_unique, is_order_served, order_index, orders_served.
void judge_keys(const Profile& profile, const std::vector<Key>& keys, Access& access);

}  // namespace onceover::tables
