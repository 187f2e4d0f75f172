// SPDX-License-Identifier: Apache-2.0
// Taking a verdict back, as a new act with its own audit row: a release, an extension, a requeue. What is
// finished stays finished: its clients may have been answered. A row that is not as the act left it is not
// written.
//
// Keys of our own are told by their fence, which every later act has changed. An external row is compared
// with what the audit row says it was left as (state, lease and what verbs write), and written only as it was
// seen then (write_row.h): a change that was taken back in between goes unnoticed. Values that the trail
// holds in part alone (bodies, long texts) cannot be put back. The row's case, where it has one, needs a
// human then: no sweeper settles it the same way again.
//
// Errors: as in settle.h; unsupported where the act cannot be undone.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/pg/connection.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

// A sentence: why this act is none that can be undone, whatever became of the row. Pure.
std::optional<std::string> why_not_undone(const audit::Record& act);

// unsupported where there is no such audit row.
Result<audit::Record> act_numbered(pg::Connection& connection, std::int64_t audit_id);

// The act that this audit row took back; none: it is no undo. Pure.
std::optional<std::int64_t> undone_act(const audit::Record& record);
// The audit row that took this act back; none: none did. Looks through the newest undos of its row.
Result<std::optional<std::int64_t>> undone_by(pg::Connection& connection, const audit::Record& act);

struct Undone {
  browse::KeyRow after;
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
};
// Nothing was written.
struct ChangedSince {
  std::optional<browse::KeyRow> now;  // none: the row is gone
  std::vector<std::string> what;      // "status: was NEW, is RUNNING"
};
using UndoOutcome = std::variant<Undone, ChangedSince>;
// profile and access: of the table of the act; access is not looked at for our own.
Result<UndoOutcome> undo(pg::Connection& connection, const tables::Profile& profile,
                         const tables::Access& access, std::int64_t audit_id, const audit::Actor& actor,
                         const std::string& reason, const std::string& ticket);

}  // namespace onceover::reconcile
