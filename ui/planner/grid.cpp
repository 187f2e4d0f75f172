#include "ui/planner/grid.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {

GridModel::GridModel(std::vector<GridColumn> columns, QObject* parent) : QAbstractTableModel(parent), columns_(std::move(columns)) {}

bool GridModel::takes(int column, const QString& text) const {
  const auto& wrong = columns_[static_cast<std::size_t>(column)].wrong;
  return !wrong || wrong(text).isEmpty();
}

void GridModel::setRows(const QList<QStringList>& rows) {
  beginResetModel();
  rows_.clear();
  for (const QStringList& row : rows) {
    QStringList cells;
    for (int i = 0; i < columnCount(); ++i)
      cells << (i < row.size() && takes(i, row[i]) ? row[i] : columns_[static_cast<std::size_t>(i)].initial);
    rows_.append(cells);
  }
  endResetModel();
  emit edited();
}

void GridModel::add(int behind) {
  const int row = std::clamp(behind + 1, 0, rowCount());
  QStringList cells;
  for (const GridColumn& column : columns_) cells << column.initial;
  beginInsertRows({}, row, row);
  rows_.insert(row, cells);
  endInsertRows();
  emit edited();
}

void GridModel::remove(int row) {
  if (row < 0 || row >= rowCount()) return;
  beginRemoveRows({}, row, row);
  rows_.removeAt(row);
  endRemoveRows();
  emit edited();
}

void GridModel::move(int row, int by) {
  const int to = row + by;
  if (row < 0 || to < 0 || row >= rowCount() || to >= rowCount()) return;
  beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
  rows_.move(row, to);
  endMoveRows();
  emit edited();
}

int GridModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }
int GridModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(columns_.size()); }

QVariant GridModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const QString& cell = rows_[index.row()][index.column()];
  if (role == Qt::EditRole) return cell;
  if (role == Qt::DisplayRole) return widgets::shown(widgets::bytes(cell));
  return role == Qt::ToolTipRole ? QVariant(widgets::toolTip(widgets::shown(widgets::bytes(cell)))) : QVariant();
}

bool GridModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  const QString text = value.toString().trimmed();
  const GridColumn& column = columns_[static_cast<std::size_t>(index.column())];
  const QString why = column.wrong ? column.wrong(text) : QString();
  emit refused(why.isEmpty() ? QString() : tr("%1 %2 The cell stays as it was.").arg(column.title + QLatin1Char(':'), why));
  if (!why.isEmpty()) return false;
  rows_[index.row()][index.column()] = text;
  emit dataChanged(index, index);
  emit edited();
  return true;
}

QVariant GridModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const GridColumn& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  return role == Qt::ToolTipRole ? QVariant(widgets::toolTip(column.tip)) : QVariant();
}

Qt::ItemFlags GridModel::flags(const QModelIndex& index) const { return QAbstractTableModel::flags(index) | Qt::ItemIsEditable; }

Grid::Grid(const QString& name, std::vector<GridColumn> columns, const QVector<int>& chars, bool ordered, QWidget* parent)
    : QWidget(parent),
      model_(new GridModel(std::move(columns), this)),
      view_(new widgets::TableView(name)),
      add_(new QPushButton(tr("Add"))),
      remove_(new QPushButton(tr("Remove"))),
      up_(new QPushButton(tr("Up"))),
      down_(new QPushButton(tr("Down"))),
      note_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  view_->setModel(model_);
  view_->setColumnChars(chars);
  view_->setStretchColumn(ordered ? -1 : 0);
  view_->setSelectionBehavior(QAbstractItemView::SelectItems);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
  add_->setAccessibleName(tr("Add to %1").arg(name));
  remove_->setAccessibleName(tr("Remove from %1").arg(name));
  up_->setAccessibleName(tr("Move up in %1").arg(name));
  down_->setAccessibleName(tr("Move down in %1").arg(name));
  note_->setWordWrap(true);
  note_->setTone(widgets::Tone::warn);
  note_->hide();
  auto* buttons = new QWidget;
  auto* flow = new widgets::FlowLayout(t.unit, buttons);
  for (QPushButton* button : {add_, remove_, up_, down_}) flow->addWidget(button);
  up_->setVisible(ordered);
  down_->setVisible(ordered);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(t.half);
  layout->addWidget(view_, 1);
  layout->addWidget(note_);
  layout->addWidget(buttons);
  // The Enter that ends an edit comes to the table, too.
  connect(view_, &widgets::TableView::opened, this, [this](const QModelIndex& index) {
    if (!view_->isPersistentEditorOpen(index)) view_->edit(index);
  });
  connect(view_, &widgets::TableView::currentRowChanged, this, &Grid::updateButtons);
  connect(model_, &GridModel::edited, this, [this] {
    updateButtons();
    emit edited();
  });
  connect(model_, &GridModel::refused, this, [this](const QString& why) {
    note_->setText(why);
    note_->setVisible(!why.isEmpty());
  });
  connect(add_, &QPushButton::clicked, this,
          [this] { act(&GridModel::add, view_->currentIndex().isValid() ? view_->currentIndex().row() : model_->rowCount()); });
  connect(remove_, &QPushButton::clicked, this, [this] { act(&GridModel::remove, view_->currentIndex().row()); });
  connect(up_, &QPushButton::clicked, this, [this] { shift(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { shift(1); });
  updateButtons();
}

void Grid::act(void (GridModel::*what)(int), int row) {
  const int before = model_->rowCount();
  (model_->*what)(row);
  const int now = model_->rowCount();
  const int to = now > before ? std::min(row + 1, now - 1) : std::min(row, now - 1);
  if (to >= 0) view_->setCurrentIndex(model_->index(to, 0));
  updateButtons();
}

void Grid::shift(int by) {
  model_->move(view_->currentIndex().row(), by);
  updateButtons();
}

void Grid::updateButtons() {
  const int row = view_->currentIndex().isValid() ? view_->currentIndex().row() : -1;
  remove_->setEnabled(row >= 0);
  up_->setEnabled(row > 0);
  down_->setEnabled(row >= 0 && row + 1 < model_->rowCount());
}

QJsonArray Grid::json() const {
  QJsonArray out;
  for (const QStringList& row : model_->rows()) out.append(QJsonArray::fromStringList(row));
  return out;
}

void Grid::setJson(const QJsonArray& rows) {
  QList<QStringList> out;
  for (const QJsonValue& row : rows) {
    QStringList cells;
    for (const QJsonValue& cell : row.toArray()) cells << cell.toString();
    out.append(cells);
  }
  model_->setRows(out);
}

}  // namespace onceover::planner
