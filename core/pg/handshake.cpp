#include "core/pg/handshake.h"

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
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/pg/connection.h"
#include "core/pg/received.h"

namespace onceover::pg {
namespace {

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
    if (state.size() == 5 && std::all_of(state.begin(), state.end(), is_state) && verbose.substr(at + 8, 2) == ": ")
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
        {{PQsocket(conn), static_cast<short>(status == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0}, {attempt.given_up, POLLIN, 0}}};
    if (const int ready = ::poll(fds.data(), fds.size(), milliseconds_until(until)); ready <= 0) {
      if (Steady::now() >= until) return Handshake::End::timeout;
      continue;
    }
    if (fds[1].revents != 0) return Handshake::End::cancelled;  // or out of time: the caller has already left with its own answer
    if (received.count(PQsocket(conn)) > most_handshake_bytes) return Handshake::End::too_large;
    if (PQsocket(conn) != guarded) guard.emplace(guarded = PQsocket(conn), most_handshake_bytes);
    guard->begin();
    status = PQconnectPoll(conn);
    guard->end();
    if (guard->has_tripped()) return Handshake::End::too_large;
  }
  return Handshake::End::connected;
}

// The host once for each address of its name: libpq would stay with the first one that is silent. Empty, with the reason: it has none.
std::vector<Host> addresses_of(const HostAttempt& how, std::string& reason) {
  const Host& host = how.host;
  if (host.is_socket() || host.is_unread_list() || !host.address.empty()) return {host};
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (const int error = ::getaddrinfo(host.name.c_str(), nullptr, &hints, &list); error != 0) {
    reason = fmt::format("could not translate host name \"{}\" to address: {}", visible(host.name), ::gai_strerror(error));
    return {};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(list, ::freeaddrinfo);
  std::vector<Host> addresses;
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    std::array<char, 256> number{};
    if (::getnameinfo(each->ai_addr, each->ai_addrlen, number.data(), number.size(), nullptr, 0, NI_NUMERICHOST) != 0) continue;
    // sslmode was chosen for this machine: a resolver cannot lead its name elsewhere.
    if (!is_loopback(host.name) || is_loopback(number.data())) addresses.push_back({host.name, number.data(), host.port});
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

}  // namespace

bool is_connecting_left_behind() { return left_behind() > 0; }

Duration share_of(Deadline deadline, std::size_t among, Duration connect_timeout) {
  // A message rounds it down, and would name less than was set.
  const Duration left = std::max(std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()), std::chrono::milliseconds(0));
  const Duration share = left / static_cast<int>(std::max<std::size_t>(among, 1));
  return connect_timeout > Duration{0} ? std::min(share, connect_timeout) : share;
}

bool is_last_word(const Handshake& made) {
  switch (made.end) {
    case Handshake::End::refused: return !made.sqlstate.empty() && !made.sqlstate.starts_with("57P");
    case Handshake::End::timeout:
    case Handshake::End::too_large: return false;
    default: return true;
  }
}

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
  if (left.end == Handshake::End::timeout) left.message = fmt::format("{}: no answer in time", attempt->how.host.shown());
  return left;
}

}  // namespace onceover::pg
