// Lies over a widget and greys it, as long as what it shows cannot be read again. Takes no mouse and no focus: what is below can be used.
#pragma once

#include <QWidget>

namespace onceover::widgets {

class Veil : public QWidget {
  Q_OBJECT
 public:
  // Over the whole of it, hidden at first.
  explicit Veil(QWidget* over);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace onceover::widgets
