// Stuck leases by operation, owner and age: what broke together stands together.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "core/browse/browser.h"
#include "ui/widgets/tones.h"

namespace onceover::leases {

class GroupsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { OperationColumn, OwnerColumn, KeysColumn, PeopleColumn, OldestColumn, NewestColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setGroups(std::vector<browse::StuckGroup> groups, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const browse::StuckGroup& group(int row) const { return groups_[static_cast<std::size_t>(row)]; }
  // Where the group stands now: as it was read before, counts and times may have moved on. −1: gone.
  int rowOf(const browse::StuckGroup& before) const;

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(groups_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void changed();
  QString textOf(const browse::StuckGroup& group, int column) const;
  std::vector<browse::StuckGroup> groups_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::leases
