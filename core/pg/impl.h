// SPDX-License-Identifier: Apache-2.0
// The inside of a connection: libpq's handle, and waits with a deadline and a cancel. Only for this room.
#pragma once

#include <libpq-fe.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/pg/connection.h"
#include "core/pg/libpq.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

// How long a cancelled server has to report it before the connection is dropped.
inline constexpr Duration cancel_grace = std::chrono::seconds(2);

struct CancelHandle::State {
  std::atomic<bool> cancelled = false;
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ::close(event); }
};

struct Connection::Impl {
  // libpq's arrays for one set of parameters; they point into it. Reused: the hot path allocates nothing for
  // them.
  struct ParamArrays {
    void fill(const Params& params) {
      types.clear();
      values.clear();
      lengths.clear();
      formats.clear();
      for (const Params::Value& value : params.values()) {
        types.push_back(value.type);
        values.push_back(value.null ? nullptr : params.bytes_of(value).data());
        lengths.push_back(static_cast<int>(value.size));
        formats.push_back(value.binary ? 1 : 0);
      }
    }
    std::vector<Oid> types;
    std::vector<const char*> values;
    std::vector<int> lengths, formats;
    int count() const { return static_cast<int>(values.size()); }
  };

  pg_conn* conn = nullptr;
  bool owned = true;
  bool was_nonblocking = false;
  bool given_up = false;  // a lent connection that was shut down: libpq has not noticed yet
  ConnectOptions options;
  CancelHandle cancel;
  bool heeds_cancel = true;  // not while rolling back: whenever it is cancelled, no lock remains
  using Names = std::map<std::string, std::string, std::less<>>;
  Names names;         // of prepared statements, by their text
  int generation = 0;  // of prepared statements' names
  ParamArrays arrays;  // of the statement being sent
  std::string unconfirmed, write_guard, history;
  std::future<void> cancel_request;  // running; it must not hit the next statement
  Deadline cancel_again_at{};
  Received received;               // of the running call's answer; of a COPY: since its last line
  std::optional<ReadGuard> guard;  // of the running call, if its answer is more than one read
  // A flush that is sent, and whose answers are not taken: a statement each.
  struct Sent {
    std::vector<Names::iterator> learnt;  // names.end(), unless its Parse goes first
    bool commits = false;
  };
  std::optional<Sent> sent;

  enum class Wait { ready, timeout, cancelled };

  ~Impl() { finish(); }

  // In each call that reads.
  struct Answer {
    explicit Answer(Impl& of) : impl(of) { impl.received.restart(); }
    ~Answer() { impl.guard.reset(); }
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;
    Impl& impl;
  };

  void finish();
  static void on_notice(void* self, const pg_result* result);
  Wait wait(short events, Deadline deadline, bool may_cancel = true);
  // The connection is lost, and the result of a running commit is unknown.
  Error lost(bool commits);
  // The server did not answer, or was cancelled: the client is done with this connection.
  void abandon();
  Error gave_up(Wait why, bool commits);
  // The answer is larger than ConnectOptions::most_answer_bytes.
  Error too_large(bool commits);
  // nullopt: ready. After a cancel the server has a moment to report 57014 itself, so that the connection
  // remains usable. A cancel request that arrives before its statement is ignored, so it is repeated until
  // there is an answer.
  std::optional<Error> await(short events, Deadline& deadline, bool& cancelling, bool commits);
  // Takes what the server has sent. ended: libpq has read the end of the connection; its last messages may
  // still be there.
  enum class Input { more, ended, too_large };
  Input take_input();
  Result<void> flush(Deadline& deadline, bool& cancelling, bool commits);
  // The next result, or null at the end of one statement.
  Result<ResultPtr> next(Deadline& deadline, bool& cancelling, bool commits);

  bool is_usable() const { return conn != nullptr && !given_up && PQstatus(conn) == CONNECTION_OK; }

  Result<void> check_ready();
  static Result<void> check(const Params& params);
  // Reads to the end of the result outside a pipeline. The error with a SQLSTATE wins: a lost connection
  // reports twice.
  Result<Rows> collect(bool commits = false);
  static void note(std::optional<Error>& error, const pg_result* result);

  template <class T>
  Result<T> finish_call(std::optional<Error>& error, bool commits, bool cancelling, T value) {
    if (PQstatus(conn) != CONNECTION_OK) {
      Error gone = lost(commits);
      if (error && !error->sqlstate.empty()) {
        gone.sqlstate = error->sqlstate;
        gone.detail = error->what;
      }
      return fail(gone);
    }
    if (cancelling && cancel_request.valid() &&
        cancel_request.wait_for(cancel_grace) != std::future_status::ready) {
      abandon();
      return fail(Error{commits ? ErrorKind::in_doubt : ErrorKind::cancelled, "It was cancelled.", "",
                        "Connect again.", "", ""});
    }
    if (!error) return value;
    if (cancelling && error->sqlstate == sqlstate::query_canceled) {
      error->kind = ErrorKind::cancelled;
      error->what = "It was cancelled.";
      error->next.clear();
    }
    return fail(*error);
  }

  // A running COPY. stopped: why further lines are dropped.
  struct CopyRead;
  Result<std::int64_t> read_lines(CopyRead& read,
                                  const std::function<Result<void>(std::string_view)>& on_line);

  // One flush, with a sync.
  Result<void> send_pipeline(std::span<const Statement> statements, bool commits, bool named);
  // mended: it failed because of a prepared statement that the server did not have, or had already, and our
  // list of them is now correct. committed: one of the statements had committed before the failure.
  Result<std::vector<Rows>> take_pipeline(bool& mended, bool& committed);
};

}  // namespace onceover::pg
