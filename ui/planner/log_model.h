// A client's log beside the policy it is said to have, line by line; rows that could not be read stand among them.
#pragma once

#include "core/planner/client_log.h"
#include "ui/widgets/rows_model.h"

namespace onceover::planner {

struct LogRow {
  int line = 0;
  std::optional<Overlaid> read;
  RowError error;  // where it could not be read
};

class LogModel : public widgets::RowsModel<LogRow> {
  Q_OBJECT
 public:
  enum Columns { Line, Request, Attempt, Waited, Allowed, FitColumn, Why };
  explicit LogModel(QObject* parent = nullptr);

  void setLog(const Overlay& overlay, const std::vector<RowError>& errors);
};

}  // namespace onceover::planner
