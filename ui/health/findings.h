// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the checks: as a list, as a card, and in words.
#pragma once

#include <variant>

#include "core/health/health.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::health {

// What was found, gravest first, and after it what could not be looked at.
class FindingsModel : public widgets::RowsModel<std::variant<Finding, NotChecked>> {
  Q_OBJECT
 public:
  enum Columns { SeverityColumn, TitleColumn, EvidenceColumn };
  explicit FindingsModel(QObject* parent = nullptr);

  void setReport(const std::vector<Finding>& findings, const std::vector<NotChecked>& notChecked);
  // nullptr: the row is of a check that was not made.
  const Finding* finding(int row) const { return std::get_if<Finding>(&at(row)); }
  const NotChecked* notChecked(int row) const { return std::get_if<NotChecked>(&at(row)); }
  int rowOf(Check check) const;  // −1: not here
};

// One finding: what was seen, what follows from it, and the remedy to read before anybody runs it.
class FindingCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FindingCard(QWidget* parent = nullptr);
  void show(const Finding& finding);
  void show(const NotChecked& open);
  void showNothing(const QString& words);

 private:
  void set(const QString& title, const QString& seen, const QString& consequence, const QString& advice, const QString& sql);
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *title_, *seen_, *consequence_, *advice_;
  widgets::SqlView* sql_;
  std::vector<std::pair<QWidget*, QWidget*>> captions_;  // with what stands below each
};

// The contract's review checklist: what holds, what fails, and what only a person can know.
class ReviewModel : public widgets::RowsModel<ReviewItem> {
  Q_OBJECT
 public:
  enum Columns { AnswerColumn, PromiseColumn, ByColumn };
  explicit ReviewModel(QObject* parent = nullptr);
};

// What is found as words and shapes. Pure.
widgets::Badge badgeOf(Severity severity);
widgets::Badge badgeOfNotChecked();
widgets::Badge badgeOf(ReviewItem::Answer answer);
QString titleOf(Check check);
// "1 critical, 2 warnings; 30 checks found nothing; 4 could not be made."
QString summaryOf(const Report& report);

}  // namespace onceover::health
