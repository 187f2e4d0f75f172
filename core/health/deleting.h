// What a statement of somebody else's says about the rows it deletes. Reads SQL as people write it in functions and jobs: no parser, since
// what it must tell is small, and where it cannot tell it says so. Pure. Inside the room only, and for its tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"

namespace onceover::health {

// The DELETE statements in a text that name the profile's table, each up to its semicolon or the text's end, without comments.
std::vector<std::string> deletes_from(const profile::Profile& profile, std::string_view text);

// Why a statement may delete a row that is not finished, to stand behind "the statement "; nullopt where it looks at the state, or where
// that cannot be told.
std::optional<std::string> why_unfinished(const profile::Profile& profile, std::string_view statement);

}  // namespace onceover::health
