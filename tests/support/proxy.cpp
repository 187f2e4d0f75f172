// SPDX-License-Identifier: Apache-2.0
#include "tests/support/proxy.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/proxy_messages.h"

namespace onceover::test {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

void reset(int fd) {
  const linger now{1, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  ::close(fd);
}

}  // namespace

class PgProxy::Loop {
 public:
  struct Trap {
    TrapAt at;
    TrapThen then;
    std::string text;
    int skip;
  };

  // One direction of one connection.
  struct Flow {
    int from = -1, to = -1;
    std::string received;  // not yet a whole message
    // whole messages, with the time they may go
    std::deque<std::pair<Clock::time_point, std::string>> queued;
    std::size_t sent = 0;  // of the first one
    bool ended = false;    // the sender has closed
  };

  struct Link {
    int client, server;
    Flow up, down;
    ClientStream stream;
    int owed = 0;                // ReadyForQuery that the server still owes
    bool held = false;           // silent_before: nothing goes up any more
    bool deaf = false;           // the server's answers are dropped
    bool cut_when_done = false;  // cut_after
    bool sprung = false;         // the message went up, its answer is awaited
    bool unsynced = false;       // … and the Sync that asks for the answer has not come yet
  };

  Loop(const std::string& socket_dir, int server_port)
      : upstream_(socket_dir + "/.s.PGSQL." + std::to_string(server_port)),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("the proxy cannot listen");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }

  ~Loop() {
    change([this] { ending_ = true; });
    thread_.join();
    for (auto& link : links_) close_link(link);
    ::close(listener_);
    ::close(wake_);
  }

  // Under the loop's lock, which it releases only to sleep; then the loop looks again.
  template <class Change>
  void change(Change make) {
    {
      const std::lock_guard lock(mutex_);
      make();
    }
    const std::uint64_t one = 1;
    (void)!::write(wake_, &one, sizeof one);
  }

  template <class Condition>
  bool wait(Condition condition, milliseconds within) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, within, condition);
  }

  void clear() {
    delay_ = milliseconds(0);
    quiet_up_ = quiet_down_ = sprung_ = false;
    trap_.reset();
    for (auto& link : links_) {
      link.held = link.deaf = link.cut_when_done = false;
      for (Flow* flow : {&link.up, &link.down}) {
        for (auto& [due, message] : flow->queued) due = Clock::time_point::min();
      }
    }
  }

  void cut_all() {
    for (auto& link : links_) close_link(link);
    links_.clear();
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::list<Link> links_;
  std::optional<Trap> trap_;
  milliseconds delay_{0};
  bool quiet_up_ = false, quiet_down_ = false, refusing_ = false, sprung_ = false, ending_ = false;
  int accepted_ = 0, commits_ = 0, port_ = 0;

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
      std::vector<pollfd> fds{{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
      auto next_due = Clock::time_point::max();
      for (auto& link : links_) {
        watch(fds, link.up, is_quiet_up(link), next_due);
        watch(fds, link.down, quiet_down_, next_due);
      }
      lock.unlock();
      ::poll(fds.data(), fds.size(), time_until(next_due));
      lock.lock();
      std::uint64_t ignored = 0;
      (void)!::read(wake_, &ignored, sizeof ignored);
      if (fds[0].revents) accept_all();
      for (auto link = links_.begin(); link != links_.end();) {
        if (serve(*link)) {
          ++link;
        } else {
          close_link(*link);
          link = links_.erase(link);
          changed_.notify_all();
        }
      }
    }
  }

  bool is_quiet_up(const Link& link) const { return quiet_up_ || link.held; }

  static int time_until(Clock::time_point due) {
    if (due == Clock::time_point::max()) return -1;
    const auto now = Clock::now();
    return due <= now ? 0 : static_cast<int>(std::chrono::duration_cast<milliseconds>(due - now).count()) + 1;
  }

  static void watch(std::vector<pollfd>& fds, const Flow& flow, bool quiet, Clock::time_point& next_due) {
    if (quiet) return;
    if (!flow.ended) fds.push_back({flow.from, POLLIN, 0});
    if (flow.queued.empty()) return;
    if (flow.queued.front().first <= Clock::now()) {
      fds.push_back({flow.to, POLLOUT, 0});
    } else {
      next_due = std::min(next_due, flow.queued.front().first);
    }
  }

  void accept_all() {
    for (int client; (client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0;) {
      ++accepted_;
      // Small pieces of an answer would wait 40 ms for the client's delayed acknowledgement of the piece
      // before.
      const int on = 1;
      ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      const int server = refusing_ ? -1 : connect_upstream();
      if (server < 0) {
        reset(client);
      } else {
        Link link{};
        link.client = link.up.from = link.down.to = client;
        link.server = link.up.to = link.down.from = server;
        links_.push_back(std::move(link));
      }
      changed_.notify_all();
    }
  }

  int connect_upstream() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, upstream_.c_str(),
                std::min(upstream_.size() + 1, sizeof address.sun_path - 1));
    // Never waits: a server in recovery accepts no one until its last child ends, and that child may wait for
    // what this loop forwards.
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      ::close(fd);
      return -1;
    }
    return fd;
  }

  static void close_link(Link& link) {
    reset(link.client);
    ::close(link.server);
  }

  // False: this connection is over.
  bool serve(Link& link) {
    if (!is_quiet_up(link)) {
      if (!receive(link.up) || !take_up(link)) return false;
    }
    if (!quiet_down_) {
      if (!receive(link.down)) return false;
      if (!take_down(link)) return false;
    }
    if (!is_quiet_up(link) && !send(link.up)) return false;
    if (!quiet_down_ && !send(link.down)) return false;
    const auto done = [](const Flow& flow) { return flow.ended && flow.queued.empty(); };
    return !(done(link.up) && !is_quiet_up(link)) && !(done(link.down) && !quiet_down_ && !link.deaf);
  }

  static bool receive(Flow& flow) {
    char buffer[65536];
    while (!flow.ended) {
      const ssize_t n = ::recv(flow.from, buffer, sizeof buffer, 0);
      if (n > 0) {
        flow.received.append(buffer, static_cast<std::size_t>(n));
      } else if (n == 0) {
        flow.ended = true;
      } else if (errno == EAGAIN) {
        return true;
      } else if (errno != EINTR) {
        return false;
      }
    }
    return true;
  }

  void queue(Flow& flow, std::string_view message) {
    flow.queued.emplace_back(delay_.count() ? Clock::now() + delay_ : Clock::time_point::min(),
                             std::string(message));
  }

  bool take_up(Link& link) {
    std::string_view rest = link.up.received;
    bool alive = true;
    while (const auto length = link.stream.whole_message(rest)) {
      const auto message = rest.substr(0, *length);
      if (!link.stream.is_started() && ClientStream::is_encryption_request(message)) {
        queue(link.down, "N");
        rest.remove_prefix(*length);
        continue;
      }
      // A message that springs silent_before is kept, and read a second time when pass() lets it go.
      const ClientStream before = link.stream;
      const ClientStep step = link.stream.step(message);
      const bool commit = has_commit(step.statement);
      if (springs(step, commit)) {
        const TrapThen then = trap_->then;
        trap_.reset();
        if (then == TrapThen::silent_before) {
          link.stream = before;
          link.held = true;
          spring();
          break;
        }
        if (commit) ++commits_;
        if (then == TrapThen::cut_before) {
          spring();
          alive = false;
          break;
        }
        link.deaf = link.sprung = true;
        link.unsynced = true;
        link.cut_when_done = then == TrapThen::cut_after;
      } else if (commit) {
        ++commits_;
      }
      if (step.sync) {
        ++link.owed;
        link.unsynced = false;
      }
      queue(link.up, message);
      rest.remove_prefix(*length);
    }
    link.up.received.erase(0, link.up.received.size() - rest.size());
    return alive;
  }

  bool springs(const ClientStep& step, bool commit) {
    if (!trap_) return false;
    const bool here = trap_->at == TrapAt::commit ? commit
                      : trap_->at == TrapAt::sync
                          ? step.sync
                          : !step.statement.empty() && step.statement.find(trap_->text) != std::string::npos;
    return here && trap_->skip-- <= 0;
  }

  void spring() {
    sprung_ = true;
    changed_.notify_all();
  }

  bool take_down(Link& link) {
    std::string_view rest = link.down.received;
    while (const auto length = whole_server_message(rest)) {
      if (rest[0] == 'Z') --link.owed;
      if (!link.deaf) queue(link.down, rest.substr(0, *length));
      rest.remove_prefix(*length);
    }
    link.down.received.erase(0, link.down.received.size() - rest.size());
    const bool answered = link.sprung && (link.down.ended || (link.owed <= 0 && !link.unsynced));
    if (answered) {
      link.sprung = false;
      spring();
      if (link.cut_when_done) return false;
    }
    return true;
  }

  static bool send(Flow& flow) {
    while (!flow.queued.empty() && flow.queued.front().first <= Clock::now()) {
      const std::string& message = flow.queued.front().second;
      const ssize_t n = ::send(flow.to, message.data() + flow.sent, message.size() - flow.sent, MSG_NOSIGNAL);
      if (n < 0) return errno == EAGAIN || errno == EINTR;
      flow.sent += static_cast<std::size_t>(n);
      if (flow.sent < message.size()) return true;
      flow.sent = 0;
      flow.queued.pop_front();
    }
    return true;
  }

  const std::string upstream_;
  const int wake_;
  int listener_ = -1;
  std::condition_variable changed_;
  std::thread thread_;
};

PgProxy::PgProxy(const std::string& socket_dir, int server_port)
    : loop_(std::make_unique<Loop>(socket_dir, server_port)) {}
PgProxy::~PgProxy() = default;

std::string PgProxy::conninfo(std::string_view database) const {
  return "host=127.0.0.1 port=" + std::to_string(port()) + " user=postgres dbname='" + std::string(database) +
         "' sslmode=disable gssencmode=disable";
}

int PgProxy::port() const { return loop_->port_; }

void PgProxy::pass() {
  loop_->change([this] { loop_->clear(); });
}

void PgProxy::delay(milliseconds by) {
  loop_->change([&] {
    loop_->clear();
    loop_->delay_ = by;
  });
}

void PgProxy::silence(Direction direction) {
  loop_->change([&] {
    loop_->clear();
    loop_->quiet_up_ = direction != Direction::to_client;
    loop_->quiet_down_ = direction != Direction::to_server;
  });
}

void PgProxy::cut_now() {
  loop_->change([this] { loop_->cut_all(); });
}

void PgProxy::refuse(bool refused) {
  loop_->change([&] { loop_->refusing_ = refused; });
}

void PgProxy::trap(TrapAt at, TrapThen then, std::string text, int skip) {
  loop_->change([&] {
    loop_->clear();
    loop_->trap_ = Loop::Trap{at, then, std::move(text), skip};
  });
}

bool PgProxy::wait_sprung(milliseconds within) {
  return loop_->wait([this] { return loop_->sprung_; }, within);
}

bool PgProxy::wait_connections(int count, milliseconds within) {
  return loop_->wait([&] { return static_cast<int>(loop_->links_.size()) == count; }, within);
}

int PgProxy::connections() const {
  const std::lock_guard lock(loop_->mutex_);
  return static_cast<int>(loop_->links_.size());
}

int PgProxy::accepted() const {
  const std::lock_guard lock(loop_->mutex_);
  return loop_->accepted_;
}

int PgProxy::commits() const {
  const std::lock_guard lock(loop_->mutex_);
  return loop_->commits_;
}

}  // namespace onceover::test
