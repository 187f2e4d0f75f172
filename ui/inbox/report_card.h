// What came of a verdict on several rows: how many were written, and of each row what happened.
#pragma once

#include "ui/inbox/dead_verdicts.h"
#include "ui/widgets/card.h"

namespace onceover::widgets {
class BadgeLabel;
class FieldsModel;
class PlainLabel;
class TableView;
}  // namespace onceover::widgets

namespace onceover::inbox {

class ReportCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit ReportCard(QWidget* parent = nullptr);
  void showReport(const VerdictReport& report, const profile::Profile& profile);
  void showError(const Error& error);
  QString words() const;

 private:
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel* words_;
  widgets::TableView* table_;
  widgets::FieldsModel* model_;
};

}  // namespace onceover::inbox
