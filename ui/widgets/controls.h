// Controls as pages make them, each with its name for assistive technology; actions, and buttons that press them.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QKeySequence>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVariant>
#include <initializer_list>
#include <utility>
#include <vector>

#include "ui/widgets/text.h"

namespace onceover::widgets {

QLineEdit* lineEdit(const QString& name, const QString& placeholder = {});
// items: what is shown, and the data of each.
QComboBox* comboBox(const QString& name, const std::vector<std::pair<QString, QVariant>>& items = {});
// Takes what is typed, too, and has room for a dozen characters.
QComboBox* editableBox(const QString& name);
// Without a frame. The tool tip is the name.
QToolButton* iconButton(const QString& iconName, const QString& name);
QToolButton* textButton(const QString& iconName, const QString& text);
// Parts beside or below each other, none of which can be folded away. sizes: at first, and their proportions later.
QSplitter* splitter(Qt::Orientation orientation, std::initializer_list<QWidget*> parts, const QList<int>& sizes);
// One line that is cut where it is too long. name: for assistive technology, where it is not its text.
PlainLabel* elided(TextRole role = TextRole::caption, const QString& name = {});

// An action of the widget and of what is inside it, for the caller to connect. iconName: of icon.h, or empty.
QAction* addAction(QWidget* to, const QString& words, const QKeySequence& keys, const QString& iconName = {});
// Enabled as the action is. The tip names the action, its shortcut (what is not seen is not learned) and, below, its whatsThis().
QPushButton* buttonOf(QAction* action, const QString& words);

}  // namespace onceover::widgets
