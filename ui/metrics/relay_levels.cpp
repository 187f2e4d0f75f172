#include "ui/metrics/relay_levels.h"

#include <QObject>
#include <algorithm>
#include <chrono>

#include "core/events/events.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {

using outbox::RelayView;

QStringList relayMetrics() {
  return {QStringLiteral("relay_lag"), QStringLiteral("relay_behind_s"), QStringLiteral("relay_parked"), QStringLiteral("relay_dead")};
}

QVector<workspace::SampleValue> levelsOf(const std::vector<RelayView>& relays) {
  QVector<workspace::SampleValue> out;
  if (relays.empty()) return out;
  std::optional<double> lag, behind;
  if (std::ranges::all_of(relays, &RelayView::is_lag_exact)) {
    lag = static_cast<double>(std::ranges::max(relays, {}, &RelayView::lag).lag);
    behind = 0;
    for (const RelayView& relay : relays)
      behind = std::max(*behind, std::chrono::duration<double>(relay.behind().value_or(Duration::zero())).count());
  }
  const auto total = [&](std::int64_t RelayView::*of) { return static_cast<double>(outbox::sum(relays, of)); };
  const QStringList names = relayMetrics();
  const std::optional<double> values[] = {lag, behind, total(&RelayView::parked), total(&RelayView::dead)};
  for (qsizetype i = 0; i < names.size(); ++i) out.append({names[i], QString(), values[i]});
  return out;
}

RelayLevels readRelays(pg::Connection& connection) {
  const auto there = events::are_there(connection);
  if (!there) return {{}, widgets::sentences(there.error())};
  if (!*there) return {{}, QObject::tr("This database has no outbox of the onceover schema, or an earlier version of the schema.")};
  const auto relays = outbox::relays(connection);
  if (!relays) return {{}, widgets::sentences(relays.error())};
  if (relays->empty()) return {{}, QObject::tr("No relay publishes the outbox of this database.")};
  return {levelsOf(*relays), {}};
}

}  // namespace onceover::metrics
