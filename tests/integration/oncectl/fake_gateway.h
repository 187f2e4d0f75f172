// SPDX-License-Identifier: Apache-2.0
// A gateway on a loopback port. It knows what a test told it about each operation's effects; whatever it is
// asked it writes down.
#pragma once

#include <memory>
#include <string>

namespace onceover::oncectl {

class FakeGateway {
 public:
  FakeGateway();
  ~FakeGateway();
  FakeGateway(const FakeGateway&) = delete;
  FakeGateway& operator=(const FakeGateway&) = delete;

  // For --gateway: refund (with a response template), payout (done needs a person's response); dedupes for a
  // day.
  const std::string& config_path() const;
  // What it answers about any key from now on. body: {key} is replaced by the key asked about.
  void answer(int status, std::string body);
  void knows_done(const std::string& amount = "12.50") {
    answer(200, R"({"id":"e-1","idempotency_key":"{key}","status":"captured","amount":")" + amount +
                    R"(","currency":"EUR"})");
  }
  void knows_nothing() { answer(404, R"({"error":"no such key"})"); }
  void declines() {
    answer(200,
           R"({"id":"e-1","idempotency_key":"{key}","status":"declined","amount":"12.50","currency":"EUR"})");
  }
  // It dedupes for no known time, and can be told never to perform a key. Before its configuration is read.
  void takes_cancels();
  int cancelled() const;
  // Answers hang until release(); wait_asked() tells when somebody hangs.
  void hold();
  void release();
  bool wait_asked(int times = 1);
  int asked() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The page of the service at "127.0.0.1:9464"; empty where there is none.
std::string fetched(const std::string& address, const std::string& path);

}  // namespace onceover::oncectl
