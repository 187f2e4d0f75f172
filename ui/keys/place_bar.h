// The scroll bar of a whole listing, of which the table holds a window.
#pragma once

#include <QScrollBar>

namespace onceover::keys {

class PlaceBar : public QScrollBar {
  Q_OBJECT
 public:
  explicit PlaceBar(QWidget* parent = nullptr);
  // rows: of the listing, counted or estimated; top: the first one shown; shown: how many are at once. Asks for nothing. While somebody
  // holds the slider it stays under their hand.
  void setPlace(qint64 rows, qint64 top, int shown);

 signals:
  // Somebody moved it there; rows − shown or more is the end.
  void rowWanted(qint64 top);

 private:
  void moved(int value);
  qint64 rowsPerStep_ = 1;  // a bar counts in int
};

}  // namespace onceover::keys
