// The font of axes and signs. Inside the room only.
#pragma once

#include <QFont>

namespace onceover::charts {

inline QFont smallFont(QFont font) {
  font.setPointSizeF((font.pointSizeF() > 0 ? font.pointSizeF() : 10) * 0.85);
  return font;
}

}  // namespace onceover::charts
