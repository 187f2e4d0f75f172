#include "ui/widgets/fields_model.h"

#include <QFont>

#include "ui/widgets/text.h"

namespace onceover::widgets {

FieldsModel::FieldsModel(const QStringList& headers, QObject* parent) : QAbstractTableModel(parent), headers_(headers) {}

// The same fields again, with other values: selection and place stay.
void FieldsModel::setFields(std::vector<FieldChange> fields) {
  if (fields == fields_) return;
  if (fields.size() == fields_.size() && !fields.empty()) {
    fields_ = std::move(fields);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  beginResetModel();
  fields_ = std::move(fields);
  endResetModel();
}

int FieldsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(fields_.size()); }
int FieldsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(headers_.size()); }

QVariant FieldsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const FieldChange& field = fields_[static_cast<std::size_t>(index.row())];
  const bool marked = field.changed && index.column() == 2;
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == 0) return field.name;
      // A mark beside the weight of the letters: neither colour nor weight is the only sign.
      return index.column() == 1 ? field.before : (marked ? QStringLiteral("● ") : QString()) + field.after;
    case Qt::ToolTipRole: return toolTip(index.column() == 0 ? field.name : index.column() == 1 ? field.before : field.after);
    case Qt::FontRole: {
      if (!marked) return {};
      QFont font;
      font.setWeight(QFont::DemiBold);
      return font;
    }
    case Qt::AccessibleTextRole: return marked ? QVariant(tr("%1, changed").arg(field.after)) : QVariant();
    default: return {};
  }
}

QVariant FieldsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= headers_.size()) return {};
  return headers_[section];
}

}  // namespace onceover::widgets
