// Above a case: the stuck key before and after this one, where this one is among them, and whether the gateway is asked on opening.
#pragma once

#include <QWidget>

#include "ui/reconcile/stuck_walk.h"
#include "ui/widgets/forward.h"

namespace onceover::reconcile {

class WalkBar : public QWidget {
  Q_OBJECT
 public:
  // previous, next: the page's actions; their buttons stand here.
  WalkBar(QAction* previous, QAction* next, QWidget* parent = nullptr);

  void setPlace(const StuckWalk& walk, const std::optional<key::Identity>& current);
  // Instead of the place, until the next setPlace().
  void say(const QString& words);
  QString words() const;
  bool asksOnOpening() const;
  void setAsksOnOpening(bool asks);

 signals:
  void asksOnOpeningChanged(bool asks);

 private:
  widgets::PlainLabel* place_;
  QCheckBox* asks_;
};

}  // namespace onceover::reconcile
