// SPDX-License-Identifier: GPL-3.0-or-later
// Where a dashboard's numbers come from: one of several sources, all answering in the one form of
// core/metrics/chart.h.
//
// Threads: the UI thread; nothing here waits. Answers come by signal, later, never within ask().
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/metrics/chart.h"
#include "core/row_metrics/row_metrics.h"
#include "ui/bridge/confined.h"
#include "ui/bridge/session.h"
#include "ui/charts/plane_chart.h"
#include "ui/workspace/cell_store.h"

namespace onceover::metrics {

// What a source can know, so that a page asks for nothing else and says what is not there.
struct Offer {
  QStringList metrics, distributions;  // names, as in all_metrics() and counters.h
  QVector<By> by;                      // beside By::nothing
  QHash<QString, QString>
      whyNotOf;    // of metrics and distributions that are not among them now, why, in a sentence
  QString whyNot;  // why nothing can be asked now, in a sentence; empty: it can
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
  // tag: the asker's own; a later ask() of the same tag supersedes one that is not answered, whose answer
  // never comes.
  virtual void ask(int tag, const Request& request) = 0;
  virtual void cancel() = 0;  // everything asked and not answered; no answers come
  // Rows, about, that the last answer to this tag did not read because nobody asked for so many; 0: none.
  virtual double notRead(int) const { return 0; }
  // Reads them, whatever it costs, where it can be cancelled; the answer to the last request of this tag
  // comes anew.
  virtual void readAll(int) {}

 protected:
  void tell(int tag, const Result<Chart>& chart) {
    chart ? emit answered(tag, *chart) : emit failed(tag, chart.error());
  }

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

// What was done to the store in the range a dashboard shows, read over its session and drawn on its charts.

class MetricsPage;

// Asked for from `from` on. Where acts are known only since later, a marker says so.
QVector<charts::Marker> markersOf(const Marks& marks, Timestamp from);

// Reads them over the session as long as the page lives. Where the store has no trail, or it may not be read,
// charts have no marks.
void feedMarks(bridge::Session& session, MetricsPage& page);

// The chosen table's own rows as a source of the dashboard, on the session's lanes: what the planner says is
// little is read among the pages' reads; the rest when a person asks, in the background, with progress and a
// cancel. What was counted is kept in the cell store.

class RowsSource : public Source {
  Q_OBJECT
 public:
  // cells: may be null, then nothing is kept and nothing that was removed is known; the session's lanes ask
  // it, and a chart says where they cannot be read. The session must outlive the source.
  RowsSource(bridge::Session& session, std::shared_ptr<bridge::Confined<workspace::CellStore>> cells,
             row_metrics::Options options = {}, QObject* parent = nullptr);

  Origin origin() const override { return Origin::rows; }
  QString name() const override;
  Offer offer() const override;
  void ask(int tag, const Request& request) override;
  void cancel() override;

  // For want of an index, or because they are many.
  double notRead(int tag) const override { return notRead_.value(tag); }
  // Shown among the session's jobs, where it can be cancelled; hours that were counted by then are kept.
  void readAll(int tag) override;

 private:
  void forgetTable();
  void findSubject();
  void next();
  void read(int tag, bool whole);
  void take(int tag, quint64 turn, Result<row_metrics::Reading> reading);

  bridge::Session& session_;
  std::shared_ptr<bridge::Confined<workspace::CellStore>> cells_;
  const row_metrics::Options options_;
  std::shared_ptr<const std::optional<row_metrics::Subject>> subject_;  // null: not looked for yet
  bool isFindingSubject_ = false;
  QObject* table_ = nullptr;  // the context of what is asked about this table; gone with it
  QHash<int, Request> requests_;
  QHash<int, quint64> turns_;
  // tags, the first is asked next: one after another, so that each finds what the one before has counted
  QVector<int> waiting_;
  int running_ = -1;
  bridge::JobId job_ = 0;
  QHash<int, double> notRead_;
  QHash<int, bridge::JobId> whole_;
  quint64 turn_ = 0;
};

}  // namespace onceover::metrics
