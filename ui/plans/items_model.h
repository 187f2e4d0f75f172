// The items of a plan, in the order in which they were frozen; further pages are asked for as somebody scrolls.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/plan/plan.h"
#include "ui/widgets/tones.h"

namespace onceover::plans {

class ItemsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { PositionColumn, StateColumn, KeyColumn, ForeseenColumn, OutcomeColumn, WhyColumn, AuditColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  // From the beginning. more: there are further ones behind.
  void setItems(std::vector<plan::Item> items, bool more);
  void append(std::vector<plan::Item> items, bool more);
  void forgetRequest() { asked_ = false; }  // the page that was wanted will not come
  const plan::Item& item(int row) const { return items_[static_cast<std::size_t>(row)]; }
  int lastPosition() const { return items_.empty() ? 0 : items_.back().position; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(items_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  bool canFetchMore(const QModelIndex& parent) const override { return !parent.isValid() && more_ && !asked_; }
  void fetchMore(const QModelIndex& parent) override;

 signals:
  void behindWanted(int position);

 private:
  QString cell(const plan::Item& item, int column) const;
  QString tip(const plan::Item& item, int column) const;
  std::vector<plan::Item> items_;
  bool more_ = false, asked_ = false;
};

}  // namespace onceover::plans
