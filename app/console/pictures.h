// Pictures of the window as SVG: text that stays text, for documents.
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QString>
#include <vector>

namespace onceover::console {

// Empty: it could not be drawn.
QByteArray vectorPicture(QMainWindow& window, const QString& title);

// One step of a story: a picture by vectorPicture(), and what it shows in a line.
struct Frame {
  QByteArray picture;
  QString caption;
};

// One picture that shows them in turn, each for the same time, again and again; without end. Where its reader wants no motion, the last
// one. All have the same size.
QByteArray animated(const std::vector<Frame>& frames, const QString& title);

}  // namespace onceover::console
