#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/password_command.h"
#include "core/base/text.h"
#include "core/pg/impl.h"

namespace onceover::pg {
namespace {

// libpq gives no SQLSTATE for a refused connection; its verbose message has it right after the severity.
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

}  // namespace

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
  // Its notice receiver remains: libpq does not return the argument of an earlier one, so it could not be restored.
  return connection;
}

Result<void> Connection::reopen() {
  Impl& impl = *impl_;
  if (!impl.owned) return fail(ErrorKind::connection, "A lent connection was lost.", "Nothing was sent.", "Its owner must open another.");
  impl.finish();
  if (impl.options.conninfo.find('\0') != std::string::npos) {
    return fail(ErrorKind::invalid_input, "The connection string contains a NUL byte.", "No connection was made.");
  }
  std::string password;
  if (!impl.options.password_command.empty()) {
    auto printed = password_from(impl.options.password_command, impl.options.connect_timeout);
    if (!printed) return fail(printed.error());
    password = std::move(*printed);
  }
  // An empty password means none: libpq then uses its password file.
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
    // The socket may have been replaced with the same number: it is read again in each turn.
    switch (impl.wait(status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline)) {
      case Impl::Wait::timeout: return refused(fmt::format("The server did not answer within {}.", human(impl.options.connect_timeout)));
      case Impl::Wait::cancelled: impl.finish(); return fail(ErrorKind::cancelled, "Connecting was cancelled.", "No connection was made.");
      case Impl::Wait::ready: break;
    }
    status = PQconnectPoll(impl.conn);
  }
  PQsetErrorVerbosity(impl.conn, PQERRORS_DEFAULT);
  PQsetnonblocking(impl.conn, 1);
  // Such a database has bytes of no encoding, and the server refuses to send those that are not UTF-8 to a UTF-8 client.
  const char* encoding = PQparameterStatus(impl.conn, "server_encoding");
  if (encoding != nullptr && std::string_view(encoding) == "SQL_ASCII") return script("SET client_encoding = 'SQL_ASCII'");
  return {};
}

}  // namespace onceover::pg
