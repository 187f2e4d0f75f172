#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/password_command.h"
#include "core/base/text.h"
#include "core/pg/handshake.h"
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

std::string what_of(const Handshake& made, Duration timeout) {
  switch (made.end) {
    case Handshake::End::timeout: return fmt::format("The server did not answer within {}.", human(timeout));
    case Handshake::End::too_large:
      return fmt::format("The server sent more than {} MB while connecting.", most_handshake_bytes / 1'000'000);
    case Handshake::End::no_memory: return "Out of memory.";
    case Handshake::End::too_many_left: return "Earlier attempts to connect are still computing, or there is no thread for another.";
    default: return "The server refused the connection or could not be reached.";
  }
}

Error refusal(const Handshake& made, Duration timeout) {
  Error error{
      ErrorKind::connection, what_of(made, timeout), "No connection was made.", "Check host, port, database, user and password.", "", ""};
  if (made.end == Handshake::End::too_large) error.next = "Check whether this is your server.";
  if (made.end == Handshake::End::no_memory) error.kind = ErrorKind::internal;
  if (made.end == Handshake::End::too_many_left) {
    error.next = "Check whether the server asks for an extreme number of SCRAM iterations; try again later, or restart this program.";
  }
  if (made.conn == nullptr) return error;
  error.detail = without_location(trimmed(PQerrorMessage(made.conn)));
  error.sqlstate = sqlstate_in(error.detail);
  if (error.sqlstate.empty()) return error;
  const ErrorKind kind = kind_of(error.sqlstate);
  if (kind == ErrorKind::busy || kind == ErrorKind::not_permitted) error.kind = kind;
  if (const auto advice = advice_for(error.sqlstate); !advice.empty()) error.next = advice;
  return error;
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
  Handshake made = shake_hands({{"dbname", impl.options.conninfo},
                                {"fallback_application_name", impl.options.application_name},
                                {"client_encoding", "UTF8"},
                                {"password", std::move(password)}},
                               Steady::now() + impl.options.connect_timeout, impl.cancel.state_->event);
  impl.conn = made.conn;
  if (made.end == Handshake::End::cancelled) return fail(ErrorKind::cancelled, "Connecting was cancelled.", "No connection was made.");
  if (made.end != Handshake::End::connected) {
    Error error = refusal(made, impl.options.connect_timeout);
    impl.finish();
    return fail(std::move(error));
  }
  std::move(made.notices.begin(), made.notices.end(), std::back_inserter(impl.notices));
  PQsetNoticeReceiver(impl.conn, Impl::on_notice, &impl);
  PQsetErrorVerbosity(impl.conn, PQERRORS_DEFAULT);
  PQsetnonblocking(impl.conn, 1);
  std::string settings;
  // Such a database has bytes of no encoding, and the server refuses to send those that are not UTF-8 to a UTF-8 client.
  const char* encoding = PQparameterStatus(impl.conn, "server_encoding");
  if (encoding != nullptr && std::string_view(encoding) == "SQL_ASCII") settings = "SET client_encoding = 'SQL_ASCII';";
  // A pooler makes up the process id that it gives to its client.
  if (const int pid = PQbackendPID(impl.conn); impl.options.pins_search_path && pid > 0) {
    settings += fmt::format(
        "SELECT pg_catalog.set_config('search_path', 'pg_catalog', false) WHERE pg_catalog.pg_backend_pid() OPERATOR(pg_catalog.=) {}",
        pid);
  }
  if (!settings.empty()) return script(settings);
  return {};
}

}  // namespace onceover::pg
