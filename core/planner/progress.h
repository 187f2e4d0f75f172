// How a computation that may take long stays a guest: it tells how far it is, and asks whether to go on.
#pragma once

#include <functional>

#include "core/base/result.h"

namespace onceover::planner {

// part: 0 to 1, of the whole call, never falling. False ends the computation with ErrorKind::cancelled. Called on the computing thread,
// some hundred times a second at most where the work is large. Empty: nobody asks.
using Progress = std::function<bool(double part)>;

inline tl::unexpected<Error> cancelled() { return fail(ErrorKind::cancelled, "The computation was cancelled."); }

}  // namespace onceover::planner
