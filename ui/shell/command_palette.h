// Every page and action by a few letters. A child of the window, above everything in it.
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>

#include "ui/widgets/forward.h"

namespace onceover::shell {

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(QWidget* parent);
  // Opens over the parent with these; disabled and invisible actions are left out.
  void open(const QList<QAction*>& actions);
  QStringList shownTexts() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter();
  void run();
  void dismiss();
  QList<QPointer<QAction>> actions_;
  QPointer<QWidget> before_;  // had the focus
  QLineEdit* search_;
  QListWidget* list_;
};

}  // namespace onceover::shell
