// Takes samples of the levels that no counter tells: how many keys are in progress, stuck, waiting, and for how long. Every ten seconds
// while the session is connected and a person allows it, of the table that is read, by reads that core/browse bounds. Counts alone: no key,
// no tenant, nothing of a row.
//
// Threads: the UI thread.
#pragma once

#include <QObject>
#include <QTimer>
#include <QVector>
#include <optional>

#include "core/browse/browser.h"
#include "core/profile/profile.h"
#include "ui/bridge/session.h"
#include "ui/workspace/sample_store.h"

namespace onceover::metrics {

// What of it is a level. What was not counted to its end is none: not a number that would be too low.
QVector<workspace::SampleValue> levelsOf(const browse::StateCounts& counts, const profile::Profile& profile);
QVector<workspace::SampleValue> levelsOf(const browse::Backlog& backlog);
// Every metric that can come of it.
QStringList sampledMetrics();

class Sampler : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::milliseconds usually{10'000};

  // Both must outlive it.
  Sampler(bridge::Session& session, workspace::SampleStore& store, QObject* parent = nullptr);

  void setAllowed(bool allowed);
  bool isAllowed() const { return isAllowed_; }
  void setEvery(std::chrono::milliseconds every);

  // How far apart they are taken now.
  std::chrono::milliseconds pause() const { return pause_; }

  // What is read now, or was read last; none: nothing was, yet.
  const std::optional<workspace::SampleKey>& key() const { return key_; }

 signals:
  void sampled(onceover::Timestamp at);
  void notSampled(const onceover::Error& error);  // the next look comes later than usual

 private:
  struct Seen {
    Timestamp at;
    QVector<workspace::SampleValue> values;
  };
  void follow();
  void look();
  void took(const workspace::SampleKey& key, const Result<Seen>& seen);
  void keep(const workspace::SampleKey& key, const Seen& seen);
  static Result<Seen> read(bridge::Reader& reader);

  bridge::Session& session_;
  workspace::SampleStore& store_;
  std::optional<workspace::SampleKey> key_;
  QTimer timer_;
  std::chrono::milliseconds every_ = usually, pause_ = usually;
  Steady::time_point begun_;
  bool isAllowed_ = true, isLooking_ = false;
};

}  // namespace onceover::metrics
