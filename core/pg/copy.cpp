// SPDX-License-Identifier: Apache-2.0
#include <poll.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/pg/impl.h"

namespace onceover::pg {
namespace {

Error too_long() {
  return {ErrorKind::timeout, "The time limit was reached.", "", "Ask for less, or raise the limit.", "", ""};
}

struct FreeLine {
  void operator()(char* line) const { PQfreemem(line); }
};

}  // namespace

struct Connection::Impl::CopyRead {
  Impl& impl;
  const CopyLimits& limits;
  bool cancelling = false, broken = false;
  Deadline grace{};
  std::optional<Error> stopped{};

  void stop(Error why) {
    stopped = std::move(why);
    cancelling = true;
    grace = Steady::now() + cancel_grace;
    impl.cancel_again_at = Steady::now();
  }

  // Checks everything that may end it, then waits for the server. An error: the connection was dropped.
  std::optional<Error> more() {
    if (!stopped) {
      const Wait outcome = impl.wait(POLLIN, std::min(limits.until, Steady::now() + limits.silence));
      if (outcome == Wait::cancelled) stop({ErrorKind::cancelled, "It was cancelled.", "", "", "", ""});
      if (outcome == Wait::timeout && Steady::now() < limits.until) return impl.gave_up(outcome, false);
      if (outcome == Wait::timeout) stop(too_long());
    }
    if (stopped) {
      // A stream of rows would hide that the server ignores the cancel.
      if (Steady::now() >= grace) return impl.gave_up(Wait::cancelled, false);
      if (auto error = impl.await(POLLIN, grace, cancelling, false)) return error;
    }
    // The lines before the end of the connection, and the server's last messages, are in the buffer.
    const Input taken = impl.take_input();
    if (taken == Input::too_large) return impl.too_large(false);
    broken = taken == Input::ended;
    return std::nullopt;
  }
};

Result<std::int64_t> Connection::Impl::read_lines(
    CopyRead& read, const std::function<Result<void>(std::string_view)>& on_line) {
  for (std::int64_t lines = 0;;) {
    char* bytes = nullptr;
    const int size = PQgetCopyData(conn, &bytes, 1);
    if (size < 0) return lines;
    if (size == 0) {
      if (read.broken) return fail(lost(false));
      if (auto error = read.more()) return fail(*error);
      continue;
    }
    const std::unique_ptr<char, FreeLine> line(bytes);
    received.restart();
    if (read.stopped) continue;
    if (cancel.state_->cancelled) {
      read.stop({ErrorKind::cancelled, "It was cancelled.", "", "", "", ""});
    } else if (Steady::now() >= read.limits.until) {
      read.stop(too_long());
    } else if (auto taken = on_line({bytes, static_cast<std::size_t>(size) - 1}); !taken) {
      read.stop(taken.error());
    } else {
      ++lines;
    }
  }
}

Result<std::int64_t> Connection::copy_out(std::string_view sql, const CopyLimits& limits,
                                          const std::function<Result<void>(std::string_view)>& on_line) {
  Impl& impl = *impl_;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  // The extended protocol allows only one statement.
  if (PQsendQueryParams(impl.conn, std::string(sql).c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 0) {
    return fail(send_failed(impl.conn));
  }
  // for the time in an error's text
  const Duration usual = std::exchange(impl.options.deadline, limits.silence);
  const Impl::Answer answer(impl);
  Impl::CopyRead read{impl, limits};
  auto lines = [&]() -> Result<std::int64_t> {
    Deadline deadline = std::min(limits.until, Steady::now() + limits.silence);
    if (auto sent = impl.flush(deadline, read.cancelling, false); !sent) return fail(sent.error());
    // The server may delay even its first answer until it has a row.
    while (PQisBusy(impl.conn) != 0 && !read.broken) {
      if (auto error = read.more()) return fail(*error);
    }
    ResultPtr last(PQgetResult(impl.conn));
    std::optional<Error> error;
    std::int64_t count = 0;
    if (last && PQresultStatus(last.get()) == PGRES_COPY_OUT) {
      auto handed_out = impl.read_lines(read, on_line);
      if (!handed_out) return handed_out;
      count = *handed_out;
      last.reset();
    } else if (last && PQresultStatus(last.get()) == PGRES_COPY_IN) {
      impl.abandon();  // the server waits for rows
    }
    if (last && !is_failure(last.get()))
      error = Error{ErrorKind::unsupported, "The statement is not a COPY to the client.", "", "", "", ""};
    if (!impl.is_usable() && error) return fail(*error);
    deadline = Steady::now() + (read.cancelling ? cancel_grace : limits.silence);
    do {
      if (last) Impl::note(error, last.get());
      auto result = impl.next(deadline, read.cancelling, false);
      if (!result) return fail(error && !error->sqlstate.empty() ? *error : result.error());
      last = std::move(*result);
    } while (last);
    return impl.finish_call(error, false, read.cancelling, count);
  }();
  impl.options.deadline = usual;
  if (read.stopped) return fail(*read.stopped);
  return lines;
}

}  // namespace onceover::pg
