// How a settlement ended: what was written, or what somebody else wrote meanwhile, with both versions of what differs in the row.
#pragma once

#include "core/reconcile/settle_one.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tones.h"

class QPushButton;

namespace onceover::widgets {
class BadgeLabel;
class Banner;
class FieldsModel;
class PlainLabel;
class TableView;
}  // namespace onceover::widgets

namespace onceover::reconcile {

struct VerdictAnswer;

class OutcomeCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit OutcomeCard(QWidget* parent = nullptr);
  void showAnswer(const VerdictAnswer& answer, const profile::Profile& profile);
  void showError(const Error& error);
  QString words() const;
  // Beside them: committed, but not confirmed by the standby. Empty: nothing to warn of.
  QString warning() const;

 signals:
  void queueRequested();  // it waits for a second approver: where that is decided

 private:
  void tell(const QString& icon, const QString& word, widgets::Tone tone, const QString& words);
  void showWaits(std::string_view what);
  void warnUnconfirmed(const std::string& unconfirmed);
  void compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after);
  widgets::BadgeLabel* badge_;
  widgets::Banner* banner_;
  widgets::PlainLabel* words_;
  widgets::TableView* table_;
  widgets::FieldsModel* model_;
  QPushButton* queue_;
};

}  // namespace onceover::reconcile
