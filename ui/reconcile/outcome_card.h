// How a settlement ended: what was written, or what somebody else wrote meanwhile, with both versions of what differs in the row.
#pragma once

#include "core/reconcile/settle_one.h"
#include "ui/widgets/result_card.h"

namespace onceover::reconcile {

struct VerdictAnswer;

class OutcomeCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  explicit OutcomeCard(QWidget* parent = nullptr);
  void showAnswer(const VerdictAnswer& answer, const profile::Profile& profile);
  // Beside the words: committed, but not confirmed by the standby. Empty: nothing to warn of.
  QString warning() const;

 signals:
  void queueRequested();  // it waits for a second approver: where that is decided

 private:
  void compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after);
  widgets::Banner* banner_;
  widgets::FieldsModel* model_;
  widgets::TableView* table_;
  QPushButton* queue_;
};

}  // namespace onceover::reconcile
