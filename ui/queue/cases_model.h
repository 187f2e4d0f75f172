// Cases that are not settled, as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/reconcile/case_list.h"
#include "ui/widgets/tones.h"

namespace onceover::queue {

class CasesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { badge, since, customer, amount, key, table, state, asked, next, reason, columnCount_ };
  using QAbstractTableModel::QAbstractTableModel;

  // The same cases again keep selection and place.
  void setCases(std::vector<reconcile::ListedCase> cases, Timestamp asOf);
  void setClock(widgets::ClockChoice clock);
  const reconcile::ListedCase& at(int row) const { return cases_[static_cast<std::size_t>(row)]; }
  const std::vector<reconcile::ListedCase>& cases() const { return cases_; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(cases_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columnCount_; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const reconcile::ListedCase& one, int column) const;
  QString tip(const reconcile::ListedCase& one, int column) const;
  std::vector<reconcile::ListedCase> cases_;
  Timestamp asOf_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::queue
