// Stuck leases grouped by one thing, below a line for all of them: what broke together is one line, and no two lines look alike.
#pragma once

#include "core/browse/browser.h"
#include "ui/widgets/rows_model.h"

namespace onceover::leases {

struct GroupLine {
  browse::StuckGroup group;
  bool isAll = false;  // of all stuck leases
};

class GroupsModel : public widgets::RowsModel<GroupLine> {
  Q_OBJECT
 public:
  enum Columns { NameColumn, KeysColumn, MoneyColumn, PeopleColumn, UnretriedColumn, OldestColumn, NewestColumn };
  explicit GroupsModel(QObject* parent = nullptr);
  // All of them first, then each group.
  void setGroups(const browse::StuckGroups& groups);
  browse::StuckBy by() const { return by_; }
  // Where the line is now: counts and times may have moved on. −1: gone.
  int rowOf(const GroupLine& before) const;
  // What the line is called: "POST /refunds", "All".
  QString nameOf(const GroupLine& line) const;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  bool isSame(const GroupLine& a, const GroupLine& b) const override;
  browse::StuckBy by_ = browse::StuckBy::operation;
};

// "Operation", "Host".
QString nameOf(browse::StuckBy by);

}  // namespace onceover::leases
