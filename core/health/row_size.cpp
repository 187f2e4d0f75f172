#include "core/health/row_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

constexpr std::string_view row_storage_sql =
    R"(SELECT (SELECT oid::int8 FROM the), count(*)::int8, COALESCE(sum(GREATEST(l.reltuples, 0)), 0)::float8,
       COALESCE(sum(pg_relation_size(l.oid)), 0)::float8,
       COALESCE(sum(CASE WHEN l.reltoastrelid <> 0 AND pg_relation_size(l.reltoastrelid) > 0 THEN pg_total_relation_size(l.reltoastrelid) ELSE 0 END), 0)::float8,
       COALESCE(min((SELECT option_value::int FROM pg_options_to_table(l.reloptions) WHERE option_name = 'fillfactor')), 100)::int8,
       COALESCE(max((SELECT option_value::float8 FROM pg_options_to_table(l.reloptions) WHERE option_name = 'autovacuum_vacuum_scale_factor')),
                current_setting('autovacuum_vacuum_scale_factor')::float8),
       COALESCE(sum(s.n_tup_ins), 0)::float8, COALESCE(sum(s.n_tup_upd), 0)::float8, COALESCE(sum(s.n_tup_hot_upd), 0)::float8,
       EXTRACT(epoch FROM current_setting('checkpoint_timeout')::interval)::float8, current_setting('full_page_writes')::bool, now()
FROM leaf l LEFT JOIN pg_stat_all_tables s ON s.relid = l.oid)";

// The statistics of an expression are under the index's own name.
constexpr std::string_view index_width_sql = R"(
SELECT c.relname::text, m.amname = 'btree',
       (SELECT COALESCE(sum(pg_relation_size(x.oid)), 0) FROM (SELECT i.indexrelid AS oid UNION SELECT t.relid FROM pg_partition_tree(i.indexrelid) t) x)::float8,
       (SELECT COALESCE(sum(GREATEST(r.reltuples, 0)), 0) FROM (SELECT i.indexrelid AS oid UNION SELECT t.relid FROM pg_partition_tree(i.indexrelid) t) x
        JOIN pg_class r ON r.oid = x.oid AND r.relkind = 'i')::float8,
       w.width, w.unknown, w.nulls, w.correlation, i.indpred IS NOT NULL
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam JOIN pg_class t ON t.oid = i.indrelid
CROSS JOIN LATERAL (
  SELECT sum(COALESCE(e.avg_width, s.avg_width))::float8 AS width, count(*) FILTER (WHERE e.avg_width IS NULL AND s.avg_width IS NULL)::int8 AS unknown,
         COALESCE(bool_or(COALESCE(e.null_frac, s.null_frac) > 0), false) AS nulls,
         max(abs(COALESCE(e.correlation, s.correlation))) FILTER (WHERE k.place = 1)::float8 AS correlation
  FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (num, place)
  LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num AND k.num > 0
  LEFT JOIN pg_attribute n ON n.attrelid = i.indexrelid AND n.attnum = k.place
  LEFT JOIN pg_stats s ON s.schemaname = $1::text AND s.tablename = $2::text AND s.attname = a.attname AND s.inherited = (t.relkind = 'p')
  LEFT JOIN pg_stats e ON e.schemaname = $1::text AND e.tablename = c.relname AND e.attname = n.attname AND k.num = 0) w
WHERE i.indrelid = $3::int8::oid AND i.indislive
ORDER BY c.relname)";

constexpr double leaf_room = page_bytes - page_header_bytes - 16;
// Below this size, an index's pages do not show how full it will be, nor a table's how large a row is.
constexpr double telling_pages = 100;
// Fewer inserts may be a trial and make no average.
constexpr double telling_inserts = 1'000;
// The values follow the heap's order: they come from a sequence or a clock.
constexpr double in_order = 0.95;

IndexSize index_of(const pg::Rows& rows, int i, double table_rows) {
  IndexSize out{.name = rows.text(i, 0)};
  const bool is_tree = rows.boolean(i, 1), knows_width = !rows.is_null(i, 4) && rows.integer(i, 5) == 0;
  const double bytes = rows.real(i, 2), entries = rows.real(i, 3) > 0 ? rows.real(i, 3) : table_rows;
  if (rows.boolean(i, 8) && table_rows > 0) out.share = std::clamp(rows.real(i, 3) / table_rows, 0.0, 1.0);
  out.random = rows.is_null(i, 7) || rows.real(i, 7) < in_order;
  const double each = entries > 0 ? bytes / entries : 0;
  if (!is_tree || !knows_width) {
    out.by_size_alone = true;
    out.fill = is_tree ? (out.random ? 0.7 : 0.9) : 1;
    out.entry_bytes = std::clamp(each * out.fill - line_pointer_bytes, 8.0, 2'700.0);
    return out;
  }
  out.entry_bytes = std::clamp(aligned(8 + (rows.boolean(i, 6) ? 8 : 0) + rows.real(i, 4)), 16.0, 2'700.0);
  out.fill = out.random ? 0.7 : 0.9;
  const double pages = bytes / page_bytes - 1;  // the first page is the meta page
  if (pages < telling_pages) return out;
  const double fill = entries * (out.entry_bytes + line_pointer_bytes) / (pages * leaf_room);
  if (fill <= 0.95) {
    out.fill = std::max(fill, 0.3);  // emptier pages are bloat, which a plan ignores
  } else {
    // Equal keys are stored once, with the list of their rows.
    out.fill = 0.9;
    out.entry_bytes = std::clamp(each * out.fill - line_pointer_bytes, 8.0, 2'700.0);
  }
  return out;
}

pg::Rows asked(pg::Connection& connection, std::string_view sql, const pg::Params& params) {
  return pg::Transaction::begin(connection, {.read_only = true}).value().exec(sql, params).value();
}

}  // namespace

Result<RowSize> measure_row(pg::Connection& connection, const tables::Profile& profile) {
  return as_result([&]() -> Result<RowSize> {
    RowSize out{.table = tables::table_name(profile)};
    const std::string storage_sql = std::string(leaves_sql) + std::string(row_storage_sql);
    out.sql = fmt::format("{};\n{};\n{};\n", storage_sql, width_sql, index_width_sql);
    const pg::Params names = pg::Params().text(profile.schema).text(profile.table);
    const auto storage = asked(connection, storage_sql, names);
    if (storage.is_null(0, 0) || storage.integer(0, 1) == 0) {
      return fail(ErrorKind::invalid_input, fmt::format("{} is not a table with rows in this database.", visible(out.table)),
                  "Nothing was measured.", "Give the bytes of a row by hand.");
    }
    out.rows = storage.real(0, 2);
    if (!(out.rows > 0)) {
      return fail(ErrorKind::invalid_input, fmt::format("There are no statistics about the rows of {}.", visible(out.table)),
                  "Nothing was measured.", "Run ANALYZE on it once it has rows, or give the bytes of a row by hand.");
    }
    out.fillfactor = static_cast<int>(storage.integer(0, 5));
    out.vacuum_scale = storage.real(0, 6);
    const double heap_pages = storage.real(0, 3) / page_bytes, out_of_line = storage.real(0, 4);
    // An empty TOAST table has no bytes; its index has a page all the same.
    if (out_of_line == 0 || heap_pages >= telling_pages) out.toast_bytes = out_of_line / out.rows;
    if (heap_pages < telling_pages) {
      out.remarks.push_back(
          fmt::format("The table has {:.0f} pages, fewer than the {:.0f} from which an average can be taken{}.", heap_pages, telling_pages,
                      out.toast_bytes ? "; none of its values is out of line" : ": the bytes out of line remain as you entered them"));
    }
    if (const double inserted = storage.real(0, 7); inserted >= telling_inserts) {
      const double updated = storage.real(0, 8);
      out.updates = updated / inserted;
      if (updated >= telling_inserts) out.hot_share = storage.real(0, 9) / updated;
    }
    if (storage.boolean(0, 11)) out.checkpoint = Duration(static_cast<Duration::rep>(storage.real(0, 10) * 1e6));
    out.from_server.push_back(out.checkpoint
                                  ? fmt::format("full_page_writes is on, checkpoint_timeout is {}", human(*out.checkpoint))
                                  : std::string("full_page_writes is off: no full pages are counted in the WAL, which is several times as "
                                                "much where it is on"));
    out.from_server.push_back(fmt::format("autovacuum_vacuum_scale_factor is {:g}", out.vacuum_scale));
    out.from_server.push_back(fmt::format("fillfactor is {}", out.fillfactor));
    out.as_of = storage.timestamp(0, 12);

    pg::Params table = names;
    table.integer(storage.integer(0, 0));
    const auto width = asked(connection, width_sql, table);
    if (const auto tuple = tuple_bytes(width)) {
      out.heap_bytes = *tuple;
    } else {
      out.by_size_alone = true;
      out.heap_bytes = std::max(24.0, storage.real(0, 3) / out.rows * out.fillfactor / 100 - line_pointer_bytes);
      out.remarks.emplace_back(
          "Some columns have no statistics, or this user may not see them: a row's size is the table's size divided by its rows, with "
          "dead rows and free space.");
    }
    const auto indexes = asked(connection, index_width_sql, table);
    for (int i = 0; i < indexes.size(); ++i) {
      const IndexSize& index = out.indexes.emplace_back(index_of(indexes, i, out.rows));
      if (index.by_size_alone)
        out.remarks.push_back(
            fmt::format("Only the size of {} is known: an entry's size is the index's size divided by its entries.", visible(index.name)));
    }
    if (!out.updates)
      out.remarks.emplace_back("Too few rows were written since the counters started: the updates of a key remain as you entered them.");
    return out;
  });
}

double aligned(double bytes) { return std::ceil(bytes / 8) * 8; }

std::optional<double> tuple_bytes(const pg::Rows& width) {
  const auto columns = static_cast<double>(width.integer(0, 3));
  if (width.integer(0, 2) != width.integer(0, 3) || columns == 0) return std::nullopt;
  // A row with NULLs has a null bitmap.
  const double header = aligned(23 + (width.boolean(0, 1) ? std::ceil(columns / 8) : 0));
  return aligned(header + width.real(0, 0));
}

}  // namespace onceover::health
