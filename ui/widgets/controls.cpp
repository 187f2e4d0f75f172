#include "ui/widgets/controls.h"

#include <numeric>

#include "ui/widgets/icon.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

QLineEdit* lineEdit(const QString& name, const QString& placeholder) {
  auto* edit = new QLineEdit;
  edit->setAccessibleName(name);
  edit->setPlaceholderText(placeholder);
  return edit;
}

QComboBox* comboBox(const QString& name, const std::vector<std::pair<QString, QVariant>>& items) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  for (const auto& [text, data] : items) box->addItem(text, data);
  return box;
}

QComboBox* editableBox(const QString& name) {
  QComboBox* box = comboBox(name);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->setMinimumContentsLength(12);
  box->lineEdit()->setAccessibleName(name);
  return box;
}

QToolButton* iconButton(const QString& iconName, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(name);
  button->setToolTip(toolTip(name));
  return button;
}

QToolButton* textButton(const QString& iconName, const QString& text) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setAutoRaise(true);
  return button;
}

QSplitter* splitter(Qt::Orientation orientation, std::initializer_list<QWidget*> parts, const QList<int>& sizes) {
  auto* split = new QSplitter(orientation);
  split->setChildrenCollapsible(false);
  split->setHandleWidth(tokensOf(split).gap);
  for (QWidget* part : parts) split->addWidget(part);
  // Qt keeps a stretch factor in eight bits.
  const int all = std::accumulate(sizes.begin(), sizes.end(), 0);
  for (int i = 0; i < split->count(); ++i) split->setStretchFactor(i, 100 * sizes[i] / all);
  split->setSizes(sizes);
  return split;
}

PlainLabel* elided(TextRole role, const QString& name) {
  auto* label = new PlainLabel({}, nullptr, role);
  label->setElided(true);
  if (!name.isEmpty()) label->setAccessibleName(name);
  return label;
}

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
