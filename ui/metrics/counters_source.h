// What the services counted, read over the session's connection.
#pragma once

#include <QHash>
#include <QPointer>

#include "ui/bridge/session.h"
#include "ui/metrics/source.h"

namespace onceover::metrics {

class CountersSource : public Source {
  Q_OBJECT
 public:
  explicit CountersSource(bridge::Session& session, QObject* parent = nullptr);

  Origin origin() const override { return Origin::counters; }
  QString name() const override { return tr("Counters"); }
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

 private:
  bridge::Session& session_;
  // What a job is superseded by: one of the same asker and tag. Dropped, its answer never comes.
  QHash<int, QPointer<QObject>> askers_;
};

}  // namespace onceover::metrics
