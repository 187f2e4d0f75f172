// A client's log beside the policy it is said to have, line by line; rows that could not be read stand among them.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/planner/client_log.h"

namespace onceover::planner {

class LogModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Line, Request, Attempt, Waited, Allowed, FitColumn, Why, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setLog(const Overlay& overlay, const std::vector<RowError>& errors);
  int wrongRows() const { return wrong_; }  // that could not be read

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Row {
    int line = 0;
    bool isRead = true;
    Overlaid entry;
    RowError error;
  };
  QString cell(const Row& row, int column) const;
  std::vector<Row> rows_;
  int wrong_ = 0;
};

}  // namespace onceover::planner
