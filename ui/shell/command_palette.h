// Every page and action by a few letters, and what was found in the store by the same text. A child of the window, above everything in it.
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>
#include <QTimer>
#include <functional>

#include "ui/widgets/forward.h"

namespace onceover::shell {

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(QWidget* parent);
  // Opens over the parent with these; disabled and invisible actions are left out.
  void open(const QList<QAction*>& actions);
  QString soughtText() const;

  // What is no action: a key, a case, a plan, a table. kind: what it is, at the right end of the line.
  struct Found {
    QString text, kind, icon;
    std::function<void()> open;
  };
  // Below the actions that match. Of another text than the one that stands there now it is not shown.
  void setFound(const QString& sought, const QList<Found>& found);

 signals:
  // Somebody paused in typing; never without text.
  void sought(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter();
  void list();
  void run();
  void dismiss();
  QList<QPointer<QAction>> actions_;
  QList<Found> found_;
  QString foundFor_;
  QTimer pause_;
  bool hasMoved_ = false;     // somebody chose another line than the first
  QPointer<QWidget> before_;  // had the focus
  QLineEdit* search_;
  QListWidget* list_;
};

}  // namespace onceover::shell
