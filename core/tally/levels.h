// How a table stands now, as levels of a chart. Inside the room only.
#pragma once

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/metrics/chart.h"

namespace onceover::tally {

bool is_level(std::string_view metric);

// Adds a line for each level of the request that the profile can tell, known in the step of now alone, or in the last one where now is not
// a step behind it. core/browse bounds what is read for it.
Result<void> add_levels(pg::Connection& connection, const profile::Profile& profile, const metrics::Request& request,
                        const browse::Limits& limits, metrics::Chart& chart);

}  // namespace onceover::tally
