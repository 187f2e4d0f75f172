// A payment and refund service, as one would write it on the engine; with places to die in (faults.h).
//
//   POST /payments        by lease; the effect is a charge at the gateway; finished with an event (shop.h)
//   POST /refunds         by lease; the effect is a refund at the gateway: reversed under a key as it was made under one; with an event
//   POST /ledger-entries  interactively: claim, look at the account, write, answer, in one transaction
//   POST /credits         known in advance: claim, write and answer in one flush
//
// Idempotency-Key is required; X-Tenant names the caller ("acme" where it is missing). Answers are the contract's.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/try/faults.h"
#include "app/try/local_http.h"
#include "app/try/shop.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/gateway/evidence.h"
#include "core/http/contract.h"
#include "core/key/final_outcome.h"
#include "core/metrics/counters.h"
#include "core/metrics/flusher.h"
#include "core/pg/connection.h"

namespace onceover::try_it {

// As many connections as there are requests at once; each belongs to one request at a time.
class ConnectionPool {
 public:
  // Gives its connection back at the end; one that is broken or still in a transaction is closed instead.
  using Lent = std::unique_ptr<pg::Connection, std::function<void(pg::Connection*)>>;

  explicit ConnectionPool(pg::ConnectOptions options) : options_(std::move(options)) {}

  Result<Lent> lend() {
    const auto back = [this](pg::Connection* connection) { give_back(std::unique_ptr<pg::Connection>(connection)); };
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Lent lent(idle_.back().release(), back);
        idle_.pop_back();
        return lent;
      }
    }
    return pg::Connection::open(options_).map([&](pg::Connection&& opened) { return Lent(new pg::Connection(std::move(opened)), back); });
  }

 private:
  void give_back(std::unique_ptr<pg::Connection> connection) {
    if (!connection->is_open() || connection->in_transaction()) return;
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(connection));
  }

  pg::ConnectOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<pg::Connection>> idle_;
};

struct ServiceOptions {
  std::string conninfo;
  int gateway_port = 0;
  std::string gateway_config;  // TOML: the template of the answers
  std::string owner = "payments-1";
  Duration lease = std::chrono::seconds(8);
  Duration gateway_timeout = std::chrono::seconds(2);
  std::optional<Duration> rerunnable_for;  // of payments and refunds
  Announcing announcing;
};

inline constexpr const char* default_tenant = "acme";

// One operation of the service.
struct ServedOperation {
  enum class Way { lease, interactive, known };
  std::string path, name;  // "/refunds", "POST /refunds"
  Way way = Way::lease;
  std::string gateway_path, effect;  // by lease
  http::MismatchStatus mismatch = http::MismatchStatus::unprocessable_422;
};

class RefundService {
 public:
  // note: called just before a crash. Errors: the gateway's configuration.
  static Result<std::unique_ptr<RefundService>> make(const ServiceOptions& options, CrashPlan::Note note);
  // From any number of threads; one connection each.
  http::Answer serve(const HttpRequest& request);
  CrashPlan& crashes() { return crashes_; }

 private:
  struct Served;  // one request on its way

  RefundService(const ServiceOptions& options, CrashPlan::Note note);
  http::Answer by_lease(Served& served);
  http::Answer within(Served& served);
  http::Answer known(Served& served);
  http::Answer run_claimed(Served& served, const engine::Claim& claim);
  http::Answer finish(Served& served, const engine::Claim& claim, const Effect& effect, key::State state);
  Effect call_gateway(Served& served, const engine::Claim& claim);
  http::Answer answer_for(const engine::Outcome& outcome, const Served& served) const;
  void die_at(CrashPoint point, const Served& served);

  ServiceOptions options_;
  std::vector<ServedOperation> operations_;
  std::vector<std::pair<std::string, gateway::ResponseTemplate>> templates_;  // by operation
  key::FinalPolicy final_;
  CrashPlan crashes_;
  ConnectionPool pool_;
  metrics::Counters counters_;
  metrics::Flusher flusher_;
};

}  // namespace onceover::try_it
