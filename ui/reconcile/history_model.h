// Every touch of one key, newest first.
#pragma once

#include "core/audit/audit.h"
#include "ui/widgets/rows_model.h"

namespace onceover::reconcile {

class HistoryModel : public widgets::RowsModel<audit::Record> {
  Q_OBJECT
 public:
  enum Columns { number, when, action, state, who, reason, ticket };
  explicit HistoryModel(QObject* parent = nullptr);

 private:
  bool isSame(const audit::Record& a, const audit::Record& b) const override { return a.number == b.number; }
};

}  // namespace onceover::reconcile
