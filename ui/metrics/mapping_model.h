// By which expression a Prometheus is asked for each metric, as a table whose expressions are edited in place.
#pragma once

#include "core/metrics/prometheus_settings.h"
#include "ui/widgets/rows_model.h"

namespace onceover::metrics {

struct Mapped {
  std::string name, expression;
};

class MappingModel : public widgets::RowsModel<Mapped> {
  Q_OBJECT
 public:
  enum Columns { MetricColumn, ExpressionColumn, FromColumn };
  explicit MappingModel(QObject* parent = nullptr);

  void take(const prometheus::Settings& settings);
  // Into settings: only what differs from the defaults.
  void putInto(prometheus::Settings& settings) const;
  void restoreDefaults() { take({}); }
  // How the expression of a row could look.
  QString exampleOf(int row) const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
};

}  // namespace onceover::metrics
