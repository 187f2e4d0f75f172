// A filter, an order and a place in it as SQL. Columns stay bare, so that the operator's indexes serve them. For this room and for
// core/transfer, which exports what is listed.
#pragma once

#include <functional>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/profile/sql.h"

namespace onceover::browse {

struct UnfinishedRows;

// True of the unfinished: in_progress and released.
void unfinished_sql(profile::Query& query, const profile::Profile& profile);
// True where KeyRow::is_stuck(now()) is.
void stuck_sql(profile::Query& query, const profile::Profile& profile);
// True of rows that failed for good, and of those that something is still to happen to, the system's own retries included.
void dead_sql(profile::Query& query, const profile::Profile& profile);
void waiting_sql(profile::Query& query, const profile::Profile& profile);
// When the lease of a stuck row ended: never NULL on such a row.
std::string lease_end_sql(const profile::Profile& profile);
// "k.state IN ('a', 'b')"
void state_sql(profile::Query& query, const profile::Profile& profile, const std::vector<key::State>& states);

// invalid_input where no lease can be observed: no row is called stuck there, which is not the same as none being stuck.
Result<void> leases_are_seen(const profile::Profile& profile);

// "TRUE AND …". invalid_input where it asks for a role that the profile does not map.
Result<void> where_sql(profile::Query& query, const profile::Profile& profile, const Filter& filter);
// " AND (created_at, key, …) < ($1, $2, …)": one row comparison, which walks the index from there.
void behind_sql(profile::Query& query, const profile::Profile& profile, const Cursor& cursor, bool descending);
// " AND created_at >= … AND created_at < …", where the filter says so. invalid_input where the profile maps no such time.
Result<void> times_sql(profile::Query& query, const profile::Profile& profile, const Filter& filter);
// Why a table without identity and order has one page.
inline constexpr std::string_view first_page_alone =
    "Nothing tells this table's rows apart, so that a listing has no place to go on from: its first rows are all that is shown.";
// " ORDER BY …"; without an order by time alone, or not at all.
std::string order_sql(const profile::Profile& profile, bool descending);

// Adds a condition on the order to a page's statement.
using Place = std::function<void(profile::Query& query)>;

// The whole statement of a page, without its LIMIT; now() is its last column. place: instead of `after`. rows: of unfinished rows, where
// they are read from.
Result<profile::Query> page_sql(const profile::Profile& profile, const Filter& filter, const std::optional<Cursor>& after, bool descending,
                                const Place* place = nullptr, const UnfinishedRows* rows = nullptr);

}  // namespace onceover::browse
