#include "app/oncectl/notify.h"

#include <systemd/sd-daemon.h>

#include <cinttypes>
#include <ctime>

namespace onceover::oncectl::notify {

void ready() { (void)sd_notify(0, "READY=1"); }

void reloading() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto us = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_nsec) / 1000;
  (void)sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64, us);
}

void stopping() { (void)sd_notify(0, "STOPPING=1"); }

void status(const std::string& line) { (void)sd_notify(0, ("STATUS=" + line).c_str()); }

std::optional<Duration> watchdog() {
  std::uint64_t us = 0;
  if (sd_watchdog_enabled(0, &us) <= 0) return std::nullopt;
  return Duration(static_cast<std::int64_t>(us));
}

void alive() { (void)sd_notify(0, "WATCHDOG=1"); }

}  // namespace onceover::oncectl::notify
