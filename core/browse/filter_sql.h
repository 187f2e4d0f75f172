// SPDX-License-Identifier: Apache-2.0
// A filter, an order and a place in it as SQL. Columns remain bare, so that existing indexes serve them. For
// this room and core/exports, which exports listings.
#pragma once

#include <functional>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/tables/sql.h"

namespace onceover::browse {

struct UnfinishedRows;

// True for unfinished rows: in_progress and released.
void unfinished_sql(tables::Query& query, const tables::Profile& profile);
// True where KeyRow::is_stuck(now()) is true.
void stuck_sql(tables::Query& query, const tables::Profile& profile);
// True for rows that failed for good (dead), and for rows that are not final (waiting), retries by the system
// included.
void dead_sql(tables::Query& query, const tables::Profile& profile);
void waiting_sql(tables::Query& query, const tables::Profile& profile);
// True for a stuck row that was released, and that no client has retried in time (KeyRow::is_unretried).
void unretried_sql(tables::Query& query, const tables::Profile& profile);
// When the lease of a stuck row expired: never NULL for such a row.
std::string lease_end_sql(const tables::Profile& profile);
// owner_name() and host_of() of a row, as SQL; '' where the table has no owner. NULL where the row has none.
std::string owner_name_sql(const tables::Profile& profile);
std::string host_sql(const tables::Profile& profile);
// Whether the server can read the value: it is in a column, or in a jsonb document. Other documents are read
// by this program.
bool is_told_by_server(const tables::Place& place);
// "k.state IN ('a', 'b')"
void state_sql(tables::Query& query, const tables::Profile& profile, const std::vector<key::State>& states);

// invalid_input where the table shows no leases: then it is unknown whether a row is stuck.
Result<void> leases_are_seen(const tables::Profile& profile);

// "TRUE AND …". invalid_input where it asks for a role that the profile does not map.
Result<void> where_sql(tables::Query& query, const tables::Profile& profile, const Filter& filter);
// " AND (created_at, key, …) < ($1, $2, …)": one row comparison, which starts in the index there.
void behind_sql(tables::Query& query, const tables::Profile& profile, const Cursor& cursor, bool descending);
// " AND created_at >= … AND created_at < …", where the filter has times. Throws invalid_input where the
// profile maps no such time.
void times_sql(tables::Query& query, const tables::Profile& profile, const Filter& filter);
// Why a table without identity and order has one page.
inline constexpr std::string_view first_page_alone =
    "The profile names no identity of this table's rows, so only the first page can be shown.";
// " ORDER BY …"; without an order, only by time, or not at all.
std::string order_sql(const tables::Profile& profile, bool descending);

// Adds a condition on the order to a page's statement.
using Place = std::function<void(tables::Query& query)>;

// The whole statement of a page, without its LIMIT; now() is its last column. place: instead of `after`.
// rows: for unfinished rows, where to read them from. Throws what where_sql() returns.
tables::Query page_sql(const tables::Profile& profile, const Filter& filter,
                       const std::optional<Cursor>& after, bool descending, const Place* place = nullptr,
                       const UnfinishedRows* rows = nullptr);
// The same for PageRequest::longest_stuck_first.
tables::Query longest_stuck_sql(const tables::Profile& profile, const Filter& filter,
                                const UnfinishedRows* rows);

}  // namespace onceover::browse
