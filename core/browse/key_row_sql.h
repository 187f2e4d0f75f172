// SPDX-License-Identifier: Apache-2.0
// How a KeyRow is read from a table: a select list and a FROM clause made from the profile, and a reader for
// the result. For listings, and for code that locks a row before settling it and must see the same row as the
// listing:
//
//   "SELECT " + key_row_columns(p) + " FROM " + key_row_source(p) + " WHERE " + key_row_is(p) + " FOR UPDATE
//   OF k"
//
// with Params{}.text(tenant).text(operation).text(key). `OF k`, because the case is an outer join, which
// cannot be locked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/pg/connection.h"
#include "core/pg/rows.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::browse {

// The number of columns that key_row_columns() selects: a caller's further columns start here.
int key_row_width(const tables::Profile& profile);

// `k` is the table, `c` its case. Roles that the profile does not map come back as NULL.
std::string key_row_columns(const tables::Profile& profile);
// Only what identifies a row of an external table and where it is in the listing's order: place_width()
// columns.
std::string place_columns(const tables::Profile& profile);
int place_width(const tables::Profile& profile);
KeyRow place_from(const tables::Profile& profile, const pg::Rows& rows, int row);
// `"onceover"."keys" k LEFT JOIN onceover.cases c ON …`; without the join for an external table.
std::string key_row_source(const tables::Profile& profile);
// `k."tenant" = $1 AND k."operation" = $2 AND k."key" = $3`; a role that is not mapped asks its parameter to
// be ''. For our own table.
std::string key_row_is(const tables::Profile& profile);
// The number of the stored body's bytes; "NULL::…" where there is none in the row.
std::string body_size_sql(const tables::Body& body);
// A value in a column or in a jsonb document, as text; of other documents their whole text, which
// key_row_from() reads.
std::string place_sql(const tables::Place& place);
// The amount in whole units, as text: what is stored, times 10^-amount_decimals. A text that is no number is
// itself.
std::string amount_sql(const tables::Profile& profile);

// One row, by id.columns; without them every row with this key, in this tenant and operation where the table
// has them.
void key_row_is(tables::Query& query, const tables::Profile& profile, const key::Identity& id);

tables::Query key_row_is_query(const tables::Profile& profile, const key::Identity& id);

// "SELECT … FROM …", to be followed by " WHERE …".
std::string key_row_select(const tables::Profile& profile);

// The row's first key_row_width() columns. A state without a rule keeps the table's word: state_known is then
// false.
KeyRow key_row_from(const tables::Profile& profile, const pg::Rows& rows, int row);

// The cases of rows in external tables (onceover.row_cases). For this room and reconcile.

// One row and one column: whether this session may read the cases of external rows. No row: the schema is
// missing.
extern const std::string_view may_read_cases_sql;

// What tells a row `k` of an external table from all others, as its case has it. The profile names an
// identity.
std::string row_digest_sql(const tables::Profile& profile);

struct CaseOnFile {
  std::string verdict, reason, evidence_json;
};

// Adds the case to each row, as rows of our own table have it: status, attempts, next try. In the caller's
// transaction. One entry for each row: none where there is no case, the table is ours, or the schema is
// missing or not readable by this role.
Result<std::vector<std::optional<CaseOnFile>>> join_cases(pg::Connection& connection,
                                                          const tables::Profile& profile,
                                                          std::vector<KeyRow>& rows);

// Adds to each event of onceover.outbox which relay has published it. In the caller's transaction.
Result<void> join_publications(pg::Connection& connection, const tables::Profile& profile,
                               std::span<KeyRow> rows);

}  // namespace onceover::browse
