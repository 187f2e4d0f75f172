// SPDX-License-Identifier: Apache-2.0
// Whether a table is what a profile says of it. Pure. Inside the room only.
#pragma once

#include "core/tables/inspect/inspect.h"

namespace onceover::tables {

// Sets missing, misfits, advice, unreadable.
void judge_columns(const Profile& profile, Access& access);
// Sets unique…, null_columns, why_key_not_unique, is_order_served, orders_served.
void judge_indexes(const Profile& profile, std::vector<IndexFacts> indexes, Access& access);

// Sentences about what one verb writes into which column.
std::vector<std::string> misfits(const Profile& profile, Verb verb, const Write& write, const Access& access);
// The columns that it writes and this user may not, quoted.
std::vector<std::string> not_updated(const Write& write, const Access& access);

// The name of these that is written most like it; empty where none is near.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

}  // namespace onceover::tables
