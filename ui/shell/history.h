// Where a person has been, for back and forward. Pure.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/tables/profile.h"
#include "ui/widgets/place.h"

namespace onceover::shell {

struct Visit {
  QString page;
  widgets::Place place;
  std::shared_ptr<const tables::Profile> table;  // that was read
  // The same page and place of the same table.
  bool isSame(const Visit& other) const;
};

class History {
 public:
  // Forgets what was ahead. The same place again is no new one.
  void visit(Visit visit);
  // The same visit, with where the person was on the page when leaving it.
  void update(const QString& page, const widgets::Place& place);
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < visits_.size(); }
  // Goes there. Only where it can.
  Visit back() { return visits_[--at_]; }
  Visit forward() { return visits_[++at_]; }
  void clear();

 private:
  std::vector<Visit> visits_;
  std::size_t at_ = 0;
};

}  // namespace onceover::shell
