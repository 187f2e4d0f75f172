// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/gateway/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace onceover::test {
namespace {

constexpr int short_ms = 50;

sockaddr_in on_loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::string number(std::uint32_t value, int bytes) {
  std::string out;
  for (int at = bytes - 1; at >= 0; --at) out += static_cast<char>(value >> (8 * at));
  return out;
}
std::uint32_t number_at(const std::string& bytes, std::size_t at, int size) {
  std::uint32_t out = 0;
  for (int i = 0; i < size; ++i)
    out = out << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return out;
}
std::string text(const std::string& words) {
  return number(static_cast<std::uint32_t>(words.size()), 2) + words;
}

bool receive(int connection, std::string& into, std::size_t size) {
  into.resize(size);
  for (std::size_t have = 0; have < size;) {
    const ssize_t count = ::recv(connection, into.data() + have, size - have, 0);
    if (count <= 0) return false;
    have += static_cast<std::size_t>(count);
  }
  return true;
}

// As far as a client comes that logs in: the versions of requests, the mechanism, the refusal.
void refuse_login(int connection) {
  constexpr std::uint32_t handshake = 17, versions = 18, authenticate = 36, unsupported = 35, failed = 58,
                          largest = 65'536;
  for (std::string size, request; receive(connection, size, 4) && number_at(size, 0, 4) < largest;) {
    if (!receive(connection, request, number_at(size, 0, 4))) return;
    const std::uint32_t kind = number_at(request, 0, 2), version = number_at(request, 2, 2);
    std::string answer = request.substr(4, 4);
    if (kind == versions) {
      const std::uint32_t known[][2] = {{0, 7}, {3, 4}, {handshake, 1}, {versions, 0}, {authenticate, 0}};
      answer +=
          number(version == 0 ? 0 : unsupported, 2) + number(static_cast<std::uint32_t>(std::size(known)), 4);
      for (const auto& [api, most] : known) answer += number(api, 2) + number(0, 2) + number(most, 2);
    } else if (kind == handshake) {
      answer += number(0, 2) + number(1, 4) + text("PLAIN");
    } else {
      answer += number(failed, 2) + text("no such user, or another password") + number(0, 4);
    }
    answer = number(static_cast<std::uint32_t>(answer.size()), 4) + answer;
    if (::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return;
  }
}

const sockaddr* plain(const sockaddr_in& address) { return reinterpret_cast<const sockaddr*>(&address); }

}  // namespace

Listener::Listener(Kind kind, const std::string& certificate, const std::string& key) : kind_(kind) {
  std::signal(SIGPIPE, SIG_IGN);
  listens_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = on_loopback(0);
  socklen_t size = sizeof address;
  if (::bind(listens_, plain(address), size) != 0 || ::listen(listens_, kind == Kind::full ? 0 : 64) != 0 ||
      ::getsockname(listens_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no port to listen on");
  port_ = ntohs(address.sin_port);
  if (kind == Kind::full) {
    for (int i = 0; i < 4; ++i) {
      open_.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      (void)::connect(open_.back(), plain(address), sizeof address);
    }
    return;
  }
  if (kind == Kind::tls) {
    tls_.reset(SSL_CTX_new(TLS_server_method()));
    if (SSL_CTX_use_certificate_file(tls_.get(), certificate.c_str(), SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_use_PrivateKey_file(tls_.get(), key.c_str(), SSL_FILETYPE_PEM) != 1)
      throw std::runtime_error("no certificate to listen with");
  }
  thread_ = std::thread([this] { serve(); });
}

Listener::~Listener() {
  is_over_ = true;
  if (thread_.joinable()) thread_.join();
  for (const int each : open_) ::close(each);
  ::close(listens_);
}

void Listener::serve() {
  while (!is_over_) {
    pollfd wanted{listens_, POLLIN, 0};
    if (::poll(&wanted, 1, short_ms) <= 0) continue;
    const int connection = ::accept4(listens_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    const timeval limit{1, 0};
    ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    answer(connection);
  }
}

void Listener::answer(int connection) {
  if (kind_ == Kind::silent) {
    open_.push_back(connection);
    return;
  }
  std::array<char, 1024> bytes;
  if (kind_ == Kind::login) {
    refuse_login(connection);
  } else if (kind_ == Kind::tls) {
    SSL* ssl = SSL_new(tls_.get());
    SSL_set_fd(ssl, connection);
    if (SSL_accept(ssl) == 1) (void)SSL_read(ssl, bytes.data(), bytes.size());
    SSL_free(ssl);
  } else {
    constexpr std::string_view refusal = "HTTP/1.1 400 Bad Request\r\n\r\n";
    if (::recv(connection, bytes.data(), bytes.size(), 0) > 0)
      (void)!::write(connection, refusal.data(), refusal.size());
  }
  ::close(connection);
}

std::string closed_address() { return Listener(Listener::Kind::silent).address(); }

}  // namespace onceover::test
