#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/password_command.h"
#include "core/base/random.h"
#include "core/pg/conninfo.h"
#include "core/pg/handshake.h"
#include "core/pg/impl.h"

namespace onceover::pg {
namespace {

std::string what_of(const Handshake& made, std::size_t hosts, Duration limit) {
  switch (made.end) {
    case Handshake::End::no_memory: return "Out of memory.";
    case Handshake::End::too_many_left: return "Earlier attempts to connect are still computing, or there is no thread for another.";
    default: break;
  }
  if (hosts > 1 && !is_last_word(made)) return fmt::format("None of the {} hosts accepted the connection.", hosts);
  switch (made.end) {
    case Handshake::End::timeout: return fmt::format("The server did not answer within {}.", human(limit));
    case Handshake::End::too_large:
      return fmt::format("The server sent more than {} MB while connecting.", most_handshake_bytes / 1'000'000);
    default: return "The server refused the connection or could not be reached.";
  }
}

Error refusal(const Handshake& made, const Destination& where, Duration limit) {
  Error error{ErrorKind::connection,
              what_of(made, where.hosts.size(), limit),
              "No connection was made.",
              "Check host, port, database, user and password.",
              made.sqlstate,
              made.message};
  if (made.end == Handshake::End::too_large) error.next = "Check whether this is your server.";
  if (made.end == Handshake::End::no_memory) error.kind = ErrorKind::internal;
  if (made.end == Handshake::End::too_many_left) {
    error.next = "Check whether the server asks for an extreme number of SCRAM iterations; try again later, or restart this program.";
  }
  if (made.sqlstate.empty()) {
    if (const std::string required = where.requirement(); !required.empty()) error.next += ' ' + required;
    return error;
  }
  const ErrorKind kind = kind_of(made.sqlstate);
  if (kind == ErrorKind::busy || kind == ErrorKind::not_permitted) error.kind = kind;
  if (const auto advice = advice_for(made.sqlstate); !advice.empty()) error.next = advice;
  return error;
}

struct Try {
  Host host;
  std::string role;  // target_session_attrs; empty: any, or libpq's own
};

// prefer-standby is two searches: a standby, then anything.
std::vector<Try> tries_for(const Destination& where) {
  std::vector<Host> hosts = where.hosts;
  if (where.is_shuffled) {
    Random random = Random::from_system();
    for (std::size_t i = hosts.size(); i > 1; --i) std::swap(hosts[i - 1], hosts[random.below(i)]);
  }
  const bool prefers = where.target_session_attrs == "prefer-standby";
  std::vector<Try> tries;
  for (const Host& host : hosts) tries.push_back({host, prefers ? "standby" : ""});
  if (prefers) {
    for (const Host& host : hosts) tries.push_back({host, "any"});
  }
  return tries;
}

// Host by host. limit: how long the last one that was asked had.
Handshake connect_in_turn(const Destination& where, const ConnectWords& words, Deadline deadline, int cancel_event, Duration& limit) {
  const std::vector<Try> tries = tries_for(where);
  Handshake made;
  std::string said;
  std::vector<std::string> silent;  // not asked a second time
  for (std::size_t i = 0; i < tries.size(); ++i) {
    const Try& one = tries[i];
    const std::string name = one.host.shown();
    if (std::ranges::find(silent, name) != silent.end()) continue;
    // A name has several addresses, each with its own connect_timeout: their share is the host's.
    const Duration share = share_of(deadline, tries.size() - i, Duration{0});
    limit = where.connect_timeout > Duration{0} ? std::min(share, where.connect_timeout) : share;
    HostAttempt how{words, one.host, where.is_shuffled, where.connect_timeout};
    how.words.emplace_back("target_session_attrs", one.role);
    made = shake_hands(std::move(how), Steady::now() + share, cancel_event);
    if (made.end == Handshake::End::timeout) silent.push_back(name);
    said += (said.empty() || made.message.empty() ? "" : "\n") + made.message;
    if (is_last_word(made)) break;
  }
  made.message = std::move(said);
  return made;
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
  impl.history.clear();
  if (impl.options.conninfo.find('\0') != std::string::npos) {
    return fail(ErrorKind::invalid_input, "The connection string contains a NUL byte.", "No connection was made.");
  }
  std::string password = impl.options.password;
  if (!impl.options.password_command.empty()) {
    auto printed = password_from(impl.options.password_command, impl.options.connect_timeout);
    if (!printed) return fail(printed.error());
    password = std::move(*printed);
  }
  auto where = destination_of(impl.options.conninfo);
  if (!where) return fail(where.error());
  // An empty password means none: libpq then uses its password file.
  const ConnectWords words{{"dbname", impl.options.conninfo},
                           {"fallback_application_name", impl.options.application_name},
                           {"client_encoding", "UTF8"},
                           {"sslmode", where->sslmode},
                           {"password", std::move(password)}};
  Duration limit = impl.options.connect_timeout;
  Handshake made = connect_in_turn(*where, words, Steady::now() + limit, impl.cancel.state_->event, limit);
  if (made.end == Handshake::End::cancelled) return fail(ErrorKind::cancelled, "Connecting was cancelled.", "No connection was made.");
  if (made.end != Handshake::End::connected) return fail(refusal(made, *where, limit));
  impl.conn = made.conn;
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
