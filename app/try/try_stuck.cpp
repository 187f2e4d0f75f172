// SPDX-License-Identifier: Apache-2.0
// Ways to get stuck, made on demand, and a scene of several.
#include <fmt/format.h>

#include "app/try/refund_service.h"
#include "app/try/try_store.h"
#include "core/base/enum_names.h"
#include "core/base/result.h"
#include "core/gateway/open.h"
#include "core/key/identity.h"
#include "core/pg/connection.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/profile.h"

namespace onceover::try_it {
namespace {

constexpr Duration stuck_within = std::chrono::seconds(10);
// A crash needs a request that reaches a living worker; the others may just be starting again.
constexpr int tries_to_get_stuck = 10;
constexpr auto between_tries = std::chrono::milliseconds(200);
constexpr int retries_without_fault = 8;
constexpr Duration dead_within = std::chrono::seconds(20);

// How a key gets stuck: what the client sends, how the gateway treats it, and where the worker dies.
struct Way {
  bool is_refund;
  Fault fault;
  CrashPoint dies;
};
constexpr Way way_of(Stuck kind) {
  switch (kind) {
    case Stuck::charged_answer_lost: return {true, Fault::none, CrashPoint::after_send};
    case Stuck::never_sent: return {false, Fault::none, CrashPoint::before_send};
    case Stuck::declined: return {false, Fault::declined, CrashPoint::after_reply};
    case Stuck::arrives_late: return {true, Fault::arrives_late, CrashPoint::after_send};
    case Stuck::wrong_amount: return {false, Fault::none, CrashPoint::before_send};
    case Stuck::still_pending: return {false, Fault::stays_pending, CrashPoint::after_send};
  }
  return {};
}

StuckKey stuck_since(TryStore& store, Stuck kind, Duration ago) {
  StuckKey stuck = store.make_stuck(kind).value();
  require(store.expire_lease(stuck.id, ago));
  return stuck;
}

void sweep(TryStore& store) {
  auto connection =
      pg::Connection::open({.conninfo = store.conninfo(), .application_name = "onceover try sweeper"})
          .value();
  const auto gateway = gateway::open_gateway(store.gateway_config_path()).value();
  metrics::Counters counters_;
  sweeper::Sweeper sweeper(connection, tables::own(), *gateway, {}, audit::this_actor("oncectl sweep"),
                           &counters_, Random(1));
  (void)sweeper.run_once().value();
  require(metrics::flush(connection, new_uuid(), 1, counters_.take()));
}

}  // namespace

constexpr auto stuck_words = enum_names<Stuck>();

std::string_view word(Stuck kind) { return stuck_words.of(kind); }

Result<StuckKey> TryStore::make_stuck(Stuck kind) {
  const auto [number, drawn] = locked([&] {
    return std::pair{random_.below(1ULL << 40), random_.below(20'000)};
  });
  const auto amount = static_cast<std::int64_t>(1'000 + drawn);
  const auto [is_refund, fault, dies] = way_of(kind);
  const std::string path = is_refund ? "/refunds" : "/payments", effect = effect_of("POST " + path);
  const std::string reference =
      is_refund ? fmt::format("ch_{:010x}", number) : fmt::format("order-{}", number % 1'000'000);
  StuckKey stuck{
      {default_tenant, "POST " + path, fmt::format("stuck-{}-{:010x}", word(kind), number)}, {}, {}};
  stuck.downstream_key = key::downstream_key(stuck.id, effect);
  stuck.request_body = fmt::format(R"({{"amount":{},"currency":"EUR","customer":"c_{}","{}":"{}"}})", amount,
                                   number % 400, is_refund ? "charge_id" : "reference", reference);
  HttpRequest request = keyed_post(path, stuck.id.tenant, stuck.id.key, stuck.request_body);
  request.headers.emplace_back(crash_header, word(dies));
  // The client comes back for a key that was never sent, and the scene is about its key: no fault of the live
  // traffic may meet it there.
  const int scripts = kind == Stuck::wrong_amount ? 0 : kind == Stuck::never_sent ? retries_without_fault : 1;
  return as_result([&, fault = fault]() -> Result<StuckKey> {
    for (int i = 0; i < scripts; ++i) gateway_->script(stuck.downstream_key, fault);
    if (kind == Stuck::wrong_amount)
      gateway_->ledger().plant({effect, stuck.downstream_key, amount + 500, "EUR", reference}, Steady::now());

    auto connection =
        pg::Connection::open({.conninfo = conninfo(), .application_name = "onceover try"}).value();
    pg::Params params;
    params.text(stuck.id.tenant).text(stuck.id.operation).text(stuck.id.key);
    for (int attempt = 0; attempt < tries_to_get_stuck; ++attempt) {
      const HttpReply reply = call(port_->port(), request, stuck_within);
      const auto row = connection
                           .exec(
                               "SELECT state FROM onceover.keys WHERE tenant = $1::text AND operation = "
                               "$2::text AND key = $3::text",
                               params)
                           .value();
      if (!row.empty() && row.view(0, 0) == "in_progress") return stuck;
      if (reply.status != 0 && reply.status < 500) break;
      if (!wait(between_tries)) break;
    }
    return fail(ErrorKind::internal, fmt::format("No request got stuck as \"{}\".", word(kind)));
  });
}

Result<void> TryStore::expire_lease(const key::Identity& id, Duration ago) {
  auto connection = pg::Connection::open({.conninfo = conninfo(), .application_name = "onceover try"});
  if (!connection) return fail(connection.error());
  pg::Params params;
  params.text(id.tenant).text(id.operation).text(id.key).interval(ago);
  auto changed = connection->exec(
      "UPDATE onceover.keys SET locked_until = pg_catalog.clock_timestamp() - $4::interval, created_at = "
      "LEAST(created_at, pg_catalog.clock_timestamp() - $4::interval - interval '8 seconds') WHERE tenant = "
      "$1::text AND operation = $2::text AND key = $3::text AND state = 'in_progress'",
      params);
  if (!changed) return fail(changed.error());
  if (changed->affected() != 1)
    return fail(ErrorKind::invalid_input, "No unfinished key has that name.", "No lease was ended.");
  return {};
}

Result<std::vector<StuckKey>> make_scene(TryStore& store) {
  using std::chrono::minutes;
  const std::pair<Stuck, Duration> settled[] = {{Stuck::wrong_amount, minutes(34)},
                                                {Stuck::charged_answer_lost, minutes(31)},
                                                {Stuck::declined, minutes(29)},
                                                {Stuck::never_sent, minutes(28)},
                                                {Stuck::charged_answer_lost, minutes(26)},
                                                {Stuck::still_pending, minutes(21)}};
  const std::pair<Stuck, Duration> waiting[] = {{Stuck::never_sent, minutes(3)},
                                                {Stuck::declined, minutes(5)},
                                                {Stuck::charged_answer_lost, minutes(9)},
                                                {Stuck::charged_answer_lost, minutes(12)}};
  return as_result([&] {
    std::optional<key::Identity> poison;
    if (store.no_events().empty()) poison = store.make_poison().value();
    for (const auto& [kind, ago] : settled) stuck_since(store, kind, ago);
    sweep(store);
    std::vector<StuckKey> left;
    for (const auto& [kind, ago] : waiting) left.push_back(stuck_since(store, kind, ago));
    if (poison) require(store.wait_for_dead_letter(*poison, dead_within));
    return left;
  });
}

}  // namespace onceover::try_it
