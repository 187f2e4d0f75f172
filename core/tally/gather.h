// Reads what was chosen, a statement at a time, and keeps to what may be read where there turns out to be more. Inside the room only.
#pragma once

#include "core/base/result.h"
#include "core/tally/flow.h"

namespace onceover::tally {

// Tells what the runs hold; what is too much after all is left.
Result<void> gather(Flow& flow);

}  // namespace onceover::tally
