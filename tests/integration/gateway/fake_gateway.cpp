// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/gateway/fake_gateway.h"

#include <algorithm>
#include <chrono>

#include "tests/support/eventually.h"

namespace onceover::gateway {

FakeGateway::FakeGateway(Answer answer, const SelfSigned* certificate) : is_tls_(certificate != nullptr) {
  server_ = certificate ? std::make_unique<httplib::SSLServer>(certificate->certificate().c_str(),
                                                               certificate->key().c_str())
                        : std::make_unique<httplib::Server>();
  const auto handler = [this, answer = std::move(answer)](const httplib::Request& request,
                                                          httplib::Response& response) {
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request.method + " " + request.target);
      authorizations_.push_back(request.get_header_value("Authorization"));
      most_ = std::max(most_, ++now_);
    }
    answer(request, response);
    const std::lock_guard lock(mutex_);
    --now_;
  };
  server_->new_task_queue = [] { return new httplib::ThreadPool(16); };
  const char* any = R"([\s\S]*)";  // a key may hold line ends
  server_->Get(any, handler).Post(any, handler).Delete(any, handler);
  server_->set_keep_alive_timeout(1);
  port_ = server_->bind_to_any_port("127.0.0.1");
  thread_ = std::thread([this] { server_->listen_after_bind(); });
  // The socket listens already; stop() would be lost on a server that does not run yet.
  test::eventually([this] { return server_->is_running(); });
}

FakeGateway::~FakeGateway() {
  let_go();
  server_->stop();
  thread_.join();
}

std::vector<std::string> FakeGateway::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::vector<std::string> FakeGateway::authorizations() const {
  const std::lock_guard lock(mutex_);
  return authorizations_;
}

int FakeGateway::most_at_once() const {
  const std::lock_guard lock(mutex_);
  return most_;
}

void FakeGateway::hold() {
  std::unique_lock lock(mutex_);
  condition_.wait_for(lock, std::chrono::seconds(30), [this] { return gone_; });
}

void FakeGateway::let_go() {
  {
    const std::lock_guard lock(mutex_);
    gone_ = true;
  }
  condition_.notify_all();
}

}  // namespace onceover::gateway
