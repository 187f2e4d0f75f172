// The beginning of a listing, as the worker reads it: what was pasted is tried in every sense it may have, and a query that would
// read the whole table is announced instead of run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/bridge/reader.h"

namespace onceover::keys {

inline constexpr int pageRows = 200;

struct Search {
  browse::Filter filter;  // key: as typed
  std::optional<browse::Cursor> after;
  bool evenIfItScans = false;
  bool newestFirst = true;
};

struct Listing {
  browse::Page page;
  browse::Filter filter;                    // with the sense of the key that found something: further pages use it
  std::optional<browse::Forecast> warning;  // it would scan: nothing was read
  double about = 0;                         // rows of the whole listing, by the planner; 0: it was not asked
  // An exact key was looked for in the whole table, whatever else the filter says: `filter` is then the key alone.
  bool everywhere = false;
  std::int64_t outside = 0;  // of the rows: those that the rest of the filter would have hidden
  // No row has that key. found: the rows are those whose key begins with it, whatever else the filter says, and `filter` is that prefix.
  enum class Beginnings { notSought, none, found } beginnings = Beginnings::notSought;
};

// Whether it names one key, and whether it asks for anything beside its key.
bool isExactKey(const browse::Filter& filter);
bool isNarrowed(const browse::Filter& filter);

// The senses of a pasted text, in the order in which they are tried. Never empty.
std::vector<std::string> sensesOf(const std::string& pasted);

Result<Listing> readListing(bridge::Reader& reader, const Search& search);
// A page further on, in a listing that runs already.
Result<browse::Page> readFurther(bridge::Reader& reader, const browse::PageRequest& request, bool patient);
// Counting a filter that scans takes as long as reading it.
Result<browse::Count> countRows(bridge::Reader& reader, const browse::Filter& filter, bool patient);

}  // namespace onceover::keys
