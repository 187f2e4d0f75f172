// SPDX-License-Identifier: Apache-2.0
// Instants and leases of a profile as SQL over a table called `k`, in whatever form the table keeps them.
// Pure.
//
// Predicates compare the raw column with a raw value, so that an index on it serves: `k."locked_at" <= now()
// − 90 s`, never `k."locked_at" + 90 s <= now()`. What is shown is converted by the server; a value that no
// timestamptz can hold shows as none.
#pragma once

#include "core/tables/profile.h"

namespace onceover::tables {

// A timestamptz expression; "NULL::pg_catalog.timestamptz" where the role is empty, or its zone is unknown.
// Only in the states of instant.only_in, if any.
std::string shown_instant(const Profile& profile, const Instant& instant);
// Where the zone is unknown, a text expression: "2026-11-21 02:03:04, zone unknown". "NULL::pg_catalog.text"
// elsewhere.
std::string zoneless_text(const Profile& profile, const Instant& instant);

// The first day of 1970, or before: so some systems write that there is no such time.
bool means_none(Timestamp at);

// The raw value that `column <= …` is to be compared with: now, less a span.
std::string raw_now(const Instant& instant, Duration less = Duration{0});
// The raw value of this instant, as a literal.
std::string raw_instant(const Instant& instant, Timestamp at);

// `at`, a timestamptz expression, as the column keeps instants: rounded down to its unit.
std::string in_form(const Instant& instant, const std::string& at);

// A span as a literal: "interval '00:01:30'". Not in microseconds: PostgreSQL 14 reads no more than 35
// minutes of them.
std::string interval(Duration span);

// When the lease ends; NULL where it is free, or where it cannot be observed.
std::string shown_lease_end(const Profile& profile);
// It is free: NULL, the value that says so, or an end that is past. "FALSE" where a lease cannot be observed.
std::string lease_is_over(const Profile& profile);
// It was held, and its end is past. A lease that was free has not ended.
std::string lease_has_ended(const Profile& profile);
// The row has no due time, or it is past for at least this long. "TRUE" where the table has none. A due time
// of unknown zone is never known to be past.
std::string is_due(const Profile& profile, Duration since = Duration{0});
// Since when the row waits to be worked on: its creation, or its due time where that is later.
std::string waits_since(const Profile& profile);

// Every column that the lease rests on, and the due time.
std::vector<std::string> lease_columns(const Profile& profile);

}  // namespace onceover::tables
