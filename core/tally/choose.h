// Which rows to read, and in which parts: by the planner's estimates, before any row is read. Only for this room.
#pragma once

#include "core/base/result.h"
#include "core/tally/flow.h"

namespace onceover::tally {

// Fills the runs. Leaves out what exceeds the limit, and adds the kept counts for it.
Result<void> choose(Flow& flow);

// After gathering: if whole hours were too much and only a small part of them was requested, the range itself. False: nothing else to
// gather.
Result<bool> choose_directly(Flow& flow);

}  // namespace onceover::tally
