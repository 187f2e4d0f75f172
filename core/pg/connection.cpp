#include "core/pg/connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <map>
#include <thread>
#include <utility>

#include "core/base/password_command.h"
#include "core/base/text.h"
#include "core/pg/sqlstate.h"

namespace onceover::pg {

struct CancelHandle::State {
  std::atomic<bool> cancelled = false;
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ::close(event); }
};

void CancelHandle::cancel() const {
  if (!state_) return;
  state_->cancelled = true;
  (void)eventfd_write(state_->event, 1);
}

bool CancelHandle::is_cancelled() const { return state_ && state_->cancelled; }

namespace {

struct ClearResult {
  void operator()(pg_result* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<pg_result, ClearResult>;

// How long a cancelled server may take to say so before the connection is given up.
constexpr Duration cancel_grace = std::chrono::seconds(2);
constexpr Duration cancel_again_after = std::chrono::milliseconds(100);

std::string trimmed(const char* text) {
  std::string out = text != nullptr ? text : "";
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return redacted(out);
}

std::string field(const pg_result* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text != nullptr ? text : "";
}

Error error_of(const pg_result* result) {
  Error error;
  error.sqlstate = field(result, PG_DIAG_SQLSTATE);
  error.kind = kind_of(error.sqlstate);
  error.what = trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (error.what.empty()) error.what = trimmed(PQresultErrorMessage(result));
  if (error.what.empty()) error.what = "The server closed the connection.";
  error.detail = redacted(field(result, PG_DIAG_MESSAGE_DETAIL));
  error.next = advice_for(error.sqlstate);
  return error;
}

bool is_failure(const pg_result* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE;
}

// PQcancel before libpq 17 blocks and may block for long: it runs where nobody need wait for it.
std::future<void> cancel_on_server(pg_conn* connection) {
  PGcancel* cancel = PQgetCancel(connection);
  if (cancel == nullptr) return {};
  std::promise<void> done;
  auto delivered = done.get_future();
  std::thread([cancel, done = std::move(done)]() mutable {
    std::array<char, 256> message{};
    PQcancel(cancel, message.data(), static_cast<int>(message.size()));
    PQfreeCancel(cancel);
    done.set_value();
  }).detach();
  return delivered;
}

// libpq names no SQLSTATE for a refused connection; its verbose message does, right behind the severity.
std::string sqlstate_in(std::string_view verbose) {
  for (std::size_t at = verbose.find(":  "); at != std::string_view::npos; at = verbose.find(":  ", at + 1)) {
    const std::string_view state = verbose.substr(at + 3, 5);
    const auto is_state = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); };
    if (state.size() == 5 && std::all_of(state.begin(), state.end(), is_state) && verbose.substr(at + 8, 2) == ": ")
      return std::string(state);
  }
  return {};
}

std::string without_location(std::string text) {
  if (const auto at = text.find("\nLOCATION:"); at != std::string::npos) text.erase(at);
  return text;
}

std::string statement_name(std::string_view sql) {
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a: stable, so that a lent connection meets its own statements again
  for (const char c : sql) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return fmt::format("oo_{:016x}", hash);
}

}  // namespace

struct Connection::Impl {
  // libpq's arrays for one set of parameters; points into it. Filled again and again: the hot path allocates nothing for them.
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
  std::map<std::string, std::string, std::less<>> names;  // of prepared statements, by their text
  ParamArrays arrays;                                     // of the statement being sent
  std::vector<std::string> notices;
  std::string unconfirmed, write_guard;
  std::future<void> cancel_request;  // under way; it must not hit the statement after
  Deadline cancel_again_at{};

  enum class Wait { ready, timeout, cancelled };

  ~Impl() { finish(); }

  void finish() {
    names.clear();
    if (conn == nullptr) return;
    if (owned) {
      PQfinish(conn);
    } else {
      PQsetnonblocking(conn, was_nonblocking ? 1 : 0);
    }
    conn = nullptr;
  }

  static void on_notice(void* self, const pg_result* result) {
    auto& impl = *static_cast<Impl*>(self);
    // Known by the server's function: its words are translated, and a wait that was cancelled and one that was terminated have two
    // SQLSTATEs.
    if (field(result, PG_DIAG_SOURCE_FUNCTION) == "SyncRepWaitForLSN") {
      impl.unconfirmed = fmt::format("Committed here, but not confirmed by the standby: {}. {}",
                                     trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)),
                                     trimmed(PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL)));
    }
    if (impl.notices.size() < 100) impl.notices.push_back(trimmed(PQresultErrorMessage(result)));  // bounded: memory must not fill
  }

  Wait wait(short events, Deadline deadline, bool heed_cancel = true) {
    for (;;) {
      if (heed_cancel && cancel.state_->cancelled) return Wait::cancelled;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()).count();
      if (left <= 0) return Wait::timeout;
      std::array<pollfd, 2> fds{{{PQsocket(conn), events, 0}, {cancel.state_->event, POLLIN, 0}}};
      const int ready = ::poll(fds.data(), heed_cancel ? 2 : 1, static_cast<int>(std::min<std::int64_t>(left, 1'000'000)));
      if (ready < 0 && errno != EINTR) return Wait::timeout;
      if (ready > 0 && fds[0].revents != 0) return Wait::ready;
    }
  }

  Error lost(bool commits) {
    Error error;
    error.kind = commits ? ErrorKind::in_doubt : ErrorKind::connection;
    error.what = commits ? "The connection was lost while a commit was under way." : "The connection to the server was lost.";
    error.next = commits ? "Read the row again to find out whether it was committed." : "Connect again.";
    error.detail = conn != nullptr ? trimmed(PQerrorMessage(conn)) : "";
    abandon();
    return error;
  }

  // The server did not answer, or was told to stop: whatever it still does, this end is done with it.
  void abandon() {
    if (owned) {
      finish();
    } else if (conn != nullptr) {
      given_up = true;
      ::shutdown(PQsocket(conn), SHUT_RDWR);  // the owner finds it broken; half a result must not be read as the next one's
    }
  }

  Error gave_up(Wait why, bool commits) {
    Error error;
    error.what =
        why == Wait::cancelled ? "It was cancelled." : fmt::format("The server did not answer within {}.", human(options.deadline));
    error.kind = why == Wait::cancelled ? ErrorKind::cancelled : ErrorKind::timeout;
    if (commits) {
      error.kind = ErrorKind::in_doubt;
      error.next = "A commit was under way. Read the row again to find out whether it was committed.";
    } else if (why == Wait::timeout) {
      error.next = "See whether the server is reachable and what it is busy with; then connect again.";
    }
    if (conn != nullptr) (void)cancel_on_server(conn);
    abandon();
    return error;
  }

  // nullopt: ready. After a cancel the server gets a moment to say 57014 itself, so that the connection stays usable. A request that
  // overtakes its statement finds the server idle and is ignored: it is made again until there is an answer.
  std::optional<Error> await(short events, Deadline& deadline, bool& cancelling, bool commits) {
    if (!cancelling) {
      const Wait outcome = wait(events, deadline);
      if (outcome == Wait::ready) return std::nullopt;
      if (outcome == Wait::timeout) return gave_up(outcome, commits);
      cancelling = true;
      deadline = std::min(deadline, Steady::now() + cancel_grace);
      cancel_again_at = Steady::now();
    }
    for (;;) {
      const bool delivered = !cancel_request.valid() || cancel_request.wait_for(Duration{0}) == std::future_status::ready;
      if (delivered && Steady::now() >= cancel_again_at) {
        cancel_request = cancel_on_server(conn);
        cancel_again_at = Steady::now() + cancel_again_after;
      }
      if (wait(events, std::min(deadline, Steady::now() + cancel_again_after), false) == Wait::ready) return std::nullopt;
      if (Steady::now() >= deadline) return gave_up(Wait::cancelled, commits);
    }
  }

  Result<void> flush(Deadline& deadline, bool& cancelling, bool commits) {
    for (;;) {
      const int left = PQflush(conn);
      if (left == 0) return {};
      if (left < 0) return fail(lost(commits));
      if (auto error = await(POLLIN | POLLOUT, deadline, cancelling, commits)) return fail(*error);
      if (PQconsumeInput(conn) == 0) return fail(lost(commits));
    }
  }

  // The next result, or null at the end of one statement.
  Result<ResultPtr> next(Deadline& deadline, bool& cancelling, bool commits) {
    while (PQisBusy(conn) != 0) {
      if (auto error = await(POLLIN, deadline, cancelling, commits)) return fail(*error);
      // A FATAL message may have arrived with the end of the connection: libpq hands it out as a result below.
      if (PQconsumeInput(conn) == 0) break;
    }
    ResultPtr result(PQgetResult(conn));
    if (!result) return result;
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
      abandon();  // libpq would hand out the same result for ever
      return fail(ErrorKind::unsupported, "COPY to or from the client is not supported here.", "The connection was given up.",
                  "Connect again.");
    }
    return result;
  }

  bool is_usable() const { return conn != nullptr && !given_up && PQstatus(conn) == CONNECTION_OK; }

  Result<void> check_ready() {
    if (!is_usable()) {
      return fail(ErrorKind::connection, "There is no connection to the server.", "Nothing was sent.", "Connect again.");
    }
    if (cancel.state_->cancelled) return fail(ErrorKind::cancelled, "It was cancelled.", "Nothing was sent.");
    return {};
  }

  static Result<void> check(const Params& params) {
    if (params.holds_nul_in_text()) {
      return fail(ErrorKind::invalid_input, "A text value holds a NUL byte.", "Nothing was sent: the server cannot store it as text.",
                  "Remove the NUL byte.");
    }
    return {};
  }

  // Reads to the end of what was sent outside a pipeline. The error that carries a SQLSTATE wins: a lost connection reports twice.
  Result<Rows> collect(bool commits = false) {
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

  static void note(std::optional<Error>& error, const pg_result* result) {
    if (is_failure(result) && (!error || error->sqlstate.empty())) error = error_of(result);
  }

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
    if (cancelling && cancel_request.valid() && cancel_request.wait_for(cancel_grace) != std::future_status::ready) {
      abandon();
      return fail(Error{commits ? ErrorKind::in_doubt : ErrorKind::cancelled, "It was cancelled.", "", "Connect again.", "", ""});
    }
    if (!error) return value;
    if (cancelling && error->sqlstate == sqlstate::query_canceled) {
      error->kind = ErrorKind::cancelled;
      error->what = "It was cancelled.";
      error->next.clear();
    }
    return fail(*error);
  }

  // A COPY that is being read. stopped: why the lines are thrown away from there on.
  struct CopyRead;
  Result<std::int64_t> read_lines(CopyRead& read, const std::function<Result<void>(std::string_view)>& on_line);

  // One flush, one sync. mended: it failed for a prepared statement that the server did not have, or had already, and our list of
  // them is right now. committed: one of the statements had committed before the failure.
  Result<std::vector<Rows>> flush_pipeline(std::span<const Statement> statements, bool commits, bool prepared, bool& mended,
                                           bool& committed);
};

namespace {

Result<void> send_failed(pg_conn* conn) {
  return fail(Error{ErrorKind::connection, "The statement could not be sent.", "Nothing was done.", "Connect again.", "",
                    trimmed(PQerrorMessage(conn))});
}

}  // namespace

Connection::Connection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

Result<Connection> Connection::open(ConnectOptions options) {
  Connection connection(std::make_unique<Impl>());
  connection.impl_->options = std::move(options);
  connection.impl_->cancel.state_ = std::make_shared<CancelHandle::State>();
  if (auto opened = connection.reopen(); !opened) return fail(opened.error());
  return connection;
}

Connection Connection::borrow(pg_conn* lent, Duration deadline, bool prepare) {
  Connection connection(std::make_unique<Impl>());
  Impl& impl = *connection.impl_;
  impl.conn = lent;
  impl.owned = false;
  impl.was_nonblocking = PQisnonblocking(lent) != 0;
  impl.options.deadline = deadline;
  impl.options.prepare = prepare;
  impl.cancel.state_ = std::make_shared<CancelHandle::State>();
  PQsetnonblocking(lent, 1);
  // Its notice receiver stays: libpq does not tell the argument of an earlier one, so that it could not be put back.
  return connection;
}

Result<void> Connection::reopen() {
  Impl& impl = *impl_;
  if (!impl.owned) return fail(ErrorKind::connection, "A lent connection is gone.", "Nothing was sent.", "Its owner must open another.");
  impl.finish();
  if (impl.options.conninfo.find('\0') != std::string::npos) {
    return fail(ErrorKind::invalid_input, "The connection string holds a NUL byte.", "No connection was made.");
  }
  std::string password;
  if (!impl.options.password_command.empty()) {
    auto printed = password_from(impl.options.password_command, impl.options.connect_timeout);
    if (!printed) return fail(printed.error());
    password = std::move(*printed);
  }
  // An empty password is none: libpq goes on to its password file.
  const std::array<const char*, 5> words{"dbname", "fallback_application_name", "client_encoding", "password", nullptr};
  const std::array<const char*, 5> values{impl.options.conninfo.c_str(), impl.options.application_name.c_str(), "UTF8", password.c_str(),
                                          nullptr};
  impl.conn = PQconnectStartParams(words.data(), values.data(), 1);
  const auto refused = [&impl](std::string what) {
    Error error{
        ErrorKind::connection, std::move(what), "No connection was made.", "Check host, port, database, user and password.", "", ""};
    if (impl.conn != nullptr) {
      error.detail = without_location(trimmed(PQerrorMessage(impl.conn)));
      error.sqlstate = sqlstate_in(error.detail);
    }
    if (!error.sqlstate.empty()) {
      const ErrorKind kind = kind_of(error.sqlstate);
      if (kind == ErrorKind::busy || kind == ErrorKind::not_permitted) error.kind = kind;
      if (const auto advice = advice_for(error.sqlstate); !advice.empty()) error.next = advice;
    }
    impl.finish();
    return fail(error);
  };
  if (impl.conn == nullptr) return fail(ErrorKind::internal, "Out of memory.", "No connection was made.");
  if (PQstatus(impl.conn) == CONNECTION_BAD) return refused("The server could not be reached.");
  PQsetNoticeReceiver(impl.conn, Impl::on_notice, &impl);
  PQsetErrorVerbosity(impl.conn, PQERRORS_VERBOSE);
  const Deadline deadline = Steady::now() + impl.options.connect_timeout;
  for (PostgresPollingStatusType status = PGRES_POLLING_WRITING; status != PGRES_POLLING_OK;) {
    if (status == PGRES_POLLING_FAILED) return refused("The server refused the connection or could not be reached.");
    // The socket may have been replaced under the same number: it is asked for anew in each turn.
    switch (impl.wait(status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline)) {
      case Impl::Wait::timeout: return refused(fmt::format("The server did not answer within {}.", human(impl.options.connect_timeout)));
      case Impl::Wait::cancelled: impl.finish(); return fail(ErrorKind::cancelled, "Connecting was cancelled.", "No connection was made.");
      case Impl::Wait::ready: break;
    }
    status = PQconnectPoll(impl.conn);
  }
  PQsetErrorVerbosity(impl.conn, PQERRORS_DEFAULT);
  PQsetnonblocking(impl.conn, 1);
  // Such a database holds bytes of no encoding, and to a UTF-8 client the server refuses to send those that are not UTF-8.
  const char* encoding = PQparameterStatus(impl.conn, "server_encoding");
  if (encoding != nullptr && std::string_view(encoding) == "SQL_ASCII") return script("SET client_encoding = 'SQL_ASCII'");
  return {};
}

Result<Rows> Connection::exec(std::string_view sql, const Params& params) {
  Impl& impl = *impl_;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  if (auto sound = Impl::check(params); !sound) return fail(sound.error());
  auto& arrays = impl.arrays;
  arrays.fill(params);
  if (PQsendQueryParams(impl.conn, std::string(sql).c_str(), arrays.count(), arrays.types.data(), arrays.values.data(),
                        arrays.lengths.data(), arrays.formats.data(), 1) == 0) {
    return fail(send_failed(impl.conn).error());
  }
  return impl.collect();
}

Result<Rows> Connection::exec_prepared(std::string_view sql, const Params& params) {
  Impl& impl = *impl_;
  // What the server has already needs no pipeline around it.
  if (const auto known = impl.options.prepare ? impl.names.find(sql) : impl.names.end(); known != impl.names.end()) {
    if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
    if (auto sound = Impl::check(params); !sound) return fail(sound.error());
    const bool was_idle = !in_transaction();
    impl.arrays.fill(params);
    if (PQsendQueryPrepared(impl.conn, known->second.c_str(), impl.arrays.count(), impl.arrays.values.data(), impl.arrays.lengths.data(),
                            impl.arrays.formats.data(), 1) == 0) {
      return fail(send_failed(impl.conn).error());
    }
    auto rows = impl.collect();
    if (rows || rows.error().sqlstate != sqlstate::undefined_statement) return rows;
    impl.names.clear();
    if (!was_idle) return rows;
  }
  const Statement statement{sql, params};
  auto rows = pipeline({&statement, 1}, Ends::open, true);
  if (!rows) return fail(rows.error());
  return std::move(rows->front());
}

Result<void> Connection::script(std::string_view sql) {
  Impl& impl = *impl_;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  if (PQsendQuery(impl.conn, std::string(sql).c_str()) == 0) return fail(send_failed(impl.conn).error());
  auto done = impl.collect();
  if (!done) return fail(done.error());
  return {};
}

namespace {

Error too_long() { return {ErrorKind::timeout, "It took longer than it was allowed to.", "", "Ask for less, or allow more time.", "", ""}; }

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

  // Looks at everything that may end it, then waits for more from the server. An error: the connection was given up.
  std::optional<Error> more() {
    if (!stopped) {
      const Wait outcome = impl.wait(POLLIN, std::min(limits.until, Steady::now() + limits.silence));
      if (outcome == Wait::cancelled) stop({ErrorKind::cancelled, "It was cancelled.", "", "", "", ""});
      if (outcome == Wait::timeout && Steady::now() < limits.until) return impl.gave_up(outcome, false);
      if (outcome == Wait::timeout) stop(too_long());
    }
    if (stopped) {
      // Rows that keep coming would hide that the server does not heed the cancel.
      if (Steady::now() >= grace) return impl.gave_up(Wait::cancelled, false);
      if (auto error = impl.await(POLLIN, grace, cancelling, false)) return error;
    }
    // The lines before the end of the connection, and the server's last words, are in the buffer.
    broken = PQconsumeInput(impl.conn) == 0;
    return std::nullopt;
  }
};

Result<std::int64_t> Connection::Impl::read_lines(CopyRead& read, const std::function<Result<void>(std::string_view)>& on_line) {
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
  // The extended protocol takes one statement and no more.
  if (PQsendQueryParams(impl.conn, std::string(sql).c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) == 0) {
    return fail(send_failed(impl.conn).error());
  }
  const Duration usual = std::exchange(impl.options.deadline, limits.silence);  // what an error calls the time that has passed
  Impl::CopyRead read{impl, limits};
  auto lines = [&]() -> Result<std::int64_t> {
    Deadline deadline = std::min(limits.until, Steady::now() + limits.silence);
    if (auto sent = impl.flush(deadline, read.cancelling, false); !sent) return fail(sent.error());
    // The server may keep even the beginning back until it has a first row.
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
    if (last && !is_failure(last.get())) error = Error{ErrorKind::unsupported, "That statement is no COPY to the client.", "", "", "", ""};
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

Result<std::vector<Rows>> Connection::pipeline(std::span<const Statement> statements, Ends ends, bool prepared) {
  Impl& impl = *impl_;
  const bool was_idle = is_open() && !in_transaction();
  // The server's prepared statements and our list of them may differ: DISCARD ALL behind our back, or a lent connection that an
  // earlier wrapper prepared on. Each turn mends the list; what was rolled back whole may be sent again.
  for (std::size_t turn = 0;; ++turn) {
    bool mended = false, committed = false;
    auto rows = impl.flush_pipeline(statements, ends == Ends::commits, prepared, mended, committed);
    if (rows || !mended || !was_idle || committed || turn > statements.size()) return rows;
    if (in_transaction() && !script("ROLLBACK")) return rows;
  }
}

Result<std::vector<Rows>> Connection::Impl::flush_pipeline(std::span<const Statement> statements, bool commits, bool prepared, bool& mended,
                                                           bool& committed) {
  Impl& impl = *this;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  for (const Statement& statement : statements) {
    if (auto sound = Impl::check(statement.params); !sound) return fail(sound.error());
  }
  if (PQenterPipelineMode(impl.conn) == 0) return fail(send_failed(impl.conn).error());
  const bool named = prepared && impl.options.prepare;
  std::vector<const std::string*> new_names(statements.size(), nullptr);  // set where a Parse with a name goes first
  bool sent = true;
  for (std::size_t i = 0; i < statements.size() && sent; ++i) {
    const Statement& statement = statements[i];
    arrays.fill(statement.params);
    if (!named) {
      sent = PQsendQueryParams(impl.conn, std::string(statement.sql).c_str(), arrays.count(), arrays.types.data(), arrays.values.data(),
                               arrays.lengths.data(), arrays.formats.data(), 1) != 0;
      continue;
    }
    const auto known = impl.names.find(statement.sql);
    const std::string* name = nullptr;
    if (known == impl.names.end()) {
      name = new_names[i] = &impl.names.emplace(statement.sql, statement_name(statement.sql)).first->second;
      sent = PQsendPrepare(impl.conn, name->c_str(), std::string(statement.sql).c_str(), arrays.count(), arrays.types.data()) != 0;
    } else {
      name = &known->second;
    }
    sent = sent && PQsendQueryPrepared(impl.conn, name->c_str(), arrays.count(), arrays.values.data(), arrays.lengths.data(),
                                       arrays.formats.data(), 1) != 0;
  }
  sent = sent && PQpipelineSync(impl.conn) != 0;
  if (!sent) return fail(impl.lost(commits));  // a large flush may have gone out in part

  Deadline deadline = Steady::now() + impl.options.deadline;
  bool cancelling = false;
  if (auto flushed = impl.flush(deadline, cancelling, commits); !flushed) return fail(flushed.error());
  std::vector<Rows> rows;
  rows.reserve(statements.size());
  std::optional<Error> error;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    for (int part = new_names[i] != nullptr ? 0 : 1; part < 2; ++part) {
      ResultPtr last;
      for (;;) {
        auto result = impl.next(deadline, cancelling, commits);
        if (!result) return fail(result.error());
        if (!*result) break;
        Impl::note(error, result->get());
        last = std::move(*result);
        if (PQstatus(impl.conn) != CONNECTION_OK) return impl.finish_call(error, commits, cancelling, std::vector<Rows>{});
      }
      const bool duplicate =
          part == 0 && last && is_failure(last.get()) && field(last.get(), PG_DIAG_SQLSTATE) == sqlstate::duplicate_statement;
      mended = mended || duplicate;  // named after its text: what the server has is this very statement
      if (part == 0 && !duplicate && (!last || PQresultStatus(last.get()) != PGRES_COMMAND_OK))
        impl.names.erase(std::string(statements[i].sql));
      if (part == 1) {
        const bool command_ok = last && PQresultStatus(last.get()) == PGRES_COMMAND_OK;
        rows.emplace_back(std::move(last));
        committed = committed || (command_ok && rows.back().tag() == "COMMIT");
      }
    }
  }
  for (;;) {
    auto result = impl.next(deadline, cancelling, commits);
    if (!result) return fail(result.error());
    if (!*result) {
      if (PQstatus(impl.conn) != CONNECTION_OK) break;
      continue;
    }
    if (PQresultStatus(result->get()) == PGRES_PIPELINE_SYNC) break;
    Impl::note(error, result->get());  // the sync's own commit can fail: a deferred constraint, a standby
    if (PQstatus(impl.conn) != CONNECTION_OK) break;
  }
  if (PQstatus(impl.conn) == CONNECTION_OK && PQexitPipelineMode(impl.conn) == 0) return fail(impl.lost(commits));
  if (error && error->sqlstate == sqlstate::undefined_statement) {
    impl.names.clear();
    mended = true;
  }
  return impl.finish_call(error, commits, cancelling, std::move(rows));
}

void Connection::roll_back() {
  if (!in_transaction()) return;
  const bool was_cancelled = impl_->cancel.is_cancelled();
  const Duration deadline = std::exchange(impl_->options.deadline, std::min<Duration>(impl_->options.deadline, cancel_grace));
  if (was_cancelled) rearm();
  (void)script("ROLLBACK");
  if (was_cancelled) impl_->cancel.cancel();
  impl_->options.deadline = deadline;
}

bool Connection::is_open() const { return impl_->is_usable(); }

bool Connection::in_transaction() const {
  if (!is_open()) return false;
  const PGTransactionStatusType status = PQtransactionStatus(impl_->conn);
  return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

void Connection::close() { impl_->finish(); }

CancelHandle Connection::cancel_handle() const { return impl_->cancel; }

void Connection::rearm() {
  eventfd_t drained = 0;
  (void)eventfd_read(impl_->cancel.state_->event, &drained);
  impl_->cancel.state_->cancelled = false;
}

std::vector<std::string> Connection::take_notices() { return std::exchange(impl_->notices, {}); }
std::string Connection::take_unconfirmed() { return std::exchange(impl_->unconfirmed, {}); }
void Connection::set_write_guard(std::string sql) { impl_->write_guard = std::move(sql); }
const std::string& Connection::write_guard() const { return impl_->write_guard; }
void Connection::set_deadline(Duration deadline) { impl_->options.deadline = deadline; }
int Connection::server_version() const { return is_open() ? PQserverVersion(impl_->conn) : 0; }
int Connection::backend_pid() const { return is_open() ? PQbackendPID(impl_->conn) : 0; }

namespace {
std::string or_empty(const char* text) { return text != nullptr ? text : ""; }
}  // namespace

std::string Connection::host() const { return is_open() ? or_empty(PQhost(impl_->conn)) : ""; }
std::string Connection::port() const { return is_open() ? or_empty(PQport(impl_->conn)) : ""; }
std::string Connection::database() const { return is_open() ? or_empty(PQdb(impl_->conn)) : ""; }
std::string Connection::user() const { return is_open() ? or_empty(PQuser(impl_->conn)) : ""; }
bool Connection::is_encrypted() const { return is_open() && PQsslInUse(impl_->conn) != 0; }

bool Connection::is_local() const {
  const std::string at = host();
  return at.empty() || at.starts_with('/') || at.starts_with('@') || at == "localhost" || at == "::1" || at.starts_with("127.");
}

Result<std::string> Connection::quoted(std::string_view identifier) {
  if (auto ready = impl_->check_ready(); !ready) return fail(ready.error());
  char* text = PQescapeIdentifier(impl_->conn, identifier.data(), identifier.size());
  if (text == nullptr)
    return fail(ErrorKind::invalid_input, "A name is not valid in the connection's encoding: " + visible(identifier), "Nothing was sent.");
  std::string out = text;
  PQfreemem(text);
  return out;
}

}  // namespace onceover::pg
