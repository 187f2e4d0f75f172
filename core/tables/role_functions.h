// Functions that write a table for a user without rights on it: made by the scripts of core/roles/roles.h, found by inspect().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tables/profile.h"

namespace onceover::tables {

// Name of the function of a verb, or of reaping where there is none, unquoted: in the schema onceover, at most 63 bytes, its own for each
// table.
std::string function_name(const Profile& profile, std::optional<Verb> verb);

// Name of a function of the table's owner (core/roles/row_functions.h), unquoted: in the table's schema, at most 63 bytes, its own for each
// table. verb: the word of one, "look" or "reap".
std::string row_function_name(const Profile& profile, std::string_view verb);

// Of the functions that write, in order: row key, version, actor, host, program, reason, ticket, evidence, verdict, code, body, the row's
// reason, lease, although held.
inline constexpr std::string_view write_function_types =
    "jsonb, text, text, text, text, text, text, jsonb, text, int, text, text, interval, boolean";
inline constexpr int write_function_arguments = 14;

}  // namespace onceover::tables
