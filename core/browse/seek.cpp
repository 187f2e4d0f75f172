#include "core/browse/seek.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace onceover::browse {
namespace {

using tables::Query;

// A histogram has bounds with equal numbers of rows between them, a hundred by default; rows between two bounds are assumed to be even.
constexpr std::array<std::string_view, 7> between_is_a_value{
    "timestamp with time zone", "timestamp without time zone", "bigint", "integer", "numeric", "double precision", "real"};

std::optional<std::string> type_of(Reading& reading, const tables::Profile& p, const std::string& column) {
  // The base type of a domain: a value is only compared here, and a domain's checks are for stored values.
  Query query(
      "SELECT pg_catalog.format_type(COALESCE(NULLIF(t.typbasetype, 0), t.oid), NULL) FROM pg_catalog.pg_attribute a "
      "JOIN pg_catalog.pg_type t ON t.oid = a.atttypid WHERE a.attrelid = ");
  query.text(tables::table_name(p)) << "::pg_catalog.regclass AND NOT a.attisdropped AND a.attname = ";
  query.text(column);
  auto rows = reading.run(query).value();
  if (rows.empty()) return std::nullopt;
  return rows.text(0, 0);
}

// In the listing's order. For a table with children, the statistics of all together.
pg::Rows bounds_of(Reading& reading, const tables::Profile& p, const Filter& filter, const std::string& column, const std::string& type,
                   bool newest_first) {
  const std::string name = tables::quoted_name(column);
  Query query(
      fmt::format("SELECT k.{0}::pg_catalog.text FROM (SELECT pg_catalog.unnest(s.bounds)::{1} AS {0} FROM (SELECT "
                  "h.histogram_bounds::pg_catalog.text::pg_catalog.text[] AS bounds FROM pg_catalog.pg_stats h WHERE h.schemaname = ",
                  name, type));
  query.text(p.schema) << " AND h.tablename = ";
  query.text(p.table) << " AND h.attname = ";
  query.text(column) << " ORDER BY h.inherited DESC LIMIT 1) s) k WHERE TRUE";
  if (column == p.created_at.column) {
    times_sql(query, p, filter);
  }
  query << " ORDER BY k." << name << (newest_first ? " DESC" : "");
  return reading.run(query).value();
}

}  // namespace

std::optional<Place> place_at(Reading& reading, const tables::Profile& p, const Filter& filter, double part, bool newest_first) {
  const auto order = tables::order_columns(p);
  if (order.empty() || !p.is_never_null(order.front())) return std::nullopt;
  auto type = type_of(reading, p, order.front());
  if (!type) return std::nullopt;
  auto bounds = bounds_of(reading, p, filter, order.front(), *type, newest_first);
  if (bounds.size() < 2) return std::nullopt;
  const double at = part * (bounds.size() - 1);
  const int before = std::min(static_cast<int>(at), bounds.size() - 2);
  const double beyond = at - before;
  const std::string from = bounds.text(before, 0), to = bounds.text(before + 1, 0);
  const bool is_finite = !from.ends_with("infinity") && !to.ends_with("infinity");
  const bool even = is_finite && std::ranges::find(between_is_a_value, *type) != between_is_a_value.end();
  return [=, column = "k." + tables::quoted_name(order.front()), type = *type](Query& query) {
    query << " AND " << column << (newest_first ? " <= " : " >= ");
    if (!even) {
      query.text(beyond < 0.5 ? from : to);
      return;
    }
    query << "((";
    query.text(from) << "::" << type << ") + ((";
    query.text(to) << "::" << type << ") - (";
    query.text(from) << fmt::format("::{0})) * {1:.6f}::pg_catalog.float8)::{0}", type, beyond);
  };
}

}  // namespace onceover::browse
