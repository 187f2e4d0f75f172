// What the relays of a database report of its outbox, as levels that are sampled.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <vector>

#include "core/outbox/operate.h"
#include "ui/workspace/sample_store.h"

namespace onceover::metrics {

// Every metric that can come of it.
QStringList relayMetrics();
// Of several relays the one furthest behind, and the held back events of all. What was not looked at to its end is none. No relay: nothing.
QVector<workspace::SampleValue> levelsOf(const std::vector<outbox::RelayView>& relays);

struct RelayLevels {
  QVector<workspace::SampleValue> values;
  QString whyNot;  // a sentence instead of them
};
// Bounded, as outbox::relays().
RelayLevels readRelays(pg::Connection& connection);

}  // namespace onceover::metrics
