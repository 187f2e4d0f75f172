#include "ui/metrics/mapping_model.h"

#include "core/metrics/chart.h"
#include "core/metrics/counters.h"
#include "ui/widgets/text.h"

namespace onceover::metrics {
namespace {

QString titleOf(const std::string& name) {
  if (const Metric* metric = metric_named(name)) return widgets::text(metric->label);
  if (name == metrics::name(Histogram::time_to_completion)) return MappingModel::tr("time to completion (buckets)");
  if (name == metrics::name(Histogram::lease_age_at_settling)) return MappingModel::tr("lease age at settling (buckets)");
  return MappingModel::tr("retry delay (buckets)");
}

}  // namespace

void MappingModel::take(const prometheus::Settings& settings) {
  beginResetModel();
  rows_.clear();
  for (const Metric& metric : all_metrics()) rows_.push_back({std::string(metric.name), prometheus::expression_of(settings, metric.name)});
  for (const Histogram histogram : {Histogram::time_to_completion, Histogram::lease_age_at_settling, Histogram::retry_delay}) {
    rows_.push_back({std::string(name(histogram)), prometheus::expression_of(settings, name(histogram))});
  }
  endResetModel();
}

void MappingModel::putInto(prometheus::Settings& settings) const {
  settings.expressions.clear();
  for (const Row& row : rows_) {
    if (row.expression != prometheus::default_expression(row.name)) settings.expressions[row.name] = row.expression;
  }
}

void MappingModel::restoreDefaults() { take({}); }

QString MappingModel::exampleOf(int row) const {
  if (row < 0 || row >= rowCount()) return {};
  return widgets::text(prometheus::example_expression(rows_[static_cast<std::size_t>(row)].name));
}

int MappingModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
int MappingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QString MappingModel::from(const Row& row) const {
  if (row.expression.empty()) return tr("not asked");
  return row.expression == prometheus::default_expression(row.name) ? tr("the sweeper's") : tr("yours");
}

QVariant MappingModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::ToolTipRole) {
    const Metric* metric = metric_named(row.name);
    return widgets::toolTip(index.column() == ExpressionColumn ? widgets::text(row.expression)
                            : metric == nullptr                ? titleOf(row.name)
                                                               : widgets::text(metric->meaning));
  }
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  switch (index.column()) {
    case MetricColumn: return titleOf(row.name);
    case ExpressionColumn: return widgets::text(row.expression);
    default: return from(row);
  }
}

QVariant MappingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString titles[] = {tr("Metric"), tr("Expression"), tr("Whose")};
  return section >= 0 && section < columns ? titles[section] : QVariant();
}

Qt::ItemFlags MappingModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return index.column() == ExpressionColumn ? usual | Qt::ItemIsEditable : usual;
}

bool MappingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.column() != ExpressionColumn) return false;
  rows_[static_cast<std::size_t>(index.row())].expression = value.toString().trimmed().toStdString();
  emit dataChanged(index, index.siblingAtColumn(FromColumn));
  return true;
}

}  // namespace onceover::metrics
