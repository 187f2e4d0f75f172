#include "core/browse/hidden.h"

#include "core/pg/transaction.h"

namespace onceover::browse {

Result<std::vector<std::string>> hidden_own_tables(pg::Connection& connection) {
  constexpr std::string_view sql =
      "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'onceover' AND c.relkind IN "
      "('r', 'p') AND row_security_active(c.oid) ORDER BY 1";
  return pg::run(connection, sql, pg::Params(), {.read_only = true}).map([](const pg::Rows& rows) {
    return rows.map([&](int row) { return rows.text(row, 0); });
  });
}

}  // namespace onceover::browse
