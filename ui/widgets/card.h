// SPDX-License-Identifier: GPL-3.0-or-later
// A raised surface with an optional title, for grouping.
#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QVector>
#include <QWidget>

#include "ui/widgets/badge.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

class Card : public QFrame {
  Q_OBJECT
 public:
  // An empty title takes no room.
  explicit Card(const QString& title = {}, QWidget* parent = nullptr);
  // Add widgets and layouts here.
  QVBoxLayout* body() const { return body_; }
  void setTitle(const QString& title);
  // A button or label in the title's line, at its right end.
  void addToTitle(QWidget* widget);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* header_;
  PlainLabel* title_;
  QVBoxLayout* body_;
};

// What came of an act: a badge, the result in words, and what belongs to it below. Hidden until there is a
// result, and after it is closed.
struct Told {
  Badge badge;
  QString words;
  QStringList lines = {};  // what was found, each a sentence
};

// "failed", with the error's sentences.
Told toldFailure(const Error& error);

class ResultCard : public Card {
  Q_OBJECT
 public:
  explicit ResultCard(const QString& title = {}, QWidget* parent = nullptr);

  void showResult(const Told& told);
  QString words() const;

 protected:
  void setClosable(bool closable);

 private:
  BadgeLabel* badge_;
  PlainLabel *words_, *lines_;
  QToolButton* close_;
};

// A number that matters, its trend, and a way to the rows behind it.

class StatCard : public QAbstractButton {
  Q_OBJECT
 public:
  // label: "Stuck leases". clicked() leads to the rows; setClickable(false) where there are none to lead to.
  explicit StatCard(const QString& label, QWidget* parent = nullptr);
  // value: formatted, "12 345" or "3 h 20 min"; "–" where it is not known.
  void setValue(const QString& value, Tone tone = Tone::neutral);
  // A line under the number: "oldest 12 min", "about, from statistics".
  void setNote(const QString& note);
  // Drawn below; also said in words: "rising", "falling", "steady".
  void setTrend(const QVector<double>& values);
  void setIcon(const QString& name);
  void setClickable(bool clickable);
  const QString& value() const { return value_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void describe();
  QString label_, value_, note_, iconName_;
  Tone tone_ = Tone::neutral;
  QVector<double> trend_;
  bool clickable_ = true;
};

// A line without axes, for a card or a cell. The number beside it says the same.
void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values,
                    const QColor& colour);

// A standing line across a page: icon, words, at most one button, and one to make it go where that is
// offered.

class Banner : public QWidget {
  Q_OBJECT
 public:
  // icon: a name of icon.h. action: a button's label; empty: no button.
  Banner(Tone tone, const QString& icon, const QString& text, const QString& action = {},
         QWidget* parent = nullptr);
  void setText(const QString& text);
  // The same line with other words, in place: what has the focus keeps it.
  void show(Tone tone, const QString& text);
  using QWidget::show;
  void setActionVisible(bool visible);
  // A button that makes it go; what becomes of the banner is its owner's. what: in words, "Quiet until …".
  void setDismissable(const QString& what);
  QString text() const;
  bool says(Tone tone, const QString& text) const { return tone == tone_ && text == this->text(); }

 signals:
  void actionRequested();
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Tone tone_;
  QString icon_;
  PlainLabel* words_;
  QPushButton* button_;
};

}  // namespace onceover::widgets
