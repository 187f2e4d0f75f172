// SPDX-License-Identifier: Apache-2.0
// The counts of one hour of a table's rows, small enough to keep, so that a chart of a long time reads no row
// twice and deleted rows still count. Pure.
//
// An hour of creation (Axis::created) has the rows created in it, per minute, and when those of them
// finished. Where an index finds completions, an hour of completion (Axis::finished) has the rows that
// finished in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/metrics/chart.h"

namespace onceover::row_metrics {

enum class Axis { created, finished };
enum class What : std::uint8_t { created, succeeded, failed };

inline constexpr Duration cell_length = std::chrono::hours(1);
inline constexpr Duration cell_grain = std::chrono::minutes(1);
inline constexpr Duration group_grain = std::chrono::minutes(5);  // of counts by group, which are many more

// The number of rows in the time that begins at `at`.
struct Count {
  What what{};
  Timestamp at;
  std::string group;  // the value that the rows are grouped by
  int bound = -1;  // index into metrics::bounds_ms of their duration; one after the last: longer. −1: unknown
  std::int64_t n = 0;
  bool operator==(const Count&) const = default;
};

struct Cell {
  Axis axis{};
  Timestamp from;     // the start of an hour, aligned to 1970
  Timestamp read_at;  // by the database's clock
  std::int64_t rows = 0;
  std::int64_t unfinished = 0;  // may still finish
  std::int64_t unknown = 0;     // in a state that the profile does not name: not counted as finished
  std::int64_t undated = 0;     // finished without a time of completion: not counted as completed
  std::int64_t gone = 0;        // counted rows that no longer existed at the last reading
  // By metrics::By, in encode()'s format. Empty: not loaded, or not counted.
  std::array<std::string, 4> counts;

  Timestamp to() const { return from + cell_length; }
  bool operator==(const Cell&) const = default;
};

// A cell has at most this many groups; with more, it does not separate them.
inline constexpr std::size_t most_groups = 1'000;
inline constexpr std::string_view too_many_groups = "!";

std::string encode(const std::vector<Count>& counts, Timestamp from);
// nullopt: the bytes are not in encode()'s format.
std::optional<std::vector<Count>> decode(std::string_view bytes, Timestamp from);

struct Ages {
  // A row's time is the start of its transaction, but the row is visible only after the commit: an hour is
  // not final before this delay.
  static constexpr Duration settles = std::chrono::minutes(10);
  // A row that is unfinished by then is no longer awaited: the hour is final.
  static constexpr Duration gives_up = std::chrono::days(7);
  // The current hour is read again after this time; a past one with unfinished rows after another tenth of
  // its age.
  Duration fresh_for = std::chrono::seconds(2);
};
// It can no longer change, except by reaping.
bool is_final(const Cell& cell, Timestamp as_of, const Ages& ages);
// It can be used without reading the rows again. A clock that was set back to before the reading makes it
// doubtful.
bool is_good(const Cell& cell, Timestamp as_of, const Ages& ages);

// The cell after another reading. Deleted rows still count: the larger of the two numbers is kept.
Cell merged(const Cell& kept, const Cell& fresh);

// The hour of an instant.
Timestamp hour_of(Timestamp at);

}  // namespace onceover::row_metrics
