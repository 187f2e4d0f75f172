// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the rows that are selected in a list, in place: ask the gateway about them, settle or
// release those that it has an answer for, write what the profile says (requeue, release, discard), or make a
// plan of them.
//
// The result stands in card(), which the page lays out above its list.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/reconcile/ask.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"
#include "ui/writes/row_verbs.h"

namespace onceover::writes {

class AnswersCard;
class RowReportCard;

// What the gateway said of the selected rows. Nothing was written.
struct Answered {
  browse::KeyRow row;  // as it was when the gateway was asked
  reconcile::JudgedEvidence asked;
};
struct Answers {
  std::vector<Answered> rows;
  int gone = 0;  // rows that no longer exist
  Timestamp asOf;
};

class SelectionBar : public QWidget {
  Q_OBJECT
 public:
  // More rows than these are for a plan.
  static constexpr int mostInPlace = 200;

  explicit SelectionBar(bridge::Session& session,
                        const std::vector<RowVerbs::Offer>& offers = RowVerbs::all(),
                        QWidget* parent = nullptr);

  // Of the rows that are selected in the list; what was answered about others goes.
  void setSelected(std::vector<browse::KeyRow> rows);
  // What this connection may do with an external table; none: not known.
  void setAccess(const std::optional<tables::Access>& access) { verbs_->setAccess(access); }
  // Why writing is not offered; empty: it is.
  QString whyNoVerbs() const { return verbs_->whyNot(); }
  // Of the list of a page: follows what is selected in it, has its actions on the page, and reads the page
  // anew after writing.
  void serve(widgets::Page& page, const widgets::TableView& table,
             const std::function<browse::KeyRow(int row)>& at);
  // Asks what this connection may do with the table that is read; a help: without an answer, nothing is
  // offered.
  void readAccess();
  // Another table is read, or another connection.
  void startAnew();
  const std::optional<Answers>& answers() const { return answers_; }
  QWidget* card() const { return card_; }

 signals:
  void armRequested();
  void planRequested(const std::vector<onceover::key::Identity>& ids);
  void answered();  // the gateway's answers are shown, or why there are none
  void written();   // what came of writing is shown

 private:
  enum class Which { all, released };
  void ask();
  void settle(Which which);
  void confirm(Which which);
  void write(const std::vector<Answered>& rows, const QString& title, const QString& reason,
             const QString& ticket);
  void showReport(const VerdictReport& report);
  std::vector<key::Identity> ids() const;
  std::vector<Answered> offered(Which which) const;
  QString whyNoAsking() const;
  QString whyNoSettling() const;
  bool isOwn() const;
  void update();

  bridge::Session& session_;
  std::vector<browse::KeyRow> selected_;
  std::optional<Answers> answers_;
  bool busy_ = false;
  std::optional<Which> then_;  // what follows the answers
  widgets::PlainLabel* words_;
  QAction *ask_, *settle_, *release_, *plan_;
  QPushButton *settleButton_, *releaseButton_;
  RowVerbs* verbs_;
  QWidget* card_;
  AnswersCard* answersCard_;
  RowReportCard* report_;
};

// What came of a verdict on several rows: how many were written, and of each row what happened.

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
