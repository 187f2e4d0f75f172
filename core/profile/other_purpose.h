// Tables that share columns with ours and serve something else. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/columns.h"

namespace onceover::profile {

// What else is kept there, in words; nullopt where nothing says so.
std::optional<std::string> other_purpose(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
