// SPDX-License-Identifier: Apache-2.0
// One key in all tables of a database that have profiles: its idempotency row, the inbox rows that caused it,
// the outbox rows that it caused, and the inbox rows of those events. Rows belong together where one has the
// other's key, or where they share a correlation id or a reference.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/browse/browser.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::browse {

struct LifeRow {
  std::size_t table = 0;  // index into the given profiles
  KeyRow row;
  std::string link;  // "the same key", "its correlation id is the key", …: why it is included
};

// The searches that an index serves, as an earlier search found out: an index serves every value. Valid for
// the same profiles on the same server.
struct LifeCosts {
  // during a search also those without an index, with the reason
  std::map<std::string, std::optional<std::string>> known;
};

// The role of a value in a row.
enum class NameOf { key, correlation_id, reference, customer, beginning };
inline constexpr auto name_of_words = words<NameOf>({{NameOf::key, "key"},
                                                     {NameOf::correlation_id, "correlation id"},
                                                     {NameOf::reference, "reference"},
                                                     {NameOf::customer, "customer"},
                                                     {NameOf::beginning, "beginning of the key"}});

// Whether rows of the table can be searched by it; exactly those rows.
bool has_name(const tables::Profile& profile, NameOf by);
Filter named(NameOf by, const std::string& value);

struct Life {
  std::vector<LifeRow> rows;     // oldest first; rows without a time come first
  std::string name;              // that was found: one of the candidates
  NameOf name_is = NameOf::key;  // in the first row that has it
  bool more = false;             // more rows have one of the values than were read
  // a sentence for each part that was left out: it would scan, or may not be read
  std::vector<std::string> not_looked;
  std::vector<std::string> absent;  // tables that this database does not have: renamed, or of another one
  Timestamp as_of;                  // of the first search; the searches run one after another
  std::string sql;                  // of the searches with results
  LifeCosts costs;
};

// Searches for the key, and for the correlation ids and references of its rows. Never scans: a table is
// searched by what an index serves; without one it is left out, with the index that would help. At most 20
// rows per search, and 8 values in all. A table that this database does not have is skipped. Errors: only a
// lost connection or a cancel; a table with any other problem is left out.
Result<Life> life(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables,
                  std::string_view key, Limits limits = {}, LifeCosts costs = {});

// What a pasted text may name, the likeliest first: keys_from_paste(), and of a log line the values of its
// name=value parts and its words with digits that are no times. At most 8. Pure.
std::vector<std::string> names_from_paste(std::string_view pasted);

// As life(), for a text that a person typed or pasted: it may be a key, its beginning, a reference, a
// customer, a correlation or event id, or a line with one of them. The first of names_from_paste() that any
// table has; without one, keys that begin with the text. Tables that no index serves are read too, for
// Limits::patience in all.
Result<Life> find(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables,
                  std::string_view pasted, Limits limits = {});

// Who holds locks on a table: for the error of a statement that waited for one in vain.

// Whether a statement gave up waiting for a lock.
bool is_lock_timeout(const Error& error);

// "pid 4242, payments-7, in a transaction for 12 min (idle in transaction)", at most three of them, the
// oldest transaction first: of other sessions, what locks the table or rows of it for writing. Empty: none
// does now, or it cannot be read. Ends an open transaction's error state by rolling back.
std::string lock_holders(pg::Connection& connection, const tables::Profile& profile);
std::string lock_holders(pg::Connection& connection, const std::string& table);  // as SQL writes its name

}  // namespace onceover::browse
