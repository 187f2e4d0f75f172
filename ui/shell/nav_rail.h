// The pages, at the left: icon, name, shortcut.
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include "ui/widgets/forward.h"

namespace onceover::shell {

// Draws an action: its icon, text, shortcut and whether it is checked.
class NavButton : public QAbstractButton {
  Q_OBJECT
 public:
  NavButton(QAction* action, const QString& iconName, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void follow();
  QAction* action_;
  QString iconName_;
};

class NavRail : public QWidget {
  Q_OBJECT
 public:
  explicit NavRail(QWidget* parent = nullptr);
  // Above the gap, or below it.
  void addPage(QAction* action, const QString& iconName);
  void addTool(QAction* action, const QString& iconName);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVBoxLayout *pages_, *tools_;
};

}  // namespace onceover::shell
