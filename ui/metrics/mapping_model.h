// By which expression a Prometheus is asked for each metric, as a table whose expressions are edited in place.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/metrics/prometheus_settings.h"

namespace onceover::metrics {

class MappingModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { MetricColumn, ExpressionColumn, FromColumn, columns };
  using QAbstractTableModel::QAbstractTableModel;

  void take(const prometheus::Settings& settings);
  // Into settings: what differs from the defaults alone.
  void putInto(prometheus::Settings& settings) const;
  void restoreDefaults();
  // How the expression of a row could look.
  QString exampleOf(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 private:
  struct Row {
    std::string name, expression;
  };
  QString from(const Row& row) const;
  std::vector<Row> rows_;
};

}  // namespace onceover::metrics
