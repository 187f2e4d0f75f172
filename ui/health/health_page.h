// SPDX-License-Identifier: GPL-3.0-or-later
// Does this store keep its promises? Checks of the table that is read, run when the page comes to the front
// and when asked for.
#pragma once

#include <QComboBox>
#include <optional>
#include <variant>

#include "core/health/health.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"

namespace onceover::health {

class FindingCard;
class FindingsModel;
class ReviewModel;

class HealthPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit HealthPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  // Each run reads a few thousand rows: when a person wants it.
  QString whyNotLive() const override { return tr("checks run on request"); }

 protected:
  void memoryChanged() override;

 private:
  void layOut();
  void take(Result<Report> report);
  void chooseRow(int row);
  void openItem(const QModelIndex& index);
  void save();

  FindingsModel* findings_;
  ReviewModel* review_;
  widgets::TableView *findingTable_, *reviewTable_;
  FindingCard* card_;
  widgets::PlainLabel *summary_, *remarks_;
  QComboBox* retry_;
  QAction* save_;
  std::optional<Report> report_;
  std::optional<Check> chosen_;
};

// Findings of the checks: as a list, as a card, and in words.

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
  void set(const QString& title, const QString& seen, const QString& consequence, const QString& advice,
           const QString& sql);
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
