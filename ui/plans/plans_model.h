// The plans of a store, newest first.
#pragma once

#include "core/plan/plan.h"
#include "ui/widgets/rows_model.h"

namespace onceover::plans {

class PlansModel : public widgets::RowsModel<plan::Plan> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, NameColumn, ActColumn, TableColumn, EndedColumn, WhoColumn, AgeColumn };
  explicit PlansModel(QObject* parent = nullptr);
  int rowOf(std::int64_t id) const;  // −1: not here

 private:
  bool isSame(const plan::Plan& a, const plan::Plan& b) const override { return a.id == b.id; }
};

}  // namespace onceover::plans
