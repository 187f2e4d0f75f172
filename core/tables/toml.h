// SPDX-License-Identifier: Apache-2.0
// Profiles as TOML, format 1. Read strictly: an unknown field, a name that PostgreSQL would cut off, a word
// with two meanings is an error that names file, line and field. Whether the table really has these columns
// is asked of the server, by inspect.h. The format is described by example: resources/profiles/.
#pragma once

#include "core/base/result.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// A file holds one or several [[profile]]. file: only for the messages. Every error is
// ErrorKind::invalid_input.
Result<std::vector<Profile>> profiles_from_toml(std::string_view text, const std::string& file);

// A file, or every *.toml of a directory in the order of their names. invalid_input where one cannot be read,
// or can be written by others.
Result<std::vector<Profile>> read_profiles(const std::string& path);

// A twin that is not among them is written after all others. Read back as the same, where every name and word
// is UTF-8. What only our own schema has is not written.
std::string to_toml(const std::vector<Profile>& profiles);
// One verb of the last profile, to follow the rest: "[profile.writes.succeed]\n…".
std::string to_toml(Verb verb, const Write& write);

}  // namespace onceover::tables
