#include "ui/widgets/fields_model.h"

#include <QFont>

namespace onceover::widgets {

FieldsModel::FieldsModel(const std::vector<ColumnLook>& columns, QObject* parent) : RowsModel(parent) {
  std::vector<Column> all;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto part = c == 0 ? &FieldChange::name : c == 1 ? &FieldChange::before : &FieldChange::after;
    const auto tip = [part](const FieldChange& field) { return field.*part; };
    // A mark beside the weight of the letters: neither colour nor weight is the only sign.
    const auto text = [part, c](const FieldChange& field) {
      return (c == 2 && field.changed ? QStringLiteral("● ") : QString()) + field.*part;
    };
    all.push_back({columns[c], text, tip});
  }
  setColumns(std::move(all));
}

QVariant FieldsModel::data(const QModelIndex& index, int role) const {
  if (index.isValid() && index.column() == 2 && at(index.row()).changed) {
    if (role == Qt::AccessibleTextRole) return tr("%1, changed").arg(at(index.row()).after);
    if (role == Qt::FontRole) {
      QFont font;
      font.setWeight(QFont::DemiBold);
      return font;
    }
  }
  return RowsModel::data(index, role);
}

}  // namespace onceover::widgets
