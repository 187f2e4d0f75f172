// One storm under each backoff, a line each.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include "ui/planner/storm_run.h"

namespace onceover::planner {

class StormModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Strategy, Calls, Wasted, Replayed, Succeeded, GaveUp, Held, Time, Half, Most, Remark, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setOutcome(const StormOutcome& outcome);

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QList<QStringList> rows_;
};

}  // namespace onceover::planner
