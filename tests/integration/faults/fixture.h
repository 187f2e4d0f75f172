// SPDX-License-Identifier: Apache-2.0
// What the fault tests share: executors, a gateway over real HTTP whose own ledger counts effects, a sweeper,
// and the invariants that are checked afterwards whatever was broken on the way. Stores stand on a server of
// the test's own wherever the server is what gets broken.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "app/try/gateway_server.h"
#include "core/base/text.h"
#include "core/gateway/config.h"
#include "core/gateway/http_gateway.h"
#include "core/key/identity.h"
#include "tests/integration/reconcile/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/process.h"

namespace onceover::test {

// Rounds of the storms: 1 in every run, more where ONCEOVER_FAULT_ROUNDS says so.
inline int fault_rounds() {
  const char* given = std::getenv("ONCEOVER_FAULT_ROUNDS");
  return given != nullptr ? std::max(1, std::atoi(given)) : 1;
}

inline std::unique_ptr<try_it::PrivateServer> own_server(const try_it::PrivateServerOptions& options = {}) {
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  return std::move(*server);
}

inline void install_schema(const std::string& conninfo) { installed_schema().fill(conninfo); }

// A process of the service: its connection and engine.
struct Executor {
  explicit Executor(const std::string& conninfo, bool prepare = true,
                    Duration deadline = std::chrono::seconds(30))
      : connection([&] {
          auto opened = pg::Connection::open({.conninfo = conninfo,
                                              .application_name = "executor",
                                              .deadline = deadline,
                                              .prepare = prepare});
          if (!opened) throw std::runtime_error(opened.error().sentence());
          return std::move(*opened);
        }()) {}
  pg::Connection connection;
  metrics::Counters counters;
  engine::Engine engine{connection, &counters};
};

// The gateway that is asked, with something happening just before, or when it has answered.
class HookedGateway final : public gateway::Gateway {
 public:
  explicit HookedGateway(gateway::Gateway& inner) : inner_(inner) {}
  std::function<void()> before_ask, after_ask;

  const gateway::Declaration* declaration(const std::string& operation) const override {
    return inner_.declaration(operation);
  }
  std::string effect(const std::string& operation) const override { return inner_.effect(operation); }
  std::vector<std::string> effects(const std::string& operation) const override {
    return inner_.effects(operation);
  }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions,
                                     Deadline deadline) override {
    if (before_ask) before_ask();
    auto answers = inner_.ask(questions, deadline);
    if (after_ask) after_ask();
    return answers;
  }
  gateway::Evidence cancel(const gateway::Question& question, Deadline deadline) override {
    return inner_.cancel(question, deadline);
  }

 private:
  gateway::Gateway& inner_;
};

// What a program left behind.
struct RanProgram {
  int code = -1;
  std::string out, err;
};
inline RanProgram run_oncectl(const std::vector<std::string>& words,
                              std::map<std::string, std::string> environment = {}) {
  std::vector<std::string> argv{ONCEOVER_BIN_DIR "/oncectl"};
  argv.insert(argv.end(), words.begin(), words.end());
  auto child = Process::spawn(argv, environment);
  const auto exit = child.wait(std::chrono::seconds(60));
  if (!exit || exit->signal != 0) throw std::runtime_error("oncectl did not end by itself: " + child.err());
  child.wait_for_out("\x01 until the streams end");  // never comes: both streams are read to their ends
  return {exit->code, child.out(), child.err()};
}

class FaultTest : public testing::Test {
 protected:
  FaultTest() {
    auto started = try_it::GatewayServer::start({.seed = 1, .silent_for = std::chrono::milliseconds(100)});
    if (!started) throw std::runtime_error(started.error().sentence());
    server_ = std::move(*started);
    toml_ = try_it::gateway_toml({.port = server_->port(), .cancel_declared = false});
    // Its HTTP server queues five connections at most; a sixth at the same moment would wait for a second and
    // count as unreachable.
    toml_.replace(toml_.find("connect_timeout_ms = 1000"), 25, "connect_timeout_ms = 20000\nparallel = 4");
    toml_.replace(toml_.find("\ntimeout_ms = 3000"), 18, "\ntimeout_ms = 20000");
    auto config = gateway::parse_config(toml_, "test.toml");
    if (!config) throw std::runtime_error(config.error().sentence());
    http_.emplace(*config, std::nullopt);
    policy.lease = std::chrono::minutes(5);  // tests end leases themselves
  }
  ~FaultTest() override {
    if (!toml_path_.empty()) ::unlink(toml_path_.c_str());
  }

  engine::OperationPolicy policy{};
  const tables::Profile& profile = tables::own();

  try_it::GatewayServer& gateway_server() { return *server_; }
  gateway::HttpGateway& gateway() { return *http_; }
  // The gateway's description as a file, for --gateway.
  const std::string& gateway_path() {
    if (toml_path_.empty()) {
      toml_path_ = "/tmp/onceover-gateway-XXXXXX";
      const int fd = ::mkstemp(toml_path_.data());
      const bool written =
          fd >= 0 && ::write(fd, toml_.data(), toml_.size()) == static_cast<ssize_t>(toml_.size());
      ::close(fd);
      if (!written) throw std::runtime_error("no file for the gateway's description");
    }
    return toml_path_;
  }

  static std::string downstream(const std::string& key) {
    return key::downstream_key(request_for(key).id, "refund");
  }
  int effects(const std::string& key) { return server_->ledger().effects(downstream(key)); }
  try_it::HttpReply charge(const std::string& key) const {
    return try_it::call(server_->port(),
                        {"POST",
                         "/refunds",
                         {{"Idempotency-Key", downstream(key)}, {"Content-Type", "application/json"}},
                         R"({"amount":1000,"currency":"EUR","reference":"ch_1"})"},
                        std::chrono::seconds(20));
  }

  template <class T, class V>
  static T take(Result<V> outcome) {
    if (!outcome) throw std::runtime_error(outcome.error().sentence() + " " + outcome.error().detail);
    if (!std::holds_alternative<T>(*outcome))
      throw std::runtime_error("another outcome: alternative " + std::to_string(outcome->index()));
    return std::get<T>(std::move(*outcome));
  }
  engine::Claim claimed(Executor& executor, const std::string& key) {
    return take<engine::Claim>(executor.engine.claim(request_for(key), policy));
  }
  // A client's request from end to end. True where the key was finished by it or by an earlier one.
  bool serve(Executor& executor, const std::string& key) {
    auto outcome = executor.engine.claim(request_for(key), policy);
    if (!outcome) return false;
    const auto* claim = std::get_if<engine::Claim>(&*outcome);
    if (claim == nullptr) return std::holds_alternative<engine::Replay>(*outcome);
    const auto reply = charge(key);
    if (reply.status != 201) return false;
    auto done = executor.engine.complete(*claim, response_with(reply.body));
    return done && std::holds_alternative<engine::Done>(*done);
  }

  static void expire_leases(RawConnection& raw) {
    raw.tamper(
        "UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE state = "
        "'in_progress'");
    raw.exec(
        "UPDATE onceover.cases SET next_try_at = clock_timestamp() - interval '1 s' WHERE status = 'open'");
  }
  static std::string state_of(RawConnection& raw, const std::string& key) {
    const auto rows = raw.exec("SELECT state FROM onceover.keys WHERE key = $1", {key});
    return rows.empty() ? "none" : *rows[0][0];
  }
  static std::string count(RawConnection& raw, const std::string& where = "true") {
    return raw.scalar("SELECT count(*) FROM onceover.keys WHERE " + where);
  }

  Result<sweeper::SweepCounts> sweep(pg::Connection& connection, gateway::Gateway& asked,
                                     sweeper::SweepConfig config = {}, const LogSink& log = {}) {
    sweeper::Sweeper one(connection, profile, asked, config, {"sweeper", "host", "test"}, nullptr, Random(1),
                         log);
    return one.run_once();
  }
  sweeper::SweepCounts swept(pg::Connection& connection) {
    auto counts = sweep(connection, gateway());
    if (!counts) throw std::runtime_error(counts.error().sentence());
    return *counts;
  }

  // Invariants 1, 2, 3, 4 and 7, on all that is in the store. Each call remembers what it saw for the next.
  void check(RawConnection& raw) {
    std::set<std::string> present;
    for (const RawRow& row :
         raw.exec("SELECT key, state, fence, md5(concat_ws('|', state, response_code, response_version, "
                  "encode(response_headers, 'hex'), encode(response_body, 'hex'), encode(fingerprint, "
                  "'hex'))) FROM onceover.keys")) {
      const std::string &key = *row[0], &state = *row[1], &content = *row[3];
      present.insert(key);
      EXPECT_LE(effects(key), 1) << key;
      if (state == "succeeded") {
        EXPECT_EQ(effects(key), 1) << key;
      } else if (state == "failed") {
        EXPECT_EQ(effects(key), 0) << key;
      }
      const bool is_final = state == "succeeded" || state == "failed";
      if (const auto finished = finished_.find(key); finished != finished_.end()) {
        EXPECT_EQ(content, finished->second) << key << " was finished and has changed";
      } else if (is_final) {
        finished_[key] = content;
      }
      const long fence = std::stol(*row[2]);
      EXPECT_GE(fence, fences_[key]) << key;
      fences_[key] = fence;
      is_final ? unfinished_.erase(key) : unfinished_.insert(key).second;
    }
    for (const std::string& key : unfinished_)
      EXPECT_TRUE(present.contains(key)) << key << " was unfinished and is gone";
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM onceover.audit WHERE fence_after <= fence_before"), "0");
    EXPECT_EQ(raw.scalar("SELECT count(*) FROM (SELECT fence FROM onceover.keys GROUP BY fence HAVING "
                         "count(*) > 1) twice"),
              "0");
  }
  // Invariant 6, on every finished key.
  void check_replays(RawConnection& raw, Executor& executor) {
    for (const RawRow& row : raw.exec("SELECT key, response_code, encode(response_body, 'hex') FROM "
                                      "onceover.keys WHERE state IN ('succeeded', 'failed')")) {
      const auto replay = take<engine::Replay>(executor.engine.claim(request_for(*row[0]), policy));
      EXPECT_EQ(std::to_string(replay.response.code), *row[1]) << *row[0];
      EXPECT_EQ(to_hex(replay.response.body), *row[2]) << *row[0];
      take<key::Mismatch>(executor.engine.claim(request_for(*row[0], R"({"amount":1001})"), policy));
    }
  }
  // Invariant 10: the faults are over; clients come back and sweepers pass, until every key is finished or
  // waits for a person.
  void settle_all(const std::string& conninfo) {
    RawConnection raw(conninfo);
    Executor executor(conninfo);
    const std::string open_keys =
        "SELECT k.key FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE "
        "k.state NOT IN ('succeeded', 'failed') AND c.status IS DISTINCT FROM 'needs_human'";
    for (int pass = 0; pass < 5; ++pass) {
      expire_leases(raw);
      swept(executor.connection);
      check(raw);
      const auto open = raw.exec(open_keys);
      if (open.empty()) break;
      for (const RawRow& row : open) (void)serve(executor, *row[0]);
    }
    EXPECT_EQ(raw.scalar("SELECT coalesce(string_agg(concat_ws(' ', k.key, k.state, k.locked_until, "
                         "k.retry_before, k.created_at, c.status, c.reason), '; '), '') FROM onceover.keys k "
                         "LEFT JOIN onceover.cases c USING (tenant, operation, key) WHERE k.key IN (" +
                         open_keys + ")"),
              "");
    check(raw);
    check_replays(raw, executor);
  }

 private:
  std::unique_ptr<try_it::GatewayServer> server_;
  std::string toml_, toml_path_;
  std::optional<gateway::HttpGateway> http_;
  std::map<std::string, std::string> finished_;
  std::map<std::string, long> fences_;
  std::set<std::string> unfinished_;
};

}  // namespace onceover::test
