// What waits for a second person, as a table.
#pragma once

#include "core/reconcile/approval.h"
#include "ui/widgets/rows_model.h"

namespace onceover::queue {

class ApprovalsModel : public widgets::RowsModel<reconcile::Approval> {
  Q_OBJECT
 public:
  enum Columns { badge, number, asked, act, key, table, by, ticket, evidence, reason };
  explicit ApprovalsModel(QObject* parent = nullptr);

 private:
  bool isSame(const reconcile::Approval& a, const reconcile::Approval& b) const override { return a.id == b.id; }
};

}  // namespace onceover::queue
