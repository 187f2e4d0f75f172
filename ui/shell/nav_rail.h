// SPDX-License-Identifier: GPL-3.0-or-later
// The places, at the left: icon, name, shortcut; only icons where the window is narrow, or a person chose so.
// And the tabs of a place.
#pragma once

#include <QAbstractButton>
#include <QHash>
#include <QMap>
#include <QString>
#include <QWidget>
#include <optional>

#include "core/alerts/rules.h"
#include "ui/widgets/forward.h"

class QTabBar;

namespace onceover::shell {

// How many wait on a page, or on all pages of a place. Pure.
struct NavCount {
  QString text;         // "12", "≥ 12", "?"; empty: nothing is counted there
  QString why;          // in words, for the tool tip and for assistive technology
  bool isCalm = false;  // exactly none
  bool operator==(const NavCount&) const = default;
};

// By the id of the page, and of the place ("stuck", "events"). What was not observed is not there; what is
// unknown is a question mark, and never a zero.
QMap<QString, NavCount> navCounts(const std::optional<alerts::Observed>& observed);

// Draws an action: its icon, text, shortcut and whether it is checked. Without the name, a tool tip has it.
class NavButton : public QAbstractButton {
  Q_OBJECT
 public:
  NavButton(QAction* action, const QString& iconName, QWidget* parent = nullptr);
  void setNamed(bool named);
  QSize sizeHint() const override;
  // How many wait there, at the right end in place of the shortcut.
  void setCount(const NavCount& count);
  const NavCount& count() const { return count_; }
  QAction* action() const { return action_; }
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();
  void paintCount(QPainter& painter);
  QAction* action_;
  QString iconName_;
  NavCount count_;
  bool isNamed_ = true;
};

class NavRail : public QWidget {
  Q_OBJECT
 public:
  explicit NavRail(QWidget* parent = nullptr);
  // Above the gap, or below it.
  void addPlace(QAction* action, const QString& iconName);
  void addTool(QAction* action, const QString& iconName);
  // By the place's action; none: it counts nothing.
  void setCounts(const QHash<QAction*, NavCount>& counts);

  // A narrow window shows only icons, until names are asked for there; a wide one shows what was chosen.
  void setWindowWidth(int width);
  void setNamed(bool named);
  bool isNamed() const;
  // What was chosen for a wide window.
  bool wantsNames() const { return wantsNames_; }

 signals:
  void namedChanged(bool named);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  NavButton* added(NavButton* button);
  void follow();
  QWidget* names_;
  QVBoxLayout *places_, *tools_;
  QList<NavButton*> buttons_;
  bool isNarrow_ = false, wantsNames_ = true, wantsNamesHere_ = false;
};

// Above a page: the tabs of its place, or the way back from what has none. Hidden where there is neither.
class PlaceTabs : public QWidget {
  Q_OBJECT
 public:
  // next, previous: what the tool tips name.
  PlaceTabs(QAction* back, const QList<QAction*>& steps, QWidget* parent = nullptr);
  void setTabs(const QList<QAction*>& pages, QAction* shown);
  void setBack(const QString& words);  // empty: there is none
  void setCounts(const QHash<QAction*, NavCount>& counts);
  bool hasFocusOnTabs() const;
  void focusTabs();

 signals:
  void chosen(QAction* page);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();
  QList<QAction*> steps_, pages_;
  QHash<QAction*, NavCount> counts_;
  QTabBar* bar_;
  QToolButton* back_;
};

}  // namespace onceover::shell
