// A store with something to look at, for pictures: keys that a sweeper has settled, one that waits for a person, and some that are stuck.
#pragma once

#include <vector>

#include "app/try/try_store.h"

namespace onceover::try_it {

// The stuck keys it leaves, the most telling one last. Traffic should be paused meanwhile, chaos off.
Result<std::vector<StuckKey>> make_scene(TryStore& store);

}  // namespace onceover::try_it
