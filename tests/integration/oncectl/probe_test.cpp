// SPDX-License-Identifier: Apache-2.0
// `oncectl doctor --probe`: endpoints that honour idempotency keys, and those that break one promise each.
#include <httplib.h>

#include <map>
#include <mutex>
#include <thread>

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {
namespace {

class ProbeTest : public OncectlTest {
 protected:
  ProbeTest() {
    for (const char* path : {"/good", "/keyless", "/anew", "/silent", "/mixed"})
      server_.Post(path, [this](const httplib::Request& in, httplib::Response& out) { answer(in, out); });
    server_.Post("/away", [](const httplib::Request&, httplib::Response& out) { out.status = 503; });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    test::eventually([this] { return server_.is_running(); });
  }
  ~ProbeTest() override {
    server_.stop();
    thread_.join();
  }
  void answer(const httplib::Request& in, httplib::Response& out) {
    const std::scoped_lock lock(mutex_);
    const std::string key = in.get_header_value("Idempotency-Key");
    if (key.empty() && in.path != "/keyless") {
      out.status = 400;
      return;
    }
    auto& [body, stored] = known_[in.path + key];
    const bool is_first = stored.empty();
    if (!is_first && body != in.body && in.path != "/mixed") {
      out.status = 422;
      return;
    }
    if (is_first || in.path == "/anew") stored = "{\"n\":" + std::to_string(++effects_) + "}";
    body = in.body;
    out.status = 201;
    if (!is_first && in.path != "/silent") out.set_header("Idempotency-Status", "replayed");
    out.set_content(stored, "application/json");
  }
  Ran probed(const std::vector<std::string>& paths) {
    std::vector<std::string> words{"--json", "doctor"};
    for (const std::string& path : paths)
      words.insert(words.end(), {"--probe", "http://127.0.0.1:" + std::to_string(port_) + path});
    return run(words, {{"PGHOST", "/nowhere"}});
  }
  static std::string answers(const Ran& ran) {
    std::string out;
    const Json all = ran.json();
    for (const Json& one : all["probes"])
      out += std::string(out.empty() ? "" : " ") + one["answer"].get<std::string>();
    return out;
  }

  httplib::Server server_;
  int port_ = 0, effects_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::pair<std::string, std::string>> known_;
  std::thread thread_;
};

TEST_F(ProbeTest, SaysWhichPromiseAnEndpointBreaks) {
  const std::map<std::string, std::pair<std::string, int>> cases{
      {"/good", {"holds holds holds holds", 0}},         {"/keyless", {"fails holds holds holds", 12}},
      {"/anew", {"holds fails holds holds", 12}},        {"/silent", {"holds holds fails holds", 12}},
      {"/mixed", {"holds holds holds fails", 12}},       {"/away", {"unknown unknown unknown unknown", 13}},
      {"/none", {"unknown unknown unknown unknown", 13}}};
  for (const auto& [path, want] : cases) {
    const Ran ran = probed({path});
    EXPECT_EQ(ran.code, want.second) << path << ran.err;
    EXPECT_EQ(answers(ran), want.first) << path << ran.out;
  }
}

TEST_F(ProbeTest, CreateAndReverseAreSymmetricWhereBothHold) {
  EXPECT_EQ(answers(probed({"/good", "/good"})), "holds holds holds holds holds holds holds holds holds");
  const Ran ran = probed({"/good", "/silent"});
  EXPECT_EQ(answers(ran), "holds holds holds holds holds holds fails holds fails");
  EXPECT_EQ(ran.code, 12);
  EXPECT_EQ(answers(probed({"/good", "/away"})),
            "holds holds holds holds unknown unknown unknown unknown unknown");
}

TEST_F(ProbeTest, AnAddressThatWouldShowItsRequestsIsRefused) {
  const Ran ran = run({"doctor", "--probe", "http://shop.example/refunds"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(effects_, 0);
}

}  // namespace
}  // namespace onceover::oncectl
