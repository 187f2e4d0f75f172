// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen table's own rows as a source of the dashboard, on the session's lanes: what the planner says is little is read among the
// pages' reads; the rest when a person asks, in the background, with progress and a cancel. What was counted is kept in the cell store.
#pragma once

#include <QHash>
#include <QVector>
#include <memory>
#include <optional>

#include "core/row_metrics/row_metrics.h"
#include "ui/bridge/confined.h"
#include "ui/bridge/session.h"
#include "ui/metrics/source.h"
#include "ui/workspace/cell_store.h"

namespace onceover::metrics {

class RowsSource : public Source {
  Q_OBJECT
 public:
  // cells: may be null, then nothing is kept and nothing that was removed is known; the session's lanes ask it, and a chart says where they
  // cannot be read. The session must outlive the source.
  RowsSource(bridge::Session& session, std::shared_ptr<bridge::Confined<workspace::CellStore>> cells, row_metrics::Options options = {},
             QObject* parent = nullptr);

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
  QVector<int> waiting_;  // tags, the first is asked next: one after another, so that each finds what the one before has counted
  int running_ = -1;
  bridge::JobId job_ = 0;
  QHash<int, double> notRead_;
  QHash<int, bridge::JobId> whole_;
  quint64 turn_ = 0;
};

}  // namespace onceover::metrics
