// SPDX-License-Identifier: Apache-2.0
// Walks over the controls and texts of a window as a person with a keyboard does, and reports each one that
// cannot be used or read: cut, outside the window, covered, without a name, without a visible focus, out of
// reach of Tab, or out of reading order. What is cut on purpose has its whole text in its tip. Each report
// begins with the control, so that a failing test names it.
#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>
#include <algorithm>

#include "tests/support/console_page.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"

namespace onceover::test {

class ControlWalk {
 public:
  explicit ControlWalk(QWidget& window) : window_(window) {}

  // Everything below; empty: every control can be used.
  QString all() {
    for (const QString& name : restless())
      report(window_, QStringLiteral("a %1 is laid out or painted without end").arg(name));
    checkLabels();
    for (QWidget* control : controls()) {
      checkNamed(*control);
      widgets::bringIntoView(*control);
      checkSize(*control);
      checkText(*control);
      checkInside(*control);
    }
    tabThrough();
    return problems_.join('\n');
  }

  static QString nameOf(const QWidget& widget) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
    return face != nullptr ? face->text(QAccessible::Name).trimmed() : widget.accessibleName();
  }

 private:
  QString told(const QWidget& widget) const {
    QString name = nameOf(widget);
    if (name.isEmpty()) {
      QStringList path;
      for (const QWidget* up = &widget; up != nullptr && path.size() < 4; up = up->parentWidget()) {
        path.prepend(QString::fromLatin1(up->metaObject()->className()));
      }
      name = path.join('/');
    }
    const QRect at(widget.mapTo(&window_, QPoint()), widget.size());
    return QStringLiteral("\"%1\" (%2, %3×%4 at %5,%6)")
        .arg(name.left(80),
             QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1))
        .arg(at.width())
        .arg(at.height())
        .arg(at.x())
        .arg(at.y());
  }
  void report(const QWidget& widget, const QString& what) {
    problems_.append(told(widget) + QStringLiteral(": ") + what);
  }

  // A part of another control, which is looked at itself.
  static bool isPart(const QWidget& widget) {
    if (widget.objectName().startsWith(QLatin1String("qt_")) || widget.inherits("QLineEditIconButton"))
      return true;
    if (qobject_cast<const QScrollBar*>(&widget) != nullptr ||
        qobject_cast<const QHeaderView*>(&widget) != nullptr)
      return true;
    const QWidget* parent = widget.parentWidget();
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(parent);
        area != nullptr && area->viewport() == &widget)
      return true;
    if (qobject_cast<const QTabBar*>(parent) != nullptr || widget.inherits("QTableCornerButton")) return true;
    return qobject_cast<const QLineEdit*>(&widget) != nullptr &&
           (qobject_cast<const QComboBox*>(parent) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(parent) != nullptr);
  }
  bool takesTab(const QWidget& widget) const {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isEnabled() && widget.isVisible() &&
           !isPart(widget);
  }
  QList<QWidget*> controls() const {
    QList<QWidget*> found;
    for (QWidget* widget : window_.findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->window() != &window_ || isPart(*widget)) continue;
      if (qobject_cast<QAbstractButton*>(widget) != nullptr || (widget->focusPolicy() & Qt::TabFocus) != 0)
        found.append(widget);
    }
    return found;
  }

  void checkNamed(const QWidget& control) {
    if (nameOf(control).isEmpty()) report(control, QStringLiteral("has no name"));
  }
  void checkSize(const QWidget& control) {
    if (qobject_cast<const QAbstractScrollArea*>(&control) != nullptr) {
      if (control.height() < 40 || control.width() < 80)
        report(control, QStringLiteral("is too small to read"));
      return;
    }
    const QSize least = control.minimumSizeHint();
    if (control.width() < least.width() || control.height() < least.height()) {
      report(control, QStringLiteral("is cut: it needs %1×%2").arg(least.width()).arg(least.height()));
    }
  }
  // What is larger than the place it scrolls in shows at least a part that can be worked with.
  void checkInside(const QWidget& control) {
    QRect seen(QPoint(), control.size());
    QString cutBy;
    for (const QWidget* at = &control; at != &window_; at = at->parentWidget()) {
      seen.translate(at->pos());
      const QSize before = seen.size();
      seen &= at->parentWidget()->rect();
      if (seen.size() != before) cutBy = told(*at->parentWidget());
    }
    const bool isLarge = control.height() > 120 || control.width() > 240;
    const bool whole = seen.size() == control.size();
    if (!whole && !(isLarge && seen.height() >= std::min(control.height(), 80) &&
                    seen.width() >= std::min(control.width(), 160))) {
      return report(control, QStringLiteral("is outside the window, cut by ") + cutBy);
    }
    const QWidget* top = window_.childAt(seen.center());
    if (top != nullptr && top != &control && !control.isAncestorOf(top) && !top->isAncestorOf(&control)) {
      report(control, QStringLiteral("is covered by ") + told(*top));
    }
  }
  void checkLabels() {
    for (QWidget* one : window_.findChildren<QWidget*>()) {
      if (!one->isVisible() || one->window() != &window_) continue;
      if (auto* badge = qobject_cast<widgets::BadgeLabel*>(one)) {
        widgets::bringIntoView(*badge);
        if (badge->width() < badge->sizeHint().width()) wantTip(*badge, badge->badge().word);
        checkInside(*badge);
        continue;
      }
      auto* label = qobject_cast<QLabel*>(one);
      if (label == nullptr || label->text().isEmpty()) continue;
      widgets::bringIntoView(*label);
      if (label->wordWrap()) {
        if (label->heightForWidth(label->width()) > label->height() + 1)
          report(*label, QStringLiteral("is cut: its last line is missing"));
      } else if (label->sizeHint().height() > label->height() + 3) {
        report(*label, QStringLiteral("is cut: it needs %1×%2")
                           .arg(label->sizeHint().width())
                           .arg(label->sizeHint().height()));
      } else if (label->sizeHint().width() > label->width() + 1) {
        wantTip(*label, label->text());
      }
      checkInside(*label);
    }
  }
  // What is drawn within a control.
  void checkText(QWidget& control) {
    if (const auto* box = qobject_cast<QComboBox*>(&control); box != nullptr && !box->isEditable()) {
      QStyleOptionComboBox option;
      option.initFrom(box);
      option.editable = false;
      const QRect room =
          box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
      if (box->fontMetrics().horizontalAdvance(box->currentText()) > room.width())
        wantTip(control, box->currentText());
    }
    if (const auto* edit = qobject_cast<QLineEdit*>(&control); edit != nullptr && edit->text().isEmpty()) {
      if (edit->fontMetrics().horizontalAdvance(edit->placeholderText()) > edit->width() - 8)
        wantTip(control, edit->placeholderText());
    }
    if (auto* tabs = qobject_cast<QTabBar*>(&control)) {
      for (int i = 0; i < tabs->count(); ++i) {
        if (!tabs->isTabVisible(i)) continue;
        const QRect tab = tabs->tabRect(i);
        if (!tabs->rect().contains(tab))
          report(control, QStringLiteral("has a tab outside: ") + tabs->tabText(i));
        const int icon = tabs->tabIcon(i).isNull() ? 0 : tabs->iconSize().width() + 4;
        if (tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)) + icon > tab.width() - 8)
          report(control, QStringLiteral("has a tab that is cut: ") + tabs->tabText(i));
      }
    }
    if (auto* table = qobject_cast<QTableView*>(&control); table != nullptr && table->model() != nullptr) {
      QHeaderView* header = table->horizontalHeader();
      for (int i = 0; header->isVisible() && i < header->count(); ++i) {
        const QString title = table->model()->headerData(i, Qt::Horizontal).toString();
        if (header->isSectionHidden(i) ||
            header->fontMetrics().horizontalAdvance(title) <= header->sectionSize(i) - 6)
          continue;
        const int x = header->sectionViewportPosition(i) + header->sectionSize(i) / 2;
        if (x >= 0 && x < header->viewport()->width())
          wantTip(*header->viewport(), title, {x, header->height() / 2});
      }
    }
  }
  void wantTip(QWidget& widget, const QString& whole, const QPoint& at = {3, 3}) {
    QToolTip::showText({}, {});
    QHelpEvent hover(QEvent::ToolTip, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &hover);
    const QString tip = QToolTip::text();
    QToolTip::showText({}, {});
    if (!tip.contains(whole.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br/>"))))
      report(widget, QStringLiteral("is cut, and its tip has not all of it: “%1”").arg(whole.left(120)));
  }

  // The fields that a person reaches by Tab are all there are, one after the other as they are read.
  void tabThrough() {
    QList<QWidget*> reached;
    for (QWidget* first = window_.nextInFocusChain(); first != &window_; first = first->nextInFocusChain()) {
      if (!takesTab(*first)) continue;
      first->setFocus(Qt::TabFocusReason);
      reached.append(QApplication::focusWidget());
      before_ = drawn(*reached.last());
      break;
    }
    const int limit = 80 + 2 * static_cast<int>(controls().size());
    for (int i = 0; i < limit; ++i) {
      QWidget* from = QApplication::focusWidget();
      QTest::keyClick(from != nullptr ? from : &window_, Qt::Key_Tab);
      QWidget* now = QApplication::focusWidget();
      if (now == nullptr || now->window() != &window_) {
        problems_.append(QStringLiteral("Tab leaves the window"));
        return;
      }
      if (now == from && reached.size() == 1 &&
          std::ranges::count_if(controls(), [this](const QWidget* one) { return takesTab(*one); }) < 2)
        return;
      if (now == from && qobject_cast<QTextBrowser*>(now) != nullptr) continue;  // from link to link
      if (now == from) {
        report(*now, QStringLiteral("keeps Tab"));
        return;
      }
      if (!reached.isEmpty()) checkRing(*reached.last());
      checkOrder(*reached.last(), *now);
      if (reached.contains(now)) break;
      reached.append(now);
      before_ = drawn(*now);
      checkInside(*now);
    }
    if (backwards_.size() > 1) problems_ += backwards_;
    for (QWidget* control : controls()) {
      const auto* radio = qobject_cast<const QAbstractButton*>(control);
      // Tab goes to the chosen one, arrows to the others
      const bool isOneOf = radio != nullptr && radio->autoExclusive();
      const bool isChosen = control->focusProxy() != nullptr;
      if (takesTab(*control) && !isOneOf && !isChosen && !reached.contains(control))
        report(*control, QStringLiteral("is not reached by Tab"));
    }
  }
  // Not by grab(), which looks through all widgets of the window twice.
  static QImage drawn(QWidget& control) {
    QImage image(control.size() * control.devicePixelRatio(), QImage::Format_RGB32);
    image.setDevicePixelRatio(control.devicePixelRatio());
    image.fill(Qt::black);
    control.render(&image);
    return image;
  }
  // before_: with the focus. The caret alone, a line of one pixel, shows too little.
  void checkRing(QWidget& control) {
    const QImage without = drawn(control);
    if (without.size() != before_.size()) return;
    int changed = 0;
    for (int y = 0; y < without.height() && changed < 40; ++y) {
      const auto* a = reinterpret_cast<const QRgb*>(without.constScanLine(y));
      const auto* b = reinterpret_cast<const QRgb*>(before_.constScanLine(y));
      if (std::equal(a, a + without.width(), b)) continue;
      for (int x = 0; x < without.width(); ++x) {
        if (std::abs(qRed(a[x]) - qRed(b[x])) + std::abs(qGreen(a[x]) - qGreen(b[x])) +
                std::abs(qBlue(a[x]) - qBlue(b[x])) >
            90)
          ++changed;
      }
    }
    if (changed < 40) report(control, QStringLiteral("shows no focus (%1 pixels)").arg(changed));
  }
  // The next one is below, or to the right, or inside. Columns are read one after the other.
  // Tab goes around: the step from the last one to the first is the only one that may lead back.
  void checkOrder(const QWidget& from, const QWidget& to) {
    const QRect a(from.mapTo(&window_, QPoint()), from.size()), b(to.mapTo(&window_, QPoint()), to.size());
    const bool isBelow = b.top() >= a.bottom() - 2, isRight = b.left() >= a.right() - 2;
    if (!isBelow && !isRight && !from.isAncestorOf(&to))
      backwards_.append(told(to) + QStringLiteral(": comes after ") + told(from));
  }

  QWidget& window_;
  QImage before_;
  QStringList problems_, backwards_;
};

}  // namespace onceover::test
