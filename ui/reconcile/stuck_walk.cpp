#include "ui/reconcile/stuck_walk.h"

#include <algorithm>
#include <set>

namespace onceover::reconcile {

void StuckWalk::start(const browse::Filter& filter) {
  filter_ = filter;
  filter_.stuck = true;
  steps_.clear();
  isRead_ = false;
  isAll_ = true;
}

void StuckWalk::take(const std::vector<key::Identity>& stuck, bool isAll) {
  const std::set<key::Identity> now(stuck.begin(), stuck.end());
  std::set<key::Identity> known;
  for (Step& step : steps_) {
    step.isStuck = now.contains(step.id);
    known.insert(step.id);
  }
  for (const key::Identity& id : stuck) {
    if (known.insert(id).second) steps_.push_back({id});
  }
  isAll_ = isAll;
  isRead_ = true;
}

int StuckWalk::indexOf(const std::optional<key::Identity>& id) const {
  if (!id) return -1;
  const auto found = std::ranges::find(steps_, *id, &Step::id);
  return found == steps_.end() ? -1 : static_cast<int>(found - steps_.begin());
}

std::optional<key::Identity> StuckWalk::from(const std::optional<key::Identity>& current, bool forward) const {
  const int size = static_cast<int>(steps_.size()), at = indexOf(current);
  int i = at >= 0 ? at : forward ? -1 : size;
  for (i += forward ? 1 : -1; i >= 0 && i < size; i += forward ? 1 : -1) {
    if (steps_[static_cast<std::size_t>(i)].isStuck) return steps_[static_cast<std::size_t>(i)].id;
  }
  return std::nullopt;
}

StuckWalk::Place StuckWalk::placeOf(const std::optional<key::Identity>& current) const {
  return {.at = indexOf(current) + 1,
          .total = static_cast<int>(steps_.size()),
          .left = static_cast<int>(std::ranges::count_if(steps_, &Step::isStuck)),
          .isAll = isAll_};
}

}  // namespace onceover::reconcile
