// How fast this server reads this table, measured on a small part.
#pragma once

#include "core/browse/reading.h"

namespace onceover::browse {

// in_order: along the index of the listing's order; else in the order of storage.
Result<double> rows_per_second(Reading& reading, const profile::Profile& profile, bool in_order);

// How many blocks a read by blocks takes; 0 where the table has none (a view, partitions, a server before 14).
Result<std::int64_t> walkable_blocks(Reading& reading, const profile::Profile& profile);

}  // namespace onceover::browse
