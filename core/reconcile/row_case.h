// SPDX-License-Identifier: Apache-2.0
// The case on an external row: kept where evidence settles nothing and a person is needed, closed by the write that
// settles the row (write_row.h) in its own transaction.
//
// Errors: as in settle.h.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/pg/connection.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

struct RowCase {
  std::string relation, row_key_json, profile;  // tables::table_name(); audit::row_key(); by whose description
  key::Identity id;                             // what a person knows of it
  std::string status;                           // "open", "needs_human", "settled"
  int attempts = 0;
  std::optional<Timestamp> next_try_at;  // of an open one
  Timestamp opened_at, updated_at;
  std::string verdict, reason, evidence_json;
};

// In its own read-only transaction. None: there is no case, or no readable schema.
Result<std::optional<RowCase>> case_of(pg::Connection& connection, const std::string& relation, const std::string& row_key_json);

struct CaseKept {
  std::string status;
  int attempts = 0;
  std::int64_t audit_id = 0;
};
using CaseOutcome = std::variant<CaseKept, Changed>;
// Puts on file what a gateway said of a row and that it settles nothing: a verdict of unresolved, needs_human or done_needs_response. The
// row itself is not touched; nothing is kept where it is no longer as it was seen. next_try_in: as in settlement_for(). within: as of
// write(). owned_fence: of a sweeper (own_rows.h), which owns the row no longer behind it; nothing is kept where it was taken over, or
// where the stop switch is on.
Result<CaseOutcome> keep_case(pg::Connection& connection, const tables::Profile& profile, const tables::Access& access, const SeenRow& seen,
                              const JudgedEvidence& asked, const std::string& reason, const std::string& ticket, Duration next_try_in,
                              const audit::Actor& actor, const Within& within = {}, std::optional<std::int64_t> owned_fence = {});

}  // namespace onceover::reconcile
