// SPDX-License-Identifier: GPL-3.0-or-later
// The samples that this console took while it was open, as a source of the dashboard. Takes them, too: one of
// these makes the console remember levels.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QVector>
#include <memory>
#include <optional>

#include "core/samples/samples.h"
#include "ui/bridge/confined.h"
#include "ui/bridge/session.h"
#include "ui/metrics/source.h"
#include "ui/workspace/sample_store.h"
#include "ui/workspace/workspace.h"

namespace onceover::metrics {

// As they are kept on this desktop.
QVector<workspace::SampleValue> valuesOf(const std::vector<samples::Level>& levels);
// Every metric that can come of a table, and of relays.
QStringList sampledMetrics();
QStringList relayMetrics();

// Takes samples of the levels that no counter tells: how many keys are in progress, stuck, waiting, and for
// how long. Every ten seconds while the session is connected and a person allows it, of the table that is
// read, by reads that core/browse bounds; and of the relays of its database. Counts alone: no key, no tenant,
// nothing of a row. Where it has none, it shows those that a sweeper or a relay stored (core/samples), so
// that a desktop that was not open has their history.
//
// Threads: the UI thread, which never waits for the store.
class SamplesSource : public Source {
  Q_OBJECT
 public:
  static constexpr std::chrono::milliseconds usually{10'000};

  // store: where it cannot be opened, the offer says why. The others must outlive it.
  using Store = bridge::Confined<workspace::SampleStore>;
  SamplesSource(bridge::Session& session, workspace::Workspace& workspace, std::shared_ptr<Store> store,
                QObject* parent = nullptr);

  Origin origin() const override { return Origin::samples; }
  QString name() const override { return tr("Samples"); }
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

  // Whether samples are taken; remembered. What was taken is shown all the same.
  void setAllowed(bool allowed);
  bool isAllowed() const;
  void setEvery(std::chrono::milliseconds every);
  // What is read now, or was read last; none: nothing was, yet.
  const std::optional<workspace::SampleKey>& key() const { return key_; }

 signals:
  void sampled(onceover::Timestamp at);
  void notSampled(const onceover::Error& error);  // the next look comes later than usual

 private:
  struct Reading {
    Timestamp at;
    QVector<workspace::SampleValue> values;
    samples::RelayLevels relays = {};
  };
  // What the store has of a table and of relays.
  struct Stored {
    samples::History table, relays;
    QString problem;  // why it could not be read
  };
  // A question, and what was known here when it was asked.
  struct ChartQuestion {
    Request request;
    workspace::SampleKey key;
    std::chrono::milliseconds pause;
    Timestamp now;
  };
  void draw(int tag, const Request& request, const Stored& stored);
  // On the store's thread.
  static Result<Chart> chart(const ChartQuestion& asked, const Stored& stored,
                             const workspace::SampleStore& file);
  // Whether a value of the store was used.
  static Result<bool> addLines(Chart& chart, const workspace::SampleStore& file,
                               const workspace::SampleKey& key, const QStringList& metrics,
                               const samples::History& stored);
  static Stored readStored(bridge::Reader& reader, const Request& request);
  void follow();
  void look();
  void took(const workspace::SampleKey& key, const Result<Reading>& seen);
  void keep(const workspace::SampleKey& key, const Reading& seen);
  void noteRelays(const workspace::SampleKey& key, const QString& whyNot);
  void lookLater(const workspace::SampleKey& key);
  static Result<Reading> read(bridge::Reader& reader);

  bridge::Session& session_;
  workspace::Workspace& workspace_;
  const std::shared_ptr<Store> store_;
  std::optional<Error> problem_;  // why there is no store
  std::optional<workspace::SampleKey> key_;
  QString relaysWhyNot_;  // there is no sample of relays, and can be none now
  QTimer timer_;
  std::chrono::milliseconds every_ = usually, pause_ = usually;  // pause: how far apart they are taken now
  Steady::time_point begun_;
  bool isLooking_ = false;
  // What a job is superseded by: one of the same asker and tag. Dropped, its answer never comes.
  QHash<int, QPointer<QObject>> askers_;
};

}  // namespace onceover::metrics
