// How long the gateway remembers a key, for the operations of a table.
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/gateway/evidence.h"
#include "core/tables/profile.h"

namespace onceover::health {

// The longest dedupe window; none: the gateway declares none, or serves none of the operations. Reads the operations where the profile
// names none.
Result<std::optional<Duration>> gateway_window(browse::Browser& browser, const tables::Profile& profile, const gateway::Gateway& gateway);

}  // namespace onceover::health
