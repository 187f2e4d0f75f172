#include "ui/leases/groups_model.h"

#include <cstdlib>

namespace onceover::leases {

using browse::StuckGroup;

GroupsModel::GroupsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Operation"), 30, Stretch}, [](const StuckGroup& group) { return widgets::orDash(group.operation); }},
      {{tr("Owner"), 24}, [](const StuckGroup& group) { return widgets::orDash(group.owner); }},
      {{tr("Keys"), 10, Right}, [](const StuckGroup& group) { return widgets::number(group.n); }},
      {{tr("Need a person"), 16, Right},
       [](const StuckGroup& group) { return group.needs_human == 0 ? widgets::dash : widgets::number(group.needs_human); }},
      {{tr("Not retried"), 14, Right},
       [](const StuckGroup& group) { return group.unretried == 0 ? widgets::dash : widgets::number(group.unretried); },
       [](const StuckGroup&) { return tr("Released, and no client has retried in time"); }},
      {{tr("Oldest lease ended"), 22}, [](const StuckGroup& group) { return group.oldest; }},
      {{tr("Newest lease ended"), 22}, [](const StuckGroup& group) { return group.newest; }},
  });
}

// Several groups of one operation and owner differ by age: the one whose oldest lease is nearest is meant.
int GroupsModel::rowOf(const browse::StuckGroup& before) const {
  int best = -1;
  std::int64_t nearest = 0;
  for (int row = 0; row < rowCount(); ++row) {
    if (!isSame(at(row), before)) continue;
    const std::int64_t distance = std::llabs((at(row).oldest - before.oldest).count());
    if (best >= 0 && distance >= nearest) continue;
    best = row;
    nearest = distance;
  }
  return best;
}

}  // namespace onceover::leases
