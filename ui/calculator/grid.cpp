// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/grid.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/calculator/words.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

QString aName(const QString& text) { return text.isEmpty() ? QObject::tr("a name is needed.") : QString(); }

std::function<QString(const QString&)> aNumber(double least, double most) {
  return [least, most](const QString& text) {
    bool ok = false;
    const double n = text.toDouble(&ok);
    return ok && n >= least && n <= most
               ? QString()
               : QObject::tr("a number from %1 to %2 is needed.").arg(least).arg(most);
  };
}

GridModel::GridModel(std::vector<GridColumn> columns, QObject* parent)
    : RowsModel(parent), taking_(std::move(columns)) {
  std::vector<Column> shown;
  for (qsizetype c = 0; c < static_cast<qsizetype>(taking_.size()); ++c) {
    const GridColumn& column = taking(static_cast<int>(c));
    shown.push_back({{column.title, 0, 0, column.tip},
                     [c](const QStringList& row) { return widgets::shown(widgets::bytes(row[c])); }});
  }
  setColumns(std::move(shown));
}

void GridModel::fill(const QList<QStringList>& rows) {
  QList<QStringList> taken;
  for (const QStringList& row : rows) {
    QStringList cells;
    for (int i = 0; i < columnCount(); ++i) {
      const GridColumn& column = taking(i);
      const bool takes = i < row.size() && (!column.wrong || column.wrong(row[i]).isEmpty());
      cells << (takes ? row[i] : column.initial);
    }
    taken.append(cells);
  }
  setRows(taken);
  emit edited();
}

void GridModel::add(int behind) {
  const int row = std::clamp(behind + 1, 0, rowCount());
  QStringList cells;
  for (const GridColumn& column : taking_) cells << column.initial;
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

QVariant GridModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::EditRole && checkIndex(index, CheckIndexOption::IndexIsValid))
    return rows_[index.row()][index.column()];
  return RowsModel::data(index, role);
}

bool GridModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  const QString text = value.toString().trimmed();
  const GridColumn& column = taking(index.column());
  const QString why = column.wrong ? column.wrong(text) : QString();
  emit refused(why.isEmpty()
                   ? QString()
                   : tr("%1 %2 The cell was not changed.").arg(column.title + QLatin1Char(':'), why));
  if (!why.isEmpty()) return false;
  rows_[index.row()][index.column()] = text;
  emit dataChanged(index, index);
  emit edited();
  return true;
}

Grid::Grid(const QString& name, std::vector<GridColumn> columns, const QVector<int>& chars, bool ordered,
           QWidget* parent)
    : QWidget(parent),
      model_(new GridModel(std::move(columns), this)),
      view_(new widgets::TableView(name)),
      add_(new QPushButton(tr("Add"))),
      remove_(new QPushButton(tr("Remove"))),
      up_(new QPushButton(tr("Up"))),
      down_(new QPushButton(tr("Down"))),
      note_(widgets::wrapped(widgets::TextRole::caption)) {
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
  note_->hide();
  auto* buttons = new QWidget;
  auto* flow = new widgets::FlowLayout(t.unit, buttons);
  for (QPushButton* button : {add_, remove_, up_, down_}) flow->addWidget(button);
  up_->setVisible(ordered);
  down_->setVisible(ordered);
  auto* layout = widgets::columnOf(this, t.half);
  widgets::fill(layout, {{view_, 1}, note_, buttons});
  // The Enter that ends an edit comes to the table, too.
  connect(view_, &widgets::TableView::opened, this, [this](const QModelIndex& index) {
    if (!view_->isPersistentEditorOpen(index)) view_->edit(index);
  });
  connect(view_, &widgets::TableView::currentRowChanged, this, &Grid::updateButtons);
  connect(model_, &GridModel::edited, this, [this] {
    updateButtons();
    emit edited();
  });
  connect(model_, &GridModel::refused, this,
          [this](const QString& why) { tell(note_, widgets::Tone::warn, why); });
  connect(add_, &QPushButton::clicked, this, [this] {
    act(&GridModel::add, view_->currentIndex().isValid() ? view_->currentIndex().row() : model_->rowCount());
  });
  connect(remove_, &QPushButton::clicked, this,
          [this] { act(&GridModel::remove, view_->currentIndex().row()); });
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
  model_->fill(out);
}

widgets::Card* cardOf(QWidget* chart, int height) {
  auto* card = new widgets::Card;
  chart->setMinimumHeight(height);
  card->body()->addWidget(chart);
  return card;
}

void tell(widgets::PlainLabel* note, widgets::Tone tone, const QString& words) {
  note->setTone(tone);
  note->setText(words);
  note->setVisible(!words.isEmpty());
}

void FindingsCard::show(const std::vector<Finding>& findings) {
  const widgets::Tokens t = widgets::tokensOf(this);
  delete list_;
  list_ = new QWidget;
  list_->setAccessibleName(tr("Findings"));
  auto* lines = widgets::columnOf(list_, t.gap);
  for (const Finding& one : findings) {
    auto* texts = widgets::columnOf(nullptr, t.half);
    texts->addWidget(widgets::wrappedText(widgets::shown(one.what), widgets::TextRole::strong));
    texts->addWidget(widgets::wrappedText(widgets::shown(one.consequence), widgets::TextRole::body));
    texts->addWidget(
        widgets::wrappedText(tr("Remedy: %1").arg(widgets::shown(one.remedy)), widgets::TextRole::body));
    auto* line = widgets::lineOf(nullptr, t.unit);
    auto* badge = new widgets::BadgeLabel(badgeOf(one.severity));
    badge->setMinimumWidth(84);
    widgets::fill(line, {{badge, 0, Qt::AlignTop}, {texts, 1}});
    lines->addLayout(line);
  }
  if (findings.empty())
    lines->addWidget(widgets::wrappedText(tr("No known problems."), widgets::TextRole::body));
  body()->addWidget(list_);
}

using widgets::TextRole;

FiguresPane::FiguresPane(QWidget* parent)
    : QWidget(parent),
      figures_(new widgets::FieldsModel({{tr("Figure"), 22}, {tr("Value"), 26}, {tr("How"), 40}}, this)),
      table_(new widgets::TableView(tr("Figures"))),
      sum_(widgets::wrapped(TextRole::mono, tr("Arithmetic of the chosen figure"))),
      remarks_(widgets::wrapped(TextRole::caption, tr("Assumptions"))) {
  table_->setModel(figures_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* sumCard = new widgets::Card(tr("Calculation"));
  sumCard->body()->addWidget(sum_);
  widgets::fill(widgets::columnOf(this, widgets::tokensOf(this).unit), {{table_, 1}, sumCard, remarks_});
  connect(table_, &widgets::TableView::currentRowChanged, this, &FiguresPane::showSum);
}

void FiguresPane::show(const std::vector<const Figure*>& figures, const std::vector<std::string>& remarks) {
  std::vector<widgets::FieldChange> rows;
  sums_.clear();
  for (const Figure* figure : figures) {
    rows.push_back({figureTitle(figure->name), widgets::shown(figure->text),
                    joined(figure->arithmetic, QLatin1String("; "))});
    sums_ << joined(figure->arithmetic, QLatin1String("\n"));
  }
  figures_->setRows(std::move(rows));
  remarks_->setText(joined(remarks));
  if (!table_->currentIndex().isValid() && figures_->rowCount() > 0)
    table_->setCurrentIndex(figures_->index(0, 0));
  showSum(table_->currentIndex().row());
}

void FiguresPane::showSum(int row) { sum_->setText(sums_.value(row)); }

}  // namespace onceover::calculator
