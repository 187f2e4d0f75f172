// The cases of rows in external tables (onceover.row_cases). For this room and reconcile.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/pg/connection.h"
#include "core/tables/profile.h"

namespace onceover::browse {

// One row and one column: whether this session may read the cases of external rows. No row: the schema is missing.
extern const std::string_view may_read_cases_sql;

// What tells a row `k` of an external table from all others, as its case has it. The profile names an identity.
std::string row_digest_sql(const tables::Profile& profile);

struct CaseOnFile {
  std::string verdict, reason, evidence_json;
};

// Adds the case to each row, as rows of our own table have it: status, attempts, next try. In the caller's transaction. One entry for each
// row: none where there is no case, the table is ours, or the schema is missing or not readable by this role.
Result<std::vector<std::optional<CaseOnFile>>> join_cases(pg::Connection& connection, const tables::Profile& profile,
                                                          std::vector<KeyRow>& rows);

}  // namespace onceover::browse
