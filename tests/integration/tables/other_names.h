// SPDX-License-Identifier: Apache-2.0
// The same tables under names in another language, or under none: what detection knows without English.
#pragma once

#include <map>
#include <string>

#include "tests/support/raw.h"

namespace onceover::tables {

// language: german, spanish, random (letters), or numbered (c1, c2, …). Renames the columns and the table;
// the table's new name. old_name: filled with new names of columns → old ones.
std::string rename_all(test::RawConnection& raw, const std::string& schema, const std::string& table,
                       const std::string& language, std::map<std::string, std::string>& old_name);

}  // namespace onceover::tables
