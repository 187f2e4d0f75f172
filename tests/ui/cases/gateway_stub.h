// SPDX-License-Identifier: GPL-3.0-or-later
// A gateway on loopback for the console's tests: one request a connection, answered as the test says. Its
// configuration is the one that resources/gateways shows, with the port in place.
#pragma once

#include <QTemporaryDir>
#include <mutex>
#include <string>
#include <thread>

namespace onceover::test {

class GatewayStub {
 public:
  struct Answer {
    int status = 404;
    std::string body = R"({"error":"no_such_key"})";
  };
  GatewayStub();
  ~GatewayStub();
  GatewayStub(const GatewayStub&) = delete;
  GatewayStub& operator=(const GatewayStub&) = delete;

  // Path of a configuration that leads here.
  QString config() const { return config_; }
  void setAnswer(Answer answer);
  // As the gateway itself tells an effect: {"idempotency_key": …, "status": "captured", …}; the key is the
  // one asked about.
  void performed(const std::string& amount = "125.00", const std::string& reference = "ord-7");
  // It knows nothing, dedupes for no known time, and can be told never to perform a key. Before anybody reads
  // its configuration.
  void takeCancels();
  // From now on nothing listens there.
  void close();
  int asked() const;
  int cancelled() const;

 private:
  void serve();
  std::string answerTo(const std::string& request);

  QTemporaryDir folder_;
  QString config_;
  int socket_ = -1;
  mutable std::mutex mutex_;
  Answer answer_;
  std::string effect_;  // with %KEY% where the asked key goes; empty: answer_
  int asked_ = 0, cancelled_ = 0;
  std::thread thread_;
};

}  // namespace onceover::test
