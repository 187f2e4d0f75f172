// Ways to get stuck, made on demand.
#include <fmt/format.h>

#include "app/try/crash_points.h"
#include "app/try/gateway_control.h"
#include "app/try/refund_service.h"
#include "app/try/try_world.h"
#include "core/base/words.h"
#include "core/key/identity.h"
#include "core/pg/connection.h"

namespace onceover::try_it {
namespace {

constexpr Duration stuck_within = std::chrono::seconds(10);
// A crash needs a request that reaches a living worker; the others may just be starting again.
constexpr int tries_to_get_stuck = 10;
constexpr auto between_tries = std::chrono::milliseconds(200);
constexpr int retries_without_fault = 8;

}  // namespace

constexpr auto stuck_words = words<Stuck>({{Stuck::charged_answer_lost, "charged_answer_lost"},
                                           {Stuck::never_sent, "never_sent"},
                                           {Stuck::declined, "declined"},
                                           {Stuck::arrives_late, "arrives_late"},
                                           {Stuck::wrong_amount, "wrong_amount"},
                                           {Stuck::still_pending, "still_pending"}});

std::string_view word(Stuck kind) { return stuck_words.of(kind); }

Result<StuckKey> TryStore::make_stuck(Stuck kind) {
  std::uint64_t number = 0;
  std::int64_t amount = 0;
  {
    const std::lock_guard lock(impl_->mutex);
    number = impl_->random.below(1ULL << 40);
    amount = static_cast<std::int64_t>(1'000 + impl_->random.below(20'000));
  }
  const bool is_refund = kind == Stuck::charged_answer_lost || kind == Stuck::arrives_late;
  const std::string path = is_refund ? "/refunds" : "/payments", effect = is_refund ? "refund" : "charge";
  const std::string reference = is_refund ? fmt::format("ch_{:010x}", number) : fmt::format("order-{}", number % 1'000'000);
  StuckKey stuck{{default_tenant, "POST " + path, fmt::format("stuck-{}-{:010x}", word(kind), number)}, {}, {}};
  stuck.downstream_key = key::downstream_key(stuck.id, effect);
  stuck.request_body = fmt::format(R"({{"amount":{},"currency":"EUR","customer":"c_{}","{}":"{}"}})", amount, number % 400,
                                   is_refund ? "charge_id" : "reference", reference);
  const GatewayControl gateway(impl_->gateway_port);
  Result<void> prepared;
  switch (kind) {
    case Stuck::charged_answer_lost: prepared = gateway.script(stuck.downstream_key, Fault::none); break;
    case Stuck::never_sent:
      // The client comes back, and the scene is about its key: no fault of the live traffic may meet it there.
      for (int retry = 0; retry < retries_without_fault && prepared; ++retry) prepared = gateway.script(stuck.downstream_key, Fault::none);
      break;
    case Stuck::declined: prepared = gateway.script(stuck.downstream_key, Fault::declined); break;
    case Stuck::arrives_late: prepared = gateway.script(stuck.downstream_key, Fault::arrives_late); break;
    case Stuck::wrong_amount: prepared = gateway.plant({effect, stuck.downstream_key, amount + 500, "EUR", reference}); break;
    case Stuck::still_pending: prepared = gateway.script(stuck.downstream_key, Fault::stays_pending); break;
  }
  if (!prepared) return fail(prepared.error());
  const bool sends = kind != Stuck::never_sent && kind != Stuck::wrong_amount;
  const CrashPoint point = !sends ? CrashPoint::before_send : kind == Stuck::declined ? CrashPoint::after_reply : CrashPoint::after_send;

  auto connection = pg::Connection::open({.conninfo = conninfo(), .application_name = "onceover try"});
  if (!connection) return fail(connection.error());
  pg::Params params;
  params.text(stuck.id.tenant).text(stuck.id.operation).text(stuck.id.key);
  HttpRequest request = keyed_post(path, stuck.id.tenant, stuck.id.key, stuck.request_body);
  request.headers.emplace_back(crash_header, word(point));
  for (int attempt = 0; attempt < tries_to_get_stuck; ++attempt) {
    const HttpReply reply = call(impl_->port->port(), request, stuck_within);
    auto row =
        connection->exec("SELECT state FROM onceover.keys WHERE tenant = $1::text AND operation = $2::text AND key = $3::text", params);
    if (!row) return fail(row.error());
    if (!row->empty() && row->view(0, 0) == "in_progress") return stuck;
    if (reply.status != 0 && reply.status < 500) break;
    if (!impl_->wait(between_tries)) break;
  }
  return fail(ErrorKind::internal, fmt::format("No request got stuck as \"{}\".", word(kind)));
}

Result<void> TryStore::expire_lease(const key::Identity& id, Duration ago) {
  auto connection = pg::Connection::open({.conninfo = conninfo(), .application_name = "onceover try"});
  if (!connection) return fail(connection.error());
  pg::Params params;
  params.text(id.tenant).text(id.operation).text(id.key).interval(ago);
  auto changed = connection->exec(
      "UPDATE onceover.keys SET locked_until = pg_catalog.clock_timestamp() - $4::interval, "
      "created_at = LEAST(created_at, pg_catalog.clock_timestamp() - $4::interval - interval '8 seconds') "
      "WHERE tenant = $1::text AND operation = $2::text AND key = $3::text AND state = 'in_progress'",
      params);
  if (!changed) return fail(changed.error());
  if (changed->affected() != 1) return fail(ErrorKind::invalid_input, "No unfinished key has that name.", "No lease was ended.");
  return {};
}

}  // namespace onceover::try_it
