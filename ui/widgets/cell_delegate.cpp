#include "ui/widgets/cell_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <algorithm>

#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

constexpr int unlimited = QWIDGETSIZE_MAX;

}  // namespace

// The ends of a key tell keys apart; of a time the beginning says most, and without its middle it is none.
Qt::TextElideMode elisionOf(const QString& text, Qt::TextElideMode usual) {
  if (text.size() < 16 || text[4] != '-' || text[7] != '-' || text[13] != ':' || !text[0].isDigit() || !text[12].isDigit()) return usual;
  return Qt::ElideRight;
}

CellDelegate::CellDelegate(Face face, QObject* parent) : QStyledItemDelegate(parent), face_(face) {}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (face_ != Face::monospace) return;
  if (option->font != base_ || font_ == QFont()) {
    base_ = option->font;
    font_ = monospaceFont(base_);
  }
  option->font = font_;
  option->fontMetrics = QFontMetrics(font_);
  option->textElideMode = Qt::ElideMiddle;  // the ends of a key tell keys apart
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStyle* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
  constexpr auto more = QStyleOptionViewItem::HasDecoration | QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::WrapText;
  if ((cell.features & more) != 0 || cell.direction == Qt::RightToLeft) {
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    return;
  }
  style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
  QRect room = cell.rect.adjusted(margin, 0, -margin, 0);
  int most = room.width();
  if (face_ == Face::whole && !cell.text.isEmpty()) {
    const int needed = lineOf(cell, unlimited).width;
    if (needed > room.width()) askForRoom(cell, index.column(), needed, 2 * margin);
    room = inSight(cell, room, margin);
    most = needed <= room.width() ? unlimited : room.width();
    if (most != unlimited) cell.text = wholeParts(cell, room.width());
  }
  if (!cell.text.isEmpty() && room.width() > 0) {
    const Line& line = lineOf(cell, most);
    const bool enabled = (cell.state & QStyle::State_Enabled) != 0;
    painter->save();
    painter->setFont(cell.font);
    // The selection is a soft fill: its text keeps the colour of all text.
    painter->setPen(cell.palette.color(enabled ? QPalette::Normal : QPalette::Disabled, QPalette::Text));
    const int x = (cell.displayAlignment & Qt::AlignRight) != 0     ? room.right() + 1 - line.width
                  : (cell.displayAlignment & Qt::AlignHCenter) != 0 ? room.left() + (room.width() - line.width) / 2
                                                                    : room.left();
    const int y = room.top() + (room.height() - cell.fontMetrics.height()) / 2;
    painter->drawStaticText(x, y, line.text);
    painter->restore();
  }
  if ((cell.state & QStyle::State_HasFocus) != 0) {
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(cell);
    focus.state |= QStyle::State_KeyboardFocusChange | QStyle::State_Item;
    focus.backgroundColor = cell.palette.color(QPalette::Normal, QPalette::Base);
    style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, cell.widget);
  }
}

// Where the table's edge would cut an amount, it stands in what is seen of its cell.
QRect CellDelegate::inSight(const QStyleOptionViewItem& cell, const QRect& room, int margin) const {
  const auto* view = qobject_cast<const QAbstractItemView*>(cell.widget);
  if (view == nullptr) return room;
  const QRect seen = room & view->viewport()->rect().adjusted(margin, 0, -margin, 0);
  return {seen.left(), room.top(), seen.width(), room.height()};  // a row that is cut at the bottom keeps its line
}

// A part of an amount is another amount: what does not fit ends behind one of its amounts, or is "…".
QString CellDelegate::wholeParts(const QStyleOptionViewItem& cell, int width) const {
  const QString& text = cell.text;
  const QString more = QStringLiteral("…");
  for (qsizetype end = text.size(); end > 0;) {
    qsizetype at = -1, length = 0;
    for (const QString& between : {QStringLiteral(", "), QStringLiteral("; "), QStringLiteral(" · ")}) {
      const qsizetype found = text.lastIndexOf(between, end - 1);
      if (found > at && found < end) {
        at = found;
        length = between.size();
      }
    }
    if (at <= 0) break;
    const QString some = text.left(at + length) + more;
    if (cell.fontMetrics.horizontalAdvance(some) <= width) return some;
    end = at;
  }
  return more;
}

// Later: nothing moves while it is painted.
void CellDelegate::askForRoom(const QStyleOptionViewItem& cell, int column, int needed, int margins) const {
  const auto* view = qobject_cast<const TableView*>(cell.widget);
  if (view == nullptr) return;
  const int width = std::min(needed, cell.fontMetrics.averageCharWidth() * longestWhole) + margins + 1;
  if (width <= cell.rect.width()) return;
  auto* table = const_cast<TableView*>(view);
  QMetaObject::invokeMethod(
      table, [table, column, width] { table->widen(column, width); }, Qt::QueuedConnection);
}

const CellDelegate::Line& CellDelegate::lineOf(const QStyleOptionViewItem& cell, int width) const {
  if (cell.font != laidOut_) {
    lines_.clear();
    laidOut_ = cell.font;
  }
  const QString key = QString::number(width) + QLatin1Char('\n') + cell.text;
  if (const Line* known = lines_.object(key)) return *known;
  // A paragraph's end would begin a second line.
  QString text = cell.text;
  text.replace(QLatin1Char('\n'), QLatin1Char(' '));
  text = cell.fontMetrics.elidedText(text, elisionOf(text, cell.textElideMode), width);
  auto* line = new Line{QStaticText(text), cell.fontMetrics.horizontalAdvance(text)};
  line->text.setTextFormat(Qt::PlainText);
  line->text.setPerformanceHint(QStaticText::AggressiveCaching);
  QTextOption option;
  option.setWrapMode(QTextOption::NoWrap);
  option.setTextDirection(Qt::LeftToRight);
  line->text.setTextOption(option);
  line->text.prepare({}, cell.font);
  lines_.insert(key, line, 1 + static_cast<int>(key.size() / 64));
  return *line;
}

}  // namespace onceover::widgets
