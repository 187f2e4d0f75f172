// SPDX-License-Identifier: Apache-2.0
// A sweeper's claim on what is stuck: our keys that are due, and external rows. The operator's row has no
// room for a claim: it is kept beside the row's case, in onceover.row_cases, committed before anything is
// asked. It keeps other sweepers away until its lease ends; the fence is checked in the transaction that
// writes (WriteRequest::owned_fence, keep_case). A person's write or case ends it. The external row itself is
// not touched.
//
// Errors: as in settle.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

// A sweeper's claim on what is due.

// The place a walk has come to, in the order (created_at, key, tenant, operation).
struct Place {
  Timestamp created_at = Timestamp::minus_infinity();
  key::Identity id;
};

struct DueRow {
  browse::KeyRow row;                    // owned: new fence, own lease
  std::string at;                        // its ctid: a hint for the settlement
  std::optional<Timestamp> lease_ended;  // when the lease before ended
  std::string unconfirmed = {};          // of the batch's one commit: settle.h
};

// For statements that walk the keys a slice at a time. Each reads a bounded run of keys_by_age and looks
// cases up one by one, whatever the statistics say. (An incremental sort of a few rows is still allowed, one
// of the whole slice is not.) They are planned anew each time: a plan kept from when a table was small may
// read all of it, batch after batch.
inline constexpr std::string_view walking =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off; SET "
    "LOCAL enable_mergejoin = off; SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = on; SET "
    "LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off; SET LOCAL plan_cache_mode = "
    "force_custom_plan";

// take_keys.sql for this profile; its rows are key_row_columns() and what was there before.
std::string take_keys_sql(const tables::Profile& profile);

struct DueOptions {
  int limit = 200;
  Duration lease = std::chrono::seconds(60);
  bool only_fresh = false;          // keys that were never asked about
  bool listed = false;              // of the list of unfinished keys (core/unfinished) only
  std::optional<Place> until = {};  // the last key to look at, by created_at and key; none: to the end
};

// Owns up to limit expired keys behind the place, committed. Fewer than limit: the walk is at `until` (or the
// stop switch is on).
Result<std::vector<DueRow>> own_due(pg::Connection& connection, const tables::Profile& profile,
                                    const Place& behind, const DueOptions& options,
                                    const audit::Actor& actor);
// The first key that own_due() would take, where it cannot be taken; none: there is none.
struct FirstDue {
  Place place;
  std::int64_t fence = 0;
};
Result<std::optional<FirstDue>> first_due(pg::Connection& connection, const tables::Profile& profile,
                                          const Place& behind, const DueOptions& options,
                                          const audit::Actor& actor);

struct Aside {
  std::string why;  // core/pg/one_row.h
  Duration next_try_in{0};
  int max_attempts = 1;  // then it waits for a person
};
// Puts a key on file that a statement cannot handle, and writes nothing else. The status of its case; none:
// the key has changed since, or its case waits for a person already.
Result<std::optional<std::string>> set_aside(pg::Connection& connection, const key::Identity& id,
                                             std::int64_t fence, const Aside& aside,
                                             const audit::Actor& actor);
// How many are due; owns nothing. Not exact where Answer::is_exact() would be false.
Result<browse::Count> count_due(pg::Connection& connection, const tables::Profile& profile);

struct OwnedRow {
  browse::KeyRow row;  // as it stood when it was taken over; its case as it stands now: "open"
  std::string row_key_json;
  std::int64_t fence = 0;
};

struct OwnRowsOptions {
  int limit = 50;
  Duration lease = std::chrono::seconds(60);
  bool only_fresh = false;  // rows that were never asked about
};

struct RowsOwned {
  std::vector<OwnedRow> rows;
  std::optional<browse::Cursor> last;  // the last row looked at: where the walk goes on
  bool is_end = false;                 // nothing is due behind it (or the stop switch is on)
  Timestamp as_of;                     // the database's clock
  std::string unconfirmed = {};        // of the commit: settle.h
};

// A sentence: why no sweeper may settle rows of this table. nullopt where it may: a lease can be seen, a
// verdict can be written, and the gateway can be asked.
std::optional<std::string> why_not_swept(const tables::Profile& profile, const tables::Access& access,
                                         const gateway::Gateway& gateway);

// Owns up to limit rows behind `after` (none: from the first) in the order of the profile: those whose lease
// has ended, that have no owner, whose next try is due, and that wait for no person. Rows that are locked
// are left out.
Result<RowsOwned> own_rows(pg::Connection& connection, const tables::Profile& profile,
                           const std::optional<browse::Cursor>& after, const OwnRowsOptions& options,
                           const audit::Actor& actor);

// The first row that own_rows() would take, where it cannot be taken: its identity, and where the walk goes
// on. None: there is none.
struct FirstRow {
  key::Identity id;
  std::string row_key_json;
  browse::Cursor place;
};
Result<std::optional<FirstRow>> first_row(pg::Connection& connection, const tables::Profile& profile,
                                          const std::optional<browse::Cursor>& after,
                                          const OwnRowsOptions& options);
// Puts such a row on file, as set_aside() above, which see; nothing of the row is read.
Result<std::optional<std::string>> set_aside(pg::Connection& connection, const tables::Profile& profile,
                                             const FirstRow& row, const Aside& aside,
                                             const audit::Actor& actor);

// Ends the ownership, where it still holds, without a verdict. why_closed: the row is stuck no more, so that
// its case is closed; empty: it stays open, and is asked about again no sooner than next_try_in.
Result<void> let_go(pg::Connection& connection, const tables::Profile& profile,
                    const std::string& row_key_json, std::int64_t fence, const std::string& why_closed,
                    Duration next_try_in);

// Closes open cases of rows that are stuck no more: their own service finished them after all, or they are
// gone. Cases that have an owner, or that wait for a person, stay. Up to limit of those that waited longest;
// how many were closed.
Result<int> close_stale_cases(pg::Connection& connection, const tables::Profile& profile,
                              const tables::Access& access, int limit = 200);

}  // namespace onceover::reconcile
