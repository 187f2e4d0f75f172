// What was found, gravest first, and after it what could not be looked at.
#pragma once

#include <variant>

#include "core/health/health.h"
#include "ui/widgets/rows_model.h"

namespace onceover::health {

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

}  // namespace onceover::health
