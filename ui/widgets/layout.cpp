// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/widgets/badge.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

// Around a text: the arrow of a box, the frame of a field, the margins of a cell.
constexpr int comboArrow = 28, fieldMargins = 12, cellMargins = 6;

class WheelFilter : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish) return false;
    if (qobject_cast<QComboBox*>(watched) == nullptr && qobject_cast<QAbstractSpinBox*>(watched) == nullptr)
      return false;
    auto* box = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::Polish) {
      // Else the wheel gives it the focus before it changes it.
      if (box->focusPolicy() == Qt::WheelFocus) box->setFocusPolicy(Qt::StrongFocus);
      return false;
    }
    if (box->hasFocus()) return false;
    event->ignore();
    return true;
  }
};

// The text and the room for it. Empty: nothing is cut.
QString cutText(const QFontMetrics& metrics, const QString& text, int room) {
  return metrics.horizontalAdvance(text) > room ? text : QString();
}

QString cutTextOf(QWidget& widget, const QPoint& at) {
  const QFontMetrics metrics = widget.fontMetrics();
  if (const auto* label = qobject_cast<PlainLabel*>(&widget))
    return label->wordWrap() ? QString() : cutText(metrics, label->text(), label->contentsRect().width());
  if (const auto* badge = qobject_cast<BadgeLabel*>(&widget))
    return badge->width() < badge->sizeHint().width() ? badge->badge().word : QString();
  if (const auto* box = qobject_cast<QComboBox*>(&widget))
    return cutText(metrics, box->currentText(), box->width() - comboArrow);
  if (const auto* edit = qobject_cast<QLineEdit*>(&widget))
    return edit->text().isEmpty() ? cutText(metrics, edit->placeholderText(), edit->width() - fieldMargins)
                                  : QString();
  const auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
  if (view == nullptr || view->viewport() != &widget) return {};
  if (const auto* header = qobject_cast<const QHeaderView*>(view)) {
    const int section = header->logicalIndexAt(at);
    return cutText(metrics, header->model()->headerData(section, header->orientation()).toString(),
                   header->sectionSize(section) - cellMargins);
  }
  const QModelIndex index = view->indexAt(at);
  return cutText(QFontMetrics(view->font()), index.data().toString(),
                 view->visualRect(index).width() - cellMargins);
}

class TipFilter : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::ToolTip || !watched->isWidgetType()) return false;
    auto& widget = *static_cast<QWidget*>(watched);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString whole = cutTextOf(widget, help->pos());
    if (whole.isEmpty()) return false;
    const auto* view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
    const QString own =
        view != nullptr ? view->indexAt(help->pos()).data(Qt::ToolTipRole).toString() : widget.toolTip();
    const QString tip = toolTip(whole);
    QToolTip::showText(
        help->globalPos(),
        own.isEmpty() || own.contains(whole.toHtmlEscaped()) ? (own.isEmpty() ? tip : own) : tip + own,
        &widget);
    return true;
  }
};

}  // namespace

void wholeTextInTips(QObject* owner) { qApp->installEventFilter(new TipFilter(owner)); }

QList<QWidget*> inTabOrder(const QWidget& of) {
  QList<QWidget*> out;
  QWidget* window = of.window();
  for (QWidget* at = window->nextInFocusChain(); at != window; at = at->nextInFocusChain()) {
    if ((at == &of || of.isAncestorOf(at)) && (at->focusPolicy() & Qt::TabFocus) != 0) out.append(at);
  }
  return out;
}

QWidget* tabAfter(QWidget* before, const QWidget& of) {
  for (QWidget* inside : inTabOrder(of)) QWidget::setTabOrder(std::exchange(before, inside), inside);
  return before;
}

QWidget* tabAfter(QWidget* before, QDialogButtonBox& buttons) {
  buttons.setFocusProxy(nullptr);
  for (int i = 0; i < buttons.layout()->count(); ++i) {
    if (QWidget* button = buttons.layout()->itemAt(i)->widget())
      QWidget::setTabOrder(std::exchange(before, button), button);
  }
  return before;
}

void keepFocusInView(QObject* owner) {
  QObject::connect(qApp, &QApplication::focusChanged, owner, [](const QWidget* before, const QWidget* now) {
    if (before != nullptr && now != nullptr && QApplication::mouseButtons() == Qt::NoButton)
      bringIntoView(*now);
  });
}

void wheelPassesBoxes(QObject* owner) { qApp->installEventFilter(new WheelFilter(owner)); }

void bringIntoView(const QWidget& widget) {
  for (QWidget* up = widget.parentWidget(); up != nullptr; up = up->parentWidget()) {
    auto* area = qobject_cast<QScrollArea*>(up);
    if (area == nullptr || area->widget() == nullptr || !area->widget()->isAncestorOf(&widget)) continue;
    const QRect at(widget.mapTo(area->widget(), QPoint()), widget.size());
    area->ensureVisible(at.right() + 1, at.bottom() + 1, 0, 0);  // it leaves the last pixel out
    area->ensureVisible(at.left(), at.top(), 0, 0);
  }
}

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent) {
  setSpacing(spacing);
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

void FlowLayout::addItem(QLayoutItem* item) { items_.append(item); }
int FlowLayout::count() const { return static_cast<int>(items_.size()); }
QLayoutItem* FlowLayout::itemAt(int index) const { return items_.value(index); }
QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const {
  const QMargins margins = contentsMargins();
  int height = 0;
  for (const Line& line : linesFor(width - margins.left() - margins.right()))
    height += line.height + (height > 0 ? spacing() : 0);
  return height + margins.top() + margins.bottom();
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

// One line, where there is room for it.
QSize FlowLayout::sizeHint() const {
  QSize size;
  for (const QLayoutItem* item : items_) {
    if (!item->isEmpty())
      size = QSize(size.width() + item->sizeHint().width() + spacing(),
                   std::max(size.height(), item->sizeHint().height()));
  }
  return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  const QRect area = rect.marginsRemoved(contentsMargins());
  int y = area.y();
  for (const Line& line : linesFor(area.width())) {
    place(line, area, y);
    y += line.height + spacing();
  }
}

QList<FlowLayout::Line> FlowLayout::linesFor(int width) const {
  QList<Line> lines;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    if (lines.isEmpty() || lines.last().width + spacing() + size.width() > width) {
      lines.append(Line());
    } else {
      lines.last().width += spacing();
    }
    lines.last().items.append(item);
    lines.last().width += size.width();
    lines.last().height = std::max(lines.last().height, size.height());
  }
  return lines;
}

// Alone in a line, what is wider than it is narrowed.
void FlowLayout::place(const Line& line, const QRect& area, int y) const {
  const auto grows = [](const QLayoutItem* item) {
    return (item->expandingDirections() & Qt::Horizontal) != 0;
  };
  auto growing = std::count_if(line.items.begin(), line.items.end(), grows);
  int left = std::max(0, area.width() - line.width);
  int x = area.x();
  for (QLayoutItem* item : line.items) {
    QSize size = item->sizeHint();
    if (grows(item)) {
      const int more = left / static_cast<int>(growing--);
      left -= more;
      size.rwidth() += more;
    }
    size.setWidth(std::min(size.width(), std::max(area.width(), 1)));
    item->setGeometry(QRect(QPoint(x, y + (line.height - size.height()) / 2), size));
    x += size.width() + spacing();
  }
}

QWidget* flowOf(std::initializer_list<QWidget*> widgets) {
  auto* box = new QWidget;
  auto* flow = new FlowLayout(8, box);
  for (QWidget* widget : widgets) flow->addWidget(widget);
  heightFollowsWidth(box);
  return box;
}

void heightFollowsWidth(QWidget* box) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  box->setSizePolicy(policy);
}

QWidget* flowGap() {
  auto* gap = new QWidget;
  gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  gap->setFixedHeight(1);
  return gap;
}

void fitsShownPage(QStackedWidget& stack) {
  const auto follow = [&stack](int shown) {
    for (int i = 0; i < stack.count(); ++i) {
      const auto policy = i == shown ? QSizePolicy::Preferred : QSizePolicy::Ignored;
      stack.widget(i)->setSizePolicy(policy, policy);
    }
  };
  QObject::connect(&stack, &QStackedWidget::currentChanged, &stack, follow);
  follow(stack.currentIndex());
}

}  // namespace onceover::widgets
