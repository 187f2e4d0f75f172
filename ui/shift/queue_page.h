// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for a person: cases that evidence does not settle, and requests that wait for a second person's
// word.
#pragma once

#include "ui/shift/queue_data.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::shift {

class ApprovalPanel;
class ApprovalsModel;
class CasesModel;

class QueuePage : public widgets::Page {
  Q_OBJECT
 public:
  explicit QueuePage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  void focusSearch() override;

 protected:
  void clockChanged() override;

 private:
  QWidget* buildLists();
  QWidget* buildCases();
  QWidget* buildApprovals();
  void addActions();
  void take(Result<QueueData> data);
  void showLists();
  void openCase(const QModelIndex& index);
  void openApproval(const QModelIndex& index);
  void closeApproval();
  void readMore();
  bool isApprovalOpen() const;

  Tables tables_;
  int rows_;
  QString sql_, stuck_;
  CasesModel* cases_;
  ApprovalsModel* approvals_;
  QStackedWidget* stack_;
  widgets::Banner* shouts_;
  widgets::PlainLabel *casesTitle_, *approvalsTitle_, *casesNote_, *approvalsNote_;
  widgets::TableView *casesTable_, *approvalsTable_;
  QCheckBox* openToo_;
  QPushButton* more_;
  ApprovalPanel* panel_;
};

}  // namespace onceover::shift
