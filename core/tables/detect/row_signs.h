// Signs that only the rows give, whatever the columns are called: words or flags that change together with times, pairs of times,
// documents, keys made by callers, counters. They show that a person should look at the table, not what it keeps. Inside the room only.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/tables/detect/columns.h"

namespace onceover::tables {

// What rows show, as a sentence; nullopt where that is too little, or where names in English already say what the table is.
std::optional<std::string> signs_in_rows(const TableFacts& table, const std::vector<Column>& columns);
// The same of names: attempts, workers, due times, what is done.
std::optional<std::string> signs_of_work(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::tables
