// SPDX-License-Identifier: Apache-2.0
// SIGTERM and SIGINT for programs that run on: the first asks to stop, a second insists. SIGHUP where it is
// handled. No handler and no global: the signals are blocked, and a thread of ours waits for them.
#pragma once

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "core/base/log.h"
#include "core/base/time.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

class StopSignals {
 public:
  // Must be made before any other thread is, so that they all inherit the mask. All run on the waiting
  // thread. Without on_reload, SIGHUP does what it does in every program.
  StopSignals(std::function<void()> on_stop, std::function<void()> on_insist,
              std::function<void()> on_reload = {});
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  void wait(const std::function<void()>& on_stop, const std::function<void()>& on_insist,
            const std::function<void()>& on_reload) const;
  sigset_t signals_{};
  std::thread thread_;
};

// Meanwhile a signal cancels what runs on the connection.
template <class Work>
auto cancellable(const pg::Connection& store, Work work) {
  const auto cancel = [handle = store.cancel_handle()] { handle.cancel(); };
  const StopSignals signals(cancel, cancel);
  return work();
}

// Where core's log records go: to stderr, a line each, as text or as a JSON object.

// May be called from any thread; copies write to the same place.
LogSink make_log(bool json);

// What is reported to systemd, where it started this program (sd_notify(3)); elsewhere every call does
// nothing.

namespace notify {

void ready();
void reloading();  // until ready() is said again
void stopping();
void status(const std::string& line);
// How often systemd wants to hear alive(); none: never.
std::optional<Duration> watchdog();
void alive();

}  // namespace notify

}  // namespace onceover::oncectl
