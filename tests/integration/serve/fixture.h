// SPDX-License-Identifier: Apache-2.0
// What the tests of serve share: a store, a server on it, and requests to it.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/http/contract.h"
#include "core/http/headers.h"
#include "core/metrics/totals.h"
#include "core/serve/serve.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

// Opens once, for all.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  // False: not within 20 s.
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
};

class ServeTest : public testing::Test {
 protected:
  using Handler = std::function<serve::Handled(const serve::Work&)>;

  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  metrics::Counters counters;
  metrics::Totals totals;
  serve::Operation refunds{.name = "POST /refunds"};
  std::atomic<int> runs = 0;

  serve::Options options() const {
    return {.store = {.conninfo = database.conninfo(), .application_name = "serve-test"},
            .owner = "refunds-1"};
  }
  std::unique_ptr<serve::Server> server = make({});
  std::unique_ptr<serve::Server> make(std::function<void(serve::Options&)> change) {
    serve::Options wanted = options();
    if (change) change(wanted);
    return std::make_unique<serve::Server>(wanted, serve::Seams{&counters, totals.sink()});
  }

  static serve::Request request(const std::string& key, const std::string& body = R"({"amount":1000})",
                                std::vector<key::Header> more = {}) {
    more.emplace_back("Idempotency-Key", '"' + key + '"');
    return {"acme", std::move(more), body, {}};
  }
  static http::Answer created(const std::string& body = R"({ "id":"rf_1" })") {
    return {201, {{"Content-Type", "application/json"}, {"Date", "now"}}, body};
  }
  // Counts its runs.
  Handler answers(http::Answer answer = created()) {
    return [this, answer](const serve::Work&) -> serve::Handled {
      ++runs;
      return serve::Answered{answer};
    };
  }
  http::Answer post(const std::string& key, const Handler& handler, std::vector<key::Header> more = {}) {
    return server->serve(refunds, request(key, R"({"amount":1000})", std::move(more)), handler);
  }
  http::Answer post(const std::string& key) { return post(key, answers()); }

  static std::string header(const http::Answer& answer, std::string_view name) {
    const auto values = http::values_of(answer.headers, name);
    return values.size() == 1 ? std::string(values.front()) : "";
  }
  static std::string code_of(const http::Answer& answer) {
    return http::error_code_of(answer.body).value_or("");
  }
  void expire_lease(const std::string& key) {
    raw.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 second' WHERE key = $1",
        {key});
  }
  std::string state_of(const std::string& key) {
    return raw.scalar("SELECT coalesce((SELECT state FROM onceover.keys WHERE key = $1), 'none')", {key});
  }
  // 503, "with the same key", and not a word that nothing was executed; nothing is stored.
  void expect_unknown(const http::Answer& answer, const std::string& key) {
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_EQ(code_of(answer), "DEPENDENCY.timeout");
    EXPECT_NE(header(answer, "Retry-After"), "");
    EXPECT_THAT(answer.body, testing::HasSubstr("with the same key"));
    EXPECT_THAT(answer.body, testing::Not(testing::HasSubstr("othing was executed")));
    EXPECT_EQ(state_of(key), "in_progress");
  }
};

}  // namespace onceover::test
