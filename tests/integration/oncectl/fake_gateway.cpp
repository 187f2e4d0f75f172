// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/oncectl/fake_gateway.h"

#include <httplib.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "tests/support/eventually.h"

namespace onceover::oncectl {

struct FakeGateway::Impl {
  httplib::Server server;
  std::thread thread;
  mutable std::mutex mutex;
  std::condition_variable changed;
  int status = 404;
  std::string body = "{}";
  bool held = false;
  int asked = 0, cancelled = 0;
  std::string path;
};

FakeGateway::FakeGateway() : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  impl.server.Get(R"(/effects/(.+))", [&impl](const httplib::Request& request, httplib::Response& response) {
    std::unique_lock lock(impl.mutex);
    ++impl.asked;
    impl.changed.notify_all();
    impl.changed.wait_for(lock, std::chrono::seconds(60), [&impl] { return !impl.held; });
    std::string body = impl.body;
    if (const auto at = body.find("{key}"); at != std::string::npos)
      body.replace(at, 5, request.matches[1].str());
    response.status = impl.status;
    response.set_content(body, "application/json");
  });
  impl.server.Post(R"(/effects/(.+)/cancel)", [&impl](const httplib::Request& request,
                                                      httplib::Response& response) {
    const std::lock_guard lock(impl.mutex);
    ++impl.cancelled;
    const std::string key = request.matches[1].str();
    response.set_content(R"({"idempotency_key":")" + key + R"(","status":"cancelled"})", "application/json");
  });
  // an answer is two writes: the second would wait for the first to be acknowledged
  impl.server.set_tcp_nodelay(true);
  const int port = impl.server.bind_to_any_port("127.0.0.1");
  impl.thread = std::thread([&impl] { impl.server.listen_after_bind(); });
  test::eventually([&impl] { return impl.server.is_running(); });  // a stop before it runs would be lost
  std::string path =
      std::string(::getenv("TMPDIR") != nullptr ? ::getenv("TMPDIR") : "/tmp") + "/oncectl-gateway-XXXXXX";
  const int file = ::mkstemp(path.data());
  if (port < 0 || file < 0) throw std::runtime_error("no gateway");
  ::close(file);
  impl.path = path;
  std::ofstream(path) << R"(version = 1
name = "fake"
base_url = "http://127.0.0.1:)"
                      << port << R"("
[lookup]
url = "/effects/{key}"
status = "/status"
done = ["captured"]
refused = ["declined"]
pending = ["processing"]
echoed_key = "/idempotency_key"
amount = "/amount"
currency = "/currency"
[declare]
dedupe_window_s = 86400
lookup_lag_s = 5
final_refusals = ["declined"]
refusal_status = 402
[[operation]]
name = "refund"
effect = "refund"
[operation.response]
code = 201
body = '{"id":"{{/id}}","amount":"{{/amount}}"}'
[[operation]]
name = "payout"
effect = "payout"
)";
}

FakeGateway::~FakeGateway() {
  release();
  impl_->server.stop();
  impl_->thread.join();
  ::unlink(impl_->path.c_str());
}

std::string fetched(const std::string& address, const std::string& path) {
  httplib::Client client("http://" + address);
  const auto answer = client.Get(path);
  return answer ? answer->body : std::string();
}

const std::string& FakeGateway::config_path() const { return impl_->path; }

void FakeGateway::answer(int status, std::string body) {
  const std::lock_guard lock(impl_->mutex);
  impl_->status = status;
  impl_->body = std::move(body);
}

void FakeGateway::takes_cancels() {
  std::ifstream in(impl_->path);
  std::string toml{std::istreambuf_iterator<char>(in), {}};
  in.close();
  const std::string window = "dedupe_window_s = 86400\n";
  toml.erase(toml.find(window), window.size());
  toml.insert(toml.find("[declare]"), R"([cancel]
url = "/effects/{key}/cancel"
method = "POST"
semantics = "with_tombstone"
status = "/status"
held = ["cancelled"]
)");
  std::ofstream(impl_->path, std::ios::trunc) << toml;
}

int FakeGateway::cancelled() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->cancelled;
}

void FakeGateway::hold() {
  const std::lock_guard lock(impl_->mutex);
  impl_->held = true;
}

void FakeGateway::release() {
  const std::lock_guard lock(impl_->mutex);
  impl_->held = false;
  impl_->changed.notify_all();
}

bool FakeGateway::wait_asked(int times) {
  std::unique_lock lock(impl_->mutex);
  return impl_->changed.wait_for(lock, std::chrono::seconds(20), [&] { return impl_->asked >= times; });
}

int FakeGateway::asked() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->asked;
}

}  // namespace onceover::oncectl
