// SPDX-License-Identifier: Apache-2.0
// The size of a table's rows and of its index entries, from which a size plan starts. Read from the
// catalogue, the statistics and the files' sizes; no row is read.
//
// Threads: as the connection. Errors: of the connection; invalid_input where there is no such table, or no
// statistics of its rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/pg/rows.h"
#include "core/tables/profile.h"

namespace onceover::health {

struct IndexSize {
  std::string name;            // as in the database: not yet visible()
  double entry_bytes = 0;      // of a leaf entry with its header, aligned, without its line pointer
  double fill = 0;             // of its leaf pages, 0 to 1
  double share = 1;            // of the table's rows that are in the index
  bool random = true;          // its entries come in random order
  bool by_size_alone = false;  // no b-tree, or of unknown width: the file's size divided by the entries
};

struct RowSize {
  std::string table;                  // as SQL
  double rows = 0;                    // the statistics' estimate
  double heap_bytes = 0;              // of a tuple with its header, aligned to 8, without its line pointer
  std::optional<double> toast_bytes;  // out of line, mean over all rows; nullopt: too few pages to tell
  bool by_size_alone = false;  // some columns have no statistics: the file's size divided by the rows, with
                               // dead rows and free space
  int fillfactor = 100;
  std::vector<IndexSize> indexes;
  std::optional<double> updates;    // of each row, since the counters started; nullopt: too few to tell
  std::optional<double> hot_share;  // of these updates; nullopt likewise
  double vacuum_scale = 0.2;
  std::optional<Duration> checkpoint;  // checkpoint_timeout; nullopt: full_page_writes is off
  // settings that were taken over, each in words: "full_page_writes is off: …"
  std::vector<std::string> from_server;
  std::vector<std::string> remarks;  // sentences: what was unknown, and what was used instead
  Timestamp as_of;                   // the database's clock
  std::string sql;                   // what was asked, for "show the SQL"
};

Result<RowSize> measure_row(pg::Connection& connection, const tables::Profile& profile);

// Files and statistics of a table, read by the checks and by a size plan. Under search_path = pg_catalog.
// Only for this room.

constexpr double page_bytes = 8192, page_header_bytes = 24, line_pointer_bytes = 4;

double aligned(double bytes);  // to 8
// Of a tuple with its header, aligned, without its line pointer; nullopt: some columns have no statistics, or
// this user may not see them.
std::optional<double> tuple_bytes(const pg::Rows& width);

}  // namespace onceover::health
