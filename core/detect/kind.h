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

// The purpose, in words, of a table that only shares columns with keys or events; nullopt where nothing shows one.
std::optional<std::string> other_purpose(const TableFacts& table, const std::vector<Column>& columns);

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
