#include "app/oncectl/signals.h"

#include <utility>

namespace onceover::oncectl {

StopSignals::StopSignals(std::function<void()> on_stop, std::function<void()> on_insist, std::function<void()> on_reload) {
  sigemptyset(&signals_);
  if (on_reload) sigaddset(&signals_, SIGHUP);
  for (const int number : {SIGTERM, SIGINT, SIGUSR2}) sigaddset(&signals_, number);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  thread_ = std::thread(
      [this, stop = std::move(on_stop), insist = std::move(on_insist), reload = std::move(on_reload)] { wait(stop, insist, reload); });
}

// SIGUSR2, to this one thread, is the way home.
StopSignals::~StopSignals() {
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
}

void StopSignals::wait(const std::function<void()>& on_stop, const std::function<void()>& on_insist,
                       const std::function<void()>& on_reload) const {
  for (bool asked = false;;) {
    int number = 0;
    if (sigwait(&signals_, &number) != 0) continue;
    if (number == SIGUSR2) return;
    if (number == SIGHUP) {
      on_reload();
      continue;
    }
    (asked ? on_insist : on_stop)();
    asked = true;
  }
}

}  // namespace onceover::oncectl
