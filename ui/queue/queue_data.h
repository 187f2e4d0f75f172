// What waits for a person, read in one job.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/approval/approval.h"
#include "core/reconcile/case_list.h"
#include "ui/bridge/reader.h"

namespace onceover::queue {

using bridge::DescribedTables;
using bridge::Tables;

struct QueueData {
  std::vector<reconcile::ListedCase> cases;
  bool moreCases = false;
  std::vector<approval::Approval> approvals;  // oldest first
  bool moreApprovals = false;
  Tables tables;  // what rows of other tables may be opened by
  Timestamp asOf;
  std::string sql;
};

// rows: of the cases, at most so many. openToo: those that are asked again by themselves as well.
Result<QueueData> readQueue(bridge::Reader& reader, const DescribedTables& described, bool openToo, int rows);

}  // namespace onceover::queue
