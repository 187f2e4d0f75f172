// What a profile's table really allows: inspect() asks the catalog, and this lets the server plan the listing and each write, and looks at
// a few finished rows. A profile that reads well may still not be listable (an interval as a length), or write what makes the effect happen
// again (a time that finished rows have after their end, and that the write would leave past or empty).
//
// Runs nothing that it plans. Reads at most 200 rows of the table. Threads: as the connection. Errors: as inspect().
#pragma once

#include "core/base/result.h"
#include "core/inspect/inspect.h"
#include "core/pg/connection.h"
#include "core/profile/profile.h"

namespace onceover::rehearse {

// inspect(), with what was found beside it: a listing that cannot be planned is a misfit of the table, a write that cannot be planned or
// would reopen the row is not offered, each with its sentence.
Result<profile::Access> inspected(pg::Connection& connection, const profile::Profile& profile);

}  // namespace onceover::rehearse
