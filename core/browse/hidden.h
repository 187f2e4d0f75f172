// Tables of the onceover schema in which row-level security may hide rows from this user.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::browse {

// Their names without the schema: "cases".
Result<std::vector<std::string>> hidden_own_tables(pg::Connection& connection);

}  // namespace onceover::browse
