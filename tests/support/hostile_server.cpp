// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_server.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace onceover::test {

namespace wire {

std::string int16(int value) { return {static_cast<char>(value >> 8), static_cast<char>(value)}; }

std::string int32(std::int64_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

std::string announced(char type, std::int64_t length) { return std::string(1, type) + int32(length); }

std::string message(char type, std::string_view content) {
  return announced(type, static_cast<std::int64_t>(content.size()) + 4) + std::string(content);
}

std::string parameter(std::string_view name, std::string_view value) {
  return message('S', std::string(name) + '\0' + std::string(value) + '\0');
}

namespace {
std::string report(char type, std::string_view severity, std::string_view sqlstate, std::string_view text) {
  std::string content;
  content += 'S' + std::string(severity) + '\0';
  content += 'V' + std::string(severity) + '\0';
  content += 'C' + std::string(sqlstate) + '\0';
  content += 'M' + std::string(text) + '\0';
  return message(type, content + '\0');
}
}  // namespace

std::string notice(std::string_view text) { return report('N', "NOTICE", "00000", text); }
std::string error(std::string_view sqlstate, std::string_view text) {
  return report('E', "ERROR", sqlstate, text);
}

std::string description(int columns, int format) {
  std::string content = int16(columns);
  for (int i = 0; i < columns; ++i) {
    content += "c" + std::to_string(i) + '\0' + int32(0) + int16(0) + int32(25) + int16(-1) + int32(-1) +
               int16(format);
  }
  return message('T', content);
}

std::string row(std::string_view cell, int columns) {
  std::string content = int16(columns);
  for (int i = 0; i < columns; ++i)
    content += int32(static_cast<std::int64_t>(cell.size())) + std::string(cell);
  return message('D', content);
}

std::string complete(std::string_view tag) { return message('C', std::string(tag) + '\0'); }
std::string ready() { return message('Z', "I"); }
std::string authenticated() { return message('R', int32(0)); }

}  // namespace wire

bool Peer::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void Peer::send_forever(std::string_view bytes) {
  std::string many;
  while (many.size() < 100'000) many += bytes;
  // 100 MB a second: libpq takes in up to the length announced while a server sends faster than it reads.
  pollfd gone{fd_, POLLRDHUP, 0};
  while (send(many) && ::poll(&gone, 1, 1) == 0) {
  }
}

std::string Peer::bytes(std::size_t count) {
  std::string out(count, '\0');
  for (std::size_t at = 0; at < count;) {
    const ssize_t got = ::recv(fd_, out.data() + at, count - at, 0);
    if (got <= 0) return {};
    at += static_cast<std::size_t>(got);
  }
  return out;
}

std::string Peer::read() {
  std::string head = bytes(has_started_ ? 5 : 4);
  if (head.empty()) return {};
  std::size_t length = 0;
  for (const char c : head.substr(head.size() - 4)) length = length << 8 | static_cast<unsigned char>(c);
  head.resize(head.size() - 4);
  const std::string rest = length > 4 ? bytes(length - 4) : std::string();
  if (length > 4 && rest.empty()) return {};
  return head + rest;
}

bool Peer::wait_for_query() {
  for (;;) {
    const std::string message = read();
    if (message.empty()) return false;
    if (message[0] == 'Q' || message[0] == 'S' || message[0] == 'H') return true;
  }
}

void Peer::wait_until_gone() {
  while (!read().empty()) {
  }
}

bool Peer::let_in() {
  if (read().empty()) return false;
  has_started_ = true;
  return true;
}

struct HostileServer::Impl {
  int listener = -1;
  std::string directory;
  std::string where;
  std::function<void(Peer&)> serve;
  // Also a forked child sees it.
  std::atomic<int>* accepted = new (::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                                           MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::atomic<int>(0);
  std::mutex mutex;
  std::vector<int> open;
  std::vector<std::thread> clients;
  std::thread accepting;

  void accept_all() {
    for (;;) {
      const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) return;
      ++*accepted;
      const std::scoped_lock lock(mutex);
      open.push_back(client);
      clients.emplace_back([this, client] {
        Peer peer(client);
        serve(peer);
        ::shutdown(client, SHUT_RDWR);
      });
    }
  }
};

HostileServer::HostileServer(std::function<void(Peer&)> serve, On on) : impl_(std::make_unique<Impl>()) {
  impl_->serve = std::move(serve);
  bool listens = false;
  if (on == On::tcp) {
    impl_->listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    listens = ::bind(impl_->listener, any, length) == 0 && ::listen(impl_->listener, 64) == 0 &&
              ::getsockname(impl_->listener, any, &length) == 0;
    impl_->where = "host=127.0.0.1 port=" + std::to_string(ntohs(address.sin_port));
  } else {
    std::array<char, 32> name{"/tmp/hostile_XXXXXX"};
    if (::mkdtemp(name.data()) != nullptr) impl_->directory = name.data();
    impl_->listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (impl_->directory + "/.s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
    listens = ::bind(impl_->listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
              ::listen(impl_->listener, 64) == 0;
    impl_->where = "host=" + impl_->directory + " port=5432";
  }
  if (!listens) throw std::runtime_error("the hostile server cannot listen");
  impl_->accepting = std::thread([this] { impl_->accept_all(); });
}

HostileServer::~HostileServer() {
  ::shutdown(impl_->listener, SHUT_RDWR);
  impl_->accepting.join();
  {
    const std::scoped_lock lock(impl_->mutex);
    for (const int client : impl_->open) ::shutdown(client, SHUT_RDWR);
  }
  for (std::thread& client : impl_->clients) client.join();
  for (const int client : impl_->open) ::close(client);
  ::close(impl_->listener);
  ::munmap(impl_->accepted, sizeof(std::atomic<int>));
  if (!impl_->directory.empty()) {
    ::unlink((impl_->directory + "/.s.PGSQL.5432").c_str());
    ::rmdir(impl_->directory.c_str());
  }
}

std::string HostileServer::conninfo() const {
  return impl_->where + " user=u password=hush dbname=d sslmode=disable gssencmode=disable";
}

int HostileServer::accepted() const { return *impl_->accepted; }

}  // namespace onceover::test
