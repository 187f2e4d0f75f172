// A look at every row of a table, a bounded slice at a time, for those that are not finished: where no list and no index finds them. It
// only reads, so it waits for no transaction and publishes no floor: what it knows is a lower bound, as of when it looked. A value; whoever
// owns it keeps it, on disk too (to_text, walk_from), and hands it to a Browser.
//
// Our own table is walked by time of creation, so a walk that has ended goes on with what is new. Other tables are walked by their blocks
// (ordinary tables only) and are walked again from the beginning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace onceover::browse {

struct Walk {
  // Of server, timeline, database and table; a walk of another is void. Empty: not begun.
  std::string about;
  Timestamp until = Timestamp::minus_infinity();  // our own table: rows created before were read
  std::int64_t block = 0, blocks = 0;             // other tables: the next block, and how many there were at the beginning
  std::int64_t rows_read = 0;
  double rows = 0;             // of the table, estimated
  bool is_complete = false;    // it came to the end at least once
  Timestamp began, looked_at;  // the database's clock: when it began, and when a slice was last read
  // The unfinished rows: our own by created_at, key, tenant, operation; others by ctid, as text.
  std::vector<std::vector<std::string>> found;
  std::vector<std::vector<std::string>> found_before;  // of the walk before, until this one is complete
  Timestamp looked_before = Timestamp::minus_infinity();
  bool is_full = false;  // more were found than are kept: the rest is not shown

  double part() const;  // 0…1
  // What is shown: of a walk that begins anew, what the one before found, until more is known.
  const std::vector<std::vector<std::string>>& known() const { return is_complete || found_before.empty() ? found : found_before; }
  bool operator==(const Walk&) const = default;
};

// More rows than these are neither kept nor written to disk.
inline constexpr std::size_t most_found = 20'000;

std::string to_text(const Walk& walk);
// nullopt: it was not written by to_text of this version.
std::optional<Walk> walk_from(std::string_view text);

}  // namespace onceover::browse
