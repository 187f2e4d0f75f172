// SPDX-License-Identifier: Apache-2.0
// What is not settled: cases of our own keys and of rows in other tables in one list, with age and reason. Those that shout come first,
// then those that need a person, then those that are asked again automatically; within each, the oldest first.
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
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/key/types.h"
#include "core/pg/connection.h"
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
  std::string relation, row_key_json, profile;  // of a row elsewhere (row_case.h); empty: our own key
  std::string status;                           // "needs_human", "open"
  Shout shout = Shout::none;
  int attempts = 0;
  std::optional<Timestamp> next_try_at;  // of an open one
  Timestamp opened_at, updated_at;
  std::string verdict, reason, evidence_json;
  std::optional<key::State> state;      // of the row, where it was read; none: it is gone, or is a row elsewhere that was not looked at
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
// tables: descriptions of tables, to tell who and how much of their rows; each is asked once a page, by identity. One that cannot be read,
// or is not of this database, leaves that open.
Result<CaseList> list_cases(pg::Connection& connection, const CaseListRequest& request,
                            std::span<const std::shared_ptr<const tables::Profile>> tables = {});

// The row of the case, as browse finds it; none where the profile's identity is another than the case's.
std::optional<key::Identity> row_of(const ListedCase& one, const tables::Profile& profile);

}  // namespace onceover::reconcile
