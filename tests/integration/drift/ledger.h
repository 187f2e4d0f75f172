// SPDX-License-Identifier: Apache-2.0
// A gateway's ledger over HTTP: looked up by key, and listed page by page.
#pragma once

#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/eventually.h"

namespace onceover::drift {

class LedgerServer {
 public:
  LedgerServer() {
    server_.Get("/effects", [this](const httplib::Request& request, httplib::Response& response) {
      list(request, response);
    });
    server_.Get(R"(/effects/(.+))", [this](const httplib::Request& request, httplib::Response& response) {
      look_up(request.matches[1], response);
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    test::eventually([this] { return server_.is_running(); });
  }
  ~LedgerServer() {
    server_.stop();
    thread_.join();
  }
  LedgerServer(const LedgerServer&) = delete;
  LedgerServer& operator=(const LedgerServer&) = delete;

  void happened(const std::string& key, const std::string& amount = "12.50",
                std::int64_t at_s = 1'767'225'700, const std::string& status = "paid") {
    const std::scoped_lock lock(mutex_);
    const std::string id = "e-" + std::to_string(effects_.size() + 1);
    effects_.push_back({{"id", id},
                        {"key", key},
                        {"status", status},
                        {"amount", amount},
                        {"currency", "EUR"},
                        {"at", at_s}});
  }
  int looked_up() const { return looked_up_; }
  std::atomic<bool> down = false;
  std::atomic<int> pages_until_it_breaks = 1'000'000;

  // listing: whether it declares one.
  std::string toml(bool listing, const std::string& more = "") const {
    std::string text =
        "version = 1\nname = \"ledger\"\nbase_url = \"http://127.0.0.1:" + std::to_string(port_) + R"("
[lookup]
url = "/effects/{key}"
effects = "/data"
status = "/status"
done = ["paid"]
refused = ["declined"]
echoed_key = "/key"
amount = "/amount"
currency = "/currency"
[declare]
lookup_lag_s = 0
final_refusals = ["declined"]
)" + more;
    if (listing)
      text += R"([listing]
url = "/effects?from={from}&to={to}"
time = "epoch_s"
id = "/id"
at = "/at"
[listing.pages]
has_more = "/more"
item_cursor = "/id"
query = "after={cursor}"
)";
    return text + "[[operation]]\nname = \"*\"\neffect = \"charge\"\n";
  }

 private:
  void look_up(const std::string& key, httplib::Response& response) {
    const std::scoped_lock lock(mutex_);
    ++looked_up_;
    if (down) {
      response.status = 503;
      return;
    }
    nlohmann::json data = nlohmann::json::array();
    for (const auto& effect : effects_) {
      if (effect["key"] == key) data.push_back(effect);
    }
    response.set_content(nlohmann::json{{"data", data}}.dump(), "application/json");
  }

  void list(const httplib::Request& request, httplib::Response& response) {
    const std::scoped_lock lock(mutex_);
    if (down || pages_until_it_breaks-- <= 0) {
      response.status = 503;
      return;
    }
    const std::int64_t from = std::stoll(request.get_param_value("from")),
                       to = std::stoll(request.get_param_value("to"));
    const std::string after = request.get_param_value("after");
    nlohmann::json data = nlohmann::json::array();
    bool begun = after.empty(), more = false;
    for (const auto& effect : effects_) {
      const bool is_within = effect["at"] >= from && effect["at"] < to;
      if (begun && is_within) {
        if (data.size() == 7) {
          more = true;
          break;
        }
        data.push_back(effect);
      }
      if (effect["id"] == after) begun = true;
    }
    response.set_content(nlohmann::json{{"data", data}, {"more", more}}.dump(), "application/json");
  }

  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::vector<nlohmann::json> effects_;
  std::atomic<int> looked_up_ = 0;
};

}  // namespace onceover::drift
