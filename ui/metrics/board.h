// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the dashboard as a person has arranged them: some hidden, some large, in an order; on a page,
// or filling a wall.
#pragma once

#include <QMap>
#include <QWidget>

#include "ui/metrics/cards.h"
#include "ui/widgets/forward.h"

namespace onceover::metrics {

class ChartCard;

class Board : public QWidget {
  Q_OBJECT
 public:
  explicit Board(QWidget* parent = nullptr);

  const QVector<ChartCard*>& cards() const { return cards_; }  // as the specs stand
  QVector<ChartCard*> shownCards() const;                      // as they stand
  ChartCard* card(const QString& id) const;
  const Arrangement& arrangement() const { return arrangement_; }
  void setArrangement(const Arrangement& arrangement);
  // Cards that have nothing to show, and why, by their ids: they stand low behind the others, and not on a
  // wall. Where they are not shown at all, the reasons stand beside *More*.
  void setUnknown(const QMap<QString, QString>& whys);
  // More than the first cards that have something to show.
  void setMore(bool more);
  bool isMore() const { return isMore_; }
  // Every card in rows that share the height; nothing to press.
  void setWall(bool on);
  // Of a card as it stands now, about, in pixels: how many points are worth asking for.
  int plotWidth() const;
  // What a change of size asked for is done now, and not when the event loop comes to it.
  void settle();

 signals:
  void arrangementChanged();  // by a person
  void moreChanged();         // by a person

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int columnsFor(int width) const;
  void arrange();
  void fillWall(const QVector<ChartCard*>& shown);
  void change(const Arrangement& to, ChartCard* keepsFocus);

  QVector<ChartCard*> cards_;
  Arrangement arrangement_;
  QMap<QString, QString> unknown_;
  QGridLayout* grid_;
  int columns_ = 0;
  QPushButton* more_;
  widgets::PlainLabel* whys_;
  bool isWall_ = false, isMore_ = false;
};

// The dashboard on a wall: a screen of its own, charts from edge to edge, nothing to press. Esc leaves it.
class Wall : public QWidget {
  Q_OBJECT
 public:
  // Takes the board as its own until takeBoard().
  Wall(const QString& title, QWidget* board, QWidget* parent);
  QWidget* takeBoard();
  // What is shown and how old it is; a problem instead of it stands out.
  void setStatus(const QString& words, widgets::Tone tone);
  QString status() const;

 signals:
  void left();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  QWidget* board_;
  widgets::PlainLabel* status_;
};

}  // namespace onceover::metrics
