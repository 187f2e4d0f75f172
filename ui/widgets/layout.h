// SPDX-License-Identifier: GPL-3.0-or-later
// How pages lay out their widgets, and which of them has the focus.
#pragma once

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLayout>
#include <QList>
#include <QMargins>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <initializer_list>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

// Boxes of widgets as pages lay them out: without margins of their own where none are given.

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
  BoxItem(QWidget* widget, int share = 0, Qt::Alignment alignment = {})
      : widget(widget), share(share), alignment(alignment) {}
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

// What is inside (nullptr: still to be set) scrolls up and down, as wide as the view. name: for assistive
// technology.
inline QScrollArea* scrolled(QWidget* inside, const QString& name) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  if (inside != nullptr) scroll->setWidget(inside);
  scroll->setAccessibleName(name);
  return scroll;
}

// What Tab reaches, in which order, and that all of it is seen.

// What Tab reaches of it and in it, in the order of its window.
QList<QWidget*> inTabOrder(const QWidget& of);

// Moves all that Tab reaches of it and in it behind `before`, in the order that it has. Returns the last of
// it; `before` where there is nothing.
QWidget* tabAfter(QWidget* before, const QWidget& of);

// The same with the buttons of a dialog, in the order in which they stand. Qt leaves out the first one where
// its box comes right before it.
QWidget* tabAfter(QWidget* before, QDialogButtonBox& buttons);

// As long as the owner lives: what Tab reaches, in any window, is seen as a whole; Qt shows only its caret. A
// click moves nothing.
void keepFocusInView(QObject* owner);

// As long as the owner lives: over a box of choices or numbers that has not the focus, in any window, the
// wheel scrolls what the box stands in and does not change its value.
void wheelPassesBoxes(QObject* owner);

// As long as the owner lives: what is cut, in any window, has its whole text in the tip: a label of one line,
// a badge, a chosen item, a hint in a field, a cell, a title of a column. What has a tip of its own has both.
void wholeTextInTips(QObject* owner);

// Scrolls whatever it stands in until all of it is seen, or its beginning where there is no room for all.
void bringIntoView(const QWidget& widget);

// Lays items out in lines, as words in a paragraph: legends, chips, filter boxes. What may grow (a text
// field) takes what is left of its line; what does not fit goes to the next one.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(int spacing = 8, QWidget* parent = nullptr);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override;
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSize() const override;
  QSize sizeHint() const override;
  void setGeometry(const QRect& rect) override;

 private:
  struct Line {
    QList<QLayoutItem*> items;
    int width = 0, height = 0;
  };
  QList<Line> linesFor(int width) const;
  void place(const Line& line, const QRect& area, int y) const;
  QList<QLayoutItem*> items_;
};

// The widgets in such lines, in a box of their own.
QWidget* flowOf(std::initializer_list<QWidget*> widgets);
// Makes a box as high as the lines of its flow layout: one that keeps to its hint would cut the second.
void heightFollowsWidth(QWidget* box);
// Empty room in such a line: what comes after it is at the right.
QWidget* flowGap();

// From now on the stack takes the room of the page that it shows, and of no other one.
void fitsShownPage(QStackedWidget& stack);

}  // namespace onceover::widgets
