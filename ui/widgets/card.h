// A raised surface with an optional title, for grouping.
#pragma once

#include <QFrame>

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

// What came of an act: a badge, the result in words, and what belongs to it below. Hidden until there is a result, and after it is
// closed.
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

}  // namespace onceover::widgets
