// What of a table's rows may be read, and in which parts: by the planner's estimates, before any row is. Inside the room only.
#pragma once

#include "core/base/result.h"
#include "core/tally/flow.h"

namespace onceover::tally {

// Fills the runs; what is too much is left, and what is kept of it is told.
Result<void> choose(Flow& flow);

// Behind gathering: where whole hours turned out to be too much, and little of them was asked for, the range itself. False: nothing else
// is to be gathered.
Result<bool> choose_directly(Flow& flow);

}  // namespace onceover::tally
