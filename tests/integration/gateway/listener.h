// SPDX-License-Identifier: Apache-2.0
// A port on loopback that is not what a client expects: for tests of what a client says about it.
#pragma once

#include <openssl/ssl.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace onceover::test {

class Listener {
 public:
  enum class Kind {
    silent,  // takes connections, reads, says nothing
    http,    // answers the first bytes with an error of HTTP, and closes
    tls,     // a handshake with the certificate, then closes
    full,    // takes no connection: its queue is full
    login,   // a Kafka broker that knows no user: SASL/PLAIN is refused
  };
  explicit Listener(Kind kind, const std::string& certificate = {}, const std::string& key = {});
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  int port() const { return port_; }
  // "127.0.0.1:41234"
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  struct Freed {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  void serve();
  void answer(int connection);

  Kind kind_;
  std::unique_ptr<SSL_CTX, Freed> tls_;
  int listens_ = -1, port_ = 0;
  std::vector<int> open_;
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

// Where nothing listens: of a listener that has ended.
std::string closed_address();

}  // namespace onceover::test
