// The plans of a store, newest first.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/plan/plan.h"
#include "ui/widgets/tones.h"

namespace onceover::plans {

class PlansModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { StateColumn, NameColumn, ActColumn, TableColumn, EndedColumn, WhoColumn, AgeColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setPlans(std::vector<plan::Plan> plans);
  // One of them as it was read since.
  void replace(const plan::Plan& plan);
  void setClock(widgets::ClockChoice clock);
  const plan::Plan& plan(int row) const { return plans_[static_cast<std::size_t>(row)]; }
  int rowOf(std::int64_t id) const;  // −1: not here

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(plans_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const plan::Plan& plan, int column) const;
  QString tip(const plan::Plan& plan, int column) const;
  std::vector<plan::Plan> plans_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::plans
