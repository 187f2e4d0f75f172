// SPDX-License-Identifier: Apache-2.0
// Where to read the unfinished rows of a table, and how complete they are. Every count, group and listing of
// unfinished rows uses this decision.
#pragma once

#include <functional>

#include "core/browse/reading.h"
#include "core/browse/walk.h"
#include "core/unfinished/answer.h"
#include "core/unfinished/frontier.h"

namespace onceover::browse {

// A few rows by their own index each, whatever the statistics: never a plan that reads the table.
inline constexpr std::string_view narrow =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off; SET "
    "LOCAL enable_mergejoin = off; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off";

struct UnfinishedRows {
  enum class Way {
    whole,     // the table itself: it is small, or an index finds them
    listed,    // our list, and rows created since
    walked,    // the rows that a walk found and, for our own table, rows created since
    unserved,  // none of these: they are not read
  } way = Way::unserved;
  double table_rows = 0;  // the planner's estimate
  unfinished::Knowledge knowledge;
  unfinished::Knowledge if_scanned;  // unserved: what would be known after reading the whole table
  std::optional<Gap> hidden;         // why this session cannot see all rows, whichever way they are read
  // listed, walked: rows created from here on are read from the table
  Timestamp since = Timestamp::minus_infinity();
  bool has_recent = true;      // false: those are too many, and are not read either
  const Walk* walk = nullptr;  // walked

  // What is known after all of from() was read.
  const unfinished::Knowledge& after_reading() const { return way == Way::unserved ? if_scanned : knowledge; }

  // The FROM clause: the table as `k` with its case as `c`. released: also keys that are known to be
  // released.
  void from(tables::Query& query, const tables::Profile& profile, bool released) const;
};

// For a filter that asks_for_unfinished: also keys that are known to be released.
bool asks_for_released(const Filter& filter);

// The frontier moved so recently that the list and the keys since are read at once, however large the table
// is.
bool moved_lately(const unfinished::Frontier& frontier);
// walk may be null. whole_up_to: Limits. For our own table the answer describes the snapshot of the reading.
UnfinishedRows unfinished_rows(Reading& reading, const tables::Profile& profile, const Walk* walk,
                               double whole_up_to);

// What a walk belongs to: server, timeline, database and table, as one text.
std::string walk_subject(Reading& reading, const tables::Profile& profile);

}  // namespace onceover::browse
