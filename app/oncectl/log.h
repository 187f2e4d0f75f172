// Where core's log records go: to stderr, a line each, as text or as a JSON object.
#pragma once

#include "core/base/log.h"

namespace onceover::oncectl {

// May be called from any thread; copies write to the same place.
LogSink make_log(bool json);

}  // namespace onceover::oncectl
