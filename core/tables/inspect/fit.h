// Whether the columns of a table hold what a profile says of them. Pure. Inside the room only.
#pragma once

#include <string>
#include <vector>

#include "core/tables/inspect/inspect.h"

namespace onceover::tables {

// A copy without what it writes: its columns_named() are those that reading and guarding need.
Profile only_read(const Profile& profile);

// Sentences about types that do not fit what the profile reads.
std::vector<std::string> misfits(const Profile& profile, const Access& access);

// Sentences about what one verb writes into which column.
std::vector<std::string> misfits(const Profile& profile, Verb verb, const Write& write, const Access& access);
// The columns that it writes and this user may not, quoted.
std::vector<std::string> not_updated(const Write& write, const Access& access);

// never_null against the catalog's NOT NULL, and words that a column's type does not know.
std::vector<Access::Advice> advice(const Profile& profile, const Access& access);
// Sentences about words of states that no value of their column can be: the server refuses every statement that compares them.
std::vector<std::string> unreadable(const Profile& profile, const Access& access);

// The name of these that is written most like it; empty where none is near.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

}  // namespace onceover::tables
