// Where in a listing's order a part of it lies, by the planner's statistics. Inside the room only.
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {

// The condition on the order's first column behind which a page begins that has this part (0…1) of the listing in front of it. Of the
// filter only the times count. none: nothing is known of that column, or it may be NULL.
Result<std::optional<Place>> place_at(Reading& reading, const profile::Profile& profile, const Filter& filter, double part,
                                      bool newest_first);

}  // namespace onceover::browse
