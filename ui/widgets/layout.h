// Boxes of widgets as pages lay them out: without margins of their own where none are given.
#pragma once

#include <QHBoxLayout>
#include <QMargins>
#include <QScrollArea>
#include <QVBoxLayout>
#include <initializer_list>

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

// What stands in a box: a widget, a layout, or empty room, with its share of the room that is left.
struct BoxItem {
  BoxItem(QWidget* widget, int share = 0, Qt::Alignment alignment = {}) : widget(widget), share(share), alignment(alignment) {}
  BoxItem(QLayout* layout, int share = 0) : layout(layout), share(share) {}
  explicit BoxItem(int share) : share(share) {}
  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int share;
  Qt::Alignment alignment;
};
inline BoxItem stretch(int share = 1) { return BoxItem(share); }

// Puts them into the box, one after the other, and returns it.
template <class Box>
Box* fill(Box* box, std::initializer_list<BoxItem> items) {
  for (const BoxItem& item : items) {
    if (item.widget != nullptr) {
      box->addWidget(item.widget, item.share, item.alignment);
    } else if (item.layout != nullptr) {
      box->addLayout(item.layout, item.share);
    } else {
      box->addStretch(item.share);
    }
  }
  return box;
}

// Takes everything out of it; what was in it is hidden at once and gone later.
inline void empty(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
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
