// What disagrees, as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/drift/compare.h"
#include "ui/widgets/tones.h"

namespace onceover::drift {

class FindingsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kind, key, operation, tenant, here, there, why, columnCount_ };
  using QAbstractTableModel::QAbstractTableModel;

  void setFound(std::vector<Found> found);
  // Of one kind alone; none: of all.
  void setOnly(std::optional<Kind> only);
  std::optional<Kind> only() const { return only_; }
  void setClock(widgets::ClockChoice clock);
  const Found& at(int row) const { return found_[shown_[static_cast<std::size_t>(row)]]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(shown_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columnCount_; }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const Found& found, int column) const;
  void choose();
  std::vector<Found> found_;
  std::vector<std::size_t> shown_;
  std::optional<Kind> only_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::drift
