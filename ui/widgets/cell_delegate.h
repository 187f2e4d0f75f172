// How a cell of one line of text is drawn: a page of a table is a few hundred of them, and laying each out anew at every paint is what a
// person feels while scrolling.
#pragma once

#include <QCache>
#include <QStaticText>
#include <QStyledItemDelegate>

namespace onceover::widgets {

// Where a text is cut that is too long: usual, but a time never in its middle.
Qt::TextElideMode elisionOf(const QString& text, Qt::TextElideMode usual);

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  enum class Face { proportional, monospace, whole };
  // whole: a cell that is too narrow for its text has its column widened, up to longestWhole characters. Of several amounts
  // those that fit are drawn, and "…" for the others; of one amount never a part.
  explicit CellDelegate(Face face = Face::proportional, QObject* parent = nullptr);
  static constexpr int longestWhole = 64;
  // What is more than text (an icon, a box to tick) is left to the style.
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  // As it was laid out last: most of what a paint needs was on the screen before.
  struct Line {
    QStaticText text;
    int width = 0;
  };
  const Line& lineOf(const QStyleOptionViewItem& option, int width) const;
  QRect inSight(const QStyleOptionViewItem& cell, const QRect& room, int margin) const;
  QString wholeParts(const QStyleOptionViewItem& cell, int width) const;
  void askForRoom(const QStyleOptionViewItem& cell, int column, int needed, int margins) const;  // needed: of its text

  Face face_;
  mutable QFont base_, font_;  // what font_ was made from, so that it is not made for each cell
  mutable QFont laidOut_;      // what lines_ are made in
  mutable QCache<QString, Line> lines_{2'000};
};

}  // namespace onceover::widgets
