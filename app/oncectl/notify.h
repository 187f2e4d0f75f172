// What systemd is told, where it started this program (sd_notify(3)); elsewhere every call does nothing.
#pragma once

#include <optional>
#include <string>

#include "core/base/time.h"

namespace onceover::oncectl::notify {

void ready();
void reloading();  // until ready() is said again
void stopping();
void status(const std::string& line);
// How often systemd wants to hear alive(); none: never.
std::optional<Duration> watchdog();
void alive();

}  // namespace onceover::oncectl::notify
