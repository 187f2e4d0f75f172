// The stuck keys of one group.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/browse/key_row.h"
#include "ui/widgets/tones.h"

namespace onceover::leases {

class RowsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    StateColumn,
    KeyColumn,
    TenantColumn,
    CustomerColumn,
    AmountColumn,
    LeaseColumn,
    TriesColumn,
    AskedColumn,
    NextColumn,
    ColumnCount
  };

  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<browse::KeyRow> rows, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const browse::KeyRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  int rowOf(const key::Identity& id) const;  // −1: not here

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void changed();
  QString textOf(const browse::KeyRow& row, int column) const;
  QString tipOf(const browse::KeyRow& row, int column) const;
  std::vector<browse::KeyRow> rows_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::leases
