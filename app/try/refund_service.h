// SPDX-License-Identifier: Apache-2.0
// A payment and refund service, as one would write it on core/serve; with places to die in (faults.h).
//
//   POST /payments        by lease; the effect is a charge at the gateway; finished with an event (shop.h)
//   POST /refunds         by lease; the effect is a refund at the gateway: reversed under a key as it was
//   made under one; with an event POST /ledger-entries  in a transaction: look at the account, write, answer
//   POST /credits         known in advance: claim, write and answer in one flush
//
// Idempotency-Key is required; X-Tenant names the caller ("acme" where it is missing). Answers are the
// contract's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/try/faults.h"
#include "app/try/local_http.h"
#include "app/try/shop.h"
#include "core/base/result.h"
#include "core/metrics/flusher.h"
#include "core/serve/serve.h"

namespace onceover::try_it {

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

class RefundService {
 public:
  // note: called just before a crash. Errors: the gateway's configuration; a lease that is not longer than
  // the gateway's timeout.
  static Result<std::unique_ptr<RefundService>> make(const ServiceOptions& options, CrashPlan::Note note);
  // From any number of threads.
  http::Answer serve(const HttpRequest& request);
  CrashPlan& crashes() { return crashes_; }

 private:
  struct Exchange;  // one request on its way

  RefundService(const ServiceOptions& options, CrashPlan::Note note, std::unique_ptr<call::Caller> gateway);
  http::Answer by_lease(const Exchange& x);
  http::Answer within(const Exchange& x);
  http::Answer known(const Exchange& x);
  void die_at(CrashPoint point, const Exchange& x);
  void die_before_commit(const Exchange& x, pg::Connection& connection, const engine::Claim& claim,
                         const serve::Answered& answered);

  ServiceOptions options_;
  std::map<std::string, serve::Operation> operations_;          // by path
  std::map<std::string, gateway::ResponseTemplate> templates_;  // by operation
  std::unique_ptr<call::Caller> gateway_;
  CrashPlan crashes_;
  metrics::Counters counters_;
  metrics::Flusher flusher_;
  serve::Server server_;
};

}  // namespace onceover::try_it
