// SPDX-License-Identifier: GPL-3.0-or-later
// GoogleTest with a QApplication around it, for every ui_<room> binary. QT_QPA_PLATFORM defaults to
// offscreen, so that a test started by hand opens no window.
#include <gtest/gtest.h>

#include <QApplication>

#include "ui/shell/language.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  ::testing::InitGoogleTest(&argc, argv);
  QApplication app(argc, argv);
  onceover::shell::speak(qEnvironmentVariable("ONCEOVER_LANGUAGE", QStringLiteral("en")));
  return RUN_ALL_TESTS();
}
