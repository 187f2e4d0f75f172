#include "app/oncectl/status_listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <list>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* all) const { ::freeaddrinfo(all); }
};

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return "Status";
  }
}

std::shared_ptr<const std::string> written(const http::Answer& answer, bool with_body) {
  std::string out = fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Length: {}\r\n", answer.status, reason_of(answer.status),
                                answer.body.size());
  for (const auto& [name, value] : answer.headers) out += fmt::format("{}: {}\r\n", name, value);
  out += "\r\n";
  if (with_body) out += answer.body;
  return std::make_shared<const std::string>(std::move(out));
}

http::Answer plain(int status, std::string text, std::vector<key::Header> headers = {}) {
  headers.emplace_back("Content-Type", "text/plain");
  return {status, std::move(headers), std::move(text)};
}

}  // namespace

class StatusListener::Loop {
 public:
  class Descriptor {
   public:
    explicit Descriptor(int file = -1) : file_(file) {}
    Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
      std::swap(file_, other.file_);
      return *this;
    }
    ~Descriptor() {
      if (file_ >= 0) ::close(file_);
    }
    int get() const { return file_; }

   private:
    int file_;
  };

  // A listening socket, bound to the first of the host's addresses that can be had.
  static Descriptor bound(const std::string& host, int port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* all = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &all) != 0) return Descriptor();
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(all);
    for (const addrinfo* one = all; one != nullptr; one = one->ai_next) {
      Descriptor socket(::socket(one->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      const int yes = 1;
      // A service that starts again finds its port; two at once do not share it.
      if (socket.get() < 0 || ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0) continue;
      if (::bind(socket.get(), one->ai_addr, one->ai_addrlen) == 0 && ::listen(socket.get(), SOMAXCONN) == 0) return socket;
    }
    return Descriptor();
  }

  Loop(Descriptor socket, Page page, const ListenLimits& limits)
      : socket_(std::move(socket)), stop_(::eventfd(0, EFD_CLOEXEC)), page_(std::move(page)), limits_(limits), thread_([this] { run(); }) {}
  ~Loop() {
    (void)::eventfd_write(stop_.get(), 1);
    thread_.join();
  }
  int port() const { return port_of(socket_.get()); }

 private:
  struct Client {
    Descriptor socket;
    Steady::time_point until;
    std::string request;
    std::shared_ptr<const std::string> answer;  // null: the request is not whole yet
    std::size_t sent = 0, refused = 0;          // bytes; refused: what came after the request
  };

  void run() {
    std::vector<pollfd> polled;
    for (;;) {
      polled.assign({{stop_.get(), POLLIN, 0}, {socket_.get(), POLLIN, 0}});
      Steady::time_point next = Steady::now() + std::chrono::hours(1);
      for (const Client& client : clients_) {
        polled.push_back({client.socket.get(), static_cast<short>(client.answer && !is_sent(client) ? POLLOUT : POLLIN), 0});
        next = std::min(next, client.until);
      }
      const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - Steady::now()).count();
      (void)::poll(polled.data(), polled.size(), static_cast<int>(std::clamp<std::int64_t>(wait, 0, 60'000)));
      if (polled[0].revents != 0) return;
      std::size_t at = 2;
      for (auto client = clients_.begin(); client != clients_.end(); ++at) {
        const bool goes_on = Steady::now() < client->until && (polled[at].revents == 0 || is_served(*client));
        client = goes_on ? std::next(client) : clients_.erase(client);
      }
      if (polled[1].revents != 0) (void)contained([this] { accept_all(); });
    }
  }

  static bool is_sent(const Client& client) { return client.sent == client.answer->size(); }

  // What has come is read at once: a client that asks and waits is answered before others can take its place.
  void accept_all() {
    for (int i = 0; i < accepted_at_once; ++i) {
      Descriptor socket(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (socket.get() < 0) {
        const bool is_full = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (!is_full) return;
        // The one that waits would wake the loop again and again.
        if (clients_.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (!clients_.empty()) clients_.pop_front();
        return;
      }
      if (clients_.size() >= limits_.connections) clients_.pop_front();
      clients_.push_back({std::move(socket), Steady::now() + limits_.deadline, {}, nullptr, 0});
      if (!is_served(clients_.back())) clients_.pop_back();
    }
  }

  // Where its answer cannot be made, for want of memory, only this connection is over.
  bool is_served(Client& client) {
    return contained([&] { return go_on(client); }).value_or(false);
  }

  // false: this connection is over.
  bool go_on(Client& client) {
    if (!client.answer && !take(client)) return false;
    if (!client.answer) return true;
    while (!is_sent(client)) {
      const ssize_t count =
          ::send(client.socket.get(), client.answer->data() + client.sent, client.answer->size() - client.sent, MSG_NOSIGNAL);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      client.sent += static_cast<std::size_t>(count);
      // The rest of a request that was refused is read, or the answer would be lost with a reset.
      if (is_sent(client)) ::shutdown(client.socket.get(), SHUT_WR);
    }
    return drained(client);
  }

  // Reads the request; false: the client has gone.
  bool take(Client& client) {
    std::array<char, 4096> bytes{};
    for (;;) {
      const ssize_t count = ::recv(client.socket.get(), bytes.data(), bytes.size(), 0);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      client.request.append(bytes.data(), static_cast<std::size_t>(count));
      if (client.request.find("\r\n\r\n") != std::string::npos) {
        client.answer = answer_to(client.request);
      } else if (client.request.size() > limits_.request_bytes) {
        client.answer = written(plain(431, "The request is too large.\n"), true);
      }
      if (client.answer) {
        client.request = {};
        return true;
      }
    }
  }

  // Waits for the client to close; false: it has, or sends too much.
  bool drained(Client& client) const {
    std::array<char, 4096> bytes{};
    while (client.refused < limits_.request_bytes) {
      const ssize_t count = ::recv(client.socket.get(), bytes.data(), bytes.size(), 0);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      client.refused += static_cast<std::size_t>(count);
    }
    return false;
  }

  std::shared_ptr<const std::string> answer_to(std::string_view request) {
    const std::string_view line = request.substr(0, request.find("\r\n"));
    const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
    if (second == std::string_view::npos || !line.substr(second + 1).starts_with("HTTP/1."))
      return written(plain(400, "This is no HTTP request.\n"), true);
    const std::string_view method = line.substr(0, first), target = line.substr(first + 1, second - first - 1);
    if (method != "GET" && method != "HEAD") return written(plain(405, "Pages here are only read.\n", {{"Allow", "GET, HEAD"}}), true);
    const std::string path(target.substr(0, target.find('?')));
    const auto now = Steady::now();
    if (const auto kept = kept_.find(path);
        kept != kept_.end() && clients_.size() > limits_.few && now - kept->second.at < limits_.page_age)
      return method == "GET" ? kept->second.whole : kept->second.head;
    const http::Answer answer = page_(path);
    const Kept made{now, written(answer, true), written(answer, false)};
    if (answer.status != 404) kept_[path] = made;
    return method == "GET" ? made.whole : made.head;
  }

  struct Kept {
    Steady::time_point at;
    std::shared_ptr<const std::string> whole, head;
  };

  static constexpr int accepted_at_once = 64;
  Descriptor socket_, stop_;
  Page page_;
  ListenLimits limits_;
  std::list<Client> clients_;  // the oldest first
  std::map<std::string, Kept> kept_;
  std::thread thread_;  // last: it uses all of the above
};

StatusListener::StatusListener(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
StatusListener::~StatusListener() = default;
int StatusListener::port() const { return loop_->port(); }

Result<std::unique_ptr<StatusListener>> StatusListener::start(const std::string& host, int port, Page page, const ListenLimits& limits) {
  Loop::Descriptor socket = Loop::bound(host, port);
  if (socket.get() < 0) {
    return fail(ErrorKind::io, fmt::format("Nothing can listen on {}:{}: it is taken, or no address of this machine.", visible(host), port),
                "The server was not started.", "Choose another address.");
  }
  return std::unique_ptr<StatusListener>(new StatusListener(std::make_unique<Loop>(std::move(socket), std::move(page), limits)));
}

}  // namespace onceover::oncectl
