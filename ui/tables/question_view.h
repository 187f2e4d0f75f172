// The answers to one question about a table as buttons and, where one may be typed, a line for it. The question is the title of its card.
#pragma once

#include <QWidget>

#include "core/tables/detect/questions.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class QuestionView : public QWidget {
  Q_OBJECT
 public:
  explicit QuestionView(QWidget* parent = nullptr);
  void ask(const tables::Question& question);
  // Nothing is left to ask.
  void tell(const QString& words);
  // Why the last answer was none.
  void showProblem(const QString& words);

 signals:
  // The id of a choice, what was typed, or "": it is left open.
  void answered(const std::string& given);

 private:
  void clear(const QString& why);
  QPushButton* buttonOf(const tables::Choice& choice);

  widgets::PlainLabel *why_, *problem_;
  QVBoxLayout* choices_;
  QWidget* typing_;
  QLineEdit* typed_;
  QPushButton* open_;
};

}  // namespace onceover::ui
