// Rows of several tables that belong to one key, oldest first.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "core/browse/life.h"
#include "ui/widgets/tones.h"

namespace onceover::reconcile {

class ElsewhereModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { WhenColumn, TableColumn, KeyColumn, StateColumn, LinkColumn, ColumnCount };
  using Tables = std::vector<std::shared_ptr<const profile::Profile>>;

  using QAbstractTableModel::QAbstractTableModel;
  void setRows(Tables tables, std::vector<browse::LifeRow> rows, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const browse::LifeRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  const std::shared_ptr<const profile::Profile>& tableOf(int row) const { return tables_[this->row(row).table]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(int row, int column) const;
  QString tip(int row, int column) const;
  Tables tables_;
  std::vector<browse::LifeRow> rows_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::reconcile
