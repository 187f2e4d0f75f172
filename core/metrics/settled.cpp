#include "core/metrics/settled.h"

#include <fmt/format.h>

#include "core/sql/statements.h"

namespace onceover::metrics {
namespace {

// Of a store that this program can read; asked first, since a refused statement ends the transaction.
constexpr std::string_view may_read_trail =
    "SELECT COALESCE(pg_catalog.bool_and(pg_catalog.has_table_privilege(c.oid, 'SELECT')), false) FROM pg_catalog.pg_class c "
    "WHERE c.oid = pg_catalog.to_regclass('onceover.audit')";

}  // namespace

Result<std::vector<SettledElsewhere>> settled_elsewhere(pg::Connection& connection, Timestamp from, Timestamp to, Duration step,
                                                        const std::string& tenant, const std::string& operation) {
  return as_result([&] {
    std::vector<SettledElsewhere> out;
    if (!connection.exec_prepared(may_read_trail).value().boolean(0, 0)) return out;
    pg::Params params;
    params.timestamp(from).timestamp(to).text(fmt::format("{} microseconds", step.count()));
    tenant.empty() ? params.null() : params.text(tenant);
    operation.empty() ? params.null() : params.text(operation);
    const pg::Rows rows = connection.exec_prepared(sql::settled_elsewhere, params).value();
    for (int row = 0; row < rows.size(); ++row) {
      out.push_back({rows.text(row, 0), rows.timestamp(row, 1), rows.text(row, 2), rows.text(row, 3), rows.integer(row, 4)});
    }
    return out;
  });
}

}  // namespace onceover::metrics
