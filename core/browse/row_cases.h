// What is on file of rows of tables that are not ours (onceover.row_cases). Inside the room, and for reconcile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/browse/key_row.h"
#include "core/pg/connection.h"
#include "core/profile/profile.h"

namespace onceover::browse {

struct CaseOnFile {
  std::string verdict, reason, evidence_json;
};

// Gives each row its case, as the rows of our own table have it: status, attempts, next try. In the caller's transaction. One a row: none
// where there is no case, the table is ours, or our schema is not there, older, or not readable by this role.
Result<std::vector<std::optional<CaseOnFile>>> join_cases(pg::Connection& connection, const profile::Profile& profile,
                                                          std::vector<KeyRow>& rows);

}  // namespace onceover::browse
