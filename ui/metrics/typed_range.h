// A range as a person types it. Pure.
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/base/time.h"
#include "ui/metrics/controls.h"

namespace onceover::metrics {

// "45m", "90 min", "2h30m", "last 3 d": the last so long. "since 14:05", "since 2026-11-24 14:05": from then on; a time that has not come
// yet is yesterday's. "14:05 to 15:10", "2026-11-24 14:05 - 2026-11-24 15:10": a part. Times are of the clock that is shown.
Result<TimeFrame> typedRange(const QString& typed, Timestamp now, widgets::ClockChoice clock);

// As the box shows it: "Last 45 min", "Since 2026-11-24 14:05:00", "2026-11-24 14:05:00 to 15:10:00".
QString rangeText(const TimeFrame& frame, widgets::ClockChoice clock);

}  // namespace onceover::metrics
