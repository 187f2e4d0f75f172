// Files and statistics of a table, read by the checks and by a size plan. Under search_path = pg_catalog. Only for this room.
#pragma once

#include <optional>
#include <string_view>

#include "core/pg/rows.h"

namespace onceover::health {

constexpr double page_bytes = 8192, page_header_bytes = 24, line_pointer_bytes = 4;

// The beginning of a statement: `the` relation named $1, $2, and each `leaf` that stores its rows, partitions together.
inline constexpr std::string_view leaves_sql = R"(
WITH the AS (SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = $1::text AND c.relname = $2::text),
     leaf AS (SELECT l.* FROM the JOIN pg_class l ON l.oid = the.oid WHERE the.relkind IN ('r', 'm')
              UNION ALL
              SELECT l.* FROM the, pg_partition_tree(the.oid) t JOIN pg_class l ON l.oid = t.relid WHERE the.relkind = 'p' AND t.isleaf)
)";

// Widths of the columns of $1, $2, whose oid is $3; read by tuple_bytes().
inline constexpr std::string_view width_sql = R"(
SELECT sum(s.avg_width * (1 - s.null_frac))::float8, bool_or(s.null_frac > 0), count(*)::int8,
       (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = $3::int8::oid AND a.attnum > 0 AND NOT a.attisdropped)::int8
FROM pg_stats s
WHERE s.schemaname = $1::text AND s.tablename = $2::text
  AND s.inherited = (SELECT c.relkind = 'p' FROM pg_class c WHERE c.oid = $3::int8::oid))";

double aligned(double bytes);  // to 8
// Of a tuple with its header, aligned, without its line pointer; nullopt: some columns have no statistics, or this user may not see them.
std::optional<double> tuple_bytes(const pg::Rows& width);

}  // namespace onceover::health
