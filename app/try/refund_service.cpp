#include "app/try/refund_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/gateway/config.h"
#include "core/http/headers.h"
#include "core/http/idempotency_key.h"
#include "core/key/fingerprint.h"
#include "core/key/identity.h"
#include "core/key/replay_headers.h"

namespace onceover::try_it {
namespace {

// What the gateway of the try-out promises (GatewayOptions::dedupe_window): an attempt before this one may have reached it.
constexpr Duration gateway_dedupes_for = std::chrono::hours(24);

using nlohmann::json;

key::StoredResponse stored(const http::Answer& answer) {
  return {key::response_version, answer.status, key::replayable(answer.headers), answer.body};
}

}  // namespace

struct RefundService::Served {
  const HttpRequest& http;
  const ServedOperation& operation;
  MoneyRequest money;
  engine::Request request;
  engine::OperationPolicy policy;
  pg::Connection* connection = nullptr;
  engine::Engine* engine = nullptr;
  std::optional<CrashPoint> crash;
};

RefundService::RefundService(const ServiceOptions& options, CrashPlan::Note note)
    : options_(options),
      operations_{
          {"/payments", "POST /payments", ServedOperation::Way::lease, "/charges", "charge"},
          {"/refunds", "POST /refunds", ServedOperation::Way::lease, "/refunds", "refund"},
          {"/ledger-entries", "POST /ledger-entries", ServedOperation::Way::interactive, "", "", http::MismatchStatus::conflict_409},
          {"/credits", "POST /credits", ServedOperation::Way::known, "", ""}},
      crashes_(std::move(note)),
      pool_({.conninfo = options.conninfo, .application_name = options.owner}),
      flusher_(counters_, {.conninfo = options.conninfo, .application_name = options.owner + " counters"}) {}

Result<std::unique_ptr<RefundService>> RefundService::make(const ServiceOptions& options, CrashPlan::Note note) {
  auto config = gateway::load_config(options.gateway_config);
  if (!config) return fail(config.error());
  std::unique_ptr<RefundService> service(new RefundService(options, std::move(note)));
  for (const auto& operation : config->operations) {
    if (operation.declaration.response) service->templates_.emplace_back(operation.name, *operation.declaration.response);
  }
  return service;
}

void RefundService::die_at(CrashPoint point, const Served& served) {
  if (served.crash == point) crashes_.crash(point, served.request.id);
}

http::Answer RefundService::serve(const HttpRequest& request) {
  const auto operation = std::ranges::find(operations_, request.path, &ServedOperation::path);
  if (operation == operations_.end())
    return problem(404, "VALIDATION.path", "No such path", "See /payments, /refunds, /ledger-entries, /credits.");
  if (!http::needs_key(request.method, true)) return problem(405, "VALIDATION.method", "Nothing to read here", "Send a POST.");
  const auto header = http::parse_idempotency_key(request.headers);
  if (std::holds_alternative<http::KeyMissing>(header)) return http::key_missing();
  if (const auto* malformed = std::get_if<http::KeyMalformed>(&header)) return http::key_malformed(malformed->reason);
  const std::string tenant = request.header("X-Tenant");
  auto id = key::make_identity(tenant.empty() ? default_tenant : tenant, operation->name, std::get<http::KeyGiven>(header).key);
  if (!id) return http::key_malformed(id.error().what);
  auto money = parse_money_request(request.body);
  if (!money) return problem(400, "VALIDATION.body", "The request was not understood", money.error());

  auto connection = pool_.lend();
  if (!connection) return http::store_unavailable();
  engine::Engine engine(**connection, &counters_);
  const std::string correlation = http::correlation_of(request.headers);
  Served served{.http = request, .operation = *operation, .money = *money, .connection = &**connection, .engine = &engine};
  served.request = {
      *id,
      key::fingerprint(request.body),
      options_.owner,
      correlation.empty() ? new_uuid() : correlation,
      {money->customer.empty() ? std::nullopt : std::optional(money->customer), decimal(money->amount), money->currency, money->reference}};
  served.policy = {.lease = options_.lease};
  served.crash = crashes_.take(request.header(crash_header));
  switch (operation->way) {
    case ServedOperation::Way::lease: served.policy.rerunnable_for = options_.rerunnable_for; return by_lease(served);
    case ServedOperation::Way::interactive: return within(served);
    case ServedOperation::Way::known: return known(served);
  }
  return http::store_unavailable();
}

http::Answer RefundService::answer_for(const engine::Outcome& outcome, const Served& served) const {
  struct Answers {
    http::MismatchStatus mismatch;
    http::Answer operator()(const engine::Claim&) const { return http::in_progress(std::chrono::seconds(1)); }
    http::Answer operator()(const engine::Replay& replay) const { return http::replay(replay.response); }
    http::Answer operator()(const key::InFlight& flight) const { return http::in_progress(flight.retry_after); }
    http::Answer operator()(const key::AwaitingReconciliation& awaiting) const {
      return http::awaiting_reconciliation(awaiting.retry_after);
    }
    http::Answer operator()(const key::Mismatch&) const { return http::payload_mismatch(mismatch); }
    http::Answer operator()(const engine::UnknownResponse& unknown) const { return http::replay({.version = unknown.version}); }
  };
  return std::visit(Answers{served.operation.mismatch}, outcome);
}

http::Answer RefundService::by_lease(Served& served) {
  if (served.crash == CrashPoint::before_claim_commit) {
    // The same insert, with the process gone before its commit.
    (void)served.engine->claim_within(served.request, served.policy);
    die_at(CrashPoint::before_claim_commit, served);
  }
  auto outcome = served.engine->claim(served.request, served.policy);
  if (!outcome) return http::store_unavailable();
  const auto* claim = std::get_if<engine::Claim>(&*outcome);
  return claim != nullptr ? run_claimed(served, *claim) : answer_for(*outcome, served);
}

http::Answer RefundService::run_claimed(Served& served, const engine::Claim& claim) {
  die_at(CrashPoint::after_claim_commit, served);
  const Effect effect = call_gateway(served, claim);
  die_at(CrashPoint::after_reply, served);
  switch (final_.of(effect.answer.status)) {
    case key::FinalOutcome::succeeded: return finish(served, claim, effect, key::State::succeeded);
    case key::FinalOutcome::failed: return finish(served, claim, effect, key::State::failed);
    case key::FinalOutcome::not_final: break;
  }
  // Without the word "no effect" the outcome is unknown: the lease runs out, and evidence decides.
  if (effect.no_effect) (void)served.engine->release(claim, claim.created_at + gateway_dedupes_for);
  return http::first_answer(effect.answer, false);
}

http::Answer RefundService::finish(Served& served, const engine::Claim& claim, const Effect& effect, key::State state) {
  const auto response = stored(effect.answer);
  std::vector<pg::Statement> rows;
  if (state == key::State::succeeded) {
    auto wanted = finish_statements({served.request.id, effect.id, served.money, http::trace_of(served.http.headers)}, options_.announcing);
    // The effect has happened: evidence will settle the key.
    if (!wanted) return outcome_unknown(wanted.error().sentence());
    rows = std::move(*wanted);
  }
  if (served.crash == CrashPoint::before_completion_commit) {
    (void)served.connection->exec("BEGIN");
    for (const auto& statement : rows) (void)served.connection->exec(statement.sql, statement.params);
    (void)served.engine->complete_within(claim, state, response, effect.error_code);
    die_at(CrashPoint::before_completion_commit, served);
  }
  auto written = served.engine->finish_within(claim, state, response, rows, effect.error_code);
  if (!written) return outcome_unknown("The answer could not be stored.");
  if (std::holds_alternative<engine::OwnershipLost>(*written)) {
    // Another process has settled the key, or is about to: what is stored there is the answer.
    auto outcome = served.engine->claim(served.request, {.lease = served.policy.lease});
    return outcome ? answer_for(*outcome, served) : outcome_unknown("The answer could not be stored.");
  }
  die_at(CrashPoint::after_completion_commit, served);
  return http::first_answer(effect.answer, true);
}

Effect RefundService::call_gateway(Served& served, const engine::Claim& claim) {
  const std::string key = key::downstream_key(claim.id, served.operation.effect);
  const json body{{"amount", served.money.amount}, {"currency", served.money.currency}, {"reference", served.money.reference}};
  const HttpRequest request{
      "POST", served.operation.gateway_path, {{"Content-Type", "application/json"}, {"Idempotency-Key", key}}, body.dump()};
  die_at(CrashPoint::before_send, served);
  if (served.crash == CrashPoint::after_send) {
    // Written, and left without a wait for the answer.
    call(options_.gateway_port, request, options_.gateway_timeout, Duration{0});
    die_at(CrashPoint::after_send, served);
  }
  const auto shape = std::ranges::find(templates_, served.operation.name, &std::pair<std::string, gateway::ResponseTemplate>::first);
  return read_effect(call(options_.gateway_port, request, options_.gateway_timeout), key, claim.taken_over,
                     shape == templates_.end() ? nullptr : &shape->second);
}

http::Answer RefundService::within(Served& served) {
  auto outcome = served.engine->claim_within(served.request, served.policy);
  if (!outcome || !std::holds_alternative<engine::Claim>(*outcome)) {
    if (served.connection->in_transaction()) (void)served.connection->exec("ROLLBACK");
    return outcome ? answer_for(*outcome, served) : http::store_unavailable();
  }
  const auto& claim = std::get<engine::Claim>(*outcome);
  for (const auto point : {CrashPoint::before_claim_commit, CrashPoint::after_claim_commit, CrashPoint::before_send}) die_at(point, served);
  const auto undone = [&] {
    if (served.connection->in_transaction()) (void)served.connection->exec("ROLLBACK");
    return http::store_unavailable();
  };
  const auto entry = ledger_entry(served.request.id, served.money, served.money.amount);
  auto inserted = served.connection->exec_prepared(entry.sql, entry.params);
  if (!inserted) return undone();
  // An account's balance is why this operation must talk to the database before it can answer.
  pg::Params account;
  account.text(served.money.customer).text(served.money.currency);
  auto balance = served.connection->exec_prepared(
      "SELECT pg_catalog.sum(amount)::bigint FROM shop.ledger_entries WHERE account = $1::text AND currency = $2::text", account);
  if (!balance) return undone();
  for (const auto point : {CrashPoint::after_send, CrashPoint::after_reply}) die_at(point, served);
  const std::int64_t id = inserted->integer(0, 0);
  const http::Answer answer{201,
                            {{"Content-Type", "application/json"},
                             {"Location", fmt::format("/ledger-entries/{}", id)},
                             {"X-Served-By", options_.owner}},  // of only this answer: not on the list of what is replayed
                            fmt::format(R"({{"id":{},"account":{},"balance":{},"currency":"{}"}})", id, json(served.money.customer).dump(),
                                        balance->integer(0, 0), served.money.currency)};
  if (served.crash == CrashPoint::before_completion_commit) {
    (void)served.engine->complete_within(claim, key::State::succeeded, stored(answer));
    die_at(CrashPoint::before_completion_commit, served);
  }
  auto written = served.engine->finish_within(claim, key::State::succeeded, stored(answer), {});
  if (!written) return outcome_unknown("The entry could not be committed.");
  if (std::holds_alternative<engine::OwnershipLost>(*written)) return undone();
  die_at(CrashPoint::after_completion_commit, served);
  return http::first_answer(answer, true);
}

http::Answer RefundService::known(Served& served) {
  for (const auto point : {CrashPoint::before_claim_commit, CrashPoint::after_claim_commit, CrashPoint::before_send, CrashPoint::after_send,
                           CrashPoint::after_reply, CrashPoint::before_completion_commit}) {
    die_at(point, served);
  }
  const http::Answer answer{
      201,
      {{"Content-Type", "application/json"}},
      fmt::format(R"({{"account":{},"amount":{},"currency":"{}","reference":{},"status":"credited"}})", json(served.money.customer).dump(),
                  served.money.amount, served.money.currency, json(served.money.reference).dump())};
  const std::vector<pg::Statement> rows{ledger_entry(served.request.id, served.money, served.money.amount)};
  auto outcome = served.engine->run_known(served.request, served.policy, key::State::succeeded, stored(answer), rows);
  if (!outcome) return outcome_unknown("The credit could not be committed.");
  die_at(CrashPoint::after_completion_commit, served);
  return std::visit(
      [&](const auto& value) -> http::Answer {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, engine::Engine::Executed>) {
          return http::first_answer(answer, true);
        } else {
          return answer_for(engine::Outcome(value), served);
        }
      },
      *outcome);
}

}  // namespace onceover::try_it
