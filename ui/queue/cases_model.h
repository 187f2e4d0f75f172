// Cases that are not settled, as a table.
#pragma once

#include "core/reconcile/case_list.h"
#include "ui/widgets/rows_model.h"

namespace onceover::queue {

class CasesModel : public widgets::RowsModel<reconcile::ListedCase> {
  Q_OBJECT
 public:
  enum Columns { badge, since, customer, amount, key, reason, table, state, asked, next };
  explicit CasesModel(QObject* parent = nullptr);

 private:
  bool isSame(const reconcile::ListedCase& a, const reconcile::ListedCase& b) const override {
    return a.id == b.id && a.relation == b.relation && a.row_key_json == b.row_key_json;
  }
};

}  // namespace onceover::queue
