// What came of a verdict on several rows: how many were written, and of each row what happened.
#pragma once

#include "ui/inbox/dead_verdicts.h"
#include "ui/widgets/result_card.h"

namespace onceover::inbox {

class ReportCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  explicit ReportCard(QWidget* parent = nullptr);
  void showReport(const VerdictReport& report, const profile::Profile& profile);
  void showError(const Error& error);

 private:
  widgets::FieldsModel* model_;
  widgets::TableView* table_;
};

}  // namespace onceover::inbox
