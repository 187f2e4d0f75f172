// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a verdict on several rows: how many were written, and of each row what happened.
#pragma once

#include "ui/widgets/card.h"
#include "ui/widgets/rows_model.h"
#include "ui/writes/row_verbs.h"
#include "ui/writes/selection_bar.h"

namespace onceover::writes {

class RowReportCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  explicit RowReportCard(QWidget* parent = nullptr);
  void showReport(const VerdictReport& report, const tables::Profile& profile);
  void showError(const Error& error);

 private:
  widgets::FieldsModel* model_;
  widgets::TableView* table_;
};

// What the gateway said of several rows: how many of each verdict and how much, and each row with its answer.
class AnswersModel : public widgets::RowsModel<Answered> {
  Q_OBJECT
 public:
  explicit AnswersModel(QObject* parent = nullptr);
};

class AnswersCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  explicit AnswersCard(QWidget* parent = nullptr);
  void showAnswers(const Answers& answers);
  void showError(const Error& error);

 private:
  AnswersModel* model_;
  widgets::TableView* table_;
};

// Of each verdict: its word, how many rows, and their amounts.
std::vector<widgets::FieldChange> verdictsOf(const std::vector<Answered>& rows);

}  // namespace onceover::writes
