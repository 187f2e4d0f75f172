// What came of a verdict on several rows: how many were written, and of each row what happened.
#pragma once

#include "ui/widgets/result_card.h"
#include "ui/widgets/row_verbs.h"

namespace onceover::widgets {

class RowReportCard : public ResultCard {
  Q_OBJECT
 public:
  explicit RowReportCard(QWidget* parent = nullptr);
  void showReport(const VerdictReport& report, const tables::Profile& profile);
  void showError(const Error& error);

 private:
  FieldsModel* model_;
  TableView* table_;
};

}  // namespace onceover::widgets
