#include "core/sweeper/loop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

#include "core/retry/backoff.h"

namespace onceover::sweeper {

Loop::Loop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
Loop::~Loop() { ::close(event_); }

void Loop::stop() {
  // write(2) on an eventfd is async-signal-safe; eventfd_write is the same call.
  const std::uint64_t one = 1;
  (void)!::write(event_, &one, sizeof one);
}

bool Loop::is_stopped() const {
  pollfd fd{event_, POLLIN, 0};
  return ::poll(&fd, 1, 0) > 0;
}

bool Loop::pause(Duration span) {
  const Deadline until = Steady::now() + span;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Steady::now()).count();
    if (left <= 0) return true;
    pollfd fd{event_, POLLIN, 0};
    if (::poll(&fd, 1, static_cast<int>(std::min<std::int64_t>(left, 1'000'000))) > 0) return false;
  }
}

Result<void> Loop::run(pg::Connection& connection, Duration every, Random random, const std::function<Result<bool>()>& step,
                       const LogSink& log) {
  unsigned failures = 0;
  while (!is_stopped()) {
    Result<bool> worked = true;
    if (!connection.is_open()) {
      if (auto opened = connection.reopen(); !opened) worked = fail(opened.error());
    }
    if (worked) worked = step();
    if (worked) {
      failures = 0;
      if (!*worked && !pause(every)) break;
      continue;
    }
    const Error& error = worked.error();
    const bool passing = error.is_connection_lost() || error.is_retryable() || error.is_timeout() || error.kind == ErrorKind::read_only;
    if (!passing) return fail(error);
    const Duration wait =
        retry::next_delay(retry::Strategy::equal_jitter, failures++, std::chrono::milliseconds(200), std::chrono::seconds(15), {}, random);
    if (log) log({LogLevel::warning, "The store could not be worked on; trying again in " + human(wait), {{"error", error.sentence()}}});
    if (!pause(wait)) break;
  }
  return {};
}

}  // namespace onceover::sweeper
