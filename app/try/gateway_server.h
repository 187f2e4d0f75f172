// SPDX-License-Identifier: Apache-2.0
// A payment gateway with faults, over HTTP on 127.0.0.1.
//
//   POST /charges, /refunds        Idempotency-Key; {"amount": minor units, "currency", "reference"} → 201
//   captured, 402 declined,
//                                  202 processing, 409 cancelled, 422 the key is known with another request
//   GET  /effects/KEY              {"idempotency_key","status","id","amount","currency","reference"}, 404
//   {"error":"no_such_key"} POST /effects/KEY/cancel       the same with "status":"cancelled" where the
//   tombstone holds, else as it is
//
// It dedupes by key within its window and keeps its own ledger. Methods are safe from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "app/try/faults.h"
#include "app/try/local_http.h"
#include "core/base/random.h"
#include "core/base/result.h"
#include "core/base/time.h"

namespace onceover::try_it {

// The books of the gateway: which effects happened under which key. What tests believe, whatever anybody
// answered. Pure but for its lock: time is passed in. Safe from any thread.

struct EffectRequest {
  std::string kind;  // "charge", "refund"
  std::string key;
  std::int64_t amount = 0;  // minor units
  std::string currency, reference;
  bool operator==(const EffectRequest&) const = default;
};

enum class Standing { accepted, processing, captured, declined, cancelled };
// "processing" for accepted too: it is not visible yet.
std::string_view word(Standing standing);

struct EffectRecord {
  EffectRequest request;
  std::string id;  // "ch_…", "rf_…"
  Standing standing = Standing::accepted;
  Steady::time_point first_at, due_at;
};

class Ledger {
 public:
  // dedupe_window: a key is forgotten this long after its first request, and the next one makes another
  // effect.
  explicit Ledger(Duration dedupe_window) : window_(dedupe_window) {}

  enum class Intent { capture, decline, process, capture_later };
  struct Posted {
    EffectRecord record;
    bool is_new = false;
    bool mismatch = false;  // the key is known with another request
  };
  // due: for capture_later.
  Posted post(const EffectRequest& request, Intent intent, Steady::time_point now,
              Steady::time_point due = {});

  // What a look-up by key sees: not what is accepted only.
  std::optional<EffectRecord> look_up(const std::string& key) const;

  // Effects from before this ledger began: looked up like the others, and in no total.
  void remember(std::vector<EffectRecord> past);

  // A tombstone: nothing will happen under the key any more, unless it has happened already. The record as it
  // is then.
  EffectRecord cancel(const std::string& key, Steady::time_point now);

  // An effect that no worker asked for.
  void plant(const EffectRequest& request, Steady::time_point now);

  // Effects that are due until then land now; the time when the next one is due, if any.
  std::optional<Steady::time_point> land_due(Steady::time_point until);

  int effects(const std::string& key) const;

  struct Totals {
    std::int64_t effects = 0, keys_with_more_than_one = 0;
  };
  Totals totals() const;

 private:
  void land(EffectRecord& record);
  std::string new_id(const std::string& kind);

  mutable std::mutex mutex_;
  Duration window_;
  std::uint64_t next_id_ = 1;
  std::map<std::string, EffectRecord> records_;  // the one that counts for dedupe
  std::map<std::string, int> effects_;           // landed under a key, ever
  std::unordered_map<std::string, EffectRecord> past_;
};

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
  // The next POST (the next look-up or cancel, for script_lookup) under this key goes so; "*": whatever key
  // comes next. Several for one key are taken in order. They go before the rates.
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
