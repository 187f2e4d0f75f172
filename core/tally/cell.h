// What was counted of one hour of a table's rows, small enough to be kept, so that a chart of a long time reads no row twice and rows
// that were removed since still count. Pure.
//
// An hour of creation (Axis::created) holds the rows made in it: how many in each minute, and when those of them finished that have. Where
// completions are found by an index of their own, an hour of completion (Axis::finished) holds the rows that finished in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/metrics/chart.h"

namespace onceover::tally {

enum class Axis { created, finished };
enum class What : std::uint8_t { created, succeeded, failed };

inline constexpr Duration cell_length = std::chrono::hours(1);
inline constexpr Duration cell_grain = std::chrono::minutes(1);
inline constexpr Duration group_grain = std::chrono::minutes(5);  // of what is counted by something: there is much more of it

// So many rows in the time that begins at `at`.
struct Count {
  What what{};
  Timestamp at;
  std::string group;  // the value of what they are counted by
  int bound = -1;     // place in metrics::bounds_ms of how long they took, one behind them: longer. −1: not told
  std::int64_t n = 0;
  bool operator==(const Count&) const = default;
};

struct Cell {
  Axis axis{};
  Timestamp from;     // an hour's beginning, counted from 1970
  Timestamp read_at;  // by the database's clock
  std::int64_t rows = 0;
  std::int64_t unfinished = 0;  // may finish yet
  std::int64_t unknown = 0;     // in a state that the profile does not know: not counted
  std::int64_t undated = 0;     // finished, and the table does not say when: not counted as such
  std::int64_t gone = 0;        // rows that it counts although they were not there when it was last read
  // By metrics::By, encode()d. Empty: not loaded, or not counted so.
  std::array<std::string, 4> counts;

  Timestamp to() const { return from + cell_length; }
  bool operator==(const Cell&) const = default;
};

// A cell counted by so many values at most; beyond, it does not tell them apart.
inline constexpr std::size_t most_groups = 1'000;
inline constexpr std::string_view too_many_groups = "!";

std::string encode(const std::vector<Count>& counts, Timestamp from);
// nullopt: these bytes are none of encode()'s.
std::optional<std::vector<Count>> decode(std::string_view bytes, Timestamp from);

struct Ages {
  // Rows carry the time at which their transaction began, and are seen when it commits: an hour is not final before that is over.
  Duration settles = std::chrono::minutes(10);
  // What has not finished by then is not waited for: the hour is final as it is.
  Duration gives_up = std::chrono::days(7);
  // An hour that goes on is read again after this long, one that is over and has unfinished rows after a tenth of its age more.
  Duration fresh_for = std::chrono::seconds(2);
};
// Nothing will change in it any more, reaping aside.
bool is_final(const Cell& cell, Timestamp as_of, const Ages& ages);
// It may stand for the rows without looking at them again. A clock that went back behind the reading makes it doubtful.
bool is_good(const Cell& cell, Timestamp as_of, const Ages& ages);

// What the hour says once it was read again. Where rows are gone, they still count: of each number the larger one.
Cell merged(const Cell& kept, const Cell& fresh);

// The hour that an instant is in.
Timestamp hour_of(Timestamp at);
Timestamp floor_to(Timestamp at, Duration grain);
Timestamp ceil_to(Timestamp at, Duration grain);

}  // namespace onceover::tally
