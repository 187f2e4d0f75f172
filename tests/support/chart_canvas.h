// SPDX-License-Identifier: Apache-2.0
// What takes the keys of a chart; the mouse goes to its viewport, as it does on a screen.
#pragma once

#include <QAbstractScrollArea>

namespace onceover::test {

inline QAbstractScrollArea* canvasOf(const QWidget& chart) {
  for (QWidget* child : chart.findChildren<QWidget*>()) {
    if (child->inherits("onceover::charts::Plane")) return static_cast<QAbstractScrollArea*>(child);
  }
  return nullptr;
}

}  // namespace onceover::test
