// A moment as a person types it into a filter. Kept to the microsecond: Qt's date widgets know milliseconds only. Pure.
#pragma once

#include <QString>
#include <optional>

#include "core/base/time.h"

namespace onceover::keys {

// "2026-11-21", "2026-11-21 02:03", "2026-11-21T02:03:04.5Z", "…+02:00"; without an offset: UTC. none: not a moment.
std::optional<Timestamp> momentOf(const QString& typed);
// What momentOf() reads back exactly; without the fraction where there is none.
QString typedAs(Timestamp at);

}  // namespace onceover::keys
