// The stuck keys of one group.
#pragma once

#include "core/browse/key_row.h"
#include "ui/widgets/rows_model.h"

namespace onceover::leases {

class StuckModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, KeyColumn, TenantColumn, CustomerColumn, AmountColumn, LeaseColumn, TriesColumn, AskedColumn, NextColumn };
  explicit StuckModel(QObject* parent = nullptr);
};

}  // namespace onceover::leases
