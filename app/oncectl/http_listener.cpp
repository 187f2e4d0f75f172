// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/http_listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <list>
#include <map>
#include <mutex>
#include <thread>

#include "core/http/headers.h"

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
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "Status";
  }
}

bool is_field_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7F; });
}

// Without the empty line at the end. nullopt: this is no HTTP request.
std::optional<HttpRequest> parsed(std::string_view head) {
  const std::string_view line = head.substr(0, head.find("\r\n"));
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  if (second == std::string_view::npos || !line.substr(second + 1).starts_with("HTTP/1."))
    return std::nullopt;
  const std::string_view target = line.substr(first + 1, second - first - 1);
  HttpRequest request{.method = std::string(line.substr(0, first)),
                      .path = std::string(target.substr(0, target.find('?')))};
  for (std::size_t from = line.size() + 2; from < head.size();) {
    const std::size_t end = std::min(head.find("\r\n", from), head.size());
    const std::string_view field = head.substr(from, end - from);
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos || !is_field_name(field.substr(0, colon))) return std::nullopt;
    request.headers.emplace_back(field.substr(0, colon), http::trimmed(field.substr(colon + 1)));
    from = end + 2;
  }
  return request;
}

}  // namespace

WireAnswer on_the_wire(const http::Answer& answer, bool with_body) {
  std::string out =
      fmt::format("HTTP/1.1 {} {}\r\nConnection: close\r\n", answer.status, reason_of(answer.status));
  if (answer.status != 204) out += fmt::format("Content-Length: {}\r\n", answer.body.size());
  for (const auto& [name, value] : answer.headers) out += fmt::format("{}: {}\r\n", name, value);
  out += "\r\n";
  if (with_body) out += answer.body;
  return std::make_shared<const std::string>(std::move(out));
}

class HttpListener::Loop {
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
      if (socket.get() < 0 || ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0)
        continue;
      if (::bind(socket.get(), one->ai_addr, one->ai_addrlen) == 0 && ::listen(socket.get(), SOMAXCONN) == 0)
        return socket;
    }
    return Descriptor();
  }

  Loop(Descriptor socket, Handler& handler, const HttpLimits& limits)
      : socket_(std::move(socket)),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        handler_(handler),
        limits_(limits),
        thread_([this] { run(); }) {}
  ~Loop() {
    stop_ = true;
    (void)::eventfd_write(wake_.get(), 1);
    thread_.join();
  }
  int port() const { return port_of(socket_.get()); }
  void answer(Ticket ticket, WireAnswer answer) {
    const std::scoped_lock lock(mutex_);
    answers_[ticket] = std::move(answer);
    (void)::eventfd_write(wake_.get(), 1);
  }

 private:
  struct Client {
    Descriptor socket;
    Steady::time_point until;
    std::string bytes;                        // of the request, as far as it has come
    std::size_t head = 0, whole = 0;          // sizes of it; 0: the head is not whole yet
    std::optional<HttpRequest> request = {};  // its head
    Ticket ticket = 0;                        // not 0: it waits for its answer
    WireAnswer answer = nullptr;
    std::size_t held = 0;               // counted in held_
    std::size_t sent = 0, refused = 0;  // bytes; refused: what came after the request
  };
  using Clients = std::list<Client>;

  void run() {
    std::vector<pollfd> polled;
    for (;;) {
      polled.assign(
          {{wake_.get(), POLLIN, 0}, {socket_.get(), static_cast<short>(has_room() ? POLLIN : 0), 0}});
      Steady::time_point next = Steady::now() + std::chrono::hours(1);
      for (const Client& client : clients_) {
        const int events = client.ticket != 0 ? 0 : client.answer && !is_sent(client) ? POLLOUT : POLLIN;
        polled.push_back({client.socket.get(), static_cast<short>(events), 0});
        next = std::min(next, client.until);
      }
      const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - Steady::now()).count();
      (void)::poll(polled.data(), polled.size(), static_cast<int>(std::clamp<std::int64_t>(wait, 0, 60'000)));
      std::size_t at = 2;
      for (auto client = clients_.begin(); client != clients_.end(); ++at) {
        const bool stays = Steady::now() < client->until &&
                           (polled[at].revents == 0 || (client->ticket == 0 && is_served(*client)));
        client = stays ? std::next(client) : gone(client);
      }
      if (polled[0].revents != 0) (void)contained([this] { take_answers(); });
      if (stop_) return;
      if (polled[1].revents != 0) (void)contained([this] { accept_all(); });
    }
  }

  static bool is_sent(const Client& client) { return client.sent == client.answer->size(); }

  Clients::iterator gone(Clients::iterator client) {
    held_ -= client->held;
    return clients_.erase(client);
  }

  void take_answers() {
    eventfd_t count = 0;
    (void)::eventfd_read(wake_.get(), &count);
    std::map<Ticket, WireAnswer> answers;
    {
      const std::scoped_lock lock(mutex_);
      answers.swap(answers_);
    }
    for (auto client = clients_.begin(); client != clients_.end();) {
      const auto found = client->ticket == 0 ? answers.end() : answers.find(client->ticket);
      if (found == answers.end()) {
        ++client;
        continue;
      }
      settle(*client, std::move(found->second));
      client = is_served(*client) ? std::next(client) : gone(client);
    }
  }

  // The oldest that does not wait for its answer: what it asked for is under way.
  Clients::iterator least_needed() {
    return std::ranges::find_if(clients_, [](const Client& client) { return client.ticket == 0; });
  }
  bool has_room() { return clients_.size() < limits_.connections || least_needed() != clients_.end(); }

  // What has come is read at once: a client that asks and waits is answered before others can take its place.
  void accept_all() {
    for (int i = 0; i < accepted_at_once && has_room(); ++i) {
      Descriptor socket(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (socket.get() < 0) {
        const bool is_full = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (!is_full) return;
        const auto least = least_needed();
        // The one that waits would wake the loop again and again.
        if (least == clients_.end()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (least != clients_.end()) gone(least);
        return;
      }
      if (clients_.size() >= limits_.connections) gone(least_needed());
      clients_.push_back({std::move(socket), Steady::now() + limits_.deadline, {}});
      if (!is_served(clients_.back())) gone(std::prev(clients_.end()));
    }
  }

  // Where its answer cannot be made, for want of memory, only this connection is over.
  bool is_served(Client& client) {
    return contained([&] { return advance(client); }).value_or(false);
  }

  // false: this connection is over.
  bool advance(Client& client) {
    if (!client.answer && !take(client)) return false;
    if (!client.answer) return true;
    while (!is_sent(client)) {
      const ssize_t count = ::send(client.socket.get(), client.answer->data() + client.sent,
                                   client.answer->size() - client.sent, MSG_NOSIGNAL);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      client.sent += static_cast<std::size_t>(count);
      // The rest of a request that was refused is read, or the answer would be lost with a reset.
      if (is_sent(client)) ::shutdown(client.socket.get(), SHUT_WR);
    }
    return drained(client);
  }

  void settle(Client& client, WireAnswer answer) {
    client.answer = std::move(answer);
    // One whose answer came late has time to take it.
    if (std::exchange(client.ticket, 0) != 0) client.until = Steady::now() + limits_.deadline;
    client.bytes = {};
    client.request.reset();
    held_ -= std::exchange(client.held, 0);
  }

  // Reads the request; false: the client has gone.
  bool take(Client& client) {
    std::array<char, 16 * 1024> bytes{};
    for (;;) {
      const ssize_t count = ::recv(client.socket.get(), bytes.data(), bytes.size(), 0);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      const std::size_t before = client.bytes.size();
      client.bytes.append(bytes.data(), static_cast<std::size_t>(count));
      client.held += static_cast<std::size_t>(count);
      held_ += static_cast<std::size_t>(count);
      if (client.whole == 0) take_head(client, before);
      if (!client.answer && client.whole != 0 && client.bytes.size() >= client.whole) {
        take_whole(client);
      } else if (!client.answer && held_ > limits_.all_bytes) {
        settle(client, handler_.refuse(503, "Too many requests are under way."));
      }
      if (client.answer || client.ticket != 0) return true;
    }
  }

  void take_head(Client& client, std::size_t before) {
    const std::size_t end = client.bytes.find("\r\n\r\n", before < 3 ? 0 : before - 3);
    if (end == std::string::npos) {
      if (client.bytes.size() > limits_.request_bytes)
        settle(client, handler_.refuse(431, "The request is too large."));
      return;
    }
    client.head = end + 4;
    client.request = parsed(std::string_view(client.bytes).substr(0, end));
    if (!client.request) return settle(client, handler_.refuse(400, "This is no HTTP request."));
    client.whole = client.head;
    if (limits_.body_bytes == 0) return;
    if (end > limits_.request_bytes) return settle(client, handler_.refuse(431, "The request is too large."));
    if (!http::values_of(client.request->headers, "Transfer-Encoding").empty())
      return settle(client, handler_.refuse(411, "The body needs a Content-Length."));
    const auto lengths = http::values_of(client.request->headers, "Content-Length");
    if (lengths.empty()) return;
    const bool is_number =
        lengths.size() == 1 && !lengths[0].empty() && std::ranges::all_of(lengths[0], is_ascii_digit);
    if (!is_number) return settle(client, handler_.refuse(400, "The Content-Length is no number."));
    const auto length = number_from<std::size_t>(lengths[0]);
    if (!length || *length > limits_.body_bytes)
      return settle(client, handler_.refuse(413, "The body is too large."));
    client.whole += *length;
    const auto expects = http::values_of(client.request->headers, "Expect");
    if (client.bytes.size() < client.whole && std::ranges::find(expects, "100-continue") != expects.end()) {
      constexpr std::string_view go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";
      (void)::send(client.socket.get(), go_ahead.data(), go_ahead.size(), MSG_NOSIGNAL);
    }
  }

  void take_whole(Client& client) {
    HttpRequest request = *std::move(client.request);
    request.body.assign(client.bytes, client.head, client.whole - client.head);
    client.bytes = {};
    const Ticket ticket = ++last_ticket_;
    if (auto answer = handler_.take(std::move(request), ticket, clients_.size()))
      return settle(client, std::move(answer));
    client.ticket = ticket;
    client.until = Steady::now() + limits_.answer_within;
  }

  // Waits for the client to close; false: it has, or sends too much.
  bool drained(Client& client) const {
    std::array<char, 16 * 1024> bytes{};
    while (client.refused < limits_.request_bytes + 16 * limits_.body_bytes) {
      const ssize_t count = ::recv(client.socket.get(), bytes.data(), bytes.size(), 0);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      client.refused += static_cast<std::size_t>(count);
    }
    return false;
  }

  static constexpr int accepted_at_once = 64;
  Descriptor socket_, wake_;
  Handler& handler_;
  HttpLimits limits_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // of answers_
  std::map<Ticket, WireAnswer> answers_;
  Clients clients_;  // the oldest first
  std::size_t held_ = 0;
  Ticket last_ticket_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

HttpListener::HttpListener(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
HttpListener::~HttpListener() = default;
int HttpListener::port() const { return loop_->port(); }
void HttpListener::answer(Ticket ticket, WireAnswer answer) { loop_->answer(ticket, std::move(answer)); }

Result<std::unique_ptr<HttpListener>> HttpListener::start(const std::string& host, int port, Handler& handler,
                                                          const HttpLimits& limits) {
  Loop::Descriptor socket = Loop::bound(host, port);
  if (socket.get() < 0) {
    return fail(ErrorKind::io,
                fmt::format("Nothing can listen on {}:{}: it is taken, or no address of this machine.",
                            visible(host), port),
                "The server was not started.", "Choose another address.");
  }
  return std::unique_ptr<HttpListener>(
      new HttpListener(std::make_unique<Loop>(std::move(socket), handler, limits)));
}

namespace {

WireAnswer plain(int status, std::string text, std::vector<key::Header> headers = {}) {
  headers.emplace_back("Content-Type", "text/plain");
  return on_the_wire({status, std::move(headers), std::move(text)});
}

}  // namespace

class StatusListener::Pages final : public HttpListener::Handler {
 public:
  Pages(Page page, const ListenLimits& limits) : page_(std::move(page)), limits_(limits) {}

  WireAnswer take(HttpRequest request, HttpListener::Ticket, std::size_t connections) override {
    const bool is_get = request.method == "GET";
    if (!is_get && request.method != "HEAD")
      return plain(405, "Pages here are only read.\n", {{"Allow", "GET, HEAD"}});
    const auto now = Steady::now();
    if (const auto kept = kept_.find(request.path);
        kept != kept_.end() && connections > limits_.few && now - kept->second.at < limits_.page_age)
      return is_get ? kept->second.whole : kept->second.head;
    const http::Answer answer = page_(request.path);
    const Kept made{now, on_the_wire(answer), on_the_wire(answer, false)};
    if (answer.status != 404) kept_[request.path] = made;
    return is_get ? made.whole : made.head;
  }
  WireAnswer refuse(int status, const char* why) override { return plain(status, std::string(why) + '\n'); }

 private:
  struct Kept {
    Steady::time_point at;
    WireAnswer whole, head;
  };
  Page page_;
  ListenLimits limits_;
  std::map<std::string, Kept> kept_;
};

StatusListener::StatusListener(std::unique_ptr<Pages> pages, std::unique_ptr<HttpListener> listener)
    : pages_(std::move(pages)), listener_(std::move(listener)) {}
StatusListener::~StatusListener() = default;
int StatusListener::port() const { return listener_->port(); }

Result<std::unique_ptr<StatusListener>> StatusListener::start(const std::string& host, int port, Page page,
                                                              const ListenLimits& limits) {
  auto pages = std::make_unique<Pages>(std::move(page), limits);
  auto listener = HttpListener::start(host, port, *pages, limits.http);
  if (!listener) return fail(listener.error());
  return std::unique_ptr<StatusListener>(new StatusListener(std::move(pages), *std::move(listener)));
}

}  // namespace onceover::oncectl
