// SPDX-License-Identifier: Apache-2.0
// Keys as text and as JSON.
#pragma once

#include <string>

#include "app/oncectl/outcome.h"
#include "app/oncectl/print.h"
#include "core/browse/browser.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/write_row.h"

namespace onceover::oncectl {

// "12.50 EUR", or what is known of it.
std::string amount_of(const key::Subject& subject);
// [{"currency": "EUR", "amount": "12.50", "n": 1}], by currency; amounts are text, as they are exact. null
// where they are unknown.
Json json_sums(const key::Sums& sums);
// sums, without_amount and unreadable_amount; sums_unknown: why, where they are.
void add_sums(Json& json, const key::Sums& sums);
// customer, amount, currency and reference.
void add_subject(Json& json, const key::Subject& subject);
// relation and row_key of a row in an external table; nothing of our own.
void add_row_key(Json& json, const std::string& relation, const std::string& row_key_json);
// Where its zone is unknown, the text that says so.
Json json_time(const browse::RowTime& time);
std::string time_text(const browse::RowTime& time);
Json json_id(const key::Identity& id);
Json json_row(const browse::KeyRow& row, Timestamp as_of);
Json json_holder(const browse::LockHolder& holder);
// body as text or hex where revealed; its length always.
Json json_response(const key::StoredResponse& response, bool reveal);

// {"known": "exact", "as_of": …, "looked": 0.4, "why": …, "remedy": …}
Json json_knowledge(const unfinished::Knowledge& knowledge);

// "in_progress (2, stuck)": our word, then the table's own where it is another.
std::string state_of(const browse::KeyRow& row, Timestamp as_of);
// The status of its case as a person reads it; empty: there is none.
std::string case_words(const browse::KeyRow& row);
// One line of a listing.
Cells row_heads();
Cells row_cells(const browse::KeyRow& row, Timestamp as_of);
std::string row_fields(const browse::KeyRow& row, Timestamp as_of);
// Body and header values where revealed, sizes and names otherwise.
std::string response_text(const key::StoredResponse& response, bool reveal);

// "POST /refunds, key r-1, tenant acme".
std::string named(const key::Identity& id);

// What a verb would write to a row of an external table, column by column beside what it holds: "deletes" and
// "writes"; and as a table.
void add_changes(Json& json, const tables::Profile& profile, const reconcile::WriteRequest& request,
                 const std::string& before_json);
std::string changes_text(const tables::Profile& profile, const reconcile::WriteRequest& request,
                         const std::string& before_json);

// Nothing was written because the row is not as it was seen. Both versions, or that it is gone.
Failure changed(const browse::KeyRow& seen, const std::optional<browse::KeyRow>& now, Timestamp as_of);

}  // namespace onceover::oncectl
