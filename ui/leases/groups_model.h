// Stuck leases by operation, owner and age: what broke together stands together.
#pragma once

#include "core/browse/browser.h"
#include "ui/widgets/rows_model.h"

namespace onceover::leases {

class GroupsModel : public widgets::RowsModel<browse::StuckGroup> {
  Q_OBJECT
 public:
  enum Columns { OperationColumn, OwnerColumn, KeysColumn, PeopleColumn, UnretriedColumn, OldestColumn, NewestColumn };
  explicit GroupsModel(QObject* parent = nullptr);
  // Where the group is now: as it was read before, counts and times may have moved on. −1: gone.
  int rowOf(const browse::StuckGroup& before) const;

 private:
  bool isSame(const browse::StuckGroup& a, const browse::StuckGroup& b) const override {
    return a.operation == b.operation && a.owner == b.owner;
  }
};

}  // namespace onceover::leases
