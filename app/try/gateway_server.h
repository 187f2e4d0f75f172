// SPDX-License-Identifier: Apache-2.0
// A payment gateway with faults, over HTTP on 127.0.0.1.
//
//   POST /charges, /refunds        Idempotency-Key; {"amount": minor units, "currency", "reference"} → 201 captured, 402 declined,
//                                  202 processing, 409 cancelled, 422 the key is known with another request
//   GET  /effects/KEY              {"idempotency_key","status","id","amount","currency","reference"}, 404 {"error":"no_such_key"}
//   POST /effects/KEY/cancel       the same with "status":"cancelled" where the tombstone holds, else as it is
//
// It dedupes by key within its window and keeps its own ledger. Methods are safe from any thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/try/faults.h"
#include "app/try/ledger.h"
#include "app/try/local_http.h"
#include "core/base/random.h"
#include "core/base/result.h"

namespace onceover::try_it {

struct GatewayOptions {
  std::uint64_t seed = 1;
  Duration dedupe_window = std::chrono::hours(24);
  Duration slow_by = std::chrono::milliseconds(400);
  Duration late_by = std::chrono::seconds(40);     // arrives_late
  Duration silent_for = std::chrono::seconds(10);  // "never answers": longer than any caller waits
  FaultRates rates;
};

class GatewayServer {
 public:
  static Result<std::unique_ptr<GatewayServer>> start(const GatewayOptions& options);
  ~GatewayServer();
  GatewayServer(const GatewayServer&) = delete;
  GatewayServer& operator=(const GatewayServer&) = delete;

  int port() const { return http_->port(); }
  Ledger& ledger() { return ledger_; }
  void set_rates(const FaultRates& rates);
  // The next POST (the next look-up or cancel, for script_lookup) under this key goes so; "*": whatever key comes next.
  // Several for one key are taken in order. They go before the rates.
  void script(const std::string& key, Fault fault);
  void script_lookup(const std::string& key, Fault fault);

 private:
  explicit GatewayServer(const GatewayOptions& options);
  using Scripts = std::map<std::string, std::deque<Fault>>;
  http::Answer serve(const HttpRequest& request);
  http::Answer post_effect(const HttpRequest& request, const std::string& kind);
  http::Answer look_up(const std::string& key);
  http::Answer cancel(const std::string& key);
  Fault next_fault(const std::string& key);
  static std::optional<Fault> scripted(Scripts& scripts, const std::string& key);
  // Waits, unless the server ends meanwhile.
  void pause(Duration span);
  void land_effects();

  GatewayOptions options_;
  Ledger ledger_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false, something_new_ = false;
  Random random_;
  FaultRates rates_;
  Scripts scripts_, lookup_scripts_;
  std::thread lander_;
  std::unique_ptr<HttpServer> http_;
};

// How it is asked, as core/gateway reads it.
struct GatewayToml {
  int port = 0;
  Duration dedupe_window = std::chrono::hours(24);  // 0: none is declared
  bool cancel_declared = true;
};

std::string gateway_toml(const GatewayToml& gateway);

}  // namespace onceover::try_it
