// What kind of table it is, judged before its roles. Inside the room only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/detect/columns.h"
#include "core/detect/detect.h"
#include "core/detect/shape.h"
#include "core/detect/signs.h"

namespace onceover::profile {

// Its names say that it is something else: mails, orders, sessions, a log. Scheduled work is a queue, or nothing.
bool has_other_purpose(const TableFacts& table, const std::vector<Column>& columns);

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

// Where kind_of() gives none: for each kind what was found and what is missing, or what the table is instead. Sentences.
std::string why_no_kind(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::profile
