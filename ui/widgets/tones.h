// The few meanings a colour may have here. A tone never stands alone: a word or a shape says the same.
#pragma once

#include <QMetaType>

namespace onceover::widgets {

enum class Tone { neutral, ok, warn, danger, info, muted, accent, production };

// Which clock times are shown by. Times are kept in UTC.
enum class ClockChoice { utc, local };

}  // namespace onceover::widgets

Q_DECLARE_METATYPE(onceover::widgets::Tone)
