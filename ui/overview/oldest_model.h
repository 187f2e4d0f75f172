// The few keys that have been stuck longest: who and how much first, for that is what the phone call will be about.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/browse/key_row.h"
#include "ui/widgets/tones.h"

namespace onceover::overview {

class OldestModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { StateColumn, CustomerColumn, AmountColumn, OperationColumn, KeyColumn, SinceColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setRows(std::vector<browse::KeyRow> rows, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const browse::KeyRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }

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

}  // namespace onceover::overview
