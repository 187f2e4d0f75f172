// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

namespace {

// In characters: of a UUID in the monospaced font the first and the last third can be read.
constexpr int narrowest = 28;

QString cellText(const QModelIndex& index) {
  const PlainNumbers plain;
  const QVariant copy = index.data(CopyRole);
  return copy.isValid() ? copy.toString() : index.data(Qt::DisplayRole).toString();
}

}  // namespace

TableView::TableView(const QString& name, QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent),
      copyRow_(new QAction(tr("Copy row"), this)),
      copyCell_(new QAction(tr("Copy cell"), this)) {
  setAccessibleName(name);
  setItemDelegate(new CellDelegate(CellDelegate::Face::proportional, this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setMouseTracking(true);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  horizontalHeader()->setSectionsMovable(true);
  horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  copyRow_->setShortcut(QKeySequence::Copy);
  copyCell_->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
  for (QAction* action : {copyRow_, copyCell_}) {
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setIcon(icon(QStringLiteral("copy")));
    addAction(action);
  }
  // The header's own menu takes a mouse.
  auto* columns = new QAction(tr("Choose columns …"), this);
  columns->setIcon(icon(QStringLiteral("table")));
  addAction(columns);
  connect(columns, &QAction::triggered, this,
          [this] { offerColumns(QPoint(0, horizontalHeader()->height())); });
  connect(copyRow_, &QAction::triggered, this, &TableView::copyRows);
  connect(copyCell_, &QAction::triggered, this, &TableView::copyCell);
  connect(this, &QTableView::doubleClicked, this, &TableView::openIndex);
  connect(horizontalHeader(), &QHeaderView::customContextMenuRequested, this, &TableView::offerColumns);
  connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &TableView::headerChanged);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, &TableView::noteResize);
  restyle();
  if (model != nullptr) TableView::setModel(model);
}

void TableView::setMonospaceColumn(int column) {
  setItemDelegateForColumn(column, new CellDelegate(CellDelegate::Face::monospace, this));
}

void TableView::setStretchColumn(int column) {
  stretch_ = column;
  applyWidths();
}

void TableView::setColumnChars(const QVector<int>& chars) {
  chars_ = chars;
  applyWidths();
}

void TableView::setModel(QAbstractItemModel* model) {
  QTableView::setModel(model);
  least_.clear();
  if (const auto* rows = qobject_cast<RowsBase*>(model)) takeLooks(*rows);
  applyWidths();
}

void TableView::takeLooks(const RowsBase& rows) {
  chars_.clear();
  for (int column = 0; column < rows.columnCount(); ++column) {
    const ColumnLook look = rows.look(column);
    // titles are longer in German
    chars_.append(look.chars == 0 ? 0 : std::max(look.chars, static_cast<int>(look.title.size()) + 1));
    if (rows.hasBadge(column)) setItemDelegateForColumn(column, new BadgeDelegate(this));
    if ((look.traits & RowsBase::Mono) != 0) setMonospaceColumn(column);
    if ((look.traits & RowsBase::Whole) != 0)
      setItemDelegateForColumn(column, new CellDelegate(CellDelegate::Face::whole, this));
    if ((look.traits & RowsBase::Stretch) != 0) stretch_ = column;
  }
}

// Sideways what is drawn depends on the table's edge, so that moving what was drawn is not enough.
void TableView::scrollContentsBy(int dx, int dy) {
  QTableView::scrollContentsBy(dx, dy);
  if (dx != 0) viewport()->update();
}

void TableView::setHeightInRows(int rows) {
  highRows_ = rows;
  keepHeight();
}

// A bar to scroll sideways must not stand on the last row.
void TableView::keepHeight() {
  if (highRows_ < 0) return;
  const Tokens t = tokensOf(this);
  const int bar = horizontalScrollBar()->isVisibleTo(this) ? horizontalScrollBar()->sizeHint().height() : 0;
  setFixedHeight(t.rowHeight * (highRows_ + 1) + t.unit + bar);
}

// Widths that nobody chose follow the window: whether a person did is the first byte.
QByteArray TableView::headerState() const {
  return (userSized_ ? "w" : "-") + horizontalHeader()->saveState();
}

void TableView::restoreHeader(const QByteArray& state) {
  applying_ = true;
  const bool restored = horizontalHeader()->restoreState(state.mid(1));
  applying_ = false;
  if (restored) userSized_ = state.startsWith('w');
  applyWidths();
}

QString TableView::rowText(int row) const {
  QStringList cells;
  for (int visual = 0; model() != nullptr && visual < model()->columnCount(); ++visual) {
    const int column = horizontalHeader()->logicalIndex(visual);
    if (!isColumnHidden(column)) cells.append(cellText(model()->index(row, column)));
  }
  return cells.join('\t');
}

QList<int> TableView::selectedRows() const {
  QList<int> rows;
  if (selectionModel() == nullptr) return rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.append(index.row());
  std::sort(rows.begin(), rows.end());
  return rows;
}

void TableView::copyRows() const {
  if (selectionModel() == nullptr) return;
  QStringList rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.append(rowText(index.row()));
  if (!rows.isEmpty()) QGuiApplication::clipboard()->setText(rows.join('\n'));
}

void TableView::copyCell() const {
  if (currentIndex().isValid()) QGuiApplication::clipboard()->setText(cellText(currentIndex()));
}

void TableView::openIndex(const QModelIndex& index) {
  if (index.isValid()) emit opened(index);
}

void TableView::offerColumns(const QPoint& at) {
  if (model() == nullptr) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int column = 0; column < model()->columnCount(); ++column) {
    QAction* action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
    action->setCheckable(true);
    action->setChecked(!isColumnHidden(column));
    connect(action, &QAction::toggled, this, [this, column](bool on) { showColumnIf(column, on); });
  }
  menu->popup(horizontalHeader()->mapToGlobal(at));
}

// The last column stays: a table without columns has no header to bring them back by.
void TableView::showColumnIf(int column, bool on) {
  if (!on && horizontalHeader()->hiddenSectionCount() + 1 >= model()->columnCount()) return;
  setColumnHidden(column, !on);
  emit headerChanged();
}

void TableView::noteResize(int column, int before, int width) {
  if (applying_ || before == 0 || width == 0) return;  // a column is hidden or shown
  userSized_ = true;
  emit headerChanged();
  if (width < leastOf(column)) widen(column, leastOf(column));
}

void TableView::widen(int column, int width) {
  while (least_.size() <= column) least_.append(0);
  least_[column] = std::max(least_[column], width);
  if (isColumnHidden(column) || columnWidth(column) >= least_[column]) return;
  applying_ = true;
  setColumnWidth(column, least_[column]);
  applying_ = false;
  applyWidths();
}

void TableView::applyWidths() {
  if (model() == nullptr || userSized_) return;
  applying_ = true;
  const int character = fontMetrics().averageCharWidth();
  const int columns = model()->columnCount();
  for (int column = 0; column < std::min<int>(columns, static_cast<int>(chars_.size())); ++column) {
    if (chars_[column] <= 0) continue;
    // Its heading is whole; the mark of the order has room beside most of them.
    const QString heading = model()->headerData(column, Qt::Horizontal).toString();
    const int least = std::max(leastOf(column), horizontalHeader()->fontMetrics().horizontalAdvance(heading) +
                                                    2 * tokensOf(this).unit);
    setColumnWidth(column, std::max(least, chars_[column] * character + 2 * tokensOf(this).unit));
  }
  const int last = stretch_ >= 0 && stretch_ < columns ? stretch_ : columns - 1;
  int others = 0;
  for (int column = 0; column < columns; ++column) {
    if (column != last && !isColumnHidden(column)) others += columnWidth(column);
  }
  // then the table scrolls sideways
  const int wanted = last >= 0 && last < chars_.size() && chars_[last] > 0 ? chars_[last] : narrowest;
  if (last >= 0) setColumnWidth(last, std::max(viewport()->width() - others, wanted * character));
  applying_ = false;
}

void TableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  applyWidths();
  keepHeight();
}

void TableView::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() == Qt::NoModifier && currentIndex().isValid())
    return openIndex(currentIndex());
  // The view's own copying takes what is displayed and knows of no mask.
  if (event->matches(QKeySequence::Copy)) return copyRows();
  if (event->keyCombination() == copyCell_->shortcut()[0]) return copyCell();
  QTableView::keyPressEvent(event);
}

void TableView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) restyle();
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (current.row() != previous.row()) emit currentRowChanged(current.isValid() ? current.row() : -1);
}

void TableView::restyle() {
  const Tokens t = tokensOf(this);
  const int height = std::max(t.rowHeight, fontMetrics().height() + 10);
  verticalHeader()->setMinimumSectionSize(height);
  verticalHeader()->setDefaultSectionSize(height);
  horizontalHeader()->setFixedHeight(height + 4);
}

namespace {

int alignment(bool right) {
  return static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
}

}  // namespace

void RowsBase::setClock(ClockChoice clock) {
  clock_ = clock;
  changed();
}

void RowsBase::changed() {
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QVariant RowsBase::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return toolTip(tip(index.row(), index.column()));
    case Qt::TextAlignmentRole:
      return alignment((look(index.column()).traits & (Right | RightUnderLeft)) != 0);
    case BadgeRole:
      return hasBadge(index.column()) ? QVariant::fromValue(badge(index.row(), index.column())) : QVariant();
    default: return {};
  }
}

QVariant RowsBase::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const ColumnLook of = look(section);
  switch (role) {
    case Qt::DisplayRole: return of.title;
    case Qt::ToolTipRole: return toolTip(of.titleTip.isEmpty() ? glossaryMeaning(of.title) : of.titleTip);
    case Qt::TextAlignmentRole: return alignment((of.traits & Right) != 0);
    default: return {};
  }
}

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
