// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the event loop until something is so. Wakes on events; sleeps in between only as the loop itself does.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <chrono>

#include "tests/support/patience.h"

namespace onceover::test {

// False where it was not so within the time.
template <class Condition>
bool spinUntil(Condition condition, std::chrono::milliseconds within = patience) {
  QElapsedTimer elapsed;
  elapsed.start();
  QTimer wake;  // what another thread does may come without an event
  wake.start(20);
  while (!condition()) {
    if (elapsed.hasExpired(within.count())) return false;
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
  }
  return true;
}

}  // namespace onceover::test
