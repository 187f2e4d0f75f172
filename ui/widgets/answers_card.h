// What the gateway said of several rows: how many of each verdict and how much, and each row with its answer.
#pragma once

#include "ui/widgets/result_card.h"
#include "ui/widgets/rows_model.h"
#include "ui/widgets/selection_bar.h"

namespace onceover::widgets {

class AnswersModel : public RowsModel<Answered> {
  Q_OBJECT
 public:
  explicit AnswersModel(QObject* parent = nullptr);
};

class AnswersCard : public ResultCard {
  Q_OBJECT
 public:
  explicit AnswersCard(QWidget* parent = nullptr);
  void showAnswers(const Answers& answers);
  void showError(const Error& error);

 private:
  AnswersModel* model_;
  TableView* table_;
};

// Of each verdict: its word, how many rows, and their amounts.
std::vector<FieldChange> verdictsOf(const std::vector<Answered>& rows);

}  // namespace onceover::widgets
