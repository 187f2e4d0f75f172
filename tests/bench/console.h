// SPDX-License-Identifier: Apache-2.0
// The application in which benchmarks of the console draw, without a screen unless the environment names one.
#pragma once

#include <QApplication>
#include <memory>

#include "ui/widgets/theme.h"

namespace onceover::bench {

inline std::unique_ptr<QApplication> console_application() {
  static int argc = 1;
  static char name[] = "bench";
  static char* argv[] = {name, nullptr};
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  auto application = std::make_unique<QApplication>(argc, argv);
  QApplication::setStyle(new widgets::ThemeStyle(widgets::lightTokens()));
  QApplication::setPalette(widgets::paletteOf(widgets::lightTokens()));
  return application;
}

}  // namespace onceover::bench
