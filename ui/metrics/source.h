// SPDX-License-Identifier: GPL-3.0-or-later
// Where a dashboard's numbers come from: one of several sources, all answering in the one form of core/metrics/chart.h.
//
// Threads: the UI thread; nothing here waits. Answers come by signal, later, never within ask().
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVector>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "ui/bridge/session.h"

namespace onceover::metrics {

// What a source can know, so that a page asks for nothing else and says what is not there.
struct Offer {
  QStringList metrics, distributions;  // names, as in all_metrics() and counters.h
  QVector<By> by;                      // beside By::nothing
  QHash<QString, QString> whyNotOf;    // of metrics and distributions that are not among them now, why, in a sentence
  QString whyNot;                      // why nothing can be asked now, in a sentence; empty: it can
};

struct Comparison {
  Duration back{0};  // 0: with nothing
  QString when;      // "yesterday"
};

class Source : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  virtual Origin origin() const = 0;
  virtual QString name() const = 0;  // for people: "Counters", "Prometheus at metrics.example"
  virtual Offer offer() const = 0;
  // tag: the asker's own; a later ask() of the same tag supersedes one that is not answered, whose answer never comes.
  virtual void ask(int tag, const Request& request) = 0;
  virtual void cancel() = 0;  // everything asked and not answered; no answers come
  // Rows, about, that the last answer to this tag did not read because nobody asked for so many; 0: none.
  virtual double notRead(int) const { return 0; }
  // Reads them, whatever it costs, where it can be cancelled; the answer to the last request of this tag comes anew.
  virtual void readAll(int) {}

 protected:
  void tell(int tag, const Result<Chart>& chart) { chart ? emit answered(tag, *chart) : emit failed(tag, chart.error()); }

 signals:
  void answered(int tag, const onceover::metrics::Chart& chart);
  void failed(int tag, const onceover::Error& error);
  void offerChanged();
};

// What the services counted, read over the session's connection.
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
