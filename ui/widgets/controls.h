// SPDX-License-Identifier: GPL-3.0-or-later
// Controls as pages make them, each with its name for assistive technology; actions, and buttons that press
// them.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QIcon>
#include <QKeySequence>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QSplitter>
#include <QString>
#include <QStringList>
#include <QToolButton>
#include <QVariant>
#include <initializer_list>
#include <utility>
#include <vector>

#include "ui/widgets/forward.h"
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
// Parts beside or below each other, none of which can be folded away. sizes: at first, and their proportions
// later.
QSplitter* splitter(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                    const QList<int>& sizes);
// One line that is cut where it is too long. name: for assistive technology, where it is not its text.
PlainLabel* elided(TextRole role = TextRole::caption, const QString& name = {});

// An action of the widget and of what is inside it, for the caller to connect. iconName: of icon.h, or empty.
QAction* addAction(QWidget* to, const QString& words, const QKeySequence& keys, const QString& iconName = {});
// The same with what it does: a member of the widget, or a callable.
template <class W, class Slot>
QAction* addAction(W* to, const QString& words, const QKeySequence& keys, const char* iconName, Slot slot) {
  QAction* action = addAction(to, words, keys, QString::fromLatin1(iconName));
  QObject::connect(action, &QAction::triggered, to, slot);
  return action;
}
// Enabled where there is no reason against it; the reason is its whatsThis().
inline void allow(QAction* action, const QString& whyNot) {
  action->setEnabled(whyNot.isEmpty());
  action->setWhatsThis(whyNot);
}
// Enabled as the action is. The tip names the action, its shortcut (what is not seen is not learned) and,
// below, its whatsThis().
QPushButton* buttonOf(QAction* action, const QString& words);

// Our own icons (resources/icons/NAME.svg), drawn in the colour of the palette's text, so that they follow
// light and dark.

// "overview", "keys", "stuck", "case", "metrics", "audit", "search", "refresh", "copy", "sql", "lock",
// "unlock", "warning", "check", "cross", "clock", "dot", "ring", "person", "plug", "play", "pause", "stop",
// "eye", "eye-off", "export", "sun", "moon", "table", "chart", "arrow-right", "chevron-down", "filter",
// "info", "close". A name without a file gives a null icon.
QIcon icon(const QString& name);
// One drawing in one colour, for painting by hand. size in device-independent pixels.
QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio);

// Unusual terms in the words of the manual's page Glossary (resources/manual/glossary.md): the one source of
// what they mean.

// Whatever its case; empty where the glossary has no such term.
QString glossaryMeaning(const QString& term);
// A small "?" that shows what the terms mean, by pointing at it or by pressing it.
QToolButton* explained(const QStringList& terms);

}  // namespace onceover::widgets
