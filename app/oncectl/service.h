// What sweep and reap share: signals, the loop, the counters.
#pragma once

#include <functional>
#include <vector>

#include "app/oncectl/context.h"
#include "app/oncectl/outcome.h"
#include "core/base/log.h"
#include "core/metrics/counters.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

// One pass; go_on is asked between batches. The value: whether there was anything to do.
using Pass = std::function<Result<bool>(const std::function<bool()>& go_on)>;

// log must not be empty. Once, or again and again until SIGTERM or SIGINT: what a pass owns is settled before it ends. A second signal
// cancels what runs; keys that were owned are then free again when their short lease ends. Counters are written by the way.
// stores: at least one; open, all of them, when a pass begins.
Result<void> run_service(Context& context, const std::vector<pg::Connection*>& stores, metrics::Counters& counters, const LogSink& log,
                         bool follow, Duration every, const std::function<Pass()>& make_pass);

}  // namespace onceover::oncectl
