// The contract's review checklist: what holds, what fails, and what only a person can know.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/health/health.h"

namespace onceover::health {

class ReviewModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { AnswerColumn, PromiseColumn, ByColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setItems(std::vector<ReviewItem> items);
  const ReviewItem& item(int row) const { return items_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(items_.size()); }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<ReviewItem> items_;
};

}  // namespace onceover::health
