// Progress and cancel for a long computation.
#pragma once

#include <functional>

#include "core/base/result.h"

namespace onceover::calculator {

// part: 0 to 1, of the whole call, never falling. False ends the computation with ErrorKind::cancelled. Called on the computing thread, at
// most some hundred times a second. Empty: no progress.
using Progress = std::function<bool(double part)>;

inline tl::unexpected<Error> cancelled() { return fail(ErrorKind::cancelled, "The computation was cancelled."); }

}  // namespace onceover::calculator
