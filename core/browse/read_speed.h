// How fast this server reads this table, measured by reading a little of it.
#pragma once

#include "core/browse/reading.h"

namespace onceover::browse {

// in_order: along the index of the listing's order; else row after row as they are stored.
Result<double> rows_per_second(Reading& reading, const profile::Profile& profile, bool in_order);

// How many blocks a walk by blocks would read; 0 where the table cannot be walked so (a view, partitions, a server before 14).
Result<std::int64_t> walkable_blocks(Reading& reading, const profile::Profile& profile);

}  // namespace onceover::browse
