// What a DELETE statement in a function or a job says about the rows that it deletes. Not a parser: where the answer is unclear, it is
// unknown. Pure. Only for this room and its tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/profile.h"

namespace onceover::health {

// The DELETE statements in a text that name the profile's table, each up to its semicolon or the text's end, without comments.
std::vector<std::string> deletes_from(const tables::Profile& profile, std::string_view text);

// Why a statement may delete an unfinished row, to follow "the statement "; nullopt where it checks the state, or where that is unknown.
std::optional<std::string> why_unfinished(const tables::Profile& profile, std::string_view statement);

}  // namespace onceover::health
