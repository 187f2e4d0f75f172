// The pages, at the left: icon, name, shortcut; only icons where the window is narrow, or a person chose so.
#pragma once

#include <QAbstractButton>
#include <QHash>
#include <QMap>
#include <QString>
#include <QWidget>
#include <optional>

#include "core/alerts/rules.h"
#include "ui/widgets/forward.h"

namespace onceover::shell {

// How many wait on a page, for the line of its name in the navigation. Pure.
struct NavCount {
  QString text;         // "12", "≥ 12", "?"; empty: the page counts nothing
  QString why;          // in words, for the tool tip and for assistive technology
  bool isCalm = false;  // exactly none
  bool operator==(const NavCount&) const = default;
};

// By the id of the page. What was not observed is not there; what is unknown is a question mark, and never a zero.
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
  void addPage(QAction* action, const QString& iconName);
  void addTool(QAction* action, const QString& iconName);
  // By the page's action; none: it counts nothing.
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
  QVBoxLayout *pages_, *tools_;
  QList<NavButton*> buttons_;
  bool isNarrow_ = false, wantsNames_ = true, wantsNamesHere_ = false;
};

}  // namespace onceover::shell
