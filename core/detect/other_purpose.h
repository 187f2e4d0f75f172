// Tables of another purpose that share columns with keys or events. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/detect/columns.h"

namespace onceover::profile {

// Their purpose, in words; nullopt where nothing shows one.
std::optional<std::string> other_purpose(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
