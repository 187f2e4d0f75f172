// What kind of table it is, judged before its roles. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/detect/columns.h"
#include "core/detect/detect.h"
#include "core/detect/shape.h"
#include "core/detect/signs.h"

namespace onceover::profile {

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
