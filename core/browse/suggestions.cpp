#include <algorithm>
#include <iterator>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {
namespace {

// Enough to include every frequent value, and few enough for a few milliseconds.
constexpr int newest_rows = 2'000;
constexpr int most_values = 500;

std::vector<std::string> values_of(Reading& reading, const tables::Profile& p, const std::string& column) {
  if (column.empty()) return {};
  auto served = ends_are_served(reading, p);
  tables::Query query(
      "SELECT v FROM (SELECT pg_catalog.unnest(s.most_common_vals::pg_catalog.text::pg_catalog.text[]) AS v FROM pg_catalog.pg_stats s "
      "WHERE s.schemaname = ");
  query.text(p.schema) << " AND s.tablename = ";
  query.text(p.table) << " AND s.attname = ";
  query.text(column) << " UNION SELECT n.v FROM (SELECT k." << tables::quoted_name(column) << "::pg_catalog.text AS v FROM "
                     << tables::table_name(p) << " k" << order_sql(p, true) << " LIMIT ";
  query.integer(served ? newest_rows : 0) << ") n) known WHERE v IS NOT NULL ORDER BY v COLLATE \"C\" LIMIT ";
  query.integer(most_values);
  return reading.run(query).value().texts(0);
}

// Both lists, each value once and in the order of its bytes.
Result<std::vector<std::string>> together(Result<std::vector<std::string>> live, Result<std::vector<std::string>> archived) {
  if (!live || !archived) return live ? archived : live;
  std::vector<std::string> all;
  std::ranges::set_union(*live, *archived, std::back_inserter(all));
  return all;
}

}  // namespace

Result<std::vector<std::string>> Browser::operations() {
  if (reads_both()) return together(live().operations(), archive().operations());
  return begun(connection_, profile_, limits_, [&](Reading& reading) { return values_of(reading, profile_, profile_.operation); });
}

Result<std::vector<std::string>> Browser::tenants() {
  if (reads_both()) return together(live().tenants(), archive().tenants());
  return begun(connection_, profile_, limits_, [&](Reading& reading) { return values_of(reading, profile_, profile_.tenant); });
}

}  // namespace onceover::browse
