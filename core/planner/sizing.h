// Window and size: what a table of keys grows to under a window, what it writes, what it costs, and whether the window is long enough.
// Pure; row sizes are measured by the caller, and every figure shows its sum.
//
// The table is taken as settled: as many rows come as the reaper takes. Pages are PostgreSQL's 8 kB ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/planner/figure.h"

namespace onceover::planner {

struct IndexShape {
  std::string name;
  double entry_bytes = 32;  // of a leaf entry with its header, aligned, without the 4 bytes of its line pointer: key of 16 bytes: 24
  double fill = 0.7;        // of a leaf page: about 0.69 under random keys, 0.9 where keys only grow
  double rows = 1;          // share of the rows that are in it: a partial index holds the unfinished ones alone
  bool random = true;       // keys come in no order, so that each checkpoint finds nearly every page touched
};

struct RowShape {
  double heap_bytes = 150;  // of a tuple with its header, aligned to 8, without the 4 bytes of its line pointer
  double toast_bytes = 0;   // of what is stored out of line, chunks with their own headers and index; mean over all rows
  std::vector<IndexShape> indexes;
};

struct SizingInput {
  double per_second = 0;        // claims of new keys; where by_hour is empty
  std::vector<double> by_hour;  // claims in each hour, repeated without end: 24 are a day, 168 a week
  RowShape row;
  double fillfactor = 100;                        // of the heap, 10 to 100
  double updates = 1;                             // of each key: finishing it, renewing its lease
  bool hot = true;                                // no index names what they change, so that indexes are left alone where the page has room
  double vacuum_scale = 0.2;                      // autovacuum_vacuum_scale_factor: dead rows that may stand before it comes
  Duration checkpoint = std::chrono::minutes(5);  // between two; 0: full_page_writes is off
  Duration window = std::chrono::hours(24);
  std::optional<double> price;  // of a GB (10⁹ bytes) a month
  std::string currency;         // "EUR"; may be empty
};

struct Sizing {
  Figure rows;
  Figure heap, toast;
  std::vector<Figure> indexes;
  Figure size;      // all of it, dead rows included
  Figure each_day;  // what each further day of window adds to it
  Figure wal;       // a day
  Figure dead;      // rows a day
  std::optional<Figure> money;
  std::vector<std::string> remarks;  // sentences: what the figures suppose, and where they would be otherwise

  // All of them, in the order above; they live as long as this does.
  std::vector<const Figure*> figures() const&;
  std::vector<const Figure*> figures() const&& = delete;
};

// invalid_input: nothing comes, or a number means nothing (fillfactor 5, negative bytes, an empty window).
Result<Sizing> size_table(const SizingInput& input);

}  // namespace onceover::planner
