// SPDX-License-Identifier: GPL-3.0-or-later
// What the console saw of levels while it was open: counts alone, by the database's clock. One SQLite file of
// its own, beside the workspace's, readable by its owner alone: damaged or lost, it takes nothing else with
// it.
//
// Threads: the one that opened it, and not the UI thread: opening counts up to a million rows. See
// ui/bridge/confined.h.
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "ui/workspace/workspace.h"

namespace onceover::workspace {

// A table of a database of a cluster, wherever its address leads.
struct SampleKey {
  QString server;  // the cluster's system identifier, or what else tells it from others
  qint64 database = 0;
  QString relation;
  bool operator==(const SampleKey&) const = default;
};

struct SampleValue {
  QString metric, group;
  std::optional<double> value;  // none: it was looked for, and there was more than could be counted
};

// The last sample of a step.
struct StepSample {
  qint64 step = 0;
  Timestamp at;
  std::optional<double> value;
};
struct SampledLine {
  QString metric, group;
  std::vector<StepSample> samples;  // ascending; a step without one is not there
};

class SampleStore {
 public:
  struct Limits {
    Duration fine = std::chrono::hours(24);       // beyond that, the last one of each minute is kept
    Duration kept = std::chrono::hours(24 * 30);  // of each table, from its newest one on
    qint64 rows = 1'000'000;                      // of all tables together; some 40 MB. The oldest go first
  };
  // Makes file (0600) and directory (0700) where missing; an empty path keeps everything in memory. io: it
  // cannot be made, or what is there is damaged or something else.
  static Result<std::unique_ptr<SampleStore>> open(const QString& path, const Limits& limits);
  static Result<std::unique_ptr<SampleStore>> open(const QString& path) { return open(path, Limits()); }

  // Thins and forgets what is due once an hour of the samples' own time. Where the clock went back by more
  // than a minute, what was taken behind `at` is forgotten: it was told by a clock that was wrong.
  Result<void> add(const SampleKey& key, Timestamp at, const QVector<SampleValue>& values);

  // By metric and group, in the order of `metrics`. As fast as there are steps, however many rows the range
  // holds.
  Result<std::vector<SampledLine>> lastOfSteps(const SampleKey& key, const QStringList& metrics,
                                               Timestamp from, Duration step, qint64 steps) const;
  Result<std::optional<Timestamp>> newest(const SampleKey& key) const;
  qint64 rows() const { return rows_; }
  const Limits& limits() const { return limits_; }

 private:
  explicit SampleStore(const Limits& limits);
  Result<qint64> seriesOf(const SampleKey& key, const QString& metric, const QString& group);
  Result<void> addAll(const SampleKey& key, Timestamp at, const QVector<SampleValue>& values);
  Result<void> forgetRows(const QString& statement, const QVariantList& values);
  Result<void> markThinned(const SampleKey& key, qint64 to, const QString& bound);
  Result<void> forgetBehind(const SampleKey& key, Timestamp at);
  Result<void> tidy(const SampleKey& key, Timestamp now);
  Result<void> forgetOldest();

  Database file_;
  Limits limits_;
  qint64 rows_ = 0;
  QHash<QString, qint64> series_;     // ids, by all that names one
  QHash<QString, Timestamp> tidied_;  // by key
};

}  // namespace onceover::workspace
