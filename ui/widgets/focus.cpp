#include "ui/widgets/focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QScrollArea>
#include <utility>

namespace onceover::widgets {
namespace {

class WheelFilter : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish) return false;
    if (qobject_cast<QComboBox*>(watched) == nullptr && qobject_cast<QAbstractSpinBox*>(watched) == nullptr) return false;
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

}  // namespace

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
    if (QWidget* button = buttons.layout()->itemAt(i)->widget()) QWidget::setTabOrder(std::exchange(before, button), button);
  }
  return before;
}

void keepFocusInView(QObject* owner) {
  QObject::connect(qApp, &QApplication::focusChanged, owner, [](const QWidget* before, const QWidget* now) {
    if (before != nullptr && now != nullptr && QApplication::mouseButtons() == Qt::NoButton) bringIntoView(*now);
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

}  // namespace onceover::widgets
