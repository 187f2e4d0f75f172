// Rows of a table as they would be listed under a mapping.
#pragma once

#include <QAbstractTableModel>

#include "core/browse/browser.h"
#include "ui/widgets/tones.h"

namespace onceover::tables {

class SampleModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { State, Key, Tenant, Operation, LeaseEnd, Created, Customer, Amount, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setPage(browse::Page page);
  void clear() { setPage({}); }
  void setClock(widgets::ClockChoice clock);
  const browse::Page& page() const { return page_; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(page_.rows.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const browse::KeyRow& row, int column) const;
  browse::Page page_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::tables
