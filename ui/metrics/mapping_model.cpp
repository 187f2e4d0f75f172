#include "ui/metrics/mapping_model.h"

#include "core/metrics/chart.h"
#include "core/metrics/counters.h"

namespace onceover::metrics {
namespace {

QString titleOf(const std::string& name) {
  if (const Metric* metric = metric_named(name)) return widgets::text(metric->label);
  if (name == metrics::name(Histogram::time_to_completion)) return MappingModel::tr("time to completion (buckets)");
  if (name == metrics::name(Histogram::lease_age_at_settling)) return MappingModel::tr("lease age at settling (buckets)");
  return MappingModel::tr("retry delay (buckets)");
}

QString meaningOf(const Mapped& row) {
  const Metric* metric = metric_named(row.name);
  return metric == nullptr ? titleOf(row.name) : widgets::text(metric->meaning);
}

QString whose(const Mapped& row) {
  if (row.expression.empty()) return MappingModel::tr("not asked");
  return row.expression == prometheus::default_expression(row.name) ? MappingModel::tr("the sweeper's") : MappingModel::tr("yours");
}

}  // namespace

MappingModel::MappingModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Metric"), 26}, [](const Mapped& row) { return titleOf(row.name); }, meaningOf},
      {{tr("Expression"), 0, Mono | Stretch}, [](const Mapped& row) { return widgets::text(row.expression); }},
      {{tr("Whose"), 14}, whose, meaningOf},
  });
}

void MappingModel::take(const prometheus::Settings& settings) {
  std::vector<Mapped> rows;
  for (const Metric& metric : all_metrics()) rows.push_back({std::string(metric.name), prometheus::expression_of(settings, metric.name)});
  for (const Histogram histogram : {Histogram::time_to_completion, Histogram::lease_age_at_settling, Histogram::retry_delay}) {
    rows.push_back({std::string(name(histogram)), prometheus::expression_of(settings, name(histogram))});
  }
  setRows(std::move(rows));
}

void MappingModel::putInto(prometheus::Settings& settings) const {
  settings.expressions.clear();
  for (const Mapped& row : rows()) {
    if (row.expression != prometheus::default_expression(row.name)) settings.expressions[row.name] = row.expression;
  }
}

QString MappingModel::exampleOf(int row) const {
  return row < 0 || row >= rowCount() ? QString() : widgets::text(prometheus::example_expression(at(row).name));
}

QVariant MappingModel::data(const QModelIndex& index, int role) const {
  return RowsModel::data(index, role == Qt::EditRole ? Qt::DisplayRole : role);
}

Qt::ItemFlags MappingModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = RowsModel::flags(index);
  return index.column() == ExpressionColumn ? usual | Qt::ItemIsEditable : usual;
}

bool MappingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid() || index.column() != ExpressionColumn) return false;
  rows_[static_cast<std::size_t>(index.row())].expression = value.toString().trimmed().toStdString();
  emit dataChanged(index, index.siblingAtColumn(FromColumn));
  return true;
}

}  // namespace onceover::metrics
