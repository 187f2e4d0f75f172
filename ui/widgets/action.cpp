#include "ui/widgets/action.h"

#include <QPushButton>

#include "ui/widgets/icon.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {

QAction* addAction(QWidget* to, const QString& words, const QKeySequence& keys, const QString& iconName) {
  auto* action = new QAction(words, to);
  if (!iconName.isEmpty()) action->setIcon(icon(iconName));
  action->setShortcut(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  to->addAction(action);
  return action;
}

QPushButton* buttonOf(QAction* action, const QString& words) {
  auto* button = new QPushButton(action->icon(), words);
  button->setAccessibleName(action->text());
  button->setToolTip(toolTip(action->text() + QStringLiteral("  ") + action->shortcut().toString(QKeySequence::NativeText)));
  button->setEnabled(action->isEnabled());
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  QObject::connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
  return button;
}

}  // namespace onceover::widgets
