// SPDX-License-Identifier: Apache-2.0
#include "core/health/row_size.h"

#include <fmt/format.h>

#include <cmath>

#include "core/pg/transaction.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

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

// Of out.rows rows; what health_storage reads.
void take_storage(RowSize& out, const pg::Rows& storage) {
  out.fillfactor = static_cast<int>(storage.integer(0, 8));
  out.vacuum_scale = storage.real(0, 11);
  const double heap_pages = static_cast<double>(storage.integer(0, 6)) / page_bytes,
               out_of_line = storage.real(0, 7);
  // An empty TOAST table has no bytes; its index has a page all the same.
  if (out_of_line == 0 || heap_pages >= telling_pages) out.toast_bytes = out_of_line / out.rows;
  if (heap_pages < telling_pages) {
    out.remarks.push_back(
        fmt::format("The table has {:.0f} pages, fewer than the {:.0f} from which an average can be taken{}.",
                    heap_pages, telling_pages,
                    out.toast_bytes ? "; none of its values is out of line"
                                    : ": the bytes out of line remain as you entered them"));
  }
  if (const auto inserted = static_cast<double>(storage.integer(0, 14)); inserted >= telling_inserts) {
    const auto updated = static_cast<double>(storage.integer(0, 15));
    out.updates = updated / inserted;
    if (updated >= telling_inserts) out.hot_share = static_cast<double>(storage.integer(0, 16)) / updated;
  }
  if (storage.boolean(0, 21))
    out.checkpoint = Duration(static_cast<Duration::rep>(storage.real(0, 20) * 1e6));
  out.from_server.push_back(
      out.checkpoint
          ? fmt::format("full_page_writes is on, checkpoint_timeout is {}", human(*out.checkpoint))
          : std::string(
                "full_page_writes is off: no full pages are counted in the WAL, which is several times as "
                "much where it is on"));
  out.from_server.push_back(fmt::format("autovacuum_vacuum_scale_factor is {:g}", out.vacuum_scale));
  out.from_server.push_back(fmt::format("fillfactor is {}", out.fillfactor));
  out.as_of = storage.timestamp(0, 1);
}

}  // namespace

Result<RowSize> measure_row(pg::Connection& connection, const tables::Profile& profile) {
  return as_result([&]() -> Result<RowSize> {
    RowSize out{.table = tables::table_name(profile)};
    out.sql = fmt::format("{};\n{};\n{};\n", sql::health_storage, sql::health_width, sql::health_index_width);
    const pg::Params names = pg::Params().text(profile.schema).text(profile.table);
    const auto storage = asked(connection, sql::health_storage, names);
    if (storage.is_null(0, 0) || storage.integer(0, 2) == 0) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("{} is not a table with rows in this database.", visible(out.table)),
                  "Nothing was measured.", "Give the bytes of a row by hand.");
    }
    out.rows = storage.real(0, 5);
    if (!(out.rows > 0)) {
      return fail(ErrorKind::invalid_input,
                  fmt::format("There are no statistics about the rows of {}.", visible(out.table)),
                  "Nothing was measured.",
                  "Run ANALYZE on it once it has rows, or give the bytes of a row by hand.");
    }
    take_storage(out, storage);
    pg::Params table = names;
    table.integer(storage.integer(0, 0));
    const auto width = asked(connection, sql::health_width, table);
    if (const auto tuple = tuple_bytes(width)) {
      out.heap_bytes = *tuple;
    } else {
      out.by_size_alone = true;
      out.heap_bytes =
          std::max(24.0, static_cast<double>(storage.integer(0, 6)) / out.rows * out.fillfactor / 100 -
                             line_pointer_bytes);
      out.remarks.emplace_back(
          "Some columns have no statistics, or this user may not see them: a row's size is the table's size "
          "divided by its rows, with dead rows and free space.");
    }
    const auto indexes = asked(connection, sql::health_index_width, table);
    for (int i = 0; i < indexes.size(); ++i) {
      const IndexSize& index = out.indexes.emplace_back(index_of(indexes, i, out.rows));
      if (index.by_size_alone)
        out.remarks.push_back(fmt::format(
            "Only the size of {} is known: an entry's size is the index's size divided by its entries.",
            visible(index.name)));
    }
    if (!out.updates)
      out.remarks.emplace_back(
          "Too few rows were written since the counters started: the updates of a key remain as you entered "
          "them.");
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
