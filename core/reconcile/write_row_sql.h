// The statements of write_row.h, built once for the server and for people. Pure. Inside the room only.
#pragma once

#include <string>
#include <vector>

#include "core/profile/sql.h"
#include "core/reconcile/write_row.h"

namespace onceover::reconcile {

// Values read the same in every session: what was seen is compared as text.
inline constexpr std::string_view plain_values =
    "SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL bytea_output = 'hex'; "
    "SET LOCAL extra_float_digits = 1; SET LOCAL lc_monetary = 'C'";

// The columns that a look compares, in its order: value NULL in each.
std::vector<SeenRow::Raw> compared_columns(const profile::Profile& profile, const profile::Access& access);

// What tells a row from all others, as the trail and the cases have it: column to value, as text.
std::string row_key_sql(const profile::Profile& profile);

// Behind key_row_columns(): clock, lease over, row key, before, whole, xmin, a boolean for each verb (its guard), compared_columns().
profile::Query look_query(const profile::Profile& profile, const profile::Access& access, const key::Identity& id);

// Waits for whoever has the row locked: a lease is counted from then on.
profile::Query lock_query(const profile::Profile& profile, const SeenRow& seen);

// Whether the statement asks for the lease to be over.
bool asks_for_lease(const profile::Profile& profile, const SeenRow& seen, const WriteRequest& request);

// The guarded UPDATE or DELETE … RETURNING the number of the state's rule and the audit's `after`, as text.
profile::Query write_query(const profile::Profile& profile, const profile::Access& access, const SeenRow& seen, const WriteRequest& request,
                           bool with_stop_switch);

// What the trail keeps of a row before and after: objects of text, as text, over `k`.
std::string before_sql(const profile::Profile& profile, const profile::Access& access);
std::string whole_sql(const profile::Profile& profile, const profile::Access& access);

// What a person knows of the row, as the trail and the cases keep it: cut where it is too long for an index.
key::Identity known_of(const SeenRow& seen);

// The case behind a write, each field an expression. A verb that says something of the effect leaves a settled case with one attempt more,
// as settling a key of our own does; others settle the case that is open. Empty: none of both (extend).
struct CaseFields {
  std::string relation, row_key, profile, tenant, operation, key, verdict, reason, evidence;  // row_key, evidence: jsonb
};
// may_file: false where none may be made (no right to), or one is there: only an open one is settled.
std::string settle_case_sql(const profile::Profile& profile, profile::Verb verb, const CaseFields& fields, bool may_file = true);

// The state that a verb must leave behind; nullopt where it may be another.
std::optional<key::State> state_after(profile::Verb verb);

// `CASE number WHEN 0 THEN 'in_progress' … END`.
std::string state_word_of(const profile::Profile& profile, std::string_view number);

}  // namespace onceover::reconcile
