// SPDX-License-Identifier: Apache-2.0
// A walk reads every row of a table in bounded slices and keeps those that are not finished. It is used where
// no list and no index finds them. It only reads: it waits for no transaction and publishes no floor, so its
// result is a lower bound as of the time it read. It is a value. Its owner stores it (to_text, walk_from) and
// hands it to a Browser.
//
// Our own table is walked by time of creation, so a completed walk continues with new rows. Other tables are
// walked by blocks (ordinary tables only), and each walk starts again at the first block.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace onceover::browse {

struct Walk {
  // Of server, timeline, database and table; a walk of another one is void. Empty: not begun.
  std::string about;
  Timestamp until = Timestamp::minus_infinity();  // our own table: rows created before were read
  std::int64_t block = 0,
               blocks = 0;  // other tables: the next block, and how many there were at the beginning
  std::int64_t rows_read = 0;
  double rows = 0;             // of the table, estimated
  bool is_complete = false;    // it reached the end at least once
  Timestamp began, looked_at;  // the database's clock: when it began, and when a slice was last read
  // The unfinished rows: our own by created_at, key, tenant, operation; others by ctid, as text.
  std::vector<std::vector<std::string>> found;
  std::vector<std::vector<std::string>> found_before;  // of the previous walk, until this one is complete
  Timestamp looked_before = Timestamp::minus_infinity();
  bool is_full = false;  // more were found than are kept
  std::string problem;   // why the last slice could not be read; empty: it was. Not stored

  double part() const;  // 0…1
  // The rows to show: at the start of a new walk those of the previous one, until more is known.
  const std::vector<std::vector<std::string>>& known() const {
    return is_complete || found_before.empty() ? found : found_before;
  }
  bool operator==(const Walk&) const = default;
};

// At most this many rows are kept and written to disk.
inline constexpr std::size_t most_found = 20'000;

std::string to_text(const Walk& walk);
// nullopt: it was not written by to_text of this version.
std::optional<Walk> walk_from(std::string_view text);

}  // namespace onceover::browse
