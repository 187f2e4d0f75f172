// SPDX-License-Identifier: Apache-2.0
#include "app/try/refund_service.h"

#include <fmt/format.h>

#include "core/gateway/config.h"
#include "core/http/idempotency_key.h"

namespace onceover::try_it {
namespace {

using nlohmann::json;

constexpr CrashPoint before_the_end[] = {CrashPoint::before_claim_commit, CrashPoint::after_claim_commit,
                                         CrashPoint::before_send, CrashPoint::after_send,
                                         CrashPoint::after_reply};
constexpr const char* balance_sql =
    "SELECT pg_catalog.sum(amount)::bigint FROM shop.ledger_entries WHERE account = $1::text AND currency = "
    "$2::text";

}  // namespace

struct RefundService::Exchange {
  const serve::Operation& operation;
  serve::Request request;
  MoneyRequest money;
  std::optional<CrashPoint> crash;
  key::Identity id;  // for a crash's last words
};

RefundService::RefundService(const ServiceOptions& options, CrashPlan::Note note,
                             std::unique_ptr<call::Caller> gateway)
    : options_(options),
      gateway_(std::move(gateway)),
      crashes_(std::move(note)),
      flusher_(counters_, {.conninfo = options.conninfo, .application_name = options.owner + " counters"}),
      server_({.store = {.conninfo = options.conninfo, .application_name = options.owner},
               .owner = options.owner,
               .connections = 16},
              {.counters = &counters_}) {
  const engine::OperationPolicy by_lease{.lease = options.lease, .rerunnable_for = options.rerunnable_for};
  operations_ = {
      {"/payments", {.name = "POST /payments", .policy = by_lease, .needs = options.gateway_timeout}},
      {"/refunds", {.name = "POST /refunds", .policy = by_lease, .needs = options.gateway_timeout}},
      {"/ledger-entries", {.name = "POST /ledger-entries", .mismatch = http::MismatchStatus::conflict_409}},
      {"/credits", {.name = "POST /credits"}}};
}

Result<std::unique_ptr<RefundService>> RefundService::make(const ServiceOptions& options,
                                                           CrashPlan::Note note) {
  return as_result([&] {
    const auto config = gateway::load_config(options.gateway_config).value();
    // Not sent again: what this gateway does wrong is to be seen. No circuit breaker either.
    auto gateway = call::Caller::make({.name = "gateway",
                                       .policy = {.attempts = 1},
                                       .attempt_timeout = options.gateway_timeout,
                                       .lease = options.lease,
                                       .breaker = std::nullopt},
                                      {.is_plain_http = true})
                       .value();
    std::unique_ptr<RefundService> service(new RefundService(options, std::move(note), std::move(gateway)));
    for (const auto& operation : config.operations) {
      if (operation.declaration.response)
        service->templates_.emplace(operation.name, *operation.declaration.response);
    }
    return service;
  });
}

void RefundService::die_at(CrashPoint point, const Exchange& x) {
  if (x.crash == point) crashes_.crash(point, x.id);
}

// All of the completion is written in the open transaction, which goes with the process.
void RefundService::die_before_commit(const Exchange& x, pg::Connection& connection,
                                      const engine::Claim& claim, const serve::Answered& answered) {
  for (const auto& statement : answered.rows) require(connection.exec(statement.sql, statement.params));
  (void)engine::Engine(connection, nullptr)
      .complete_within(claim, key::State::succeeded,
                       {key::response_version, answered.answer.status, {}, answered.answer.body});
  die_at(CrashPoint::before_completion_commit, x);
}

http::Answer RefundService::serve(const HttpRequest& request) {
  const auto found = operations_.find(request.path);
  if (found == operations_.end())
    return problem(404, "VALIDATION.path", "No such path",
                   "See /payments, /refunds, /ledger-entries, /credits.");
  if (request.method != "POST")
    return problem(405, "VALIDATION.method", "Nothing to read here", "Send a POST.");
  auto money = parse_money_request(request.body);
  if (!money) return problem(400, "VALIDATION.body", "The request was not understood", money.error());
  const serve::Operation& operation = found->second;
  std::string tenant = request.header("X-Tenant");
  if (tenant.empty()) tenant = default_tenant;
  Exchange x{operation,
             {tenant,
              request.headers,
              request.body,
              {money->customer.empty() ? std::nullopt : std::optional(money->customer),
               decimal(money->amount), money->currency, money->reference}},
             *money,
             crashes_.take(request.header(crash_header)),
             {tenant, operation.name, ""}};
  const auto key = http::parse_idempotency_key(request.headers);
  if (const auto* given = std::get_if<http::KeyGiven>(&key)) x.id.key = given->key;
  if (http::correlation_of(request.headers).empty())
    x.request.headers.emplace_back("X-Request-Id", new_uuid());
  http::Answer answer = request.path == "/credits"          ? known(x)
                        : request.path == "/ledger-entries" ? within(x)
                                                            : by_lease(x);
  const auto status = http::values_of(answer.headers, http::idempotency_status_header);
  if (status == std::vector<std::string_view>{"stored"}) die_at(CrashPoint::after_completion_commit, x);
  return answer;
}

http::Answer RefundService::by_lease(const Exchange& x) {
  if (x.crash == CrashPoint::before_claim_commit) {
    // The same insert, with the process gone before its commit.
    return server_.serve_within(x.operation, x.request,
                                [&](pg::Connection&, const engine::Claim&) -> Result<serve::Answered> {
                                  crashes_.crash(CrashPoint::before_claim_commit, x.id);
                                });
  }
  return server_.serve(x.operation, x.request, [&](const serve::Work& work) -> serve::Handled {
    die_at(CrashPoint::after_claim_commit, x);
    const bool is_refund = x.operation.name == refunds_operation;
    const std::string key = work.downstream_key(effect_of(x.operation.name));
    const json body{
        {"amount", x.money.amount}, {"currency", x.money.currency}, {"reference", x.money.reference}};
    die_at(CrashPoint::before_send, x);
    const auto called = gateway_->send(
        work.incoming,
        {"POST",
         fmt::format("http://127.0.0.1:{}/{}", options_.gateway_port, is_refund ? "refunds" : "charges"),
         {{"Content-Type", "application/json"}, {"Idempotency-Key", key}},
         body.dump()});
    die_at(CrashPoint::after_send, x);
    const auto shape = templates_.find(x.operation.name);
    serve::Handled handled = read_effect(called.reply, key, work.claim.taken_over,
                                         shape == templates_.end() ? nullptr : &shape->second);
    die_at(CrashPoint::after_reply, x);
    auto* answered = std::get_if<serve::Answered>(&handled);
    if (answered == nullptr || answered->answer.status >= 400) return handled;
    auto rows = finish_statements(
        {work.claim.id, effect_id_of(answered->answer.body), x.money, http::trace_of(x.request.headers)},
        options_.announcing);
    // The effect has happened: evidence will settle the key.
    if (!rows) return serve::Unknown{rows.error().sentence(), short_wait};
    answered->rows = std::move(*rows);
    if (x.crash == CrashPoint::before_completion_commit) {
      auto connection = pg::Connection::open({.conninfo = options_.conninfo}).value();
      require(connection.exec("BEGIN"));
      die_before_commit(x, connection, work.claim, *answered);
    }
    return handled;
  });
}

http::Answer RefundService::within(const Exchange& x) {
  return server_.serve_within(
      x.operation, x.request,
      [&](pg::Connection& connection, const engine::Claim& claim) -> Result<serve::Answered> {
        for (const auto point : before_the_end) die_at(point, x);
        const auto entry = ledger_entry(claim.id, x.money, x.money.amount);
        const std::int64_t id = connection.exec_prepared(entry.sql, entry.params).value().integer(0, 0);
        // An account's balance is why this operation must talk to the database before it can answer.
        const auto balance =
            connection.exec_prepared(balance_sql, pg::params(x.money.customer, x.money.currency)).value();
        serve::Answered answered{
            {201,
             {{"Content-Type", "application/json"},
              {"Location", fmt::format("/ledger-entries/{}", id)},
              // of only this answer: not on the list of what is replayed
              {"X-Served-By", options_.owner}},
             fmt::format(R"({{"id":{},"account":{},"balance":{},"currency":"{}"}})", id,
                         json(x.money.customer).dump(), balance.integer(0, 0), x.money.currency)}};
        if (x.crash == CrashPoint::before_completion_commit)
          die_before_commit(x, connection, claim, answered);
        return answered;
      });
}

http::Answer RefundService::known(const Exchange& x) {
  for (const auto point : before_the_end) die_at(point, x);
  die_at(CrashPoint::before_completion_commit, x);
  return server_.serve_known(
      x.operation, x.request,
      {{201,
        {{"Content-Type", "application/json"}},
        fmt::format(R"({{"account":{},"amount":{},"currency":"{}","reference":{},"status":"credited"}})",
                    json(x.money.customer).dump(), x.money.amount, x.money.currency,
                    json(x.money.reference).dump())},
       {ledger_entry(x.id, x.money, x.money.amount)}});
}

}  // namespace onceover::try_it
