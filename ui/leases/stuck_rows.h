// The rows of one group of stuck leases, as the worker reads them. The filter knows no owner and no end of a lease, so stuck keys of
// the operation are paged through, oldest first, and those of the group are kept.
#pragma once

#include <string>
#include <vector>

#include "ui/bridge/reader.h"

namespace onceover::leases {

// As many as somebody looks through by eye; a plan in Reconcile acts on all of them.
inline constexpr int rowsShown = 500;

struct StuckRows {
  std::vector<browse::KeyRow> rows;
  bool complete = true;  // false: the group holds more than is shown
  Timestamp asOf;
  std::string sql;
};

// When the lease of a stuck row ended.
Timestamp leaseEnd(const browse::KeyRow& row);
bool isIn(const browse::StuckGroup& group, const browse::KeyRow& row);

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::StuckGroup& group);

}  // namespace onceover::leases
