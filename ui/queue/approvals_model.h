// What waits for a second person, as a table.
#pragma once

#include "core/approval/approval.h"
#include "ui/widgets/rows_model.h"

namespace onceover::queue {

class ApprovalsModel : public widgets::RowsModel<approval::Approval> {
  Q_OBJECT
 public:
  enum Columns { badge, number, asked, act, key, table, by, ticket, evidence, reason };
  explicit ApprovalsModel(QObject* parent = nullptr);

 private:
  bool isSame(const approval::Approval& a, const approval::Approval& b) const override { return a.id == b.id; }
};

}  // namespace onceover::queue
