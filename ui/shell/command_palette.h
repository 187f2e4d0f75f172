// Every page and action by a few letters, and what was found in the store by the same text. A child of the window, above everything in it.
#pragma once

#include <QAction>
#include <QFrame>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>

#include "ui/widgets/forward.h"

namespace onceover::shell {

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(QWidget* parent);
  // Opens over the parent with these; disabled and invisible actions are left out. An action's data() is a list of other names for it; its
  // statusTip() says where it leads, where it has no shortcut.
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

// How well a few typed letters fit a text. Pure.

// The letters in their order, anywhere in the text, case ignored; none where they are not all there. Higher fits better: begins of
// words and runs of letters count most. An empty pattern fits everything equally.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

}  // namespace onceover::shell
