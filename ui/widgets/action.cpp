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
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  const auto follow = [action, button] {
    QString tip = action->text() + QStringLiteral("  ") + action->shortcut().toString(QKeySequence::NativeText);
    if (!action->whatsThis().isEmpty()) tip += QLatin1Char('\n') + action->whatsThis();
    button->setToolTip(toolTip(tip));
    button->setEnabled(action->isEnabled());
  };
  follow();
  QObject::connect(action, &QAction::changed, button, follow);
  return button;
}

}  // namespace onceover::widgets
