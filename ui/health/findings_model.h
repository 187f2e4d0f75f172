// What was found, gravest first, and behind it what could not be looked at.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/health/health.h"

namespace onceover::health {

class FindingsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { SeverityColumn, TitleColumn, EvidenceColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void setReport(std::vector<Finding> findings, std::vector<NotChecked> notChecked);
  // nullptr: the row is of a check that was not made.
  const Finding* finding(int row) const;
  const NotChecked* notChecked(int row) const;
  int rowOf(Check check) const;  // −1: not here

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<Finding> findings_;
  std::vector<NotChecked> notChecked_;
};

}  // namespace onceover::health
