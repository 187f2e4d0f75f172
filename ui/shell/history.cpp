#include "ui/shell/history.h"

#include "core/tables/sql.h"

namespace onceover::shell {
namespace {

// More than anybody goes back in an incident.
constexpr std::size_t most = 200;

}  // namespace

bool Visit::isSame(const Visit& other) const {
  const bool isSameTable = table && other.table ? tables::table_name(*table) == tables::table_name(*other.table) : table == other.table;
  return page == other.page && place == other.place && isSameTable;
}

void History::visit(Visit visit) {
  if (!visits_.empty() && visits_[at_].isSame(visit)) return;
  if (!visits_.empty()) visits_.resize(at_ + 1);
  visits_.push_back(std::move(visit));
  if (visits_.size() > most) visits_.erase(visits_.begin());
  at_ = visits_.size() - 1;
}

void History::update(const QString& page, const widgets::Place& place) {
  if (!visits_.empty() && visits_[at_].page == page) visits_[at_].place = place;
}

void History::clear() {
  visits_.clear();
  at_ = 0;
}

}  // namespace onceover::shell
