#include "ui/bundle/cells_model.h"

#include <algorithm>
#include <ranges>

#include "ui/widgets/text.h"

namespace onceover::bundle {
namespace {

// More than a cell shows; the rest is read in the row's own window.
constexpr int cellChars = 400;
// Of a column's width, in characters.
constexpr int leastChars = 6, mostChars = 34, sampledRows = 200;

}  // namespace

QString oneLine(const Value& value, int most) {
  if (value.form == Value::Form::null) return widgets::dash;
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

namespace {

QString titleOf(const Column& column) { return widgets::shown(column.name).replace('_', ' '); }

int charsOf(const Table& table, std::size_t column) {
  qsizetype most = titleOf(table.columns[column]).size();
  for (const auto& row : table.rows | std::views::take(sampledRows)) most = std::max(most, oneLine(row[column], cellChars).size());
  return std::clamp(static_cast<int>(most) * 9 / 8 + 3, leastChars, mostChars);
}

}  // namespace

CellsModel::CellsModel(const Table& table, QObject* parent) : RowsModel(parent) {
  std::vector<Column> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bundle::Column& column = table.columns[c];
    names_.push_back(column.name);
    const int traits = column.kind == bundle::Column::Kind::number ? Right : column.kind == bundle::Column::Kind::code ? Mono : 0;
    columns.push_back(
        {{titleOf(column), charsOf(table, c), traits}, [c](const std::vector<Value>& row) { return oneLine(row[c], cellChars); }});
  }
  setColumns(std::move(columns));
  setRows(table.rows);
}

QString CellsModel::rowInWords(int row) const {
  QString out;
  for (std::size_t c = 0; c < names_.size(); ++c) out += widgets::shown(names_[c]) + QStringLiteral(": ") + inLines(at(row)[c]) + '\n';
  return out;
}

}  // namespace onceover::bundle
