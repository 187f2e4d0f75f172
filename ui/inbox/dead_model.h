// Dead letters as a table: what failed for good, with its error.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/browse/key_row.h"
#include "ui/widgets/tones.h"

namespace onceover::inbox {

class DeadModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { EventColumn, TopicColumn, ErrorColumn, TriesColumn, AgeColumn, WordColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  // asOf: when they were read, by the database's clock.
  void setRows(std::vector<browse::KeyRow> rows, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const browse::KeyRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const browse::KeyRow& row, int column) const;
  QString tip(const browse::KeyRow& row, int column) const;
  std::vector<browse::KeyRow> rows_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::inbox
