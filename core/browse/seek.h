// Finds a part of a listing in its order, by the planner's statistics. Only for this room.
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"

namespace onceover::browse {

// The condition on the order's first column after which a page begins that has this part (0…1) of the listing before it. Of the filter only
// the times count. none: the column has no statistics, or it may be NULL.
std::optional<Place> place_at(Reading& reading, const tables::Profile& profile, const Filter& filter, double part, bool newest_first);

}  // namespace onceover::browse
