#include "core/pg/handshake.h"

#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "core/pg/connection.h"
#include "core/pg/received.h"

namespace onceover::pg {
namespace {

// A process has one number of threads.
std::atomic<int>& left_behind() {
  static std::atomic<int> count = 0;
  return count;
}

struct Attempt {
  ConnectWords words;
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

int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Steady::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

Handshake::End drive(Attempt& attempt, pg_conn* conn) {
  if (conn == nullptr) return Handshake::End::no_memory;
  if (PQstatus(conn) == CONNECTION_BAD) return Handshake::End::refused;
  PQsetNoticeReceiver(
      conn, [](void* notices, const pg_result* notice) { keep_notice(*static_cast<std::vector<std::string>*>(notices), notice); },
      &attempt.result.notices);
  PQsetErrorVerbosity(conn, PQERRORS_VERBOSE);
  Received received;
  std::optional<ReadGuard> guard;
  int guarded = -1;
  for (PostgresPollingStatusType status = PGRES_POLLING_WRITING; status != PGRES_POLLING_OK;) {
    if (status == PGRES_POLLING_FAILED) return Handshake::End::refused;
    // The socket may have been replaced with the same number: it is read again in each turn.
    std::array<pollfd, 2> fds{
        {{PQsocket(conn), static_cast<short>(status == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0}, {attempt.given_up, POLLIN, 0}}};
    if (::poll(fds.data(), fds.size(), -1) < 0) continue;
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

void shake(const std::shared_ptr<Attempt>& attempt) {
  {
    const std::scoped_lock lock(attempt->mutex);
    attempt->thread = ::gettid();
  }
  std::vector<const char*> keywords, values;
  for (const auto& [keyword, value] : attempt->words) {
    keywords.push_back(keyword);
    values.push_back(value.c_str());
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  pg_conn* conn = PQconnectStartParams(keywords.data(), values.data(), 1);
  auto end = Handshake::End::no_memory;
  try {
    end = drive(*attempt, conn);
  } catch (const std::exception&) {  // no memory, or no thread
  }
  const std::scoped_lock lock(attempt->mutex);
  if (attempt->is_abandoned) {
    PQfinish(conn);
    --left_behind();
    return;
  }
  attempt->result.end = end;
  attempt->result.conn = conn;
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

Handshake shake_hands(ConnectWords words, Deadline deadline, int cancel_event) {
  if (left_behind() >= most_left_behind) return {Handshake::End::too_many_left, nullptr, {}};
  auto attempt = std::make_shared<Attempt>();
  attempt->words = std::move(words);
  try {
    std::thread(shake, attempt).detach();
  } catch (const std::system_error&) {
    return {Handshake::End::too_many_left, nullptr, {}};
  }
  const auto why = wait(*attempt, deadline, cancel_event);
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
  return {*why, nullptr, {}};
}

}  // namespace onceover::pg
