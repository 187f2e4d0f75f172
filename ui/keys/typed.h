// What a person types: a key as a screen spells it, and a time. Pure.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace onceover::keys {

// The way back from what a screen showed: "\u{202e}abc" read aloud, or copied from a cell, to the key it stands for. Pure.

// The bytes whose visible() is this text, where it spells anything out; none where it spells nothing or does not come back the same.
std::optional<std::string> unspelled(std::string_view text);

// A moment as a person types it into a filter. Kept to the microsecond: Qt's date widgets know milliseconds only. Pure.

// "2026-11-21", "2026-11-21 02:03", "2026-11-21T02:03:04.5Z", "…+02:00"; without an offset: UTC. none: not a moment.
std::optional<Timestamp> momentOf(const QString& typed);
// What momentOf() reads back exactly; without the fraction where there is none.
QString typedAs(Timestamp at);

}  // namespace onceover::keys
