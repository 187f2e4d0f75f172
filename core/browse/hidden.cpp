#include "core/browse/hidden.h"

namespace onceover::browse {

Result<std::vector<std::string>> hidden_own_tables(pg::Connection& connection) {
  auto rows = connection.exec(
      "SELECT c.relname::pg_catalog.text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE "
      "n.nspname = 'onceover' AND c.relkind IN ('r', 'p') AND pg_catalog.row_security_active(c.oid) ORDER BY 1");
  if (!rows) return fail(rows.error());
  std::vector<std::string> names;
  for (int i = 0; i < rows->size(); ++i) names.push_back(rows->text(i, 0));
  return names;
}

}  // namespace onceover::browse
