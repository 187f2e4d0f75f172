// One storm under each backoff, a line each.
#pragma once

#include "ui/planner/storm_run.h"
#include "ui/widgets/rows_model.h"

namespace onceover::planner {

struct StormRow {
  Backoff backoff;
  StormResult result;
};

class StormModel : public widgets::RowsModel<StormRow> {
  Q_OBJECT
 public:
  enum Columns { Strategy, Calls, Wasted, Replayed, Succeeded, GaveUp, Held, Time, Half, Most, Remark };
  explicit StormModel(QObject* parent = nullptr);
  void setOutcome(const StormOutcome& outcome);
};

}  // namespace onceover::planner
