#include "ui/bundle/cells_model.h"

#include "ui/widgets/text.h"

namespace onceover::bundle {
namespace {

// More than a cell shows; the rest is read in the row's own window.
constexpr int cellChars = 400;

}  // namespace

QString oneLine(const Value& value, int most) {
  if (value.form == Value::Form::null) return QStringLiteral("–");
  // Not more is made visible than is shown.
  Value part = value;
  if (part.text.size() > static_cast<std::size_t>(most) * 4) {
    part = text_value(part.text, static_cast<std::size_t>(most) * 4);
    part.form = Value::Form::text;
  }
  QString line = widgets::text(shown(part));
  if (line.size() > most) line = line.left(most) + QStringLiteral("…");
  return line;
}

QString inLines(const Value& value) {
  if (value.form != Value::Form::text && value.form != Value::Form::cut) return oneLine(value, 100);
  QString out;
  for (std::size_t at = 0; at <= value.text.size();) {
    const std::size_t end = std::min(value.text.find('\n', at), value.text.size());
    if (at > 0) out += '\n';
    out += widgets::shown(std::string_view(value.text).substr(at, end - at));
    at = end + 1;
  }
  if (value.form == Value::Form::cut) out += QObject::tr("… (cut: %1 in all)").arg(widgets::byteCount(value.bytes));
  return out;
}

CellsModel::CellsModel(Table table, QObject* parent) : QAbstractTableModel(parent), table_(std::move(table)) {}

int CellsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(table_.rows.size()); }
int CellsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(table_.columns.size()); }

QVariant CellsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto column = static_cast<std::size_t>(index.column());
  const Value& value = table_.rows[static_cast<std::size_t>(index.row())][column];
  if (role == Qt::DisplayRole) return oneLine(value, cellChars);
  if (role == Qt::ToolTipRole) return widgets::toolTip(oneLine(value, cellChars));
  if (role == Qt::TextAlignmentRole)
    return QVariant((table_.columns[column].kind == Column::Kind::number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

QVariant CellsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = table_.columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return widgets::shown(column.name).replace('_', ' ');
  if (role == Qt::TextAlignmentRole)
    return QVariant((column.kind == Column::Kind::number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  return {};
}

QString CellsModel::rowInWords(int row) const {
  QString out;
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    const Value& value = table_.rows[static_cast<std::size_t>(row)][c];
    out += widgets::shown(table_.columns[c].name) + QStringLiteral(": ") + inLines(value) + '\n';
  }
  return out;
}

}  // namespace onceover::bundle
