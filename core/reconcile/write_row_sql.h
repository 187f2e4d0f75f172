// SPDX-License-Identifier: Apache-2.0
// The statements of write_row.h, built once for the server and for people. Pure. Inside the room only.
#pragma once

#include <string>
#include <vector>

#include "core/reconcile/write_row.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {

// Values read the same in every session: what was seen is compared as text.
inline constexpr std::string_view plain_values =
    "SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'iso_8601'; SET "
    "LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL lc_monetary = 'C'";

// The columns that a look compares, in its order: value NULL in each.
std::vector<SeenRow::Raw> compared_columns(const tables::Profile& profile, const tables::Access& access);

// Behind key_row_columns(): clock, lease over, row key, before, whole, xmin, a boolean for each verb (its
// guard), compared_columns().
tables::Query look_query(const tables::Profile& profile, const tables::Access& access,
                         const key::Identity& id);

// Waits for whoever has the row locked: a lease is counted from then on.
tables::Query lock_query(const tables::Profile& profile, const SeenRow& seen);

// For the rest of the transaction the owner's triggers find what they name in the table's schema, as they do
// for the owner; not where others could put something of the same name there. Objects of pg_catalog come
// first.
std::string path_of_triggers(const tables::Profile& profile);

// Whether the statement asks for the lease to be over.
bool asks_for_lease(const tables::Profile& profile, const SeenRow& seen, const WriteRequest& request);

// The guarded UPDATE or DELETE … RETURNING the number of the state's rule and the audit's `after`, as text.
tables::Query write_query(const tables::Profile& profile, const tables::Access& access, const SeenRow& seen,
                          const WriteRequest& request, bool with_stop_switch);

// What a person knows of the row, as the trail and the cases keep it: cut where it is too long for an index.
key::Identity known_of(const SeenRow& seen);

// What a write of one row is before it is sent: sound, with its values and its audit row. Pure. Inside the
// room only.

// "Nothing was written."
tl::unexpected<Error> refused_row(ErrorKind kind, std::string what, std::string next = {});

// The row's own reason is the audit row's where no other was given.
WriteRequest with_reason(const tables::Profile& profile, WriteRequest request);

enum class RunBy { write, script };

// The request with its values as they will be written; an error says what it lacks, or why its verb is not
// for this row.
Result<WriteRequest> sound_request(const tables::Profile& profile, const tables::Access& access,
                                   const SeenRow& seen, WriteRequest request, RunBy by);

// Without what is only known afterwards: state and values left behind, fence.
audit::Entry entry_for(const tables::Profile& profile, const SeenRow& seen, const WriteRequest& request);

}  // namespace onceover::reconcile
