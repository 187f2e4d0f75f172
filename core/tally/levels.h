// The current levels of a table, for a chart. Only for this room.
#pragma once

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/metrics/chart.h"

namespace onceover::tally {

bool is_level(std::string_view metric);

// Adds a line for each requested level that the profile supports. It has one point: in the step of now or, if now is within a step after
// the end, in the last one. core/browse limits what is read.
Result<void> add_levels(pg::Connection& connection, const profile::Profile& profile, const metrics::Request& request,
                        const browse::Limits& limits, metrics::Chart& chart);

}  // namespace onceover::tally
