// SPDX-License-Identifier: GPL-3.0-or-later
// One request that waits for a second person: what would be written, the row as it was seen beside the row as
// it is, on what evidence, who asked; and the way to approve or refuse it.
#pragma once

#include <QWidget>
#include <optional>

#include "core/approval/approval.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

namespace onceover::shift {

class ApprovalPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ApprovalPanel(bridge::Session& session, QWidget* parent = nullptr);

  // Reads it; shown() when it is there. What was told of another one goes.
  void open(std::int64_t number);
  // Reads it again; what a person revealed stays.
  void refresh();
  void close();
  std::optional<std::int64_t> number() const { return number_; }
  void setClock(widgets::ClockChoice clock);
  QString shownSql() const;
  // For the page: with their shortcuts.
  QList<QAction*> verbActions() const { return {approve_, refuse_, ask_, open_}; }

 signals:
  void shown();                               // read, and on the screen
  void failed(const onceover::Error& error);  // it could not be read
  void gone();                                // there is no such request
  void armRequested();
  void closeRequested();
  void caseRequested(const std::shared_ptr<const onceover::tables::Profile>& table,
                     const onceover::key::Identity& id);
  void decided();  // what came of approving or refusing is shown
  void asked();    // the gateway's answer is shown, or why there is none

 private:
  void build();
  QWidget* buildTop();
  void show(const approval::View& view);
  void update();
  template <class T, class Write>
  void decide(const widgets::ConfirmText& text, const QString& channel, Write write,
              widgets::Told (*told)(const approval::Approval&, const Result<T>&));
  void approve();
  void refuse();
  void openCase();
  void ask();
  QString whyNoAsking() const;
  // act: done as soon as writes are armed, where they are not.
  bool isReady(void (ApprovalPanel::*act)());
  void tell(const widgets::Told& told);
  void setDeciding(bool deciding);

  bridge::Session& session_;
  std::optional<std::int64_t> number_;
  std::optional<approval::View> view_;
  bool deciding_ = false, asking_ = false;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
  QAction *approve_, *refuse_, *ask_, *open_;
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *title_, *key_, *place_, *amount_, *customer_, *asked_, *reason_, *note_, *rowNote_,
      *evidenceNote_, *askNote_;
  widgets::BadgeLabel *findingBadge_, *verdictBadge_;
  QWidget* answerLine_;
  widgets::ResultCard* result_;
  widgets::Card* writtenCard_;
  widgets::FieldsModel *written_, *row_;
  widgets::TableView *writtenTable_, *rowTable_;
  widgets::JsonView *body_, *evidence_, *answer_;
};

}  // namespace onceover::shift
