#include "app/try/scene.h"

#include "core/base/random.h"
#include "core/gateway/http_gateway.h"
#include "core/metrics/flusher.h"
#include "core/profile/profile.h"
#include "core/sweeper/sweeper.h"

namespace onceover::try_it {
namespace {

Result<StuckKey> stuck_since(TryStore& store, Stuck kind, Duration ago) {
  auto stuck = store.make_stuck(kind);
  if (!stuck) return fail(stuck.error());
  if (auto expired = store.expire_lease(stuck->id, ago); !expired) return fail(expired.error());
  return stuck;
}

Result<void> sweep(TryStore& store) {
  auto connection = pg::Connection::open({.conninfo = store.conninfo(), .application_name = "onceover try sweeper"});
  if (!connection) return fail(connection.error());
  auto gateway = gateway::open_http_gateway(store.gateway_config_path());
  if (!gateway) return fail(gateway.error());
  metrics::Counters counters;
  sweeper::Sweeper sweeper(*connection, profile::own(), **gateway, {}, audit::this_actor("oncectl sweep"), &counters, Random(1));
  auto counts = sweeper.run_once();
  if (!counts) return fail(counts.error());
  return metrics::flush(*connection, new_uuid(), 1, counters.take());
}

}  // namespace

Result<std::vector<StuckKey>> make_scene(TryStore& store) {
  using std::chrono::minutes;
  const std::pair<Stuck, Duration> settled[] = {
      {Stuck::wrong_amount, minutes(34)}, {Stuck::charged_answer_lost, minutes(31)}, {Stuck::declined, minutes(29)},
      {Stuck::never_sent, minutes(28)},   {Stuck::charged_answer_lost, minutes(26)}, {Stuck::still_pending, minutes(21)}};
  for (const auto& [kind, ago] : settled) {
    if (auto stuck = stuck_since(store, kind, ago); !stuck) return fail(stuck.error());
  }
  if (auto swept = sweep(store); !swept) return fail(swept.error());
  const std::pair<Stuck, Duration> waiting[] = {{Stuck::never_sent, minutes(3)},
                                                {Stuck::declined, minutes(5)},
                                                {Stuck::charged_answer_lost, minutes(9)},
                                                {Stuck::charged_answer_lost, minutes(12)}};
  std::vector<StuckKey> left;
  for (const auto& [kind, ago] : waiting) {
    auto stuck = stuck_since(store, kind, ago);
    if (!stuck) return fail(stuck.error());
    left.push_back(std::move(*stuck));
  }
  return left;
}

}  // namespace onceover::try_it
