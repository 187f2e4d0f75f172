// One key in all the tables of a database that somebody has described: its idempotency row, the inbox rows that brought it, the outbox
// rows that it left behind. Rows belong together where one carries another's key, or where they share a correlation id or a reference.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/browse/browser.h"

namespace onceover::browse {

struct LifeRow {
  std::size_t table = 0;  // of those that were given
  KeyRow row;
  std::string link;  // "the same key", "its correlation id is the key", …: why it is here
};

// The ways of looking that an index serves, as an earlier look found out: what serves one value serves the next. Good for the same profiles
// on the same server.
struct LifeCosts {
  std::map<std::string, std::optional<std::string>> known;  // during a look also those that nothing serves, with the reason
};

struct Life {
  std::vector<LifeRow> rows;            // oldest first; rows whose table does not say when come first
  std::vector<std::string> not_looked;  // a sentence for each part that was left out: it would scan, or may not be read
  Timestamp as_of;                      // of the first look; the looks are one after another
  std::string sql;                      // of the looks that found something
  LifeCosts costs;
};

// Looks for the key, and for the correlation ids and references of the rows that have it. Never scans: a table is looked into by what an
// index of it serves, and is left out, with the index that would help, where none does. At most 20 rows a look, and 8 names in all.
// A table that this database does not have is passed over.
// Errors: a lost connection or a cancel alone; whatever else is wrong with a table leaves that table out.
Result<Life> life(pg::Connection& connection, std::span<const std::shared_ptr<const profile::Profile>> tables, std::string_view key,
                  Limits limits = {}, LifeCosts costs = {});

}  // namespace onceover::browse
