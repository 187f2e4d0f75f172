// Our own icons (resources/icons/NAME.svg), drawn in the colour of the palette's text, so that they follow light and dark.
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QString>

namespace onceover::widgets {

// "overview", "keys", "stuck", "case", "metrics", "audit", "search", "refresh", "copy", "sql", "lock", "unlock", "warning", "check",
// "cross", "clock", "dot", "ring", "person", "plug", "play", "pause", "stop", "eye", "eye-off", "export", "sun", "moon", "table", "chart",
// "arrow-right", "chevron-down", "filter", "info", "close". A name without a file gives a null icon.
QIcon icon(const QString& name);
// One drawing in one colour, for painting by hand. size in device-independent pixels.
QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio);

}  // namespace onceover::widgets
