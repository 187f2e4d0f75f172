// Boxes of widgets as pages lay them out: without margins of their own where none are given.
#pragma once

#include <QHBoxLayout>
#include <QMargins>
#include <QScrollArea>
#include <QVBoxLayout>

namespace onceover::widgets {

// box: what is laid out; nullptr: a layout that is added to another. spacing: -1 is the style's.
inline QVBoxLayout* columnOf(QWidget* box, int spacing = -1, const QMargins& margins = {}) {
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(margins);
  if (spacing >= 0) column->setSpacing(spacing);
  return column;
}

inline QHBoxLayout* lineOf(QWidget* box, int spacing = -1, const QMargins& margins = {}) {
  auto* line = new QHBoxLayout(box);
  line->setContentsMargins(margins);
  if (spacing >= 0) line->setSpacing(spacing);
  return line;
}

// What is inside (nullptr: still to be set) scrolls up and down, as wide as the view. name: for assistive technology.
inline QScrollArea* scrolled(QWidget* inside, const QString& name) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  if (inside != nullptr) scroll->setWidget(inside);
  scroll->setAccessibleName(name);
  return scroll;
}

}  // namespace onceover::widgets
