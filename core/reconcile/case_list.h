// SPDX-License-Identifier: Apache-2.0
// What is not settled: cases of our own keys and of rows in other tables in one list, with age and reason.
// Those that shout come first, then those that need a person, then those that are asked again automatically;
// within each, the oldest first.
//
// Of our own keys, cases of keys that were finished or are gone since are left out, unless they shout.
//
// Errors: schema where there is no schema `onceover`, or this user may not read it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/pg/connection.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

// What evidence says loudly: settling it would be wrong whatever is written.
enum class Shout {
  none,
  two_effects,    // the downstream has more than one effect under this key
  another_effect  // what it has under this key is not what was asked for
};
std::string_view word(Shout shout);  // "", "two_effects", "another_effect"

struct ListedCase {
  key::Identity id;                             // of a row elsewhere: what a person knows of it
  std::string relation, row_key_json, profile;  // of a row elsewhere; empty: our own key
  std::string status;                           // "needs_human", "open"
  Shout shout = Shout::none;
  int attempts = 0;
  std::optional<Timestamp> next_try_at;  // of an open one
  Timestamp opened_at, updated_at;
  std::string verdict, reason, evidence_json;
  std::optional<key::State>
      state;  // of the row, where it was read; none: it is gone, or is a row elsewhere that was not looked at
  std::string state_word;               // its table's own word
  std::optional<key::Subject> subject;  // who and how much; none: not known
  bool is_own() const { return relation.empty(); }
  bool needs_person() const { return status == "needs_human"; }
};

// Behind a case of the list.
struct CasePlace {
  std::int64_t urgency = -1;
  Timestamp opened_at;
  bool is_elsewhere = false;
  key::Identity id;
  std::string relation, row_digest;
};
// "…" for a command line, and back; none where it is none.
std::string to_text(const CasePlace& place);
std::optional<CasePlace> case_place(const std::string& text);

struct CaseListRequest {
  bool open_too = false;  // not only those that need a person
  std::optional<CasePlace> after;
  int limit = 200;  // 1…1000
};
struct CaseList {
  std::vector<ListedCase> cases;
  std::optional<CasePlace> next;  // none: all there is
  Timestamp as_of;
  std::string sql;
};
// tables: descriptions of tables, to tell who and how much of their rows; each is asked once a page, by
// identity. One that cannot be read, or is not of this database, leaves that open.
Result<CaseList> list_cases(pg::Connection& connection, const CaseListRequest& request,
                            std::span<const std::shared_ptr<const tables::Profile>> tables = {});

// The row of the case, as browse finds it; none where the profile's identity is another than the case's.
std::optional<key::Identity> row_of(const ListedCase& one, const tables::Profile& profile);

// The case on an external row: kept where evidence settles nothing and a person is needed, closed by the
// write that settles the row (write_row.h) in its own transaction.
//
// Errors: as in settle.h.

struct RowCase {
  // tables::table_name(); audit::row_key(); by whose description
  std::string relation, row_key_json, profile;
  key::Identity id;    // what a person knows of it
  std::string status;  // "open", "needs_human", "settled"
  int attempts = 0;
  std::optional<Timestamp> next_try_at;  // of an open one
  Timestamp opened_at, updated_at;
  std::string verdict, reason, evidence_json;
};

// In its own read-only transaction. None: there is no case, or no readable schema.
Result<std::optional<RowCase>> case_of(pg::Connection& connection, const std::string& relation,
                                       const std::string& row_key_json);

struct CaseKept {
  std::string status;
  int attempts = 0;
  std::int64_t audit_id = 0;
};
using CaseOutcome = std::variant<CaseKept, Changed>;
// Puts on file what a gateway said of a row and that it settles nothing: a verdict of unresolved, needs_human
// or done_needs_response. The row itself is not touched; nothing is kept where it is no longer as it was
// seen. next_try_in: as in settlement_for(). within: as of write(). owned_fence: of a sweeper (own_rows.h),
// which owns the row no longer behind it; nothing is kept where it was taken over, or where the stop switch
// is on.
Result<CaseOutcome> keep_case(pg::Connection& connection, const tables::Profile& profile,
                              const tables::Access& access, const SeenRow& seen, const JudgedEvidence& asked,
                              const std::string& reason, const std::string& ticket, Duration next_try_in,
                              const audit::Actor& actor, const Within& within = {},
                              std::optional<std::int64_t> owned_fence = {});

}  // namespace onceover::reconcile
