// SPDX-License-Identifier: Apache-2.0
// A gateway on loopback that answers as a test says, and remembers what it was asked.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/gateway/certificate.h"

namespace onceover::gateway {

class FakeGateway {
 public:
  using Answer = std::function<void(const httplib::Request&, httplib::Response&)>;

  // Over https with the certificate, where one is given; otherwise over http.
  explicit FakeGateway(Answer answer, const SelfSigned* certificate = nullptr);
  ~FakeGateway();

  std::string url() const {
    return (is_tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_);
  }
  // Method and target as they stood on the wire: "GET /effects/a%2Fb".
  std::vector<std::string> requests() const;
  // The Authorization header of each.
  std::vector<std::string> authorizations() const;
  // How many requests were being answered at once, at most.
  int most_at_once() const;

  // For a handler that must not answer: returns when the test lets go, or ends.
  void hold();
  void let_go();

 private:
  bool is_tls_;
  std::unique_ptr<httplib::Server> server_;
  int port_ = 0;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable condition_;
  bool gone_ = false;
  int now_ = 0, most_ = 0;
  std::vector<std::string> requests_, authorizations_;
};

}  // namespace onceover::gateway
