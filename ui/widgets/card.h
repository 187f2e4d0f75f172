// A raised surface with an optional title, for grouping.
#pragma once

#include <QFrame>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

class Card : public QFrame {
  Q_OBJECT
 public:
  // An empty title takes no room.
  explicit Card(const QString& title = {}, QWidget* parent = nullptr);
  // Add widgets and layouts here.
  QVBoxLayout* body() const { return body_; }
  void setTitle(const QString& title);
  // A button or label in the title's line, at its right end.
  void addToTitle(QWidget* widget);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* header_;
  PlainLabel* title_;
  QVBoxLayout* body_;
};

}  // namespace onceover::widgets
