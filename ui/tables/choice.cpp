#include "ui/tables/choice.h"

#include <QWheelEvent>

namespace onceover::tables {

Choice::Choice(const QString& name, int characters, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(name);
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  if (characters > 0) setMinimumContentsLength(characters);
}

void Choice::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) return QComboBox::wheelEvent(event);
  event->ignore();
}

}  // namespace onceover::tables
