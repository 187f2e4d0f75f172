// Reads the chosen parts, one statement at a time, and stays within the limit where there are more rows than estimated. Only for this room.
#pragma once

#include "core/base/result.h"
#include "core/tally/flow.h"

namespace onceover::tally {

// Adds the counts of the runs; leaves out what exceeds the limit after all.
Result<void> gather(Flow& flow);

}  // namespace onceover::tally
