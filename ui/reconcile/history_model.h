// Every touch of one key, newest first.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/audit/audit.h"
#include "ui/widgets/tones.h"

namespace onceover::reconcile {

class HistoryModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { number, when, action, state, who, reason, ticket, columnCount_ };
  using QAbstractTableModel::QAbstractTableModel;
  void setRecords(const std::vector<audit::Record>& records, Timestamp now, widgets::ClockChoice clock);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const audit::Record& record, int column) const;
  std::vector<audit::Record> records_;
  Timestamp now_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::reconcile
