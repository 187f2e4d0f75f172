// What waits for a second person, as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/reconcile/approval.h"
#include "ui/widgets/tones.h"

namespace onceover::queue {

class ApprovalsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { badge, number, asked, act, key, table, by, ticket, evidence, reason, columnCount_ };
  using QAbstractTableModel::QAbstractTableModel;

  void setApprovals(std::vector<reconcile::Approval> approvals, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const reconcile::Approval& at(int row) const { return approvals_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(approvals_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columnCount_; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const reconcile::Approval& one, int column) const;
  std::vector<reconcile::Approval> approvals_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::queue
