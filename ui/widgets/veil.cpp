#include "ui/widgets/veil.h"

#include <QEvent>
#include <QPainter>

#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

// Enough to be seen as grey at a glance, little enough that the text below keeps a contrast that can be read.
constexpr int strength = 110;

}  // namespace

Veil::Veil(QWidget* over) : QWidget(over) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  over->installEventFilter(this);
  hide();
}

bool Veil::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(parentWidget()->size());
  if (event->type() == QEvent::ChildAdded) raise();
  return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QColor grey = t.window;
  grey.setAlpha(strength);
  QPainter painter(this);
  painter.fillRect(rect(), grey);
}

}  // namespace onceover::widgets
