// Core's sentences as a page shows them.
#pragma once

#include <QString>
#include <string_view>

#include "core/base/time.h"
#include "ui/widgets/tones.h"

namespace onceover::widgets {

// As exact() without the fraction: "2026-11-21 02:03:04 UTC".
QString toSecond(Timestamp at, ClockChoice clock = ClockChoice::utc);
// With its instants by this clock, and how long ago: "… at 2026-11-21 04:03:44 UTC (4 min ago)". Instants are found as iso() and moment()
// write them.
QString readable(std::string_view sentence, Timestamp now, ClockChoice clock = ClockChoice::utc);

}  // namespace onceover::widgets
