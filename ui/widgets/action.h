// Actions of a page, and buttons that press them.
#pragma once

#include <QAction>
#include <QKeySequence>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

// An action of the widget and of what is inside it, for the caller to connect. iconName: of icon.h, or empty.
QAction* addAction(QWidget* to, const QString& words, const QKeySequence& keys, const QString& iconName = {});
// Enabled as the action is. The tip names the action, its shortcut (what is not seen is not learned) and, below, its whatsThis().
QPushButton* buttonOf(QAction* action, const QString& words);

}  // namespace onceover::widgets
