// The rows of one group of stuck leases, as the worker reads them: those stuck longest first.
#pragma once

#include <string>
#include <vector>

#include "ui/bridge/reader.h"

namespace onceover::leases {

// As many as somebody looks through by eye; a plan acts on all of them.
inline constexpr int rowsShown = 500;

struct StuckRows {
  std::vector<browse::KeyRow> rows;
  bool complete = true;  // false: the group holds more than is shown
  Timestamp asOf;
  std::string sql;
};

// When the lease of a stuck row ended.
Timestamp leaseEnd(const browse::KeyRow& row);

Result<StuckRows> readStuckRows(bridge::Reader& reader, const browse::Filter& group);

}  // namespace onceover::leases
