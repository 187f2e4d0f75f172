// A sweeper's claim on stuck external rows. The operator's row has no room for it: it is kept beside the row's case, in
// onceover.row_cases, committed before anything is asked. It keeps other sweepers away until its lease ends; the fence is checked in the
// transaction that writes (WriteRequest::owned_fence, keep_case). A person's write or case ends it. The row itself is not touched.
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
#include "core/reconcile/own_due.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

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

// A sentence: why no sweeper may settle rows of this table. nullopt where it may: a lease can be seen, a verdict can be written, and the
// gateway can be asked.
std::optional<std::string> why_not_swept(const tables::Profile& profile, const tables::Access& access, const gateway::Gateway& gateway);

// Owns up to limit rows behind `after` (none: from the first) in the order of the profile: those whose lease has ended, that nobody owns,
// whose next try is due, and that wait for no person. Rows that somebody has locked are left out.
Result<RowsOwned> own_rows(pg::Connection& connection, const tables::Profile& profile, const std::optional<browse::Cursor>& after,
                           const OwnRowsOptions& options, const audit::Actor& actor);

// The first row that own_rows() would take, where it cannot be taken: its identity, and where the walk goes on. None: there is none.
struct FirstRow {
  key::Identity id;
  std::string row_key_json;
  browse::Cursor place;
};
Result<std::optional<FirstRow>> first_row(pg::Connection& connection, const tables::Profile& profile,
                                          const std::optional<browse::Cursor>& after, const OwnRowsOptions& options);
// Puts such a row on file, as set_aside() in own_due.h, which see; nothing of the row is read.
Result<std::optional<std::string>> set_aside(pg::Connection& connection, const tables::Profile& profile, const FirstRow& row,
                                             const Aside& aside, const audit::Actor& actor);

// Ends the ownership, where it still holds, without a verdict. why_closed: the row is stuck no more, so that its case is closed; empty: it
// stays open, and is asked about again no sooner than next_try_in.
Result<void> let_go(pg::Connection& connection, const tables::Profile& profile, const std::string& row_key_json, std::int64_t fence,
                    const std::string& why_closed, Duration next_try_in);

// Closes open cases of rows that are stuck no more: their own service finished them after all, or they are gone. Cases that somebody owns,
// or that wait for a person, stay. Up to limit of those that waited longest; how many were closed.
Result<int> close_stale_cases(pg::Connection& connection, const tables::Profile& profile, const tables::Access& access, int limit = 200);

}  // namespace onceover::reconcile
