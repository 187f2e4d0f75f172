// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/bounded_program.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/pg/connection.h"
#include "core/pg/conninfo.h"
#include "core/pg/impl.h"
#include "core/pg/libpq.h"

namespace onceover::pg {
namespace {

// Connects to one host, in a thread of its own. What libpq does there cannot be interrupted: it resolves
// names, reads files, and hashes the password as often as the server asks (SCRAM with 2,000,000,000
// iterations takes an hour). The caller's deadline and cancel hold all the same.

// A handshake takes a few hundred bytes; the largest tickets and certificates take some hundred thousand.
constexpr std::int64_t most_handshake_bytes = 4'000'000;
// Threads that still compute although their callers no longer wait. Past this many no connection is tried:
// each costs a thread and a socket.
constexpr int most_left_behind = 16;

struct Handshake {
  enum class End { connected, refused, timeout, cancelled, too_large, no_memory, too_many_left };
  End end = End::refused;
  pg_conn* conn = nullptr;  // the caller's, where it is connected
  std::string message;      // why each address refused the connection, a line each
  std::string sqlstate;     // of the last one; empty: there was no answer with one
};

// libpq's keywords; an empty value means none
using ConnectWords = std::vector<std::pair<const char*, std::string>>;

struct HostAttempt {
  ConnectWords words;  // libpq's keywords, without the host's
  Host host;
  bool is_shuffled = false;     // the addresses of its name in any order
  Duration connect_timeout{0};  // of one address; 0: its share of the time until the deadline
};

// A process has one number of threads.
std::atomic<int>& left_behind() {
  static std::atomic<int> count = 0;
  return count;
}

// The thread ends by the same deadline, and knows more: what each address said.
constexpr auto until_it_reports = std::chrono::milliseconds(50);

struct Attempt {
  HostAttempt how;
  Deadline deadline;
  const int done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), given_up = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::mutex mutex;
  pid_t thread = 0;
  bool is_abandoned = false, has_ended = false;
  Handshake result;

  Attempt() = default;
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    ::close(done);
    ::close(given_up);
  }
};

using ConnPtr = std::unique_ptr<pg_conn, decltype(&PQfinish)>;

int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

// libpq gives no SQLSTATE for a refused connection; its verbose message has it right after the severity.
std::string sqlstate_in(std::string_view verbose) {
  for (std::size_t at = verbose.find(":  "); at != std::string_view::npos; at = verbose.find(":  ", at + 1)) {
    const std::string_view state = verbose.substr(at + 3, 5);
    const auto is_state = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); };
    if (state.size() == 5 && std::all_of(state.begin(), state.end(), is_state) &&
        verbose.substr(at + 8, 2) == ": ")
      return std::string(state);
  }
  return {};
}

std::string without_location(std::string text) {
  if (const auto at = text.find("\nLOCATION:"); at != std::string::npos) text.erase(at);
  return text;
}

Handshake::End drive(Attempt& attempt, pg_conn* conn, Deadline until) {
  if (conn == nullptr) return Handshake::End::no_memory;
  if (PQstatus(conn) == CONNECTION_BAD) return Handshake::End::refused;
  PQsetNoticeReceiver(
      conn, [](void*, const pg_result*) {}, nullptr);  // libpq would print them
  PQsetErrorVerbosity(conn, PQERRORS_VERBOSE);
  Received received;
  std::optional<ReadGuard> guard;
  int guarded = -1;
  for (PostgresPollingStatusType status = PGRES_POLLING_WRITING; status != PGRES_POLLING_OK;) {
    if (status == PGRES_POLLING_FAILED) return Handshake::End::refused;
    // The socket may have been replaced with the same number: it is read again in each turn.
    std::array<pollfd, 2> fds{
        {{PQsocket(conn), static_cast<short>(status == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0},
         {attempt.given_up, POLLIN, 0}}};
    if (const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(until)); ready <= 0) {
      if (Steady::now() >= until) return Handshake::End::timeout;
      continue;
    }
    // or out of time: the caller has already left with its own answer
    if (fds[1].revents != 0) return Handshake::End::cancelled;
    if (received.count(PQsocket(conn)) > most_handshake_bytes) return Handshake::End::too_large;
    if (PQsocket(conn) != guarded) guard.emplace(guarded = PQsocket(conn), most_handshake_bytes);
    guard->begin();
    status = PQconnectPoll(conn);
    guard->end();
    if (guard->has_tripped()) return Handshake::End::too_large;
  }
  return Handshake::End::connected;
}

// The host once for each address of its name: libpq would stay with the first one that is silent. Empty, with
// the reason: it has none.
std::vector<Host> addresses_of(const HostAttempt& how, std::string& reason) {
  const Host& host = how.host;
  if (host.is_socket() || host.is_unread_list() || !host.address.empty()) return {host};
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (const int error = ::getaddrinfo(host.name.c_str(), nullptr, &hints, &list); error != 0) {
    reason = fmt::format("could not translate host name \"{}\" to address: {}", visible(host.name),
                         ::gai_strerror(error));
    return {};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(list, ::freeaddrinfo);
  std::vector<Host> addresses;
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    std::array<char, 256> number{};
    if (::getnameinfo(each->ai_addr, each->ai_addrlen, number.data(), number.size(), nullptr, 0,
                      NI_NUMERICHOST) != 0)
      continue;
    // sslmode was chosen for this machine: a resolver cannot lead its name elsewhere.
    if (!is_loopback(host.name) || is_loopback(number.data()))
      addresses.push_back({host.name, number.data(), host.port});
  }
  if (addresses.empty()) reason = fmt::format("host name \"{}\" has no address", visible(host.name));
  if (!how.is_shuffled) return addresses;
  Random random = Random::from_system();
  for (std::size_t i = addresses.size(); i > 1; --i) std::swap(addresses[i - 1], addresses[random.below(i)]);
  return addresses;
}

ConnPtr start_connecting(const ConnectWords& words, const Host& host) {
  std::vector<const char*> keywords, values;
  const auto add = [&](const char* keyword, const std::string& value) {
    keywords.push_back(keyword);
    values.push_back(value.c_str());
  };
  for (const auto& [keyword, value] : words) add(keyword, value);
  if (!host.is_unread_list()) {
    add("host", host.name);
    add("hostaddr", host.address);
    add("port", host.port);
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  return {PQconnectStartParams(keywords.data(), values.data(), 1), PQfinish};
}

// An answer of the server that another address would give as well, or that must not be passed over.
void note_failure(Handshake& result, const Host& host, pg_conn* conn, Duration limit) {
  std::string line;
  if (result.end == Handshake::End::timeout) {
    // Some of the time went into its name.
    line = fmt::format("{}: no answer within {}", host.shown(),
                       human(std::chrono::round<std::chrono::duration<std::int64_t, std::centi>>(limit)));
  }
  if (result.end == Handshake::End::too_large) line = fmt::format("{}: sent too much", host.shown());
  if (result.end == Handshake::End::refused) line = without_location(trimmed(PQerrorMessage(conn)));
  result.sqlstate = result.end == Handshake::End::refused ? sqlstate_in(line) : "";
  if (!line.empty()) result.message += (result.message.empty() ? "" : "\n") + line;
}

// How long one of so many may take; the last one has all that is left.
Duration share_of(Deadline deadline, std::size_t among, Duration connect_timeout) {
  // A message rounds it down, and would name less than was set.
  const Duration left = std::max(std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()),
                                 std::chrono::milliseconds(0));
  const Duration share = left / static_cast<int>(std::max<std::size_t>(among, 1));
  return connect_timeout > Duration{0} ? std::min(share, connect_timeout) : share;
}

// No other host or address is asked after this: it is connected, given up, or a server answered and refused,
// as libpq has it. A server that starts or ends (57P…) is passed over.
bool is_last_word(const Handshake& made) {
  switch (made.end) {
    case Handshake::End::refused: return !made.sqlstate.empty() && !made.sqlstate.starts_with("57P");
    case Handshake::End::timeout:
    case Handshake::End::too_large: return false;
    default: return true;
  }
}

// Each address in turn.
ConnPtr connect(Attempt& attempt) {
  Handshake& result = attempt.result;
  const auto addresses = addresses_of(attempt.how, result.message);
  result.end = Handshake::End::refused;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const Duration limit = share_of(attempt.deadline, addresses.size() - i, attempt.how.connect_timeout);
    const Deadline until = std::min<Deadline>(Steady::now() + limit, attempt.deadline);
    ConnPtr conn = start_connecting(attempt.how.words, addresses[i]);
    result.end = drive(attempt, conn.get(), until);
    if (result.end == Handshake::End::connected) return conn;
    note_failure(result, addresses[i], conn.get(), limit);
    if (is_last_word(result)) break;
  }
  return {nullptr, PQfinish};
}

void shake(const std::shared_ptr<Attempt>& attempt) {
  {
    const std::scoped_lock lock(attempt->mutex);
    attempt->thread = ::gettid();
  }
  ConnPtr conn(nullptr, PQfinish);
  try {
    conn = connect(*attempt);
  } catch (const std::exception&) {  // no memory, or no thread
    attempt->result.end = Handshake::End::no_memory;
  }
  const std::scoped_lock lock(attempt->mutex);
  if (attempt->is_abandoned) {
    conn.reset();
    --left_behind();
    return;
  }
  attempt->result.conn = conn.release();
  attempt->has_ended = true;
  (void)eventfd_write(attempt->done, 1);
}

// nullopt: it has ended.
std::optional<Handshake::End> wait(const Attempt& attempt, Deadline deadline, int cancel_event) {
  for (;;) {
    std::array<pollfd, 2> fds{{{attempt.done, POLLIN, 0}, {cancel_event, POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(deadline));
    if (ready > 0 && fds[0].revents != 0) return std::nullopt;
    if (ready > 0 && fds[1].revents != 0) return Handshake::End::cancelled;
    if (Steady::now() >= deadline) return Handshake::End::timeout;
  }
}

// cancel_event: an eventfd that ends it when it becomes readable.
Handshake shake_hands(HostAttempt how, Deadline deadline, int cancel_event) {
  const auto ended = [](Handshake::End end) { return Handshake{.end = end, .message = {}, .sqlstate = {}}; };
  if (left_behind() >= most_left_behind) return ended(Handshake::End::too_many_left);
  auto attempt = std::make_shared<Attempt>();
  attempt->how = std::move(how);
  attempt->deadline = deadline;
  try {
    std::thread(shake, attempt).detach();
  } catch (const std::system_error&) {
    return ended(Handshake::End::too_many_left);
  }
  const auto why = wait(*attempt, deadline + until_it_reports, cancel_event);
  const std::scoped_lock lock(attempt->mutex);
  if (attempt->has_ended) {
    // A cancel that lost the race is found by the connection's next call.
    return std::move(attempt->result);
  }
  attempt->is_abandoned = true;
  ++left_behind();
  (void)eventfd_write(attempt->given_up, 1);
  // What it still computes takes only time that nothing else needs.
  const sched_param none{};
  if (attempt->thread != 0) (void)::sched_setscheduler(attempt->thread, SCHED_IDLE, &none);
  Handshake left = ended(*why);
  if (left.end == Handshake::End::timeout)
    left.message = fmt::format("{}: no answer in time", attempt->how.host.shown());
  return left;
}

std::string what_of(const Handshake& made, std::size_t hosts, Duration limit) {
  switch (made.end) {
    case Handshake::End::no_memory: return "Out of memory.";
    case Handshake::End::too_many_left:
      return "Earlier attempts to connect are still computing, or there is no thread for another.";
    default: break;
  }
  if (hosts > 1 && !is_last_word(made))
    return fmt::format("None of the {} hosts accepted the connection.", hosts);
  switch (made.end) {
    case Handshake::End::timeout: return fmt::format("The server did not answer within {}.", human(limit));
    case Handshake::End::too_large:
      return fmt::format("The server sent more than {} MB while connecting.",
                         most_handshake_bytes / 1'000'000);
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
    error.next =
        "Check whether the server asks for an extreme number of SCRAM iterations; try again later, or "
        "restart this program.";
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
Handshake connect_in_turn(const Destination& where, const ConnectWords& words, Deadline deadline,
                          int cancel_event, Duration& limit) {
  const std::vector<Try> tries = tries_for(where);
  Handshake made;
  std::string reasons;
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
    reasons += (reasons.empty() || made.message.empty() ? "" : "\n") + made.message;
    if (is_last_word(made)) break;
  }
  made.message = std::move(reasons);
  return made;
}

}  // namespace

bool is_connecting_left_behind() { return left_behind() > 0; }

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
  // Its notice receiver remains: libpq does not return the argument of an earlier one, so it could not be
  // restored.
  return connection;
}

Result<void> Connection::reopen() {
  Impl& impl = *impl_;
  if (!impl.owned)
    return fail(ErrorKind::connection, "A lent connection was lost.", "Nothing was sent.",
                "Its owner must open another.");
  impl.finish();
  impl.history.clear();
  if (impl.options.conninfo.find('\0') != std::string::npos) {
    return fail(ErrorKind::invalid_input, "The connection string contains a NUL byte.",
                "No connection was made.");
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
  if (made.end == Handshake::End::cancelled)
    return fail(ErrorKind::cancelled, "Connecting was cancelled.", "No connection was made.");
  if (made.end != Handshake::End::connected) return fail(refusal(made, *where, limit));
  impl.conn = made.conn;
  PQsetNoticeReceiver(impl.conn, Impl::on_notice, &impl);
  PQsetErrorVerbosity(impl.conn, PQERRORS_DEFAULT);
  PQsetnonblocking(impl.conn, 1);
  std::string settings;
  // Such a database has bytes of no encoding, and the server refuses to send those that are not UTF-8 to a
  // UTF-8 client.
  const char* encoding = PQparameterStatus(impl.conn, "server_encoding");
  if (encoding != nullptr && std::string_view(encoding) == "SQL_ASCII")
    settings = "SET client_encoding = 'SQL_ASCII';";
  // A pooler makes up the process id that it gives to its client.
  if (const int pid = PQbackendPID(impl.conn); impl.options.pins_search_path && pid > 0) {
    settings += fmt::format(
        "SELECT pg_catalog.set_config('search_path', 'pg_catalog', false) WHERE pg_catalog.pg_backend_pid() "
        "OPERATOR(pg_catalog.=) {}",
        pid);
  }
  if (!settings.empty()) return script(settings);
  return {};
}

}  // namespace onceover::pg
