// What came of an act: a badge, the result in words, and what belongs to it below. Hidden until there is a result, and after it is
// closed.
#pragma once

#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

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
