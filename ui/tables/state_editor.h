// SPDX-License-Identifier: GPL-3.0-or-later
// What shows the state: a way, its columns, and each value with its rows, to be put under waiting, in
// progress, succeeded or failed.
#pragma once

#include <QWidget>

#include "core/tables/detect/questions.h"
#include "core/tables/detect/state_choice.h"
#include "ui/tables/role_editor.h"
#include "ui/widgets/forward.h"

namespace onceover::ui {

class Choice;
class ColumnCombo;

class StateEditor : public RoleEditor {
  Q_OBJECT
 public:
  explicit StateEditor(QWidget* parent = nullptr);
  void load(const Draft& draft, const std::string& role) override;
  void apply(Draft& draft) const override;
  // Only the values, as an answer to a question; otherwise also the way and its columns.
  void setOnlyValues(bool only);

 private:
  void wayChosen();
  void columnsChosen();
  void chose(const tables::StateChoice& choice);
  void addTypedValue();
  void put(std::size_t line, tables::Meaning meaning);
  void putOthers(tables::Meaning meaning);
  void fillLines();
  void fillOthers();
  void addLine(std::size_t line);
  QWidget* meanings(std::size_t line, const QString& of);
  QWidget* retries(std::size_t line, const QString& of);
  void showFields();

  tables::StateChoice choice_;
  tables::TableFacts facts_;
  tables::Kind kind_ = tables::Kind::queue;
  bool onlyValues_ = false;
  QWidget* fields_;
  QFormLayout* form_;
  Choice* way_;
  ColumnCombo *column_, *failed_;
  QVBoxLayout *others_, *lines_;
  QList<QWidget*> retries_;  // of each line
  QWidget* adding_;
  QLineEdit* word_;
  QPushButton* add_;
};

// The answers to one question about a table as buttons and, where one may be typed, a line for it. The
// question is the title of its card.

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
