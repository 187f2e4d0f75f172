// SPDX-License-Identifier: GPL-3.0-or-later
// The beginning of a listing, as the worker reads it: what was pasted is tried in every sense it may have,
// and a query that would read the whole table is announced instead of run.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/browse/life.h"
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
  browse::Filter filter;  // with the sense of the key that found something: further pages use it
  std::optional<browse::Forecast> warning;  // it would scan: nothing was read
  double about = 0;                         // rows of the whole listing, by the planner; 0: it was not asked
  // An exact key was looked for in the whole table, whatever else the filter says: `filter` is then the key
  // alone.
  bool everywhere = false;
  std::int64_t outside = 0;  // of the rows: those that the rest of the filter would have hidden
  // No row has that key. by: the rows have the text in another role, whatever else the filter says, and
  // `filter` asks for that.
  bool soughtInstead = false;
  std::optional<browse::NameOf> by;
  std::vector<browse::NameOf> notSought;  // roles that no index serves
  bool isWithoutKey = false;              // the rows are those that the rest of the filter finds
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

// What a person types: a key as a screen spells it, and a time. Pure.

// The way back from what a screen showed: "\u{202e}abc" read aloud, or copied from a cell, to the key it
// stands for. Pure.

// The bytes whose visible() is this text, where it spells anything out; none where it spells nothing or does
// not come back the same.
std::optional<std::string> unspelled(std::string_view text);

// A moment as a person types it into a filter. Kept to the microsecond: Qt's date widgets know milliseconds
// only. Pure.

// "2026-11-21", "2026-11-21 02:03", "2026-11-21T02:03:04.5Z", "…+02:00"; without an offset: UTC. none: not a
// moment.
std::optional<Timestamp> momentOf(const QString& typed);
// What momentOf() reads back exactly; without the fraction where there is none.
QString typedAs(Timestamp at);

}  // namespace onceover::keys
