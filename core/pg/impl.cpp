// SPDX-License-Identifier: Apache-2.0
#include "core/pg/impl.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <system_error>

namespace onceover::pg {
namespace {

constexpr Duration cancel_again_after = std::chrono::milliseconds(100);

// Before libpq 17, PQcancel blocks, possibly for long: it runs where no one needs to wait for it.
std::future<void> cancel_on_server(pg_conn* connection) {
  PGcancel* cancel = PQgetCancel(connection);
  if (cancel == nullptr) return {};
  std::promise<void> done;
  auto delivered = done.get_future();
  try {
    std::thread([cancel, done = std::move(done)]() mutable {
      std::array<char, 256> message{};
      PQcancel(cancel, message.data(), static_cast<int>(message.size()));
      PQfreeCancel(cancel);
      done.set_value();
    }).detach();
  } catch (const std::system_error&) {  // no thread: the next attempt may have one
    PQfreeCancel(cancel);
    return {};
  }
  return delivered;
}

}  // namespace

void CancelHandle::cancel() const {
  if (!state_) return;
  state_->cancelled = true;
  (void)eventfd_write(state_->event, 1);
}

bool CancelHandle::is_cancelled() const { return state_ && state_->cancelled; }

void Connection::Impl::finish() {
  names.clear();
  guard.reset();
  sent.reset();
  if (conn == nullptr) return;
  if (owned) {
    PQfinish(conn);
  } else {
    PQsetnonblocking(conn, was_nonblocking ? 1 : 0);
  }
  conn = nullptr;
}

void Connection::Impl::on_notice(void* self, const pg_result* result) {
  auto& impl = *static_cast<Impl*>(self);
  // Identified by the server's function: its messages are translated, and a cancelled wait and a terminated
  // one have different SQLSTATEs.
  if (field(result, PG_DIAG_SOURCE_FUNCTION) == "SyncRepWaitForLSN") {
    impl.unconfirmed = fmt::format("Committed here, but not confirmed by the standby: {}. {}",
                                   trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)),
                                   trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL)));
  }
}

Connection::Impl::Wait Connection::Impl::wait(short events, Deadline deadline, bool may_cancel) {
  const bool heed_cancel = may_cancel && heeds_cancel;
  for (;;) {
    if (heed_cancel && cancel.state_->cancelled) return Wait::cancelled;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()).count();
    if (left <= 0) return Wait::timeout;
    std::array<pollfd, 2> fds{{{PQsocket(conn), events, 0}, {cancel.state_->event, POLLIN, 0}}};
    const int ready =
        ::poll(fds.data(), heed_cancel ? 2 : 1, static_cast<int>(std::min<std::int64_t>(left, 1'000'000)));
    if (ready < 0 && errno != EINTR) return Wait::timeout;
    if (ready > 0 && fds[0].revents != 0) return Wait::ready;
  }
}

Error Connection::Impl::lost(bool commits) {
  Error error;
  error.kind = commits ? ErrorKind::in_doubt : ErrorKind::connection;
  error.what =
      commits ? "The connection was lost during a commit." : "The connection to the server was lost.";
  error.next = commits ? "Read the row again to see whether it was committed." : "Connect again.";
  error.detail = conn != nullptr ? trimmed(PQerrorMessage(conn)) : "";
  abandon();
  return error;
}

void Connection::Impl::abandon() {
  if (owned) {
    finish();
  } else if (conn != nullptr) {
    given_up = true;
    // the owner finds it broken; half a result must not be read as the next one's
    ::shutdown(PQsocket(conn), SHUT_RDWR);
  }
}

Error Connection::Impl::gave_up(Wait why, bool commits) {
  Error error;
  error.what = why == Wait::cancelled
                   ? "It was cancelled."
                   : fmt::format("The server did not answer within {}.", human(options.deadline));
  error.kind = why == Wait::cancelled ? ErrorKind::cancelled : ErrorKind::timeout;
  if (commits) {
    error.kind = ErrorKind::in_doubt;
    error.next = "A commit was running. Read the row again to see whether it was committed.";
  } else if (why == Wait::timeout) {
    error.next = "Check whether the server is reachable and what it is doing; then connect again.";
  }
  if (conn != nullptr) (void)cancel_on_server(conn);
  abandon();
  return error;
}

Error Connection::Impl::too_large(bool commits) {
  Error error;
  error.kind = commits ? ErrorKind::in_doubt : ErrorKind::unsupported;
  error.what = fmt::format("The server sent more than {} MiB in answer to one call.",
                           options.most_answer_bytes / (1024 * 1024));
  error.not_done = "The rest was not read, and the connection was closed.";
  error.next = commits ? "A commit was running. Read the row again to see whether it was committed."
                       : "Ask for less. If no row is so large, check whether this is your server.";
  abandon();
  return error;
}

Connection::Impl::Input Connection::Impl::take_input() {
  if (received.count(PQsocket(conn)) > options.most_answer_bytes) return Input::too_large;
  if (received.is_first()) return PQconsumeInput(conn) != 0 ? Input::more : Input::ended;
  try {
    if (!guard) guard.emplace(PQsocket(conn), options.most_answer_bytes);
  } catch (const std::system_error&) {
    return Input::too_large;  // no thread: what cannot be limited is not read
  }
  guard->begin();
  const bool more = PQconsumeInput(conn) != 0;
  guard->end();
  return guard->has_tripped() ? Input::too_large : more ? Input::more : Input::ended;
}

std::optional<Error> Connection::Impl::await(short events, Deadline& deadline, bool& cancelling,
                                             bool commits) {
  if (!cancelling) {
    const Wait outcome = wait(events, deadline);
    if (outcome == Wait::ready) return std::nullopt;
    if (outcome == Wait::timeout) return gave_up(outcome, commits);
    cancelling = true;
    deadline = std::min(deadline, Steady::now() + cancel_grace);
    cancel_again_at = Steady::now();
  }
  for (;;) {
    const bool delivered =
        !cancel_request.valid() || cancel_request.wait_for(Duration{0}) == std::future_status::ready;
    if (delivered && Steady::now() >= cancel_again_at) {
      cancel_request = cancel_on_server(conn);
      cancel_again_at = Steady::now() + cancel_again_after;
    }
    if (wait(events, std::min(deadline, Steady::now() + cancel_again_after), false) == Wait::ready)
      return std::nullopt;
    if (Steady::now() >= deadline) return gave_up(Wait::cancelled, commits);
  }
}

Result<void> Connection::Impl::flush(Deadline& deadline, bool& cancelling, bool commits) {
  for (;;) {
    const int left = PQflush(conn);
    if (left == 0) return {};
    if (left < 0) return fail(lost(commits));
    if (auto error = await(POLLIN | POLLOUT, deadline, cancelling, commits)) return fail(*error);
    const Input taken = take_input();
    if (taken != Input::more) return fail(taken == Input::ended ? lost(commits) : too_large(commits));
  }
}

Result<ResultPtr> Connection::Impl::next(Deadline& deadline, bool& cancelling, bool commits) {
  while (PQisBusy(conn) != 0) {
    if (auto error = await(POLLIN, deadline, cancelling, commits)) return fail(*error);
    // A FATAL message may have arrived before the end of the connection: libpq returns it as a result below.
    const Input taken = take_input();
    if (taken == Input::too_large) return fail(too_large(commits));
    if (taken == Input::ended) break;
  }
  ResultPtr result(PQgetResult(conn));
  if (!result) return result;
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
    abandon();  // libpq would return the same result forever
    return fail(ErrorKind::unsupported, "COPY to or from the client is not supported here.",
                "The connection was closed.", "Connect again.");
  }
  return result;
}

Result<void> Connection::Impl::check_ready() {
  if (!is_usable()) {
    return fail(ErrorKind::connection, "There is no connection to the server.", "Nothing was sent.",
                "Connect again.");
  }
  if (sent)
    return fail(ErrorKind::busy, "The connection has an answer that was not taken.", "Nothing was sent.",
                "Take it first.");
  if (heeds_cancel && cancel.state_->cancelled)
    return fail(ErrorKind::cancelled, "It was cancelled.", "Nothing was sent.");
  return {};
}

Result<void> Connection::Impl::check(const Params& params) {
  if (params.holds_nul_in_text()) {
    return fail(ErrorKind::invalid_input, "A text value contains a NUL byte.",
                "Nothing was sent: the server cannot store it as text.", "Remove the NUL byte.");
  }
  return {};
}

Result<Rows> Connection::Impl::collect(bool commits) {
  const Answer answer(*this);
  Deadline deadline = Steady::now() + options.deadline;
  bool cancelling = false;
  if (auto sent = flush(deadline, cancelling, commits); !sent) return fail(sent.error());
  ResultPtr last;
  std::optional<Error> error;
  for (;;) {
    auto result = next(deadline, cancelling, commits);
    if (!result) return fail(error && !error->sqlstate.empty() ? *error : result.error());
    if (!*result) break;
    note(error, result->get());
    last = std::move(*result);
  }
  return finish_call(error, commits, cancelling, Rows(std::move(last)));
}

void Connection::Impl::note(std::optional<Error>& error, const pg_result* result) {
  if (is_failure(result) && (!error || error->sqlstate.empty())) error = error_of(result);
}

}  // namespace onceover::pg
