// What kind of table it is, judged before its roles. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/profile/columns.h"
#include "core/profile/detect.h"
#include "core/profile/shape.h"
#include "core/profile/signs.h"

namespace onceover::profile {

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
