#include "ui/widgets/cell_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

CellDelegate::CellDelegate(Face face, QObject* parent) : QStyledItemDelegate(parent), face_(face) {}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (face_ == Face::proportional) return;
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
  const QRect room = cell.rect.adjusted(margin, 0, -margin, 0);
  if (!cell.text.isEmpty() && room.width() > 0) {
    const Line& line = lineOf(cell, room.width());
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
  text = cell.fontMetrics.elidedText(text, cell.textElideMode, width);
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
