// What a survey found, a row a table.
#pragma once

#include <string>

#include "ui/tables/survey.h"
#include "ui/widgets/rows_model.h"

namespace onceover::ui {

// The rows are what the filter leaves of the survey.
class TablesModel : public widgets::RowsModel<Found> {
  Q_OBJECT
 public:
  enum Columns { TableColumn, KindColumn, SureColumn, RowsColumn, FromColumn, WhyColumn };
  explicit TablesModel(QObject* parent = nullptr);

  void setSurvey(Survey survey);
  const Survey& survey() const { return survey_; }
  // Only tables whose name holds this text.
  void setFilter(const QString& words);
  // The table that is being read is marked.
  void setRead(const std::string& schema, const std::string& table);

 private:
  void choose();
  bool isRead(const Found& found) const { return found.schema == readSchema_ && found.table == readTable_; }
  Survey survey_;
  QString words_;
  std::string readSchema_, readTable_;
};

}  // namespace onceover::ui
