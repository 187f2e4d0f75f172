// The stuck keys of one group.
#pragma once

#include "core/browse/key_row.h"
#include "core/tables/profile.h"
#include "ui/widgets/rows_model.h"

namespace onceover::leases {

class StuckModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { StateColumn, KeyColumn, TenantColumn, CustomerColumn, AmountColumn, LeaseColumn, TriesColumn, AskedColumn, NextColumn };
  explicit StuckModel(QObject* parent = nullptr);
  // The table whose rows these are: what is said of them follows from it.
  void setTable(const tables::Profile& profile);
  // Whether such a table has anything to show there.
  static bool isFilled(int column, const tables::Profile& profile);

 private:
  QString leaseTip(const browse::KeyRow& row) const;
  QString nextOf(const browse::KeyRow& row) const;
  tables::Profile profile_ = tables::own();
};

}  // namespace onceover::leases
