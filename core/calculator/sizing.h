// SPDX-License-Identifier: Apache-2.0
// Window and size: how large a table of keys grows with a window, what it writes, what it costs, and whether
// the window is long enough. Pure; the caller measures the row sizes, and every figure shows its calculation.
//
// The table is in balance: as many rows are created as the reaper deletes. Pages are PostgreSQL's 8 kB ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/calculator/figure.h"

namespace onceover::calculator {

struct IndexShape {
  std::string name;
  // of a leaf entry with its header, aligned, without the 4 bytes of its line pointer: key of 16 bytes: 24
  double entry_bytes = 32;
  double fill = 0.7;  // of a leaf page: about 0.69 with random keys, 0.9 with ascending ones
  double rows = 1;    // share of the rows that are in the index: a partial index has only the unfinished ones
  bool random = true;  // keys come in random order, so that nearly every page is changed between checkpoints
  bool is_brin = false;  // one entry for 128 pages of the heap; fill and rows mean nothing
};

struct RowShape {
  // of a tuple with its header, aligned to 8, without the 4 bytes of its line pointer
  double heap_bytes = 150;
  double toast_bytes =
      0;  // out-of-line values, with the headers and the index of their chunks; mean over all rows
  std::vector<IndexShape> indexes;
};

struct SizingInput {
  double per_second = 0;        // claims of new keys; where by_hour is empty
  std::vector<double> by_hour;  // claims in each hour, repeated: 24 are a day, 168 a week
  RowShape row;
  double fillfactor = 100;  // of the heap, 10 to 100
  double updates = 1;       // of each key: finishing it, renewing its lease
  bool hot =
      true;  // no index names the changed columns, so that indexes are not written while the page has room
  double vacuum_scale = 0.2;  // autovacuum_vacuum_scale_factor: the share of dead rows at which vacuum runs
  Duration checkpoint = std::chrono::minutes(5);  // between two; 0: full_page_writes is off
  Duration window = std::chrono::hours(24);
  double partitions = 1;        // alike, each with pages of its own
  bool is_dropped = false;      // with its partition, when the window is over: no row is deleted
  std::optional<double> price;  // of a GB (10⁹ bytes) a month
  std::string currency;         // "EUR"; may be empty
};

struct Sizing {
  Figure rows;
  Figure heap, toast;
  std::vector<Figure> indexes;
  Figure size;      // everything, dead rows included
  Figure each_day;  // growth for each further day of window
  Figure wal;       // per day
  Figure dead;      // rows per day
  std::optional<Figure> money;
  std::vector<std::string> remarks;  // sentences: the assumptions of the figures, and where they do not hold

  // All figures, in the order above; they live as long as this object.
  std::vector<const Figure*> figures() const&;
  std::vector<const Figure*> figures() const&& = delete;
};

// invalid_input: no keys, or an invalid number (fillfactor 5, negative bytes, an empty window).
Result<Sizing> size_table(const SizingInput& input);

// Is the window long enough? It must exceed the longest retry of any client, manual ones included, and should
// be twice that. Pure.

// The longest time after which the same key may still be sent.
struct RetryHorizon {
  std::optional<Duration> automatic;  // schedule.h, horizon_of(): nullopt: the client never stops
  Duration manual{};                  // how long afterwards a person, a batch or a queue may try again
};

enum class WindowFit {
  enough,     // at least twice the horizon
  tight,      // longer than the horizon, but not twice as long
  too_short,  // a retry may come after the key was deleted: the effect happens again
};

std::string_view word(WindowFit fit);

struct WindowVerdict {
  WindowFit fit = WindowFit::enough;
  // the gateway's own window compared with the same horizon; nullopt: unknown
  std::optional<WindowFit> gateway;
  std::vector<std::string> words;  // sentences, the most severe first
};

// gateway_window: how long the gateway dedupes by our key; nullopt: unknown, or not at all.
WindowVerdict judge_window(Duration window, const RetryHorizon& horizon,
                           std::optional<Duration> gateway_window);

}  // namespace onceover::calculator
