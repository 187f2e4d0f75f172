// The dashboard on a wall: a screen of its own, charts from edge to edge, nothing to press. Esc leaves it.
#pragma once

#include <QWidget>

#include "ui/widgets/forward.h"
#include "ui/widgets/tones.h"

namespace onceover::metrics {

class Wall : public QWidget {
  Q_OBJECT
 public:
  // Takes the board as its own until takeBoard().
  Wall(const QString& title, QWidget* board, QWidget* parent);
  QWidget* takeBoard();
  // What is shown and how old it is; a problem instead of it stands out.
  void setStatus(const QString& words, widgets::Tone tone);
  QString status() const;

 signals:
  void left();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  QWidget* board_;
  widgets::PlainLabel* status_;
};

}  // namespace onceover::metrics
